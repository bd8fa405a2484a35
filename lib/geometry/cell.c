/* cell: makes, cuts and measures bounded convex polytopes with shared vertices. */
#include "geometry/cell.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "shape/cast.h"
#include "trace/compiler.h"
#include "trace/plane.h"

#define NO_VERTEX G_MAXUINT

/* Allocates a cell. All arrays are in one block, because building a tree makes and frees millions
 * of cells. */
static BspCell *cell_alloc(guint max_vertices, guint max_faces, guint max_loop)
{
    BspCell *cell = g_malloc(sizeof *cell + max_vertices * sizeof *cell->vertices +
                             max_faces * sizeof *cell->faces + max_loop * sizeof *cell->loop);
    cell->n_vertices = cell->n_faces = cell->n_loop = 0;
    cell->vertices = (BspVec *)(gpointer)(cell + 1);
    cell->faces = (BspCellFace *)(gpointer)(cell->vertices + max_vertices);
    cell->loop = (guint *)(gpointer)(cell->faces + max_faces);
    return cell;
}

void bsp_cell_free(BspCell *cell)
{
    g_free(cell);
}

BspCell *bsp_cell_copy(const BspCell *cell)
{
    BspCell *copy = cell_alloc(cell->n_vertices, cell->n_faces, cell->n_loop);
    copy->n_vertices = cell->n_vertices;
    copy->n_faces = cell->n_faces;
    copy->n_loop = cell->n_loop;
    memcpy(copy->vertices, cell->vertices, cell->n_vertices * sizeof *cell->vertices);
    memcpy(copy->faces, cell->faces, cell->n_faces * sizeof *cell->faces);
    memcpy(copy->loop, cell->loop, cell->n_loop * sizeof *cell->loop);
    return copy;
}

