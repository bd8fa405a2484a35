/* test-mesh-rooms: tests meshes of rooms, skies and props whose shells face inwards or outwards at
 * random.
 *
 * The test knows the shell into which it put each shell. It decides whether a point is solid by the
 * smallest shell around it, which it finds by a winding number of its own. */
#include "bsp-mesh.h"
#include "mesh-export.h"
#include "sanitized.h"
#include "scenes.h"
#include "test-world-files.h"

#define N_SCENES 20
#define N_POINTS (SHORT ? 2000 : 50000) /* the number of points that are compared in each mesh */
#define N_SHELLS 12   /* the maximum in a mesh; each holds up to four, so they nest deeply */
#define NO_SHELL (-1) /* the parent of a shell that is in no other shell */

typedef struct {
    BspVec corners[8];
    gint parent; /* the number of the shell into which it was put, or NO_SHELL */
    gboolean faces_inward, is_solid;
} Shell;

typedef struct {
    Shell shells[N_SHELLS];
    guint n;
    gboolean outside_is_solid;
} Scene;

/* Makes a box of the given half size, turned about the z axis. */
static void make_box(Shell *shell, BspVec middle, double half, double turn)
{
    for (guint c = 0; c < 8; c++) {
        double x = c & 1 ? half : -half, y = c & 2 ? half : -half, z = c & 4 ? half : -half;
        shell->corners[c] = bsp_vec_add(
            middle, bsp_vec(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), z));
    }
}

/* Decides by the rule of mesh/passes.h whether the space just inside the shell is solid. */
static void decide(Scene *scene, Shell *shell)
{
    if (shell->parent == NO_SHELL) {
        shell->is_solid = !shell->faces_inward;
        scene->outside_is_solid |= shell->faces_inward;
    } else {
        shell->is_solid = !shell->faces_inward || !scene->shells[shell->parent].is_solid;
    }
}

/* Puts up to four shells into the shell `parent`, or into empty space if `parent` is NO_SHELL. Then
 * puts shells into each of the new shells. Seen from above, each of the four lies in a quarter of
 * its own, so that they do not meet. */
static void add_shells(Scene *scene, Random *r, gint parent, BspVec middle, double half)
{
    for (guint k = 0; k < 4 && scene->n < N_SHELLS; k++) {
        if (random_below(r, 3) == 0)
            continue;
        Shell *shell = &scene->shells[scene->n];
        BspVec at = bsp_vec(k & 1 ? half / 2 : -half / 2, k & 2 ? half / 2 : -half / 2,
                            random_real(r, -half / 4, half / 4));
        double size = half * random_real(r, 0.2, 0.33);
        *shell = (Shell){ .parent = parent, .faces_inward = random_below(r, 2) == 0 };
        make_box(shell, bsp_vec_add(middle, at), size, random_real(r, 0, G_PI / 2));
        decide(scene, shell);
        add_shells(scene, r, (gint)scene->n++, bsp_vec_add(middle, at), 0.65 * size);
    }
}

static MeshExport *mesh_of_scene(const Scene *scene, Random *r)
{
    MeshExport *mesh = mesh_export_new();
    /* Starts anywhere, because the order in the file must not matter. */
    guint first = random_below(r, scene->n);
    for (guint i = 0; i < scene->n; i++) {
        const Shell *shell = &scene->shells[(first + i) % scene->n];
        mesh_export_add_box(mesh, shell->corners, 63, shell->faces_inward);
    }
    return mesh;
}

/* Returns the solid angle of a triangle seen from p (van Oosterom and Strackee 1983). */
static double solid_angle(BspVec a, BspVec b, BspVec c, BspVec p)
{
    a = bsp_vec_sub(a, p), b = bsp_vec_sub(b, p), c = bsp_vec_sub(c, p);
    double la = bsp_vec_length(a), lb = bsp_vec_length(b), lc = bsp_vec_length(c);
    return 2 * atan2(bsp_vec_dot(a, bsp_vec_cross(b, c)), la * lb * lc + bsp_vec_dot(a, b) * lc +
                                                              bsp_vec_dot(b, c) * la +
                                                              bsp_vec_dot(c, a) * lb);
}

static gboolean is_inside(const Shell *shell, BspVec p)
{
    double angle = 0;
    for (guint f = 0; f < 6; f++) {
        const guint *c = mesh_box_faces[f];
        const BspVec *v = shell->corners;
        angle +=
            solid_angle(v[c[0]], v[c[1]], v[c[2]], p) + solid_angle(v[c[0]], v[c[2]], v[c[3]], p);
    }
    return angle > 2 * G_PI;
}

/* Returns whether the point is solid. The loop goes backwards, because the innermost shell decides,
 * and shells come after the shells around them. */
