/* mesh-repair: welds the points of a mesh, and turns or removes faces that are turned or doubled.
 */
#include "mesh/passes.h"

#include <string.h>

#include "geometry/polygon.h"
#include "geometry/sets.h"
#include "table/hierarchy.h"

/* --- welding --- */

typedef struct {
    const BspVec *points;
    double distance;
    guint first;   /* the point to which other points near it are welded */
    guint *became; /* for each point, the point that it became, or G_MAXUINT */
    double *apart; /* for each point, its distance from the point that it became */
} Welding;

/* Welds a point to the first point that is near it. */
static gboolean weld_point(guint i, gpointer data)
{
    Welding *w = data;
    double apart = bsp_vec_length(bsp_vec_sub(w->points[i], w->points[w->first]));
    if (apart <= w->distance && w->became[i] == G_MAXUINT) {
        w->became[i] = w->first;
        w->apart[i] = apart;
    }
    return TRUE;
}

void bsp_mesh_weld(BspMesh *mesh, double distance, BspMeshReport *report)
{
    guint n = mesh->points->len;
    g_autofree guint *became = g_new(guint, MAX(n, 1));
    g_autofree double *apart = g_new(double, MAX(n, 1));
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(n, 1));
    Welding welding = { (const BspVec *)(void *)mesh->points->data, distance, 0, became, apart };
    for (guint i = 0; i < n; i++) {
        boxes[i].mins = boxes[i].maxs = welding.points[i];
        became[i] = G_MAXUINT;
    }
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, n);
    for (guint i = 0; i < mesh->corners->len; i++) {
        welding.first = g_array_index(mesh->corners, guint, i);
        BspBounds near = bsp_bounds_grown(&boxes[welding.first], distance);
        if (became[welding.first] == G_MAXUINT)
            bsp_hierarchy_overlapping(hierarchy, &near, weld_point, &welding);
    }
    for (guint i = 0; i < mesh->corners->len; i++) {
        guint *corner = &g_array_index(mesh->corners, guint, i);
        report->n_welded += apart[*corner] > 0;
        report->moved = MAX(report->moved, apart[*corner]);
        apart[*corner] = 0; /* so that the point is not counted again */
        BSP_ASSERT(became[*corner] < n);
        *corner = became[*corner];
    }
}

/* --- corners on edges --- */

/* A point on an edge, between its ends. `at` is its position as a fraction of the edge. */
typedef struct {
    double at;
    guint point;
} EdgePoint;

typedef struct {
    const BspVec *points;
    const guint *corners; /* the corners of all faces */
    guint a, b;           /* the ends of the edge */
    double distance;
    GArray *found; /* the points found (EdgePoint) */
    guint budget;  /* number of points that may still be compared */
} EdgeSearch;

/* The maximum number of comparisons in the search for corners on edges. They take about a
 * second. */
#define MAX_COMPARED 30000000

static gboolean add_edge_point(guint i, gpointer data)
{
    EdgeSearch *search = data;
    EdgePoint found = { .point = search->corners[i] };
    if (!search->budget || !search->budget--)
        return FALSE;
    BspVec a = search->points[search->a], along = bsp_vec_sub(search->points[search->b], a);
    BspVec to = bsp_vec_sub(search->points[found.point], a);
    found.at = bsp_vec_dot(to, along) / bsp_vec_dot(along, along);
    if (found.point != search->a && found.point != search->b && found.at > 0 && found.at < 1 &&
        bsp_vec_length(bsp_vec_mad(to, -found.at, along)) <= search->distance)
        g_array_append_val(search->found, found);
    return TRUE;
}

static int compare_edge_points(const void *x, const void *y)
{
    const EdgePoint *a = x, *b = y;
    return BSP_ORDER(a->at, b->at) ?: BSP_ORDER(a->point, b->point);
}

/* Appends the points that lie on the edge from point a to point b, in this order. Both faces at an
 * edge get the same points. */
