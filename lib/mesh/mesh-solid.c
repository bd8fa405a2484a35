/* mesh-solid: makes the solid of a mesh.
 *
 * The mesh is repaired first. Each of its convex shells becomes one brush. The other shells are cut
 * into brushes by a BSP of their faces. In them, a point is solid if the winding number of the
 * shells exceeds one half. So shells may overlap, and a shell that faces inwards may make a hollow
 * in the shell around it (mesh/passes.h). Open sheets become thin brushes if the options give a
 * thickness. */
#include <string.h>

#include "bsp-constants.h"
#include "geometry/brush.h"
#include "geometry/fail.h"
#include "geometry/merge.h"
#include "mesh/mesh-winding.h"
#include "mesh/passes.h"

/* Units. The range of the distance of welding and snapping that the library chooses. */
#define LEAST_SNAP 1e-5
#define MOST_SNAP 0.01

/* Dimensionless. The distance of welding and snapping that the library chooses, divided by the
 * largest distance of a coordinate from 0. Floats are rounded by an eighth of this at most, and a
 * transformation of a scene rounds again. */
#define SNAP (1.0 / (1 << 21))

/* Units. The minimum thickness of sheets. */
#define LEAST_SHEET 0.01

/* --- options --- */

static gboolean check_distance(const BspMesh *mesh, double value, double most, const char *name,
                               GError **error)
{
    if (value >= 0 && value <= most)
        return TRUE;
    return bsp_fail(error, BSP_ERROR_VALUE, "%s: %s is %g, but must be from 0 to %g", mesh->file,
                    name, value, most);
}

/* Replaces zeros in the options by the library's values. Returns FALSE with an error if an option
 * is out of range. */
static gboolean resolve_options(const BspMesh *mesh, BspMeshOptions *options, GError **error)
{
    if (!check_distance(mesh, options->weld, 1, "the distance of welding", error) ||
        !check_distance(mesh, options->snap, 1, "the distance of snapping", error) ||
        !check_distance(mesh, options->sheet, 4096, "the thickness of sheets", error))
        return FALSE;
    if (options->sheet > 0 && options->sheet < LEAST_SHEET)
        return bsp_fail(error, BSP_ERROR_VALUE,
                        "%s: the thickness of sheets is %g, but must be at least %g", mesh->file,
                        options->sheet, LEAST_SHEET);
    BspBounds bounds = bsp_mesh_bounds(mesh);
    double largest = 0;
    for (guint k = 0; k < 3; k++)
        largest = MAX(largest, MAX(-bounds.mins.v[k], bounds.maxs.v[k]));
    double automatic = CLAMP(SNAP * largest, LEAST_SNAP, MOST_SNAP);
    options->weld = options->weld > 0 ? MAX(options->weld, 1e-9) : automatic;
    options->snap = MAX(options->snap > 0 ? options->snap : automatic, options->weld);
    BSP_ASSERT(0 < options->weld && options->weld <= options->snap);
    return TRUE;
}

/* Multiplies all coordinates by options->scale, and turns the mesh if options->y_up. Returns FALSE
 * if a coordinate is then out of range or not finite. */
static gboolean scale_points(BspMesh *mesh, const BspMeshOptions *options, GError **error)
{
    for (guint i = 0; i < mesh->points->len; i++) {
        BspVec *p = &g_array_index(mesh->points, BspVec, i);
        *p = bsp_vec_scale(*p, options->scale > 0 ? options->scale : 1);
        if (options->y_up)
            *p = bsp_vec(p->x, -p->z, p->y);
        for (guint k = 0; k < 3; k++)
            if (!(fabs(p->v[k]) <= BSP_WORLD_HALF))
                return bsp_fail(error, BSP_ERROR_VALUE,
                                "%s: the coordinate %g of vertex %u is out of range, +-%g",
                                mesh->file, p->v[k], i + 1, BSP_WORLD_HALF);
    }
    return TRUE;
}

/* --- shells --- */

typedef struct {
    BspMesh *mesh;
    BspMeshPlanes *planes;
    BspMeshShells *shells;
    BspMeshReport *report;
    const BspMeshOptions *options;
    GPtrArray *brushes;
    GArray *rest; /* numbers (guint) of the faces of shells that are to be cut */
} Solid;

/* --- convex shells --- */