BspCell *bsp_cell_new_box(const BspBounds *bounds)
{
    /* The corners of each face. Corner i is at the maximum along axis k if bit k of i is set. */
    static const guint corners[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                         { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    BspCell *cell = cell_alloc(8, 6, 24);
    for (guint i = 0; i < 8; i++)
        for (guint k = 0; k < 3; k++)
            cell->vertices[i].v[k] = i >> k & 1 ? bounds->maxs.v[k] : bounds->mins.v[k];
    for (guint f = 0; f < 6; f++) {
        BspPlane plane = { bsp_vec(0, 0, 0),
                           f & 1 ? bounds->maxs.v[f / 2] : -bounds->mins.v[f / 2] };
        plane.normal.v[f / 2] = f & 1 ? 1 : -1;
        cell->faces[f] = (BspCellFace){ plane, BSP_CELL_BOX_TAG, 4 * f, 4 };
        memcpy(cell->loop + 4 * f, corners[f], sizeof corners[f]);
    }
    cell->n_vertices = 8;
    cell->n_faces = 6;
    cell->n_loop = 24;
    return cell;
}

/* --- splitting --- */

/* A new vertex, at which the plane cuts the edge between vertices lo and hi. */
typedef struct {
    guint lo, hi, vertex;
} Cut;

/* A vertex of the cut, and its angle around the middle of the cut. */
typedef struct {
    double angle;
    guint vertex;
} Spoke;

/* The state of making one part of a split. Both parts use the same arrays, one after the other. */
typedef struct {
    const BspCell *in;
    BspCell *out;
    double *distance; /* distances of the vertices of `in` from the plane, positive on the side that
                         is kept */
    guint *kept;      /* for each vertex of `in`, its number in `out`, or NO_VERTEX */
    Cut *cuts;
    Spoke *spokes;
    guint n_cuts;
} Half;

/* Bytes. A split that needs at most this memory uses the stack, and almost all splits need less. */
#define STACK_BYTES 4096

/* Allocates all arrays in one block, which begins with h.spokes. The block is `few` if STACK_BYTES
 * bytes are enough. The plane crosses at most n_loop / 2 edges. */
static Half half_new(const BspCell *cell, gpointer few)
{
    guint n = cell->n_vertices, n_cuts = cell->n_loop / 2 + 1, n_spokes = n + n_cuts;
    Half h = { .in = cell };
    gsize bytes = n_spokes * sizeof *h.spokes + n * sizeof *h.distance + n_cuts * sizeof *h.cuts +
                  n * sizeof *h.kept;
    h.spokes = bytes <= STACK_BYTES ? few : g_malloc(bytes);
    h.distance = (double *)(gpointer)(h.spokes + n_spokes);
    h.cuts = (Cut *)(gpointer)(h.distance + n);
    h.kept = (guint *)(gpointer)(h.cuts + n_cuts);
    return h;
}

static guint keep_vertex(Half *h, guint i)
{
    if (h->kept[i] == NO_VERTEX) {
        h->kept[i] = h->out->n_vertices;
        h->out->vertices[h->out->n_vertices++] = h->in->vertices[i];
    }
    return h->kept[i];
}

static guint cut_vertex(Half *h, guint a, guint b)
{
    guint lo = MIN(a, b), hi = MAX(a, b);
    for (guint i = 0; i < h->n_cuts; i++)
        if (h->cuts[i].lo == lo && h->cuts[i].hi == hi)
            return h->cuts[i].vertex;
    double t = h->distance[lo] / (h->distance[lo] - h->distance[hi]);
    BSP_ASSERT(t > 0 && t < 1);
    BSP_ASSERT(h->n_cuts < h->in->n_loop / 2 + 1);
    guint vertex = h->out->n_vertices++;
    h->out->vertices[vertex] = bsp_vec_lerp(h->in->vertices[lo], h->in->vertices[hi], t);
    h->cuts[h->n_cuts++] = (Cut){ lo, hi, vertex };
    return vertex;
}

static int side_of_distance(double distance)
{
    return distance > BSP_CELL_EPSILON ? 1 : distance < -BSP_CELL_EPSILON ? -1 : 0;
}

static void keep_face(Half *h, const BspCellFace *face)
{
    BspCell *out = h->out;
    const guint *loop = h->in->loop + face->first;
    guint first = out->n_loop;
    gboolean inside = FALSE;
    for (guint k = 0; k < face->n; k++) {
        guint a = loop[k], b = loop[k + 1 == face->n ? 0 : k + 1];
        int sa = side_of_distance(h->distance[a]), sb = side_of_distance(h->distance[b]);
        inside |= sa > 0;
        if (sa >= 0)
            out->loop[out->n_loop++] = keep_vertex(h, a);
        if (sa * sb < 0)
            out->loop[out->n_loop++] = cut_vertex(h, a, b);
    }
    if (inside && out->n_loop - first >= 3)
        out->faces[out->n_faces++] =
            (BspCellFace){ face->plane, face->tag, first, out->n_loop - first };
    else
        out->n_loop = first;
}

static int compare_spokes(const void *a, const void *b)
{
    double x = ((const Spoke *)a)->angle, y = ((const Spoke *)b)->angle;
    return x < y ? -1 : x > y;
}

/* The largest number of spokes for which insertion sort is used. For few items it is faster than
 * qsort(), with the same result. */
#define FEW_SPOKES 16

static void sort_spokes(Spoke *spokes, guint n)
{
    if (n > FEW_SPOKES) {
        qsort(spokes, n, sizeof *spokes, compare_spokes);
        return;
    }
    for (guint i = 1; i < n; i++) {
        Spoke spoke = spokes[i];
        guint k = i;
        for (; k > 0 && spokes[k - 1].angle > spoke.angle; k--)
            spokes[k] = spokes[k - 1];
        spokes[k] = spoke;
    }
}

/* Adds the face that closes the cut. Its vertices are all vertices on the plane, ordered by their
 * angle around their middle. */
static gboolean add_cap(Half *h, const BspPlane *outward, guint tag)
{
    BspCell *out = h->out;
    Spoke *spokes = h->spokes;
    guint n = 0;
    for (guint i = 0; i < h->in->n_vertices; i++)
        if (h->kept[i] != NO_VERTEX && side_of_distance(h->distance[i]) == 0)
            spokes[n++].vertex = h->kept[i];
    for (guint i = 0; i < h->n_cuts; i++)
        spokes[n++].vertex = h->cuts[i].vertex;
    if (n < 3)
        return FALSE;

    BspVec middle = bsp_vec(0, 0, 0);
    for (guint i = 0; i < n; i++)
        middle = bsp_vec_mad(middle, 1.0 / n, out->vertices[spokes[i].vertex]);
    BspVec u = bsp_vec_sub(out->vertices[spokes[0].vertex], middle);
    BspVec w = bsp_vec_cross(outward->normal, u);
    for (guint i = 0; i < n; i++) {
        BspVec p = bsp_vec_sub(out->vertices[spokes[i].vertex], middle);
        spokes[i].angle = atan2(bsp_vec_dot(p, w), bsp_vec_dot(p, u));
    }
    BSP_ASSERT(n <= h->in->n_vertices + h->n_cuts && n <= out->n_vertices);
    sort_spokes(spokes, n);

    out->faces[out->n_faces++] = (BspCellFace){ *outward, tag, out->n_loop, n };
    for (guint i = 0; i < n; i++)
        out->loop[out->n_loop++] = spokes[i].vertex;
    return TRUE;
}

/* Computes upper bounds of the numbers of vertices that are kept, and that cutting makes. An edge
 * between nearly coplanar faces may count once for each face. */
static void count_vertices(const Half *h, guint *n_kept, guint *n_cuts)
{
    const BspCell *cell = h->in;
    *n_kept = *n_cuts = 0;
    for (guint i = 0; i < cell->n_vertices; i++)
        *n_kept += side_of_distance(h->distance[i]) >= 0;
    for (guint f = 0; f < cell->n_faces; f++) {
        const guint *loop = cell->loop + cell->faces[f].first;
        guint n = cell->faces[f].n;
        for (guint k = 0; k < n; k++)
            *n_cuts += side_of_distance(h->distance[loop[k]]) *
                           side_of_distance(h->distance[loop[k + 1 == n ? 0 : k + 1]]) <
                       0;
    }
}

static BspCell *make_half(Half *h, const BspPlane *outward, guint tag)
{
    const BspCell *cell = h->in;
    guint n_kept, n_cuts;
    count_vertices(h, &n_kept, &n_cuts);
    /* Cutting adds at most one vertex to each face. The cap consists of the new vertices and the
     * vertices on the plane. */
    h->out = cell_alloc(n_kept + n_cuts, cell->n_faces + 1,
                        cell->n_loop + cell->n_faces + n_kept + n_cuts);
    h->n_cuts = 0;
    for (guint i = 0; i < cell->n_vertices; i++)
        h->kept[i] = NO_VERTEX;
    for (guint f = 0; f < cell->n_faces; f++)
        keep_face(h, &cell->faces[f]);
    BSP_ASSERT(h->out->n_vertices <= n_kept + n_cuts);
    if (!add_cap(h, outward, tag) || h->out->n_faces < 4)
        g_clear_pointer(&h->out, bsp_cell_free);
    BSP_ASSERT(!h->out || (h->out->n_faces <= cell->n_faces + 1 &&
                           h->out->n_loop <= cell->n_loop + cell->n_faces + n_kept + n_cuts));
    return h->out;
}

/* Makes one part of the cell, which reaches `reach` units from the plane. The other part reaches
 * `beyond` units. If only a corner of nearly parallel faces is on the other side, rounding may
 * leave no cut. Then the part that reaches farther is the whole cell, and the other part is
 * NULL. */
static BspCell *make_part(Half *h, const BspPlane *outward, guint tag, double reach, double beyond)
{
    if (side_of_distance(reach) == 0)
        return NULL;
    BspCell *part = side_of_distance(beyond) == 0 ? NULL : make_half(h, outward, tag);
    return part || reach < beyond ? part : bsp_cell_copy(h->in);
}

void bsp_cell_split(const BspCell *cell, const BspPlane *plane, guint tag, BspCell **front,
                    BspCell **back)
{
    max_align_t few[STACK_BYTES / sizeof(max_align_t)];
    BSP_ASSERT(bsp_plane_is_unit(plane) && cell->n_faces >= 4);
    Half h = half_new(cell, few);
    double before = 0,
           behind = 0; /* distances, in units, that the cell reaches in front and behind */
    for (guint i = 0; i < cell->n_vertices; i++) {
        h.distance[i] = bsp_plane_distance(plane, cell->vertices[i]);
        before = MAX(before, h.distance[i]);
        behind = MAX(behind, -h.distance[i]);
    }
    if (front) {
        BspPlane outward = bsp_plane_flipped(plane);
        *front = make_part(&h, &outward, tag, before, behind);
    }
    if (back) {
        for (guint i = 0; i < cell->n_vertices; i++)
            h.distance[i] = -h.distance[i];
        *back = make_part(&h, plane, tag, behind, before);
    }
    if ((gpointer)h.spokes != few)
        g_free(h.spokes);
}

/* --- properties of a cell --- */

static int compare_edges(const void *a, const void *b)
{
    const BspCellEdge *x = a, *y = b;
    guint x_lo = MIN(x->v[0], x->v[1]), x_hi = MAX(x->v[0], x->v[1]);
    guint y_lo = MIN(y->v[0], y->v[1]), y_hi = MAX(y->v[0], y->v[1]);
    if (x_lo != y_lo)
        return x_lo < y_lo ? -1 : 1;
    if (x_hi != y_hi)
        return x_hi < y_hi ? -1 : 1;
    return x->face[0] < y->face[0] ? -1 : x->face[0] > y->face[0];
}

BspCellEdge *bsp_cell_edges(const BspCell *cell, guint *n_edges)
{
    BspCellEdge *edges = g_new(BspCellEdge, MAX(cell->n_loop, 1));
    guint n = 0;
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        for (guint k = 0; k < face->n; k++)
            edges[n++] = (BspCellEdge){ { cell->loop[face->first + k],
                                          cell->loop[face->first + (k + 1) % face->n] },
                                        { f, f } };
    }
    qsort(edges, n, sizeof *edges, compare_edges);

    /* Each edge now occurs twice in succession, once in each direction, from its two faces. Only
     * between nearly coplanar faces an edge may occur once, because rounding has made different
     * vertices for the two faces. */
    guint m = 0;
    for (guint i = 0; i < n; i++) {
        edges[m] = edges[i];
        if (i + 1 < n && edges[i].v[0] == edges[i + 1].v[1] && edges[i].v[1] == edges[i + 1].v[0]) {
            edges[m].face[1] = edges[i + 1].face[0];
            i++;
        }
        m++;
    }
    *n_edges = m;
    BSP_ASSERT(m >= 6 && 2 * m >= cell->n_loop);
    return edges;
}

double bsp_cell_volume(const BspCell *cell)
{
    /* Add up the pyramids from a common vertex to the faces. */
    double six = 0;
    BspVec apex = cell->vertices[0];
    for (guint f = 0; f < cell->n_faces; f++) {
        const guint *loop = cell->loop + cell->faces[f].first;
        BspVec a = bsp_vec_sub(cell->vertices[loop[0]], apex);
        for (guint k = 1; k + 1 < cell->faces[f].n; k++) {
            BspVec b = bsp_vec_sub(cell->vertices[loop[k]], apex);
            BspVec c = bsp_vec_sub(cell->vertices[loop[k + 1]], apex);
            six += bsp_vec_dot(a, bsp_vec_cross(b, c));
        }
    }
    return six / 6;
}

BspPolygon *bsp_cell_face_polygon(const BspCell *cell, guint face)
{
    BSP_ASSERT(face < cell->n_faces);
    const BspCellFace *f = &cell->faces[face];
    BspPolygon *p = g_malloc(sizeof *p + f->n * sizeof *p->v);
    p->v = (BspVec *)(gpointer)(p + 1);
    p->n = f->n;
    for (guint k = 0; k < f->n; k++)
        p->v[k] = cell->vertices[cell->loop[f->first + k]];
    return p;
}

BspBounds bsp_cell_bounds(const BspCell *cell)
{
    BspBounds b = bsp_bounds_empty();
    for (guint i = 0; i < cell->n_vertices; i++)
        bsp_bounds_add_point(&b, cell->vertices[i]);
    return b;
}

BspVec bsp_cell_interior_point(const BspCell *cell)
{
    BSP_ASSERT(cell->n_faces >= 4);
    BspVec sum = bsp_vec(0, 0, 0);
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        for (guint k = 0; k < face->n; k++)
            sum = bsp_vec_mad(sum, 1.0 / face->n, cell->vertices[cell->loop[face->first + k]]);
    }
    return bsp_vec_scale(sum, 1.0 / cell->n_faces);
}

