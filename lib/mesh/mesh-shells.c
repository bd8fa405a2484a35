/* mesh-shells: finds the connected surfaces of a mesh. */
#include "mesh/passes.h"

#include <stdlib.h>

#include "geometry/sets.h"

/* Faces count as coincident if their directions differ by less than this angle, in radians. */
#define SAME_ANGLE 1e-6

/* A face at an edge, seen against the direction of the edge. If the face runs forward along the
 * edge, the solid behind it lies clockwise of it, otherwise anticlockwise. */
typedef struct {
    gint64 angle; /* angle of the face around the edge, in units of SAME_ANGLE */
    gboolean forward;
    guint face, order; /* the face's number in the file, from 1 on; 0 if the face closes a hole */
    guint key;         /* the number by which spokes are sorted to find faces of the same set */
} Spoke;

/* Orders the faces clockwise. If faces coincide, those that run backward come first, because no
 * solid is between coincident faces. If coincident faces run the same way, the first face in the
 * file is outermost, as in nested brackets. So faces of one body are joined, since a body's faces
 * are together in the file. Faces that close holes are outside of faces of the file. */
static int compare_spokes(const void *x, const void *y)
{
    const Spoke *a = x, *b = y;
    int order = BSP_ORDER(b->angle, a->angle) ?: BSP_ORDER(a->forward, b->forward);
    return order ?: a->forward ? BSP_ORDER(a->order, b->order) : BSP_ORDER(b->order, a->order);
}

static int compare_keys(const void *x, const void *y)
{
    const Spoke *a = x, *b = y;
    return BSP_ORDER(a->key, b->key) ?: BSP_ORDER(a->face, b->face);
}

/* Removes pairs of a forward and a backward spoke that were joined at other edges, unless the two
 * are a face and its back. Returns the number of spokes left. */
static guint remove_joined(Spoke *spokes, guint n, const BspMeshWalls *walls, guint *sets)
{
    guint n_left = 0;
    for (guint i = 0; i < n; i++)
        spokes[i].key = bsp_sets_find(sets, spokes[i].face);
    qsort(spokes, n, sizeof *spokes, compare_keys);
    for (guint i = 0; i < n; i++)
        if (n_left && spokes[n_left - 1].key == spokes[i].key &&
            spokes[n_left - 1].forward != spokes[i].forward &&
            walls->back[spokes[n_left - 1].face] != spokes[i].face)
            n_left--;
        else
            spokes[n_left++] = spokes[i];
    return n_left;
}

static Spoke spoke_of(const BspMesh *mesh, const BspMeshPlanes *planes, const BspMeshUse *use,
                      const BspVec axes[3])
{
    guint f = use->face;
    Spoke spoke = { .forward = use->forward,
                    .face = f,
                    .order = bsp_mesh_face(mesh, f)->given == BSP_MESH_NO_FACE ? 0 : f + 1 };
    if (!bsp_mesh_has_plane(planes, f))
        return spoke;
    /* The face lies to the left of its edge, seen from the front. */
    BspVec into = bsp_vec_cross(bsp_mesh_face_plane(planes, f).normal, axes[2]);
    if (!use->forward)
        into = bsp_vec_neg(into);
    double angle = atan2(bsp_vec_dot(into, axes[1]), bsp_vec_dot(into, axes[0]));
    spoke.angle = llround((angle < 0 ? angle + 2 * G_PI : angle) / SAME_ANGLE) %
                  llround(2 * G_PI / SAME_ANGLE);
    return spoke;
}

/* Joins each forward face to the next backward face clockwise, as brackets are matched. */
static void match_spokes(const Spoke *spokes, guint n, guint *sets)
{
    g_autofree guint *open = g_new(guint, MAX(n, 1)); /* forward faces that are not joined yet */
    g_autofree gboolean *joined = g_new0(gboolean, MAX(n, 1));
    guint n_open = 0;
    for (guint i = 0; i < 2 * n; i++) {
        guint k = i % n;
        if (spokes[k].forward && i < n) {
            open[n_open++] = k;
        } else if (!spokes[k].forward && !joined[k] && n_open) {
            joined[k] = TRUE;
            bsp_sets_join(sets, spokes[open[--n_open]].face, spokes[k].face);
        }
    }
}

/* Returns whether two faces that run the same way coincide. */
static gboolean has_ties(const Spoke *spokes, guint n)
{
    for (guint i = 1; i < n; i++)
        if (spokes[i].angle == spokes[i - 1].angle && spokes[i].forward == spokes[i - 1].forward)
            return TRUE;
    return FALSE;
}

/* Joins the faces at an edge of more than two faces in pairs. If some of the faces coincide and
 * `ties` is FALSE, does nothing, because other edges may show which faces belong together. Returns
 * whether it joined the faces. */
static gboolean join_at_edge(const BspMesh *mesh, const BspMeshPlanes *planes,
                             const BspMeshWalls *walls, const BspMeshEdge *edge, gboolean ties,
                             guint *sets)
{
    const BspVec *points = (const BspVec *)(void *)mesh->points->data;
    BspVec axes[3];
    axes[2] = bsp_vec_unit(bsp_vec_sub(points[edge->b], points[edge->a]));
    axes[0] = bsp_vec_unit(bsp_vec_cross(axes[2], bsp_vec_axis(fabs(axes[2].x) < 0.5 ? 0 : 1)));
    axes[1] = bsp_vec_cross(axes[2], axes[0]);
    g_autofree Spoke *spokes = g_new(Spoke, edge->n);
    for (guint i = 0; i < edge->n; i++)
        spokes[i] = spoke_of(mesh, planes, &edge->uses[i], axes);
    guint n = remove_joined(spokes, edge->n, walls, sets);
    qsort(spokes, n, sizeof *spokes, compare_spokes);
    if (!ties && has_ties(spokes, n))
        return FALSE;
    match_spokes(spokes, n, sets);
    return TRUE;
}

