/* mesh-rooms: decides for each shell that faces inwards whether it is a room, a hollow or a
 * body. */
#include "mesh/passes.h"

#include "bsp-constants.h"
#include "geometry/cell.h"
#include "geometry/fail.h"
#include "mesh/mesh-winding.h"

/* The maximum number of faces of a shell from which judge_by_views() looks. */
#define MOST_SAMPLES 5

/* Dimensionless. The minimum mean thickness of a room, divided by its longest side. A room of 4096
 * units that is thinner than one unit holds no body, so such a shell is a damaged surface. */
#define LEAST_ROOM (1.0 / 4096)

/* Dimensionless. The maximum part of a room's faces that may be written twice. In a room of six
 * faces, two crates against whole walls hide a third. Two-sided bodies whose sides the reader
 * confused have more. */
#define MOST_TWICE_OF_ROOM 0.34

/* Dimensionless. If more than this part of a hollow's faces are written twice, the hollow is the
 * other side of bodies around it. A hollow on which bodies stand has fewer such faces. */
#define MOST_TWICE_OF_HOLLOW 0.5

/* The maximum number of triangles, and groups of triangles, that the views of all shells may
 * examine. They take a few seconds. */
#define MAX_EXAMINED 50000000

typedef struct {
    BspMesh *mesh;
    BspMeshPlanes *planes;
    BspMeshShells *shells;
    BspMeshWinding **winding; /* for each shell, its winding tree; NULL until it is needed */
    gboolean bodies;          /* as in BspMeshOptions */
    guint64 n_examined;
} Judging;

/* Turns all faces of a shell. */
static void turn_shell(Judging *j, BspMeshShell *shell)
{
    for (guint i = 0; i < shell->n; i++) {
        guint f = shell->faces[i];
        bsp_mesh_turn_face(j->mesh, f);
        j->planes->of_face[f].turned ^= TRUE;
    }
    shell->volume = -shell->volume;
    shell->direction = bsp_vec_neg(shell->direction);
}

/* Returns whether a shell winds around the point. */
static gboolean winds_around(Judging *j, guint i, BspVec p)
{
    const BspMeshShell *shell = &j->shells->shells[i];
    if (!j->winding[i])
        j->winding[i] = bsp_mesh_winding_new(j->mesh, shell->faces, shell->n);
    return fabs(bsp_mesh_winding_at(j->winding[i], p, &j->n_examined)) > 0.5;
}

/* Returns the centre of the first three corners. */
static BspVec centre_of_face(const Judging *j, guint f)
{
    const BspMeshFace *face = bsp_mesh_face(j->mesh, f);
    BspVec centre = bsp_vec(0, 0, 0);
    for (guint k = 0; k < 3; k++)
        centre = bsp_vec_mad(centre, 1 / 3.0, bsp_mesh_point(j->mesh, face, k));
    return centre;
}

/* Returns the kind of an inward shell, seen from a face. A shell in no other shell is a ROOM. A
 * shell in solid is a HOLLOW. A shell in air is turned and CUT. The function looks from a point on
 * each side of the face, inside and outside the shell.
 *
 * The solid around the shell may consist of several shells that touch. If it surrounds the shell,
 * it is on both sides of the face. Solid that only stands at the wall of a room is on one side. A
 * room or a hollow must be around all of the shell, because rooms that cross each other are one
 * room. */
static BspShellKind look_from_face(Judging *j, guint i, guint f)
{
    const BspMeshShell *shell = &j->shells->shells[i];
    BspVec normal = bsp_mesh_face_plane(j->planes, f).normal, centre = centre_of_face(j, f);
    double beside = 8 * j->planes->snap + 1e-3;
    gint n_solid[2] = { 0, 0 };
    gboolean is_in_shell = FALSE;
    for (guint k = 0; k < j->shells->n && j->n_examined <= MAX_EXAMINED; k++) {
        const BspMeshShell *other = &j->shells->shells[k];
        BspBounds around = bsp_bounds_grown(&other->bounds, j->planes->snap);
        gboolean is_solid = other->kind == BSP_SHELL_CUT,
                 is_around = bsp_bounds_hold(&around, &shell->bounds);
        if (k == i || other->kind == BSP_SHELL_SHEET ||
            !(is_solid ? bsp_bounds_overlap(&other->bounds, &shell->bounds) : is_around))
            continue;
        for (guint side = 0; side < 2; side++) {
            BspVec p = bsp_vec_mad(centre, side ? -beside : beside, normal);
            if (!winds_around(j, k, p))
                continue;
            /* The air of a room takes away the solid outside of it, so a room changes nothing. */
            n_solid[side] += is_solid ? 1 : other->kind == BSP_SHELL_ROOM ? 0 : -1;
            is_in_shell |= side == 0 && is_around;
        }
    }
    if (n_solid[0] > 0 && n_solid[1] > 0)
        return BSP_SHELL_HOLLOW;
    return is_in_shell ? BSP_SHELL_CUT : BSP_SHELL_ROOM;
}

