/* test-cell: convex polytopes with shared vertices. */
#include <criterion/criterion.h>
#include <float.h>

#include "brush-by-brush.h"
#include "cell-volume.h"
#include "geometry/cell.h"
#include "scenes.h"

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

Test(cell, box_has_what_a_box_has)
{
    g_autoptr(BspCell) cell = box(3);
    check_cell(cell, 3);
    guint n_edges;
    g_free(bsp_cell_edges(cell, &n_edges));
    cr_assert(cell->n_vertices == 8 && cell->n_faces == 6 && n_edges == 12);
    cr_assert(bsp_cell_volume(cell) == 27);
    cr_assert(bsp_cell_thickness(cell) == 3);
    BspVec c = bsp_cell_interior_point(cell);
    cr_assert(c.x == 1.5 && c.y == 1.5 && c.z == 1.5);
    cr_assert(bsp_cell_support(cell, bsp_vec(1, 1, 1)) == 9);
    cr_assert(bsp_cell_support(cell, bsp_vec(-1, 0, 0)) == 0);
    for (guint f = 0; f < 6; f++)
        cr_assert(cell->faces[f].tag == BSP_CELL_BOX_TAG);
}

/* v[0] comes before v[1] anticlockwise in face[0], as the header says. */
Test(cell, edges_name_their_faces_in_order)
{
    g_autoptr(BspCell) cell = box(3);
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n_edges);
    for (guint e = 0; e < n_edges; e++) {
        for (guint s = 0; s < 2; s++) {
            const BspCellFace *face = &cell->faces[edges[e].face[s]];
            gboolean found = FALSE;
            for (guint k = 0; k < face->n; k++)
                found |= cell->loop[face->first + k] == edges[e].v[s] &&
                         cell->loop[face->first + (k + 1) % face->n] == edges[e].v[1 - s];
            cr_assert(found);
        }
    }
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

static void check_cut(const BspCell *cell, const BspPlane *plane)
{
    g_autoptr(BspCell) front = NULL;
    g_autoptr(BspCell) back = NULL;
    bsp_cell_split(cell, plane, 0, &front, &back);
    g_autoptr(BspCellMeasure) measure = bsp_cell_measure_new(cell);
    BspCellSplit cut = bsp_cell_measure_split(measure, plane);
    double whole = cell_surface(cell), volume = bsp_cell_volume(cell);
    if (!front || !back) { /* the plane has no area of its own in the cell, on either side */
        cr_assert(fabs(cut.area[front ? 1 : 0]) < 1e-5 * whole);
        cr_assert(fabs(cut.volume[front ? 1 : 0]) < 1e-6 * volume);
        return;
    }
    cr_assert(fabs(cut.area[0] - cell_surface(front)) < 1e-5 * whole);
    cr_assert(fabs(cut.area[1] - cell_surface(back)) < 1e-5 * whole);
    cr_assert(fabs(cut.volume[0] - bsp_cell_volume(front)) < 1e-6 * volume);
    cr_assert(fabs(cut.volume[1] - bsp_cell_volume(back)) < 1e-6 * volume);
}

Test(cell, sizes_of_the_parts_are_told_without_cutting)
{
    Random r = random_seeded(11);
    for (int i = 0; i < 300; i++) {
        g_autoptr(BspCell) cell = box(10);
        for (guint k = 0; k < 12; k++) {
            const BspBounds inside = bsp_cell_bounds(cell);
            BspPlane plane = { random_direction(&r), 0 };
            plane.dist = bsp_vec_dot(plane.normal, random_point(&r, &inside));
            check_cut(cell, &plane);
            /* beside it, and through vertices */
            BspPlane far = { plane.normal, plane.dist + 40 };
            check_cut(cell, &far);
            plane.dist = bsp_vec_dot(plane.normal, cell->vertices[k % cell->n_vertices]);
            check_cut(cell, &plane);
            plane.dist = bsp_vec_dot(plane.normal, bsp_cell_interior_point(cell));
            BspCell *front, *back;
            bsp_cell_split(cell, &plane, 0, &front, &back);
            if (!front || !back) {
                bsp_cell_free(front);
                bsp_cell_free(back);
                break;
            }
            bsp_cell_free(cell);
            cell = k % 2 ? front : back;
            bsp_cell_free(k % 2 ? back : front);
        }
    }
}

