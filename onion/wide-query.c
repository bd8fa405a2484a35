/* wide-query: traces many moves through wide nodes, with AVX-512.
 *
 * Each move under way keeps its state in a lane; there are sixty-four lanes. The next step of a
 * lane is one of four kinds. There is a queue for each kind, and each queue is processed as a
 * whole, in turn. So the processor has independent work while it waits for memory, and few branches
 * to predict. A lane whose move has ended starts the next move.
 *
 * The algorithm is that of first-transition.h, with the same operations on the same numbers. */
#include "onion/wide.h"
#include "trace/first-transition.h"

#if defined __x86_64__ && defined __GNUC__

#include <immintrin.h>

#define FEATURES __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw")))
#define INLINED FEATURES BSP_ALWAYS_INLINE

#define N_LANES 64
#define LANE_STACK 16 /* items; a move that needs more is answered by the onion itself */

/* The queues: one for each kind of mark, and one for lanes at a plane that they straddle. */
enum { STRADDLE = ONION_WIDE_KINDS, N_QUEUES };

/* A bit of a mark on the stack: the segment runs in the band of a plane, and the item waits for its
 * next turn (first-transition.h). */
#define TURN 4

/* In an item `node` is a mark. `enter` and `leave` are planes: the offset of the node and, in the
 * lowest bits, the number of the plane. `turn` is
 *   - if the item waits for a turn: as in first-transition.h, with the plane above TURN_PLANE;
 *   - otherwise: the lower half holds the sides already known, since the item lies below them; the
 *     upper half holds the sides that still have to be computed. */
#define TURN_PLANE 4
#define ALL_TOLD (0x7f7f << 16)

typedef struct {
    double from[ONION_WIDE_NORMALS], delta[ONION_WIDE_NORMALS]; /* along the common normals */
    BspTraceItem item;
    BspTraceState trace;
    const OnionMove *move;
    unsigned row; /* of OnionWideNode.need: the plane that the segment straddles */
    unsigned top;
    BspTraceItem stack[LANE_STACK];
} __attribute__((aligned(64))) Lane;

typedef struct {
    Lane *lanes[N_LANES + 8]; /* room for a whole register at the end */
    unsigned n;
} Queue;

typedef struct {
    const OnionWide *wide;
    const OnionTree *tree;
    const OnionMove *moves, *next, *end;
    BspTransition *transitions;
    size_t stride; /* in bytes, from one of the transitions to the next */
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

/* Adds the lane to the queue for the kind of its mark. */
static inline void wait(Walk *walk, Lane *lane)
{
    Queue *queue = &walk->queues[lane->item.node & ONION_WIDE_KIND];
    queue->lanes[queue->n++] = lane;
}

/* --- beginning --- */

/* The dot products of p with eight normals, summed in the order of bsp_vec_dot(). */
INLINED static __m512d along(const OnionWideNormals *normals, const double *p)
{
    __m512d x = _mm512_mul_pd(_mm512_set1_pd(p[0]), _mm512_loadu_pd(normals->v[0]));
    __m512d y = _mm512_mul_pd(_mm512_set1_pd(p[1]), _mm512_loadu_pd(normals->v[1]));
    __m512d z = _mm512_mul_pd(_mm512_set1_pd(p[2]), _mm512_loadu_pd(normals->v[2]));
    return _mm512_add_pd(_mm512_add_pd(x, y), z);
}

/* The same with the common normals, the first three of which are the axes. */
INLINED static __m512d along_common(const OnionWide *wide, const BspVec *p)
{
    return _mm512_mask_loadu_pd(along(&wide->normals, p->v), 7, p->v);
}

static inline BspTransition *answer_of(const Walk *walk, const OnionMove *move)
{
    return onion_wide_answer(walk->transitions, walk->stride, (size_t)(move - walk->moves));
}

FEATURES static void start(Walk *walk, Lane *lane)
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
    _mm512_store_pd(lane->from, along_common(walk->wide, &move->from));
    _mm512_store_pd(lane->delta, along_common(walk->wide, &delta));
    lane->item = (BspTraceItem){ 0, 1, walk->wide->roots[move->space], -1, -1, ALL_TOLD };
    lane->trace = BSP_TRACE_NOTHING;
    lane->top = 0;
    wait(walk, lane);
}