/* The maximum number of rounds in which edges with coincident faces only wait. Each round takes
 * time in proportion to the number of edges that wait. Longer chains of edges that depend on each
 * other are rare. */
#define MOST_ROUNDS 16

/* Joins the faces at all edges of more than two faces. If a round joins none, some edges with
 * coincident faces are joined, twice as many each time, so that there are few rounds. */
static void join_at_edges(const BspMesh *mesh, const BspMeshPlanes *planes,
                          const BspMeshWalls *walls, const BspMeshLedger *ledger, guint *sets)
{
    g_autoptr(GArray) waiting = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < ledger->n; i++)
        if (ledger->edges[i].n > 2)
            g_array_append_val(waiting, i);
    for (guint round = 1, n_forced = 0, n_more = 1; waiting->len; round++) {
        guint n_waiting = 0;
        for (guint k = 0; k < waiting->len; k++) {
            guint i = g_array_index(waiting, guint, k);
            if (!join_at_edge(mesh, planes, walls, &ledger->edges[i], k < n_forced, sets))
                g_array_index(waiting, guint, n_waiting++) = i;
        }
        n_forced = n_waiting == waiting->len || round > MOST_ROUNDS ? n_more : 0;
        n_more += n_forced;
        g_array_set_size(waiting, n_waiting);
    }
}

/* Sets all members except `faces`, `n`, and the members that the edges and the judgement
 * determine. */
static void measure_shell(const BspMesh *mesh, BspMeshShell *shell)
{
    BSP_ASSERT(shell->n > 0);
    /* Coordinates are relative to a point of the shell. Far from the origin this keeps digits. And
     * if the shell has small holes, the sum is still close to its volume. */
    BspVec apex = bsp_mesh_point(mesh, bsp_mesh_face(mesh, shell->faces[0]), 0);
    shell->bounds = bsp_bounds_empty();
    shell->kind = BSP_SHELL_SHEET;
    for (guint i = 0; i < shell->n; i++) {
        const BspMeshFace *face = bsp_mesh_face(mesh, shell->faces[i]);
        BspVec a = bsp_vec_sub(bsp_mesh_point(mesh, face, 0), apex), sum = bsp_vec(0, 0, 0);
        shell->n_repaired += face->repaired ? 1 : 0;
        for (guint k = 0; k < face->n; k++)
            bsp_bounds_add_point(&shell->bounds, bsp_mesh_point(mesh, face, k));
        for (guint k = 1; k + 1 < face->n; k++) {
            BspVec b = bsp_vec_sub(bsp_mesh_point(mesh, face, k), apex);
            BspVec c = bsp_vec_sub(bsp_mesh_point(mesh, face, k + 1), apex);
            sum = bsp_vec_add(sum, bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, a)));
            shell->volume += bsp_vec_dot(a, bsp_vec_cross(b, c)) / 6;
        }
        shell->area += 0.5 * bsp_vec_length(sum);
        shell->direction = bsp_vec_mad(shell->direction, 0.5, sum);
    }
}

static void measure_open_edges(BspMeshShells *shells, const BspMesh *mesh,
                               const BspMeshLedger *ledger)
{
    const BspVec *points = (const BspVec *)(void *)mesh->points->data;
    for (guint i = 0; i < ledger->n; i++) {
        const BspMeshEdge *edge = &ledger->edges[i];
        for (guint k = 0; k < edge->n && edge->balance; k++)
            shells->shells[shells->shell_of[edge->uses[k].face]].open +=
                bsp_vec_length(bsp_vec_sub(points[edge->b], points[edge->a]));
    }
}

BspMeshShells *bsp_mesh_shells_new(const BspMesh *mesh, const BspMeshPlanes *planes,
                                   const BspMeshWalls *walls, const BspMeshLedger *ledger)
{
    guint n = mesh->faces->len;
    BspMeshShells *shells = g_new0(BspMeshShells, 1);
    shells->shells = g_new0(BspMeshShell, MAX(n, 1));
    shells->shell_of = g_new(guint, MAX(n, 1));
    g_autofree guint *sets = bsp_sets_new(n);
    for (guint i = 0; i < ledger->n; i++)
        if (ledger->edges[i].n == 2 && !ledger->edges[i].balance)
            bsp_sets_join(sets, ledger->edges[i].uses[0].face, ledger->edges[i].uses[1].face);
    join_at_edges(mesh, planes, walls, ledger, sets);
    shells->faces = bsp_mesh_faces_by_sets(sets, n);
    for (guint i = 0; i < n; i++) {
        guint f = shells->faces[i];
        if (bsp_sets_find(sets, f) == f) /* f is the first face of its shell */
            shells->shells[shells->n++].faces = &shells->faces[i];
        BSP_ASSERT(shells->n > 0); /* because the first face of a set begins its shell */
        shells->shell_of[f] = shells->n - 1;
        shells->shells[shells->n - 1].n++;
        if (walls->back[f] != BSP_MESH_NO_FACE)
            shells->shells[shells->n - 1].n_backs++;
    }
    for (guint i = 0; i < shells->n; i++)
        measure_shell(mesh, &shells->shells[i]);
    measure_open_edges(shells, mesh, ledger);
    return shells;
}

void bsp_mesh_shells_free(BspMeshShells *shells)
{
    if (!shells)
        return;
    g_free(shells->shells);
    g_free(shells->faces);
    g_free(shells->shell_of);
    g_free(shells);
}
