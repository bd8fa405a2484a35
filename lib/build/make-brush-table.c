/* make-brush-table: makes the brush table of a solid (trace/brush-table.h).
 *
 * The sides of brushes are grouped by their plane, and each group is listed in a grid on the plane.
 */
#include <math.h>

#include "build/bodies.h"
#include "build/solid.h"
#include "geometry/float-bounds.h"
#include "trace/brush-table.h"

/* --- the middle of a side: a part that is not near the brush's other planes --- */

/* A side of a brush. */
typedef struct {
    guint brush, plane;  /* indices in the brush table */
    const BspCell *cell; /* the brush's cell */
    guint face;          /* index in cell->faces of the side */
} SideOf;

/* A rectangle along two axes. */
typedef struct {
    double least[2], most[2];
} Middle;

/* Units. A point in the middle of a side must be this deep behind the brush's other planes. A
 * contact that differs from the point by at most BSP_BRACKET along both axes is then too far from
 * those planes to touch them. */
#define MIDDLE_DEPTH (16 * BSP_BRACKET)

/* Sides of brushes with more planes get no middle, because the time for all sides is quadratic in
 * the number of planes. */
#define MOST_PLANES 256

/* On the side, the depth behind another plane is a linear function of two coordinates u and v. The
 * depth is at least AWAY if slope[0] * u + slope[1] * v <= room. */
typedef struct {
    double slope[2], room;
} Limit;

/* Whether the third coordinate of a point on the plane can be computed precisely from the two
 * coordinates along `axes`. */
static gboolean is_across(const BspPlane *plane, const guint8 axes[2])
{
    return fabs(plane->normal.v[3 - axes[0] - axes[1]]) > 0.5;
}

/* The limit for the plane `other` on the side. The third coordinate is eliminated by the equation
 * of the side's plane. */
static Limit limit_of(const BspPlane *side, const BspPlane *other, const guint8 axes[2])
{
    guint flat = 3u - axes[0] - axes[1];
    double per_flat = other->normal.v[flat] / side->normal.v[flat];
    Limit limit = { .room = other->dist - per_flat * side->dist - MIDDLE_DEPTH };
    for (guint k = 0; k < 2; k++)
        limit.slope[k] = other->normal.v[axes[k]] - per_flat * side->normal.v[axes[k]];
    return limit;
}

/* The greatest value, over the rectangle, of the limit's term for axis k. */
static double term_maximum(const Limit *limit, const Middle *r, guint k)
{
    double slope = limit->slope[k];
    return slope * (slope > 0 ? r->most[k] : r->least[k]);
}

/* Shrinks the rectangle towards the centre until it satisfies the limit. Returns FALSE if the
 * centre violates it. */
static gboolean shrink_to_limit(Middle *r, const double centre[2], const Limit *limit)
{
    double at_centre = limit->slope[0] * centre[0] + limit->slope[1] * centre[1];
    double past = term_maximum(limit, r, 0) + term_maximum(limit, r, 1) - at_centre;
    if (!(limit->room > at_centre))
        return FALSE;
    double part = past > 0 ? (limit->room - at_centre) / past : 1;
    for (guint k = 0; k < 2 && part < 1; k++) {
        r->least[k] = centre[k] + part * (r->least[k] - centre[k]);
        r->most[k] = centre[k] + part * (r->most[k] - centre[k]);
    }
    return TRUE;
}

/* Moves both ends along axis k outward as far as all limits and `all` allow. */
static void stretch_axis(Middle *r, const Middle *all, const Limit *limits, guint n, guint k)
{
    double least = all->least[k], most = all->most[k];
    for (guint i = 0; i < n; i++) {
        double slope = limits[i].slope[k];
        double end = (limits[i].room - term_maximum(&limits[i], r, 1 - k)) / slope;
        if (slope > 0)
            most = MIN(most, end);
        else if (slope < 0)
            least = MAX(least, end);
    }
    r->least[k] = MIN(r->least[k], least);
    r->most[k] = MAX(r->most[k], most);
}

