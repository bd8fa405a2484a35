/* mesh-repair: welds the points of a mesh, and turns or removes faces that are turned or doubled.
 */
#include "mesh/passes.h"

#include <stdlib.h>
#include <string.h>

#include "compile/hierarchy.h"
#include "geometry/polygon.h"
#include "geometry/sets.h"
#include "mesh/mesh-ledger.h"

/* --- welding --- */

/* A cell of a grid of points, whose cells are as wide as the distance of welding. */
typedef struct {
    gint64 k[3];
} GridCell;

static guint hash_cell(gconstpointer key)
{
    const GridCell *cell = key;
    guint64 hash = 0;
    for (guint i = 0; i < 3; i++) {
        hash = (hash ^ (guint64)cell->k[i]) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (guint)(hash ^ hash >> 32);
}

static gboolean equal_cells(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(GridCell)) == 0;
}

static GridCell cell_of(BspVec p, double distance)
{
    GridCell cell;
    for (guint i = 0; i < 3; i++)
        cell.k[i] = (gint64)floor(p.v[i] / distance);
    return cell;
}

typedef struct {
    const BspVec *points;
    double distance;
    GHashTable *cells; /* GridCell -> 1 + the last leader in the cell */
    GridCell *keys;    /* of each leader */
    guint *next;       /* 1 + the leader before it in its cell, or 0 */
} Welding;

/* Searches one cell for a leader nearer than *nearest. */
static void search_cell(const Welding *welding, const GridCell *cell, BspVec p, double *nearest,
                        guint *found)
{
    guint i = GPOINTER_TO_UINT(g_hash_table_lookup(welding->cells, cell));
    for (; i; i = welding->next[i - 1]) {
        double apart = bsp_vec_length(bsp_vec_sub(welding->points[i - 1], p));
        if (apart < *nearest || (apart == *nearest && *found == G_MAXUINT)) {
            *nearest = apart;
            *found = i - 1;
        }
    }
}

/* Returns the leader of point i, which is the point itself if there is none near it. */
static guint find_leader(Welding *welding, guint i, double *apart)
{
    BspVec p = welding->points[i];
    GridCell cell = cell_of(p, welding->distance);
    guint found = G_MAXUINT;
    *apart = welding->distance;
    search_cell(welding, &cell, p, apart, &found);
    for (guint k = 0; k < 27 && *apart > 0; k++) {
        GridCell beside = { { cell.k[0] + k % 3 - 1, cell.k[1] + k / 3 % 3 - 1,
                              cell.k[2] + k / 9 - 1 } };
        search_cell(welding, &beside, p, apart, &found);
    }
    if (found != G_MAXUINT)
        return found;
    welding->keys[i] = cell;
    welding->next[i] = GPOINTER_TO_UINT(g_hash_table_lookup(welding->cells, &cell));
    g_hash_table_replace(welding->cells, &welding->keys[i], GUINT_TO_POINTER(i + 1));
    *apart = 0;
    return i;
}

/* Removes corners that repeat the one before them, and faces that are left with fewer than 3. */
static void remove_repeated_corners(BspMesh *mesh, BspMeshReport *report)
{
    guint n_faces = 0;
    GArray *corners = g_array_sized_new(FALSE, FALSE, sizeof(guint), mesh->corners->len);
    for (guint f = 0; f < mesh->faces->len; f++) {
        BspMeshFace face = *bsp_mesh_face(mesh, f), kept = face;
        kept.first = corners->len;
        for (guint k = 0; k < face.n; k++) {
            guint corner = bsp_mesh_corner(mesh, &face, k);
            if (corner != bsp_mesh_corner(mesh, &face, k + 1))
                g_array_append_val(corners, corner);
        }
        kept.n = corners->len - kept.first;
        if (kept.n >= 3) {
            *bsp_mesh_face(mesh, n_faces++) = kept;
        } else {
            g_array_set_size(corners, kept.first);
            report->n_degenerate++;
        }
    }
    g_array_unref(mesh->corners);
    mesh->corners = corners;
    g_array_set_size(mesh->faces, n_faces);
}

