/* pass: a moving box that passes the brushes of a table. */
#include "table/pass.h"

#include "table/vectors.h"
#include "trace/plane.h"

/* --- plain C --- */

/* Whether a lane has a plane. */
static bool has_plane(const BspTableBrush *b, uint32_t lane)
{
    if (lane >= BSP_TABLE_LANES)
        return lane - BSP_TABLE_LANES < bsp_brush_table_n_oblique(b);
    for (uint32_t i = 0; i < bsp_brush_table_n_axial(b); i++)
        if (bsp_brush_table_face(b, i) == 2 * (lane % 3) + lane / 3 && lane < BSP_TABLE_AXIAL)
            return true;
    return false;
}

static double look_at_plane(const BspSweep *s, const BspTableBrush *b, uint32_t lane, double *v)
{
    if (lane < BSP_TABLE_LANES)
        return bsp_sweep_face(s, b, 2 * (lane % 3) + lane / 3, v);
    BspPlane plane = bsp_brush_table_oblique(s->table, b, lane - BSP_TABLE_LANES);
    return bsp_sweep_oblique(s, &plane, v);
}

/* The last plane that the box comes nearer to than `distance`. */
typedef struct {
    double t;
    uint32_t lane; /* BSP_NO_PLANE: the box starts nearer */
} Entry;

static void note_entry(Entry *entry, double d, double v, uint32_t lane)
{
    if (d > 0 && v < 0 && d / -v > entry->t)
        *entry = (Entry){ d / -v, lane };
}

static uint32_t plane_of_entry(const BspTableBrush *b, const Entry *entry)
{
    return entry->lane == BSP_NO_PLANE ? BSP_NO_PLANE : bsp_pass_plane_of_lane(b, entry->lane);
}

static BspPassClass clip_plain(BspPass *p, const BspTableBrush *b, BspClip *clip)
{
    uint32_t n = BSP_TABLE_LANES * (1 + b[1].first - b->first);
    Entry near = { 0, BSP_NO_PLANE }, low = near;
    double leave = 2;
    clip->distance = -HUGE_VAL;
    for (uint32_t first = 0; first < n; first += BSP_TABLE_LANES) {
        bool is_low = false, is_far = false;
        p->n_planes += BSP_TABLE_LANES;
        for (uint32_t lane = first; lane < first + BSP_TABLE_LANES; lane++) {
            double v, d;
            if (!has_plane(b, lane))
                continue;
            d = look_at_plane(p->sweep, b, lane, &v);
            is_low |= d - p->limit >= 0 && d - p->limit + v >= 0;
            is_far |= d - p->far >= 0 && d - p->far + v >= 0;
            clip->distance = BSP_MAX(d, clip->distance);
            note_entry(&low, d - p->limit, v, lane);
            note_entry(&near, d - p->keep, v, lane);
            if (v > 0)
                leave = BSP_MIN(-(d - p->limit) / v, leave);
        }
        if (is_low)
            return is_far ? BSP_PASS_FAR : BSP_PASS_LOW;
    }
    clip->stops = low.t < leave;
    BSP_ASSERT(near.t <= low.t); /* because `limit` is at most `keep` */
    clip->low_enter = low.t;
    clip->enter = near.t;
    clip->low_plane = p->keep > 0 ? plane_of_entry(b, &low) : BSP_NO_PLANE;
    clip->enter_plane = plane_of_entry(b, &near);
    return BSP_PASS_MEETS;
}

static double greatest_out_plain(const BspSweep *s, const BspTableBrush *b, double t,
                                 const BspReach *reach, uint32_t *plane)
{
    double most = -HUGE_VAL;
    for (uint32_t lane = 0, n = BSP_TABLE_LANES * (1 + b[1].first - b->first); lane < n; lane++) {
        double v, d;
        if (!has_plane(b, lane))
            continue;
        uint32_t i = bsp_pass_plane_of_lane(b, lane);
        d = look_at_plane(s, b, lane, &v) + t * v;
        d -= reach->distance *
             bsp_vec_dot(bsp_brush_table_plane(s->table, b, i).normal, reach->normal);
        if (d > most) {
            most = d;
            *plane = i;
        }
    }
    return most;
}

/* --- the start of a pass --- */

static void begin_plain(BspPass *p)
{
    const BspSweep *s = p->sweep;
    BspPath path = { &s->shape->bounds, p->far, s->from, s->delta, 0, 1 };
    BSP_ASSERT(s->is_box && p->limit <= p->keep && p->keep <= p->far);
    bsp_near_begin(p->near, &s->table->hierarchy, &path);
}

/* --- for each kind of vector --- */

#define BYTES 0
#include "table/pass-wide.h"

#ifdef BSP_VECTORS_16
static const int64_t used_lanes[BSP_TABLE_LANES] = { -1, -1, -1, -1, -1, -1, 0, 0 };
static const int64_t first_lanes[BSP_TABLE_LANES] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static const double outward[BSP_TABLE_LANES] = { -1, -1, -1, 1, 1, 1, 0, 0 };

/* The sum of the way along the axes. */
static inline double way_of(BspVec delta)
{
    return fabs(delta.x) + fabs(delta.y) + fabs(delta.z);
}

/* The bounds of a moving box are grown by this much to find the brushes that it comes within `far`
 * of: by `far`, and for rounding. middle: of the box at the start. */
static inline double grown_by(double far, BspVec middle, double way)
{
    return far + 2 * BSP_TOUCH + BSP_NEAR_FAR_ROUNDING * (way_of(middle) + way);
}

/* Units. A move that begins or ends farther from the origin is not usual (table/trace-box.h): there
 * the rounding of distances comes near to BSP_TOUCH. */
#define USUAL_REACH 1e7

#define BYTES 16
#include "table/pass-wide.h"
#endif

#ifdef BSP_VECTORS_64
#define BYTES 32
#include "table/pass-wide.h"

#define BYTES 64
#include "table/pass-wide.h"
#endif

const BspWide *bsp_wide(unsigned bytes)
{
#ifdef BSP_VECTORS_64
    if (bytes == 64)
        return &wide_64;
    if (bytes == 32)
        return &wide_32;
#endif
#ifdef BSP_VECTORS_16
    if (bytes == 16)
        return &wide_16;
#endif
    (void)bytes; /* it is 0 */
    return &wide_plain;
}

void bsp_brush_table_use_vectors(BspBrushTable *table, unsigned bytes)
{
    table->wide = bsp_wide(bytes);
    table->hierarchy.search = table->wide->search;
}
