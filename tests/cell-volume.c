/* cell-volume: the surface of a cell, for tests of functions that cut cells. */
#include "cell-volume.h"

double cell_surface(const BspCell *cell)
{
    double area = 0;
    for (guint i = 0; cell && i < cell->n_faces; i++) {
        g_autoptr(BspPolygon) face = bsp_cell_face_polygon(cell, i);
        area += bsp_polygon_area(face);
    }
    return area;
}