static void add_points_of_edge(GArray *corners, const BspHierarchy *all, EdgeSearch *search,
                               guint a, guint b)
{
    search->a = MIN(a, b);
    search->b = MAX(a, b);
    g_array_set_size(search->found, 0);
    BspBounds box = bsp_bounds_empty();
    bsp_bounds_add_point(&box, search->points[a]);
    bsp_bounds_add_point(&box, search->points[b]);
    box = bsp_bounds_grown(&box, search->distance);
    bsp_hierarchy_overlapping(all, &box, add_edge_point, search);
    g_array_sort(search->found, compare_edge_points);
    for (guint i = 0, n = search->found->len; i < n; i++) {
        guint point = g_array_index(search->found, EdgePoint, a < b ? i : n - 1 - i).point;
        /* Several faces have the same corner. */
        if (g_array_index(corners, guint, corners->len - 1) != point)
            g_array_append_val(corners, point);
    }
}

/* Returns whether exactly two faces meet at the edge, at less than 26 degrees. They may be a face
 * and its back, while their neighbours have more corners. */
static gboolean is_folded(const BspMesh *mesh, const BspMeshEdge *edge)
{
    BspPlane planes[2];
    for (guint k = 0; k < 2 && edge->n == 2; k++) {
        g_autoptr(BspPolygon) polygon =
            bsp_mesh_polygon(mesh, bsp_mesh_face(mesh, edge->uses[k].face));
        if (!bsp_mesh_mean_plane(polygon, &planes[k]))
            return TRUE;
    }
    return edge->n == 2 && bsp_vec_dot(planes[0].normal, planes[1].normal) < -0.9;
}

void bsp_mesh_split_edges(BspMesh *mesh, double distance)
{
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    g_autoptr(GArray) before = mesh->corners, found = g_array_new(FALSE, FALSE, sizeof(EdgePoint));
    const BspVec *points = (const BspVec *)(void *)mesh->points->data;
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(before->len, 1));
    for (guint i = 0; i < before->len; i++)
        boxes[i].mins = boxes[i].maxs = points[g_array_index(before, guint, i)];
    g_autoptr(BspHierarchy) all = bsp_hierarchy_new(boxes, before->len);
    EdgeSearch search = { points,      (const guint *)(void *)before->data, 0, 0, distance, found,
                          MAX_COMPARED };
    GArray *corners = g_array_new(FALSE, FALSE, sizeof(guint)), *faces = g_array_copy(mesh->faces);
    for (guint f = 0; f < mesh->faces->len; f++) {
        const BspMeshFace *face = bsp_mesh_face(mesh, f);
        BspMeshFace *split = &g_array_index(faces, BspMeshFace, f);
        split->first = corners->len;
        for (guint k = 0; k < face->n; k++) {
            guint a = bsp_mesh_corner(mesh, face, k), b = bsp_mesh_corner(mesh, face, k + 1);
            g_array_append_val(corners, a);
            const BspMeshEdge *edge = &ledger->edges[ledger->edge_of[face->first + k]];
            if ((edge->balance || is_folded(mesh, edge)) && corners->len < 4 * before->len)
                add_points_of_edge(corners, all, &search, a, b);
        }
        split->n = corners->len - split->first;
    }
    g_array_unref(mesh->faces);
    mesh->faces = faces;
    mesh->corners = corners;
}

/* --- bent polygons --- */

guint bsp_mesh_split_bent(BspMesh *mesh, double flat, BspMeshReport *report)
{
    guint n_bent = 0;
    g_autoptr(GArray) faces = g_steal_pointer(&mesh->faces);
    mesh->faces = g_array_new(FALSE, FALSE, sizeof(BspMeshFace));
    for (guint f = 0; f < faces->len; f++) {
        const BspMeshFace *face = &g_array_index(faces, BspMeshFace, f);
        BspMeshFace kept = *face;
        kept.first = mesh->corners->len;
        for (guint k = 0; k < face->n; k++) {
            guint corner = bsp_mesh_corner(mesh, face, k);
            if (corner != bsp_mesh_corner(mesh, face, k + 1))
                g_array_append_val(mesh->corners, corner);
        }
        kept.n = mesh->corners->len - kept.first;
        if (kept.n < 3) {
            report->n_degenerate++;
            continue;
        }
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(mesh, &kept);
        BspPlane plane;
        if (kept.n == 3 || (bsp_mesh_mean_plane(polygon, &plane) &&
                            bsp_polygon_side(polygon, &plane, flat) == BSP_SIDE_ON)) {
            g_array_append_val(mesh->faces, kept);
        } else {
            n_bent++;
            bsp_mesh_add_fan(mesh, mesh, &kept);
        }
    }
    return n_bent;
}

/* --- turned and doubled faces --- */