void bsp_mesh_weld(BspMesh *mesh, double distance, BspMeshReport *report)
{
    guint n = MAX(mesh->points->len, 1);
    g_autoptr(GHashTable) cells = g_hash_table_new(hash_cell, equal_cells);
    g_autofree GridCell *keys = g_new(GridCell, n);
    g_autofree guint *next = g_new(guint, n), *leader = g_new(guint, n);
    Welding welding = { (const BspVec *)(void *)mesh->points->data, distance, cells, keys, next };
    memset(leader, 0xff, n * sizeof *leader);
    for (guint i = 0; i < mesh->corners->len; i++) {
        guint *corner = &g_array_index(mesh->corners, guint, i);
        if (leader[*corner] == G_MAXUINT) {
            double apart;
            leader[*corner] = find_leader(&welding, *corner, &apart);
            report->n_welded += apart > 0;
            report->moved = MAX(report->moved, apart);
        }
        *corner = leader[*corner];
    }
    remove_repeated_corners(mesh, report);
}

/* --- bent polygons --- */

guint bsp_mesh_split_bent(BspMesh *mesh, double flat)
{
    guint n_bent = 0;
    g_autoptr(GArray) faces = g_steal_pointer(&mesh->faces);
    mesh->faces = g_array_new(FALSE, FALSE, sizeof(BspMeshFace));
    for (guint f = 0; f < faces->len; f++) {
        BspMeshFace face = g_array_index(faces, BspMeshFace, f);
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(mesh, &face);
        BspPlane plane;
        if (face.n == 3 || (bsp_mesh_mean_plane(polygon, &plane) &&
                            bsp_polygon_side(polygon, &plane, flat) == BSP_SIDE_ON)) {
            g_array_append_val(mesh->faces, face);
            continue;
        }
        n_bent++;
        bsp_mesh_add_fan(mesh, mesh, &face);
    }
    return n_bent;
}

/* --- corners within edges --- */

/* A point within an edge, at this fraction of the edge. */
typedef struct {
    guint edge, point;
    double at;
} EdgePoint;

typedef struct {
    const BspMesh *mesh;
    const BspMeshUse *use;
    guint edge;
    const guint *ends; /* points */
    double distance;
    GArray *found; /* EdgePoint */
    guint most;
    guint n_compared;
} EdgeSearch;

/* The search for corners within edges ends after this many comparisons: about a second. */
#define MAX_COMPARED 30000000

static gboolean add_edge_point(guint i, gpointer data)
{
    EdgeSearch *search = data;
    if (++search->n_compared > MAX_COMPARED)
        return FALSE;
    const BspVec *points = (const BspVec *)(void *)search->mesh->points->data;
    guint point = search->ends[i];
    if (point == search->use->a || point == search->use->b)
        return TRUE;
    BspVec a = points[search->use->a], along = bsp_vec_sub(points[search->use->b], a);
    BspVec to = bsp_vec_sub(points[point], a);
    double at = bsp_vec_dot(to, along) / bsp_vec_dot(along, along);
    if (!(at > 0 && at < 1) || bsp_vec_length(bsp_vec_mad(to, -at, along)) > search->distance)
        return TRUE;
    EdgePoint found = { search->edge, point, at };
    g_array_append_val(search->found, found);
    return search->found->len < search->most;
}

static int compare_edge_points(const void *x, const void *y)
{
    const EdgePoint *a = x, *b = y;
    if (a->edge != b->edge)
        return a->edge < b->edge ? -1 : 1;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->point < b->point ? -1 : a->point > b->point;
}

/* The end points of all edges without a counterpart, each once. */
static GArray *loose_ends(const BspMesh *mesh, const BspMeshLedger *ledger)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autofree guint8 *is_end = g_new0(guint8, MAX(mesh->points->len, 1));
    for (guint i = 0; i < ledger->edges->len; i++) {
        const BspMeshEdge *edge = bsp_mesh_ledger_edge(ledger, i);
        const BspMeshUse *use = bsp_mesh_ledger_uses(ledger, edge);
        if (edge->balance)
            is_end[use->a] = is_end[use->b] = 1;
    }
    for (guint i = 0; i < mesh->points->len; i++)
        if (is_end[i])
            g_array_append_val(ends, i);
    return ends;
}

