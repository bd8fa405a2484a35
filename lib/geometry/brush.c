/* brush: makes bounded convex solids. */
#include "geometry/brush.h"
#include "bsp-hull.h"

#include <string.h>

#include "geometry/fail.h"

GQuark bsp_error_quark(void)
{
    return g_quark_from_static_string("bsp-error-quark");
}

static BspBrush *brush_take_cell(BspCell *cell)
{
    BSP_ASSERT(cell->n_faces >= 4 && cell->n_vertices >= 4);
    BspBrush *brush = g_new0(BspBrush, 1);
    brush->cell = bsp_cell_copy(cell); /* the copy has no spare memory, as splitting leaves it */
    brush->bounds = bsp_cell_bounds(cell);
    brush->contents = 1;
    brush->n_sides = cell->n_faces;
    bsp_cell_free(cell);
    return brush;
}

void bsp_brush_free(BspBrush *brush)
{
    if (!brush)
        return;
    bsp_cell_free(brush->cell);
    g_free(brush->side_of_face);
    g_free(brush->tags);
    g_free(brush);
}

/* --- contents and tags --- */

void bsp_brush_set_contents(BspBrush *brush, guint32 contents)
{
    brush->contents = contents;
}

guint32 bsp_brush_contents(const BspBrush *brush)
{
    return brush->contents;
}

guint bsp_brush_n_sides(const BspBrush *brush)
{
    return brush->n_sides;
}

void bsp_brush_set_tag(BspBrush *brush, guint side, guint32 tag)
{
    g_return_if_fail(side < brush->n_sides);
    if (!brush->tags && tag)
        brush->tags = g_new0(guint32, brush->n_sides);
    if (brush->tags)
        brush->tags[side] = tag;
}

guint32 bsp_brush_tag(const BspBrush *brush, guint side)
{
    g_return_val_if_fail(side < brush->n_sides, 0);
    return brush->tags ? brush->tags[side] : 0;
}

/* --- construction --- */

/* Returns v / length. A multiplication by 1 / length could make an axial normal of length slightly
 * different from 1. */
static BspVec divided(BspVec v, double length)
{
    return bsp_vec(v.x / length, v.y / length, v.z / length);
}

static gboolean normalise(const BspPlane *planes, guint n, BspPlane *out, GError **error)
{
    for (guint i = 0; i < n; i++) {
        double length = bsp_vec_length(planes[i].normal);
        if (!isfinite(length) || !isfinite(planes[i].dist)) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                        "plane %u has a number that is not finite", i);
            return FALSE;
        }
        if (length < 1e-12) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                        "plane %u has no direction, because its normal is shorter than 1e-12", i);
            return FALSE;
        }
        /* A normal that already has unit length is not changed, not even in its last bit. */
        if (fabs(length - 1) > 1e-15)
            out[i] = (BspPlane){ divided(planes[i].normal, length), planes[i].dist / length };
        else
            out[i] = planes[i];
    }
    return TRUE;
}

BspBrush *bsp_brush_new_cell(BspCell *cell, GError **error)
{
    double thickness = bsp_cell_thickness(cell);
    if (thickness < BSP_BRUSH_THICKNESS) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                    "the solid is degenerate: it is %.3g units thick, but at least %.3g are needed",
                    thickness, BSP_BRUSH_THICKNESS);
        bsp_cell_free(cell);
        return NULL;
    }
    if (cell->n_faces > BSP_BRUSH_MOST_FACES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "the solid has %u faces, but at most %d are allowed", cell->n_faces,
                    BSP_BRUSH_MOST_FACES);
        bsp_cell_free(cell);
        return NULL;
    }
    return brush_take_cell(cell);
}

static gboolean is_within(const BspBounds *box, double half)
{
    for (int i = 0; i < 3; i++)
        if (!(box->mins.v[i] >= -half && box->maxs.v[i] <= half))
            return FALSE;
    return TRUE;
}

static BspCell *clip_cube(double half, const BspPlane *planes, guint n)
{
    BspBounds cube = { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) };
    return bsp_cell_take_behind_all(bsp_cell_new_box(&cube), planes, n, 0);
}

/* Returns the cell behind the planes. It is clipped from a large cube, so its vertices have large
 * rounding errors. Returns NULL with an error if the cell is empty or reaches beyond half units
 * along an axis.
 *
 * A face of the solid on the border of the world cannot be distinguished from a face of the cube.
 * Only in this case a larger cube is clipped, because the size of the cube changes the last bits of
 * the vertices. */
