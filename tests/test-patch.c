/* test-patch: tests the flat pieces and thin brushes that stand for curved surfaces. They are
 * compared with points of the surfaces by de Casteljau's construction, which the tessellation does
 * not use. */
#include <criterion/criterion.h>

#include "bsp-constants.h"
#include "geometry/brush.h"
#include "random.h"
#include "world/patch.h"

#define ERROR BSP_PATCH_ERROR
#define MAX_CELLS 20000

/* --- the surface --- */

static BspVec casteljau(const BspVec *p, double t)
{
    return bsp_vec_lerp(bsp_vec_lerp(p[0], p[1], t), bsp_vec_lerp(p[1], p[2], t), t);
}

static BspVec surface_point(const BspPatchSquare *s, double u, double v)
{
    BspVec rows[3];
    for (guint k = 0; k < 3; k++)
        rows[k] = casteljau(s->p[k], u);
    return casteljau(rows, v);
}

static double segment_distance(BspVec p, BspVec a, BspVec b)
{
    BspVec along = bsp_vec_sub(b, a);
    double square = bsp_vec_dot(along, along);
    double t = square > 0 ? bsp_vec_dot(bsp_vec_sub(p, a), along) / square : 0;
    return bsp_vec_length(bsp_vec_sub(p, bsp_vec_mad(a, CLAMP(t, 0, 1), along)));
}

/* Returns the distance of p from a flat, convex piece. */
static double piece_distance(const BspPatches *patches, const BspPatchPiece *piece, BspVec p)
{
    BspVec v[4];
    gboolean inside = TRUE;
    double least = HUGE_VAL;
    for (guint i = 0; i < piece->n; i++)
        v[i] = g_array_index(patches->vertices, BspVec, piece->v[i]);
    for (guint i = 0; i < piece->n; i++) {
        BspVec a = v[i], b = v[(i + 1) % piece->n];
        BspVec out = bsp_vec_cross(bsp_vec_sub(b, a), piece->normal);
        inside = inside && bsp_vec_dot(out, bsp_vec_sub(p, a)) <= 0;
        least = fmin(least, segment_distance(p, a, b));
    }
    return inside ? fabs(bsp_vec_dot(piece->normal, bsp_vec_sub(p, v[0]))) : least;
}

/* Returns the largest distance from sampled points of the surface to the pieces. */
static double worst_distance(const BspPatches *patches, guint n)
{
    double worst = 0;
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = &g_array_index(patches->squares, BspPatchSquare, i);
        for (guint k = 0; k < (n + 1) * (n + 1); k++) {
            BspVec p = surface_point(s, (double)(k % (n + 1)) / n, (double)(k / (n + 1)) / n);
            double least = HUGE_VAL;
            for (guint j = 0; j < patches->pieces->len && least > 0; j++) {
                const BspPatchPiece *piece = &g_array_index(patches->pieces, BspPatchPiece, j);
                if (piece->patch == s->patch)
                    least = fmin(least, piece_distance(patches, piece, p));
            }
            worst = fmax(worst, least);
        }
    }
    return worst;
}

static void divide_within(BspPatches *patches, double error)
{
    guint patch;
    cr_assert(bsp_patches_divide(patches, error, BSP_PATCH_FLAT, MAX_CELLS, &patch));
}

static void divide(BspPatches *patches)
{
    divide_within(patches, ERROR);
}

/* --- patches for the tests --- */

/* Returns a field of width x height control points, each moved at random. */
static BspPatches *bumpy_patch(Random *r, guint width, guint height)
{
    g_autofree BspVec *points = g_new(BspVec, width * height);
    double size = random_real(r, 32, 256), bumps = random_real(r, 0, 0.5) * size;
    for (guint i = 0; i < width * height; i++) {
        /* Each number has its own statement, because compilers differ in the order in which they
         * evaluate arguments. */
        double x = random_real(r, -0.3, 0.3), y = random_real(r, -0.3, 0.3);
        points[i] =
            bsp_vec(size * (i % width + x), size * (i / width + y), random_real(r, -bumps, bumps));
    }
    BspPatches *patches = bsp_patches_new();
    bsp_patches_add(patches, points, width, height, 0);
    return patches;
}

/* Returns a quarter of a pipe. Along y, another quarter continues it and bends outward. Where they
 * join, the second one has -0 instead of 0. */
