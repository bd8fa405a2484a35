/* mesh-close: fills the holes of a mesh. */
#include "mesh/passes.h"

#include <stdlib.h>

#include "geometry/sets.h"

/* The greatest number of steps in the searches for loops: about a second. The loops that are not
 * found stay open. */
#define MAX_STEPS 20000000

/* Loops with more corners are filled only if they are flat. */
#define MAX_BENT 6

/* A part of a loop around a hole: a direction in which the faces should run along an edge, and do
 * not. */
typedef struct {
    guint from, to; /* points */
    guint face;     /* that runs along the edge */
    guint left;     /* how many faces are missing */
} Gap;

typedef struct {
    BspMesh *mesh;
    const BspMeshPlanes *planes;
    const BspMeshLedger *ledger;
    const BspMeshOptions *options;
    BspMeshReport *report;
    GArray *gaps;      /* Gap, sorted by `from` */
    guint *first;      /* of each point: its first gap; of n_points: the number of gaps */
    guint *reached_by; /* of each point: 1 + the gap by which the search reached it */
    GArray *reached;   /* guint: points in the order in which the search reached them */
    guint *part;       /* sets of faces with common edges */
    double *area;      /* of each part */
    gint64 steps;      /* that may still be made */
} Closing;

static Gap *gap_at(const Closing *c, guint i)
{
    return &g_array_index(c->gaps, Gap, i);
}

static BspVec point_at(const Closing *c, guint i)
{
    return g_array_index(c->mesh->points, BspVec, i);
}

/* --- gaps --- */

static int compare_gaps(const void *x, const void *y)
{
    const Gap *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static void find_gaps(Closing *c)
{
    for (guint i = 0; i < c->ledger->n; i++) {
        const BspMeshEdge *edge = &c->ledger->edges[i];
        if (!edge->balance)
            continue;
        gboolean forward = edge->balance < 0;
        Gap gap = { forward ? edge->a : edge->b, forward ? edge->b : edge->a, edge->uses->face,
                    (guint)ABS(edge->balance) };
        g_array_append_val(c->gaps, gap);
    }
    g_array_sort(c->gaps, compare_gaps);
    for (guint p = 0, i = 0; p <= c->mesh->points->len; p++) {
        while (i < c->gaps->len && gap_at(c, i)->from < p)
            i++;
        c->first[p] = i;
    }
}

static void find_parts(Closing *c)
{
    for (guint i = 0; i < c->ledger->n; i++) {
        const BspMeshEdge *edge = &c->ledger->edges[i];
        for (guint k = 1; k < edge->n; k++)
            bsp_sets_join(c->part, edge->uses[k].face, edge->uses[0].face);
    }
    for (guint f = 0; f < c->mesh->faces->len; f++) {
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(c->mesh, bsp_mesh_face(c->mesh, f));
        c->area[bsp_sets_find(c->part, f)] += bsp_polygon_area(polygon);
    }
}

/* --- loops --- */

/* Searches the shortest way along gaps from the end of the gap to its start, through points near
 * the plane (NULL: all points). The loop receives the gap and the way. */
static gboolean find_loop(Closing *c, guint gap, const BspPlane *plane, GArray *loop)
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
            if (!gap_at(c, k)->left || c->reached_by[to] ||
                (plane && fabs(bsp_plane_distance(plane, point_at(c, to))) > c->planes->snap))
                continue;
            c->reached_by[to] = k + 1;
            g_array_append_val(c->reached, to);
        }
    }
    gboolean found = c->reached_by[end] != 0;
    g_array_set_size(loop, 0);
    for (guint p = end; found && p != start; p = gap_at(c, c->reached_by[p] - 1)->from) {
        guint by = c->reached_by[p] - 1;
        g_array_prepend_val(loop, by);
    }
    g_array_prepend_val(loop, gap);
    for (guint i = 0; i < c->reached->len; i++)
        c->reached_by[g_array_index(c->reached, guint, i)] = 0;
    return found;
}

/* Searches a loop in the plane of a face at the gap. */
static gboolean find_flat_loop(Closing *c, guint gap, GArray *loop)
{
    const BspMeshFacePlane *plane =
        &g_array_index(c->planes->of_face, BspMeshFacePlane, gap_at(c, gap)->face);
    return plane->plane != BSP_MESH_NO_PLANE &&
           find_loop(c, gap, &g_array_index(c->planes->planes, BspPlane, plane->plane), loop);
}

/* --- filling --- */

static void add_triangle(Closing *c, guint a, guint b, guint d)
{
    const guint corners[3] = { a, b, d };
    bsp_mesh_add_face(c->mesh, corners, 3, 0);
}

/* How badly a triangle fits as a part of a hole: its area; more if it is in no plane of the faces
 * at the loop. The faces' planes find the right diagonal over the edge of a brush. */
static double misfit(const Closing *c, const GArray *loop, const guint *corner)
{
    BspVec p[3];
    for (guint i = 0; i < 3; i++)
        p[i] = point_at(c, corner[i]);
    double area = bsp_vec_length(bsp_vec_cross(bsp_vec_sub(p[1], p[0]), bsp_vec_sub(p[2], p[0])));
    for (guint i = 0; i < loop->len; i++) {
        const Gap *gap = gap_at(c, g_array_index(loop, guint, i));
        guint number = g_array_index(c->planes->of_face, BspMeshFacePlane, gap->face).plane;
        if (number == BSP_MESH_NO_PLANE)
            continue;
        const BspPlane *plane = &g_array_index(c->planes->planes, BspPlane, number);
        double off = 0;
        for (guint j = 0; j < 3; j++)
            off = MAX(off, fabs(bsp_plane_distance(plane, p[j])));
        if (off <= c->planes->snap)
            return area;
    }
    return area + BSP_WORLD_HALF * BSP_WORLD_HALF;
}

