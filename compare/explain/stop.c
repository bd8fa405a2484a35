/* stop: finds the reason why plane shifting stops an object. */
#include "explain/stop.h"

#include "bsp-brush-table.h"
#include "bsp-nodes.h"
#include "oracle/oracle.h"
#include "tools/bsp-inspect.h"

/* Units. Cells without a bound are cut off at this distance from the world. The value is larger
 * than usual shapes, so that the cut is not near the object. */
#define ROOM 64.0

/* Units. Corners that are farther than the nearest corner by at most this distance count as
 * nearest, too. It is BSP_BRACKET, so that a difference within the bracket decides nothing. */
#define AS_NEAR 1e-3

/* --- the descent of the tree --- */

/* A plane of a node above the cell in the tree. It faces outward. */
typedef struct {
    BspPlane plane;
    gboolean is_bevel;
} Above;

typedef struct {
    const CompareTreeView *tree;
    const BspShape *shape;
    BspVec from, delta;
    GArray *above; /* an array of Above: the planes above the current node */
    double t; /* the time at which the move enters the first cell that was found; more than 1 if
                 none was found */
    GArray *found; /* an array of Above: the planes of that cell */
    gint entering; /* the index in `found` of the plane that the move enters last; -1 if the move
                      begins inside */
} Walk;

/* The part of the move that is behind all planes visited so far, from time `from` to time `to`.
 * `impact` is the time at which the move enters these planes, without the allowance for
 * touching. */
typedef struct {
    double from, to, impact;
    gint entering;
} Piece;

static void reach_cell(Walk *walk, const Piece *piece)
{
    double t = MAX(piece->impact, 0);
    if (t >= walk->t)
        return;
    walk->t = t;
    walk->entering = piece->impact > 0 ? piece->entering : -1;
    g_array_set_size(walk->found, 0);
    g_array_append_vals(walk->found, walk->above->data, walk->above->len);
}

/* Clips the piece to the part behind the plane, which is moved outward by `limit`. For
 * piece->impact, the plane is moved by `touch` more. Returns FALSE if no part is left. */
static gboolean keep_behind(const Walk *walk, Piece *piece, const BspPlane *plane, double limit,
                            double touch)
{
    double d = bsp_plane_distance(plane, walk->from) - limit;
    double v = bsp_vec_dot(plane->normal, walk->delta);
    if (v == 0)
        return d <= 0;
    double t = -d / v;
    if (v > 0) {
        piece->to = MIN(piece->to, t);
    } else {
        double crossing = t + touch / v;
        piece->from = MAX(piece->from, t);
        if (crossing > piece->impact) {
            piece->impact = crossing;
            piece->entering = (gint)walk->above->len;
        }
    }
    return piece->from <= piece->to;
}

static void go_down(Walk *walk, int32_t at, Piece piece);

static void try_side(Walk *walk, int32_t at, unsigned side, Piece piece)
{
    BspNodeView node = bsp_nodes_view(walk->tree->nodes, at);
    ShiftOffsets offsets = shift_tree_offsets(walk->tree->shift, at, walk->shape);
    Above above = { side ? node.plane : bsp_plane_flipped(&node.plane),
                    compare_view_is_bevel(walk->tree, &node) };
    double limit = side ? offsets.under : -offsets.over;
    if (!keep_behind(walk, &piece, &above.plane, limit, offsets.touch))
        return;
    g_array_append_val(walk->above, above);
    go_down(walk, node.child[side], piece);
    g_array_set_size(walk->above, walk->above->len - 1);
}

static void go_down(Walk *walk, int32_t at, Piece piece)
{
    if (at < 0 && at != ~0)
        reach_cell(walk, &piece);
    if (at < 0)
        return;
    for (unsigned side = 0; side < 2; side++)
        try_side(walk, at, side, piece);
}

/* --- the cell --- */

/* Returns the region bounded by the planes. Leaves out bevels, because they only touch the region.
 * The faces of the region are tagged with the numbers of the planes. */
static BspCell *cell_of(const GArray *found, const BspSolid *solid)
{
    BspBounds room = bsp_bounds_grown(bsp_solid_bounds(solid), ROOM);
    BspCell *cell = bsp_cell_new_box(&room);
    for (guint i = 0; i < found->len; i++) {
        const Above *above = &g_array_index(found, Above, i);
        BspCell *back = NULL;
        if (above->is_bevel)
            continue;
        bsp_cell_split(cell, &above->plane, i, NULL, &back);
        if (!back)
            continue; /* the part behind the plane is too thin for a cell */
        bsp_cell_free(cell);
        cell = back;
    }
    return cell;
}

