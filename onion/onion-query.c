/* onion-query: what can be asked of an onion tree. Listing 5 itself is bsp-cover.h. */
#include "bsp-cover.h"
#include "onion-private.h"

/* One space of one tree. */
typedef struct {
    const guint64 *word; /* of descriptor 0 */
    guint words;
    guint bit;
    const guint8 *known; /* BspKnown by tag */
} SpaceView;

static gboolean leaf_is_solid(guint value, gconstpointer user_data)
{
    const SpaceView *view = user_data;
    return view->word[(gsize)value * view->words] >> view->bit & 1;
}

static BspKnown of_node(guint tag, gconstpointer user_data)
{
    const SpaceView *view = user_data;
    return view->known[tag];
}

static BspKnown of_leaf(guint value, gconstpointer user_data)
{
    return leaf_is_solid(value, user_data) ? BSP_KNOWN_SOLID : BSP_KNOWN_EMPTY;
}

static SpaceView view_of(const OnionTree *tree, guint space)
{
    return (SpaceView){ tree->descriptors + space / 64, tree->words, space % 64,
                        tree->known + space * tree->n_tags };
}

BspTransition onion_tree_first_transition_below(const OnionTree *tree, gint32 node, guint space,
                                                BspVec from, BspVec to, BspCounters *counters)
{
    SpaceView view = view_of(tree, space);
    return bsp_cover_walk(&tree->nodes, node, from, to, of_node, of_leaf, &view, counters);
}

BspTransition onion_tree_first_transition(const OnionTree *tree, guint space, BspVec from,
                                          BspVec to, BspCounters *counters)
{
    return onion_tree_first_transition_below(tree, tree->nodes.root, space, from, to, counters);
}

BspTransition onion_tree_first_transition_retry(const OnionTree *tree, guint space, BspVec from,
                                                BspVec to, double back, BspCounters *counters)
{
    BspTransition tr = onion_tree_first_transition(tree, space, from, to, counters);
    BspVec delta = bsp_vec_sub(to, from);
    double length = bsp_vec_length(delta);
    if ((tr.type != BSP_SOLID && tr.type != BSP_SOLID_TO_EMPTY) || length == 0)
        return tr;
    BspVec moved = bsp_vec_mad(from, -back / length, delta);
    BspTransition again = onion_tree_first_transition(tree, space, moved, from, counters);
    if (again.type != BSP_EMPTY_TO_SOLID)
        return tr;
    again.t = 0;
    again.point = from;
    return again;
}

gboolean onion_tree_point_is_solid(const OnionTree *tree, guint space, BspVec p)
{
    SpaceView view = view_of(tree, space);
    return leaf_is_solid(bsp_nodes_find_leaf(&tree->nodes, p), &view);
}

const guint64 *onion_tree_descriptor(const OnionTree *tree, BspVec p)
{
    return tree->descriptors + (gsize)bsp_nodes_find_leaf(&tree->nodes, p) * tree->words;
}
