/* query: what can be asked of an onion tree. Listing 5 itself is first-transition.h. */
#include <string.h>

#include "onion/private.h"
#include "trace/first-transition.h"

/* One space of one tree. */
typedef struct {
    const guint64 *word; /* of descriptor 0 */
    guint words;
    guint bit;
} SpaceView;

static gboolean leaf_is_solid(guint value, gconstpointer user_data)
{
    const SpaceView *view = user_data;
    if (value <= ONION_ALL_SOLID) /* most are, and need not be looked up */
        return value == ONION_ALL_SOLID;
    return view->word[(gsize)value * view->words] >> view->bit & 1;
}

static gboolean node_is_solid(guint tag, gconstpointer user_data)
{
    (void)tag, (void)user_data;
    return FALSE;
}

static SpaceView view_of(const OnionTree *tree, guint space)
{
    return (SpaceView){ tree->descriptors + space / 64, tree->words, space % 64 };
}

BspTransition onion_tree_first_transition(const OnionTree *tree, guint space, BspVec from,
                                          BspVec to, BspCounters *counters)
{
    if (G_UNLIKELY(space >= tree->n_spaces))
        return bsp_transition_solid(from);
    SpaceView view = view_of(tree, space);
    return bsp_trace_first_transition(&tree->nodes, space, from, to, node_is_solid, leaf_is_solid,
                                      &view, counters);
}

BspTransition onion_tree_first_transition_retry(const OnionTree *tree, guint space, BspVec from,
                                                BspVec to, double back, BspCounters *counters)
{
    BspTransition tr = onion_tree_first_transition(tree, space, from, to, counters);
    BspVec delta = bsp_vec_sub(to, from);
    double length = bsp_vec_length(delta);
    if ((tr.type != BSP_SOLID && tr.type != BSP_SOLID_TO_EMPTY) || !(length > 0))
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
    if (space >= tree->n_spaces)
        return TRUE;
    SpaceView view = view_of(tree, space);
    BspTraceView trace = { &tree->nodes, space, node_is_solid, leaf_is_solid, &view };
    return bsp_trace_point_is_solid(&trace, p);
}

void onion_tree_descriptor(const OnionTree *tree, BspVec p, guint64 *solid)
{
    memset(solid, 0, tree->words * sizeof *solid);
    for (guint space = 0; space < tree->n_spaces; space++)
        if (onion_tree_point_is_solid(tree, space, p))
            bsp_set_bit(solid, space);
}