double bsp_cell_support(const BspCell *cell, BspVec normal)
{
    double best = -HUGE_VAL;
    for (guint i = 0; i < cell->n_vertices; i++)
        best = fmax(best, bsp_vec_dot(normal, cell->vertices[i]));
    return best;
}

double bsp_cell_thickness(const BspCell *cell)
{
    double least = HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++) {
        BspVec inward = bsp_vec_neg(cell->faces[f].plane.normal);
        least = fmin(least, bsp_cell_support(cell, inward) + cell->faces[f].plane.dist);
    }
    return least;
}

BspSide bsp_cell_side(const BspCell *cell, const BspPlane *plane, double epsilon)
{
    gboolean front = FALSE, back = FALSE;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double d = bsp_plane_distance(plane, cell->vertices[i]);
        front |= d > epsilon;
        back |= d < -epsilon;
    }
    return bsp_side_reached(front, back);
}

BspCell *bsp_cell_take_behind(BspCell *cell, const BspPlane *plane, double by, guint tag)
{
    BspCell *back;
    BspPlane moved = { plane->normal, plane->dist - by };
    bsp_cell_split(cell, &moved, tag, NULL, &back);
    bsp_cell_free(cell);
    return back;
}

BspCell *bsp_cell_take_behind_all(BspCell *cell, const BspPlane *planes, guint n, double by)
{
    for (guint i = 0; i < n && cell; i++)
        cell = bsp_cell_take_behind(cell, &planes[i], by, i);
    return cell;
}