/* --- a step down a wide node --- */

/* The rows whose needs are all among the known sides: bit i is row i. */
INLINED static unsigned rows_met(const OnionWideNode *node, unsigned known)
{
    __m256i need = _mm256_load_si256((const __m256i *)(const void *)node->need);
    __m256i have = _mm256_and_si256(_mm256_set1_epi16((int16_t)known), need);
    return _mm256_cmpeq_epi16_mask(have, need);
}

/* Returns if_exit if the row is an exit, else otherwise; without a branch. */
static inline int32_t choose(unsigned row, int32_t if_exit, int32_t otherwise)
{
    int32_t is_exit = -(int32_t)(row < 8);
    return (if_exit & is_exit) | (otherwise & ~is_exit);
}

/* The sides of the node's planes that the segment is on, as the word described at OnionWideNode. */
INLINED static unsigned sides(const Lane *lane, const OnionWideNode *node, bool oblique)
{
    __m512d from, v;
    if (oblique) {
        from = along(normals_of(node), lane->from);
        v = along(normals_of(node), lane->delta);
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

/* Moves the lane to an exit of its node, or to the first plane that it straddles. Returns the queue
 * for the lane. */
INLINED static int32_t step(const Walk *walk, Lane *lane, bool oblique)
{
    int32_t mark = lane->item.node, turn = lane->item.turn;
    const OnionWideNode *node = node_at(walk->wide, mark);
    unsigned known = (sides(lane, node, oblique) & (unsigned)turn >> 16) | (unsigned)turn;
    unsigned row = (unsigned)__builtin_ctz(rows_met(node, known));
    int32_t exit = node->exit[row & 7];
    lane->row = row;
    lane->item.node = choose(row, exit, mark);
    lane->item.turn = choose(row, ALL_TOLD, turn);
    const uint8_t *next = walk->wide->nodes + (exit & ONION_WIDE_PLACE);
    __builtin_prefetch(next);
    __builtin_prefetch(next + 64);
    return choose(row, exit & ONION_WIDE_KIND, STRADDLE);
}

/* Adds the n lanes to the queues in `kinds`. `lanes` may itself be in one of the queues. */
INLINED static void send(Walk *walk, Lane *const *lanes, const int64_t *kinds, unsigned n)
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
        kinds[i] = step(walk, queue->lanes[i], kind == ONION_WIDE_OBLIQUE);
    queue->n = 0;
    send(walk, queue->lanes, kinds, n);
}

/* --- a plane that the segment straddles, or runs in the band of --- */

/* Moves the item below the planes whose sides are known: to an exit, if they lead to one. */
INLINED static void go_below(const OnionWideNode *node, unsigned known, int32_t mark,
                             BspTraceItem *item)
{
    unsigned row = (unsigned)__builtin_ctz(rows_met(node, known));
    unsigned planes = (known | known >> 8) & 0x7f;
    int32_t turn = (int32_t)(known | (0x7f7f & ~(planes * 0x101)) << 16);
    item->node = choose(row, node->exit[row & 7], mark);
    item->turn = choose(row, ALL_TOLD, turn);
}

static inline unsigned known_below(const OnionWideNode *node, unsigned plane, unsigned side)
{
    return node->need[14 - plane] | 1u << (plane + 8 * side);
}

/* bsp_trace_take_turn() */
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
    go_below(node, known_below(node, plane, side), mark & ~TURN, item);
}

static void ask_onion(Walk *walk, const Lane *lane)
{
    const OnionMove *m = lane->move;
    *answer_of(walk, m) = onion_tree_first_transition(walk->tree, m->space, m->from, m->to, NULL);
}

/* The component of p along the normal of one plane of the node. p: lane->from or lane->delta. */
INLINED static double along_plane(const OnionWideNode *node, unsigned plane, const double *p)
{
    unsigned place = node->normal[plane];
    if (place < ONION_WIDE_NORMALS)
        return p[place];
    const OnionWideNormals *n = normals_of(node);
    return p[0] * n->v[0][plane] + p[1] * n->v[1][plane] + p[2] * n->v[2][plane];
}