/* Cuts near the surface give one cell with hundreds of faces. */
Test(cell, euler_holds_after_hundreds_of_cuts)
{
    for (guint seed = 0; seed < 20; seed++) {
        Random r = random_seeded(seed + 50);
        BspBounds b = { bsp_vec(-100, -100, -100), bsp_vec(100, 100, 100) };
        g_autoptr(BspCell) cell = bsp_cell_new_box(&b);
        for (guint cut = 0; cut < 400; cut++) {
            BspPlane plane = { random_direction(&r), 60 };
            BspCell *back;
            bsp_cell_split(cell, &plane, cut, NULL, &back);
            bsp_cell_free(cell);
            cell = back;
            cr_assert(cell);
            if (cut % 10 == 9)
                check_cell(cell, 200);
        }
        cr_assert(cell->n_faces > 200, "%u faces", cell->n_faces);
        double ball = 4.0 / 3 * G_PI * 60 * 60 * 60;
        cr_assert(bsp_cell_volume(cell) > ball && bsp_cell_volume(cell) < 1.1 * ball);
        cr_assert(cell_depth(cell, bsp_cell_interior_point(cell)) > 50);
    }
}

/* A random mixture of cuts, many more than it takes to reach the smallest cells. */
Test(cell, interior_point_is_inside_down_to_slivers)
{
    guint thin = 0;
    for (guint seed = 0; seed < 300; seed++) {
        Random r = random_seeded(seed + 500);
        BspBounds b = { bsp_vec(-100, -100, -100), bsp_vec(100, 100, 100) };
        g_autoptr(BspCell) cell = bsp_cell_new_box(&b);
        for (guint cut = 0; cut < 200; cut++) {
            BspPlane plane = { random_direction(&r), 0 };
            if (cut % 3 == 0) { /* close to a face, to make slivers */
                plane = cell->faces[random_int(&r, 0, (int)cell->n_faces - 1)].plane;
                plane.normal = bsp_vec_unit(bsp_vec_mad(plane.normal, 1e-3, random_direction(&r)));
            }
            plane.dist = bsp_vec_dot(plane.normal, bsp_cell_interior_point(cell));
            BspCell *front, *back;
            bsp_cell_split(cell, &plane, cut, &front, &back);
            if (!front || !back) {
                bsp_cell_free(front);
                bsp_cell_free(back);
                break;
            }
            gboolean keep_front = random_int(&r, 0, 1);
            bsp_cell_free(cell);
            bsp_cell_free(keep_front ? back : front);
            cell = keep_front ? front : back;
            if (bsp_cell_thickness(cell) < 1e-3) {
                thin++;
                break;
            }
            check_cell(cell, 200);
            cr_assert(cell_depth(cell, bsp_cell_interior_point(cell)) >
                      0.02 * bsp_cell_thickness(cell));
        }
    }
    cr_assert(thin > 100, "only %u slivers", thin);
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

Test(cell, side_is_that_of_all_vertices)
{
    g_autoptr(BspCell) cell = box(4);
    BspPlane plane = { bsp_vec(0, 0, 1), 0 };
    cr_assert(bsp_cell_side(cell, &plane, 1e-4) == BSP_SIDE_FRONT);
    plane.dist = 4.00001;
    cr_assert(bsp_cell_side(cell, &plane, 1e-4) == BSP_SIDE_BACK);
    plane.dist = 3.99999;
    cr_assert(bsp_cell_side(cell, &plane, 1e-4) == BSP_SIDE_BACK);
    cr_assert(bsp_cell_side(cell, &plane, 1e-6) == BSP_SIDE_STRADDLE);
    cr_assert(bsp_cell_side(cell, &plane, 5) == BSP_SIDE_ON);
}

/* The vertices of a cut are identical in both parts, wherever the cut is. */
Test(cell, both_parts_share_the_cut)
{
    Random r = random_seeded(9);
    for (guint i = 0; i < 3000; i++) {
        BspBounds b = { bsp_vec(-10, -20, -5), bsp_vec(15, 10, 30) };
        g_autoptr(BspCell) cell = bsp_cell_new_box(&b);
        BspPlane plane = { random_direction(&r), 0 };
        plane.dist = bsp_vec_dot(plane.normal, random_point(&r, &b));
        BspCell *front, *back;
        bsp_cell_split(cell, &plane, 1, &front, &back);
        for (guint f = 0; front && back && f < front->n_vertices; f++) {
            BspVec p = front->vertices[f];
            gboolean found = fabs(bsp_plane_distance(&plane, p)) > 1e-9;
            for (guint v = 0; v < back->n_vertices && !found; v++)
                found = p.x == back->vertices[v].x && p.y == back->vertices[v].y &&
                        p.z == back->vertices[v].z;
            cr_assert(found, "%.17g %.17g %.17g", p.x, p.y, p.z);
        }
        bsp_cell_free(front);
        bsp_cell_free(back);
    }
}
