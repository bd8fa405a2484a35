/* wide-query: traces many moves through wide nodes, with AVX-512.
 *
 * Each of 64 lanes holds the state of one move. The next step of a lane is one of four kinds. Each
 * kind has a queue, and the queues are processed as a whole, in turn. So the processor has
 * independent work while it waits for memory, and few branches to predict. A lane whose move has
 * ended starts the next move.
 *
 * The algorithm is that of first-transition.h, with the same operations on the same numbers. */
#include "onion/wide.h"
#include "trace/first-transition.h"

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

#define FEATURES __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw")))
#define INLINED FEATURES BSP_ALWAYS_INLINE

#define N_LANES 64
#define LANE_STACK 16 /* items; the onion itself answers a move that needs more */

/* The queues: one for each kind of mark, and STRADDLE for lanes whose segment straddles a plane. */
enum { STRADDLE = ONION_WIDE_KINDS, N_QUEUES };

/* A bit in the mark of a stack item: the segment runs along a plane, within its band, and the item
 * waits for its next turn (see first-transition.h). */
#define TURN 4

/* Fields of a lane's BspTraceItem. `node` is a mark. `enter` and `leave` name planes: the offset of
 * the wide node, plus the plane's number in the lowest bits. `turn` is
 *   - in an item that waits for a turn: as in first-transition.h, with the plane above TURN_PLANE;
 *   - in other items: in the lower half, the known sides, set for planes above the item;
 *     in the upper half, the sides still to be computed. */
#define TURN_PLANE 4
#define ALL_UNKNOWN (0x7f7f << 16)

typedef struct {
    /* components along the common normals */
    double from[ONION_WIDE_NORMALS], delta[ONION_WIDE_NORMALS];
    BspTraceItem item;
    BspTraceState trace;
    const OnionMove *move;
    /* the row of OnionWideNode.need: an exit, or the plane that the segment straddles */
    unsigned row;
    unsigned top;
    BspTraceItem stack[LANE_STACK];
} __attribute__((aligned(64))) Lane;

typedef struct {
    Lane *lanes[N_LANES + 8]; /* with room to store a whole register after the last lane */
    unsigned n;
} Queue;

typedef struct {
    const OnionWide *wide;
    const OnionTree *tree;
    const OnionMove *moves, *next, *end;
    BspTransition *transitions;
    size_t stride; /* bytes from one transition to the next */
    Queue queues[N_QUEUES];
    Lane lanes[N_LANES];
} Walk;

static const OnionWideNode *node_at(const OnionWide *wide, int32_t mark)
{
    return (const OnionWideNode *)(const void *)(wide->nodes + (mark & ONION_WIDE_PLACE));
}

static const OnionWideNormals *normals_of(const OnionWideNode *node)
{
    return (const OnionWideNormals *)(const void *)(node + 1);
}

/* Adds the lane to the queue for its mark's kind. */
static inline void enqueue(Walk *walk, Lane *lane)
{
    Queue *queue = &walk->queues[lane->item.node & ONION_WIDE_KIND];
    queue->lanes[queue->n++] = lane;
}

/* --- beginning --- */

/* Returns the dot products of p with eight normals, summed in the order of bsp_vec_dot(). */
INLINED static __m512d dot_eight(const OnionWideNormals *normals, const double *p)
{
    __m512d x = _mm512_mul_pd(_mm512_set1_pd(p[0]), _mm512_loadu_pd(normals->v[0]));
    __m512d y = _mm512_mul_pd(_mm512_set1_pd(p[1]), _mm512_loadu_pd(normals->v[1]));
    __m512d z = _mm512_mul_pd(_mm512_set1_pd(p[2]), _mm512_loadu_pd(normals->v[2]));
    return _mm512_add_pd(_mm512_add_pd(x, y), z);
}

/* Returns the dot products of p with the common normals. The first three normals are the axes. */
INLINED static __m512d dot_common(const OnionWide *wide, const BspVec *p)
{
    return _mm512_mask_loadu_pd(dot_eight(&wide->normals, p->v), 7, p->v);
}

