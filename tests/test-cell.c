/* test-cell: tests convex polytopes with shared vertices. */
#include <criterion/criterion.h>

#include "geometry/cell.h"

static BspCell *box(double size)
{
    BspBounds b = { bsp_vec(0, 0, 0), bsp_vec(size, size, size) };
    return bsp_cell_new_box(&b);
}

/* Checks that the cell has V - E + F = 2. Each edge must have two faces, which traverse it in
 * opposite directions. Each face must be planar, anticlockwise and convex, with the interior behind
 * it. */
static void check_cell(const BspCell *cell, double scale)
{
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n_edges);
    cr_assert(cell->n_vertices - n_edges + cell->n_faces == 2, "V %u E %u F %u", cell->n_vertices,
              n_edges, cell->n_faces);
    cr_assert(2 * n_edges == cell->n_loop);
    for (guint e = 0; e < n_edges; e++)
        cr_assert(edges[e].face[0] != edges[e].face[1] && edges[e].v[0] != edges[e].v[1]);
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        cr_assert(face->n >= 3 && face->first + face->n <= cell->n_loop);
        for (guint v = 0; v < cell->n_vertices; v++)
            cr_assert(bsp_plane_distance(&face->plane, cell->vertices[v]) <
                      2 * BSP_CELL_EPSILON + 1e-12 * scale);
        for (guint k = 0; k < face->n; k++) {
            BspVec p = cell->vertices[cell->loop[face->first + k]];
            cr_assert(fabs(bsp_plane_distance(&face->plane, p)) <
                      2 * BSP_CELL_EPSILON + 1e-12 * scale);
        }
        g_autoptr(BspPolygon) polygon = bsp_cell_face_polygon(cell, f);
        BspVec sum = bsp_vec(0, 0, 0);
        for (guint k = 1; k + 1 < polygon->n; k++)
            sum = bsp_vec_add(sum, bsp_vec_cross(bsp_vec_sub(polygon->v[k], polygon->v[0]),
                                                 bsp_vec_sub(polygon->v[k + 1], polygon->v[0])));
        cr_assert(bsp_vec_dot(sum, face->plane.normal) >= 0, "face %u is wound clockwise", f);
    }
    cr_assert(bsp_cell_volume(cell) >= 0);
}

/* Cuts a cube of 4 units. Cuts along a face, at an edge or at a corner leave it whole. Other cuts
 * go through two opposite edges, through three vertices, and through one edge and a face. */
Test(cell, cuts_of_a_cube_have_the_right_parts)
{
    static const struct {
        BspPlane plane; /* a plane with a normal of any length */
        struct {
            guint n_faces, n_vertices;
            double volume;
        } parts[2]; /* the expected front and back */
    } cuts[] = {
        { { { { 1, 0, 0 } }, 4 }, { { 0, 0, 0 }, { 6, 8, 64 } } },
        { { { { 1, 0, 0 } }, 0 }, { { 6, 8, 64 }, { 0, 0, 0 } } },
        { { { { 1, 1, 0 } }, 8 }, { { 0, 0, 0 }, { 6, 8, 64 } } },
        { { { { 1, 1, 1 } }, 12 }, { { 0, 0, 0 }, { 6, 8, 64 } } },
        { { { { 1, -1, 0 } }, 0 }, { { 5, 6, 32 }, { 5, 6, 32 } } },
        { { { { 1, 1, 1 } }, 4 }, { { 7, 7, 64 - 64 / 6.0 }, { 4, 4, 64 / 6.0 } } },
        { { { { 2, -1, 0 } }, 0 }, { { 6, 8, 48 }, { 5, 6, 16 } } },
        { { { { 0, 0, 1 } }, 1 }, { { 6, 8, 48 }, { 6, 8, 16 } } },
    };
    g_autoptr(BspCell) cell = box(4);
    for (guint i = 0; i < G_N_ELEMENTS(cuts); i++) {
        double length = bsp_vec_length(cuts[i].plane.normal);
        BspPlane plane = { bsp_vec_scale(cuts[i].plane.normal, 1 / length),
                           cuts[i].plane.dist / length };
        for (guint k = 0; k < 2; k++) {
            g_autoptr(BspCell) part = NULL;
            bsp_cell_split(cell, &plane, 7, k ? NULL : &part, k ? &part : NULL);
            cr_assert_eq(part != NULL, cuts[i].parts[k].n_faces > 0, "cut %u, part %u", i, k);
            if (!part)
                continue;
            check_cell(part, 4);
            cr_assert(part->n_faces == cuts[i].parts[k].n_faces &&
                          part->n_vertices == cuts[i].parts[k].n_vertices,
                      "cut %u, part %u", i, k);
            cr_assert_float_eq(bsp_cell_volume(part), cuts[i].parts[k].volume, 1e-12);
        }
    }
}

Test(cell, faces_of_any_box_lie_in_its_planes)
{
    const BspBounds bounds = { { { -3, 5, -11 } }, { { 2, 9, -4 } } };
    g_autoptr(BspCell) cell = bsp_cell_new_box(&bounds);
    check_cell(cell, 16);
    cr_expect_eq(bsp_cell_volume(cell), 140);
}

/* Both parts are boxes. */
Test(cell, parts_of_a_cut_are_measured_without_cutting)
{
    g_autoptr(BspCell) cell = box(4);
    g_autoptr(BspCellMeasure) measure = bsp_cell_measure_new(cell);
    for (guint axis = 0; axis < 3; axis++) {
        BspPlane plane = { { { 0, 0, 0 } }, 1 };
        plane.normal.v[axis] = 1;
        BspCellSplit cut = bsp_cell_measure_split(measure, &plane);
        cr_expect_float_eq(cut.area[0], 80, 1e-9, "axis %u: %g", axis, cut.area[0]);
        cr_expect_float_eq(cut.area[1], 48, 1e-9, "axis %u: %g", axis, cut.area[1]);
        cr_expect_float_eq(cut.volume[0], 48, 1e-9, "axis %u: %g", axis, cut.volume[0]);
        cr_expect_float_eq(cut.volume[1], 16, 1e-9, "axis %u: %g", axis, cut.volume[1]);
    }
}