/* Returns the planes of a shell's faces without duplicates. Returns NULL if there are too many for
 * a brush. */
static GArray *planes_of_shell(const Solid *s, const BspMeshShell *shell)
{
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < shell->n; i++) {
        guint f = shell->faces[i];
        const BspMeshFacePlane *of = &s->planes->of_face[f];
        if (!bsp_mesh_has_plane(s->planes, f) ||
            !g_hash_table_add(seen, GUINT_TO_POINTER(2 * of->number + (of->turned != 0))))
            continue;
        BspPlane plane = bsp_mesh_face_plane(s->planes, f);
        g_array_append_val(planes, plane);
        if (planes->len > BSP_BRUSH_MAX_SIDES)
            return NULL;
    }
    return g_steal_pointer(&planes);
}

static gboolean is_behind_planes(const Solid *s, const BspMeshShell *shell, const GArray *planes)
{
    for (guint i = 0; i < shell->n; i++) {
        const BspMeshFace *face = bsp_mesh_face(s->mesh, shell->faces[i]);
        for (guint k = 0; k < face->n; k++) {
            BspVec p = bsp_mesh_point(s->mesh, face, k);
            for (guint j = 0; j < planes->len; j++)
                if (bsp_plane_distance(&g_array_index(planes, BspPlane, j), p) > s->planes->snap)
                    return FALSE;
        }
    }
    return TRUE;
}

/* Returns whether every vertex of the brush is near a face of the shell. Where faces meet at a
 * small angle, the edge between their planes may be far from the edge between the faces. */
static gboolean vertices_are_near(const Solid *s, const BspMeshShell *shell, const BspBrush *brush)
{
    g_autoptr(BspMeshWinding) winding = bsp_mesh_winding_new(s->mesh, shell->faces, shell->n);
    double allowed = 2 * (s->options->weld + s->planes->snap);
    guint64 n_examined = 0;
    for (guint i = 0; i < brush->cell->n_vertices; i++)
        if (!bsp_mesh_winding_is_near(winding, brush->cell->vertices[i], allowed, &n_examined))
            return FALSE;
    return TRUE;
}

/* Makes the brush of a convex shell. Returns NULL if the shell is not convex, or if its planes
 * reach beyond it. */
static BspBrush *brush_of_shell(const Solid *s, const BspMeshShell *shell)
{
    if (shell->open > 0 || !(shell->volume > 0))
        return NULL;
    g_autoptr(GArray) planes = planes_of_shell(s, shell);
    if (!planes || !is_behind_planes(s, shell, planes))
        return NULL;
    g_autoptr(BspBrush) brush =
        bsp_brush_new_planes((const BspPlane *)(void *)planes->data, planes->len, NULL);
    if (!brush || !vertices_are_near(s, shell, brush))
        return NULL;
    return g_steal_pointer(&brush);
}

/* Returns whether the solid of the shell may have a hollow, which is another shell, perhaps an open
 * one. Rooms make no hollows, because everything outside them is solid. */
static gboolean may_have_hollow(const Solid *s, const BspMeshShell *shell)
{
    for (guint i = 0; i < s->shells->n; i++) {
        const BspMeshShell *other = &s->shells->shells[i];
        if (other->kind == BSP_SHELL_HOLLOW && bsp_bounds_overlap(&shell->bounds, &other->bounds))
            return TRUE;
    }
    return FALSE;
}

/* --- all shells --- */

static void add_sheet(Solid *s, const BspMeshShell *shell)
{
    s->report->n_sheets++;
    s->report->n_sheet_faces += shell->n;
    if (s->options->sheet > 0)
        s->report->n_thin +=
            bsp_mesh_thicken(s->mesh, s->planes, shell, s->options->sheet, s->brushes);
}

static void report_shell(Solid *s, const BspMeshShell *shell)
{
    gboolean is_solid = shell->kind == BSP_SHELL_CUT || shell->kind == BSP_SHELL_CONVEX;
    guint line = bsp_mesh_face(s->mesh, shell->faces[0])->line;
    BspMeshShellReport report = { shell->kind, is_solid && shell->faced_inwards, shell->n, line,
                                  shell->volume };
    g_array_append_val(s->report->shells, report);
}

/* Makes brushes of the convex shells, then of the sheets. Collects the faces of all other
 * shells. */
