/* mesh-walls: walls that are written twice, front and back, as two-sided meshes have them. */
#include "mesh/passes.h"

#include <stdlib.h>

#include "geometry/sets.h"

/* Dimensionless. A quad whose corner is a fifth of its side off the plane of the others, and whose
 * diagonal is another one on the back, has a 60th. A hemisphere and its disc have a tenth. */
#define MOST_THICKNESS (1.0 / 32)

/* --- patches and their backs --- */

/* A patch at an edge of its border: twice the number of the edge, and one more if the patch runs
 * forward. */
typedef struct {
    guint patch, edge;
} Border;

typedef struct {
    const BspMesh *mesh;
    BspMeshWalls *walls;
    guint *next;         /* of each face: the next one of its patch, or BSP_MESH_NO_FACE */
    GArray *borders;     /* Border, by patches */
    GHashTable *patches; /* from a border to the last patch so far that has it */
} Matching;

static int compare_borders(const void *x, const void *y)
{
    const Border *a = x, *b = y;
    if (a->patch != b->patch)
        return a->patch < b->patch ? -1 : 1;
    return a->edge < b->edge ? -1 : a->edge > b->edge;
}

static void find_patches(Matching *m, const BspMeshLedger *ledger)
{
    guint n = m->mesh->faces->len;
    g_autofree guint *sets = bsp_sets_new(n), *last = g_new(guint, MAX(n, 1));
    for (guint i = 0; i < ledger->n; i++) {
        const BspMeshEdge *edge = &ledger->edges[i];
        if (edge->n == 2 && !edge->balance && !bsp_mesh_edge_is_of_one_wall(m->mesh, edge))
            bsp_sets_join(sets, edge->uses[0].face, edge->uses[1].face);
    }
    for (guint f = 0; f < n; f++) {
        guint patch = m->walls->patch[f] = bsp_sets_find(sets, f);
        m->walls->back[f] = m->next[f] = BSP_MESH_NO_FACE;
        if (patch != f)
            m->next[last[patch]] = f;
        last[patch] = f;
    }
}

static void find_borders(Matching *m, const BspMeshLedger *ledger)
{
    const guint *patch = m->walls->patch;
    for (guint i = 0; i < ledger->n; i++) {
        const BspMeshEdge *edge = &ledger->edges[i];
        for (guint k = 0; k < edge->n; k++) {
            const BspMeshUse *use = &edge->uses[k];
            Border border = { patch[use->face], 2 * i + (use->forward ? 1 : 0) };
            if (edge->n != 2 || patch[edge->uses[0].face] != patch[edge->uses[1].face])
                g_array_append_val(m->borders, border);
        }
    }
    g_array_sort(m->borders, compare_borders);
}

/* The n borders as a key: as they are (0), or as the back of the patch has them (1). */
static GBytes *key_of_borders(const Border *borders, guint n, guint direction)
{
    guint *edges = g_new(guint, n);
    for (guint i = 0; i < n; i++)
        edges[i] = borders[i].edge ^ direction;
    return g_bytes_new_take(edges, n * sizeof *edges);
}

/* The mean thickness of the space between two patches with the same border, in parts of its width.
 */
static double thickness_between(const Matching *m, guint patch, guint other)
{
    g_autoptr(GArray) faces = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint f = patch; f != BSP_MESH_NO_FACE; f = m->next[f])
        g_array_append_val(faces, f);
    for (guint f = other; f != BSP_MESH_NO_FACE; f = m->next[f])
        g_array_append_val(faces, f);
    BspMeshShell between = { .faces = (const guint *)(void *)faces->data, .n = faces->len };
    bsp_mesh_measure_shell(m->mesh, &between);
    return between.area > 0 ? fabs(between.volume) / (between.area * sqrt(between.area)) : 0;
}

static void set_back(Matching *m, guint patch, guint back)
{
    for (guint f = patch; f != BSP_MESH_NO_FACE; f = m->next[f])
        m->walls->back[f] = back;
}

