/* cursor: moves of one object, each beginning near where the last one ended.
 *
 * What costs time here is not work but branches that the processor cannot predict, above all those
 * on the way down the tree. So choices are made by selection or by `&` where that is possible, and
 * a new cell is looked for only when the remembered one has failed. */
#include "onion-cursor.h"

#include "onion/tree.h"
#include "trace/first-transition.h"

/* Units. How far outside a cell a point may lie and still count as in it: well inside the band in
 * which the tree counts it as on both sides of a plane, so that rounding cannot make the two
 * disagree. An object at rest on a floor is in the cell over it. */
#define SLACK (0.5 * BSP_TOUCH)

/* Units. A point this far from a face is not in its band, nor is any close by. Still less than the
 * thickness of the thinnest region, BSP_THIN: behind a face of solid matter no other is so near. */
#define CLEAR (4 * BSP_TOUCH)

/* Units. What moves farther leaves one cell after the other: none is looked for. */
#define FAR 64.0

static void forget(OnionCell *cell)
{
    cell->box.least[0][0] = HUGE_VAL;
    cell->n_planes = 0;
}

void onion_cursor_init(OnionCursor *cursor, const OnionTree *tree, unsigned space)
{
    *cursor = (OnionCursor){ .tree = tree, .space = space };
    forget(&cursor->cells[0]);
}

/* The node or leaf that the cursor's space has at a node, leaf or space node. */
static inline int32_t own(const OnionCursor *cursor, int32_t at)
{
    const BspNodes *nodes = &cursor->tree->nodes;
    return bsp_nodes_is_space_node(nodes, at) ? bsp_nodes_in_space(nodes, at, cursor->space) : at;
}

static inline bool is_solid(const OnionCursor *cursor, int32_t leaf)
{
    const OnionTree *tree = cursor->tree;
    return bsp_bit(tree->descriptors + (size_t)~leaf * tree->words, cursor->space);
}

/* --- whether a cell has a move --- */

/* An int, for `&`: what compilers say of that between truth values is meant for others. */
static inline int is_in_box(const OnionCellBox *box, const BspVec *p)
{
    return (p->x >= box->least[0][0]) & (p->y >= box->least[0][1]) & (p->z >= box->least[0][2]) &
           (-p->x >= box->least[1][0]) & (-p->y >= box->least[1][1]) & (-p->z >= box->least[1][2]);
}

static inline bool is_in_cell(const OnionCell *cell, const BspVec *p)
{
    bool is_in = is_in_box(&cell->box, p);
    for (unsigned i = 0; i < cell->n_planes; i++)
        is_in &= bsp_plane_distance(&cell->planes[i], *p) >= -SLACK;
    return is_in;
}

static inline bool has_move(const OnionCell *cell, const BspVec *from, const BspVec *to)
{
    bool has = is_in_box(&cell->box, from) & is_in_box(&cell->box, to);
    for (unsigned i = 0; i < cell->n_planes; i++) {
        double a = bsp_plane_distance(&cell->planes[i], *from);
        double b = bsp_plane_distance(&cell->planes[i], *to);
        has &= (a >= -SLACK) & (b >= -SLACK);
    }
    return has;
}

/* --- the cell at a point --- */

/* Where p and the point it has come from both touch a plane, either side may be the empty one. */
#define MAX_FORKS 4

/* A node whose back is to be tried when its front has failed, and the cell so far. */
typedef struct {
    int32_t at;
    unsigned n_planes;
    OnionCellBox box;
} Fork;

typedef struct {
    OnionCell *cell;
    Fork forks[MAX_FORKS];
    unsigned n_forks, n_nodes;
} Search;

/* Cuts the cell by the plane of the node. false when there is no room for another. */
static inline bool cut(OnionCell *cell, const BspNodes *nodes, int32_t at, unsigned side)
{
    const BspNode *node = &nodes->nodes[at];
    unsigned axis = bsp_node_axis(node);
    int32_t face = side ? ~at : at;
    if (axis < BSP_NODE_OBLIQUE) { /* nearer than the last one that way, since it cut the region */
        double dist = bsp_node_dist(nodes, node);
        cell->box.least[side][axis] = (side ? -dist : dist) - SLACK;
        cell->box.face[side][axis] = face;
        return true;
    }
    if (cell->n_planes == ONION_CURSOR_PLANES)
        return false;
    BspPlane plane = bsp_nodes_plane(nodes, at);
    cell->face[cell->n_planes] = face;
    cell->planes[cell->n_planes++] = side ? bsp_plane_flipped(&plane) : plane;
    return true;
}