static inline BspTransition *answer_of(const Walk *walk, const OnionMove *move)
{
    return onion_wide_answer(walk->transitions, walk->stride, (size_t)(move - walk->moves));
}

FEATURES static void start_move(Walk *walk, Lane *lane)
{
    const OnionMove *move;
    BspVec delta;
    for (;;) {
        if (walk->next == walk->end)
            return;
        move = lane->move = walk->next++;
        delta = bsp_vec_sub(move->to, move->from);
        if (BSP_LIKELY(move->space < walk->wide->n_spaces &&
                       bsp_segment_is_in_reach(&move->from, &delta)))
            break;
        *answer_of(walk, move) = bsp_transition_solid(move->from);
    }
    _mm512_store_pd(lane->from, dot_common(walk->wide, &move->from));
    _mm512_store_pd(lane->delta, dot_common(walk->wide, &delta));
    lane->item = (BspTraceItem){ 0, 1, walk->wide->roots[move->space], -1, -1, ALL_UNKNOWN };
    lane->trace = BSP_TRACE_NOTHING;
    lane->top = 0;
    enqueue(walk, lane);
}

/* --- a step down a wide node --- */

/* Returns a bit for each row of node->need: set if all of the row's bits are in `known`. */
INLINED static unsigned rows_met(const OnionWideNode *node, unsigned known)
{
    __m256i need = _mm256_load_si256((const __m256i *)(const void *)node->need);
    __m256i have = _mm256_and_si256(_mm256_set1_epi16((int16_t)known), need);
    return _mm256_cmpeq_epi16_mask(have, need);
}

/* Returns if_exit if the row is an exit, otherwise the last argument. It needs no branch. */
static inline int32_t select_by_row(unsigned row, int32_t if_exit, int32_t otherwise)
{
    int32_t is_exit = -(int32_t)(row < 8);
    return (if_exit & is_exit) | (otherwise & ~is_exit);
}

/* Returns the sides of the node's planes that the segment is on, as a word (see OnionWideNode). */
INLINED static unsigned find_sides(const Lane *lane, const OnionWideNode *node, bool oblique)
{
    __m512d from, v;
    if (oblique) {
        from = dot_eight(normals_of(node), lane->from);
        v = dot_eight(normals_of(node), lane->delta);
    } else {
        __m512i places =
            _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)node->normal));
        from = _mm512_permutexvar_pd(places, _mm512_load_pd(lane->from));
        v = _mm512_permutexvar_pd(places, _mm512_load_pd(lane->delta));
    }
    __m512d d = _mm512_sub_pd(from, _mm512_load_pd(node->dist));
    __m512d at_from = _mm512_add_pd(d, _mm512_mul_pd(_mm512_set1_pd(lane->item.from), v));
    __m512d at_to = _mm512_add_pd(d, _mm512_mul_pd(_mm512_set1_pd(lane->item.to), v));
    /* If at_from is NaN, so is at_to. Minimum and maximum return their second operand then. */
    __mmask8 front =
        _mm512_cmp_pd_mask(_mm512_min_pd(at_from, at_to), _mm512_set1_pd(BSP_TOUCH), _CMP_GT_OQ);
    __mmask8 back =
        _mm512_cmp_pd_mask(_mm512_max_pd(at_from, at_to), _mm512_set1_pd(-BSP_TOUCH), _CMP_LT_OQ);
    return _cvtmask16_u32(_mm512_kunpackb(back, front));
}

/* Moves the lane to an exit of its node, or to the first plane that the segment straddles. Returns
 * the number of the lane's next queue. */
INLINED static int32_t step_down(const Walk *walk, Lane *lane, bool oblique)
{
    int32_t mark = lane->item.node, turn = lane->item.turn;
    const OnionWideNode *node = node_at(walk->wide, mark);
    unsigned known = (find_sides(lane, node, oblique) & (unsigned)turn >> 16) | (unsigned)turn;
    unsigned row = (unsigned)__builtin_ctz(rows_met(node, known));
    int32_t exit = node->exit[row & 7];
    lane->row = row;
    lane->item.node = select_by_row(row, exit, mark);
    lane->item.turn = select_by_row(row, ALL_UNKNOWN, turn);
    const uint8_t *next = walk->wide->nodes + (exit & ONION_WIDE_PLACE);
    __builtin_prefetch(next);
    __builtin_prefetch(next + 64);
    return select_by_row(row, exit & ONION_WIDE_KIND, STRADDLE);
}