/* The bounds of the face along the two axes, and the mean of its vertices. */
static Middle face_bounds(const SideOf *side, const guint8 axes[2], double centre[2])
{
    const BspCellFace *face = &side->cell->faces[side->face];
    Middle all;
    for (guint k = 0; k < 2; k++) {
        all.least[k] = HUGE_VAL;
        all.most[k] = -HUGE_VAL;
        centre[k] = 0;
        for (guint i = 0; i < face->n; i++) {
            double at = side->cell->vertices[side->cell->loop[face->first + i]].v[axes[k]];
            all.least[k] = MIN(all.least[k], at);
            all.most[k] = MAX(all.most[k], at);
            centre[k] += at / face->n;
        }
    }
    return all;
}

/* Finds a rectangle along the two axes, inside the side. Each point in it is farther from the
 * brush's other planes than the error of a contact. It may not be the largest such rectangle, but
 * it cannot be extended along either axis. Returns FALSE if none was found. */
static gboolean find_middle(Middle *middle, const BspBrushTable *table, const SideOf *side,
                            const guint8 axes[2])
{
    const BspTableBrush *brush = &table->brushes[side->brush];
    Limit limits[MOST_PLANES];
    double centre[2];
    guint n = 0;
    if (brush->n > MOST_PLANES || !is_across(&table->planes[side->plane], axes))
        return FALSE;
    for (guint i = brush->first; i < brush->first + brush->n; i++)
        if (i != side->plane)
            limits[n++] = limit_of(&table->planes[side->plane], &table->planes[i], axes);
    const Middle all = face_bounds(side, axes, centre);
    *middle = all;
    for (guint i = 0; i < n; i++)
        if (!shrink_to_limit(middle, centre, &limits[i]))
            return FALSE;
    stretch_axis(middle, &all, limits, n, 0);
    stretch_axis(middle, &all, limits, n, 1);
    return TRUE;
}

/* --- sides by the key of their plane --- */

/* A side and one key of its plane. A side near the border between key cells has several keys. */
typedef struct {
    BspTableKey key;
    SideOf of;
    BspBounds box; /* bounds of its face */
} Keyed;

/* Two planes count as equal, and may both touch the shape at one contact, if their normals differ
 * by at most NORMAL_MARGIN (pure number) and their distances by at most DIST_MARGIN (units). */
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

/* The number of consecutive sides with the same hash, starting at `first`. */
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

/* The greatest number of cells that list one side, on average over a group. */
#define MOST_LISTED 8

/* A group of at most this many sides has a single cell. */
#define FEW_SIDES 4

typedef struct {
    GArray *groups; /* BspTableGroup */
    GArray *cells;  /* guint32 */
    GArray *tiles;  /* BspTableTile */
} Groups;

/* A rectangle on the plane of a group of sides, in the group's integer coordinates (steps) or in
 * cells of its grid. Both ends are included. */
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

/* Chooses the size of the cells, such that there is roughly one cell for each side. Cells are
 * enlarged until each side is listed at most MOST_LISTED times, on average. */
static void choose_cells(BspTableGroup *group, const BspVec *size, const Keyed *sides, guint n)
{
    double u = size->v[group->axes[0]], v = size->v[group->axes[1]];
    double edge = n > FEW_SIDES ? MAX(sqrt(u * v / n), MAX(u, v) / n) : MAX(u, v);
    set_cells(group, edge);
    while (n_in_cells(group, sides, n) > MOST_LISTED * (guint64)n)
        set_cells(group, edge *= 2);
}

/* Makes the grid of a group. The axis of the normal's longest component is left out; the grid uses
 * the other two. */
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

static void count_tile(Groups *groups, guint32 *cell, const BspTableTile *tile)
{
    (void)groups, (void)tile;
    ++*cell;
}

/* Stores a tile in a cell. Tiles are stored from the end of the cell: *cell is at first the index
 * of the cell's end, and finally that of its beginning. */
static void store_tile(Groups *groups, guint32 *cell, const BspTableTile *tile)
{
    g_array_index(groups->tiles, BspTableTile, --*cell) = *tile;
}

/* The largest rectangle of whole steps inside the middle of a side. */
static BspTableRect rect_within(const BspTableGroup *group, const Middle *middle)
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

static BspTableTile tile_of(const BspBrushTable *table, const BspTableGroup *group,
                            const Keyed *side)
{
    Steps steps = steps_of(group, side);
    BspTableTile tile = { .around = bsp_brush_table_rect(steps.least, steps.most),
                          .within = BSP_TABLE_NOWHERE,
                          .brush = side->of.brush,
                          .plane = side->of.plane };
    Middle middle;
    if (find_middle(&middle, table, &side->of, group->axes))
        tile.within = rect_within(group, &middle);
    return tile;
}

