/* mesh-solid: makes the solid of a mesh.
 *
 * The mesh is repaired first. Each of its convex shells becomes one brush. The other shells are cut
 * into brushes by a BSP of their faces. There, a point is solid if the winding number of the shells
 * exceeds one half. So shells may overlap, and a shell that is turned inside out makes a hollow in
 * the shell around it. Open sheets become thin brushes if the options give a thickness. */
#include "bsp-constants.h"
#include "geometry/brush.h"
#include "world/mesh-cells.h"
#include "world/mesh-close.h"
#include "world/mesh-ledger.h"
#include "world/mesh-repair.h"
#include "world/mesh-shells.h"
#include "world/mesh-winding.h"
#include "world/reading.h"

/* Units. The automatic distance of welding and snapping is at least this and at most this. */
#define LEAST_SNAP 1e-5
#define MOST_SNAP 0.01

/* Pure number. The automatic distance of welding and snapping, for each unit from the origin.
 * Floats are rounded by an eighth of this at most, and a transformation of a scene rounds again. */
#define SNAP (1.0 / (1 << 21))

/* --- options --- */

static gboolean check_distance(const BspMesh *mesh, double value, double most, const char *name,
                               GError **error)
{
    if (value >= 0 && value <= most)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: %s is %g: must be from 0 to %g", mesh->file,
                name, value, most);
    return FALSE;
}

/* Replaces the options' zeros. */
static gboolean resolve_options(const BspMesh *mesh, BspMeshOptions *options, GError **error)
{
    if (!check_distance(mesh, options->weld, 1, "the distance of welding", error) ||
        !check_distance(mesh, options->snap, 1, "the distance of snapping", error) ||
        !check_distance(mesh, options->sheet, 4096, "the thickness of sheets", error))
        return FALSE;
    double largest = 0;
    for (guint i = 0; i < mesh->corners->len; i++) {
        BspVec p = g_array_index(mesh->points, BspVec, g_array_index(mesh->corners, guint, i));
        largest = MAX(largest, MAX(fabs(p.x), MAX(fabs(p.y), fabs(p.z))));
    }
    double automatic = CLAMP(SNAP * largest, LEAST_SNAP, MOST_SNAP);
    options->weld = options->weld > 0 ? MAX(options->weld, 1e-9) : automatic;
    options->snap = options->snap > 0 ? MAX(options->snap, 1e-9) : MAX(automatic, options->weld);
    return TRUE;
}

/* --- repair --- */

/* Welds the points as far as needed: a mesh that is closed as it is stays as it is. */
static void repair_faces(BspMesh *mesh, const BspMeshOptions *options, BspMeshReport *report)
{
    bsp_mesh_weld(mesh, 0, report);
    if (bsp_mesh_is_closed(mesh))
        return;
    bsp_mesh_weld(mesh, options->weld, report);
    for (guint i = 0; i < 2 && !bsp_mesh_is_closed(mesh); i++)
        bsp_mesh_split_edges(mesh, options->weld);
    bsp_mesh_orient(mesh, report);
}

/* --- shells --- */

typedef struct {
    BspMesh *mesh;
    BspMeshPlanes *planes;
    BspMeshShells *shells;
    BspMeshReport *report;
    GPtrArray *brushes;
    GArray *rest; /* guint: faces that are to be cut */
} Solid;

/* Turns all faces of a shell. */
static void turn_shell(Solid *s, BspMeshShell *shell)
{
    for (guint i = 0; i < shell->n; i++) {
        guint f = s->shells->faces[shell->first + i];
        bsp_mesh_turn_face(s->mesh, f);
        BspMeshFacePlane *plane = &g_array_index(s->planes->of_face, BspMeshFacePlane, f);
        plane->turned = !plane->turned;
    }
    shell->volume = -shell->volume;
    shell->direction = bsp_vec_neg(shell->direction);
}

static gboolean is_closed(const BspMeshShell *shell)
{
    return !(shell->open > 0);
}

/* Whether a shell of negative volume is no hollow: behind its faces, the surface winds -1 times. */
static gboolean is_inside_out(const Solid *s, const BspMeshWinding *winding,
                              const BspMeshShell *shell)
{
    guint64 n_examined = 0;
    guint n = 0, n_inside_out = 0;
    double beside = 8 * s->planes->snap + 1e-3;
    for (guint i = 0; i < shell->n && n < 5; i++) {
        guint f = s->shells->faces[shell->first + i];
        if (!bsp_mesh_has_plane(s->planes, f))
            continue;
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(s->mesh, bsp_mesh_face(s->mesh, f));
        BspVec normal = bsp_mesh_face_plane(s->planes, f).normal;
        BspVec centre = bsp_vec_scale(
            bsp_vec_add(polygon->v[0], bsp_vec_add(polygon->v[1], polygon->v[2])), 1 / 3.0);
        double front =
            bsp_mesh_winding_at(winding, bsp_vec_mad(centre, beside, normal), &n_examined);
        double back =
            bsp_mesh_winding_at(winding, bsp_vec_mad(centre, -beside, normal), &n_examined);
        n_inside_out += lround(MIN(front, back)) == -1;
        n++;
    }
    return n_inside_out > n / 2;
}