/* Adds lane i of n to the queue kinds[i]. `lanes` may be the array of one of these queues. */
INLINED static void enqueue_all(Walk *walk, Lane *const *lanes, const int64_t *kinds, unsigned n)
{
    for (unsigned i = 0; i < n; i += 8) {
        __m512i eight = _mm512_loadu_si512(lanes + i), kind = _mm512_loadu_si512(kinds + i);
        __mmask8 valid = (__mmask8)(0xff >> (8 - BSP_MIN(n - i, 8)));
        for (int queue = 0; queue < N_QUEUES; queue++) {
            __mmask8 here = _mm512_mask_cmpeq_epi64_mask(valid, kind, _mm512_set1_epi64(queue));
            Queue *q = &walk->queues[queue];
            _mm512_storeu_si512(q->lanes + q->n, _mm512_maskz_compress_epi64(here, eight));
            q->n += (unsigned)__builtin_popcount(here);
        }
    }
}

INLINED static void step_all(Walk *walk, int kind)
{
    Queue *queue = &walk->queues[kind];
    int64_t kinds[N_LANES];
    unsigned n = queue->n;
    for (unsigned i = 0; i < n; i++)
        kinds[i] = step_down(walk, queue->lanes[i], kind == ONION_WIDE_OBLIQUE);
    queue->n = 0;
    enqueue_all(walk, queue->lanes, kinds, n);
}

/* --- a plane that the segment straddles, or runs in the band of --- */

/* Moves the item to the exit that the known sides lead to, if there is one. Otherwise the item
 * stays at the node and stores the known sides. */
INLINED static void move_below(const OnionWideNode *node, unsigned known, int32_t mark,
                               BspTraceItem *item)
{
    unsigned row = (unsigned)__builtin_ctz(rows_met(node, known));
    unsigned planes = (known | known >> 8) & 0x7f;
    int32_t turn = (int32_t)(known | (0x7f7f & ~(planes * 0x101)) << 16);
    item->node = select_by_row(row, node->exit[row & 7], mark);
    item->turn = select_by_row(row, ALL_UNKNOWN, turn);
}

static inline unsigned known_below(const OnionWideNode *node, unsigned plane, unsigned side)
{
    return node->need[14 - plane] | 1u << (plane + 8 * side);
}

/* Like bsp_trace_take_turn(). */
FEATURES static void take_turn(const Walk *walk, Lane *lane, double covered)
{
    BspTraceItem *item = &lane->item;
    int32_t mark = item->node, turn = item->turn;
    unsigned side = turn & BSP_TRACE_BACK ? 1 : 0, plane = (unsigned)turn >> TURN_PLANE;
    const OnionWideNode *node = node_at(walk->wide, mark);
    if (covered >= 0)
        item->from = BSP_MAX(item->from, covered);
    BspTraceItem *next = &lane->stack[lane->top++];
    *next = *item;
    next->turn = (int32_t)(plane << TURN_PLANE) | (side ? BSP_TRACE_FRONT : BSP_TRACE_BACK);
    if ((turn & (BSP_TRACE_FRONT | BSP_TRACE_FIRST)) == (BSP_TRACE_FRONT | BSP_TRACE_FIRST))
        next->turn |= BSP_TRACE_FIRST;
    else if (covered < 0)
        next->turn |= BSP_TRACE_START;
    move_below(node, known_below(node, plane, side), mark & ~TURN, item);
}

static void answer_by_onion(Walk *walk, const Lane *lane)
{
    const OnionMove *m = lane->move;
    *answer_of(walk, m) = onion_tree_first_transition(walk->tree, m->space, m->from, m->to, NULL);
}

/* Returns the component of p along the normal of one of the node's planes. p: lane->from or
 * lane->delta. */