/* Adds the tiles of a group. Sides are sorted by brush, and the tiles of a cell must be, too. Cells
 * are filled from their end, so the sides are stored in reverse order. */
static void fill_cells(Groups *groups, const BspBrushTable *table, const BspTableGroup *group,
                       const Keyed *keyed, guint n)
{
    guint n_cells = group->width * bsp_brush_table_cells_along(group, 1), end = groups->tiles->len;
    g_array_set_size(groups->cells, group->first + n_cells);
    for (guint i = 0; i < n; i++)
        for_each_cell(groups, group, &keyed[i], NULL, count_tile);
    for (guint i = 0; i < n_cells; i++) {
        guint32 *cell = &g_array_index(groups->cells, guint32, group->first + i);
        end += *cell;
        *cell = end;
    }
    g_array_set_size(groups->tiles, end);
    for (guint i = n; i-- > 0;) {
        BspTableTile tile = tile_of(table, group, &keyed[i]);
        for_each_cell(groups, group, &keyed[i], &tile, store_tile);
    }
}

/* --- the groups --- */

static void add_group(Groups *groups, const BspBrushTable *table, const Keyed *keyed, guint n)
{
    BspTableGroup group = group_of(table->planes[keyed->of.plane].normal, keyed, n);
    group.hash = bsp_brush_table_hash(&keyed->key);
    group.first = groups->cells->len;
    fill_cells(groups, table, &group, keyed, n);
    g_array_append_val(groups->groups, group);
}

/* Allocates the hash table of groups. At least a third of its slots stay free. */
static void make_slots(BspBrushTable *table, guint n_groups)
{
    table->n_slots = 1;
    while (table->n_slots < n_groups + n_groups / 2 + 1)
        table->n_slots *= 2;
    table->groups = g_new0(BspTableGroup, table->n_slots);
    for (guint i = 0; i < table->n_slots; i++)
        table->groups[i].first = BSP_TABLE_FREE;
}

static void put_into_slot(BspBrushTable *table, const BspTableGroup *group)
{
    guint at = group->hash & (table->n_slots - 1);
    while (table->groups[at].first != BSP_TABLE_FREE)
        at = (at + 1) & (table->n_slots - 1);
    table->groups[at] = *group;
}

/* Adds the groups to the table, which already has the brushes and planes. planes[]: the index in
 * the table of each face's plane, brush by brush. Returns FALSE if the job stopped; the caller must
 * then free the table. */
static gboolean add_groups(BspBrushTable *table, const BspSolid *solid, const guint *planes,
                           BspJob *job)
{
    g_autoptr(GArray) all = sides_by_key(solid, planes, job);
    Groups groups = { .groups = g_array_new(FALSE, FALSE, sizeof(BspTableGroup)),
                      .cells = g_array_new(FALSE, TRUE, sizeof(guint32)),
                      .tiles = g_array_new(FALSE, FALSE, sizeof(BspTableTile)) };
    for (guint i = 0, n; i < all->len && bsp_job_goes_on(job); i += n) {
        n = group_size(all, i);
        add_group(&groups, table, &g_array_index(all, Keyed, i), n);
    }
    g_array_append_val(groups.cells, groups.tiles->len);
    make_slots(table, groups.groups->len);
    for (guint i = 0; i < groups.groups->len; i++)
        put_into_slot(table, &g_array_index(groups.groups, BspTableGroup, i));
    g_array_unref(groups.groups);
    table->n_cells = groups.cells->len;
    table->n_tiles = groups.tiles->len;
    table->cells = (gpointer)g_array_free(groups.cells, FALSE);
    table->tiles = (gpointer)g_array_free(groups.tiles, FALSE);
    return bsp_job_goes_on(job);
}

G_STATIC_ASSERT(BSP_TABLE_MAX_DEPTH >= BSP_BVH_MAX_DEPTH);

/* --- the hierarchy of bounding boxes: the solid's hierarchy, converted to nodes with up to eight
 * children --- */

/* A child to be written: a node of the solid's hierarchy, or one of its items. */
typedef struct {
    guint node;
    gboolean is_item;
    guint item;
} Child;

