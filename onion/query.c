/* query: the queries of an onion tree. Listing 5 itself is in listing5.h. */
#include <stdlib.h>
#include <string.h>

#include "bsp-nodes.h"
#include "onion/tree.h"
#include "table/brush-table.h"
#include "trace/listing5.h"
#include "trace/move.h"

/* The view of one space of a tree that leaf_is_solid() needs. */
typedef struct {
    const uint64_t *word; /* the word of descriptor 0 that has the space's bit */
    unsigned words;
    unsigned bit;
} SpaceView;

static bool leaf_is_solid(unsigned value, const void *user_data)
{
    const SpaceView *view = user_data;
    /* most leaves have ONION_ALL_EMPTY or ONION_ALL_SOLID, which need no lookup */
    if (value <= ONION_ALL_SOLID)
        return value == ONION_ALL_SOLID;
    return view->word[(size_t)value * view->words] >> view->bit & 1;
}

static SpaceView view_space(const OnionTree *tree, unsigned space)
{
    BSP_ASSERT(space < tree->n_spaces);
    return (SpaceView){ tree->descriptors + space / 64, tree->words, space % 64 };
}

static BSP_ALWAYS_INLINE BspTreeView view_tree(const OnionTree *tree, unsigned space,
                                               const SpaceView *leaves)
{
    return (BspTreeView){ &tree->nodes, space, 0, &tree->spaces[space].box, leaf_is_solid, leaves };
}

/* Does the same as onion_tree_first_transition(), but avoids copying the arguments and the result.
 */
static void find_transition(const OnionTree *tree, unsigned space, const BspVec *from,
                            const BspVec *to, BspCounters *counters, BspTransition *tr)
{
    if (BSP_UNLIKELY(space >= tree->n_spaces)) {
        *tr = bsp_transition_solid(*from);
        return;
    }
    SpaceView leaves = view_space(tree, space);
    bsp_listing5_transition(view_tree(tree, space, &leaves), from, to, counters, tr);
}

BspTransition onion_tree_first_transition(const OnionTree *tree, unsigned space, BspVec from,
                                          BspVec to, BspCounters *counters)
{
    BspTransition tr;
    find_transition(tree, space, &from, &to, counters, &tr);
    return tr;
}

unsigned onion_tree_transitions(const OnionTree *tree, unsigned space, BspVec from, BspVec to,
                                BspTransition *transitions, unsigned n_max)
{
    if (space >= tree->n_spaces)
        return bsp_transition_list_solid(transitions, n_max, from);
    SpaceView leaves = view_space(tree, space);
    return bsp_listing5_transitions(view_tree(tree, space, &leaves), &from, &to, transitions,
                                    n_max);
}

/* --- traces that name the brush that was hit --- */

bool onion_tree_trace(const OnionTree *tree, unsigned space, const BspBrushTable *table,
                      const BspMove *move, BspTrace *answer, BspCounters *counters)
{
    find_transition(tree, space, &move->from, &move->to, counters, &answer->tr);
    bsp_trace_begin(answer, tree);
    if (answer->tr.type != BSP_EMPTY_TO_SOLID)
        return false;
    const OnionSpace *in = &tree->spaces[space];
    const BspShape box = bsp_shape_box(in->box.mins, in->box.maxs);
    const BspMove of_box = { move->from, move->to, &box, in->mask, 0 };
    return bsp_brush_table_hit(table, &of_box, answer);
}

/* --- other queries --- */

BspTransition onion_tree_first_transition_retry(const OnionTree *tree, unsigned space, BspVec from,
                                                BspVec to, double back, BspCounters *counters)
{
    BspTransition tr = onion_tree_first_transition(tree, space, from, to, counters);
    BspVec delta = bsp_vec_sub(to, from);
    double length = bsp_vec_length(delta);
    if ((tr.type != BSP_SOLID && tr.type != BSP_SOLID_TO_EMPTY) || !(length > 0) ||
        !bsp_segment_is_in_reach(&from, &delta))
        return tr;
    BspVec moved = bsp_vec_mad(from, -back / length, delta);
    BspTransition again = onion_tree_first_transition(tree, space, moved, from, counters);
    if (again.type != BSP_EMPTY_TO_SOLID)
        return tr;
    again.t = 0;
    again.point = from;
    return again;
}

bool onion_tree_point_is_solid(const OnionTree *tree, unsigned space, BspVec p)
{
    if (space >= tree->n_spaces)
        return true;
    SpaceView leaves = view_space(tree, space);
    return !bsp_listing5_is_clear(view_tree(tree, space, &leaves), &p, &p, NULL);
}

void onion_tree_descriptor(const OnionTree *tree, BspVec p, uint64_t *solid)
{
    memset(solid, 0, tree->words * sizeof *solid);
    for (unsigned space = 0; space < tree->n_spaces; space++)
        if (onion_tree_point_is_solid(tree, space, p))
            bsp_set_bit(solid, space);
}

/* --- filled spaces --- */

bool onion_tree_space_is_filled(const OnionTree *tree, unsigned space)
{
    return space < tree->n_spaces && tree->is_filled[space];
}

static unsigned n_filled(const OnionTree *tree)
{
    unsigned n = 0;
    for (unsigned i = 0; i < tree->n_spaces; i++)
        n += tree->is_filled[i];
    return n;
}

/* --- the tree as a whole --- */

void onion_tree_free(OnionTree *tree)
{
    if (!tree)
        return;
    if (!tree->is_loaded) {
        for (unsigned i = 0; i < tree->n_spaces; i++)
            free((char *)tree->spaces[i].name);
        free(tree->spaces);
        free(tree->is_filled);
        free(tree->descriptors);
        bsp_nodes_clear(&tree->nodes);
    }
    free(tree);
}

unsigned onion_tree_n_spaces(const OnionTree *tree)
{
    return tree->n_spaces;
}

const OnionSpace *onion_tree_space(const OnionTree *tree, unsigned space)
{
    return space < tree->n_spaces ? &tree->spaces[space] : NULL;
}

unsigned onion_tree_find_space(const OnionTree *tree, const char *name)
{
    unsigned i = name ? 0 : tree->n_spaces;
    while (i < tree->n_spaces && !(tree->spaces[i].name && strcmp(tree->spaces[i].name, name) == 0))
        i++;
    return i;
}

const BspNodes *onion_tree_nodes(const OnionTree *tree)
{
    return &tree->nodes;
}

void onion_tree_stats(const OnionTree *tree, OnionStats *stats)
{
    size_t descriptor_bytes = (size_t)tree->n_descriptors * tree->words * sizeof *tree->descriptors;
    *stats = (OnionStats){ .nodes = tree->nodes.n_nodes,
                           .space_nodes = tree->nodes.n_space_nodes,
                           .leaves = tree->nodes.n_leaves,
                           .depth = tree->nodes.depth,
                           .descriptors = tree->n_descriptors,
                           .filled = n_filled(tree),
                           .bytes = sizeof *tree + bsp_nodes_bytes(&tree->nodes) + descriptor_bytes,
                           .built = tree->nodes.n_built,
                           .hash = bsp_hash(bsp_nodes_hash(&tree->nodes), tree->descriptors,
                                            descriptor_bytes) };
}
