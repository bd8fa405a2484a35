/* pieces: "bsplevel pieces": the convex pieces of a mesh, and a proof of them. */
#include <math.h>

#include "command/command.h"
#include "command/options.h"
#include "command/report.h"
#include "level/import.h"
#include "level/level.h"
#include "level/obj.h"
#include "text/file.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"

static BspMeshOptions own = { .scale = 1 };

/* --- proof --- */

/* Sums of solid angles: points times triangles. About two seconds. */
#define MAX_ANGLES 40000000
#define MAX_POINTS 100000
#define LEAST_POINTS 1000

/* The mesh as it was read, before any repair: n triangles. */
typedef struct {
    BspVec (*corners)[3];
    guint n;
    double volume;
    BspBounds bounds;
} Triangles;

/* How many sampled points are where. */
typedef struct {
    guint n, n_inside;           /* inside: by the winding number of the mesh */
    guint n_in_none, n_in_other; /* inside, in no piece; outside, in a piece */
    guint n_in_two;              /* in more pieces than the mesh winds around the point */
} Samples;

/* Copies the triangles, scaled and turned by the options. */
static Triangles copy_triangles(const BspMesh *mesh, const BspMeshOptions *options)
{
    guint n_points;
    const BspVec *points = bsp_mesh_points(mesh, &n_points);
    Triangles t = { .bounds = bsp_bounds_empty() };
    g_autofree guint *corners = bsp_mesh_triangles(mesh, &t.n);
    t.corners = g_malloc_n(MAX(t.n, 1), sizeof *t.corners);
    for (guint i = 0; i < t.n; i++) {
        BspVec *v = t.corners[i];
        for (guint k = 0; k < 3; k++) {
            BspVec p = bsp_vec_scale(points[corners[3 * i + k]], options->scale);
            v[k] = options->y_up ? bsp_vec(p.x, -p.z, p.y) : p;
            bsp_bounds_add_point(&t.bounds, v[k]);
        }
        BspVec a = bsp_vec_sub(v[0], t.corners[0][0]), b = bsp_vec_sub(v[1], t.corners[0][0]),
               c = bsp_vec_sub(v[2], t.corners[0][0]);
        t.volume += bsp_vec_dot(a, bsp_vec_cross(b, c)) / 6;
    }
    return t;
}

/* The sum of the signed solid angles of the triangles, divided by 4 pi (van Oosterom and Strackee
 * 1983). */
static double winding_at(const Triangles *t, BspVec p)
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

/* Number i of the sequence of van der Corput: the digits of i in this base, mirrored at the point.
 * Three bases give points that are spread evenly (Halton 1960). */
static double mirrored_digits(guint i, guint base)
{
    double sum = 0, digit = 1;
    for (; i; i /= base)
        sum += (digit /= base) * (i % base);
    return sum;
}

/* The sequence, moved by `first`, which is no fraction. Meshes have faces and seams at simple
 * fractions, and points on them are in no piece. */
static double spread(guint i, guint base, double first)
{
    double at = mirrored_digits(i, base) + first;
    return at < 1 ? at : at - 1;
}

static Samples sample_points(const Triangles *t, const BspSolid *solid)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    BspShape point = bsp_shape_point();
    BspVec size = bsp_vec_sub(t->bounds.maxs, t->bounds.mins);
    Samples s = { .n = CLAMP(MAX_ANGLES / MAX(t->n, 1), LEAST_POINTS, MAX_POINTS) };
    for (guint i = 1; i <= s.n; i++) {
        BspVec p = bsp_vec(t->bounds.mins.x + size.x * spread(i, 2, 1 / G_PI),
                           t->bounds.mins.y + size.y * spread(i, 3, 1 / G_E),
                           t->bounds.mins.z + size.z * spread(i, 5, G_SQRT2 / 2));
        double winding = winding_at(t, p);
        guint n = (guint)bsp_brush_table_inside(table, &point, 0, p, NULL, 0);
        s.n_inside += winding > 0.5;
        s.n_in_none += winding > 0.5 && n == 0;
        s.n_in_other += winding <= 0.5 && n > 0;
        s.n_in_two += n > 1 && n > winding + 0.5;
    }
    return s;
}