static BspCell *rough_cell(const BspPlane *unit, guint n, double half, GError **error)
{
    BspCell *cell = clip_cube(BSP_WORLD_HALF, unit, n);
    if (!cell || bsp_cell_ends_in_box(cell)) {
        bsp_cell_free(cell);
        cell = clip_cube(half + 1, unit, n);
    }
    if (!cell) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                    "the solid is empty, because no point lies inside all of its %u planes", n);
        return NULL;
    }
    BspBounds bounds = bsp_cell_bounds(cell);
    if (!bsp_cell_ends_in_box(cell) && is_within(&bounds, half + BSP_CELL_EPSILON))
        return cell;
    g_set_error(
        error, BSP_ERROR, BSP_ERROR_GEOMETRY,
        "the solid is unbounded, or reaches beyond %g units, because its %u planes do not close it",
        half, n);
    bsp_cell_free(cell);
    return NULL;
}

/* Returns the cell behind the planes, whose normals have unit length. Returns NULL with an error if
 * the cell is empty or reaches beyond half units along an axis. */
static BspCell *cell_of_planes(const BspPlane *unit, guint n, double half, GError **error)
{
    g_autoptr(BspCell) rough = rough_cell(unit, n, half, error);
    if (!rough)
        return NULL;
    /* Clip again, now a box that fits closely, because vertices cut from huge faces have rounding
     * errors in proportion to the faces' size. */
    BspBounds rough_bounds = bsp_cell_bounds(rough);
    BspBounds snug = bsp_bounds_grown(&rough_bounds, 1);
    BspCell *cell = bsp_cell_take_behind_all(bsp_cell_new_box(&snug), unit, n, 0);
    if (!cell || bsp_cell_ends_in_box(cell)) {
        g_set_error(
            error, BSP_ERROR, BSP_ERROR_GEOMETRY,
            "the solid is degenerate: its planes meet at angles that are too sharp to compute");
        g_clear_pointer(&cell, bsp_cell_free);
    }
    return cell;
}

/* Replaces the planes by the planes of the cell's faces, in the order of the faces, and reorders
 * sides[] in the same way. Returns the number of planes. */
static guint face_planes(const BspCell *cell, BspPlane *planes, guint *sides)
{
    for (guint f = 0; f < cell->n_faces; f++) {
        planes[f] = cell->faces[f].plane;
        BSP_ASSERT(cell->faces[f].tag >=
                   f); /* so no element of sides[] is overwritten before its use */
        sides[f] = sides[cell->faces[f].tag];
    }
    return cell->n_faces;
}

/* Stores the number of sides, and the side of each face. Takes ownership of *sides, unless every
 * face has the same number as its side. */
static void keep_sides(BspBrush *brush, guint n_sides, guint **sides)
{
    BSP_ASSERT(brush->cell->n_faces <= n_sides);
    brush->n_sides = n_sides;
    guint f = 0;
    while (f < brush->cell->n_faces && (*sides)[f] == f)
        f++;
    if (f < brush->cell->n_faces)
        brush->side_of_face = g_steal_pointer(sides);
}

BspBrush *bsp_brush_new_planes(const BspPlane *planes, guint n, GError **error)
{
    g_autofree BspPlane *unit = g_new(BspPlane, MAX(n, 1));
    g_autofree guint *sides = g_new(guint, MAX(n, 1));
    guint n_sides = n;
    if (!normalise(planes, n, unit, error))
        return NULL;
    for (guint i = 0; i < n; i++)
        sides[i] = i;
    BspCell *cell = cell_of_planes(unit, n, BSP_WORLD_HALF, error);
    /* A plane that ends up without a face may have cut a vertex during clipping, which changes the
     * order and the last bits of the vertices. So clipping is repeated with the faces' planes,
     * until every plane has a face. Only then do the planes of the brush make the same brush again.
     */
    while (cell && cell->n_faces < n) {
        n = face_planes(cell, unit, sides);
        bsp_cell_free(cell);
        cell = cell_of_planes(unit, n, BSP_WORLD_HALF, error);
    }
    BspBrush *brush = cell ? bsp_brush_new_cell(cell, error) : NULL;
    if (brush)
        keep_sides(brush, n_sides, &sides);
    return brush;
}