INLINED static double dot_plane(const OnionWideNode *node, unsigned plane, const double *p)
{
    unsigned place = node->normal[plane];
    if (place < ONION_WIDE_NORMALS)
        return p[place];
    const OnionWideNormals *n = normals_of(node);
    return p[0] * n->v[0][plane] + p[1] * n->v[1][plane] + p[2] * n->v[2][plane];
}

/* Like bsp_trace_split(). Each choice between two numbers is a minimum or a maximum. The order of
 * the operands matters: the result is the second operand if the first is NaN. */
INLINED static void split_item(const Walk *walk, Lane *lane)
{
    BspTraceItem *item = &lane->item;
    int32_t mark = item->node;
    const OnionWideNode *node = node_at(walk->wide, mark);
    unsigned plane = 14 - lane->row;
    double d = dot_plane(node, plane, lane->from) - node->dist[plane];
    double v = dot_plane(node, plane, lane->delta);
    double from = item->from, to = item->to;
    if (BSP_UNLIKELY(fabs(d + from * v) <= BSP_TOUCH && fabs(d + to * v) <= BSP_TOUCH)) {
        item->node |= TURN;
        item->turn = (int32_t)(plane << TURN_PLANE) | BSP_TRACE_FRONT | BSP_TRACE_FIRST;
        take_turn(walk, lane, -1);
        return;
    }
    unsigned near = v > 0;
    double band = copysign(BSP_TOUCH, v), inverse = 1 / v;
    double far_from = (-band - d) * inverse, near_to = (band - d) * inverse;
    int32_t here = (mark & ONION_WIDE_PLACE) | (int32_t)plane;
    int32_t enters = -(int32_t)(far_from > from), leaves = -(int32_t)(near_to < to);
    BspTraceItem *far = &lane->stack[lane->top++];
    double far_least = to < far_from ? to : far_from;
    far->from = far_least > from ? far_least : from;
    far->to = to;
    far->enter = (here & enters) | (item->enter & ~enters);
    far->leave = item->leave;
    double near_most = from > near_to ? from : near_to;
    item->to = near_most < to ? near_most : to;
    item->leave = (here & leaves) | (item->leave & ~leaves);
    move_below(node, known_below(node, plane, 1 - near), mark, far);
    move_below(node, known_below(node, plane, near), mark, item);
}

FEATURES static void split_all(Walk *walk)
{
    Queue *queue = &walk->queues[STRADDLE];
    for (unsigned i = 0; i < queue->n; i++) {
        Lane *lane = queue->lanes[i];
        if (BSP_LIKELY(lane->top < LANE_STACK)) {
            split_item(walk, lane);
            enqueue(walk, lane);
        } else {
            answer_by_onion(walk, lane);
            start_move(walk, lane);
        }
    }
    queue->n = 0;
}

/* --- a leaf, and the end --- */

/* Like bsp_trace_next(). */
FEATURES static bool next_item(const Walk *walk, Lane *lane)
{
    while (lane->top > 0) {
        lane->item = lane->stack[--lane->top];
        if (!bsp_trace_wants(&lane->trace, &lane->item))
            continue;
        if (BSP_LIKELY(!(lane->item.node & TURN)))
            return true;
        if (!bsp_trace_has_turn(&lane->trace, &lane->item))
            continue;
        take_turn(walk, lane, lane->trace.covered);
        return true;
    }
    return false;
}

FEATURES static BspPlane plane_of(const OnionWide *wide, const OnionWideNode *node, unsigned k)
{
    bool common = node->normal[k] < ONION_WIDE_NORMALS;
    const OnionWideNormals *normals = common ? &wide->normals : normals_of(node);
    unsigned i = common ? node->normal[k] : k;
    return (BspPlane){ bsp_vec(normals->v[0][i], normals->v[1][i], normals->v[2][i]),
                       node->dist[k] };
}

/* Like bsp_trace_transition(), for a move that hits or leaves a solid. Returns false if the onion
 * itself must answer the move. */
