/* tree: the internals of an onion tree. */
#ifndef ONION_TREE_INSIDE_H
#define ONION_TREE_INSIDE_H

#include "onion-tree.h"
#include "trace/bits.h"
#include "trace/node.h"

struct OnionTree {
    BspNodes nodes; /* a leaf's value is the number of its descriptor */
    unsigned n_spaces, n_filled, words;
    OnionSpace *spaces;
    uint64_t *descriptors; /* `words` each, all different */
    unsigned n_descriptors;
    bool is_loaded; /* the arrays belong to the bytes that it was loaded from ... */
    bool owns_file; /* ... and these belong to the tree */
};

/* Frees the bytes of a tree that owns its file. */
void onion_tree_free_file(OnionTree *tree);

/* onion_tree_first_transition(), without copies of its arguments and of the result. */
void onion_tree_find_transition(const OnionTree *tree, unsigned space, const BspVec *from,
                                const BspVec *to, BspCounters *counters, BspTransition *tr);

/* The numbers of two descriptors that every tree has: solid in no space, and solid in all spaces.
 */
enum { ONION_ALL_EMPTY, ONION_ALL_SOLID };

#endif
