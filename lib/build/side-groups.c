/* side-groups: groups the sides of brushes by their plane, and lists each group's sides in a grid
 * on the plane. */
#include "build/side-groups.h"

#include <math.h>

#include "build/side-middle.h"

/* --- sides by the key of their plane --- */

/* A side and one key of its plane. A side near the border of a key cell has several. */
typedef struct {
    BspTableKey key;
    BspSideOf of;
    BspBounds box; /* of its face */
} Keyed;

/* The most by which two planes may differ that are equal except for rounding, and touch the shape
 * at one place: pure number, and units. */
#define NORMAL_MARGIN (2 * BSP_SAME_NORMAL)
#define DIST_MARGIN (4 * BSP_WORLD_HALF * BSP_SAME_NORMAL + 2 * BSP_TOUCHED)

static void add_keyed(GArray *all, Keyed *side, const BspTableKey *least, const BspTableKey *most,
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

static void add_side(GArray *all, guint brush, guint plane, const BspCell *cell, guint f)
{
    const BspCellFace *face = &cell->faces[f];
    BspVec n = face->plane.normal, by = bsp_vec(NORMAL_MARGIN, NORMAL_MARGIN, NORMAL_MARGIN);
    Keyed side = { .of = { brush, plane, cell, f }, .box = bsp_bounds_empty() };
    BspTableKey least, most;
    for (guint k = 0; k < face->n; k++)
        bsp_bounds_add_point(&side.box, cell->vertices[cell->loop[face->first + k]]);
    if (bsp_brush_table_key(bsp_vec_sub(n, by), face->plane.dist - DIST_MARGIN, &least) &&
        bsp_brush_table_key(bsp_vec_add(n, by), face->plane.dist + DIST_MARGIN, &most))
        add_keyed(all, &side, &least, &most, 0);
}

static gint compare_keyed(gconstpointer a, gconstpointer b)
{
    const Keyed *x = a, *y = b;
    guint32 hash_x = bsp_brush_table_hash(&x->key), hash_y = bsp_brush_table_hash(&y->key);
    if (hash_x != hash_y)
        return hash_x < hash_y ? -1 : 1;
    if (x->of.brush != y->of.brush)
        return x->of.brush < y->of.brush ? -1 : 1;
    return x->of.plane < y->of.plane ? -1 : x->of.plane > y->of.plane;
}

static GArray *sides_by_key(const BspSolid *solid, const guint *planes, BspJob *job)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Keyed));
    for (guint i = 0; i < solid->brushes->len && bsp_job_goes_on(job); i++) {
        const BspCell *cell = bsp_solid_brush(solid, i)->cell;
        for (guint f = 0; f < cell->n_faces; f++)
            add_side(all, i, *planes++, cell, f);
    }
    g_array_sort(all, compare_keyed);
    return all;
}

/* The number of consecutive sides, from `first` on, with the same hash. */
static guint group_size(const GArray *all, guint first)
{
    guint32 hash = bsp_brush_table_hash(&g_array_index(all, Keyed, first).key);
    guint n = 1;
    while (first + n < all->len &&
           bsp_brush_table_hash(&g_array_index(all, Keyed, first + n).key) == hash)
        n++;
    return n;
}

/* --- cells --- */

/* The most cells that list a side, on average over a group. */
#define MOST_LISTED 8

/* A group of at most this many sides has a single cell. */
#define FEW 4

typedef struct {
    GArray *groups; /* BspTableGroup */
    GArray *cells;  /* guint32 */
    GArray *tiles;  /* BspTableTile */
} Groups;

/* A rectangle on the plane of a group, both ends included: in steps, or in cells. */
typedef struct {
    guint32 least[2], most[2];
} Steps;

/* The bounds of the side's face, in steps. */
static Steps steps_of(const BspTableGroup *group, const Keyed *side)
{
    Steps steps;
    for (gint k = 0; k < 2; k++) {
        guint axis = group->axes[k];
        steps.least[k] = bsp_brush_table_step(group, k, side->box.mins.v[axis]);
        steps.most[k] = bsp_brush_table_step(group, k, side->box.maxs.v[axis]);
    }
    return steps;
}