static GArray *points_within_edges(const BspMesh *mesh, const BspMeshLedger *ledger,
                                   double distance)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(EdgePoint));
    g_autoptr(GArray) ends = loose_ends(mesh, ledger);
    const BspVec *points = (const BspVec *)(void *)mesh->points->data;
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(ends->len, 1));
    for (guint i = 0; i < ends->len; i++)
        boxes[i].mins = boxes[i].maxs = points[g_array_index(ends, guint, i)];
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, ends->len);
    EdgeSearch search = { .mesh = mesh,
                          .ends = (const guint *)(void *)ends->data,
                          .distance = distance,
                          .found = found,
                          .most = 2 * mesh->corners->len };
    for (guint i = 0;
         i < ledger->edges->len && found->len < search.most && search.n_compared < MAX_COMPARED;
         i++) {
        const BspMeshEdge *edge = bsp_mesh_ledger_edge(ledger, i);
        if (!edge->balance)
            continue;
        search.edge = i;
        search.use = bsp_mesh_ledger_uses(ledger, edge);
        BspBounds box = bsp_bounds_empty();
        bsp_bounds_add_point(&box, points[search.use->a]);
        bsp_bounds_add_point(&box, points[search.use->b]);
        box = bsp_bounds_grown(&box, distance);
        bsp_hierarchy_overlapping(hierarchy, &box, add_edge_point, &search);
    }
    g_array_sort(found, compare_edge_points);
    return found;
}

/* Appends the points within an edge, in the direction in which a face runs along it. found: sorted
 * points; first: of each edge, the number of points of the edges before it. */
static void add_points_of_edge(GArray *corners, const GArray *found, const guint *first,
                               gboolean forward)
{
    for (guint i = first[0]; i < first[1]; i++) {
        guint k = forward ? i : first[0] + first[1] - 1 - i;
        g_array_append_val(corners, g_array_index(found, EdgePoint, k).point);
    }
}

void bsp_mesh_split_edges(BspMesh *mesh, double distance)
{
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    g_autoptr(GArray) found = points_within_edges(mesh, ledger, distance);
    if (!found->len)
        return;
    g_autofree guint *first = g_new0(guint, ledger->edges->len + 1);
    for (guint i = 0; i < found->len; i++)
        first[g_array_index(found, EdgePoint, i).edge + 1] = i + 1;
    for (guint e = 0; e < ledger->edges->len; e++)
        first[e + 1] = MAX(first[e + 1], first[e]);
    GArray *corners = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint f = 0; f < mesh->faces->len; f++) {
        BspMeshFace *face = bsp_mesh_face(mesh, f);
        guint start = corners->len;
        for (guint k = 0; k < face->n; k++) {
            guint corner = bsp_mesh_corner(mesh, face, k);
            g_array_append_val(corners, corner);
            add_points_of_edge(corners, found, first + ledger->edge_of[face->first + k],
                               corner < bsp_mesh_corner(mesh, face, k + 1));
        }
        face->first = start;
        face->n = corners->len - start;
    }
    g_array_unref(mesh->corners);
    mesh->corners = corners;
}

/* --- turned and doubled faces --- */

typedef struct {
    const BspMesh *mesh;
    BspMeshLedger *ledger;
    gint8 *times;      /* of each face: 1; -1: turned; 0: removed */
    guint *outline;    /* of each face: faces with the same corners have the same number */
    gint8 *direction;  /* of each face: direction of its outline, 1 or -1 */
    guint (*count)[2]; /* for each outline: faces that run backward, and forward */
    guint *queue;      /* faces, in a ring of n_faces entries */
    gboolean *in_queue;
    guint head, n_queued;
    gint64 budget; /* corners that may still be examined */
} Orienting;

/* The corners of a face, from the least one towards its lesser neighbour. *direction receives
 * whether the face itself runs that way, 1 or -1. */