static void sort_shells(Solid *s)
{
    for (guint i = 0; i < s->shells->n; i++) {
        BspMeshShell *shell = &s->shells->shells[i];
        BspBrush *brush = may_have_hollow(s, shell) ? NULL : brush_of_shell(s, shell);
        if (brush) {
            shell->kind = BSP_SHELL_CONVEX;
            g_ptr_array_add(s->brushes, brush);
            s->report->n_convex++;
        }
        report_shell(s, shell);
    }
    for (guint i = 0; i < s->shells->n; i++) {
        const BspMeshShell *shell = &s->shells->shells[i];
        if (shell->kind == BSP_SHELL_SHEET ||
            (shell->kind == BSP_SHELL_ROOM && s->options->sheet > 0)) {
            add_sheet(s, shell);
        } else if (shell->kind != BSP_SHELL_CONVEX) {
            g_array_append_vals(s->rest, shell->faces, shell->n);
            if (shell->is_buried && s->options->sheet <= 0)
                g_array_append_vals(s->rest, shell->faces, shell->n);
            s->report->n_other++;
        }
    }
}

/* --- report --- */

G_GNUC_PRINTF(2, 3)
static void say(BspMeshReport *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(report->messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

static void report_repair(BspMeshReport *r, const BspMesh *mesh)
{
    if (r->n_welded)
        say(r, "points welded to others within %g units: %u", r->weld, r->n_welded);
    if (r->n_turned || r->n_doubled || r->n_degenerate)
        say(r,
            "faces turned: %u; doubled faces left out: %u; faces without area left "
            "out: %u",
            r->n_turned, r->n_doubled, r->n_degenerate);
    if (r->n_backs)
        say(r, "faces left out as the backs of walls: %u", r->n_backs);
    if (r->n_closed)
        say(r, "holes closed: %u; their area: %g square units", r->n_closed, r->closed_area);
    if (!r->n_open)
        return;
    g_autofree char *place = bsp_mesh_place(mesh, r->open_line);
    say(r, "holes left open: %u; the length of their edges: %g units; the first is at %s",
        r->n_open, r->open_length, place);
}

/* Adds a message about each shell that faced inwards, up to a maximum number. */
static void report_inward_shells(BspMeshReport *r, const BspMesh *mesh, const BspMeshShells *shells)
{
    static const char turned[] = "in air, so it was inside out, and is turned";
    const char *const texts[] = {
        [BSP_SHELL_CONVEX] = turned,
        [BSP_SHELL_CUT] = turned,
        [BSP_SHELL_HOLLOW] = "in solid, so it is a hollow",
        [BSP_SHELL_ROOM] =
            r->sheet > 0 ? "in no other shell, so it is a room, and gets walls"
                         : "in no other shell, so it is a room, and everything outside is solid",
        [BSP_SHELL_SHEET] = "in no other shell, and is too thin for a room, so it is a sheet"
    };
    const guint most = 12;
    guint n = 0;
    for (guint i = 0; i < shells->n; i++) {
        const BspMeshShell *shell = &shells->shells[i];
        if (!shell->faced_inwards || ++n > most)
            continue;
        g_autofree char *place = bsp_mesh_place(mesh, bsp_mesh_face(mesh, shell->faces[0])->line);
        BSP_ASSERT((guint)shell->kind < G_N_ELEMENTS(texts) && texts[shell->kind]);
        say(r, "a shell of %u faces, the first at %s, faces inwards, %s", shell->n, place,
            texts[shell->kind]);
    }
    if (n > most)
        say(r, "%u more shells face inwards", n - most);
}

static void report_solid(BspMeshReport *r, const BspMesh *mesh, guint n_bent)
{
    report_repair(r, mesh);
    if (r->n_sheets && r->sheet > 0)
        say(r,
            "open sheets: %u, with %u faces; each gets a thickness of %g units, along an axis if "
            "all faces of the sheet face one direction of the axis, otherwise behind each face",
            r->n_sheets, r->n_sheet_faces, r->sheet);
    else if (r->n_sheets)
        say(r,
            "open sheets left out: %u, with %u faces; to keep them, give them a thickness by "
            "--sheet, or by #sheet=4 after the name",
            r->n_sheets, r->n_sheet_faces);
    if (r->n_thin)
        say(r,
            "solid cells left out: %u, because they are thinner than %g units (--scale makes the "
            "mesh larger)",
            r->n_thin, BSP_BRUSH_THICKNESS);
    if (n_bent)
        say(r,
            "faces that are not flat: %u; each is divided into a fan of triangles from its first "
            "corner",
            n_bent);
    if (r->n_doubtful)
        say(r,
            "cells that may be solid or empty, because they lie beside holes: %u, with a volume of "
            "%g cubic units",
            r->n_doubtful, r->doubtful_volume);
    say(r,
        "the mesh has %u faces and %u planes; the volumes of its brushes add up to %g cubic units; "
        "no face was moved farther than %.2g units",
        r->n_faces, r->n_planes, r->volume, r->shift < 1e-9 ? 0 : r->shift);
}

void bsp_mesh_report_free(BspMeshReport *report)
{
    if (!report)
        return;
    g_ptr_array_unref(report->messages);
    g_array_unref(report->shells);
    g_array_unref(report->sides);
    g_free(report);
}

/* Makes the report. Numbers the faces, so that the report can refer to the faces as given. */
static BspMeshReport *report_new(BspMesh *mesh, const BspMeshOptions *options)
{
    BspMeshReport *report = g_new(BspMeshReport, 1);
    *report = (BspMeshReport){ .messages = g_ptr_array_new_with_free_func(g_free),
                               .shells = g_array_new(FALSE, FALSE, sizeof(BspMeshShellReport)),
                               .sides = g_array_new(FALSE, FALSE, sizeof(gint8)),
                               .n_faces = mesh->faces->len,
                               .n_points = mesh->points->len,
                               .weld = options->weld,
                               .snap = options->snap,
                               .sheet = options->sheet };
    g_array_set_size(report->sides, mesh->faces->len);
    for (guint f = 0; f < mesh->faces->len; f++)
        bsp_mesh_face(mesh, f)->given = f;
    return report;
}

/* --- solids --- */

/* Returns whether anything is solid. If not, sets the error. */
static gboolean check_solid(const BspMesh *mesh, const GPtrArray *brushes, const BspMeshReport *r,
                            GError **error)
{
    if (brushes->len)
        return TRUE;
    BspBounds bounds = bsp_mesh_bounds(mesh);
    BspVec size = bsp_vec_sub(bounds.maxs, bounds.mins);
    if (r->n_sheets)
        return bsp_fail(error, BSP_ERROR_GEOMETRY,
                        "%s: the mesh encloses no volume, because its %u faces are open sheets; "
                        "give sheets a thickness by --sheet, or by #sheet=4 after the name (if the "
                        "mesh is tiny, --scale makes it larger)",
                        mesh->file, r->n_sheet_faces);
    return bsp_fail(
        error, BSP_ERROR_GEOMETRY,
        "%s: the mesh encloses no volume; it has %u faces, and its size is %g x %g x %g units; "
        "parts thinner than %g units are left out (--scale makes the mesh larger)",
        mesh->file, r->n_faces, size.x, size.y, size.z, BSP_BRUSH_THICKNESS);
}

/* Finds the shells. Removes the other sides of two-sided bodies first. */
static BspMeshShells *find_shells(BspMesh *mesh, BspMeshPlanes *planes, BspMeshReport *report)
{
    for (;;) {
        g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
        g_autoptr(BspMeshWalls) walls = bsp_mesh_walls_new(mesh);
        g_autoptr(BspMeshShells) shells = bsp_mesh_shells_new(mesh, planes, walls, ledger);
        if (!bsp_mesh_remove_backs(mesh, planes, walls, shells, report))
            return g_steal_pointer(&shells);
    }
}

/* Sets report->sides. Only faces that are left count. In a closed sheet, and in a wall with the
 * same shell on both sides, both sides are left. */
static void report_sides(const BspMesh *mesh, const BspMeshShells *shells, BspMeshReport *report)
{
    memset(report->sides->data, 0, report->sides->len);
    for (guint f = 0; f < mesh->faces->len; f++) {
        const BspMeshFace *face = bsp_mesh_face(mesh, f);
        const BspMeshShell *shell = &shells->shells[shells->shell_of[f]];
        if (face->given == BSP_MESH_NO_FACE ||
            (shell->kind == BSP_SHELL_SHEET && !(shell->open > 0)))
            continue;
        gint8 *side = &g_array_index(report->sides, gint8, face->given);
        *side = (gint8)CLAMP(*side + (face->turned ? -1 : 1), -1, 1);
    }
}

/* Makes the brushes of a mesh that is already scaled. Returns NULL with an error. */
static GPtrArray *make_brushes(BspMesh *mesh, const BspMeshOptions *options, BspMeshReport *report,
                               GError **error)
{
    bsp_mesh_weld(mesh, options->weld, report);
    bsp_mesh_split_edges(mesh, options->weld);
    guint n_bent = bsp_mesh_split_bent(mesh, options->snap, report);
    bsp_mesh_orient(mesh, report);
    bsp_mesh_close(mesh, options, report);
    g_autoptr(BspMeshPlanes) planes = bsp_mesh_planes_new(mesh, options->snap);
    g_autoptr(BspMeshShells) shells = find_shells(mesh, planes, report);
    if (!bsp_mesh_judge_shells(mesh, planes, shells, options->bodies, report, error))
        return NULL;
    report_sides(mesh, shells, report);
    g_autoptr(GPtrArray) brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_autoptr(GArray) rest = g_array_new(FALSE, FALSE, sizeof(guint));
    Solid solid = { mesh, planes, shells, report, options, brushes, rest };
    sort_shells(&solid);
    guint n_faces = mesh->faces->len;
    if (report->n_rooms && !(options->sheet > 0)) {
        bsp_mesh_surround(mesh, report);
        bsp_mesh_planes_free(planes);
        planes = bsp_mesh_planes_new(mesh, options->snap);
    }
    for (guint f = n_faces; f < mesh->faces->len; f++)
        g_array_append_val(rest, f);
    if (rest->len && !bsp_mesh_cut(mesh, planes, rest, brushes, report, error))
        return NULL;
    bsp_brushes_merge(brushes, report->n_convex);
    if (!check_solid(mesh, brushes, report, error))
        return NULL;
    for (guint i = 0; i < brushes->len; i++)
        report->volume += bsp_cell_volume(((const BspBrush *)brushes->pdata[i])->cell);
    report->n_planes = planes->n;
    report->shift = report->moved + planes->shift;
    report_solid(report, mesh, n_bent);
    report_inward_shells(report, mesh, shells);
    return g_steal_pointer(&brushes);
}

BspSolid *bsp_solid_of_mesh(BspMesh *mesh, const BspMeshOptions *given, BspMeshReport **report,
                            GError **error)
{
    BspMeshOptions options = given ? *given : (BspMeshOptions){ 0 };
    gboolean chosen = options.weld > 0 || options.snap > 0;
    if (!mesh->faces->len) {
        bsp_fail(error, BSP_ERROR_GEOMETRY, "%s: the mesh has no faces", mesh->file);
        return NULL;
    }
    if (!scale_points(mesh, &options, error) || !resolve_options(mesh, &options, error))
        return NULL;
    g_autoptr(BspMeshReport) own = report_new(mesh, &options);
    GPtrArray *brushes = make_brushes(mesh, &options, own, error);
    if (!brushes)
        return NULL;
    if (chosen)
        say(own,
            "corners were welded within %g units, and faces joined to a common plane within %g "
            "units, which is never less than the distance for corners",
            own->weld, own->snap);
    if (report)
        *report = g_steal_pointer(&own);
    return bsp_solid_new(brushes);
}

BspSolid *bsp_solid_of_triangles(const BspVec *points, guint n_points, const guint *corners,
                                 guint n, const BspMeshOptions *options, BspMeshReport **report,
                                 GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_new("mesh");
    g_array_append_vals(mesh->points, points, n_points);
    for (guint i = 0; i < n; i++) {
        const guint *face = corners + 3 * (gsize)i;
        for (guint k = 0; k < 3; k++)
            if (face[k] >= n_points) {
                bsp_fail(error, BSP_ERROR_VALUE,
                         "triangle %u has the corner %u, but there are %u points", i, face[k],
                         n_points);
                return NULL;
            }
        bsp_mesh_add_face(mesh, face, 3, i + 1);
    }
    return bsp_solid_of_mesh(mesh, options, report, error);
}
