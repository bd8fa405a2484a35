/* clip: when a moving box crosses the planes of one brush. */
#include "body/clip.h"

#include "body/vectors.h"
#include "trace/plane.h"

void bsp_clip_move_init(BspClipMove *m, const BspBrushTable *table, BspVec middle, BspVec half,
                        BspVec delta)
{
    m->table = table;
    m->middle = middle;
    m->half = half;
    m->delta = delta;
    for (unsigned k = 0; k < 3; k++) {
        m->middles[k] = m->middles[k + 3] = middle.v[k];
        m->halves[k] = m->halves[k + 3] = half.v[k];
        m->speeds[k] = -delta.v[k];
        m->speeds[k + 3] = delta.v[k];
    }
    for (unsigned k = BSP_TABLE_AXIAL; k < BSP_TABLE_LANES; k++) {
        m->middles[k] = m->speeds[k] = 0;
        m->halves[k] = HUGE_VAL; /* the box is far behind a plane that does not exist */
    }
}

/* --- lanes ---
 *
 * Here planes are numbered by lanes: lanes 0 to 5 are the least and greatest bounds of a brush, and
 * lane 8 + i is its oblique plane i. */

/* The plane of a brush (BspTableBrush). */
static uint32_t plane_of_lane(const BspTableBrush *b, uint32_t lane)
{
    if (lane >= BSP_TABLE_LANES) {
        uint32_t i = lane - BSP_TABLE_LANES;
        return i < b->n_before ? i : i + bsp_brush_table_n_axial(b);
    }
    uint32_t face = 2 * (lane % 3) + lane / 3, i = 0;
    while (bsp_brush_table_face(b, i) != face)
        i++;
    return b->n_before + i;
}

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

static double look_at_plane(const BspClipMove *m, const BspTableBrush *b, uint32_t lane, double *v)
{
    if (lane < BSP_TABLE_LANES) {
        double apart =
            lane < 3 ? b->least[lane] - m->middles[lane] : m->middles[lane] - b->most[lane - 3];
        *v = m->speeds[lane];
        return apart - m->halves[lane];
    }
    BspPlane plane = bsp_brush_table_oblique(m->table, b, lane - BSP_TABLE_LANES);
    *v = bsp_vec_dot(plane.normal, m->delta);
    return bsp_plane_distance_of_box(&plane, m->middle, m->half);
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
    return entry->lane == BSP_NO_PLANE ? BSP_NO_PLANE : plane_of_lane(b, entry->lane);
}

static BspClipClass clip_plain(const BspClipMove *m, const BspTableBrush *b, BspClip *clip)
{
    uint32_t n = BSP_TABLE_LANES * (1 + b[1].first - b->first);
    Entry near = { 0, BSP_NO_PLANE }, low = near;
    double leave = 2;
    clip->distance = -HUGE_VAL;
    for (uint32_t first = 0; first < n; first += BSP_TABLE_LANES) {
        bool is_low = false, is_far = false;
        for (uint32_t lane = first; lane < first + BSP_TABLE_LANES; lane++) {
            double v, d;
            if (!has_plane(b, lane))
                continue;
            d = look_at_plane(m, b, lane, &v);
            is_low |= d - m->limit >= 0 && d - m->limit + v >= 0;
            is_far |= d - m->far >= 0 && d - m->far + v >= 0;
            clip->distance = BSP_MAX(d, clip->distance);
            note_entry(&low, d - m->limit, v, lane);
            note_entry(&near, d - m->keep, v, lane);
            if (v > 0)
                leave = BSP_MIN(-(d - m->limit) / v, leave);
        }
        if (is_low)
            return is_far ? BSP_CLIP_FAR : BSP_CLIP_LOW;
    }
    clip->stops = low.t < leave;
    clip->low_enter = low.t;
    clip->enter = near.t;
    clip->low_plane = m->keep > 0 ? plane_of_entry(b, &low) : BSP_NO_PLANE;
    clip->enter_plane = plane_of_entry(b, &near);
    return BSP_CLIP_MEETS;
}

/* --- vectors --- */

#ifdef BSP_VECTORS_16
static const int64_t used_lanes[BSP_TABLE_LANES] = { -1, -1, -1, -1, -1, -1, 0, 0 };
static const double up[BSP_TABLE_LANES] = { 1, 1, 1, -1, -1, -1, 0, 0 };

#define BYTES 16
#include "body/clip-planes.h"
#endif

#ifdef BSP_VECTORS_64
#define BYTES 32
#include "body/clip-planes.h"

#define BYTES 64
#include "body/clip-planes.h"
#endif

BspClipFunc *bsp_clip_func(unsigned bytes)
{
#ifdef BSP_VECTORS_64
    if (bytes == 64)
        return clip_64;
    if (bytes == 32)
        return clip_32;
#endif
#ifdef BSP_VECTORS_16
    if (bytes == 16)
        return clip_16;
#endif
    (void)bytes; /* it is 0 */
    return clip_plain;
}

void bsp_brush_table_use_vectors(BspBrushTable *table, unsigned bytes)
{
    table->hierarchy.search = bsp_near_search(bytes);
    table->clip = bsp_clip_func(bytes);
}