static GBytes *outline_of_face(const BspMesh *mesh, const BspMeshFace *face, gint8 *direction)
{
    guint least = 0, n = face->n;
    for (guint k = 1; k < n; k++)
        if (bsp_mesh_corner(mesh, face, k) < bsp_mesh_corner(mesh, face, least))
            least = k;
    guint next = bsp_mesh_corner(mesh, face, least + 1);
    *direction = next < bsp_mesh_corner(mesh, face, least + n - 1) ? 1 : -1;
    guint *outline = g_new(guint, n);
    for (guint k = 0; k < n; k++)
        outline[k] = bsp_mesh_corner(mesh, face, *direction > 0 ? least + k : least + n - k);
    return g_bytes_new_take(outline, n * sizeof *outline);
}

void bsp_mesh_number_outlines(const BspMesh *mesh, guint *outline, gint8 *direction)
{
    g_autoptr(GHashTable) seen =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    for (guint f = 0; f < mesh->faces->len; f++) {
        GBytes *key = outline_of_face(mesh, bsp_mesh_face(mesh, f), &direction[f]);
        gpointer number = g_hash_table_lookup(seen, key);
        outline[f] = number ? GPOINTER_TO_UINT(number) - 1 : g_hash_table_size(seen);
        g_hash_table_insert(seen, key, GUINT_TO_POINTER(outline[f] + 1));
    }
}

/* The direction in which the face now runs along the edge at corner k, 1 or -1, or 0 if it is
 * removed. */
static gint edge_direction(const Orienting *o, guint f, guint k)
{
    const BspMeshFace *face = bsp_mesh_face(o->mesh, f);
    gboolean forward = bsp_mesh_corner(o->mesh, face, k) < bsp_mesh_corner(o->mesh, face, k + 1);
    return forward ? o->times[f] : -o->times[f];
}

/* How much the total length of edges without a counterpart decreases if the face is counted
 * `change` times more often in its present direction. *around receives the face's perimeter. */
static double length_gained(Orienting *o, guint f, gint change, double *around)
{
    const BspMeshFace *face = bsp_mesh_face(o->mesh, f);
    double gain = 0;
    *around = 0;
    for (guint k = 0; k < face->n; k++) {
        gint balance =
            bsp_mesh_ledger_edge(o->ledger, o->ledger->edge_of[face->first + k])->balance;
        gint after = balance + change * edge_direction(o, f, k);
        double length = bsp_vec_length(
            bsp_vec_sub(bsp_mesh_point(o->mesh, face, k + 1), bsp_mesh_point(o->mesh, face, k)));
        gain += length * (ABS(balance) - ABS(after));
        *around += length;
    }
    o->budget -= face->n;
    return gain;
}

static void enqueue_face(Orienting *o, guint f)
{
    if (o->in_queue[f] || !o->times[f])
        return;
    o->in_queue[f] = TRUE;
    o->queue[(o->head + o->n_queued++) % o->mesh->faces->len] = f;
}

/* Turns the face (change -2) or removes it (change -1), and puts the faces at its edges into the
 * queue. */
static void change_face(Orienting *o, guint f, gint change)
{
    const BspMeshFace *face = bsp_mesh_face(o->mesh, f);
    guint *count = o->count[o->outline[f]];
    for (guint k = 0; k < face->n; k++)
        bsp_mesh_ledger_edge(o->ledger, o->ledger->edge_of[face->first + k])->balance +=
            change * edge_direction(o, f, k);
    count[o->direction[f] * o->times[f] > 0]--;
    o->times[f] = (gint8)(o->times[f] * (1 + change));
    if (o->times[f])
        count[o->direction[f] * o->times[f] > 0]++;
    for (guint k = 0; k < face->n; k++) {
        const BspMeshEdge *edge =
            bsp_mesh_ledger_edge(o->ledger, o->ledger->edge_of[face->first + k]);
        const BspMeshUse *uses = bsp_mesh_ledger_uses(o->ledger, edge);
        for (guint i = 0; i < edge->n; i++)
            enqueue_face(o, uses[i].face);
        o->budget -= edge->n;
    }
}

/* Turns or removes faces until none gains more than `part` of its perimeter. A face is removed only
 * if another face has the same corners in the same direction: otherwise, faces beside holes would
 * be removed. */