/* The cells that the bounds of the side's face overlap. */
static Steps cells_of(const BspTableGroup *group, const Keyed *side)
{
    Steps cells = steps_of(group, side);
    for (guint k = 0; k < 2; k++) {
        cells.least[k] >>= group->shift[k];
        cells.most[k] >>= group->shift[k];
    }
    return cells;
}

/* The sum over all sides of the number of cells that each overlaps. */
static guint64 n_in_cells(const BspTableGroup *group, const Keyed *sides, guint n)
{
    guint64 sum = 0;
    for (guint i = 0; i < n; i++) {
        Steps c = cells_of(group, &sides[i]);
        sum += (guint64)(c.most[0] - c.least[0] + 1) * (c.most[1] - c.least[1] + 1);
    }
    return sum;
}

/* Sets the size of the cells: the power of two steps that is nearest to `edge` units. */
static void set_cells(BspTableGroup *group, double edge)
{
    for (guint k = 0; k < 2; k++) {
        double steps = edge * (double)group->per_unit[k];
        gint shift = steps > 1 ? (gint)lround(log2(steps)) : 0;
        group->shift[k] = (guint8)(group->per_unit[k] > 0 ? MIN(shift, BSP_TABLE_MOST_SHIFT)
                                                          : BSP_TABLE_MOST_SHIFT);
    }
    group->width = bsp_brush_table_cells_along(group, 0);
}

/* Chooses roughly one cell for each side. Cells grow until sides are listed MOST_LISTED times at
 * most, on average. */
static void choose_cells(BspTableGroup *group, const BspVec *size, const Keyed *sides, guint n)
{
    double u = size->v[group->axes[0]], v = size->v[group->axes[1]];
    double edge = n > FEW ? MAX(sqrt(u * v / n), MAX(u, v) / n) : MAX(u, v);
    set_cells(group, edge);
    while (n_in_cells(group, sides, n) > MOST_LISTED * (guint64)n)
        set_cells(group, edge *= 2);
}

/* Makes the grid of a group. Its axes are the two that remain without the normal's longest
 * component. */
static BspTableGroup group_of(BspVec normal, const Keyed *sides, guint n)
{
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&all, &sides[i].box);
    BspVec size = bsp_vec_sub(all.maxs, all.mins);
    guint flat = 0;
    for (guint k = 1; k < 3; k++)
        if (fabs(normal.v[k]) > fabs(normal.v[flat]))
            flat = k;
    BspTableGroup group = { .axes = { (guint8)((flat + 1) % 3), (guint8)((flat + 2) % 3) } };
    for (guint k = 0; k < 2; k++) {
        double along = size.v[group.axes[k]];
        group.least[k] = (float)all.mins.v[group.axes[k]];
        group.per_unit[k] = along > BSP_BRACKET ? (float)(BSP_TABLE_LAST_STEP / along) : 0;
    }
    choose_cells(&group, &size, sides, n);
    return group;
}

/* Called for each cell that a side overlaps. */
typedef void (*CellFunc)(Groups *groups, guint32 *cell, const BspTableTile *tile);

static void for_each_cell(Groups *groups, const BspTableGroup *group, const Keyed *side,
                          const BspTableTile *tile, CellFunc func)
{
    guint32 *cells = &g_array_index(groups->cells, guint32, group->first);
    Steps c = cells_of(group, side);
    for (guint y = c.least[1]; y <= c.most[1]; y++)
        for (guint x = c.least[0]; x <= c.most[0]; x++)
            func(groups, &cells[y * group->width + x], tile);
}

static void count(Groups *groups, guint32 *cell, const BspTableTile *tile)
{
    (void)groups, (void)tile;
    ++*cell;
}

/* Each cell holds the index of its end at first, and that of its begin when all tiles are in place:
 * tiles are put in from the end. */
static void put(Groups *groups, guint32 *cell, const BspTableTile *tile)
{
    g_array_index(groups->tiles, BspTableTile, --*cell) = *tile;
}

/* The largest rectangle of whole steps inside the middle of a side. */
static BspTableRect rect_within(const BspTableGroup *group, const BspSideMiddle *middle)
{
    Steps r;
    for (gint k = 0; k < 2; k++) {
        r.least[k] = bsp_brush_table_step(group, k, middle->least[k]) + 1;
        r.most[k] = bsp_brush_table_step(group, k, middle->most[k]);
        if (r.least[k] >= r.most[k])
            return BSP_TABLE_NOWHERE;
        r.most[k]--;
    }
    return bsp_brush_table_rect(r.least, r.most);
}