FEATURES static bool find_contact(const OnionWide *wide, const Lane *lane, BspTransition *tr)
{
    const BspTraceState *trace = &lane->trace;
    bool enters = tr->type == BSP_EMPTY_TO_SOLID;
    int32_t place = enters ? trace->leave : trace->enter;
    const OnionWideNode *node = node_at(wide, place);
    unsigned k = (unsigned)(place & ~ONION_WIDE_PLACE);
    BspVec from = lane->move->from, delta = bsp_vec_sub(lane->move->to, from);
    double d = dot_plane(node, k, lane->from) - node->dist[k];
    double t = -d / dot_plane(node, k, lane->delta);
    tr->t = t < 0 ? 0 : t > 1 ? 1 : t;
    tr->plane = plane_of(wide, node, k);
    bsp_trace_face(tr, from, delta);
    return !bsp_trace_is_far(tr->t, enters ? trace->covered : trace->leaves_solid, delta) &&
           node->normal[k] != ONION_WIDE_TIP &&
           !(enters && bsp_trace_meets(trace->beside, tr->t, delta));
}

FEATURES static void finish_move(Walk *walk, const Lane *lane)
{
    const OnionMove *move = lane->move;
    BspTransition *tr = answer_of(walk, move);
    *tr = bsp_transition_empty(move->to);
    tr->type = bsp_trace_class(&lane->trace);
    if (tr->type == BSP_SOLID)
        *tr = bsp_transition_solid(move->from);
    else if (tr->type != BSP_EMPTY && !find_contact(walk->wide, lane, tr))
        answer_by_onion(walk, lane);
}

/* Processes the lane's leaf and the leaves directly after it. Returns false at the end of the move.
 */
INLINED static bool leave_leaf(const Walk *walk, Lane *lane)
{
    do {
        if (lane->item.node == ONION_WIDE_EMPTY)
            bsp_trace_empty(&lane->trace, &lane->item);
        if (!next_item(walk, lane))
            return false;
    } while ((lane->item.node & ONION_WIDE_KIND) == ONION_WIDE_LEAF);
    return true;
}

/* In a tree without nodes, a new move starts at a leaf, so its lane returns to this queue. It
 * overwrites a lane already processed, never one still to be processed. */
FEATURES static void leave_all(Walk *walk)
{
    Queue *queue = &walk->queues[ONION_WIDE_LEAF];
    unsigned n = queue->n;
    queue->n = 0;
    for (unsigned i = 0; i < n; i++) {
        Lane *lane = queue->lanes[i];
        if (leave_leaf(walk, lane)) {
            enqueue(walk, lane);
        } else {
            finish_move(walk, lane);
            start_move(walk, lane);
        }
    }
}

/* --- the whole walk --- */

static bool is_done(const Walk *walk)
{
    unsigned n = 0;
    for (unsigned i = 0; i < N_QUEUES; i++)
        n += walk->queues[i].n;
    return n == 0;
}

FEATURES static void walk_all(Walk *walk)
{
    for (unsigned i = 0; i < N_LANES; i++)
        start_move(walk, &walk->lanes[i]);
    while (!is_done(walk)) {
        step_all(walk, ONION_WIDE_COMMON);
        step_all(walk, ONION_WIDE_OBLIQUE);
        split_all(walk);
        leave_all(walk);
    }
}

void onion_wide_query(const OnionBatch *batch, const OnionMove *moves, size_t n,
                      BspTransition *transitions, size_t stride)
{
    Walk walk;
    walk.wide = batch->wide;
    walk.tree = batch->tree;
    walk.moves = walk.next = moves;
    walk.end = moves + n;
    walk.transitions = transitions;
    walk.stride = stride;
    for (unsigned i = 0; i < N_QUEUES; i++)
        walk.queues[i].n = 0;
    walk_all(&walk);
}

bool onion_wide_is_supported(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

#else

bool onion_wide_is_supported(void)
{
    return false;
}

/* Never called, because onion_wide_is_supported() returns false. */
void onion_wide_query(const OnionBatch *batch, const OnionMove *moves, size_t n,
                      BspTransition *transitions, size_t stride)
{
    (void)batch;
    for (size_t i = 0; i < n; i++)
        *onion_wide_answer(transitions, stride, i) = bsp_transition_solid(moves[i].from);
}

#endif