BspBrush *bsp_brush_new_box(BspVec mins, BspVec maxs, GError **error)
{
    BspPlane planes[6];
    for (int i = 0; i < 3; i++) {
        BspVec axis = bsp_vec_axis(i);
        if (mins.v[i] >= maxs.v[i]) {
            bsp_fail(error, BSP_ERROR_GEOMETRY,
                     "the box is empty, because along %c it goes from %g to %g", "xyz"[i],
                     mins.v[i], maxs.v[i]);
            return NULL;
        }
        planes[2 * i] = (BspPlane){ axis, maxs.v[i] };
        planes[2 * i + 1] = (BspPlane){ bsp_vec_neg(axis), -mins.v[i] };
    }
    return bsp_brush_new_planes(planes, 6, error);
}

BspBrush *bsp_brush_new_points(const BspVec *points, guint n, GError **error)
{
    g_autoptr(BspHull) hull = bsp_hull_new(points, n, error);
    return hull ? bsp_brush_new_planes(hull->planes, hull->n_planes, error) : NULL;
}

/* --- expansion --- */

typedef struct {
    BspPlane *planes;
    guint n, size;
} PlaneList;

static void add_support_plane(PlaneList *list, const BspCell *cell, BspVec normal)
{
    for (guint i = 0; i < list->n; i++)
        if (bsp_same_normal(list->planes[i].normal, normal))
            return;
    if (list->n == list->size) {
        list->size = 2 * list->size;
        list->planes = g_renew(BspPlane, list->planes, list->size);
    }
    list->planes[list->n++] = (BspPlane){ normal, bsp_cell_support(cell, normal) };
}

/* Units. The position of edges and vertices between nearly coplanar faces may be wrong by about
 * this length. If planes differ by 1e-5 radian, they magnify an error of BSP_CELL_EPSILON to this
 * length. */
#define EDGE_ERROR 0.01

/* Adds the plane through an edge and parallel to an axis, if the cell lies behind it, within
 * EDGE_ERROR. The tolerance is generous, because an unnecessary plane that touches the cell is
 * harmless, and a missing plane makes the sum too large. */
static void add_edge_plane(PlaneList *list, const BspCell *cell, const BspCellEdge *edge, int axis)
{
    BspVec a = cell->vertices[edge->v[0]];
    BspVec along = bsp_vec_sub(cell->vertices[edge->v[1]], a);
    BspVec cross = bsp_vec_cross(along, bsp_vec_axis(axis));
    double length = bsp_vec_length(cross);
    if (length <= 1e-9 * bsp_vec_length(along))
        return; /* the edge is parallel to the axis, so its faces are such planes already */
    if ((cross.x != 0) + (cross.y != 0) + (cross.z != 0) == 1)
        return; /* the plane is axial, and axial planes are listed already */
    for (double sign = -1; sign <= 1; sign += 2) {
        BspVec normal = bsp_vec_scale(cross, sign / length);
        if (bsp_cell_support(cell, normal) - bsp_vec_dot(normal, a) <= EDGE_ERROR)
            add_support_plane(list, cell, normal);
    }
}

BspPlane *bsp_cell_box_planes(const BspCell *cell, guint *n_planes)
{
    PlaneList list = { .size = cell->n_faces + 32 };
    list.planes = g_new(BspPlane, list.size);
    for (guint f = 0; f < cell->n_faces; f++)
        list.planes[list.n++] = cell->faces[f].plane;
    for (int axis = 0; axis < 3; axis++) {
        for (double sign = -1; sign <= 1; sign += 2) {
            BspVec normal = bsp_vec(0, 0, 0);
            normal.v[axis] = sign;
            add_support_plane(&list, cell, normal);
        }
    }
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n_edges);
    for (guint e = 0; e < n_edges; e++)
        for (int axis = 0; axis < 3; axis++)
            add_edge_plane(&list, cell, &edges[e], axis);
    *n_planes = list.n;
    return list.planes;
}

BspBrush *bsp_brush_expand(const BspBrush *brush, const BspBounds *box, GError **error)
{
    return bsp_brush_expand_eroded(brush, box, 0, error);
}

BspBrush *bsp_brush_expand_eroded(const BspBrush *brush, const BspBounds *box, double erosion,
                                  GError **error)
{
    BspShape shape = bsp_shape_box(box->mins, box->maxs);
    guint n;
    if (!is_within(box, BSP_WORLD_HALF)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY, "the box reaches beyond %g units",
                    BSP_WORLD_HALF);
        return NULL;
    }
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &n);
    for (guint i = 0; i < n; i++)
        planes[i].dist += bsp_shape_offset(&shape, planes[i].normal) - erosion;
    if (!normalise(planes, n, planes, error))
        return NULL;
    BspCell *cell = cell_of_planes(planes, n, 2 * BSP_WORLD_HALF, error);
    return cell ? bsp_brush_new_cell(cell, error) : NULL;
}