static BspPatches *pipe(double radius)
{
    const double r = radius;
    const BspVec straight[] = { { { r, 0, 0 } },   { { r, 0, r } },   { { 0, 0, r } },
                                { { r, 100, 0 } }, { { r, 100, r } }, { { 0, 100, r } },
                                { { r, 200, 0 } }, { { r, 200, r } }, { { 0, 200, r } } },
                 bent[] = { { { r, 200, -0.0 } }, { { r, 200, r } },   { { -0.0, 200, r } },
                            { { r, 300, 9 } },    { { r, 300, r } },   { { 0, 300, r } },
                            { { r, 400, 99 } },   { { r, 350, 300 } }, { { 0, 290, 280 } } };
    BspPatches *patches = bsp_patches_new();
    bsp_patches_add(patches, straight, 3, 3, 0);
    bsp_patches_add(patches, bent, 3, 3, 1);
    return patches;
}

/* Returns a patch like an eighth of a ball. One of its edges is a point. */
static BspPatches *dome(double r)
{
    const BspVec points[] = { { { r, 0, 0 } }, { { r, r, 0 } }, { { 0, r, 0 } },
                              { { r, 0, r } }, { { r, r, r } }, { { 0, r, r } },
                              { { 0, 0, r } }, { { 0, 0, r } }, { { 0, 0, r } } };
    BspPatches *patches = bsp_patches_new();
    bsp_patches_add(patches, points, 3, 3, 0);
    return patches;
}

/* --- the error --- */

static void expect_within(guint seed, double error)
{
    Random r = random_seeded(seed);
    double worst = 0;
    for (guint i = 0; i < 48; i++) {
        g_autoptr(BspPatches) patches = i % 3 == 0   ? bumpy_patch(&r, 3, 3)
                                        : i % 3 == 1 ? bumpy_patch(&r, 5, 3)
                                                     : dome(10 + 9 * i);
        divide_within(patches, error);
        double distance = worst_distance(patches, 16);
        cr_expect_leq(distance, error, "%u: %g", i, distance);
        worst = fmax(worst, distance);
    }
    cr_expect_gt(worst, 0.9 * error, "the pieces are too many: %g of %g", worst, error);
}

Test(patch, within_the_error_of_the_surface_are_all_brushes)
{
    static const double errors[] = { 0.5, ERROR, 5, 16, 40 };
    for (guint i = 0; i < G_N_ELEMENTS(errors); i++)
        expect_within(31 + i, errors[i]);
}

/* --- seams --- */

static gboolean has_neighbour(const BspPatches *patches, guint piece, guint edge)
{
    return g_array_index(patches->pieces, BspPatchPiece, piece).beside[edge] != piece;
}

static guint count_shared(const BspPatches *patches)
{
    guint n = 0;
    for (guint i = 0; i < patches->pieces->len; i++)
        for (guint e = 0; e < g_array_index(patches->pieces, BspPatchPiece, i).n; e++)
            n += has_neighbour(patches, i, e) ? 1 : 0;
    return n;
}

static gboolean is_on_outline(const BspPatches *patches, BspVec p)
{
    for (guint i = 0; i < patches->squares->len; i++) {
        const BspPatchSquare *s = &g_array_index(patches->squares, BspPatchSquare, i);
        for (guint k = 0; k < 400; k++) {
            double t = (double)k / 400;
            const BspVec at[] = { surface_point(s, t, 0), surface_point(s, t, 1),
                                  surface_point(s, 0, t), surface_point(s, 1, t) };
            for (guint j = 0; j < 4; j++)
                if (bsp_vec_length(bsp_vec_sub(at[j], p)) < 2)
                    return TRUE;
        }
    }
    return FALSE;
}

/* An edge without a neighbour must lie on the outline of the whole surface. Each edge at y = 200
 * must have a neighbour, although the patches on both sides bend differently. */
