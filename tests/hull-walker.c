/* hull-walker: moves in the clip hulls of .bsp files of Quake and GoldSrc, as the engines make them
 * (SV_RecursiveHullCheck), and an independent answer: a box against brushes by separating axes. */
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

/* The distance from the plane of a node. Engines ignore the normal of an axial plane. */
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

/* Whether the engine accepts the number: a head has the smallest number of its tree, and GoldSrc
 * takes a head that is the last node for an empty hull. */
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

/* Backs up until the point is not in solid, as engines do if rounding has led into it. */
static void stop(Trace *trace, BspVec a, BspVec b, double fa, double fb, double at)
{
    while (at > 0 && hull_walker_contents(trace->walker, bsp_vec_lerp(a, b, at)) == SOLID)
        at -= 0.1;
    trace->fraction = fa + (fb - fa) * fmax(at, 0);
}

/* Walks the part from a to b of the move, which begins at fraction fa. Returns FALSE if it stopped.
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

/* The brush lies between `least` and `most` along the axis. */
typedef struct {
    BspVec axis;
    double least, most;
} Slab;

struct HullSlabs {
    GArray *slabs; /* Slab */
};

static void add_slab(HullSlabs *slabs, const BspCell *cell, BspVec axis)
{
    double length = bsp_vec_length(axis);
    if (length < 1e-6)
        return;
    Slab slab = { bsp_vec_scale(axis, 1 / length), HUGE_VAL, -HUGE_VAL };
    for (guint i = 0; i < cell->n_vertices; i++) {
        double d = bsp_vec_dot(slab.axis, cell->vertices[i]);
        slab.least = fmin(slab.least, d);
        slab.most = fmax(slab.most, d);
    }
    g_array_append_val(slabs->slabs, slab);
}

/* A box and a polytope that do not overlap are separated along a normal of one of them, or along a
 * cross product of an edge of each. */
HullSlabs *hull_slabs_new(const BspBrush *brush)
{
    static const BspVec axes[3] = { { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
    const BspCell *cell = bsp_brush_cell(brush);
    HullSlabs *slabs = g_new(HullSlabs, 1);
    slabs->slabs = g_array_new(FALSE, FALSE, sizeof(Slab));
    for (guint i = 0; i < cell->n_faces; i++)
        add_slab(slabs, cell, cell->faces[i].plane.normal);
    guint n;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n);
    for (guint k = 0; k < 3; k++) {
        add_slab(slabs, cell, axes[k]);
        for (guint i = 0; i < n; i++)
            add_slab(slabs, cell,
                     bsp_vec_cross(axes[k], bsp_vec_sub(cell->vertices[edges[i].v[1]],
                                                        cell->vertices[edges[i].v[0]])));
    }
    return slabs;
}

void hull_slabs_free(HullSlabs *slabs)
{
    g_array_unref(slabs->slabs);
    g_free(slabs);
}

double hull_slabs_contact(const HullSlabs *slabs, const BspBounds *box, BspVec from, BspVec to)
{
    double begin = 0, end = 1;
    for (guint i = 0; i < slabs->slabs->len; i++) {
        const Slab *slab = &g_array_index(slabs->slabs, Slab, i);
        double low = slab->least, high = slab->most;
        for (guint k = 0; k < 3; k++) {
            double n = slab->axis.v[k];
            low -= n * (n > 0 ? box->maxs.v[k] : box->mins.v[k]);
            high -= n * (n > 0 ? box->mins.v[k] : box->maxs.v[k]);
        }
        double x = bsp_vec_dot(slab->axis, from);
        double v = bsp_vec_dot(slab->axis, bsp_vec_sub(to, from));
        if (fabs(v) < 1e-12) {
            if (x <= low || x >= high)
                return 1;
            continue;
        }
        begin = fmax(begin, fmin((low - x) / v, (high - x) / v));
        end = fmin(end, fmax((low - x) / v, (high - x) / v));
        if (begin >= end)
            return 1;
    }
    return begin;
}
