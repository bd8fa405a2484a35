/* mesh-close: fills the holes of a mesh. */
#include "mesh/passes.h"

#include "geometry/sets.h"

/* The maximum number of steps in the searches for loops. They take about a second. Loops that are
 * not found stay open. */
#define MAX_STEPS 20000000

/* The maximum number of corners of a loop that is filled without being flat. */
#define MAX_BENT 6

/* A gap, which is a part of a loop around a hole. It is an edge, with the direction in which a
 * missing face would run along it. */
typedef struct {
    guint from, to; /* the points at both ends */
    guint face;     /* a face that runs along the edge */
    guint left;     /* number of missing faces */
} Gap;

typedef struct {
    BspMesh *mesh;
    const BspMeshPlanes *planes;
    const BspMeshOptions *options;
    BspMeshReport *report;
    GArray *gaps; /* the gaps (Gap), sorted by `from` */
    guint *first; /* for each point, the index of its first gap; first[n_points] is the number of
                     gaps */
    guint *reached_by; /* for each point, 1 + the gap by which the search reached it; 0 if it was
                          not reached */
    GArray *reached;   /* points (guint) in the order in which the search reached them */
    guint *part;       /* sets of faces that are connected by common edges */
    double *area;      /* for each set of faces, the sum of their areas */
    GArray *loop;      /* the gaps (guint) around a hole, in order */
    gint64 steps;      /* number of steps that the searches may still make */
} Closing;

static Gap *gap_at(const Closing *c, guint i)
{
    return &g_array_index(c->gaps, Gap, i);
}

static Gap *loop_gap(const Closing *c, guint i)
{
    BSP_ASSERT(i < c->loop->len);
    return gap_at(c, g_array_index(c->loop, guint, i));
}

static BspVec point_at(const Closing *c, guint i)
{
    return g_array_index(c->mesh->points, BspVec, i);
}

/* Returns the plane of the face at the gap, or NULL if the face has none. */
static const BspPlane *plane_at(const Closing *c, const Gap *gap)
{
    const BspMeshFacePlane *plane = &c->planes->of_face[gap->face];
    return plane->number ? &plane->plane : NULL;
}

static gboolean is_in_plane(const Closing *c, guint point, const BspPlane *plane)
{
    return fabs(bsp_plane_distance(plane, point_at(c, point))) <= c->planes->snap;
}

/* --- gaps --- */

static int compare_gaps(const void *x, const void *y)
{
    const Gap *a = x, *b = y;
    return BSP_ORDER(a->from, b->from) ?: BSP_ORDER(a->to, b->to);
}

static void find_gaps_and_parts(Closing *c)
{
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(c->mesh);
    for (guint i = 0; i < ledger->n; i++) {
        const BspMeshEdge *edge = &ledger->edges[i];
        gboolean forward = edge->balance < 0;
        Gap gap = { forward ? edge->a : edge->b, forward ? edge->b : edge->a, edge->uses->face,
                    (guint)ABS(edge->balance) };
        if (gap.left)
            g_array_append_val(c->gaps, gap);
        for (guint k = 1; k < edge->n; k++)
            bsp_sets_join(c->part, edge->uses[k].face, edge->uses->face);
    }
    g_array_sort(c->gaps, compare_gaps);
    for (guint p = 0, i = 0; p <= c->mesh->points->len; p++) {
        while (i < c->gaps->len && gap_at(c, i)->from < p)
            i++;
        c->first[p] = i;
    }
    for (guint f = 0; f < c->mesh->faces->len; f++) {
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(c->mesh, bsp_mesh_face(c->mesh, f));
        c->area[bsp_sets_find(c->part, f)] += bsp_polygon_area(polygon);
    }
}

/* --- loops --- */

/* Searches the shortest path along gaps from the end of the gap to its start. The path may only go
 * through points near the plane; NULL allows all points. The loop receives the gap and the path.
 * Returns whether there is a path. */
static gboolean find_loop(Closing *c, guint gap, const BspPlane *plane)
{
    guint start = gap_at(c, gap)->to, end = gap_at(c, gap)->from;
    g_array_set_size(c->reached, 0);
    g_array_append_val(c->reached, start);
    c->reached_by[start] = G_MAXUINT;
    for (guint i = 0; i < c->reached->len && !c->reached_by[end]; i++) {
        guint p = g_array_index(c->reached, guint, i);
        for (guint k = c->first[p]; k < c->first[p + 1]; k++) {
            guint to = gap_at(c, k)->to;
            c->steps--;
            if (!gap_at(c, k)->left || c->reached_by[to] || (plane && !is_in_plane(c, to, plane)))
                continue;
            c->reached_by[to] = k + 1;
            g_array_append_val(c->reached, to);
        }
    }
    gboolean found = c->reached_by[end] != 0;
    g_array_set_size(c->loop, 0);
    for (guint p = end; found && p != start; p = loop_gap(c, 0)->from) {
        guint by = c->reached_by[p] - 1;
        g_array_prepend_val(c->loop, by);
    }
    g_array_prepend_val(c->loop, gap);
    for (guint i = 0; i < c->reached->len; i++)
        c->reached_by[g_array_index(c->reached, guint, i)] = 0;
    return found;
}

/* --- filling --- */

/* Returns how badly a triangle fits as a part of a hole. This is its area, or more if the triangle
 * is in none of the planes of the faces at the loop. So at the edge of a brush the right diagonal
 * is chosen. */
