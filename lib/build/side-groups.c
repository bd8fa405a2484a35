/* side-groups: the sides on one plane, and where on it. */
#include "build/side-groups.h"

#include <math.h>

/* --- sides by the key of their plane --- */

/* A side by the key of its plane. */
typedef struct {
    BspSidesKey key;
    BspSidesSide side;
    BspBounds box; /* of its face */
} Keyed;

/* How far two planes that are one but for rounding, and are touched in one place, may differ. */
#define NORMAL_MARGIN (2 * BSP_SAME_NORMAL)
#define DIST_MARGIN (4 * BSP_WORLD_HALF * BSP_SAME_NORMAL + 2 * BSP_TOUCHED)

static void add_keyed(GArray *all, Keyed *side, const BspSidesKey *least, const BspSidesKey *most,
                      guint i)
{
    if (i == G_N_ELEMENTS(side->key.cell)) {
        g_array_append_vals(all, side, 1);
        return;
    }
    for (side->key.cell[i] = least->cell[i]; side->key.cell[i] <= most->cell[i];
         side->key.cell[i]++)
        add_keyed(all, side, least, most, i + 1);
}

static void add_side(GArray *all, BspSidesSide named, const BspCell *cell, guint f)
{
    const BspCellFace *face = &cell->faces[f];
    BspVec n = face->plane.normal, by = bsp_vec(NORMAL_MARGIN, NORMAL_MARGIN, NORMAL_MARGIN);
    Keyed side = { .side = named, .box = bsp_bounds_empty() };
    BspSidesKey least, most;
    for (guint k = 0; k < face->n; k++)
        bsp_bounds_add_point(&side.box, cell->vertices[cell->loop[face->first + k]]);
    if (bsp_sides_key(bsp_vec_sub(n, by), face->plane.dist - DIST_MARGIN, &least) &&
        bsp_sides_key(bsp_vec_add(n, by), face->plane.dist + DIST_MARGIN, &most))
        add_keyed(all, &side, &least, &most, 0);
}

static gint compare_keyed(gconstpointer a, gconstpointer b)
{
    const Keyed *x = a, *y = b;
    guint32 hash_x = bsp_sides_hash(&x->key), hash_y = bsp_sides_hash(&y->key);
    if (hash_x != hash_y)
        return hash_x < hash_y ? -1 : 1;
    if (x->side.brush != y->side.brush)
        return x->side.brush < y->side.brush ? -1 : 1;
    return x->side.plane < y->side.plane ? -1 : x->side.plane > y->side.plane;
}

static GArray *sides_by_key(const BspSolid *solid, const guint *planes)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Keyed));
    for (guint i = 0; i < solid->brushes->len; i++) {
        const BspCell *cell = bsp_solid_brush(solid, i)->cell;
        for (guint f = 0; f < cell->n_faces; f++)
            add_side(all, (BspSidesSide){ i, *planes++ }, cell, f);
    }
    g_array_sort(all, compare_keyed);
    return all;
}

/* How many sides from the first on have its hash. */
static guint group_size(const GArray *all, guint first)
{
    guint32 hash = bsp_sides_hash(&g_array_index(all, Keyed, first).key);
    guint n = 1;
    while (first + n < all->len &&
           bsp_sides_hash(&g_array_index(all, Keyed, first + n).key) == hash)
        n++;
    return n;
}

/* Room for the groups, twice as many slots as there are. */
static void make_slots(BspSides *sides, const GArray *all)
{
    guint n_groups = 0;
    for (guint i = 0; i < all->len; i += group_size(all, i))
        n_groups++;
    sides->n_slots = 1;
    while (sides->n_slots < 2 * n_groups + 1)
        sides->n_slots *= 2;
    sides->groups = g_new0(BspSidesGroup, sides->n_slots);
}

/* --- grids --- */

/* Pure number. A side is listed in so many cells, in the mean, or fewer. */
#define MOST_LISTED 8

typedef struct {
    GArray *grids;  /* BspSidesGrid */
    GArray *cells;  /* guint32 */
    GArray *listed; /* BspSidesSide */
} Grids;

/* Of rows as wide as `edge` over the bounds. */
static BspSidesGrid grid_of(const BspBounds *bounds, const guint32 axes[2], double edge)
{
    BspSidesGrid grid = { .axes = { axes[0], axes[1] } };
    for (guint k = 0; k < 2; k++) {
        double least = bounds->mins.v[axes[k]], most = bounds->maxs.v[axes[k]];
        grid.least[k] = least;
        grid.per_unit[k] = edge > 0 ? 1 / edge : 0;
        grid.last[k] = floor((most - least) * grid.per_unit[k]);
    }
    grid.width = (guint32)grid.last[0] + 1;
    return grid;
}

/* The rows that a side reaches into. */
typedef struct {
    guint least[2], most[2];
} Rows;

static Rows rows_of(const BspSidesGrid *grid, const Keyed *side)
{
    Rows rows;
    for (gint k = 0; k < 2; k++) {
        rows.least[k] = bsp_sides_row(grid, k, side->box.mins.v[grid->axes[k]]);
        rows.most[k] = bsp_sides_row(grid, k, side->box.maxs.v[grid->axes[k]]);
    }
    return rows;
}

