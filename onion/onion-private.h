/* onion-private: the inside of an onion tree, for the files of this directory. */
#ifndef ONION_PRIVATE_H
#define ONION_PRIVATE_H

#include "onion-tree.h"

struct OnionTree {
    BspNodes nodes; /* a leaf's value is the number of its descriptor */
    guint n_spaces, n_filled, words;
    OnionSpace *spaces;
    guint64 *descriptors; /* words each, all different */
    guint n_descriptors;
    guint8 *known; /* BspKnown of a subtree, for each space and each tag of its root: n_tags each */
    guint n_tags;
};

/* Solidity descriptors, each held once. */
typedef struct OnionDescriptors OnionDescriptors;

OnionDescriptors *onion_descriptors_new(guint words);
void onion_descriptors_free(OnionDescriptors *set);

/* The number of the descriptor; a BspLeafFunc on the set. */
guint onion_descriptors_intern(const guint64 *solid, gpointer set);

/* The table, words each; the set forgets it. */
guint64 *onion_descriptors_steal(OnionDescriptors *set, guint *n);

/* Tags all branches below the root, and makes tree->known. The tree has its descriptors already. */
void onion_mark_known(OnionTree *tree, BspBuildNode *root);

/* The plain variant: no branch says anything. */
void onion_mark_nothing(OnionTree *tree);

/* onion_tree_first_transition() of a move that lies in the region of the node, or leaf. */
BspTransition onion_tree_first_transition_below(const OnionTree *tree, gint32 node, guint space,
                                                BspVec from, BspVec to, BspCounters *counters);

/* Golodetz 2013, Listing 2: layers are the faces of each space, leaves take their descriptor from
 * its map trees (Listing 3). */
BspBuildNode *onion_listing2_compile(const BspLayer *layers, guint n_spaces,
                                     const BspBounds *bounds, OnionDescriptors *descriptors,
                                     const OnionOptions *options, GError **error);

/* Golodetz 2013, Listing 4: a point inside the leaf below these planes, its inside in front of each
 * of them, and inside the bounds. FALSE when there is no such point. */
gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionDescriptors, onion_descriptors_free)

#endif
