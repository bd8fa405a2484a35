/* pass: compares a moving box with the brushes of a table. The functions find the brushes that the
 * box comes near to, and the times at which it crosses their planes. Vector code takes a node of
 * the hierarchy, or eight planes, at a time. */
#ifndef BSP_PASS_H
#define BSP_PASS_H

#include "shape/shape.h"
#include "table/sweep.h"
#include "trace/move.h"
#include "trace/reach.h"

/* The maximum number of brushes that a pass lists. None of 400,000 moves with a skin on a level,
 * short and long, listed more than 15. A move with more is searched again without a list. */
#define BSP_MET_MOST 16

/* The brushes that a move has met. They include all brushes that may be at the contact, so these
 * need no search of their own. */
typedef struct {
    uint32_t n; /* number of brushes; if it exceeds BSP_MET_MOST, only the first BSP_MET_MOST are
                   listed */
    uint32_t brushes[BSP_MET_MOST];
} BspMet;

static inline void bsp_met_add(BspMet *met, uint32_t brush)
{
    if (met->n < BSP_MET_MOST)
        met->brushes[met->n] = brush;
    met->n++;
}

/* A pass of a box by many brushes. It has three distances in units: `limit` is below `keep`, and
 * `far` is at least `keep`. The arrays describe the box for the three lower and the three upper
 * bounds of a brush; two lanes are unused. */
struct BspPass {
    const BspSweep *sweep; /* the sweep of a box or a point */
    double keep, limit, far;
    double near_by; /* units; the distance at the start of a brush does not matter if it is at least
                       this large */
    double middles[BSP_TABLE_LANES], halves[BSP_TABLE_LANES], speeds[BSP_TABLE_LANES];
    /* Results of the survey, as sets of the brushes in `met`, with a bit for each. A brush is in
     * may_stop if it is BSP_PASS_MEETS. It is in may_be_near if no plane proves that it is at
     * least near_by away at the start. */
    uint32_t may_stop, may_be_near;
    /* Numbers of nodes and brushes visited, and of planes compared. n_planes includes the two
     * unused lanes of each brush's bounds. */
    uint64_t n_nodes, n_brushes, n_planes;
    BspMet met;
    BspNear *near; /* memory for the search, which the caller lends */
};

/* Adds a brush to the list of a survey. */
static inline void bsp_pass_add(BspPass *p, uint32_t brush, BspPassClass class, bool may_be_near)
{
    uint32_t bit = UINT32_C(1) << (p->met.n & 31);
    p->may_stop |= class == BSP_PASS_MEETS ? bit : 0;
    p->may_be_near |= may_be_near ? bit : 0;
    bsp_met_add(&p->met, brush);
}

struct BspClip {
    bool stops; /* whether the box comes nearer than `limit` to all planes; if so, the members below
                   are set */
    double enter;   /* the time at which the box comes nearer than `keep` to all planes */
    uint32_t plane; /* the plane crossed at that time. If the box starts nearer, the plane that it
                       is farthest in front of among those that it approaches, or BSP_NO_PLANE */
    bool is_over;   /* whether the nearest point of the Minkowski sum lies on one plane, not on an
                       edge. It must do so when the box comes nearer than `keep` and when it comes
                       nearer than `limit`. Set only if `keep` is positive */
};

/* --- the brushes that stop a move --- */

/* A brush that stops a move, and the time of the stop. */
typedef struct {
    double t;
    uint32_t brush;
    uint32_t plane; /* number of the brush's plane; BSP_NO_PLANE if the box is beside an edge, or
                       the shape is not a box */
    BspVec normal;  /* set only for shapes other than boxes */
} BspStop;

/* The maximum number of stops that a list keeps. 400,000 moves on a level needed at most two. A
 * longer list would need brushes whose stops are the same within rounding, but at different times,
 * and whose numbers fall as these times rise. */
#define BSP_STOPS_MOST 8