/* Turns the mesh if it is inside out as a whole, and then single shells. */
static void turn_shells(Solid *s)
{
    double volume = 0;
    for (guint i = 0; i < s->shells->shells->len; i++) {
        const BspMeshShell *shell = bsp_mesh_shell(s->shells, i);
        volume += is_closed(shell) ? shell->volume : 0;
    }
    for (guint i = 0; i < s->shells->shells->len && volume < 0; i++) {
        turn_shell(s, bsp_mesh_shell(s->shells, i));
        s->report->n_inward++;
    }
    g_autoptr(BspMeshWinding) winding = bsp_mesh_winding_new(s->mesh);
    for (guint i = 0; i < s->shells->shells->len; i++) {
        BspMeshShell *shell = bsp_mesh_shell(s->shells, i);
        if (!is_closed(shell) || shell->volume >= 0 || !is_inside_out(s, winding, shell))
            continue;
        turn_shell(s, shell);
        s->report->n_inward++;
    }
}

/* --- convex shells --- */

/* The planes of a shell's faces, each once. Returns NULL if there are too many for a brush. */
static GArray *planes_of_shell(const Solid *s, const BspMeshShell *shell)
{
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < shell->n; i++) {
        guint f = s->shells->faces[shell->first + i];
        const BspMeshFacePlane *of = &g_array_index(s->planes->of_face, BspMeshFacePlane, f);
        if (!bsp_mesh_has_plane(s->planes, f) ||
            !g_hash_table_add(seen, GUINT_TO_POINTER(2 * of->plane + (of->turned != 0))))
            continue;
        BspPlane plane = bsp_mesh_face_plane(s->planes, f);
        g_array_append_val(planes, plane);
        if (planes->len > BSP_WORLD_MAX_SIDES)
            return NULL;
    }
    return g_steal_pointer(&planes);
}

static gboolean is_behind_planes(const Solid *s, const BspMeshShell *shell, const GArray *planes)
{
    for (guint i = 0; i < shell->n; i++) {
        const BspMeshFace *face = bsp_mesh_face(s->mesh, s->shells->faces[shell->first + i]);
        for (guint k = 0; k < face->n; k++) {
            BspVec p = bsp_mesh_point(s->mesh, face, k);
            for (guint j = 0; j < planes->len; j++)
                if (bsp_plane_distance(&g_array_index(planes, BspPlane, j), p) > s->planes->snap)
                    return FALSE;
        }
    }
    return TRUE;
}

/* Makes the brush of a convex shell. Returns NULL if the shell is not convex. */
static BspBrush *brush_of_shell(const Solid *s, const BspMeshShell *shell)
{
    if (!is_closed(shell) || !(shell->volume > 0))
        return NULL;
    g_autoptr(GArray) planes = planes_of_shell(s, shell);
    if (!planes || !is_behind_planes(s, shell, planes))
        return NULL;
    g_autoptr(BspBrush) brush =
        bsp_brush_new_planes((const BspPlane *)(void *)planes->data, planes->len, NULL);
    if (!brush || fabs(bsp_cell_volume(brush->cell) - shell->volume) >
                      1e-9 * shell->volume + 2 * s->planes->snap * shell->area)
        return NULL;
    return g_steal_pointer(&brush);
}

/* Whether a hollow may reach into the shell. */
static gboolean may_have_hollow(const BspMeshShell *shell, const GArray *hollows)
{
    for (guint i = 0; i < hollows->len; i++)
        if (bsp_bounds_overlap(&shell->bounds, &g_array_index(hollows, BspBounds, i)))
            return TRUE;
    return FALSE;
}

/* --- kinds of shells --- */

static GArray *bounds_of_hollows(const Solid *s)
{
    GArray *hollows = g_array_new(FALSE, FALSE, sizeof(BspBounds));
    for (guint i = 0; i < s->shells->shells->len; i++) {
        const BspMeshShell *shell = bsp_mesh_shell(s->shells, i);
        if (shell->volume < 0 && is_closed(shell))
            g_array_append_val(hollows, shell->bounds);
    }
    return hollows;
}

/* An open shell is a sheet if most of it faces one way. */
static gboolean is_sheet(const BspMeshShell *shell)
{
    return !is_closed(shell) && bsp_vec_length(shell->direction) > 0.5 * shell->area;
}