gboolean bsp_cell_ends_in_box(const BspCell *cell)
{
    for (guint f = 0; f < cell->n_faces; f++)
        if (cell->faces[f].tag == BSP_CELL_BOX_TAG)
            return TRUE;
    return FALSE;
}

void bsp_cell_range(const BspCell *cell, const BspPlane *plane, double *least, double *most)
{
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double d = bsp_plane_distance(plane, cell->vertices[i]);
        *least = MIN(*least, d);
        *most = MAX(*most, d);
    }
}

/* If the plane is axial, moves the bound on it inward by `by` units. Cutting the box would have the
 * same result, slower. */
static void move_bound(BspBounds *bounds, const BspPlane *plane, double by)
{
    int axis = bsp_plane_axis(plane);
    if (axis >= 0 && plane->normal.v[axis] > 0)
        bounds->maxs.v[axis] = plane->dist - by;
    else if (axis >= 0)
        bounds->mins.v[axis] = by - plane->dist;
}

BspVec *bsp_cell_eroded(const BspCell *cell, double by, guint *n)
{
    BSP_ASSERT(by >= 0);
    BspBounds bounds = bsp_cell_bounds(cell);
    *n = 0;
    for (guint f = 0; f < cell->n_faces; f++)
        move_bound(&bounds, &cell->faces[f].plane, by);
    if (!bsp_bounds_overlap(&bounds, &bounds))
        return NULL; /* nothing is left between two opposite faces */
    BspCell *inner = bsp_cell_new_box(&bounds);
    for (guint f = 0; f < cell->n_faces && inner; f++)
        if (bsp_plane_axis(&cell->faces[f].plane) < 0)
            inner = bsp_cell_take_behind(inner, &cell->faces[f].plane, by, f);
    BspVec *vertices = NULL;
    if (inner) {
        *n = inner->n_vertices;
        vertices = g_memdup2(inner->vertices, inner->n_vertices * sizeof *vertices);
    }
    bsp_cell_free(inner);
    return vertices;
}