/* The first stops of a move. If several brushes stop it at the same time, within rounding, the one
 * with the lowest number counts. So that the order of the search does not matter, the list keeps
 * each stop that is the same as the earliest, unless another one is no later and has a lower
 * number.
 */
typedef struct {
    double t;    /* the time of the earliest stop; 2 if nothing stops the move */
    double same; /* times closer than this are the same */
    uint32_t n;
    BspStop stops[BSP_STOPS_MOST];
} BspStops;

static inline void bsp_stops_add(BspStops *list, const BspStop *stop)
{
    uint32_t n = 0;
    if (stop->t > list->t + list->same)
        return;
    list->t = BSP_MIN(stop->t, list->t);
    for (uint32_t i = 0; i < list->n; i++) {
        const BspStop *other = &list->stops[i];
        if (other->t <= stop->t && other->brush < stop->brush)
            return; /* *stop is not the earliest, so no stop has left the list */
        if (other->t <= list->t + list->same &&
            !(stop->t <= other->t && stop->brush < other->brush))
            list->stops[n++] = *other;
    }
    if (n < BSP_STOPS_MOST)
        list->stops[n++] = *stop;
    list->n = n;
}

/* Returns the stop that counts: the one with the lowest brush. There must be a stop. */
static inline const BspStop *bsp_stops_first(const BspStops *list)
{
    const BspStop *first = &list->stops[0];
    BSP_ASSERT(list->n > 0);
    for (uint32_t i = 1; i < list->n; i++)
        if (list->stops[i].brush < first->brush)
            first = &list->stops[i];
    return first;
}

/* --- lanes ---
 *
 * Here planes are numbered by lanes. Lanes 0 to 5 are the least and greatest bounds of a brush, and
 * lane 8 + i is its oblique plane i. */

/* Returns the lane of a face of the bounds (bsp_brush_table_face()). */
static inline uint32_t bsp_pass_lane_of_face(uint32_t face)
{
    return (face >> 1) + (face & 1 ? 3 : 0);
}

/* Returns the number of the plane with this lane, in the numbering of BspTableBrush. */
static inline uint32_t bsp_pass_plane_of_lane(const BspTableBrush *b, uint32_t lane)
{
    if (lane >= BSP_TABLE_LANES) {
        uint32_t i = lane - BSP_TABLE_LANES;
        return i < b->n_before ? i : i + bsp_brush_table_n_axial(b);
    }
    uint32_t i = 0;
    BSP_ASSERT(lane < BSP_TABLE_AXIAL);
    while (bsp_pass_lane_of_face(bsp_brush_table_face(b, i)) != lane)
        i++;
    BSP_ASSERT(i < bsp_brush_table_n_axial(b));
    return b->n_before + i;
}

/* The planes of a brush that a box touches at a contact. The rest of the move begins there. */
typedef struct {
    uint64_t lanes; /* the lanes of these planes, as bits */
    uint64_t into;  /* the lanes of the planes that the move goes into */
    bool is_open; /* bsp_corner_choose() must decide, because the move goes into a plane that is not
                     like the crossed plane, or along a plane that the box is behind, or a plane is
                     opposite to the crossed plane */
} BspTouch;

/* Returns the lanes of the planes that are sides of the brush. The other planes of the Minkowski
 * sum are sometimes no faces (body/contact.c). */
static inline uint64_t bsp_pass_side_lanes(const BspTableBrush *b)
{
    uint64_t lanes = ((UINT64_C(1) << b->n_before) - 1) << BSP_TABLE_LANES;
    uint32_t n = bsp_brush_table_n_own(b) - b->n_before;
    BSP_ASSERT(b->n_before <= 64 - BSP_TABLE_LANES && n <= BSP_TABLE_AXIAL);
    if (BSP_LIKELY(n == BSP_TABLE_AXIAL))
        return lanes | 0x3f;
    for (uint32_t i = 0; i < n; i++)
        lanes |= UINT64_C(1) << bsp_pass_lane_of_face(bsp_brush_table_face(b, i));
    return lanes;
}