typedef struct {
    const BspBvh *bvh;
    const BspBounds *boxes; /* bounds of the items, which are brushes */
    GArray *nodes;          /* BspTableNode */
} Widening;

/* Writes the children of a node, or the items of a leaf, to `parts`, and returns their number. An
 * item has no parts. */
static guint parts_of(const BspBvh *bvh, const Child *child, Child *parts)
{
    const BspBvhNode *node = &bvh->nodes[child->node];
    if (child->is_item)
        return 0;
    if (node->n == 0) {
        parts[0] = (Child){ .node = node->child };
        parts[1] = (Child){ .node = node->child + 1 };
        return 2;
    }
    for (guint i = 0; i < node->n; i++)
        parts[i] = (Child){ .is_item = TRUE, .item = bvh->items[node->child + i] };
    return node->n;
}

/* Replaces each child by its parts if they fit. Returns FALSE if no child was replaced. */
static gboolean open_children(const BspBvh *bvh, Child *children, guint *n)
{
    gboolean opened = FALSE;
    for (guint i = 0, before = *n; i < before; i++) {
        Child parts[BSP_TABLE_WIDE];
        guint n_parts = parts_of(bvh, &children[i], parts);
        if (n_parts == 0 || *n + n_parts - 1 > BSP_TABLE_WIDE)
            continue;
        children[i] = parts[0];
        for (guint k = 1; k < n_parts; k++)
            children[(*n)++] = parts[k];
        opened = TRUE;
    }
    return opened;
}

static void set_bounds(BspTableNode *node, guint i, const BspBounds *b)
{
    BspFloatBounds outward = bsp_float_bounds(b);
    for (guint k = 0; k < 3; k++) {
        node->least[k][i] = outward.mins[k];
        node->most[k][i] = outward.maxs[k];
    }
}

static gint32 widen_node(Widening *w, guint root)
{
    Child children[BSP_TABLE_WIDE] = { { .node = root } };
    guint n = 1, at = w->nodes->len;
    while (open_children(w->bvh, children, &n))
        ;
    BspTableNode node = { 0 };
    const BspBounds none = bsp_bounds_empty();
    g_array_append_val(w->nodes, node);
    for (guint i = 0; i < BSP_TABLE_WIDE; i++) {
        const Child *child = &children[i];
        set_bounds(&node, i,
                   i >= n           ? &none
                   : child->is_item ? &w->boxes[child->item]
                                    : &w->bvh->nodes[child->node].bounds);
        if (i < n && child->is_item)
            node.child[i] = ~(gint32)child->item;
        else if (i < n)
            node.child[i] = widen_node(w, child->node);
    }
    g_array_index(w->nodes, BspTableNode, at) = node;
    return (gint32)at;
}

/* --- the planes --- */

typedef struct {
    GArray *brushes; /* BspTableBrush */
    GArray *planes;  /* BspPlane */
    GArray *names;   /* BspTableName */
    GArray *sides;   /* guint: index in planes of each face's plane, brush by brush */
    GArray *vertices, *first;
} Listing;

static gboolean is_axial(const BspPlane *plane)
{
    return bsp_plane_axis(plane) >= 0;
}

static void list_plane(Listing *list, const BspPlane *plane, gint side, guint32 tag)
{
    BspTableName name = { side, tag };
    g_array_append_vals(list->planes, plane, 1);
    g_array_append_val(list->names, name);
}

/* Lists the planes of the brush's faces: either only the axial planes or only the oblique planes.
 */
static void list_faces(Listing *list, const BspBrush *brush, guint first_side, gboolean axial)
{
    for (guint i = 0; i < brush->cell->n_faces; i++) {
        const BspPlane *plane = &brush->cell->faces[i].plane;
        guint side = bsp_brush_side_of_face(brush, i);
        if (is_axial(plane) != axial)
            continue;
        g_array_index(list->sides, guint, first_side + i) = list->planes->len;
        list_plane(list, plane, (gint)side, bsp_brush_tag(brush, side));
    }
}

/* Lists planes without a face: either only the axial planes or only the oblique planes. */
static void list_others(Listing *list, const BspPlane *planes, guint n, gboolean axial)
{
    for (guint i = 0; i < n; i++)
        if (is_axial(&planes[i]) == axial)
            list_plane(list, &planes[i], -1, 0);
}