static BspTableTile tile_of(const BspBrushTable *sides, const BspTableGroup *group,
                            const Keyed *side)
{
    Steps steps = steps_of(group, side);
    BspTableTile tile = { .around = bsp_brush_table_rect(steps.least, steps.most),
                          .within = BSP_TABLE_NOWHERE,
                          .brush = side->of.brush,
                          .plane = side->of.plane };
    BspSideMiddle middle;
    if (bsp_side_middle(&middle, sides, &side->of, group->axes))
        tile.within = rect_within(group, &middle);
    return tile;
}

/* Adds the tiles of a group. Sides are sorted by brush, and so are the tiles of a cell: sides are
 * put in from the last on, since cells fill from their end. */
static void fill_cells(Groups *groups, const BspBrushTable *sides, const BspTableGroup *group,
                       const Keyed *keyed, guint n)
{
    guint n_cells = group->width * bsp_brush_table_cells_along(group, 1), end = groups->tiles->len;
    g_array_set_size(groups->cells, group->first + n_cells);
    for (guint i = 0; i < n; i++)
        for_each_cell(groups, group, &keyed[i], NULL, count);
    for (guint i = 0; i < n_cells; i++) {
        guint32 *cell = &g_array_index(groups->cells, guint32, group->first + i);
        end += *cell;
        *cell = end;
    }
    g_array_set_size(groups->tiles, end);
    for (guint i = n; i-- > 0;) {
        BspTableTile tile = tile_of(sides, group, &keyed[i]);
        for_each_cell(groups, group, &keyed[i], &tile, put);
    }
}

/* --- the groups --- */

static void add_group(Groups *groups, const BspBrushTable *sides, const Keyed *keyed, guint n)
{
    BspTableGroup group = group_of(sides->planes[keyed->of.plane].normal, keyed, n);
    group.hash = bsp_brush_table_hash(&keyed->key);
    group.first = groups->cells->len;
    fill_cells(groups, sides, &group, keyed, n);
    g_array_append_val(groups->groups, group);
}

/* Allocates the hash table of groups, in which at least a third of the slots stay free. */
static void make_slots(BspBrushTable *sides, guint n_groups)
{
    sides->n_slots = 1;
    while (sides->n_slots < n_groups + n_groups / 2 + 1)
        sides->n_slots *= 2;
    sides->groups = g_new0(BspTableGroup, sides->n_slots);
    for (guint i = 0; i < sides->n_slots; i++)
        sides->groups[i].first = BSP_TABLE_FREE;
}

static void put_into_slot(BspBrushTable *sides, const BspTableGroup *group)
{
    guint at = group->hash & (sides->n_slots - 1);
    while (sides->groups[at].first != BSP_TABLE_FREE)
        at = (at + 1) & (sides->n_slots - 1);
    sides->groups[at] = *group;
}

gboolean bsp_brush_table_add_groups(BspBrushTable *sides, const BspSolid *solid,
                                    const guint *planes, BspJob *job)
{
    g_autoptr(GArray) all = sides_by_key(solid, planes, job);
    Groups groups = { .groups = g_array_new(FALSE, FALSE, sizeof(BspTableGroup)),
                      .cells = g_array_new(FALSE, TRUE, sizeof(guint32)),
                      .tiles = g_array_new(FALSE, FALSE, sizeof(BspTableTile)) };
    for (guint i = 0, n; i < all->len && bsp_job_goes_on(job); i += n) {
        n = group_size(all, i);
        add_group(&groups, sides, &g_array_index(all, Keyed, i), n);
    }
    g_array_append_val(groups.cells, groups.tiles->len);
    make_slots(sides, groups.groups->len);
    for (guint i = 0; i < groups.groups->len; i++)
        put_into_slot(sides, &g_array_index(groups.groups, BspTableGroup, i));
    g_array_unref(groups.groups);
    sides->n_cells = groups.cells->len;
    sides->n_tiles = groups.tiles->len;
    sides->cells = (gpointer)g_array_free(groups.cells, FALSE);
    sides->tiles = (gpointer)g_array_free(groups.tiles, FALSE);
    return bsp_job_goes_on(job);
}
