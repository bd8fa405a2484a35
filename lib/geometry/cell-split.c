/* cell-split: the surface and volume of the two parts into which a plane divides a cell. */
#include "geometry/cell-split.h"

struct BspCellMeasure {
    const BspCell *cell;
    double *distance; /* each vertex's distance from the current plane */
    struct {
        BspVec vector; /* twice the area vector of a face */
        double area;
    } whole[];
};

/* A vertex relative to the face's first vertex: small coordinates keep products exact. */
static BspVec corner(const BspCell *cell, const BspCellFace *face, guint i)
{
    const guint *loop = cell->loop + face->first;
    return bsp_vec_sub(cell->vertices[loop[i]], cell->vertices[loop[0]]);
}

static BspVec whole_area(const BspCell *cell, const BspCellFace *face)
{
    BspVec area = bsp_vec(0, 0, 0), a = corner(cell, face, face->n - 1);
    for (guint i = 0; i < face->n; i++) {
        BspVec b = corner(cell, face, i);
        area = bsp_vec_add(area, bsp_vec_cross(a, b));
        a = b;
    }
    return area;
}

static double area_of(BspVec vector, const BspCellFace *face)
{
    return bsp_vec_dot(vector, face->plane.normal) / 2;
}

BspCellMeasure *bsp_cell_measure_new(const BspCell *cell)
{
    BspCellMeasure *m = g_malloc(sizeof *m + cell->n_faces * sizeof *m->whole +
                                 cell->n_vertices * sizeof *m->distance);
    m->cell = cell;
    m->distance = (double *)(gpointer)(m->whole + cell->n_faces);
    for (guint f = 0; f < cell->n_faces; f++) {
        m->whole[f].vector = whole_area(cell, &cell->faces[f]);
        m->whole[f].area = area_of(m->whole[f].vector, &cell->faces[f]);
    }
    return m;
}

void bsp_cell_measure_free(BspCellMeasure *measure)
{
    g_free(measure);
}

/* Twice the area vectors of the parts of a face in front of the plane and behind it. The loop
 * follows the outline once and switches parts at each crossing. The edge between the two crossings
 * closes both parts. */
static void cut_area(const BspCellMeasure *m, const BspCellFace *face, BspVec part[2])
{
    const guint *loop = m->cell->loop + face->first;
    BspVec crossing[2] = { { { 0 } } }; /* [0]: from front to back, [1]: from back to front */
    BspVec a = corner(m->cell, face, face->n - 1);
    double da = m->distance[loop[face->n - 1]];
    part[0] = part[1] = bsp_vec(0, 0, 0);
    for (guint i = 0; i < face->n; i++) {
        BspVec b = corner(m->cell, face, i);
        double db = m->distance[loop[i]];
        guint side_a = da < 0, side_b = db < 0;
        if (side_a == side_b) {
            part[side_a] = bsp_vec_add(part[side_a], bsp_vec_cross(a, b));
        } else {
            BspVec middle = bsp_vec_mad(a, da / (da - db), bsp_vec_sub(b, a));
            part[side_a] = bsp_vec_add(part[side_a], bsp_vec_cross(a, middle));
            part[side_b] = bsp_vec_add(part[side_b], bsp_vec_cross(middle, b));
            crossing[side_a] = middle;
        }
        a = b;
        da = db;
    }
    BspVec closing = bsp_vec_cross(crossing[0], crossing[1]);
    part[0] = bsp_vec_add(part[0], closing);
    part[1] = bsp_vec_sub(part[1], closing);
}

/* The side on which the whole face lies, 0 front or 1 back, or 2 if the plane cuts the face. */
static guint face_side(const BspCellMeasure *m, const BspCellFace *face)
{
    const guint *loop = m->cell->loop + face->first;
    guint n_behind = 0;
    for (guint i = 0; i < face->n; i++)
        n_behind += m->distance[loop[i]] < 0;
    return n_behind == 0 ? 0 : n_behind == face->n ? 1 : 2;
}

/* Adds the part of a face on side k. Volumes are sums of pyramids with a common tip on the plane,
 * so the cut itself adds none. */
static void add_part(BspCellSplit *cut, guint k, double area, double height)
{
    cut->area[k] += area;
    cut->volume[k] += area * height / 3;
}

BspCellSplit bsp_cell_measure_split(BspCellMeasure *measure, const BspPlane *plane)
{
    const BspCell *cell = measure->cell;
    BspCellSplit cut = { { 0, 0 }, { 0, 0 } };
    BspVec outward = bsp_vec(0, 0, 0); /* sum over the parts in front */
    BspVec tip = bsp_vec_scale(plane->normal, plane->dist);
    for (guint i = 0; i < cell->n_vertices; i++)
        measure->distance[i] = bsp_plane_distance(plane, cell->vertices[i]);
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        guint side = face_side(measure, face);
        double height = bsp_vec_dot(face->plane.normal,
                                    bsp_vec_sub(cell->vertices[cell->loop[face->first]], tip));
        BspVec part[2] = { measure->whole[f].vector };
        if (side < 2) {
            add_part(&cut, side, measure->whole[f].area, height);
        } else {
            cut_area(measure, face, part);
            for (guint k = 0; k < 2; k++)
                add_part(&cut, k, area_of(part[k], face), height);
        }
        if (side != 1)
            outward = bsp_vec_add(outward, part[0]);
    }
    /* The area vectors of a closed surface sum to zero: the missing vector is that of the cut. */
    double cap = bsp_vec_length(outward) / 2;
    cut.area[0] += cap;
    cut.area[1] += cap;
    return cut;
}