/* In how many cells the sides are, all together. */
static guint64 n_in_cells(const BspSidesGrid *grid, const Keyed *sides, guint n)
{
    guint64 sum = 0;
    for (guint i = 0; i < n; i++) {
        Rows rows = rows_of(grid, &sides[i]);
        sum += (guint64)(rows.most[0] - rows.least[0] + 1) * (rows.most[1] - rows.least[1] + 1);
    }
    return sum;
}

/* Across the axis along which the sides reach least far, of about as many cells as there are sides,
 * but so few that these are listed no oftener than is worth it. */
static BspSidesGrid grid_over(const Keyed *sides, guint n)
{
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&all, &sides[i].box);
    BspVec size = bsp_vec_sub(all.maxs, all.mins);
    guint flat = 0;
    for (guint k = 1; k < 3; k++)
        if (size.v[k] < size.v[flat])
            flat = k;
    const guint32 axes[2] = { (flat + 1) % 3, (flat + 2) % 3 };
    double u = size.v[axes[0]], v = size.v[axes[1]];
    double edge = MAX(sqrt(u * v / n), MAX(u, v) / n);
    BspSidesGrid grid = grid_of(&all, axes, edge);
    while (n_in_cells(&grid, sides, n) > MOST_LISTED * (guint64)n)
        grid = grid_of(&all, axes, edge *= 2);
    return grid;
}

/* What is done to each cell that a side is in. */
typedef void (*CellFunc)(Grids *grids, guint32 *cell, const BspSidesSide *side);

/* The last side first. */
static void for_each_cell(Grids *grids, const BspSidesGrid *grid, const Keyed *sides, guint n,
                          CellFunc func)
{
    guint32 *cells = &g_array_index(grids->cells, guint32, grid->first);
    for (guint i = n; i-- > 0;) {
        Rows rows = rows_of(grid, &sides[i]);
        for (guint y = rows.least[1]; y <= rows.most[1]; y++)
            for (guint x = rows.least[0]; x <= rows.most[0]; x++)
                func(grids, &cells[y * grid->width + x], &sides[i].side);
    }
}

static void count(Grids *grids, guint32 *cell, const BspSidesSide *side)
{
    (void)grids, (void)side;
    ++*cell;
}

/* A cell tells where it ends, until all that is in it has been put there, from its end on. */
static void put(Grids *grids, guint32 *cell, const BspSidesSide *side)
{
    g_array_index(grids->listed, BspSidesSide, --*cell) = *side;
}

/* The number of a grid over the sides, which are sorted by brush. */
static guint add_grid(Grids *grids, const Keyed *sides, guint n)
{
    BspSidesGrid grid = grid_over(sides, n);
    guint n_cells = grid.width * ((guint)grid.last[1] + 1), end = grids->listed->len;
    grid.first = grids->cells->len;
    g_array_set_size(grids->cells, grid.first + n_cells);
    for_each_cell(grids, &grid, sides, n, count);
    for (guint i = 0; i < n_cells; i++) {
        guint32 *cell = &g_array_index(grids->cells, guint32, grid.first + i);
        end += *cell;
        *cell = end;
    }
    g_array_set_size(grids->listed, end);
    for_each_cell(grids, &grid, sides, n, put);
    g_array_append_val(grids->grids, grid);
    return grids->grids->len - 1;
}

/* --- the groups --- */

static void add_slot(BspSides *sides, const BspSidesGroup *group)
{
    guint at = group->hash & (sides->n_slots - 1);
    while (sides->groups[at].n > 0)
        at = (at + 1) & (sides->n_slots - 1);
    sides->groups[at] = *group;
}

/* The groups that are listed, or else those that have grids: so all that is in the cells follows
 * one another. */
static void add_groups(BspSides *sides, Grids *grids, const GArray *all, gboolean listed)
{
    for (guint i = 0, n; i < all->len; i += n) {
        const Keyed *side = &g_array_index(all, Keyed, i);
        n = group_size(all, i);
        BspSidesGroup group = { bsp_sides_hash(&side->key), grids->listed->len, n };
        if (listed != (n <= BSP_SIDES_LISTED))
            continue;
        for (guint k = 0; k < n && listed; k++)
            g_array_append_val(grids->listed, side[k].side);
        if (!listed)
            group.first = add_grid(grids, side, n);
        add_slot(sides, &group);
    }
}

void bsp_sides_add_groups(BspSides *sides, const BspSolid *solid, const guint *planes)
{
    g_autoptr(GArray) all = sides_by_key(solid, planes);
    Grids grids = { .grids = g_array_new(FALSE, FALSE, sizeof(BspSidesGrid)),
                    .cells = g_array_new(FALSE, TRUE, sizeof(guint32)),
                    .listed = g_array_new(FALSE, FALSE, sizeof(BspSidesSide)) };
    make_slots(sides, all);
    add_groups(sides, &grids, all, TRUE);
    add_groups(sides, &grids, all, FALSE);
    g_array_append_val(grids.cells, grids.listed->len);
    sides->n_grids = grids.grids->len;
    sides->n_cells = grids.cells->len;
    sides->n_listed = grids.listed->len;
    sides->grids = (gpointer)g_array_free(grids.grids, FALSE);
    sides->cells = (gpointer)g_array_free(grids.cells, FALSE);
    sides->listed = (gpointer)g_array_free(grids.listed, FALSE);
}
