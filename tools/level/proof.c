/* proof: compares the pieces of a mesh with the mesh as it was read.
 *
 * The proof shares no code with the cutting. It takes only two things from the reader's report:
 * which faces count, and in which direction they face. */
#include "level/proof.h"

#include <math.h>

#include "command/command.h"
#include "command/report.h"
#include "tools/bsp-inspect.h"

/* Limits of the sampling. MAX_ANGLES limits the number of points times the number of triangles,
 * which is the number of solid angles to sum. This number takes about two seconds. LEAST_POINTS is
 * enough to find a difference of 1 percent. */
#define MAX_ANGLES 40000000
#define MAX_POINTS 100000
#define LEAST_POINTS 1000

/* Fractions of the points in the mesh, and of the volume, that may differ. Beside its holes, a
 * repaired mesh differs from the mesh as it was read. In addition, FEW_POINTS points may differ by
 * chance, because in a thin mesh 1 percent of the points may be less than one point. */
#define MOST_WRONG 0.01
#define FEW_POINTS 10
#define MOST_VOLUME 0.1

/* The number of rays from a point. If a tenth of all directions is open, the rays from one of 29
 * points all miss the opening. */
#define N_RAYS 32

/* The maximum and the minimum number of points from which rays go. A body that fills 1 percent of
 * the bounds gets 40 of 4000 points. With the minimum, 40,000 triangles take two seconds. */
#define MAX_RAY_POINTS 4000
#define LEAST_RAY_POINTS 200

/* Fractions of the distance from a point to a wall. The solid between a surface and its back is
 * thinner than MOST_WALL, because the reader matches backs up to a 32nd of the width. If two faces
 * are nearer to each other than LEAST_WALL, which is far above rounding, one is the back of the
 * other. */
#define MOST_WALL (1.0 / 16)
#define LEAST_WALL 1e-4

/* --- triangles --- */

LevelTriangles *level_triangles_new(const BspMesh *mesh, const BspMeshOptions *options)
{
    guint n_points;
    const BspVec *points = bsp_mesh_points(mesh, &n_points);
    LevelTriangles *t = g_new0(LevelTriangles, 1);
    g_autofree guint *corners = bsp_mesh_triangles(mesh, &t->n, &t->of_face);
    t->corners = g_malloc_n(MAX(t->n, 1), sizeof *t->corners);
    for (guint i = 0; i < t->n; i++)
        for (guint k = 0; k < 3; k++) {
            BspVec p = bsp_vec_scale(points[corners[3 * i + k]], options->scale);
            t->corners[i][k] = options->y_up ? bsp_vec(p.x, -p.z, p.y) : p;
        }
    return t;
}

void level_triangles_free(LevelTriangles *triangles)
{
    if (!triangles)
        return;
    g_free(triangles->corners);
    g_free(triangles->of_face);
    g_free(triangles);
}

/* Leaves out the backs of two-sided bodies, and reverses the faces that the reader reversed. */
static void take_sides(LevelTriangles *t, const BspMeshReport *report)
{
    guint n = 0;
    for (guint i = 0; i < t->n; i++) {
        gint8 side = g_array_index(report->sides, gint8, t->of_face[i]);
        const BspVec *v = t->corners[i], first = v[0], second = v[side < 0 ? 2 : 1],
                     third = v[side < 0 ? 1 : 2];
        if (!side)
            continue;
        t->corners[n][0] = first;
        t->corners[n][1] = second;
        t->corners[n++][2] = third;
    }
    t->n = n;
}

static double volume_of(const LevelTriangles *t)
{
    double volume = 0;
    for (guint i = 0; i < t->n; i++) {
        const BspVec *v = t->corners[i], apex = t->corners[0][0];
        BspVec a = bsp_vec_sub(v[0], apex), b = bsp_vec_sub(v[1], apex),
               c = bsp_vec_sub(v[2], apex);
        volume += bsp_vec_dot(a, bsp_vec_cross(b, c)) / 6;
    }
    return volume;
}

/* --- points --- */

/* Returns the sum of the signed solid angles of the triangles, divided by 4 pi (van Oosterom and
 * Strackee 1983). */
static double winding_at(const LevelTriangles *t, BspVec p)
{
    double sum = 0;
    for (guint i = 0; i < t->n; i++) {
        const BspVec *v = t->corners[i];
        BspVec a = bsp_vec_sub(v[0], p), b = bsp_vec_sub(v[1], p), c = bsp_vec_sub(v[2], p);
        double la = bsp_vec_length(a), lb = bsp_vec_length(b), lc = bsp_vec_length(c);
        sum += atan2(bsp_vec_dot(a, bsp_vec_cross(b, c)), la * lb * lc + bsp_vec_dot(a, b) * lc +
                                                              bsp_vec_dot(b, c) * la +
                                                              bsp_vec_dot(c, a) * lb);
    }
    return sum / (2 * G_PI);
}

