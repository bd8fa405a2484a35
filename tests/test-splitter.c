/* test-splitter: the choice of the splitting plane: the face with the best score. */
#include <criterion/criterion.h>
#include <string.h>

#include "cell-volume.h"
#include "compile/solid.h"
#include "compile/tree.h"
#include "scenes.h"
#include "trace/node.h"

typedef struct {
    BspPlane planes[64];
    BspCompileFace faces[64];
    guint n;
} Faces;

/* The bounds of all faces from random_faces(). */
static const BspBounds around_faces = { { { -70, -70, -70 } }, { { 70, 70, 70 } } };

static void faces_add(Faces *f, const BspPlane *plane, BspVec centre, double half)
{
    f->planes[f->n] = *plane;
    BspPolygon *polygon = bsp_polygon_new_large(plane, centre, half);
    f->faces[f->n] = bsp_build_face(polygon, f->n, f->n % 4);
    f->n++;
}

static void faces_clear(Faces *f)
{
    for (guint i = 0; i < f->n; i++)
        g_free(f->faces[i].polygon);
    f->n = 0;
}

static void random_faces(Faces *f, Random *r)
{
    const BspBounds room = { bsp_vec(-50, -50, -50), bsp_vec(50, 50, 50) };
    f->n = 0;
    for (int i = random_int(r, 1, 64); i > 0; i--) {
        BspPlane plane = { random_direction(r), 0 };
        if (random_int(r, 0, 1)) {
            plane.normal = bsp_vec(0, 0, 0);
            plane.normal.v[random_int(r, 0, 2)] = random_int(r, 0, 1) ? 1 : -1;
        }
        BspVec at = random_point(r, &room);
        plane.dist = bsp_vec_dot(plane.normal, at);
        faces_add(f, &plane, at, random_real(r, 1, 10));
    }
}

/* The likelihood of being in front, computed from the parts. */
static double likelihood(const BspSplitWeights *w, const BspCell *cell, const BspPlane *plane)
{
    g_autoptr(BspCell) front = NULL;
    g_autoptr(BspCell) back = NULL;
    bsp_cell_split(cell, plane, 0, &front, &back);
    double area[2] = { cell_surface(front), cell_surface(back) };
    return (1 - w->volume) * area[0] / (area[0] + area[1]) +
           w->volume * (front ? bsp_cell_volume(front) : 0) / bsp_cell_volume(cell);
}

/* The number of spaces with a face on that side. */
static double spaces_on(const Faces *f, const BspPlane *plane, BspSide side)
{
    gboolean found[4] = { FALSE };
    for (guint i = 0; i < f->n; i++) {
        BspSide where = bsp_polygon_side(f->faces[i].polygon, plane, BSP_ON_PLANE);
        found[f->faces[i].space] |= where == side || where == BSP_SIDE_STRADDLE;
    }
    return found[0] + found[1] + found[2] + found[3];
}

static double n_spaces(const Faces *f)
{
    gboolean found[4] = { FALSE };
    for (guint i = 0; i < f->n; i++)
        found[f->faces[i].space] = TRUE;
    return found[0] + found[1] + found[2] + found[3];
}

static double score_of(const BspSplitWeights *w, const BspCell *cell, const Faces *f,
                       guint candidate)
{
    double on = 0, split = 0, front = 0, back = 0;
    const BspPlane *plane = &f->planes[candidate];
    for (guint i = 0; i < f->n; i++) {
        BspSide side = bsp_polygon_side(f->faces[i].polygon, plane, BSP_ON_PLANE);
        on += side == BSP_SIDE_ON;
        split += side == BSP_SIDE_STRADDLE;
        front += side == BSP_SIDE_FRONT;
        back += side == BSP_SIDE_BACK;
    }
    double p = likelihood(w, cell, plane), all = n_spaces(f);
    double live[2] = { spaces_on(f, plane, BSP_SIDE_FRONT) / all,
                       spaces_on(f, plane, BSP_SIDE_BACK) / all };
    double expected = p * (front + split) * (1 - w->spaces + w->spaces * live[0]) +
                      (1 - p) * (back + split) * (1 - w->spaces + w->spaces * live[1]);
    return w->on * on - w->split * split - w->balance * fabs(front - back) - w->likely * expected;
}

