/* test-cell: convex polytopes with shared vertices. */
#include <criterion/criterion.h>

#include "geometry/cell.h"
#include "random.h"

static BspCell *box(double size)
{
    BspBounds b = { bsp_vec(0, 0, 0), bsp_vec(size, size, size) };
    return bsp_cell_new_box(&b);
}

/* The cell must have V - E + F = 2. Each edge has two faces, which traverse it in opposite
 * directions. Each face is planar, anticlockwise and convex, with the interior behind it. */
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

Test(cell, cut_conserves_volume_and_tags_the_new_face)
{
    Random r = random_seeded(1);
    for (guint i = 0; i < 4000; i++) {
        BspBounds b = { bsp_vec(-10, -20, -5), bsp_vec(15, 10, 30) };
        g_autoptr(BspCell) cell = bsp_cell_new_box(&b);
        for (guint cut = 0; cut < 12; cut++) {
            BspPlane plane = { random_direction(&r), 0 };
            BspBounds now = bsp_cell_bounds(cell);
            plane.dist = bsp_vec_dot(plane.normal, random_point(&r, &now));
            BspCell *front, *back;
            bsp_cell_split(cell, &plane, 100 + cut, &front, &back);
            double volume = bsp_cell_volume(cell);
            double sum = (front ? bsp_cell_volume(front) : 0) + (back ? bsp_cell_volume(back) : 0);
            cr_assert(fabs(sum - volume) < 1e-9 * volume + 1e-5, "%.17g is not %.17g", sum, volume);
            for (guint k = 0; k < 2; k++) {
                BspCell *part = k ? back : front;
                if (!part)
                    continue;
                check_cell(part, 50);
                guint tagged = 0;
                for (guint f = 0; f < part->n_faces; f++) {
                    const BspCellFace *face = &part->faces[f];
                    if (face->tag != 100 + cut)
                        continue;
                    tagged++;
                    cr_assert(bsp_vec_dot(face->plane.normal, plane.normal) * (k ? 1 : -1) > 0);
                }
                cr_assert(tagged == (front && back ? 1 : 0));
            }
            if (!front && !back)
                break;
            /* keep the larger part, so that cells grow many faces */
            BspCell *keep = front, *drop = back;
            if (!front || (back && bsp_cell_volume(back) > bsp_cell_volume(front)))
                keep = back, drop = front;
            bsp_cell_free(drop);
            bsp_cell_free(cell);
            cell = keep;
        }
    }
}

/* Cuts of a cube of 4 units: along a face, at an edge or a corner, which leave it whole, through
 * two opposite edges, three vertices, and one edge and a face. */
Test(cell, cuts_of_a_cube)
{
    static const struct {
        BspPlane plane; /* of any length */
        struct {
            guint n_faces, n_vertices;
            double volume;
        } parts[2]; /* the front and the back */
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

/* Among nearly parallel faces, rounding may leave no cut. The part that reaches farther from the
 * plane must exist even so. */
Test(cell, the_part_that_reaches_farther_is_never_lost)
{
    Random r = random_seeded(9);
    for (guint i = 0; i < 20000; i++) {
        BspBounds bounds = { bsp_vec(-20, -20, -20), bsp_vec(20, 20, 20) };
        BspCell *cell = bsp_cell_new_box(&bounds);
        BspVec base = random_direction(&r);
        double tilt = pow(10, random_real(&r, -9, -4));
        for (guint cut = 0; cut < 12; cut++) {
            BspVec normal =
                cut % 4 ? bsp_vec_mad(base, tilt, random_direction(&r)) : random_direction(&r);
            BspPlane plane = { bsp_vec_unit(normal), 0 };
            plane.dist = cut % 4 ? tilt * random_real(&r, -20, 20) : random_real(&r, 5, 15);
            double before = bsp_cell_support(cell, plane.normal) - plane.dist;
            double behind = bsp_cell_support(cell, bsp_vec_neg(plane.normal)) + plane.dist;
            BspCell *front, *back;
            bsp_cell_split(cell, &plane, cut, &front, &back);
            cr_assert(before > behind ? front != NULL : back != NULL, "cell %u, %g and %g", i,
                      before, behind);
            bsp_cell_free(cell);
            cell = before > behind ? front : back;
            bsp_cell_free(before > behind ? back : front);
        }
        bsp_cell_free(cell);
    }
}