/* Returns number i of the sequence of van der Corput, which are the digits of i in this base,
 * mirrored at the decimal point. Three bases give points that are spread evenly (Halton 1960). */
static double mirrored_digits(guint i, guint base)
{
    double sum = 0, digit = 1;
    for (; i; i /= base)
        sum += (digit /= base) * (i % base);
    return sum;
}

/* Returns number i of the sequence plus `first`, modulo 1. `first` is no simple fraction. Meshes
 * have faces and seams at simple fractions, and points on them are in no piece. */
static double spread(guint i, guint base, double first)
{
    double at = mirrored_digits(i, base) + first;
    return at < 1 ? at : at - 1;
}

static BspBounds bounds_of(const LevelTriangles *t)
{
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < 3 * t->n; i++)
        bsp_bounds_add_point(&bounds, t->corners[i / 3][i % 3]);
    return bounds;
}

static BspVec sample_point(const BspBounds *bounds, guint i)
{
    BspVec size = bsp_vec_sub(bounds->maxs, bounds->mins);
    return bsp_vec(bounds->mins.x + size.x * spread(i, 2, 1 / G_PI),
                   bounds->mins.y + size.y * spread(i, 3, 1 / G_E),
                   bounds->mins.z + size.z * spread(i, 5, G_SQRT2 / 2));
}

static guint n_pieces_at(const BspBrushTable *table, BspVec p)
{
    BspShape point = bsp_shape_point();
    return (guint)bsp_brush_table_inside(table, &point, 0, p, NULL, 0);
}

static void sample_points(LevelProof *proof, const LevelTriangles *t, const BspBrushTable *table)
{
    BspBounds bounds = bounds_of(t);
    proof->n = t->n ? CLAMP(MAX_ANGLES / t->n, LEAST_POINTS, MAX_POINTS) : 0;
    for (guint i = 1; i <= proof->n; i++) {
        BspVec p = sample_point(&bounds, i);
        double winding = winding_at(t, p) + proof->outside;
        guint n = n_pieces_at(table, p);
        proof->n_inside += winding > 0.5;
        proof->n_wound += winding > 0.5 ? winding : 0;
        proof->n_in_none += winding > 0.5 && n == 0;
        proof->n_in_other += winding <= 0.5 && n > 0;
        proof->n_in_two += n > 1 && n > winding + 0.5;
    }
}

/* --- lost bodies --- */

/* Returns the distance along the ray to the first triangle, or infinity. Stores in *second the
 * distance to the second one (Moeller and Trumbore 1997). `direction` has length 1. */
static double distance_to_mesh(const LevelTriangles *t, BspVec p, BspVec direction, double *second)
{
    double least = *second = HUGE_VAL;
    for (guint i = 0; i < t->n; i++) {
        const BspVec *v = t->corners[i];
        BspVec a = bsp_vec_sub(v[1], v[0]), b = bsp_vec_sub(v[2], v[0]), to = bsp_vec_sub(p, v[0]),
               across = bsp_vec_cross(direction, b), along = bsp_vec_cross(to, a);
        double scale = bsp_vec_dot(a, across);
        if (!(fabs(scale) > 0))
            continue;
        double x = bsp_vec_dot(to, across) / scale, y = bsp_vec_dot(direction, along) / scale,
               distance = bsp_vec_dot(b, along) / scale;
        if (x >= 0 && y >= 0 && x + y <= 1 && distance > 0) {
            *second = MIN(*second, MAX(least, distance));
            least = MIN(least, distance);
        }
    }
    return least;
}

/* Returns ray i of N_RAYS. The rays follow a spiral of the golden angle, so that they are spread
 * evenly over all directions. */
static BspVec ray(guint i)
{
    double z = (2 * i + 1.0) / N_RAYS - 1, r = sqrt(1 - z * z), turn = i * G_PI * (3 - sqrt(5));
    return bsp_vec(r * cos(turn), r * sin(turn), z);
}

/* Returns whether the point is in the air of a body that the reader lost. This is so if all rays
 * meet faces of the mesh as it was read, and behind three quarters of these faces there is air,
 * too. If a two-sided mesh has a face without a back near it, the solid behind the face may be the
 * space between a surface and its back. Then the point behind this space counts, too. */
static gboolean is_in_lost_body(const LevelTriangles *t, const BspBrushTable *table,
                                gboolean is_two_sided, BspVec p)
{
    guint n_thin = 0;
    for (guint i = 0; i < N_RAYS; i++) {
        double second, distance = distance_to_mesh(t, p, ray(i), &second);
        if (distance == HUGE_VAL)
            return FALSE;
        gboolean may_be_between = is_two_sided && second > distance * (1 + LEAST_WALL);
        n_thin += !n_pieces_at(table, bsp_vec_mad(p, distance * (1 + LEAST_WALL), ray(i))) ||
                  (may_be_between &&
                   !n_pieces_at(table, bsp_vec_mad(p, distance * (1 + MOST_WALL), ray(i))));
    }
    return 4 * n_thin >= 3 * N_RAYS;
}

