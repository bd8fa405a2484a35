/* mesh-walls: finds walls that are written twice, front and back, as in two-sided meshes. */
#include "mesh/passes.h"

#include <stdlib.h>

#include "geometry/sets.h"

/* --- polygons with other diagonals at the back --- */

/* Dimensionless. Two patches with the same border are alike if the volume between them, divided by
 * the area to the power of 3/2, is less than this. For a quad with one corner a fifth of its side
 * off the plane of the others, and another diagonal on its back, the value is 1/60. For a regular
 * tetrahedron it is 1/20. */
#define MOST_THICKNESS (1.0 / 32)

/* An edge on the border of a patch. `edge` is twice the number of the edge, plus one if the patch
 * runs forward along it. */
typedef struct {
    guint patch, edge;
} Border;

typedef struct {
    const BspMesh *mesh; /* the mesh without twins */
    const guint *patch;  /* for each face, the patch that it belongs to */
    guint *next;         /* for each face, the next face of its patch, or BSP_MESH_NO_FACE */
    guint *like;         /* for each patch, the patch whose triangles it gets */
    /* For each patch, whether it runs against the direction of its border's key. */
    gboolean *reversed;
    GArray *borders;     /* the borders (Border), sorted by patch */
    GHashTable *patches; /* maps a border to the first patch that has this border */
} Unifying;

static int compare_borders(const void *x, const void *y)
{
    const Border *a = x, *b = y;
    return BSP_ORDER(a->patch, b->patch) ?: BSP_ORDER(a->edge, b->edge);
}

static void find_borders(Unifying *u, const BspMeshLedger *ledger)
{
    for (guint i = 0; i < ledger->n; i++) {
        const BspMeshEdge *edge = &ledger->edges[i];
        for (guint k = 0; k < edge->n; k++) {
            const BspMeshUse *use = &edge->uses[k];
            Border border = { u->patch[use->face], 2 * i + (use->forward ? 1 : 0) };
            if (edge->n != 2 || u->patch[edge->uses[0].face] != u->patch[edge->uses[1].face])
                g_array_append_val(u->borders, border);
        }
    }
    g_array_sort(u->borders, compare_borders);
}

/* Returns six times the volume between the patch and the point `apex`. Adds the area of the patch
 * to *area. */
static double volume_of_patch(const Unifying *u, guint patch, BspVec apex, double *area)
{
    double volume = 0;
    for (guint f = patch; f != BSP_MESH_NO_FACE; f = u->next[f]) {
        const BspMeshFace *face = bsp_mesh_face(u->mesh, f);
        BspVec a = bsp_vec_sub(bsp_mesh_point(u->mesh, face, 0), apex), sum = bsp_vec(0, 0, 0);
        for (guint k = 1; k + 1 < face->n; k++) {
            BspVec b = bsp_vec_sub(bsp_mesh_point(u->mesh, face, k), apex),
                   c = bsp_vec_sub(bsp_mesh_point(u->mesh, face, k + 1), apex);
            sum = bsp_vec_add(sum, bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, a)));
            volume += bsp_vec_dot(a, bsp_vec_cross(b, c));
        }
        *area += 0.5 * bsp_vec_length(sum);
    }
    return volume;
}

/* Returns whether the space between two patches with the same border is thin, relative to its
 * width. */
static gboolean is_thin_between(const Unifying *u, guint patch, guint other)
{
    double area = 0;
    BspVec apex = bsp_mesh_point(u->mesh, bsp_mesh_face(u->mesh, patch), 0);
    double p = volume_of_patch(u, patch, apex, &area), q = volume_of_patch(u, other, apex, &area);
    double volume = fabs(u->reversed[patch] == u->reversed[other] ? p - q : p + q) / 6;
    return volume < MOST_THICKNESS * area * sqrt(area);
}

/* Returns whether the patch, whose border has n edges, has no corner but those of its border. */
static gboolean has_no_inner_corner(const Unifying *u, guint patch, guint n)
{
    guint n_triangles = 0;
    for (guint f = patch; f != BSP_MESH_NO_FACE; f = u->next[f])
        n_triangles += bsp_mesh_face(u->mesh, f)->n - 2;
    return n_triangles + 2 == n;
}

/* Looks for an earlier patch with the same border of n edges, in the same direction or the opposite
 * one. If there is one, the patches become alike. */
static void match_patch(Unifying *u, const Border *borders, guint n)
{
    guint patch = borders->patch, *edges = g_new(guint, n);
    u->reversed[patch] = borders->edge & 1;
    for (guint i = 0; i < n; i++)
        edges[i] = borders[i].edge ^ (borders->edge & 1);
    g_autoptr(GBytes) key = g_bytes_new_take(edges, n * sizeof *edges);
    gpointer found;
    if (n < 4 || !has_no_inner_corner(u, patch, n))
        return;
    if (!g_hash_table_lookup_extended(u->patches, key, NULL, &found))
        g_hash_table_insert(u->patches, g_steal_pointer(&key), GUINT_TO_POINTER(patch));
    else if (is_thin_between(u, patch, GPOINTER_TO_UINT(found)))
        u->like[patch] = GPOINTER_TO_UINT(found);
}