/* Down to the leaf that holds p, on the side of `from` where p touches a plane. false when that is
 * not empty, or cannot be remembered. */
static inline bool descend(const OnionCursor *cursor, Search *search, int32_t at, const BspVec *p,
                           const BspVec *from)
{
    const BspNodes *nodes = &cursor->tree->nodes;
    OnionCell *cell = search->cell;
    for (;;) {
        at = own(cursor, at);
        if (at < 0)
            return !is_solid(cursor, at);
        const BspNode *node = &nodes->nodes[at];
        search->n_nodes++;
        double dist = bsp_node_dist(nodes, node), d = bsp_node_along(nodes, node, p) - dist;
        if (BSP_UNLIKELY(fabs(d) <= BSP_TOUCH)) {
            d = bsp_node_along(nodes, node, from) - dist;
            if (fabs(d) <= BSP_TOUCH && search->n_forks < MAX_FORKS) {
                search->forks[search->n_forks++] = (Fork){ at, cell->n_planes, cell->box };
                d = 1; /* the front, then the back */
            }
        }
        /* Branches, not an index: the processor goes on in the likely child meanwhile. */
        if (d > 0) {
            if (!cut(cell, nodes, at, 0))
                return false;
            at = node->child[0];
        } else {
            if (!cut(cell, nodes, at, 1))
                return false;
            at = node->child[1];
        }
    }
}

/* The cell of the empty leaf at p; false: there is none. */
static bool find_cell(const OnionCursor *cursor, OnionCell *cell, const BspVec *p,
                      const BspVec *from, BspCounters *counters)
{
    const BspNodes *nodes = &cursor->tree->nodes;
    Search search;
    search.cell = cell;
    search.n_forks = search.n_nodes = 0;
    cell->n_planes = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < 3; i++)
            cell->box.least[side][i] = -HUGE_VAL;
    bool found = descend(cursor, &search, nodes->root, p, from);
    while (!found && search.n_forks > 0) {
        const Fork *fork = &search.forks[--search.n_forks];
        int32_t at = fork->at;
        cell->n_planes = fork->n_planes;
        cell->box = fork->box;
        found =
            cut(cell, nodes, at, 1) && descend(cursor, &search, nodes->nodes[at].child[1], p, from);
    }
    if (counters) {
        counters->nodes += search.n_nodes;
        counters->planes += search.n_nodes;
    }
    return found;
}

/* --- a move that leaves its cell --- */

/* Where a move leaves the cell: the first of the faces that it meets. */
typedef struct {
    double t;
    int32_t face;
} Exit;

/* What does not approach a face takes as good as for ever to meet it. */
#define SLOWEST 1e-300

static inline void meet(Exit *exit, double distance, double speed, int32_t face)
{
    double t = distance / BSP_MAX(speed, SLOWEST);
    exit->face = t < exit->t ? face : exit->face;
    exit->t = BSP_MIN(t, exit->t);
}

static inline Exit find_exit(const OnionCell *cell, const BspVec *from, const BspVec *delta)
{
    Exit exit = { 1, 0 };
    for (unsigned i = 0; i < 3; i++) {
        unsigned ahead = delta->v[i] > 0;
        double p[2] = { from->v[i], -from->v[i] };
        meet(&exit, p[ahead] - cell->box.least[ahead][i], fabs(delta->v[i]),
             cell->box.face[ahead][i]);
    }
    for (unsigned i = 0; i < cell->n_planes; i++)
        meet(&exit, bsp_plane_distance(&cell->planes[i], *from) + SLACK,
             -bsp_vec_dot(cell->planes[i].normal, *delta), cell->face[i]);
    return exit;
}

/* Whether all is solid behind the face, as far as the region of its node reaches. */
static inline bool is_closed(const OnionCursor *cursor, int32_t face)
{
    const BspNode *nodes = cursor->tree->nodes.nodes;
    int32_t behind = own(cursor, face < 0 ? nodes[~face].child[0] : nodes[face].child[1]);
    return behind < 0 && is_solid(cursor, behind);
}