typedef struct {
    const BspMesh *mesh;
    const BspMeshLedger *ledger;
    const BspMeshTwin *twins;
    gint8 *times;   /* for each face, 1 if it stays, -1 if it is turned, 0 if it is removed */
    gint *balance;  /* for each edge, the number of faces that run forward minus the number of faces
                       that run backward */
    gint *of_patch; /* for each edge, the balance of the faces of the patch that is examined. All
                       are 0 again after each patch */
} Orienting;

static void add_to_balance(const Orienting *o, gint *balance, guint f, gint times)
{
    const BspMeshFace *face = bsp_mesh_face(o->mesh, f);
    for (guint k = 0; k < face->n; k++) {
        guint from = bsp_mesh_corner(o->mesh, face, k), to = bsp_mesh_corner(o->mesh, face, k + 1);
        balance[o->ledger->edge_of[face->first + k]] += from < to ? times : -times;
    }
}

/* Removes the n faces of a patch, if the total length of edges without a counterpart then becomes
 * less. Removing a copy of a closed shell gains nothing, and leaves the other shells closed. */
static void remove_patch(const Orienting *o, const guint *faces, guint n)
{
    BSP_ASSERT(n > 0);
    double gain = 0, border = 0;
    for (guint i = 0; i < n; i++)
        add_to_balance(o, o->of_patch, faces[i], 1);
    for (guint i = 0; i < n; i++) {
        const BspMeshFace *face = bsp_mesh_face(o->mesh, faces[i]);
        for (guint k = 0; k < face->n; k++) {
            guint e = o->ledger->edge_of[face->first + k];
            double length = bsp_vec_length(bsp_vec_sub(bsp_mesh_point(o->mesh, face, k + 1),
                                                       bsp_mesh_point(o->mesh, face, k)));
            gain += length * (ABS(o->balance[e]) - ABS(o->balance[e] - o->of_patch[e]));
            border += length * ABS(o->of_patch[e]);
            o->of_patch[e] = 0;
        }
    }
    if (border > 0 && gain <= 0)
        return;
    for (guint i = 0; i < n; i++) {
        add_to_balance(o, o->balance, faces[i], -1);
        o->times[faces[i]] = 0;
    }
}

/* Removes patches of faces that are written a second time, with the same corners in the same
 * direction. */
static void remove_copies(const Orienting *o)
{
    guint n = MAX(o->mesh->faces->len, 1);
    g_autofree guint *sets = bsp_sets_new(o->mesh->faces->len), *last = g_new(guint, 2 * n);
    g_autofree gint8 *is_copy = g_new0(gint8, n);
    for (guint i = 0; i < 2 * n; i++)
        last[i] = BSP_MESH_NO_FACE;
    for (guint f = 0; f < o->mesh->faces->len; f++) {
        guint *same = &last[2 * o->twins[f].first + (o->twins[f].reversed ? 1 : 0)];
        is_copy[f] = *same != BSP_MESH_NO_FACE;
        if (is_copy[f])
            bsp_mesh_face(o->mesh, *same)->copied = TRUE;
        *same = f;
    }
    for (guint i = 0; i < o->ledger->n; i++) {
        const BspMeshEdge *edge = &o->ledger->edges[i];
        const BspMeshUse *before = NULL;
        for (guint k = 0; k < edge->n; k++) {
            if (!is_copy[edge->uses[k].face])
                continue;
            if (before)
                bsp_sets_join(sets, before->face, edge->uses[k].face);
            before = &edge->uses[k];
        }
    }
    g_autofree guint *faces = bsp_mesh_faces_by_sets(sets, o->mesh->faces->len);
    for (guint i = 0, n_faces; i < o->mesh->faces->len; i += n_faces) {
        for (n_faces = 1; i + n_faces < o->mesh->faces->len &&
                          bsp_sets_find(sets, faces[i + n_faces]) == faces[i];)
            n_faces++;
        if (is_copy[faces[i]])
            remove_patch(o, faces + i, n_faces);
    }
}

/* Adds neighbours of face f to the patch, namely the faces at edges where no third face meets.
 * Reverses neighbours that run along the edge in the same direction as face f. */