Test(patch, neighbours_are_cut_alike)
{
    g_autoptr(BspPatches) patches = pipe(100);
    divide(patches);
    guint n_seam = 0;
    for (guint i = 0; i < patches->pieces->len; i++) {
        const BspPatchPiece *piece = &g_array_index(patches->pieces, BspPatchPiece, i);
        for (guint e = 0; e < piece->n; e++) {
            BspVec a = g_array_index(patches->vertices, BspVec, piece->v[e]);
            BspVec b = g_array_index(patches->vertices, BspVec, piece->v[(e + 1) % piece->n]);
            gboolean on_seam = a.y == 200 && b.y == 200;
            n_seam += on_seam ? 1 : 0;
            if (on_seam || !is_on_outline(patches, bsp_vec_lerp(a, b, 0.5)))
                cr_expect(has_neighbour(patches, i, e), "piece %u, edge %u", i, e);
        }
    }
    cr_expect_geq(n_seam, 8u);
    cr_expect_gt(count_shared(patches), patches->pieces->len);
}

/* Makes brushes of the patches, and counts the pieces that are too thin for a brush. */
static GPtrArray *make_brushes(const BspPatches *patches, guint *n_refused)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < patches->pieces->len;)
        *n_refused += bsp_patch_thicken(patches, &i, BSP_PATCH_THICKNESS, brushes);
    return brushes;
}

/* Returns the time at which a point that moves from `from` by `delta` first enters one of the
 * brushes, which are grown by `grown` units. */
static double first_hit(const GPtrArray *brushes, BspVec from, BspVec delta, double grown)
{
    double first = HUGE_VAL;
    for (guint i = 0; i < brushes->len; i++) {
        const BspCell *cell = ((const BspBrush *)brushes->pdata[i])->cell;
        double enter = 0, leave = 1;
        for (guint f = 0; f < cell->n_faces; f++) {
            double d = bsp_plane_distance(&cell->faces[f].plane, from) - grown;
            double v = bsp_vec_dot(cell->faces[f].plane.normal, delta);
            if (v < 0)
                enter = fmax(enter, -d / v);
            else if (v > 0)
                leave = fmin(leave, -d / v);
            else if (d > 0)
                leave = -1;
        }
        if (enter <= leave)
            first = fmin(first, enter);
    }
    return first;
}

/* Shoots at the surface from the front and from all directions, at corners, along edges, into the
 * middle, and just beside them. Each shot must stop at a piece and go no deeper. */
static void expect_closed(const BspPatches *patches, Random *r)
{
    guint n_refused = 0;
    g_autoptr(GPtrArray) brushes = make_brushes(patches, &n_refused);
    cr_expect_eq(n_refused, 0u);
    for (guint i = 0; i < patches->pieces->len; i++) {
        const BspPatchPiece *piece = &g_array_index(patches->pieces, BspPatchPiece, i);
        for (guint k = 0; k < 12; k++) {
            BspVec a = g_array_index(patches->vertices, BspVec, piece->v[k % piece->n]);
            BspVec b = g_array_index(patches->vertices, BspVec, piece->v[(k + 1) % piece->n]);
            BspVec c = g_array_index(patches->vertices, BspVec, piece->v[(k + 2) % piece->n]);
            BspVec at = bsp_vec_lerp(a, b, k % 3 ? random_real(r, 0, 1) : 0);
            at = bsp_vec_lerp(at, c, k < 6 ? pow(10, random_real(r, -12, -6)) : 0.1 * k - 0.5);
            BspVec aside =
                bsp_vec(random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1));
            BspVec delta = bsp_vec_mad(bsp_vec_scale(piece->normal, -1), 0.3, aside);
            double t =
                first_hit(brushes, bsp_vec_mad(at, -1, delta), bsp_vec_scale(delta, 2), 1e-9);
            cr_expect_leq(t, 0.5 + 1e-6, "piece %u of %u, %u: %g", i, patches->pieces->len, k, t);
        }
    }
}

/* Returns whether p is in a brush, with a tolerance for rounding. */
static gboolean is_solid(const GPtrArray *brushes, BspVec p)
{
    return first_hit(brushes, p, bsp_vec(0, 0, 0), 1e-9) <= 0;
}

/* Exchanges front and back of the surface, so that it bends outward. */
static void turn_over(BspPatches *patches)
{
    for (guint i = 0; i < 3 * patches->squares->len; i++) {
        BspVec *row = g_array_index(patches->squares, BspPatchSquare, i / 3).p[i % 3],
               swap = row[0];
        row[0] = row[2];
        row[2] = swap;
    }
}