/* --- distance from a point --- */

double bsp_cell_distance(const BspCell *cell, BspVec p, BspVec *away)
{
    const BspCastBody body = { .vertices = cell->vertices, .n = cell->n_vertices };
    const BspShape point = bsp_shape_point();
    if (away)
        *away = bsp_cast_separate(&body, &point, NULL, p).normal;
    return MAX(bsp_cast_distance(&body, &point, p), 0);
}

/* --- parts, without cutting --- */

struct BspCellMeasure {
    const BspCell *cell;
    double *distance; /* each vertex's distance from the current plane */
    struct {
        BspVec vector; /* twice the area vector of a face */
        double area;
    } whole[];
};

/* Returns vertex i of the face, relative to the face's first vertex. Products of these small
 * coordinates have small rounding errors. */
static BspVec relative_vertex(const BspCell *cell, const BspCellFace *face, guint i)
{
    const guint *loop = cell->loop + face->first;
    return bsp_vec_sub(cell->vertices[loop[i]], cell->vertices[loop[0]]);
}

static BspVec whole_area(const BspCell *cell, const BspCellFace *face)
{
    BspVec area = bsp_vec(0, 0, 0), a = relative_vertex(cell, face, face->n - 1);
    for (guint i = 0; i < face->n; i++) {
        BspVec b = relative_vertex(cell, face, i);
        area = bsp_vec_add(area, bsp_vec_cross(a, b));
        a = b;
    }
    return area;
}

static double area_of(BspVec vector, const BspCellFace *face)
{
    return bsp_vec_dot(vector, face->plane.normal) / 2;
}