/* Returns whether the reader changed or left out faces, so that it may have lost a body. */
static gboolean may_lose_bodies(const BspMeshReport *report)
{
    guint n_turned = 0;
    for (guint i = 0; i < report->shells->len; i++)
        n_turned += g_array_index(report->shells, BspMeshShellReport, i).turned ? 1 : 0;
    return n_turned + report->n_turned + report->n_doubled + report->n_backs + report->n_sheets > 0;
}

/* Counts points of bodies that are in the mesh as it was read, but not in the pieces. Uses all
 * faces, also those that the reader left out, perhaps wrongly. */
static void count_lost(LevelProof *proof, const LevelTriangles *t, const BspBrushTable *table)
{
    BspBounds bounds = bounds_of(t);
    if (!t->n || proof->outside || proof->has_hollow || !may_lose_bodies(proof->report))
        return;
    proof->n_looked = CLAMP(MAX_ANGLES / N_RAYS / t->n, LEAST_RAY_POINTS, MAX_RAY_POINTS);
    for (guint i = 1; i <= proof->n_looked; i++) {
        BspVec p = sample_point(&bounds, i);
        proof->n_lost +=
            n_pieces_at(table, p) == 0 && is_in_lost_body(t, table, proof->report->n_backs > 0, p);
    }
}

LevelProof level_prove(LevelTriangles *t, const BspWorld *world)
{
    const BspMeshReport *report = world->report.mesh;
    LevelProof proof = { .report = report };
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(world->solid, BSP_TABLE_BOXES);
    for (guint i = 0; i < report->shells->len; i++) {
        const BspMeshShellReport *shell = &g_array_index(report->shells, BspMeshShellReport, i);
        if (shell->kind == BSP_SHELL_OUTSIDE) {
            proof.volume += shell->volume;
            proof.outside = 1;
        }
        proof.has_hollow |= shell->kind == BSP_SHELL_HOLLOW;
    }
    count_lost(&proof, t, table);
    take_sides(t, report);
    proof.volume += volume_of(t);
    sample_points(&proof, t, table);
    return proof;
}

/* --- the verdict --- */

/* Returns whether the volume of the pieces differs too much from that of the mesh. It is not
 * compared if holes were filled or left open, because it then depends on the holes, or if there are
 * sheets, which have no volume. Where shells overlap, the mesh counts the volume several times, but
 * pieces that were cut count it once, so a smaller volume is allowed. */
static gboolean is_volume_wrong(const LevelProof *proof)
{
    const BspMeshReport *report = proof->report;
    double once = proof->n_wound > 0 ? proof->n_inside / proof->n_wound : 1;
    if (report->n_closed || report->n_open || report->n_sheets)
        return FALSE;
    return !(proof->volume > 0) ||
           report->volume < (1 - MOST_VOLUME) * MIN(once, 1) * proof->volume ||
           report->volume > (1 + MOST_VOLUME) * proof->volume;
}

static gboolean are_too_many(guint n_wrong, guint n)
{
    return n_wrong > FEW_POINTS && n_wrong > MOST_WRONG * n;
}

int level_proof_say(const LevelProof *proof, const char *path)
{
    const BspMeshReport *report = proof->report;
    guint n_wrong = proof->n_in_none + proof->n_in_other;
    if (report->n_unsure)
        compare_command_say(
            "%s: shells in each other that have many reversed faces: %u pairs; a hollow may be "
            "taken for a body, or a body for a hollow, so turn these faces round",
            path, report->n_unsure);
    /* The comparison of points is skipped in two cases. In one, pieces have sheets with a
     * thickness, which are not in the mesh. In the other, a hollow outside of all rooms is air,
     * although the mesh winds around it as around solid. */
    if ((report->sheet > 0 && (report->n_sheets || report->n_rooms)) ||
        (proof->outside && proof->has_hollow))
        return report->n_unsure ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
    if (are_too_many(proof->n_lost, proof->n_looked)) {
        compare_command_say("%s: the pieces leave out space that faces enclose: %u of %u points. "
                            "Turn all faces outwards, and remove copies of faces; or try --sheet "
                            "if these faces are walls around air",
                            path, proof->n_lost, proof->n_looked);
        return COMPARE_EXIT_WRONG;
    }
    if (!are_too_many(n_wrong, proof->n_inside) && !is_volume_wrong(proof))
        return report->n_unsure ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
    compare_command_say(
        "%s: the pieces differ from the mesh: of %u points, %u are solid only in the pieces or "
        "only in the mesh; the volumes are %g and %g. Try --scale if the mesh is small, --sheet if "
        "it has open surfaces, or --close if it has large holes",
        path, proof->n, n_wrong, report->volume, proof->volume);
    return COMPARE_EXIT_WRONG;
}
