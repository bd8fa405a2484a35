/* hull-walker: makes moves in the clip hulls of .bsp files of Quake and GoldSrc, as the engines do
 * (SV_RecursiveHullCheck). An independent answer moves a box against brushes by planes of their
 * sums. */
#include "hull-walker.h"

#include <string.h>

/* Units. Engines stop a move this far before a plane (DIST_EPSILON). */
#define EPSILON (1.0 / 32)

enum { PLANES = 1, CLIP_NODES = 9, MODELS = 14, SOLID = -2 };

/* --- records --- */

static gint32 int_at(const guint8 *data)
{
    gint32 value;
    memcpy(&value, data, 4);
    return GINT32_FROM_LE(value);
}

static double float_at(const guint8 *data)
{
    gint32 bits = int_at(data);
    float value;
    memcpy(&value, &bits, 4);
    return (double)value;
}

static const guint8 *lump(const guint8 *file, guint number, guint *length)
{
    *length = (guint)int_at(file + 8 + 8 * number);
    return file + int_at(file + 4 + 8 * number);
}

HullWalker hull_walker_new(const guint8 *file, guint model, guint hull)
{
    guint n_planes, n_nodes, n_models;
    gboolean narrow = file[0] == 29 || file[0] == 30;
    HullWalker walker = { .planes = lump(file, PLANES, &n_planes),
                          .nodes = lump(file, CLIP_NODES, &n_nodes),
                          .narrow = narrow };
    walker.n_planes = n_planes / 20;
    walker.n_nodes = n_nodes / (narrow ? 8 : 12);
    walker.head = int_at(lump(file, MODELS, &n_models) + 64 * model + 36 + 4 * hull);
    return walker;
}

static gint32 child_of(const HullWalker *walker, gint32 node, guint i)
{
    if (!walker->narrow)
        return int_at(walker->nodes + 12 * node + 4 + 4 * i);
    gint16 child;
    memcpy(&child, walker->nodes + 8 * node + 4 + 2 * i, 2);
    return GINT16_FROM_LE(child);
}

/* Returns the distance of p from the plane of a node. Engines ignore the normal of an axial
 * plane. */
static double distance(HullWalker *walker, gint32 node, BspVec p)
{
    gint32 number = int_at(walker->nodes + (walker->narrow ? 8 : 12) * node);
    if (number < 0 || (guint)number >= walker->n_planes) {
        walker->n_bad++;
        return 1;
    }
    const guint8 *plane = walker->planes + 20 * number;
    gint32 type = int_at(plane + 16);
    double dist = float_at(plane + 12);
    if (type >= 0 && type < 3)
        return p.v[type] - dist;
    return float_at(plane) * p.x + float_at(plane + 4) * p.y + float_at(plane + 8) * p.z - dist;
}

/* Returns whether the engine accepts the number of a node. A head has the smallest number of its
 * tree. GoldSrc takes a head that is the last node for an empty hull. */
static gboolean is_good(HullWalker *walker, gint32 node)
{
    gboolean good = node >= walker->head && (guint)node < walker->n_nodes &&
                    (guint)walker->head + 1 < walker->n_nodes;
    walker->n_bad += !good;
    return good;
}

/* --- moves --- */

static gint32 contents_below(HullWalker *walker, gint32 node, BspVec p)
{
    while (node >= 0 && is_good(walker, node))
        node = child_of(walker, node, distance(walker, node, p) < 0);
    return MIN(node, -1);
}

gint32 hull_walker_contents(HullWalker *walker, BspVec p)
{
    return contents_below(walker, walker->head, p);
}

typedef struct {
    HullWalker *walker;
    double fraction;
    gboolean all_solid;
} Trace;

/* Moves back until the point is not in solid, as engines do if rounding has led into it. */
static void stop(Trace *trace, BspVec a, BspVec b, double fa, double fb, double at)
{
    while (at > 0 && hull_walker_contents(trace->walker, bsp_vec_lerp(a, b, at)) == SOLID)
        at -= 0.1;
    trace->fraction = fa + (fb - fa) * fmax(at, 0);
}

/* Walks the part from a to b of the move, which begins at fraction fa. Returns FALSE if the move
 * stopped there.
 */
static gboolean walk(Trace *trace, gint32 node, BspVec a, BspVec b, double fa, double fb)
{
    if (node < 0 || !is_good(trace->walker, node)) {
        trace->all_solid &= node == SOLID;
        return TRUE;
    }
    double da = distance(trace->walker, node, a), db = distance(trace->walker, node, b);
    if (da >= 0 && db >= 0)
        return walk(trace, child_of(trace->walker, node, 0), a, b, fa, fb);
    if (da < 0 && db < 0)
        return walk(trace, child_of(trace->walker, node, 1), a, b, fa, fb);
    double at = fmin(fmax((da + (da < 0 ? EPSILON : -EPSILON)) / (da - db), 0), 1);
    double fm = fa + (fb - fa) * at;
    BspVec middle = bsp_vec_lerp(a, b, at);
    gint32 far = child_of(trace->walker, node, da >= 0);
    if (!walk(trace, child_of(trace->walker, node, da < 0), a, middle, fa, fm))
        return FALSE;
    if (contents_below(trace->walker, far, middle) != SOLID)
        return walk(trace, far, middle, b, fm, fb);
    if (!trace->all_solid)
        stop(trace, a, b, fa, fb, at);
    return FALSE;
}

double hull_walker_trace(HullWalker *walker, BspVec from, BspVec to)
{
    Trace trace = { walker, 1, TRUE };
    walk(&trace, walker->head, from, to, 0, 1);
    return trace.all_solid ? 0 : trace.fraction;
}

/* --- brushes --- */

/* A box and a polytope that do not overlap are separated by a plane of their sum. */
struct HullSlabs {
    BspPlane *planes; /* planes of the sum with a box of size zero */
    guint n;
};

HullSlabs *hull_slabs_new(const BspBrush *brush)
{
    HullSlabs *slabs = g_new(HullSlabs, 1);
    slabs->planes = bsp_cell_box_planes(bsp_brush_cell(brush), &slabs->n);
    return slabs;
}

void hull_slabs_free(HullSlabs *slabs)
{
    g_free(slabs->planes);
    g_free(slabs);
}

double hull_slabs_contact(const HullSlabs *slabs, const BspBounds *box, BspVec from, BspVec to)
{
    const BspShape shape = bsp_shape_box(box->mins, box->maxs);
    double begin = 0, end = 1;
    for (guint i = 0; i < slabs->n && begin < end; i++) {
        BspVec normal = slabs->planes[i].normal;
        double v = bsp_vec_dot(normal, bsp_vec_sub(to, from));
        double x = bsp_plane_distance(&slabs->planes[i], from) - bsp_shape_offset(&shape, normal);
        if (fabs(v) < 1e-12 && x >= 0)
            return 1;
        if (v <= -1e-12)
            begin = fmax(begin, -x / v);
        else if (v >= 1e-12)
            end = fmin(end, -x / v);
    }
    return begin < end ? begin : 1;
}
