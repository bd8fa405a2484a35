/* cell-volume: the volume and the surface of a cell, for tests of functions that cut and make
 * cells. */
#include "cell-volume.h"

double cell_volume(const BspCell *cell)
{
    /* the sum over pyramids from a common vertex to the faces */
    double six = 0;
    BspVec tip = cell->vertices[0];
    for (guint f = 0; f < cell->n_faces; f++) {
        const guint *loop = cell->loop + cell->faces[f].first;
        BspVec a = bsp_vec_sub(cell->vertices[loop[0]], tip);
        for (guint k = 1; k + 1 < cell->faces[f].n; k++) {
            BspVec b = bsp_vec_sub(cell->vertices[loop[k]], tip);
            BspVec c = bsp_vec_sub(cell->vertices[loop[k + 1]], tip);
            six += bsp_vec_dot(a, bsp_vec_cross(b, c));
        }
    }
    return six / 6;
}

double cell_surface(const BspCell *cell)
{
    double area = 0;
    for (guint i = 0; cell && i < cell->n_faces; i++) {
        g_autoptr(BspPolygon) face = bsp_cell_face_polygon(cell, i);
        area += bsp_polygon_area(face);
    }
    return area;
}