/* The rest of bsp_trace_descend(). Each choice between two numbers is a minimum or a maximum. The
 * order of the operands matters: the second is the result if the first is NaN. */
INLINED static void split(const Walk *walk, Lane *lane)
{
    BspTraceItem *item = &lane->item;
    int32_t mark = item->node;
    const OnionWideNode *node = node_at(walk->wide, mark);
    unsigned plane = 14 - lane->row;
    double d = along_plane(node, plane, lane->from) - node->dist[plane];
    double v = along_plane(node, plane, lane->delta);
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
    go_below(node, known_below(node, plane, 1 - near), mark, far);
    go_below(node, known_below(node, plane, near), mark, item);
}

FEATURES static void split_all(Walk *walk)
{
    Queue *queue = &walk->queues[STRADDLE];
    for (unsigned i = 0; i < queue->n; i++) {
        Lane *lane = queue->lanes[i];
        if (BSP_LIKELY(lane->top < LANE_STACK)) {
            split(walk, lane);
            wait(walk, lane);
        } else {
            ask_onion(walk, lane);
            start(walk, lane);
        }
    }
    queue->n = 0;
}

/* --- a leaf, and the end --- */

/* bsp_trace_next() */
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

/* bsp_trace_transition() for a move that hits or leaves a solid. Returns false if the onion itself
 * must answer the move. */
FEATURES static bool contact(const OnionWide *wide, const Lane *lane, BspTransition *tr)
{
    const BspTraceState *trace = &lane->trace;
    bool enters = tr->type == BSP_EMPTY_TO_SOLID;
    int32_t place = enters ? trace->leave : trace->enter;
    const OnionWideNode *node = node_at(wide, place);
    unsigned k = (unsigned)(place & ~ONION_WIDE_PLACE);
    BspVec from = lane->move->from, delta = bsp_vec_sub(lane->move->to, from);
    double d = along_plane(node, k, lane->from) - node->dist[k];
    double t = -d / along_plane(node, k, lane->delta);
    tr->t = t < 0 ? 0 : t > 1 ? 1 : t;
    tr->plane = plane_of(wide, node, k);
    bsp_trace_face(tr, from, delta);
    return !bsp_trace_is_far(tr->t, enters ? trace->covered : trace->leaves_solid, delta) &&
           node->normal[k] != ONION_WIDE_TIP &&
           !(enters && bsp_trace_meets(trace->beside, tr->t, delta));
}

FEATURES static void finish(Walk *walk, const Lane *lane)
{
    const OnionMove *move = lane->move;
    BspTransition *tr = answer_of(walk, move);
    *tr = bsp_transition_empty(move->to);
    tr->type = bsp_trace_class(&lane->trace);
    if (tr->type == BSP_SOLID)
        *tr = bsp_transition_solid(move->from);
    else if (tr->type != BSP_EMPTY && !contact(walk->wide, lane, tr))
        ask_onion(walk, lane);
}

/* Processes the leaf, and every leaf directly after it. Returns false at the end of the move. */
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

/* In a tree without nodes a new move starts at a leaf. Its lane is added to this same queue again,
 * before the lanes still to be processed; it replaces one already processed. */
FEATURES static void leave_all(Walk *walk)
{
    Queue *queue = &walk->queues[ONION_WIDE_LEAF];
    unsigned n = queue->n;
    queue->n = 0;
    for (unsigned i = 0; i < n; i++) {
        Lane *lane = queue->lanes[i];
        if (leave_leaf(walk, lane)) {
            wait(walk, lane);
        } else {
            finish(walk, lane);
            start(walk, lane);
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
        start(walk, &walk->lanes[i]);
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

/* Never called: onion_batch_new() checks onion_wide_is_supported(). */
void onion_wide_query(const OnionBatch *batch, const OnionMove *moves, size_t n,
                      BspTransition *transitions, size_t stride)
{
    (void)batch;
    for (size_t i = 0; i < n; i++)
        *onion_wide_answer(transitions, stride, i) = bsp_transition_solid(moves[i].from);
}

#endif