static void sort_shells(Solid *s)
{
    g_autoptr(GArray) hollows = bounds_of_hollows(s);
    for (guint i = 0; i < s->shells->shells->len; i++) {
        const BspMeshShell *shell = bsp_mesh_shell(s->shells, i);
        s->report->volume += shell->volume;
        BspBrush *brush = may_have_hollow(shell, hollows) ? NULL : brush_of_shell(s, shell);
        if (brush) {
            g_ptr_array_add(s->brushes, brush);
            s->report->n_convex++;
        } else if (is_sheet(shell)) {
            s->report->n_sheets++;
            s->report->n_sheet_faces += shell->n;
        } else {
            g_array_append_vals(s->rest, s->shells->faces + shell->first, shell->n);
            s->report->n_other++;
        }
    }
}

/* --- the world --- */

static void report_repair(BspWorld *world, const BspMesh *mesh, const BspMeshReport *r)
{
    if (r->n_welded)
        bsp_world_remark(world, "points welded to others within %g units: %u", r->weld,
                         r->n_welded);
    if (r->n_turned || r->n_doubled || r->n_degenerate)
        bsp_world_remark(world,
                         "faces turned: %u; doubled faces left out: %u; faces without area left "
                         "out: %u",
                         r->n_turned, r->n_doubled, r->n_degenerate);
    if (r->n_inward)
        bsp_world_remark(world, "shells turned because they were inside out: %u", r->n_inward);
    if (r->n_closed)
        bsp_world_remark(world, "holes closed: %u; their area: %g square units", r->n_closed,
                         r->closed_area);
    if (!r->n_open)
        return;
    g_autofree char *place = bsp_mesh_place(mesh, r->open_line);
    bsp_world_remark(world,
                     "holes left open: %u; the length of their edges: %g units; the first is at %s",
                     r->n_open, r->open_length, place);
}

static void report_world(BspWorld *world, const BspMesh *mesh, const BspMeshReport *r, guint n_bent)
{
    report_repair(world, mesh, r);
    bsp_world_leave_out(world, r->n_sheets,
                        "open sheets left out: %u, of %u faces: give them a thickness (--sheet)",
                        r->n_sheets, r->n_sheet_faces);
    if (world->messages->len)
        bsp_world_remark(world,
                         "the mesh has %u faces, %u planes, and a volume of %g cubic units; no "
                         "face was moved farther than %g units",
                         r->n_faces, r->n_planes, r->volume, r->shift);
    bsp_world_leave_out(world, r->n_thin,
                        "solid cells left out: %u: they are thinner than %g units", r->n_thin,
                        BSP_BRUSH_THICKNESS);
    if (n_bent)
        bsp_world_remark(world,
                         "%u faces are not flat: each is taken as a fan of triangles from its "
                         "first corner",
                         n_bent);
    world->mesh = g_memdup2(r, sizeof *r);
}

/* Sets the error if nothing is solid. */
static gboolean check_solid(const BspMesh *mesh, const GPtrArray *brushes, const BspMeshReport *r,
                            GError **error)
{
    if (brushes->len)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                r->n_sheets
                    ? "%s: the mesh encloses no volume: its %u faces are open sheets: give them a "
                      "thickness (convert --sheet)"
                    : "%s: the mesh encloses no volume: it has %u faces",
                mesh->file, r->n_sheets ? r->n_sheet_faces : r->n_faces);
    return FALSE;
}

BspWorld *bsp_mesh_make_world(BspMesh *mesh, const BspMeshOptions *given, GError **error)
{
    BspMeshOptions options = *given;
    if (!mesh->faces->len) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY, "%s: the mesh has no faces", mesh->file);
        return NULL;
    }
    if (!resolve_options(mesh, &options, error))
        return NULL;
    BspMeshReport report = { .n_faces = mesh->faces->len,
                             .n_points = mesh->points->len,
                             .weld = options.weld,
                             .snap = options.snap };
    guint n_bent = bsp_mesh_split_bent(mesh, options.snap);
    repair_faces(mesh, &options, &report);
    g_autoptr(BspMeshPlanes) planes = bsp_mesh_planes_new(mesh, MAX(options.snap, options.weld));
    bsp_mesh_close(mesh, planes, &options, &report);
    g_autoptr(BspMeshShells) shells = bsp_mesh_shells_new(mesh, planes);
    g_autoptr(GPtrArray) brushes = bsp_world_brushes_new();
    g_autoptr(GArray) rest = g_array_new(FALSE, FALSE, sizeof(guint));
    Solid solid = { mesh, planes, shells, &report, brushes, rest };
    turn_shells(&solid);
    sort_shells(&solid);
    if (rest->len && !bsp_mesh_cut(mesh, planes, (const guint *)(void *)rest->data, rest->len,
                                   brushes, &report, error))
        return NULL;
    if (!check_solid(mesh, brushes, &report, error))
        return NULL;
    report.n_planes = planes->planes->len;
    report.shift = report.moved + planes->shift;
    g_autofree char *name = bsp_world_default_name(mesh->file);
    BspWorld *world = bsp_world_new(name, g_steal_pointer(&brushes), NULL);
    report_world(world, mesh, &report, n_bent);
    return world;
}