/* Appends the faces of the patch that `patch` is like. They run in the direction of `patch`, or, if
 * is_reversed is set, in the opposite direction. */
static void append_alike(const Unifying *u, BspMesh *mesh, guint patch, gboolean is_reversed)
{
    is_reversed = is_reversed != (u->reversed[patch] != u->reversed[u->like[patch]]);
    for (guint f = u->like[patch]; f != BSP_MESH_NO_FACE; f = u->next[f]) {
        BspMeshFace face = *bsp_mesh_face(u->mesh, f);
        guint first = mesh->corners->len;
        for (guint k = 0; k < face.n; k++) {
            guint corner = bsp_mesh_corner(mesh, &face, is_reversed ? face.n - k : k);
            g_array_append_val(mesh->corners, corner);
        }
        face.first = first;
        face.turned ^= is_reversed;
        g_array_append_val(mesh->faces, face);
    }
}

void bsp_mesh_unify_backs(BspMesh *mesh, const BspMeshTwin *twins, const guint *number,
                          const BspMesh *single, const guint *patch)
{
    guint n = single->faces->len;
    g_autofree guint *next = g_new(guint, MAX(n, 1)), *last = g_new(guint, MAX(n, 1)),
                     *like = g_new(guint, MAX(n, 1));
    g_autofree gboolean *reversed = g_new(gboolean, MAX(n, 1));
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(single);
    g_autoptr(GArray) borders = g_array_new(FALSE, FALSE, sizeof(Border));
    g_autoptr(GHashTable) patches =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    Unifying u = { single, patch, next, like, reversed, borders, patches };
    for (guint f = 0; f < n; f++) {
        like[f] = patch[f];
        next[f] = BSP_MESH_NO_FACE;
        if (patch[f] != f)
            next[last[patch[f]]] = f;
        last[patch[f]] = f;
    }
    find_borders(&u, ledger);
    for (guint i = 0, n_same; i < borders->len; i += n_same) {
        const Border *of_patch = &g_array_index(borders, Border, i);
        for (n_same = 1; i + n_same < borders->len && of_patch[n_same].patch == of_patch->patch;)
            n_same++;
        match_patch(&u, of_patch, n_same);
    }
    g_autoptr(GArray) faces = g_steal_pointer(&mesh->faces);
    mesh->faces = g_array_new(FALSE, FALSE, sizeof(BspMeshFace));
    for (guint f = 0; f < faces->len; f++) {
        guint i = number[twins[f].first];
        if (like[patch[i]] == patch[i])
            g_array_append_val(mesh->faces, g_array_index(faces, BspMeshFace, f));
        else if (patch[i] == i)
            append_alike(&u, mesh, i, twins[f].reversed);
    }
}

/* --- two-sided parts --- */

/* Dimensionless. A part of the mesh is two-sided if at least this part of its faces have twins. */
#define LEAST_TWINS 0.75

/* Returns the parts of the mesh, which are sets of faces that are connected by edges. */
static guint *parts_of_mesh(const BspMesh *mesh)
{
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    guint *parts = bsp_sets_new(mesh->faces->len);
    for (guint i = 0; i < ledger->n; i++)
        for (guint k = 1; k < ledger->edges[i].n; k++)
            bsp_sets_join(parts, ledger->edges[i].uses[k].face, ledger->edges[i].uses[0].face);
    return parts;
}

guint bsp_mesh_face_backs(BspMesh *mesh)
{
    guint n = mesh->faces->len, n_turned = 0;
    g_autofree BspMeshTwin *twins = bsp_mesh_twins_new(mesh);
    g_autofree guint *part = parts_of_mesh(mesh), *n_faces = g_new0(guint, MAX(n, 1)),
                     *n_even = g_new0(guint, MAX(n, 1)), *n_opposite = g_new0(guint, MAX(n, 1)),
                     *n_twins = g_new0(guint, MAX(n, 1));
    /* Number of twins that run like the first, minus those that run against it. */
    g_autofree gint *excess = g_new0(gint, MAX(n, 1));
    for (guint f = 0; f < n; f++) {
        n_twins[twins[f].first]++;
        excess[twins[f].first] += twins[f].reversed ? -1 : 1;
    }
    for (guint f = 0; f < n; f++) {
        guint of = bsp_sets_find(part, f), first = twins[f].first;
        n_faces[of]++;
        n_even[of] += n_twins[first] % 2 == 0;
        /* A part without opposite twins is there twice. */
        n_opposite[of] += (guint)ABS(excess[first]) < n_twins[first];
    }
    for (guint f = 0; f < n; f++) {
        guint of = bsp_sets_find(part, f), first = twins[f].first;
        if (n_even[of] < LEAST_TWINS * n_faces[of] || !n_opposite[of])
            continue;
        /* The direction of such a face has no meaning. */
        bsp_mesh_face(mesh, f)->repaired = FALSE;
        if (n_twins[first] % 2 || excess[first] == 0 || (excess[first] < 0) != twins[f].reversed)
            continue;
        excess[first] += excess[first] > 0 ? -2 : 2;
        bsp_mesh_turn_face(mesh, f);
        n_turned++;
    }
    return n_turned;
}