/* Sets the bounds of a brush. Where there is an axial plane, its distance is used, so that bounds
 * and planes agree to the last bit. */
static void set_brush_bounds(BspTableBrush *b, const BspBounds *bounds, const GArray *planes)
{
    for (guint k = 0; k < 3; k++) {
        b->least[k] = bounds->mins.v[k];
        b->most[k] = bounds->maxs.v[k];
        for (guint i = b->axial; i < b->axial + b->n_axial; i++) {
            const BspPlane *plane = &g_array_index(planes, BspPlane, i);
            if (plane->normal.v[k] == -1)
                b->least[k] = -plane->dist;
            else if (plane->normal.v[k] == 1)
                b->most[k] = plane->dist;
        }
    }
}

static void list_brush(Listing *list, const BspBrush *brush, const BspBounds *bounds)
{
    guint n_own = brush->cell->n_faces, first_side = list->sides->len;
    BspTableBrush b = { .contents = brush->contents, .first = list->planes->len, .n_own = n_own };
    g_autofree BspPlane *planes =
        bsp_cell_box_planes(brush->cell, &b.n); /* the faces' planes first */
    g_array_set_size(list->sides, first_side + n_own);
    list_faces(list, brush, first_side, FALSE);
    b.axial = list->planes->len;
    list_faces(list, brush, first_side, TRUE);
    list_others(list, planes + n_own, b.n - n_own, TRUE);
    b.n_axial = list->planes->len - b.axial;
    list_others(list, planes + n_own, b.n - n_own, FALSE);
    set_brush_bounds(&b, bounds, list->planes);
    g_array_append_val(list->brushes, b);
    if (list->vertices)
        bsp_cast_add_body(list->vertices, list->first, brush->cell);
}

/* --- the table --- */

static gpointer steal_data(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

static Listing listing_new(gboolean all_shapes)
{
    Listing list = { .brushes = g_array_new(FALSE, FALSE, sizeof(BspTableBrush)),
                     .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                     .names = g_array_new(FALSE, FALSE, sizeof(BspTableName)),
                     .sides = g_array_new(FALSE, FALSE, sizeof(guint)),
                     .vertices = all_shapes ? g_array_new(FALSE, FALSE, sizeof(BspVec)) : NULL,
                     .first = all_shapes ? g_array_new(FALSE, TRUE, sizeof(guint)) : NULL };
    if (all_shapes)
        g_array_set_size(list.first, 1);
    return list;
}

/* Moves the arrays into the table, except list->sides. */
static void move_listing(BspBrushTable *table, Listing *list, GArray *nodes)
{
    table->n_nodes = nodes->len;
    table->n_brushes = list->brushes->len;
    table->n_planes = list->planes->len;
    table->nodes = steal_data(nodes);
    table->brushes = steal_data(list->brushes);
    table->planes = steal_data(list->planes);
    table->names = steal_data(list->names);
    table->vertices = steal_data(list->vertices);
    table->first = steal_data(list->first);
}

BspBrushTable *bsp_brush_table_new_part(const BspSolid *solid, guint flags, BspJobPart part,
                                        GError **error)
{
    BspBrushTable *table = g_new0(BspBrushTable, 1);
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(BspTableNode));
    Listing list = listing_new((flags & BSP_TABLE_ALL_SHAPES) != 0);
    if (solid->brushes->len)
        widen_node(&(Widening){ solid->bvh, solid->boxes, nodes }, 0);
    for (guint i = 0; i < solid->brushes->len && bsp_job_goes_on(part.job); i++)
        list_brush(&list, bsp_solid_brush(solid, i), &solid->boxes[i]);
    move_listing(table, &list, nodes);
    gboolean whole = bsp_job_goes_on(part.job) &&
                     add_groups(table, solid, (const guint *)(gpointer)list.sides->data, part.job);
    g_array_unref(list.sides);
    bsp_job_part_done(part);
    if (whole)
        return table;
    bsp_brush_table_free(table);
    bsp_job_set_cancelled(part.job, error);
    return NULL;
}

BspBrushTable *bsp_brush_table_new(const BspSolid *solid, guint flags)
{
    return bsp_brush_table_new_part(solid, flags, bsp_job_part_none(), NULL);
}