/* A point just behind the middle of an edge is in one of the prisms that share the edge. */
Test(patch, edges_are_filled)
{
    for (guint i = 0; i < 2; i++) {
        g_autoptr(BspPatches) patches = pipe(100);
        guint n_refused = 0, n = 0;
        if (i)
            turn_over(patches);
        divide(patches);
        g_autoptr(GPtrArray) brushes = make_brushes(patches, &n_refused);
        for (guint k = 0; k < 4 * patches->pieces->len; k++) {
            const BspPatchPiece *piece = &g_array_index(patches->pieces, BspPatchPiece, k / 4);
            guint at = k % 4;
            if (at >= piece->n || !has_neighbour(patches, k / 4, at))
                continue;
            BspVec a = g_array_index(patches->vertices, BspVec, piece->v[at]),
                   b = g_array_index(patches->vertices, BspVec, piece->v[(at + 1) % piece->n]),
                   other = g_array_index(patches->pieces, BspPatchPiece, piece->beside[at]).normal;
            BspVec out = bsp_vec_unit(bsp_vec_add(piece->normal, other));
            for (double deep = 0.1; deep < 1; deep += 0.2)
                cr_expect(is_solid(brushes, bsp_vec_mad(bsp_vec_lerp(a, b, 0.5),
                                                        -deep * BSP_PATCH_THICKNESS, out)));
            n++;
        }
        cr_expect_gt(n, 8u);
    }
}

/* Returns a sheet, and a patch that continues it and bends up in one half only. So both need the
 * vertex in the middle of their common edge. */
static BspPatches *bent_sheet(void)
{
    BspPatches *patches = bsp_patches_new();
    BspVec flat[15], bent[15];
    for (guint i = 0; i < 15; i++) {
        flat[i] = bsp_vec(50 * (i % 5), 50 * (i / 5), 0);
        bent[i] = bsp_vec(50 * (i % 5), 100 + 50 * (i / 5),
                          i / 5 == 2 && i % 5 < 2 ? 80 - 40 * (i % 5) : 0);
    }
    bsp_patches_add(patches, flat, 5, 3, 0);
    bsp_patches_add(patches, bent, 5, 3, 1);
    return patches;
}

Test(patch, fronts_are_closed)
{
    Random r = random_seeded(32);
    g_autoptr(BspPatches) bent = pipe(100), ball = dome(64), sheet = bent_sheet();
    divide(bent);
    divide(ball);
    divide(sheet);
    expect_closed(sheet, &r);
    expect_closed(bent, &r);
    expect_closed(ball, &r);
    for (guint i = 0; i < 20; i++) {
        g_autoptr(BspPatches) patches = bumpy_patch(&r, 5, 5);
        divide(patches);
        expect_closed(patches, &r);
    }
}

/* The search for the numbers of cells stops if it takes too long, even if there are not too many
 * cells. */
Test(patch, samples_are_limited)
{
    guint patch;
    g_autoptr(BspPatches) patches = dome(100), again = dome(100);
    divide_within(patches, 0.25);
    const BspPatchSquare *s = &g_array_index(patches->squares, BspPatchSquare, 0);
    cr_expect(!bsp_patches_divide(again, 0.25, BSP_PATCH_FLAT, s->n[0] * s->n[1], &patch));
}

/* Each prism is behind the front of its piece, and not thicker than intended. */
Test(patch, prisms_are_behind_their_pieces)
{
    g_autoptr(BspPatches) patches = pipe(60);
    guint n_refused = 0;
    divide(patches);
    g_autoptr(GPtrArray) brushes = make_brushes(patches, &n_refused);
    cr_assert_eq(brushes->len, patches->pieces->len);
    for (guint i = 0; i < brushes->len; i++) {
        const BspPatchPiece *piece = &g_array_index(patches->pieces, BspPatchPiece, i);
        const BspBrush *brush = brushes->pdata[i];
        double front = bsp_cell_support(brush->cell, piece->normal);
        double back = bsp_cell_support(brush->cell, bsp_vec_neg(piece->normal));
        cr_expect_leq(front + back, BSP_PATCH_THICKNESS + BSP_PATCH_FLAT + 1e-9);
        for (guint k = 0; k < piece->n; k++) {
            BspVec v = g_array_index(patches->vertices, BspVec, piece->v[k]);
            double off = front - bsp_vec_dot(piece->normal, v);
            cr_expect(off > -1e-9 && off <= BSP_PATCH_FLAT, "%g", off);
        }
        cr_expect_eq(bsp_brush_n_sides(brush), piece->n + 2);
    }
}