static double misfit(const Closing *c, guint a, guint b, guint d)
{
    BspVec p = point_at(c, a);
    double area = bsp_vec_length(
        bsp_vec_cross(bsp_vec_sub(point_at(c, b), p), bsp_vec_sub(point_at(c, d), p)));
    for (guint i = 0; i < c->loop->len; i++) {
        const BspPlane *plane = plane_at(c, loop_gap(c, i));
        if (plane && is_in_plane(c, a, plane) && is_in_plane(c, b, plane) &&
            is_in_plane(c, d, plane))
            return area;
    }
    return area + BSP_WORLD_HALF * BSP_WORLD_HALF;
}

/* Fills a loop that is not flat by cutting off corners. The corner that fits best is cut off first.
 * In a loop of four, both triangles count, because the rest should fit as well. */
static void fill_bent(Closing *c, guint *corners, guint n)
{
    BSP_ASSERT(n > 3 && n <= MAX_BENT); /* a triangle is flat, so it never comes here */
    for (; n > 3; n--) {
        guint best = 0;
        double least = HUGE_VAL;
        for (guint k = 0; k < n; k++) {
            guint before = corners[(k + n - 1) % n], after = corners[(k + 1) % n];
            double misfits = misfit(c, before, corners[k], after) +
                             (n == 4 ? misfit(c, after, corners[(k + 2) % n], before) : 0);
            if (misfits < least) {
                least = misfits;
                best = k;
            }
        }
        const guint ear[3] = { corners[(best + n - 1) % n], corners[best],
                               corners[(best + 1) % n] };
        bsp_mesh_add_face(c->mesh, ear, 3, 0);
        for (guint k = best; k + 1 < n; k++)
            corners[k] = corners[k + 1];
    }
    bsp_mesh_add_face(c->mesh, corners, 3, 0);
}

/* Returns whether the hole of the loop, whose area is given, is to be filled. A box without a lid
 * becomes solid. But if sheets have a thickness, it gets thick walls instead. The lid of a cube has
 * a fifth of the area around it, which is between the two limits. */
static gboolean should_fill(const Closing *c, double area, gboolean is_flat)
{
    double around = c->area[bsp_sets_find(c->part, loop_gap(c, 0)->face)];
    if (!is_flat && c->loop->len > MAX_BENT)
        return FALSE;
    return c->options->close ||
           area <= (c->options->sheet > 0 && c->loop->len > 3 ? 0.125 : 0.5) * around;
}

static void leave_open(Closing *c)
{
    if (!c->report->n_open++)
        c->report->open_line = bsp_mesh_face(c->mesh, loop_gap(c, 0)->face)->line;
    for (guint i = 0; i < c->loop->len; i++) {
        const Gap *gap = loop_gap(c, i);
        c->report->open_length +=
            bsp_vec_length(bsp_vec_sub(point_at(c, gap->to), point_at(c, gap->from)));
    }
}

/* Fills the loop, or counts it as open. */
static void treat_loop(Closing *c)
{
    guint n = c->loop->len;
    g_autofree guint *corners = g_new(guint, n);
    g_autofree BspVec *points = g_new(BspVec, n);
    for (guint i = 0; i < n; i++) {
        Gap *gap = loop_gap(c, i);
        BSP_ASSERT(gap->left > 0);
        gap->left--;
        corners[i] = gap->from;
        points[i] = point_at(c, gap->from);
    }
    g_autoptr(BspPolygon) polygon = bsp_polygon_new(points, n);
    double area = bsp_polygon_area(polygon);
    BspPlane plane;
    gboolean is_flat = n == 3 || !bsp_mesh_mean_plane(polygon, &plane) ||
                       bsp_polygon_side(polygon, &plane, c->planes->snap) == BSP_SIDE_ON;
    if (!should_fill(c, area, is_flat)) {
        leave_open(c);
        return;
    }
    c->report->n_closed++;
    c->report->closed_area += area;
    if (is_flat)
        bsp_mesh_add_face(c->mesh, corners, n, 0);
    else
        fill_bent(c, corners, n);
}

/* Fills loops or leaves them open. Flat loops come first. Gaps that belong to no loop stay open. */
static void treat_loops(Closing *c)
{
    for (guint is_flat = 2; is_flat-- > 0;)
        for (guint i = 0; i < c->gaps->len; i++) {
            const Gap *gap = gap_at(c, i);
            const BspPlane *plane = plane_at(c, gap);
            while (gap->left && c->steps > 0 && (plane || !is_flat) &&
                   find_loop(c, i, is_flat ? plane : NULL))
                treat_loop(c);
        }
    g_array_set_size(c->loop, 1);
    for (guint i = 0; i < c->gaps->len; i++) {
        g_array_index(c->loop, guint, 0) = i;
        if (gap_at(c, i)->left)
            leave_open(c);
    }
}

void bsp_mesh_close(BspMesh *mesh, const BspMeshOptions *options, BspMeshReport *report)
{
    g_autoptr(BspMeshPlanes) planes = bsp_mesh_planes_new(mesh, options->snap);
    g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(Gap)),
                      reached = g_array_new(FALSE, FALSE, sizeof(guint)),
                      loop = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autofree guint *first = g_new0(guint, mesh->points->len + 2),
                     *reached_by = g_new0(guint, mesh->points->len + 1),
                     *part = bsp_sets_new(mesh->faces->len);
    g_autofree double *area = g_new0(double, mesh->faces->len + 1);
    Closing c = { mesh,       planes,  options, report, gaps, first,
                  reached_by, reached, part,    area,   loop, MAX_STEPS };
    find_gaps_and_parts(&c);
    treat_loops(&c);
}
