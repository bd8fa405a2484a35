/* uncovered: brushes expanded for a box, the part of a cell that a solid leaves uncovered, and how
 * far this part reaches. */
#include "level/uncovered.h"

#include "tools/bsp-inspect.h"

/* The most pieces into which one cell is cut. In real levels a few dozen neighbours cover a cell.
 */
#define MAX_PIECES 4096

gboolean bsp_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                          GError **error)
{
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        BspBrush *brush = bsp_brush_expand(bsp_solid_brush(solid, i), box, error);
        if (!brush)
            return FALSE;
        g_ptr_array_add(to, brush);
    }
    return TRUE;
}

/* --- distances --- */

typedef struct {
    const BspSolid *solid;
    BspVec p;
    double nearest;
} Nearest;

static gboolean update_nearest(guint item, gpointer user_data)
{
    Nearest *n = user_data;
    const BspCell *cell = bsp_brush_cell(bsp_solid_brush(n->solid, item));
    n->nearest = fmin(n->nearest, bsp_cell_distance(cell, n->p, NULL));
    return n->nearest > 0;
}

/* Units to the nearest point of the solid; 0 inside; HUGE_VAL if it has no brushes. */
static double distance_from_solid(const BspSolid *solid, BspVec p)
{
    Nearest n = { solid, p, HUGE_VAL };
    if (!bsp_solid_n_brushes(solid))
        return HUGE_VAL;
    /* Searches ever larger boxes. Brushes outside a box are farther away than its half width. */
    for (double reach = 1; reach < 16 * BSP_WORLD_HALF && n.nearest > reach / 4; reach *= 4) {
        BspBounds near = { p, p };
        near = bsp_bounds_grown(&near, reach);
        bsp_solid_overlapping(solid, &near, update_nearest, &n);
    }
    return n.nearest;
}

/* --- uncovered parts --- */

typedef struct {
    const BspSolid *solid;
    GPtrArray *pieces; /* BspCell */
    gboolean too_many;
} Rest;

static gboolean is_apart(const BspCell *piece, const BspBrush *brush)
{
    BspBounds bounds = bsp_cell_bounds(piece);
    if (!bsp_bounds_overlap(&bounds, bsp_brush_bounds(brush)))
        return TRUE;
    for (guint f = 0; f < bsp_brush_cell(brush)->n_faces; f++) {
        BspSide side =
            bsp_cell_side(piece, &bsp_brush_cell(brush)->faces[f].plane, BSP_CELL_EPSILON);
        if (side == BSP_SIDE_FRONT || side == BSP_SIDE_ON)
            return TRUE;
    }
    return FALSE;
}

static void keep_piece(Rest *rest, BspCell *piece)
{
    if (bsp_cell_thickness(piece) >= BSP_BRACKET)
        g_ptr_array_add(rest->pieces, piece);
    else
        bsp_cell_free(piece);
}

/* Subtracts the brush from a piece, which is consumed. */
static void cut_brush_out(Rest *rest, BspCell *piece, const BspBrush *brush)
{
    for (guint f = 0; f < bsp_brush_cell(brush)->n_faces && piece; f++) {
        BspCell *front, *back;
        bsp_cell_split(piece, &bsp_brush_cell(brush)->faces[f].plane, 0, &front, &back);
        bsp_cell_free(piece);
        if (front)
            keep_piece(rest, front);
        piece = back;
    }
    bsp_cell_free(piece);
}

static gboolean subtract_brush(guint item, gpointer user_data)
{
    Rest *rest = user_data;
    const BspBrush *brush = bsp_solid_brush(rest->solid, item);
    for (guint i = rest->pieces->len; i-- > 0;)
        if (!is_apart(rest->pieces->pdata[i], brush))
            cut_brush_out(rest, g_ptr_array_steal_index_fast(rest->pieces, i), brush);
    rest->too_many = rest->pieces->len > MAX_PIECES;
    return rest->pieces->len > 0 && !rest->too_many;
}

gboolean bsp_cell_uncovered(const BspCell *cell, const BspSolid *solid, double *distance,
                            BspVec *at)
{
    g_autoptr(GPtrArray) pieces = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_cell_free);
    Rest rest = { solid, pieces, FALSE };
    BspBounds bounds = bsp_cell_bounds(cell);
    *distance = 0;
    *at = bsp_cell_interior_point(cell);
    g_ptr_array_add(pieces, bsp_cell_copy(cell));
    if (bsp_solid_n_brushes(solid))
        bsp_solid_overlapping(solid, &bounds, subtract_brush, &rest);
    for (guint i = 0; i < pieces->len && !rest.too_many; i++) {
        const BspCell *piece = pieces->pdata[i];
        for (guint k = 0; k < piece->n_vertices; k++) {
            double d = distance_from_solid(solid, piece->vertices[k]);
            if (d > *distance) {
                *distance = d;
                *at = piece->vertices[k];
            }
        }
    }
    return !rest.too_many;
}