Test(splitter, the_best_of_all_faces_wins)
{
    Random r = random_seeded(1);
    const BspSplitWeights weights[] = {
        { .on = 5, .split = 5, .balance = 1 },
        { .split = 4, .balance = 1 },
        { .on = 1 },
        { .split = 1 },
        { .balance = 3 },
        { .likely = 1 },
        { .split = 1, .likely = 1, .volume = 0.5, .spaces = 0.9 },
        { .balance = 2, .likely = 0.5, .volume = 1, .spaces = 1 },
    };
    g_autoptr(BspCell) cell = bsp_cell_new_box(&around_faces);
    for (guint i = 0; i < 500; i++) {
        Faces f;
        random_faces(&f, &r);
        const BspSplitWeights *w = &weights[i % G_N_ELEMENTS(weights)];
        guint best = 0;
        for (guint k = 1; k < f.n; k++)
            if (score_of(w, cell, &f, k) > score_of(w, cell, &f, best))
                best = k;
        guint chosen = bsp_choose_splitter(w, cell, f.planes, f.faces, f.n);
        /* the two ways of computing likelihoods must nearly agree */
        double lacks = score_of(w, cell, &f, best) - score_of(w, cell, &f, chosen);
        cr_assert(w->likely > 0 ? lacks < 1e-9 * f.n : chosen == best, "face %u, not %u of %u",
                  chosen, best, f.n);
        faces_clear(&f);
    }
}

Test(splitter, candidates_can_be_limited)
{
    Random r = random_seeded(2);
    g_autoptr(BspCell) cell = bsp_cell_new_box(&around_faces);
    for (guint i = 0; i < 200; i++) {
        Faces f;
        random_faces(&f, &r);
        BspSplitWeights w = bsp_split_weights(BSP_SPLIT_LIKELY);
        w.max_candidates = 5;
        guint step = (f.n - 1) / 5 + 1;
        guint chosen = bsp_choose_splitter(&w, cell, f.planes, f.faces, f.n);
        cr_assert(chosen % step == 0 && chosen < f.n);
        faces_clear(&f);
    }
}

/* The bounds are a shortcut and must not change the answer. */
Test(splitter, face_side_is_that_of_the_polygon)
{
    Random r = random_seeded(3);
    for (guint i = 0; i < 300; i++) {
        Faces f;
        random_faces(&f, &r);
        for (guint k = 0; k < f.n; k++)
            for (guint p = 0; p < f.n; p++)
                cr_assert(bsp_build_face_side(&f.faces[k], f.planes, &f.planes[p], BSP_ON_PLANE) ==
                          bsp_polygon_side(f.faces[k].polygon, &f.planes[p], BSP_ON_PLANE));
        faces_clear(&f);
    }
}

/* An axial face at a distance that no float holds. One or two corners are off its plane by less
 * than the precision of floats. */
Test(splitter, what_is_too_near_for_rough_bounds_is_told_by_the_polygon)
{
    Random r = random_seeded(4);
    guint n[4] = { 0 };
    for (guint i = 0; i < 3000; i++) {
        int axis = random_int(&r, 0, 2), sign = random_int(&r, 0, 1) ? 1 : -1;
        BspPlane planes[2] = { { bsp_vec(0, 0, 0), random_real(&r, -2000, 2000) } };
        planes[0].normal.v[axis] = sign;
        g_autoptr(BspPolygon) polygon = bsp_polygon_new_large(&planes[0], bsp_vec(0, 0, 0), 4);
        for (guint k = 0; k < 2; k++)
            polygon->v[k].v[axis] += random_real(&r, -3, 3) * BSP_ON_PLANE;
        planes[1] = planes[0];
        planes[1].dist += random_int(&r, -2, 2) * BSP_ON_PLANE;
        BspCompileFace face = bsp_build_face(polygon, 0, 0);
        BspSide side = bsp_polygon_side(polygon, &planes[1], BSP_ON_PLANE);
        cr_assert(bsp_build_face_side(&face, planes, &planes[1], BSP_ON_PLANE) == side);
        n[side]++;
    }
    for (guint side = 0; side < 4; side++)
        cr_assert(n[side] > 100);
}

Test(splitter, rough_bounds_hold_what_they_are_made_from)
{
    Random r = random_seeded(5);
    for (guint i = 0; i < 1000; i++) {
        double size = pow(10, random_real(&r, -6, 6));
        BspBounds b = { bsp_vec(0, 0, 0), bsp_vec(0, 0, 0) };
        for (guint k = 0; k < 3; k++) {
            b.mins.v[k] = random_real(&r, -size, size);
            b.maxs.v[k] = b.mins.v[k] + random_real(&r, 0, size);
        }
        BspFloatBounds rough = bsp_float_bounds(&b);
        BspBounds wide = bsp_bounds_of_float(&rough);
        for (guint k = 0; k < 3; k++) {
            cr_assert(wide.mins.v[k] <= b.mins.v[k] && wide.maxs.v[k] >= b.maxs.v[k]);
            cr_assert(b.mins.v[k] - wide.mins.v[k] < BSP_FLOAT_STEP * fabs(wide.mins.v[k]));
            cr_assert(wide.maxs.v[k] - b.maxs.v[k] < BSP_FLOAT_STEP * fabs(wide.maxs.v[k]));
        }
    }
}