static gboolean is_solid_at(const Scene *scene, BspVec p)
{
    for (guint i = scene->n; i-- > 0;)
        if (is_inside(&scene->shells[i], p))
            return scene->shells[i].is_solid;
    return scene->outside_is_solid;
}

static guint n_wrong_points(const Scene *scene, const BspSolid *solid, Random *r, guint *n_solid)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    BspShape point = bsp_shape_point();
    guint n_wrong = 0;
    for (guint i = 0; i < N_POINTS; i++) {
        BspVec p = random_point(r, &solid->bounds);
        gboolean is_solid = is_solid_at(scene, p);
        *n_solid += is_solid ? 1 : 0;
        n_wrong += (bsp_brush_table_inside(table, &point, 0, p, NULL, 0) > 0) != is_solid;
    }
    return n_wrong;
}

Test(mesh_rooms, shells_that_face_anywhere_are_judged_rightly)
{
    guint n_solid = 0, n_rooms = 0, n_turned = 0;
    for (guint i = 0; i < N_SCENES; i++) {
        Random r = random_seeded(i + 1);
        Scene scene = { .n = 0 };
        while (scene.n < 3) {
            scene = (Scene){ .n = 0 };
            add_shells(&scene, &r, NO_SHELL, bsp_vec(0, 0, 0), 1000);
        }
        g_autoptr(MeshExport) mesh = mesh_of_scene(&scene, &r);
        g_autoptr(GString) text = mesh_export_text(mesh);
        g_autoptr(BspWorld) world = read_or_fail("rooms.obj", text->str, text->len, 0);
        guint n_wrong = n_wrong_points(&scene, world->solid, &r, &n_solid);
        cr_expect_eq(n_wrong, 0, "scene %u: %u points wrong", i, n_wrong);
        n_rooms += world->report.mesh->n_rooms;
        n_turned += world->report.mesh->n_inward;
    }
    cr_expect_gt(n_rooms, N_SCENES / 2);
    cr_expect_gt(n_turned, N_SCENES / 4);
    cr_expect_gt(n_solid, N_SCENES * N_POINTS / 4);
    cr_expect_lt(n_solid, N_SCENES * N_POINTS);
}

/* A body in a room has a hollow, through which a beam goes. The hollow removes one solid, and the
 * beam is left. */
Test(mesh_rooms, a_beam_through_a_hollow_is_solid)
{
    static const struct {
        double x, half; /* a cube at (x, 0, 0) */
        gboolean faces_inward;
    } cubes[] = { { 0, 200, TRUE }, { 0, 40, FALSE }, { 0, 20, TRUE }, { 25, 10, FALSE } };
    static const struct {
        double x, y;
        gboolean is_solid;
    } points[] = { { 100, 0, FALSE }, { 30, 30, TRUE },  { -10, 0, FALSE },
                   { 18, 0, TRUE },   { 18, 15, FALSE }, { 25, 0, TRUE } };
    g_autoptr(MeshExport) mesh = mesh_export_new();
    for (guint i = 0; i < G_N_ELEMENTS(cubes); i++) {
        Shell shell;
        make_box(&shell, bsp_vec(cubes[i].x, 0, 0), cubes[i].half, 0);
        mesh_export_add_box(mesh, shell.corners, 63, cubes[i].faces_inward);
    }
    g_autoptr(GString) text = mesh_export_text(mesh);
    g_autoptr(BspWorld) world = read_or_fail("beam.obj", text->str, text->len, 0);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(world->solid, BSP_TABLE_BOXES);
    BspShape point = bsp_shape_point();
    cr_expect_eq(world->report.mesh->n_rooms, 1u);
    for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
        BspVec p = bsp_vec(points[i].x, points[i].y, 0);
        gboolean is_solid = bsp_brush_table_inside(table, &point, 0, p, NULL, 0) > 0;
        cr_expect_eq(is_solid, points[i].is_solid, "point %u", i);
    }
}

/* Each shell is inside of all larger shells, so the reader would have to examine all pairs. */
Test(mesh_rooms, too_many_shells_in_each_other_are_refused)
{
    const guint n = 800; /* with this number the reader reaches its limit */
    g_autoptr(MeshExport) mesh = mesh_export_new();
    for (guint i = 1; i <= n; i++) {
        Shell shell;
        make_box(&shell, bsp_vec(0, 0, 0), i, 0);
        mesh_export_add_box(mesh, shell.corners, 63, TRUE);
    }
    g_autoptr(GString) text = mesh_export_text(mesh);
    g_autofree char *path = scratch_file("many.obj", text->str, text->len);
    expect_load_error(
        path, BSP_ERROR_LIMIT,
        "@: 800 of the 800 shells of the mesh face inwards, which are too many to tell "
        "rooms from hollows; split the mesh into several files");
    remove_scratch();
}