/* Finds the back of a patch that has these n borders: the last patch before it with the reverse. */
static void match_patch(Matching *m, const Border *borders, guint n)
{
    guint patch = borders->patch;
    g_autoptr(GBytes) reverse = key_of_borders(borders, n, 1);
    GBytes *key = key_of_borders(borders, n, 0);
    gpointer same;
    if (g_hash_table_lookup_extended(m->patches, reverse, NULL, &same) &&
        m->walls->back[GPOINTER_TO_UINT(same)] == BSP_MESH_NO_FACE &&
        thickness_between(m, patch, GPOINTER_TO_UINT(same)) < MOST_THICKNESS) {
        guint back = GPOINTER_TO_UINT(same);
        set_back(m, patch, back);
        set_back(m, back, patch);
        m->walls->n_backs++;
    }
    g_hash_table_replace(m->patches, key, GUINT_TO_POINTER(patch));
}

BspMeshWalls *bsp_mesh_walls_new(const BspMesh *mesh, const BspMeshLedger *ledger)
{
    guint n = MAX(mesh->faces->len, 1);
    BspMeshWalls *walls = g_new0(BspMeshWalls, 1);
    walls->patch = g_new(guint, n);
    walls->back = g_new(guint, n);
    g_autofree guint *next = g_new(guint, n);
    g_autoptr(GArray) borders = g_array_new(FALSE, FALSE, sizeof(Border));
    g_autoptr(GHashTable) patches =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    Matching m = { mesh, walls, next, borders, patches };
    find_patches(&m, ledger);
    find_borders(&m, ledger);
    for (guint i = 0, n_same; i < borders->len; i += n_same) {
        const Border *of_patch = &g_array_index(borders, Border, i);
        for (n_same = 1; i + n_same < borders->len && of_patch[n_same].patch == of_patch->patch;)
            n_same++;
        match_patch(&m, of_patch, n_same);
    }
    return walls;
}

void bsp_mesh_walls_free(BspMeshWalls *walls)
{
    if (!walls)
        return;
    g_free(walls->patch);
    g_free(walls->back);
    g_free(walls);
}

/* --- the other side of bodies --- */

/* 1: the shell is a body; -1: it faces inwards; 0: it encloses next to nothing. */
static gint side_of_shell(const BspMeshShell *shell)
{
    return bsp_mesh_shell_is_flat(shell) ? 0 : shell->volume > 0 ? 1 : -1;
}

/* Whether every face of the shell has its back in a body, or in the same shell. */
static gboolean is_other_side(const BspMeshWalls *walls, const BspMeshShells *shells, guint i)
{
    const BspMeshShell *shell = &shells->shells[i];
    gboolean is_back = side_of_shell(shell) < 0;
    for (guint k = 0; k < shell->n && is_back; k++) {
        guint back = walls->back[shell->faces[k]];
        is_back = back != BSP_MESH_NO_FACE &&
                  (shells->shell_of[back] == i ||
                   side_of_shell(&shells->shells[shells->shell_of[back]]) > 0);
    }
    return is_back;
}

gboolean bsp_mesh_remove_backs(BspMesh *mesh, BspMeshPlanes *planes, const BspMeshWalls *walls,
                               const BspMeshShells *shells, BspMeshReport *report)
{
    guint n = mesh->faces->len, n_kept = 0;
    g_autofree gboolean *is_kept = g_new(gboolean, MAX(n, 1));
    if (!walls->n_backs)
        return FALSE;
    for (guint i = 0; i < shells->n; i++) {
        const BspMeshShell *shell = &shells->shells[i];
        gboolean is_back = is_other_side(walls, shells, i);
        for (guint k = 0; k < shell->n; k++) {
            guint f = shell->faces[k], back = walls->back[f];
            is_kept[f] = !is_back || shells->shell_of[back] == i;
        }
    }
    for (guint f = 0; f < n; f++) {
        if (is_kept[f])
            planes->of_face[n_kept++] = planes->of_face[f];
        else if (bsp_mesh_face(mesh, f)->given != BSP_MESH_NO_FACE)
            g_array_index(report->sides, gint8, bsp_mesh_face(mesh, f)->given) = 0;
    }
    report->n_backs += n - n_kept;
    bsp_mesh_keep_faces(mesh, is_kept);
    return n_kept < n;
}