/* Looks around from a few faces of the shell. The result is the kind that most of these faces
 * see. */
static BspShellKind judge_by_views(Judging *j, guint i)
{
    const BspMeshShell *shell = &j->shells->shells[i];
    guint n = 0, n_hollow = 0, n_room = 0;
    for (guint k = 0; k < shell->n && n < MOST_SAMPLES; k++) {
        guint f = shell->faces[k];
        if (!bsp_mesh_has_plane(j->planes, f))
            continue;
        BspShellKind kind = look_from_face(j, i, f);
        n++;
        n_hollow += kind == BSP_SHELL_HOLLOW;
        n_room += kind == BSP_SHELL_ROOM;
    }
    if (n_hollow > n / 2)
        return BSP_SHELL_HOLLOW;
    return n - n_room > n / 2 ? BSP_SHELL_CUT : BSP_SHELL_ROOM;
}

static gboolean is_sliver(const BspMeshShell *shell)
{
    BSP_ASSERT(shell->area > 0);
    BspVec size = bsp_vec_sub(shell->bounds.maxs, shell->bounds.mins);
    double thickness = 2 * fabs(shell->volume) / shell->area;
    return thickness < LEAST_ROOM * MAX(size.x, MAX(size.y, size.z));
}

/* Returns whether the shell is a sheet. An open shell is a sheet if most of it faces one way. If
 * sheets have a thickness, a box without a lid is a sheet, too (bsp_mesh_close()). A closed shell
 * is a sheet if its volume is nearly zero, because then it is one surface and its back. */
static gboolean is_sheet(const BspMeshShell *shell, double thickness)
{
    return shell->open > 0
               ? bsp_vec_length(shell->direction) > (thickness > 0 ? 0.125 : 0.5) * shell->area
               : bsp_mesh_shell_is_flat(shell);
}

/* Returns whether the direction in which the shell faces is too uncertain to show that it is a
 * room. */
static gboolean is_direction_a_guess(const Judging *j, const BspMeshShell *shell)
{
    return j->bodies || shell->n_repaired || shell->n_backs > MOST_TWICE_OF_ROOM * shell->n;
}

/* Turns a shell that is a body, and the shells in it, which are among the n smaller shells. If all
 * faces of a body are reversed, its hollows face outwards. */
static void turn_body(Judging *j, BspMeshShell *shell, const guint *smaller, guint n)
{
    for (guint k = 0; k < n; k++) {
        BspMeshShell *other = &j->shells->shells[smaller[k]];
        if (!is_direction_a_guess(j, other) || !bsp_bounds_hold(&shell->bounds, &other->bounds))
            continue;
        turn_shell(j, other);
        other->kind = other->volume >= 0 ? BSP_SHELL_CUT : BSP_SHELL_SHEET;
    }
    turn_shell(j, shell);
    shell->kind = BSP_SHELL_CUT;
}

/* Judges shell order[0], unless it faces outwards. The n - 1 other shells in `order` are
 * smaller. */
static void judge_shell(Judging *j, const guint *order, guint n, BspMeshReport *report)
{
    BspMeshShell *shell = &j->shells->shells[order[0]];
    if (shell->volume >= 0)
        return;
    shell->faced_inwards = TRUE;
    shell->kind = judge_by_views(j, order[0]);
    if (shell->kind == BSP_SHELL_HOLLOW && shell->n_backs > MOST_TWICE_OF_HOLLOW * shell->n)
        shell->kind = BSP_SHELL_CUT;
    if (shell->kind == BSP_SHELL_ROOM && is_direction_a_guess(j, shell))
        turn_body(j, shell, order + 1, n - 1);
    else if (shell->kind == BSP_SHELL_ROOM && is_sliver(shell))
        shell->kind = BSP_SHELL_SHEET;
    else if (shell->kind == BSP_SHELL_CUT)
        turn_shell(j, shell);
    report->n_rooms += shell->kind == BSP_SHELL_ROOM;
    report->n_inward += shell->kind == BSP_SHELL_CUT;
}

/* Returns whether the first face of the shell is in the other shell, which is larger. */
static gboolean is_in_shell(Judging *j, guint i, guint other)
{
    BspVec centre = centre_of_face(j, j->shells->shells[i].faces[0]);
    return bsp_bounds_hold(&j->shells->shells[other].bounds, &j->shells->shells[i].bounds) &&
           winds_around(j, other, centre);
}

/* Returns the number of pairs of shells whose roles are in doubt. If more than a quarter of the
 * faces of a shell were reversed, its direction is in doubt. If another shell is in it, or around
 * it, a hollow may be taken for a body. */
