/* mesh-rooms: decides what the shells of a mesh that face inwards enclose. */
#include "mesh/passes.h"

#include <stdlib.h>

#include "geometry/cell.h"
#include "geometry/fail.h"
#include "mesh/mesh-winding.h"

/* The greatest number of pairs of points that show where a shell is. The points of a pair are on
 * both sides of a face; most pairs decide. */
#define MOST_SAMPLES 5

/* Dimensionless. A room is on average at least this part of its longest side thick. A room of 4096
 * units that is thinner than one unit holds no body, so such a shell is a damaged surface. */
#define LEAST_ROOM (1.0 / 4096)

/* The greatest number of triangles and groups of triangles examined: a few seconds. */
#define MAX_EXAMINED 50000000

/* The space in a shell. NOTHING: the shell is a sheet, or is not judged yet. */
typedef enum { NOTHING, SOLID, AIR } Inside;

typedef struct {
    BspMesh *mesh;
    BspMeshPlanes *planes;
    BspMeshShells *shells;
    Inside *inside;           /* of each shell */
    BspMeshWinding **winding; /* of each shell, once it is needed */
    guint64 n_examined;
} Judging;

/* Turns all faces of a shell. */
static void turn_shell(Judging *j, BspMeshShell *shell)
{
    for (guint i = 0; i < shell->n; i++) {
        guint f = j->shells->faces[shell->first + i];
        bsp_mesh_turn_face(j->mesh, f);
        BspMeshFacePlane *plane = &g_array_index(j->planes->of_face, BspMeshFacePlane, f);
        plane->turned = !plane->turned;
    }
    shell->was_turned = TRUE;
    shell->volume = -shell->volume;
    shell->direction = bsp_vec_neg(shell->direction);
}

static BspMeshWinding *winding_of_shell(Judging *j, guint i)
{
    const BspMeshShell *shell = bsp_mesh_shell(j->shells, i);
    if (!j->winding[i])
        j->winding[i] = bsp_mesh_winding_new(j->mesh, j->shells->faces + shell->first, shell->n);
    return j->winding[i];
}

/* Points on both sides of a face: in the space that the shell encloses, and outside. */
typedef struct {
    BspVec side[2];
    gint n_solid[2]; /* how often each of them is in solid */
} Sample;

/* The faces of an inward shell face the space that it encloses. */
static guint sample_shell(const Judging *j, const BspMeshShell *shell, Sample samples[MOST_SAMPLES])
{
    double beside = 8 * j->planes->snap + 1e-3;
    guint n = 0;
    for (guint i = 0; i < shell->n && n < MOST_SAMPLES; i++) {
        guint f = j->shells->faces[shell->first + i];
        if (!bsp_mesh_has_plane(j->planes, f))
            continue;
        const BspMeshFace *face = bsp_mesh_face(j->mesh, f);
        BspVec sum = bsp_vec(0, 0, 0), normal = bsp_mesh_face_plane(j->planes, f).normal;
        for (guint k = 0; k < 3; k++)
            sum = bsp_vec_add(sum, bsp_mesh_point(j->mesh, face, k));
        BspVec centre = bsp_vec_scale(sum, 1 / 3.0);
        samples[n++] =
            (Sample){ { bsp_vec_mad(centre, beside, normal), bsp_vec_mad(centre, -beside, normal) },
                      { 0, 0 } };
    }
    return n;
}

/* Counts the samples whose inner point lies in shell i. Adds `solid` to the counts of all points in
 * it. */
static guint count_inside(Judging *j, guint i, Sample *samples, guint n, gint solid)
{
    guint n_inside = 0;
    for (guint k = 0; k < 2 * n; k++) {
        Sample *sample = &samples[k / 2];
        double winding =
            bsp_mesh_winding_at(winding_of_shell(j, i), sample->side[k % 2], &j->n_examined);
        if (fabs(winding) > 0.5) {
            sample->n_solid[k % 2] += solid;
            n_inside += k % 2 == 0;
        }
    }
    return n_inside;
}

/* The kind of space around a shell. */
typedef enum { NO_SHELL, AIR_AROUND, SOLID_AROUND } Around;

/* Solid around the shell may consist of several shells that touch: then it is on both sides of the
 * faces, unlike solid that stands at the wall of a room. A room or a hollow must be around all of
 * the shell: rooms that cross each other are one room. */
static Around look_around(Judging *j, guint i)
{
    const BspMeshShell *shell = bsp_mesh_shell(j->shells, i);
    Sample samples[MOST_SAMPLES];
    guint n = sample_shell(j, shell, samples), n_in_solid = 0;
    gboolean is_in_shell = FALSE;
    for (guint k = 0; k < j->shells->shells->len && j->n_examined <= MAX_EXAMINED; k++) {
        const BspMeshShell *other = bsp_mesh_shell(j->shells, k);
        BspBounds around = bsp_bounds_grown(&other->bounds, j->planes->snap);
        gboolean is_around = bsp_bounds_contain(&around, shell->bounds.mins) &&
                             bsp_bounds_contain(&around, shell->bounds.maxs);
        if (k == i || j->inside[k] == NOTHING ||
            !(j->inside[k] == SOLID ? bsp_bounds_overlap(&other->bounds, &shell->bounds)
                                    : is_around))
            continue;
        /* The air of a room takes away the solid outside of it, so a room changes nothing. */
        gint solid = other->is_room ? 0 : j->inside[k] == SOLID ? 1 : -1;
        is_in_shell |= count_inside(j, k, samples, n, solid) > n / 2 && is_around;
    }
    for (guint k = 0; k < n; k++)
        n_in_solid += samples[k].n_solid[0] > 0 && samples[k].n_solid[1] > 0;
    return n_in_solid > n / 2 ? SOLID_AROUND : is_in_shell ? AIR_AROUND : NO_SHELL;
}