/* Fills a loop that is not flat by cutting off corners, the best fitting first. If the corner's
 * triangle fits, the rest should fit as well, so both count in a loop of four. */
static void fill_bent(Closing *c, const GArray *loop, guint *corners, guint n)
{
    for (; n > 3; n--) {
        guint best = 0;
        double least = HUGE_VAL;
        for (guint k = 0; k < n; k++) {
            const guint ear[3] = { corners[(k + n - 1) % n], corners[k], corners[(k + 1) % n] };
            const guint rest[3] = { ear[2], corners[(k + 2) % n], ear[0] };
            double misfits = misfit(c, loop, ear) + (n == 4 ? misfit(c, loop, rest) : 0);
            if (misfits < least) {
                least = misfits;
                best = k;
            }
        }
        add_triangle(c, corners[(best + n - 1) % n], corners[best], corners[(best + 1) % n]);
        for (guint k = best; k + 1 < n; k++)
            corners[k] = corners[k + 1];
    }
    add_triangle(c, corners[0], corners[1], corners[2]);
}

/* The area of all parts of the mesh at the loop. */
static double area_around(const Closing *c, const GArray *loop)
{
    double sum = 0;
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < loop->len; i++) {
        const Gap *gap = gap_at(c, g_array_index(loop, guint, i));
        guint part = bsp_sets_find(c->part, gap->face);
        if (g_hash_table_add(seen, GUINT_TO_POINTER(part)))
            sum += c->area[part];
    }
    return sum;
}

/* Whether a hole of this area is to be filled. With a thickness for sheets, a box without a lid
 * gets thick walls; otherwise it becomes solid. */
static gboolean should_fill(const Closing *c, const GArray *loop, double area, gboolean flat)
{
    double around = area_around(c, loop);
    if (!flat && loop->len > MAX_BENT)
        return FALSE;
    if (c->options->close)
        return TRUE;
    return area <= (c->options->sheet > 0 && loop->len > 3 ? 0.125 : 0.5) * around;
}

static void leave_open(Closing *c, const GArray *loop)
{
    guint face = gap_at(c, g_array_index(loop, guint, 0))->face;
    if (!c->report->n_open++)
        c->report->open_line = bsp_mesh_face(c->mesh, face)->line;
    for (guint i = 0; i < loop->len; i++) {
        const Gap *gap = gap_at(c, g_array_index(loop, guint, i));
        c->report->open_length +=
            bsp_vec_length(bsp_vec_sub(point_at(c, gap->to), point_at(c, gap->from)));
    }
}

/* Fills the loop, or counts it as open. */
static void treat_loop(Closing *c, const GArray *loop)
{
    g_autofree guint *corners = g_new(guint, loop->len);
    g_autofree BspVec *points = g_new(BspVec, loop->len);
    for (guint i = 0; i < loop->len; i++) {
        Gap *gap = gap_at(c, g_array_index(loop, guint, i));
        gap->left--;
        corners[i] = gap->from;
        points[i] = point_at(c, gap->from);
    }
    g_autoptr(BspPolygon) polygon = bsp_polygon_new(points, loop->len);
    double area = bsp_polygon_area(polygon);
    BspPlane plane;
    gboolean is_flat = loop->len == 3 || !bsp_mesh_mean_plane(polygon, &plane) ||
                       bsp_polygon_side(polygon, &plane, c->planes->snap) == BSP_SIDE_ON;
    if (!should_fill(c, loop, area, is_flat)) {
        leave_open(c, loop);
        return;
    }
    c->report->n_closed++;
    c->report->closed_area += area;
    if (is_flat)
        bsp_mesh_add_face(c->mesh, corners, loop->len, 0);
    else
        fill_bent(c, loop, corners, loop->len);
}

static void treat_loops(Closing *c, gboolean flat)
{
    g_autoptr(GArray) loop = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < c->gaps->len && c->steps > 0; i++)
        while (gap_at(c, i)->left && c->steps > 0 &&
               (flat ? find_flat_loop(c, i, loop) : find_loop(c, i, NULL, loop)))
            treat_loop(c, loop);
}

static void count_rest(Closing *c)
{
    g_autoptr(GArray) one = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_set_size(one, 1);
    for (guint i = 0; i < c->gaps->len; i++) {
        g_array_index(one, guint, 0) = i;
        if (gap_at(c, i)->left)
            leave_open(c, one);
    }
}

void bsp_mesh_close(BspMesh *mesh, const BspMeshPlanes *planes, const BspMeshOptions *options,
                    BspMeshReport *report)
{
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(mesh);
    g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(Gap)),
                      reached = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autofree guint *first = g_new0(guint, mesh->points->len + 2),
                     *reached_by = g_new0(guint, mesh->points->len + 1),
                     *part = bsp_sets_new(mesh->faces->len);
    g_autofree double *area = g_new0(double, mesh->faces->len);
    Closing c = { .mesh = mesh,
                  .planes = planes,
                  .ledger = ledger,
                  .options = options,
                  .report = report,
                  .gaps = gaps,
                  .first = first,
                  .reached_by = reached_by,
                  .reached = reached,
                  .part = part,
                  .area = area,
                  .steps = MAX_STEPS };
    find_gaps(&c);
    find_parts(&c);
    treat_loops(&c, TRUE);
    treat_loops(&c, FALSE);
    count_rest(&c);
}