static void orient_faces(Orienting *o, double part)
{
    for (guint f = 0; f < o->mesh->faces->len; f++) {
        const BspMeshFace *face = bsp_mesh_face(o->mesh, f);
        gboolean unequal = FALSE;
        for (guint k = 0; k < face->n; k++)
            unequal |=
                bsp_mesh_ledger_edge(o->ledger, o->ledger->edge_of[face->first + k])->balance != 0;
        if (unequal)
            enqueue_face(o, f);
    }
    while (o->n_queued && o->budget > 0) {
        guint f = o->queue[o->head];
        o->head = (o->head + 1) % o->mesh->faces->len;
        o->n_queued--;
        o->in_queue[f] = FALSE;
        double around, gain = length_gained(o, f, -2, &around);
        if (gain > part * around) {
            change_face(o, f, -2);
            continue;
        }
        gain = length_gained(o, f, -1, &around);
        if (gain > part * around && o->count[o->outline[f]][o->direction[f] * o->times[f] > 0] > 1)
            change_face(o, f, -1);
    }
}

/* --- patches: faces that agree with each other, or copies beside each other --- */

/* Joins the faces at each edge with exactly two faces, if they agree. */
static guint *join_patches(const Orienting *o)
{
    guint *patches = bsp_sets_new(o->mesh->faces->len);
    for (guint i = 0; i < o->ledger->edges->len; i++) {
        const BspMeshEdge *edge = bsp_mesh_ledger_edge(o->ledger, i);
        const BspMeshUse *uses = bsp_mesh_ledger_uses(o->ledger, edge);
        guint faces[2] = { 0, 0 }, n = 0;
        for (guint k = 0; k < edge->n && !edge->balance; k++)
            if (o->times[uses[k].face] && n++ < 2)
                faces[n - 1] = uses[k].face;
        if (n == 2)
            bsp_sets_join(patches, faces[0], faces[1]);
    }
    return patches;
}

/* Joins the faces that are written again, with the same corners in the same direction, to those
 * beside them. is_copy[f] receives whether face f is one. */
static guint *join_copies(const Orienting *o, gint8 *is_copy)
{
    guint *patches = bsp_sets_new(o->mesh->faces->len);
    g_autofree gint8(*seen)[2] = g_malloc0_n(o->mesh->faces->len, sizeof *seen);
    for (guint f = 0; f < o->mesh->faces->len; f++) {
        gint8 *before = &seen[o->outline[f]][o->direction[f] * o->times[f] > 0];
        is_copy[f] = o->times[f] && *before;
        *before |= o->times[f] != 0;
    }
    for (guint i = 0; i < o->ledger->edges->len; i++) {
        const BspMeshEdge *edge = bsp_mesh_ledger_edge(o->ledger, i);
        const BspMeshUse *uses = bsp_mesh_ledger_uses(o->ledger, edge);
        const BspMeshUse *last = NULL;
        for (guint k = 0; k < edge->n; k++) {
            if (!is_copy[uses[k].face])
                continue;
            if (last)
                bsp_sets_join(patches, last->face, uses[k].face);
            last = &uses[k];
        }
    }
    return patches;
}

typedef struct {
    guint size, patch, face; /* number of faces of the patch; its root; one of its faces */
} PatchFace;

static int compare_patch_faces(const void *x, const void *y)
{
    const PatchFace *a = x, *b = y;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    if (a->patch != b->patch)
        return a->patch < b->patch ? -1 : 1;
    return a->face < b->face ? -1 : a->face > b->face;
}

/* Turns (change -2) or removes (change -1) the n faces of a patch if this gives most of its border
 * a counterpart: the gain is then `-change` times the border. It is smaller if the patch only has a
 * hole beside the hole of another body. balance: a zero for each edge, and again afterwards. */