static void add_remark(const Judging *j, const BspMeshShell *shell, const char *what,
                       GPtrArray *remarks)
{
    const BspMeshFace *face = bsp_mesh_face(j->mesh, j->shells->faces[shell->first]);
    g_autofree char *place = bsp_mesh_place(j->mesh, face->line);
    g_ptr_array_add(remarks,
                    g_strdup_printf("a shell of %u faces, the first at %s, faces inwards, %s",
                                    shell->n, place, what));
}

static gboolean is_sliver(const BspMeshShell *shell)
{
    BspVec size = bsp_vec_sub(shell->bounds.maxs, shell->bounds.mins);
    double thickness = 2 * fabs(shell->volume) / shell->area;
    return thickness < LEAST_ROOM * MAX(size.x, MAX(size.y, size.z));
}

static void judge_shell(Judging *j, guint i, BspMeshReport *report, GPtrArray *remarks)
{
    BspMeshShell *shell = bsp_mesh_shell(j->shells, i);
    Around around = look_around(j, i);
    if (around == NO_SHELL && is_sliver(shell)) {
        shell->is_flat = TRUE;
        add_remark(j, shell, "in no other shell, and is too thin for a room: it is a sheet",
                   remarks);
        return;
    }
    if (around == NO_SHELL) {
        shell->is_room = TRUE;
        report->n_rooms++;
        add_remark(j, shell,
                   report->sheet > 0
                       ? "in no other shell: it is a room, and gets walls"
                       : "in no other shell: it is a room, and everything outside is solid",
                   remarks);
    } else if (around == SOLID_AROUND) {
        add_remark(j, shell, "in solid: it is a hollow", remarks);
    } else {
        add_remark(j, shell, "in air: it was inside out, and is turned", remarks);
        turn_shell(j, shell);
        report->n_inward++;
    }
    j->inside[i] = shell->volume < 0 ? AIR : SOLID;
}

/* A shell is smaller than those around it. */
typedef struct {
    double volume; /* of the bounds */
    guint shell;
} Order;

static int compare_volumes(const void *x, const void *y)
{
    const Order *a = x, *b = y;
    if (a->volume != b->volume)
        return a->volume > b->volume ? -1 : 1;
    return a->shell < b->shell ? -1 : a->shell > b->shell;
}

gboolean bsp_mesh_judge_shells(BspMesh *mesh, BspMeshPlanes *planes, BspMeshShells *shells,
                               BspMeshReport *report, GPtrArray *remarks, GError **error)
{
    guint n = shells->shells->len;
    g_autofree Inside *inside = g_new0(Inside, MAX(n, 1));
    g_autofree BspMeshWinding **winding = g_new0(BspMeshWinding *, MAX(n, 1));
    g_autofree Order *order = g_new(Order, MAX(n, 1));
    guint n_inward = 0;
    Judging judging = { mesh, planes, shells, inside, winding, 0 };
    for (guint i = 0; i < n; i++) {
        const BspMeshShell *shell = bsp_mesh_shell(shells, i);
        if (bsp_mesh_shell_is_sheet(shell, report->sheet) || bsp_mesh_shell_is_double_sheet(shell))
            continue;
        if (shell->volume >= 0) {
            inside[i] = SOLID;
            continue;
        }
        BspVec size = bsp_vec_sub(shell->bounds.maxs, shell->bounds.mins);
        order[n_inward++] = (Order){ size.x * size.y * size.z, i };
    }
    qsort(order, n_inward, sizeof *order, compare_volumes);
    for (guint i = 0; i < n_inward && judging.n_examined <= MAX_EXAMINED; i++)
        judge_shell(&judging, order[i].shell, report, remarks);
    for (guint i = 0; i < n; i++)
        bsp_mesh_winding_free(winding[i]);
    if (judging.n_examined > MAX_EXAMINED)
        bsp_fail(error, BSP_ERROR_LIMIT,
                 "%s: the mesh has too many shells that face inwards, %u of %u, to find which are "
                 "rooms and which are hollows; split the mesh into several files",
                 mesh->file, n_inward, n);
    return judging.n_examined <= MAX_EXAMINED;
}

void bsp_mesh_surround(BspMesh *mesh, BspMeshShells *shells)
{
    BspBounds bounds = bsp_mesh_bounds(mesh);
    BspVec size = bsp_vec_sub(bounds.maxs, bounds.mins);
    bounds = bsp_bounds_grown(&bounds, MAX(size.x, MAX(size.y, size.z)) / 8);
    for (guint k = 0; k < 3; k++) {
        bounds.mins.v[k] = MAX(bounds.mins.v[k], -BSP_WORLD_HALF);
        bounds.maxs.v[k] = MIN(bounds.maxs.v[k], BSP_WORLD_HALF);
    }
    BspCell *box = bsp_cell_new_box(&bounds);
    guint first_point = mesh->points->len, first_face = mesh->faces->len;
    g_array_append_vals(mesh->points, box->vertices, box->n_vertices);
    for (guint i = 0; i < box->n_loop; i++)
        box->loop[i] += first_point;
    for (guint f = 0; f < box->n_faces; f++)
        bsp_mesh_add_face(mesh, box->loop + box->faces[f].first, box->faces[f].n, 0);
    bsp_cell_free(box);
    bsp_mesh_shells_add(shells, mesh, first_face)->is_room = TRUE;
}
