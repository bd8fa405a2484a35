/* cell-before: the distance of a point from a cell, and a plane that separates them. */
#include "geometry/cell-before.h"

/* Considers the plane that touches the cell and has the normal `way`. Stores it if p is farther in
 * front of it than *farthest. */
static void try_normal(const BspCell *cell, BspVec p, BspVec way, double *farthest, BspPlane *plane)
{
    double length = bsp_vec_length(way);
    if (!(length > BSP_CELL_EPSILON))
        return;
    BspVec normal = bsp_vec_scale(way, 1 / length);
    double support = bsp_cell_support(cell, normal), before = bsp_vec_dot(normal, p) - support;
    if (before > *farthest) {
        *farthest = before;
        *plane = (BspPlane){ normal, support };
    }
}

/* The vector to p from the nearest point of the line through a and b. */
static BspVec way_from_line(BspVec a, BspVec b, BspVec p)
{
    BspVec along = bsp_vec_sub(b, a), way = bsp_vec_sub(p, a);
    double square = bsp_vec_dot(along, along);
    return square > 0 ? bsp_vec_mad(way, -bsp_vec_dot(way, along) / square, along) : way;
}

double bsp_cell_before(const BspCell *cell, BspVec p, BspPlane *plane)
{
    double farthest = 0;
    for (guint i = 0; i < cell->n_vertices; i++)
        try_normal(cell, p, bsp_vec_sub(p, cell->vertices[i]), &farthest, plane);
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        const guint *loop = cell->loop + face->first;
        try_normal(cell, p, face->plane.normal, &farthest, plane);
        for (guint k = 0; k < face->n; k++)
            try_normal(
                cell, p,
                way_from_line(cell->vertices[loop[k]], cell->vertices[loop[(k + 1) % face->n]], p),
                &farthest, plane);
    }
    return farthest;
}