BspCellMeasure *bsp_cell_measure_new(const BspCell *cell)
{
    BspCellMeasure *m = g_malloc(sizeof *m + cell->n_faces * sizeof *m->whole +
                                 cell->n_vertices * sizeof *m->distance);
    m->cell = cell;
    m->distance = (double *)(gpointer)(m->whole + cell->n_faces);
    for (guint f = 0; f < cell->n_faces; f++) {
        m->whole[f].vector = whole_area(cell, &cell->faces[f]);
        m->whole[f].area = area_of(m->whole[f].vector, &cell->faces[f]);
    }
    return m;
}

void bsp_cell_measure_free(BspCellMeasure *measure)
{
    g_free(measure);
}

/* Computes twice the area vectors of the parts of a face in front of the plane and behind it. The
 * loop follows the outline of the face, and switches to the other part at each crossing of the
 * plane. The edge between the two crossings closes both parts. */
static void cut_area(const BspCellMeasure *m, const BspCellFace *face, BspVec part[2])
{
    const guint *loop = m->cell->loop + face->first;
    BspVec crossing[2] = {
        { { 0 } }
    }; /* crossing[0] leads from front to back, crossing[1] from back to front */
    BspVec a = relative_vertex(m->cell, face, face->n - 1);
    double da = m->distance[loop[face->n - 1]];
    part[0] = part[1] = bsp_vec(0, 0, 0);
    for (guint i = 0; i < face->n; i++) {
        BspVec b = relative_vertex(m->cell, face, i);
        double db = m->distance[loop[i]];
        guint side_a = da < 0, side_b = db < 0;
        if (side_a == side_b) {
            part[side_a] = bsp_vec_add(part[side_a], bsp_vec_cross(a, b));
        } else {
            BspVec middle = bsp_vec_mad(a, da / (da - db), bsp_vec_sub(b, a));
            part[side_a] = bsp_vec_add(part[side_a], bsp_vec_cross(a, middle));
            part[side_b] = bsp_vec_add(part[side_b], bsp_vec_cross(middle, b));
            crossing[side_a] = middle;
        }
        a = b;
        da = db;
    }
    BspVec closing = bsp_vec_cross(crossing[0], crossing[1]);
    part[0] = bsp_vec_add(part[0], closing);
    part[1] = bsp_vec_sub(part[1], closing);
}

/* Returns the side on which the whole face lies, 0 front or 1 back, or 2 if the plane cuts the
 * face. */
static guint face_side(const BspCellMeasure *m, const BspCellFace *face)
{
    const guint *loop = m->cell->loop + face->first;
    guint n_behind = 0;
    for (guint i = 0; i < face->n; i++)
        n_behind += m->distance[loop[i]] < 0;
    return n_behind == 0 ? 0 : n_behind == face->n ? 1 : 2;
}

/* Adds the part of a face that is on side k. The volume of a part is the sum of pyramids over its
 * faces. Their common apex is on the plane. So the face that closes the cut adds no volume. */
static void add_part(BspCellSplit *cut, guint k, double area, double height)
{
    cut->area[k] += area;
    cut->volume[k] += area * height / 3;
}

BspCellSplit bsp_cell_measure_split(BspCellMeasure *measure, const BspPlane *plane)
{
    const BspCell *cell = measure->cell;
    BspCellSplit cut = { { 0, 0 }, { 0, 0 } };
    BspVec outward = bsp_vec(0, 0, 0); /* sum of the area vectors in front */
    BspVec apex = bsp_vec_scale(plane->normal, plane->dist);
    for (guint i = 0; i < cell->n_vertices; i++)
        measure->distance[i] = bsp_plane_distance(plane, cell->vertices[i]);
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        guint side = face_side(measure, face);
        double height = bsp_vec_dot(face->plane.normal,
                                    bsp_vec_sub(cell->vertices[cell->loop[face->first]], apex));
        BspVec part[2] = { measure->whole[f].vector };
        if (side < 2) {
            add_part(&cut, side, measure->whole[f].area, height);
        } else {
            cut_area(measure, face, part);
            for (guint k = 0; k < 2; k++)
                add_part(&cut, k, area_of(part[k], face), height);
        }
        if (side != 1)
            outward = bsp_vec_add(outward, part[0]);
    }
    /* The area vectors of a closed surface sum to zero, so the area vector of the cut is minus this
     * sum. */
    double cap = bsp_vec_length(outward) / 2;
    cut.area[0] += cap;
    cut.area[1] += cap;
    return cut;
}
