/* mesh-shells: the connected surfaces of a mesh. */
#include "mesh/passes.h"

#include <stdlib.h>

#include "geometry/sets.h"

/* Faces count as coincident if their directions differ by less than this angle, in radians. */
#define SAME_ANGLE 1e-6

/* A face at an edge. The solid behind the face lies clockwise of it if it runs forward, seen
 * against the direction of the edge, else anticlockwise. */
typedef struct {
    gint64 angle; /* in SAME_ANGLE */
    gboolean forward;
    guint face;
} Spoke;

/* Clockwise. Faces that run backward come first, because no solid is between coincident faces. Of
 * coincident faces that run the same way, the first in the file is outermost, as in nested
 * brackets. So faces of one body are joined, since a body's faces are together in the file. */
static int compare_spokes(const void *x, const void *y)
{
    const Spoke *a = x, *b = y;
    if (a->angle != b->angle)
        return a->angle > b->angle ? -1 : 1;
    if (a->forward != b->forward)
        return a->forward ? 1 : -1;
    gint order = a->face < b->face ? -1 : a->face > b->face;
    return a->forward ? order : -order;
}

static Spoke spoke_of(const BspMeshPlanes *planes, const BspMeshUse *use, const BspVec axes[3])
{
    Spoke spoke = { 0, use->forward, use->face };
    if (!bsp_mesh_has_plane(planes, use->face))
        return spoke;
    /* The face lies to the left of its edge, seen from the front. */
    BspVec into = bsp_vec_cross(bsp_mesh_face_plane(planes, use->face).normal, axes[2]);
    double angle = atan2(bsp_vec_dot(into, axes[1]), bsp_vec_dot(into, axes[0]));
    if (!use->forward)
        angle += G_PI;
    spoke.angle = llround((angle < 0 ? angle + 2 * G_PI : angle) / SAME_ANGLE) %
                  llround(2 * G_PI / SAME_ANGLE);
    return spoke;
}

/* Joins the faces at an edge in pairs. Each face that runs forward is joined to the next one
 * clockwise that runs backward, as brackets are matched. */
static void join_at_edge(const BspMesh *mesh, const BspMeshPlanes *planes, const BspMeshEdge *edge,
                         guint *sets)
{
    if (edge->n == 2 && !edge->balance)
        bsp_sets_join(sets, edge->uses[0].face, edge->uses[1].face);
    if (edge->n <= 2)
        return;
    const BspVec *points = (const BspVec *)(void *)mesh->points->data;
    BspVec axes[3];
    axes[2] = bsp_vec_unit(bsp_vec_sub(points[edge->b], points[edge->a]));
    axes[0] = bsp_vec_unit(bsp_vec_cross(axes[2], bsp_vec_axis(fabs(axes[2].x) < 0.5 ? 0 : 1)));
    axes[1] = bsp_vec_cross(axes[2], axes[0]);
    g_autofree Spoke *spokes = g_new(Spoke, edge->n);
    for (guint i = 0; i < edge->n; i++)
        spokes[i] = spoke_of(planes, &edge->uses[i], axes);
    qsort(spokes, edge->n, sizeof *spokes, compare_spokes);
    g_autofree guint *open = g_new(guint, edge->n); /* forward faces that are not joined yet */
    g_autofree gboolean *joined = g_new0(gboolean, edge->n);
    guint n_open = 0;
    for (guint i = 0; i < 2 * edge->n; i++) {
        guint k = i % edge->n;
        if (spokes[k].forward && i < edge->n) {
            BSP_ASSERT(n_open < edge->n);
            open[n_open++] = k;
        } else if (!spokes[k].forward && !joined[k] && n_open) {
            joined[k] = TRUE;
            bsp_sets_join(sets, spokes[open[--n_open]].face, spokes[k].face);
        }
    }
}

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
                               const BspMeshLedger *ledger, const guint *shell_of)
{
    const BspVec *points = (const BspVec *)(void *)mesh->points->data;
    for (guint i = 0; i < ledger->n; i++) {
        const BspMeshEdge *edge = &ledger->edges[i];
        for (guint k = 0; k < edge->n && edge->balance; k++)
            shells->shells[shell_of[edge->uses[k].face]].open +=
                bsp_vec_length(bsp_vec_sub(points[edge->b], points[edge->a]));
    }
}

static int compare_roots(const void *x, const void *y, gpointer data)
{
    const guint *a = x, *b = y;
    guint i = bsp_sets_find(data, *a), j = bsp_sets_find(data, *b);
    return i != j ? (i < j ? -1 : 1) : *a < *b ? -1 : *a > *b;
}

BspMeshShells *bsp_mesh_shells_new(const BspMesh *mesh, const BspMeshPlanes *planes)
{
    guint n = mesh->faces->len;
    BspMeshShells *shells = g_new0(BspMeshShells, 1);
    shells->shells = g_new0(BspMeshShell, MAX(n, 1));
    shells->faces = g_new(guint, MAX(n, 1));
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    g_autofree guint *sets = bsp_sets_new(n), *shell_of = g_new(guint, MAX(n, 1));
    for (guint i = 0; i < ledger->n; i++)
        join_at_edge(mesh, planes, &ledger->edges[i], sets);
    for (guint f = 0; f < n; f++)
        shells->faces[f] = f;
    g_qsort_with_data(shells->faces, (gint)n, sizeof(guint), compare_roots, sets);
    for (guint i = 0; i < n; i++) {
        guint f = shells->faces[i];
        if (bsp_sets_find(sets, f) == f) /* the first of its shell */
            shells->shells[shells->n++].faces = &shells->faces[i];
        BSP_ASSERT(shells->n > 0); /* the first face of a set begins its shell */
        shell_of[f] = shells->n - 1;
        shells->shells[shells->n - 1].n++;
    }
    for (guint i = 0; i < shells->n; i++)
        measure_shell(mesh, &shells->shells[i]);
    measure_open_edges(shells, mesh, ledger, shell_of);
    return shells;
}

void bsp_mesh_shells_free(BspMeshShells *shells)
{
    if (!shells)
        return;
    g_free(shells->shells);
    g_free(shells->faces);
    g_free(shells);
}