static void change_patch(Orienting *o, gint change, const PatchFace *faces, guint n, gint *balance)
{
    double gain = 0, border = 0;
    for (gint pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < n; i++) {
            const BspMeshFace *face = bsp_mesh_face(o->mesh, faces[i].face);
            for (guint k = 0; k < face->n; k++) {
                guint e = o->ledger->edge_of[face->first + k];
                gint all = bsp_mesh_ledger_edge(o->ledger, e)->balance;
                double length = bsp_vec_length(bsp_vec_sub(bsp_mesh_point(o->mesh, face, k + 1),
                                                           bsp_mesh_point(o->mesh, face, k)));
                if (pass == 0) {
                    balance[e] += edge_direction(o, faces[i].face, k);
                    continue;
                }
                gain += length * (ABS(all) - ABS(all + change * balance[e]));
                border += length * ABS(balance[e]);
                balance[e] = 0;
            }
        }
    }
    /* Removing a copy of a closed shell leaves the others closed. */
    gboolean helps = border > 0 ? gain > -0.75 * change * border : change == -1;
    for (guint i = 0; i < n && helps; i++)
        change_face(o, faces[i].face, change);
}

/* Changes whole patches, the smallest first. Only the faces in `takes` are in patches. */
static void change_patches(Orienting *o, gint change, guint *patches, const gint8 *takes)
{
    guint n = o->mesh->faces->len;
    g_autofree guint *size = g_new0(guint, n);
    g_autofree gint *balance = g_new0(gint, o->ledger->edges->len);
    g_autofree PatchFace *faces = g_new(PatchFace, MAX(n, 1));
    for (guint f = 0; f < n; f++)
        size[bsp_sets_find(patches, f)]++;
    for (guint f = 0; f < n; f++) {
        guint patch = bsp_sets_find(patches, f);
        faces[f] = (PatchFace){ size[patch], patch, f };
    }
    qsort(faces, n, sizeof *faces, compare_patch_faces);
    for (guint i = 0; i < n; i += faces[i].size)
        if (takes[faces[i].face])
            change_patch(o, change, faces + i, faces[i].size, balance);
}

/* Two adjacent faces may be turned. */
static void turn_patches(Orienting *o)
{
    g_autofree guint *patches = join_patches(o);
    change_patches(o, -2, patches, o->times);
}

/* Removing one copy of a closed ring of copies gains nothing. */
static void remove_copies(Orienting *o)
{
    g_autofree gint8 *is_copy = g_new(gint8, o->mesh->faces->len);
    g_autofree guint *patches = join_copies(o, is_copy);
    change_patches(o, -1, patches, is_copy);
}

/* Writes the changes to the mesh. */
static void apply_orientation(BspMesh *mesh, const gint8 *times, BspMeshReport *report)
{
    guint n_faces = 0;
    for (guint f = 0; f < mesh->faces->len; f++) {
        BspMeshFace face = *bsp_mesh_face(mesh, f);
        if (times[f] < 0)
            bsp_mesh_turn_face(mesh, f);
        report->n_turned += times[f] < 0;
        report->n_doubled += times[f] == 0;
        if (times[f])
            *bsp_mesh_face(mesh, n_faces++) = face;
    }
    g_array_set_size(mesh->faces, n_faces);
}

void bsp_mesh_orient(BspMesh *mesh, BspMeshReport *report)
{
    guint n = MAX(mesh->faces->len, 1);
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    g_autofree gint8 *times = g_new(gint8, n), *direction = g_new(gint8, n);
    g_autofree guint *outline = g_new(guint, n), *queue = g_new(guint, n);
    g_autofree gboolean *in_queue = g_new0(gboolean, n);
    g_autofree guint(*count)[2] = g_malloc0_n(n, sizeof *count);
    Orienting o = { .mesh = mesh,
                    .ledger = ledger,
                    .times = times,
                    .outline = outline,
                    .direction = direction,
                    .count = count,
                    .queue = queue,
                    .in_queue = in_queue,
                    .budget = 1000 + 256 * (gint64)mesh->corners->len };
    memset(times, 1, n);
    bsp_mesh_number_outlines(mesh, outline, direction);
    for (guint f = 0; f < mesh->faces->len; f++)
        count[outline[f]][direction[f] > 0]++;
    /* The clearest cases come first: a single turned face gains twice its perimeter. */
    orient_faces(&o, 0.9);
    orient_faces(&o, 1e-9);
    turn_patches(&o);
    remove_copies(&o);
    apply_orientation(mesh, times, report);
}
