/* cell-split: how a plane shares out a cell, without cutting it. */
#include "geometry/cell-split.h"

/* Twice the area vectors of the parts of a face in front of the plane and behind it. The outline of
 * each part is walked once; where it crosses the plane it goes over to the other part, and the edge
 * that closes both runs between the two crossings. */
static void split_area(const BspCell *cell, const BspCellFace *face, const BspPlane *plane,
                       BspVec part[2])
{
    const guint *loop = cell->loop + face->first;
    BspVec origin = cell->vertices[loop[0]]; /* near: the products stay small */
    BspVec crossing[2] = { origin, origin }; /* leaving the front, leaving the back */
    guint last = loop[face->n - 1];
    BspVec a = bsp_vec_sub(cell->vertices[last], origin);
    double da = bsp_plane_distance(plane, cell->vertices[last]);
    part[0] = part[1] = bsp_vec(0, 0, 0);
    gboolean crosses = FALSE;
    for (guint i = 0; i < face->n; i++) {
        BspVec b = bsp_vec_sub(cell->vertices[loop[i]], origin);
        double db = bsp_plane_distance(plane, cell->vertices[loop[i]]);
        guint side_a = da < 0, side_b = db < 0;
        if (side_a == side_b) {
            part[side_a] = bsp_vec_add(part[side_a], bsp_vec_cross(a, b));
        } else {
            BspVec middle = bsp_vec_mad(a, da / (da - db), bsp_vec_sub(b, a));
            part[side_a] = bsp_vec_add(part[side_a], bsp_vec_cross(a, middle));
            part[side_b] = bsp_vec_add(part[side_b], bsp_vec_cross(middle, b));
            crossing[side_a] = middle;
            crosses = TRUE;
        }
        a = b;
        da = db;
    }
    if (crosses) {
        BspVec closing = bsp_vec_cross(crossing[0], crossing[1]);
        part[0] = bsp_vec_add(part[0], closing);
        part[1] = bsp_vec_sub(part[1], closing);
    }
}

BspCellSplit bsp_cell_measure_split(const BspCell *cell, const BspPlane *plane)
{
    BspCellSplit cut = { { 0, 0 }, { 0, 0 } };
    BspVec outward = bsp_vec(0, 0, 0); /* of all the faces in front */
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        BspVec part[2];
        split_area(cell, face, plane, part);
        outward = bsp_vec_add(outward, part[0]);
        /* Pyramids whose common tip is on the cut, which then adds nothing. */
        BspVec tip = bsp_vec_scale(plane->normal, plane->dist);
        double height = bsp_vec_dot(face->plane.normal,
                                    bsp_vec_sub(cell->vertices[cell->loop[face->first]], tip));
        for (guint k = 0; k < 2; k++) {
            double area = bsp_vec_dot(part[k], face->plane.normal) / 2;
            cut.area[k] += area;
            cut.volume[k] += area * height / 3;
        }
    }
    /* The area vectors of a closed surface add up to nothing: what lacks is the cut. */
    double cap = bsp_vec_length(outward) / 2;
    cut.area[0] += cap;
    cut.area[1] += cap;
    return cut;
}