static guint count_unsure(Judging *j, const guint *order, guint n)
{
    guint n_unsure = 0;
    for (guint i = 0; i < n; i++) {
        const BspMeshShell *shell = &j->shells->shells[order[i]];
        for (guint k = 0; k < n && 4 * shell->n_repaired > shell->n; k++)
            n_unsure += k != i && is_in_shell(j, order[MAX(i, k)], order[MIN(i, k)]);
    }
    return n_unsure;
}

/* Returns whether the first face of the shell is outside of all rooms. */
static gboolean is_outside_rooms(Judging *j, guint i)
{
    BspVec centre = centre_of_face(j, j->shells->shells[i].faces[0]);
    for (guint k = 0; k < j->shells->n; k++)
        if (j->shells->shells[k].kind == BSP_SHELL_ROOM && winds_around(j, k, centre))
            return FALSE;
    return TRUE;
}

static double box_volume(const BspBounds *box)
{
    BspVec size = bsp_vec_sub(box->maxs, box->mins);
    return size.x * size.y * size.z;
}

/* Orders shells by the volume of their bounds, so that a shell comes after the shells around it. */
static int compare_shells(const void *x, const void *y, gpointer data)
{
    const guint *a = x, *b = y;
    const BspMeshShells *shells = data;
    double p = box_volume(&shells->shells[*a].bounds), q = box_volume(&shells->shells[*b].bounds);
    return BSP_ORDER(q, p) ?: BSP_ORDER(*a, *b);
}

gboolean bsp_mesh_judge_shells(BspMesh *mesh, BspMeshPlanes *planes, BspMeshShells *shells,
                               gboolean bodies, BspMeshReport *report, GError **error)
{
    guint n = shells->n;
    g_autofree BspMeshWinding **winding = g_new0(BspMeshWinding *, MAX(n, 1));
    g_autofree guint *order = g_new(guint, MAX(n, 1));
    guint n_inward = 0, n_closed = 0;
    Judging judging = { mesh, planes, shells, winding, bodies, 0 };
    for (guint i = 0; i < n; i++) {
        BspMeshShell *shell = &shells->shells[i];
        if (is_sheet(shell, report->sheet))
            continue;
        order[n_closed++] = i;
        n_inward += shell->volume < 0;
        if (shell->volume >= 0)
            shell->kind = BSP_SHELL_CUT;
    }
    g_qsort_with_data(order, (gint)n_closed, sizeof *order, compare_shells, shells);
    for (guint i = 0; i < n_closed && judging.n_examined <= MAX_EXAMINED; i++)
        judge_shell(&judging, order + i, n_closed - i, report);
    report->n_unsure = count_unsure(&judging, order, n_closed);
    for (guint i = 0; i < n && report->n_rooms && judging.n_examined <= MAX_EXAMINED; i++)
        if (shells->shells[i].kind == BSP_SHELL_HOLLOW)
            shells->shells[i].is_buried = is_outside_rooms(&judging, i);
    for (guint i = 0; i < n; i++)
        bsp_mesh_winding_free(winding[i]);
    if (judging.n_examined > MAX_EXAMINED)
        bsp_fail(error, BSP_ERROR_LIMIT,
                 "%s: %u of the %u shells of the mesh face inwards, which are too many to tell "
                 "rooms from hollows; split the mesh into several files",
                 mesh->file, n_inward, n);
    return judging.n_examined <= MAX_EXAMINED;
}

void bsp_mesh_surround(BspMesh *mesh, BspMeshReport *report)
{
    BspBounds bounds = bsp_mesh_bounds(mesh);
    BspVec size = bsp_vec_sub(bounds.maxs, bounds.mins);
    bounds = bsp_bounds_grown(&bounds, MAX(size.x, MAX(size.y, size.z)) / 8);
    for (guint k = 0; k < 3; k++) {
        bounds.mins.v[k] = MAX(bounds.mins.v[k], -BSP_WORLD_HALF);
        bounds.maxs.v[k] = MIN(bounds.maxs.v[k], BSP_WORLD_HALF);
    }
    BspCell *box = bsp_cell_new_box(&bounds);
    BspMeshShellReport shell = { BSP_SHELL_OUTSIDE, FALSE, box->n_faces, 0, bsp_cell_volume(box) };
    g_array_append_val(report->shells, shell);
    guint first_point = mesh->points->len;
    g_array_append_vals(mesh->points, box->vertices, box->n_vertices);
    for (guint i = 0; i < box->n_loop; i++)
        box->loop[i] += first_point;
    for (guint f = 0; f < box->n_faces; f++)
        bsp_mesh_add_face(mesh, box->loop + box->faces[f].first, box->faces[f].n, 0);
    bsp_cell_free(box);
}