/* --- the command --- */

/* At most this many shells are printed. */
#define MOST_SHELLS 12

static gboolean print_report(const BspWorld *world, const Triangles *t, GError **error)
{
    static const char *const kinds[] = { "convex", "cut into pieces", "hollow",
                                         "room",   "open sheet",      "outside" };
    const BspMeshReport *report = world->report.mesh;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < MIN(report->shells->len, MOST_SHELLS); i++) {
        const BspMeshShellReport *shell = &g_array_index(report->shells, BspMeshShellReport, i);
        g_string_append_printf(text, "shell    %u faces, %g cubic units: %s%s\n", shell->n_faces,
                               shell->volume, kinds[shell->kind],
                               shell->turned ? ", was inside out" : "");
    }
    if (report->shells->len > MOST_SHELLS)
        g_string_append_printf(text, "         and %u more\n", report->shells->len - MOST_SHELLS);
    Samples s = sample_points(t, world->solid);
    g_string_append_printf(text,
                           "pieces   %u\n"
                           "volume   %.9g cubic units; the mesh as it was read: %.9g\n"
                           "points   %u, of which %u are inside the mesh as it was read\n"
                           "         inside, in no piece: %u\n"
                           "         outside, in a piece: %u\n"
                           "         in more pieces than the mesh winds around them: %u\n",
                           bsp_solid_n_brushes(world->solid), report->volume, t->volume, s.n,
                           s.n_inside, s.n_in_none, s.n_in_other, s.n_in_two);
    return compare_output_write(NULL, text->str, error);
}

static gboolean cut_mesh(const char *path, BspMeshOptions options, const char *output,
                         GError **error)
{
    if (bsp_ending_is(path, BSP_FILE_MESH))
        compare_command_say("%s: libassimp reads this file: name only files that you trust", path);
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(BspMesh) mesh = level_read_mesh(path, NULL, &options, remarks, error);
    if (!mesh)
        return FALSE;
    Triangles triangles = copy_triangles(mesh, &options);
    g_autoptr(BspWorld) world = bsp_world_of_mesh(path, mesh, &options, error);
    gboolean good = world && level_write_world(world, path, output, error) &&
                    print_report(world, &triangles, error);
    g_free(triangles.corners);
    return good;
}

static gboolean check_files(const char *path, const char *output, GError **error)
{
    if (!level_is_obj(path) && !bsp_ending_is(path, BSP_FILE_MESH))
        return compare_wrong(error, "%s: not a mesh: " LEVEL_MESHES, path);
    if (!output)
        return compare_wrong(error, "name the file for the pieces: -o FILE.obj or -o FILE.json");
    return level_check_output(output, path, FALSE, error);
}

static int run(CompareOptions *common, GError **error)
{
    const char *output = common->output;
    g_auto(BspWorldOptions) all = { .mesh = own };
    g_autofree char *path =
        g_strndup(common->files[0], bsp_world_selection(common->files[0], &all));
    return check_files(path, output, error) && level_check_mesh_options(&all.mesh, error) &&
                   cut_mesh(path, all.mesh, output, error)
               ? COMPARE_EXIT_GOOD
               : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "sheet", 0, 0, G_OPTION_ARG_DOUBLE, &own.sheet,
      "The thickness that open sheets get, behind their faces (default: they are left out)",
      "UNITS" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &own.scale, "Multiply all coordinates by N", "N" },
    { 0 },
};

const CompareCommand level_command_pieces = {
    .name = "pieces",
    .summary = "cut a mesh into exact convex pieces",
    .arguments = "MESH",
    .about = "Cuts a mesh (" LEVEL_MESHES ") into convex pieces whose union is the space that it "
             "encloses, and writes each as an object of an .obj file or a brush of a .json "
             "world. Prints the shells of the mesh, the volumes of the mesh and of the pieces, and "
             "how many of up to 100000 points are in no piece, or in two. --output is required.",
    .wanted = "mesh",
    .max = 1,
    .groups = COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = run,
};
