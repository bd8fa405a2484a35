/* empty-boxes: what is known of the empty space of a tree, so that most short moves need no
 * traversal.
 *
 * A grid over the level names for each of its cells one box that nothing solid reaches into. A move
 * that ends in the box that it begins in hits nothing. One that leaves it over a rectangle behind
 * which all is solid hits there. Whatever else there is takes a traversal of the tree.
 *
 * Answers are those of the traversal, to the bit, but for the plane where a move crosses two planes
 * at the same time: a face keeps the number of its plane in the tree, and of a rectangle only what
 * lies a bracket inside of its edges counts. */
#ifndef BSP_EMPTY_BOXES_H
#define BSP_EMPTY_BOXES_H

#include "trace/first-transition.h"

/* Faces are numbered 3 * side + axis, side 1 being at the most. Six of `end` are used. */
typedef struct {
    float at[6];       /* the faces' coordinates, rounded into the box */
    uint32_t plane[6]; /* of faces that have rectangles: in which they lie */
    uint32_t rects;    /* its rectangles begin here, ... */
    uint8_t end[8];    /* ... and those of each face end so much farther on */
} BspEmptyBox;

/* Of a face, along the two axes after its own, in turn. */
typedef struct {
    float least[2], most[2];
} BspBoxRect;

/* In the order in which a query wants them. */
typedef struct {
    double origin[3], per_unit; /* cells a unit */
    int32_t n[3];               /* cells */
    uint16_t *cells;            /* of each, a box */
    BspEmptyBox *boxes;         /* no point is in the first */
    BspBoxRect *rects;
    uint32_t n_boxes, n_rects;
} BspEmptyBoxes;

/* Units. A move that is longer along an axis mostly leaves its box, and is not asked about. */
#define BSP_BOX_MOVE 64.0

/* Units. Nearer to the edge of what is solid than this, a hit is not sure. */
#define BSP_BOX_EDGE (2 * BSP_BRACKET)

static inline size_t bsp_empty_boxes_n_cells(const BspEmptyBoxes *b)
{
    return (size_t)b->n[0] * (size_t)b->n[1] * (size_t)b->n[2];
}

size_t bsp_empty_boxes_bytes(const BspEmptyBoxes *boxes);

/* Frees what they hold. */
void bsp_empty_boxes_clear(BspEmptyBoxes *boxes);

/* & not &&: branches that cannot be foretold cost more than the comparisons. */
static inline bool bsp_box_has(const BspEmptyBox *box, const BspVec *p)
{
    return (p->x >= (double)box->at[0]) & (p->x <= (double)box->at[3]) &
           (p->y >= (double)box->at[1]) & (p->y <= (double)box->at[4]) &
           (p->z >= (double)box->at[2]) & (p->z <= (double)box->at[5]);
}

/* The number of the box of the cell at p; 0 outside of the grid, or where p is no number. */
static inline uint32_t bsp_empty_boxes_at(const BspEmptyBoxes *b, const BspVec *p)
{
    double x = (p->x - b->origin[0]) * b->per_unit, y = (p->y - b->origin[1]) * b->per_unit,
           z = (p->z - b->origin[2]) * b->per_unit;
    if (!((x >= 0) & (x < b->n[0]) & (y >= 0) & (y < b->n[1]) & (z >= 0) & (z < b->n[2])))
        return 0;
    return b->cells[((size_t)z * (size_t)b->n[1] + (size_t)y) * (size_t)b->n[0] + (size_t)x];
}

static inline bool bsp_box_move_is_short(const BspVec *delta)
{
    return (fabs(delta->x) < BSP_BOX_MOVE) & (fabs(delta->y) < BSP_BOX_MOVE) &
           (fabs(delta->z) < BSP_BOX_MOVE);
}

/* The face by which the move, which begins in the box and does not end there, leaves it. */
static inline unsigned bsp_box_exit(const BspEmptyBox *box, const BspVec *from, const BspVec *delta)
{
    double first = HUGE_VAL;
    unsigned face = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned f = delta->v[i] > 0 ? 3 + i : i;
        double t = delta->v[i] != 0 ? ((double)box->at[f] - from->v[i]) / delta->v[i] : HUGE_VAL;
        face = t < first ? f : face;
        first = t < first ? t : first;
    }
    return face;
}

/* Whether all is known to be solid behind p, a point of the face. */
static inline bool bsp_box_is_solid_behind(const BspEmptyBoxes *b, const BspEmptyBox *box,
                                           unsigned face, const BspVec *p)
{
    unsigned axis = face % 3, next = axis == 2 ? 0 : axis + 1, last = axis == 0 ? 2 : axis - 1;
    const BspBoxRect *end = b->rects + box->rects + box->end[face];
    for (const BspBoxRect *r = b->rects + box->rects + (face ? box->end[face - 1] : 0); r < end;
         r++)
        if ((p->v[next] >= (double)r->least[0]) & (p->v[next] <= (double)r->most[0]) &
            (p->v[last] >= (double)r->least[1]) & (p->v[last] <= (double)r->most[1]))
            return true;
    return false;
}

/* Whether the move that leaves by the face hits what is behind it; *tr is made that hit. Times are
 * those of the traversal: what is empty ends where the move leaves the plane's band, the hit is
 * where it crosses the plane. */
static inline bool bsp_box_hit(const BspEmptyBoxes *b, const BspNodes *nodes,
                               const BspEmptyBox *box, unsigned face, const BspVec *from,
                               const BspVec *delta, BspTransition *tr)
{
    unsigned axis = face % 3;
    double dist = nodes->dists[box->plane[face]];
    double d = from->v[axis] - dist, v = delta->v[axis];
    double band = v > 0 ? BSP_TOUCH : -BSP_TOUCH, covered = (band - d) / v;
    BspVec end = bsp_vec_mad(*from, covered, *delta);
    if (!bsp_box_is_solid_behind(b, box, face, &end) || fabs(d + v) < 4 * BSP_TOUCH ||
        (d + v > 0) != (v > 0))
        return false;
    double t = -d / v;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    if (bsp_trace_is_far(t, covered, *delta))
        return false;
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = t;
    tr->plane = (BspPlane){ nodes->normals[axis], dist };
    bsp_trace_face(tr, *from, *delta);
    return true;
}

/* Whether that box knows the answer. *tr is that of an empty segment, and made the answer. */
static inline bool bsp_empty_box_answers(const BspEmptyBoxes *b, const BspNodes *nodes,
                                         uint32_t number, const BspVec *from, const BspVec *to,
                                         BspTransition *tr)
{
    const BspEmptyBox *box = &b->boxes[number];
    if (!bsp_box_has(box, from))
        return false;
    if (bsp_box_has(box, to))
        return true;
    BspVec delta = bsp_vec_sub(*to, *from);
    unsigned face = bsp_box_exit(box, from, &delta);
    return box->end[face] > (face ? box->end[face - 1] : 0) &&
           bsp_box_hit(b, nodes, box, face, from, &delta, tr);
}

#endif