/* Returns a plane of a brush, moved out for the box of the sweep. */
static inline BspPlane bsp_pass_moved_plane(const BspSweep *s, uint32_t brush, uint32_t plane)
{
    BspPlane moved = bsp_brush_table_plane(s->table, bsp_brush_table_row(s->table, brush), plane);
    moved.dist += bsp_shape_plane_offset(s->shape, moved.normal);
    return moved;
}

/* --- the usual trace --- */

/* The result of the usual trace of a box (table/trace-box.h). */
typedef enum {
    BSP_BOX_OTHER, /* the move is not usual; nothing is known */
    BSP_BOX_FREE,  /* no brush stops the move; the answer is complete */
    BSP_BOX_NAMED, /* a brush stops the move; the answer is complete */
    BSP_BOX_HITS   /* a brush stops the move. The transition is complete except for its plane, of
                      which only the normal is set. The caller must name one of the brushes in *met */
} BspBoxTrace;

/* Adds the work of a box's pass to *counters. n_planes includes the two unused lanes of each
 * brush's bounds. */
static inline void bsp_pass_count(BspCounters *counters, uint64_t n_nodes, uint64_t n_brushes,
                                  uint64_t n_planes)
{
    counters->nodes += n_nodes;
    counters->leaves += n_brushes;
    counters->planes += n_planes - n_brushes * (BSP_TABLE_LANES - BSP_TABLE_AXIAL);
}

/* A distance along a normal. */
typedef struct {
    BspVec normal;
    double distance;
} BspReach;

/* The functions for one width of vectors. All widths have the same results, to the last bit. */
struct BspWide {
    BspNearSearch *search;

    /* Begins a pass. Its sweep and its distances must be set. */
    void (*begin)(BspPass *pass);

    /* Finds the next brush whose class is BSP_PASS_MEETS, like bsp_near_next(). */
    bool (*next)(BspPass *pass, double before, uint32_t *brush, BspClip *clip);

    /* Lists the brushes whose class is not BSP_PASS_FAR, and sets may_stop and may_be_near. It
     * needs no begin(). It ends early if there are more than BSP_MET_MOST brushes. */
    void (*survey)(BspPass *pass);

    /* Returns the class of the pass by one brush. *clip is set if the class is BSP_PASS_MEETS.
     * is_over is not set if the box enters after `latest`. */
    BspPassClass (*clip)(BspPass *pass, uint32_t brush, double latest, BspClip *clip);

    /* Traces a move of a box or point without a skin, if it is usual. Then the work is added to
     * *counters. */
    BspBoxTrace (*trace_box)(const BspBrushTable *table, const BspMove *move, const BspShape *shape,
                             BspTrace *answer, BspMet *met, BspCounters *counters);

    /* Returns the largest of the box's distances from the planes of a brush at time t. *plane
     * receives the plane at this distance. *is_over receives whether the box is over a face: the
     * distance is positive, and the point of the Minkowski sum that is nearest to the box's
     * reference point lies on this plane only, not on an edge. */
    double (*front)(const BspSweep *sweep, const BspTableBrush *b, double t, uint32_t *plane,
                    bool *is_over);

    /* Returns the largest distance from the planes of a brush, after the box has been moved from
     * its position at time t against reach->normal, by reach->distance. *plane receives the
     * plane. */
    double (*greatest_out)(const BspSweep *sweep, const BspTableBrush *b, double t,
                           const BspReach *reach, uint32_t *plane);
};

/* The functions for each width, in files of their own. Only those exist that the compiler has
 * (table/vectors.h). */
extern const BspWide bsp_wide_plain, bsp_wide_16, bsp_wide_32, bsp_wide_64;

/* Returns the functions for vectors of `bytes` bytes, which the machine must have
 * (table/vectors.h). */
const BspWide *bsp_wide(unsigned bytes);

/* Makes queries of the table use vectors of `bytes` bytes. */
void bsp_brush_table_use_vectors(BspBrushTable *table, unsigned bytes);

#endif
