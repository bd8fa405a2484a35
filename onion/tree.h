/* tree: the internals of an onion tree. */
#ifndef ONION_TREE_INSIDE_H
#define ONION_TREE_INSIDE_H

#include "onion-tree.h"
#include "trace/bits.h"
#include "trace/node.h"

struct OnionTree {
    BspNodes nodes; /* the nodes; the value of a leaf is the number of its descriptor */
    unsigned n_spaces, words;
    OnionSpace *spaces;
    bool *is_filled;       /* for each space, whether the outside is filled */
    uint64_t *descriptors; /* the n_descriptors different descriptors, each of `words` words */
    unsigned n_descriptors;
    bool is_loaded; /* whether the arrays are part of the bytes that the tree was loaded from */
};

/* Numbers of the two descriptors that every tree has. The first is solid in no space, the second in
 * all spaces. */
enum { ONION_ALL_EMPTY, ONION_ALL_SOLID };

#endif
