/* onion-cursor: moves of one object, each beginning near where the last one ended. */
#include "onion-cursor.h"

#include <string.h>

#include "bsp-cover.h"
#include "onion-private.h"

/* Units. How far outside a cell a point may lie and still count as in it: well inside the band in
 * which the tree counts it as on both sides of a plane, so that rounding cannot make the two
 * disagree. An object at rest on a floor is in the cell over it. */
#define SLACK (0.5 * BSP_TOUCH)

static void forget(OnionCursor *cursor)
{
    cursor->least[0][0] = HUGE_VAL;
    cursor->n_planes = 0;
}

/* An object that moves far leaves one cell after the other: after so many that were found in vain
 * ... */
#define IN_VAIN 3
/* ... so many moves are made without. */
#define PAUSE 8

void onion_cursor_init(OnionCursor *cursor, const OnionTree *tree, guint space)
{
    *cursor = (OnionCursor){ .tree = tree, .space = space };
    forget(cursor);
}

static inline gboolean is_inside(const OnionCursor *cursor, const BspVec *p)
{
    for (guint i = 0; i < 3; i++)
        if (p->v[i] < cursor->least[0][i] || -p->v[i] < cursor->least[1][i])
            return FALSE;
    for (guint i = 0; i < cursor->n_planes; i++)
        if (bsp_plane_distance(&cursor->planes[i], *p) < -SLACK)
            return FALSE;
    return TRUE;
}

/* A way down to a leaf, and the cell so far. */
typedef struct {
    gint32 at;
    guint n_planes;
    double least[2][3];
} Way;

/* Where p and the point it has come from both touch a plane, either side may be the empty one. */
#define MAX_FORKS 4

/* Goes to a child: the cell is cut by the plane. FALSE when there is no room for another. */
static inline gboolean enter(OnionCursor *cursor, Way *way, guint side)
{
    const BspNodes *nodes = &cursor->tree->nodes;
    const BspNode *node = &nodes->nodes[way->at];
    guint axis = bsp_node_axis(node);
    if (axis < BSP_NODE_OBLIQUE) {
        double dist = bsp_node_dist(nodes, node), *least = &way->least[side][axis];
        *least = MAX(*least, (side ? -dist : dist) - SLACK);
    } else if (way->n_planes < ONION_CURSOR_PLANES) {
        BspPlane plane = bsp_nodes_plane(nodes, way->at);
        cursor->planes[way->n_planes++] = side ? bsp_plane_flipped(&plane) : plane;
    } else {
        return FALSE;
    }
    way->at = node->child[side];
    return TRUE;
}

/* Down to the leaf that holds p, on the side of `from` where p touches a plane. FALSE when that is
 * not empty, or cannot be remembered. */
static gboolean descend(OnionCursor *cursor, Way *way, const BspVec *p, const BspVec *from,
                        Way *forks, guint *n_forks)
{
    const OnionTree *tree = cursor->tree;
    const BspNodes *nodes = &tree->nodes;
    for (;;) {
        if (bsp_nodes_is_fan(nodes, way->at))
            way->at = bsp_nodes_fan(nodes, way->at, cursor->space);
        if (way->at < 0)
            break;
        const BspNode *node = &nodes->nodes[way->at];
        double dist = bsp_node_dist(nodes, node), d = bsp_node_along(nodes, node, p) - dist;
        if (G_UNLIKELY(fabs(d) <= BSP_TOUCH)) {
            d = bsp_node_along(nodes, node, from) - dist;
            if (fabs(d) <= BSP_TOUCH && *n_forks < MAX_FORKS) {
                forks[(*n_forks)++] = *way;
                d = 1; /* the front, then the back */
            }
        }
        /* Branches, not an index: the processor goes on in the likely child meanwhile. */
        if (d > 0) {
            if (!enter(cursor, way, 0))
                return FALSE;
        } else {
            if (!enter(cursor, way, 1))
                return FALSE;
        }
    }
    const guint64 *solid = tree->descriptors + (gsize)~way->at * tree->words;
    return !bsp_bit(solid, cursor->space);
}

/* The cell of the empty leaf at p. */
static void find_cell(OnionCursor *cursor, const BspVec *p, const BspVec *from)
{
    Way forks[MAX_FORKS];
    guint n_forks = 0;
    Way way = { cursor->tree->nodes.root,
                0,
                { { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL }, { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL } } };
    while (!descend(cursor, &way, p, from, forks, &n_forks)) {
        do {
            if (n_forks == 0) {
                forget(cursor);
                return;
            }
            way = forks[--n_forks];
        } while (!enter(cursor, &way, 1));
    }
    memcpy(cursor->least, way.least, sizeof way.least);
    cursor->n_planes = way.n_planes;
}

BspTransition onion_cursor_first_transition(OnionCursor *cursor, BspVec from, BspVec to,
                                            BspCounters *counters)
{
    if (is_inside(cursor, &to) && is_inside(cursor, &from)) {
        cursor->in_vain = 0;
        if (counters)
            counters->leaves++;
        return (BspTransition){ .type = BSP_EMPTY, .t = 1, .point = to };
    }
    BspTransition tr = onion_tree_first_transition(cursor->tree, cursor->space, from, to, counters);
    if (++cursor->in_vain > IN_VAIN + PAUSE)
        cursor->in_vain = IN_VAIN;
    if (cursor->in_vain <= IN_VAIN && (tr.type == BSP_EMPTY || tr.type == BSP_EMPTY_TO_SOLID))
        find_cell(cursor, &tr.point, &from);
    else
        forget(cursor);
    return tr;
}