static void describe_plane(CompareStop *stop, const Walk *walk)
{
    stop->n_planes = walk->found->len;
    for (guint i = 0; i < walk->found->len; i++)
        stop->n_bevels += g_array_index(walk->found, Above, i).is_bevel ? 1 : 0;
    if (walk->entering < 0)
        return;
    const Above *above = &g_array_index(walk->found, Above, walk->entering);
    stop->plane = above->plane;
    stop->offset = bsp_shape_offset(walk->shape, above->plane.normal);
    stop->kind = above->is_bevel ? COMPARE_STOP_BEVEL : COMPARE_STOP_AWAY;
    for (guint i = 0; i < stop->cell->n_faces; i++)
        if (stop->cell->faces[i].tag == (guint)walk->entering)
            stop->kind = COMPARE_STOP_FACE;
}

static gboolean is_in_brush(const BspBrush *brush, BspVec p)
{
    for (guint i = 0; i < bsp_brush_cell(brush)->n_faces; i++)
        if (bsp_plane_distance(&bsp_brush_cell(brush)->faces[i].plane, p) > BSP_TOUCH)
            return FALSE;
    return TRUE;
}

/* Returns the number of the brush that contains the cell and is selected by the mask, or
 * COMPARE_NO_BRUSH. */
static guint brush_of(const CompareStop *stop, const BspSolid *solid, guint32 mask)
{
    BspVec p = bsp_cell_interior_point(stop->cell);
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++)
        if (bsp_mask_selects(mask, bsp_brush_contents(bsp_solid_brush(solid, i))) &&
            is_in_brush(bsp_solid_brush(solid, i), p))
            return i;
    return COMPARE_NO_BRUSH;
}

/* --- the true distance --- */

/* If two of the nearest corners have an edge between them, finds the edge. */
static void describe_edge(CompareStop *stop, const gboolean *is_near)
{
    guint n;
    g_autofree BspCellEdge *edges = bsp_cell_edges(stop->cell, &n);
    for (guint i = 0; i < n; i++) {
        if (!is_near[edges[i].v[0]] || !is_near[edges[i].v[1]])
            continue;
        stop->near = COMPARE_NEAR_EDGE;
        for (guint k = 0; k < 2; k++) {
            stop->corner[k] = stop->cell->vertices[edges[i].v[k]];
            stop->normal[k] = stop->cell->faces[edges[i].face[k]].plane.normal;
        }
        double cosine = bsp_vec_dot(stop->normal[0], stop->normal[1]);
        stop->angle = acos(CLAMP(cosine, -1.0, 1.0)) * 180 / G_PI;
        return;
    }
}

/* Finds the part of the cell nearest to the object. */
static void describe_nearest(CompareStop *stop)
{
    const BspCell *cell = stop->cell;
    double most = bsp_cell_support(cell, stop->away);
    g_autofree gboolean *is_near = g_new0(gboolean, cell->n_vertices);
    guint n = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        is_near[i] = bsp_vec_dot(stop->away, cell->vertices[i]) > most - AS_NEAR;
        if (is_near[i] && n++ == 0)
            stop->corner[0] = cell->vertices[i];
    }
    if (n == 2)
        describe_edge(stop, is_near);
    for (guint i = 0; i < cell->n_faces && n > 2; i++) {
        if (bsp_vec_dot(cell->faces[i].plane.normal, stop->away) < 1 - 1e-6)
            continue;
        stop->near = COMPARE_NEAR_FACE;
        stop->normal[0] = cell->faces[i].plane.normal;
    }
}

static void measure(CompareStop *stop, const Walk *walk)
{
    BspVec at = bsp_vec_mad(walk->from, stop->t, walk->delta);
    BspCellCast cast = bsp_cell_cast(stop->cell, walk->shape, walk->from, walk->delta, at);
    stop->meets = cast.meets;
    stop->t_meets = cast.t;
    stop->away = cast.away;
    if (bsp_vec_length(stop->away) == 0)
        return;
    double gap = bsp_vec_dot(stop->away, at) - bsp_shape_offset(walk->shape, stop->away) -
                 bsp_cell_support(stop->cell, stop->away);
    stop->gap = MAX(gap, 0);
    describe_nearest(stop);
}

gboolean compare_stop_find(CompareStop *stop, const CompareTreeView *tree, const BspSolid *solid,
                           const BspShape *shape, BspVec from, BspVec to)
{
    g_autoptr(GArray) above = g_array_new(FALSE, FALSE, sizeof(Above));
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(Above));
    Walk walk = { tree, shape, from, bsp_vec_sub(to, from), above, 2, found, -1 };
    go_down(&walk, bsp_nodes_root(tree->nodes), (Piece){ 0, 1, -HUGE_VAL, -1 });
    *stop = (CompareStop){ .t = walk.t };
    if (walk.t > 1)
        return FALSE;
    stop->cell = cell_of(found, solid);
    describe_plane(stop, &walk);
    stop->brush = brush_of(stop, solid, shift_tree_mask(tree->shift));
    measure(stop, &walk);
    return TRUE;
}

void compare_stop_clear(CompareStop *stop)
{
    g_clear_pointer(&stop->cell, bsp_cell_free);
}