static void add_neighbours(const Orienting *o, guint f, gboolean *seen, GArray *patch)
{
    const BspMeshFace *face = bsp_mesh_face(o->mesh, f);
    for (guint k = 0; k < face->n; k++) {
        const BspMeshEdge *edge = &o->ledger->edges[o->ledger->edge_of[face->first + k]];
        if (edge->n != 2)
            continue;
        guint other = edge->uses[edge->uses[0].face == f ? 1 : 0].face;
        if (seen[other])
            continue;
        seen[other] = TRUE;
        o->times[other] = (gint8)(edge->balance ? -o->times[f] : o->times[f]);
        g_array_append_val(patch, other);
    }
}

/* Makes neighbours agree. Two faces at an edge without a third face must run along it in opposite
 * directions. The faces that such edges connect become one set, and the smaller number of them is
 * reversed. */
static void reverse_fewer(const Orienting *o, guint *sets)
{
    g_autofree gboolean *seen = g_new0(gboolean, MAX(o->mesh->faces->len, 1));
    g_autoptr(GArray) patch = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint f = 0; f < o->mesh->faces->len; f++) {
        guint n_reversed = 0;
        if (seen[f])
            continue;
        seen[f] = TRUE;
        g_array_set_size(patch, 0);
        g_array_append_val(patch, f);
        for (guint i = 0; i < patch->len; i++) {
            guint member = g_array_index(patch, guint, i);
            add_neighbours(o, member, seen, patch);
            n_reversed += o->times[member] < 0;
            bsp_sets_join(sets, f, member);
        }
        for (guint i = 0; i < patch->len && 2 * n_reversed > patch->len; i++)
            o->times[g_array_index(patch, guint, i)] *= -1;
    }
}

/* Makes neighbours agree, and fronts and backs. Twins count as one face. */
static void orient_neighbours(BspMesh *mesh, BspMeshReport *report)
{
    g_autofree BspMeshTwin *twins = bsp_mesh_twins_new(mesh);
    g_autofree guint *number = NULL;
    g_autoptr(BspMesh) single = bsp_mesh_first_twins(mesh, twins, &number);
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(single);
    guint n = single->faces->len;
    g_autofree gint8 *times = g_new(gint8, MAX(n, 1));
    g_autofree guint *sets = bsp_sets_new(n);
    g_autofree gboolean *has_back = g_new0(gboolean, MAX(n, 1));
    Orienting o = { .mesh = single, .ledger = ledger, .times = times };
    memset(times, 1, n);
    reverse_fewer(&o, sets);
    for (guint f = 0; f < mesh->faces->len; f++) {
        guint i = number[twins[f].first];
        if (times[i] < 0) {
            bsp_mesh_turn_face(mesh, f);
            bsp_mesh_face(mesh, f)->repaired = TRUE;
        }
        has_back[i] |= twins[f].reversed;
        if (twins[f].first == f)
            *bsp_mesh_face(single, i) = *bsp_mesh_face(mesh, f);
    }
    for (guint f = 0; f < n; f++)
        sets[f] = bsp_sets_find(sets, f);
    for (guint f = 0; f < mesh->faces->len; f++)
        if (has_back[number[twins[f].first]])
            bsp_mesh_face(mesh, f)->repaired = FALSE;
    bsp_mesh_unify_backs(mesh, twins, number, single, sets);
    report->n_turned += bsp_mesh_face_backs(mesh);
}

void bsp_mesh_orient(BspMesh *mesh, BspMeshReport *report)
{
    orient_neighbours(mesh, report);
    guint n = mesh->faces->len;
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    g_autofree BspMeshTwin *twins = bsp_mesh_twins_new(mesh);
    g_autofree gint8 *times = g_new(gint8, MAX(n, 1));
    g_autofree gint *balance = g_new0(gint, MAX(ledger->n, 1)),
                    *of_patch = g_new0(gint, MAX(ledger->n, 1));
    g_autofree gboolean *is_kept = g_new(gboolean, MAX(n, 1));
    Orienting o = { mesh, ledger, twins, times, balance, of_patch };
    memset(times, 1, n);
    for (guint i = 0; i < ledger->n; i++)
        balance[i] = ledger->edges[i].balance;
    remove_copies(&o);
    for (guint f = 0; f < n; f++)
        is_kept[f] = times[f] != 0;
    bsp_mesh_keep_faces(mesh, is_kept);
    for (guint f = 0; f < mesh->faces->len; f++)
        report->n_turned += bsp_mesh_face(mesh, f)->repaired ? 1 : 0;
    report->n_doubled += n - mesh->faces->len;
}