/* Whether a point at that distance from the face is kept from what is behind it: by the distance,
 * or because all is solid there. */
static inline bool is_shut(const OnionCursor *cursor, double distance, int32_t face)
{
    return distance >= CLEAR || (distance >= -SLACK && is_closed(cursor, face));
}

/* Whether p, at the face, can get out of the cell by no other. */
static bool is_shut_in(const OnionCursor *cursor, const OnionCell *cell, const BspVec *p,
                       int32_t face)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < 3; i++)
            if (cell->box.face[side][i] != face &&
                !is_shut(cursor, (side ? -p->v[i] : p->v[i]) - cell->box.least[side][i] - SLACK,
                         cell->box.face[side][i]))
                return false;
    for (unsigned i = 0; i < cell->n_planes; i++)
        if (cell->face[i] != face &&
            !is_shut(cursor, bsp_plane_distance(&cell->planes[i], *p), cell->face[i]))
            return false;
    return true;
}

/* Whether the move is stopped by the face at which it leaves the cell: when all is solid behind it,
 * and the move is well away from whatever else might be empty. */
static bool stops_at(const OnionCursor *cursor, const OnionCell *cell, int32_t face,
                     const BspVec *from, const BspVec *to, BspTransition *tr)
{
    if (!is_closed(cursor, face))
        return false;
    const BspNodes *nodes = &cursor->tree->nodes;
    BspVec delta = bsp_vec_sub(*to, *from);
    int32_t at = face < 0 ? ~face : face;
    const BspNode *node = &nodes->nodes[at];
    double dist = bsp_node_dist(nodes, node);
    double d = bsp_node_along(nodes, node, from) - dist, v = bsp_node_along(nodes, node, &delta);
    double beyond = bsp_node_along(nodes, node, to) - dist;
    if ((face < 0 ? beyond : -beyond) < CLEAR)
        return false;
    /* As bsp_trace_descend() has it: where the move is out of the band of the plane. */
    double covered = ((face < 0 ? BSP_TOUCH : -BSP_TOUCH) - d) / v;
    BspVec end = bsp_vec_mad(*from, covered, delta);
    if (!is_shut_in(cursor, cell, &end, face))
        return false;
    BspTrace trace = { .covered = covered, .leaves_solid = 2, .enter = -1, .leave = at };
    *tr = bsp_transition_empty(*to);
    return bsp_trace_transition(nodes, &trace, *from, *to, tr);
}

/* Whether the rest of the move, from `at`, is in one cell: that one is remembered. */
static bool goes_over(OnionCursor *cursor, const BspVec *from, const BspVec *at, const BspVec *to,
                      BspCounters *counters)
{
    OnionCell *next = &cursor->cells[1 - cursor->current];
    if (!find_cell(cursor, next, to, from, counters))
        return false;
    cursor->current = 1 - cursor->current;
    return has_move(next, at, to);
}

static BspTransition leave(OnionCursor *cursor, const BspVec *from, const BspVec *to,
                           BspCounters *counters)
{
    const OnionCell *cell = &cursor->cells[cursor->current];
    BspVec delta = bsp_vec_sub(*to, *from), at = *from;
    bool is_near = cursor->space < cursor->tree->n_spaces &&
                   bsp_vec_dot(delta, delta) <= FAR * FAR; /* not if it is no number */
    if (is_near && is_in_cell(cell, from)) {
        Exit exit = find_exit(cell, from, &delta);
        BspTransition tr;
        if (exit.t < 1 && stops_at(cursor, cell, exit.face, from, to, &tr)) {
            if (counters)
                counters->leaves++;
            return tr;
        }
        at = bsp_vec_mad(*from, exit.t, delta);
    }
    if (is_near && goes_over(cursor, from, &at, to, counters)) {
        if (counters)
            counters->leaves++;
        return bsp_transition_empty(*to);
    }
    return onion_tree_first_transition(cursor->tree, cursor->space, *from, *to, counters);
}

BspTransition onion_cursor_first_transition(OnionCursor *cursor, BspVec from, BspVec to,
                                            BspCounters *counters)
{
    if (!has_move(&cursor->cells[cursor->current], &from, &to))
        return leave(cursor, &from, &to, counters);
    if (counters)
        counters->leaves++;
    return bsp_transition_empty(to);
}