/* --- backs --- */

BspMeshWalls *bsp_mesh_walls_new(const BspMesh *mesh)
{
    guint n = mesh->faces->len;
    g_autofree BspMeshTwin *twins = bsp_mesh_twins_new(mesh);
    g_autofree guint *n_twins = g_new0(guint, MAX(n, 1)), *open = g_new(guint, MAX(n, 1));
    g_autofree guint *below = g_new(guint, MAX(n, 1)); /* a stack of faces that wait for a back */
    BspMeshWalls *walls = g_new0(BspMeshWalls, 1);
    walls->back = g_new(guint, MAX(n, 1));
    walls->lone = g_new(gboolean, MAX(n, 1));
    for (guint f = 0; f < n; f++) {
        guint first = twins[f].first, other = f == first ? BSP_MESH_NO_FACE : open[first];
        n_twins[first]++;
        walls->back[f] = BSP_MESH_NO_FACE;
        if (other != BSP_MESH_NO_FACE && twins[other].reversed != twins[f].reversed) {
            walls->back[f] = other;
            walls->back[other] = f;
            walls->n_backs++;
            open[first] = below[other];
        } else {
            below[f] = other;
            open[first] = f;
        }
    }
    for (guint f = 0; f < n; f++)
        walls->lone[f] = n_twins[twins[f].first] == 2 && !bsp_mesh_face(mesh, f)->copied;
    return walls;
}

void bsp_mesh_walls_free(BspMeshWalls *walls)
{
    if (!walls)
        return;
    g_free(walls->back);
    g_free(walls->lone);
    g_free(walls);
}

/* --- the other side of bodies --- */

typedef struct {
    const BspMeshWalls *walls;
    const BspMeshShells *shells;
    guint *distance; /* for each shell, the number of walls between it and the outside; G_MAXUINT if
                        this is unknown */
    GArray *reached; /* the shells (guint) that were reached, in the order of their distance */
} Sides;

/* Gives the shell this distance, unless it has one, or is flat, or has a face without a back. */
static void reach_shell(Sides *s, guint i, guint distance)
{
    const BspMeshShell *shell = &s->shells->shells[i];
    if (s->distance[i] != G_MAXUINT || bsp_mesh_shell_is_flat(shell) || shell->n_backs < shell->n)
        return;
    s->distance[i] = distance;
    g_array_append_val(s->reached, i);
}

/* Measures the distances of all shells from the outside. Shells that face inwards, and whose faces
 * all have backs, have the distance 0. */
static void measure_distances(Sides *s)
{
    for (guint i = 0; i < s->shells->n; i++) {
        s->distance[i] = G_MAXUINT;
        if (s->shells->shells[i].volume < 0)
            reach_shell(s, i, 0);
    }
    for (guint k = 0; k < s->reached->len; k++) {
        guint i = g_array_index(s->reached, guint, k);
        const BspMeshShell *shell = &s->shells->shells[i];
        for (guint j = 0; j < shell->n; j++) {
            guint f = shell->faces[j];
            if (s->walls->lone[f])
                reach_shell(s, s->shells->shell_of[s->walls->back[f]], s->distance[i] + 1);
        }
    }
}

gboolean bsp_mesh_remove_backs(BspMesh *mesh, BspMeshPlanes *planes, const BspMeshWalls *walls,
                               const BspMeshShells *shells, BspMeshReport *report)
{
    guint n = mesh->faces->len, n_kept = 0;
    g_autofree gboolean *is_kept = g_new(gboolean, MAX(n, 1));
    g_autofree guint *distance = g_new(guint, MAX(shells->n, 1));
    g_autoptr(GArray) reached = g_array_new(FALSE, FALSE, sizeof(guint));
    Sides sides = { walls, shells, distance, reached };
    if (!walls->n_backs)
        return FALSE;
    measure_distances(&sides);
    for (guint f = 0; f < n; f++) {
        guint i = shells->shell_of[f];
        is_kept[f] =
            distance[i] == G_MAXUINT || distance[i] % 2 || shells->shell_of[walls->back[f]] == i;
        if (is_kept[f])
            planes->of_face[n_kept++] = planes->of_face[f];
    }
    report->n_backs += n - n_kept;
    bsp_mesh_keep_faces(mesh, is_kept);
    return n_kept < n;
}
