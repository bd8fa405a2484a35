/* bodies: converts cells into the bodies that casts need. */
#include "compile/bodies.h"

static gsize nearest_vertex(const BspVec *vertices, gsize n, BspVec p)
{
    gsize nearest = 0;
    double least = HUGE_VAL;
    for (gsize i = 0; i < n; i++) {
        BspVec apart = bsp_vec_sub(vertices[i], p);
        if (bsp_vec_dot(apart, apart) < least) {
            least = bsp_vec_dot(apart, apart);
            nearest = i;
        }
    }
    return nearest;
}

/* Restores corners that lost more than BSP_BRUSH_THICKNESS by eroding, so that they lose only
 * BSP_BRUSH_THICKNESS. Eroding removes more from a sharp corner than from a blunt one, without
 * limit, and may remove a splinter completely. */
static void restore_tips(GArray *vertices, guint first, const BspCell *cell)
{
    guint n = vertices->len - first;
    for (guint i = 0; i < cell->n_vertices; i++) {
        const BspVec *eroded = &g_array_index(vertices, BspVec, first);
        BspVec tip = cell->vertices[i];
        BspVec inward = bsp_vec_sub(eroded[nearest_vertex(eroded, n, tip)], tip);
        double lost = bsp_vec_length(inward);
        if (lost <= BSP_BRUSH_THICKNESS)
            continue;
        tip = bsp_vec_mad(tip, BSP_BRUSH_THICKNESS / lost, inward);
        g_array_append_val(vertices, tip);
    }
}

BspCastPlace bsp_cast_add_body(GArray *vertices, const BspCell *cell)
{
    guint n, first = vertices->len;
    g_autofree BspVec *eroded = bsp_cell_eroded(cell, BSP_TOUCH, &n);
    BspVec centre = bsp_cell_interior_point(cell);
    g_array_append_vals(vertices, cell->vertices, cell->n_vertices);
    guint inner = vertices->len;
    g_array_append_vals(vertices, n ? eroded : &centre, n ? n : 1);
    restore_tips(vertices, inner, cell);
    return (BspCastPlace){ first, inner - first, vertices->len - inner };
}
