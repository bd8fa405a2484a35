/* private: what the files that build onion trees have in common. */
#ifndef ONION_PRIVATE_H
#define ONION_PRIVATE_H

#include "build/lay-out.h"
#include "build/space.h"
#include "onion-build.h"
#include "onion/tree.h"

/* Solidity descriptors, each held once. Any thread may add to them. */
typedef struct OnionDescriptors OnionDescriptors;

OnionDescriptors *onion_descriptors_new(guint n_spaces);
void onion_descriptors_free(OnionDescriptors *set);

/* The number of the descriptor; a BspLeafFunc on the set. */
guint onion_descriptors_intern(const guint64 *solid, gpointer set);

/* Numbers the descriptors, first the two that every tree has, then as the tree's leaves have them
 * in preorder, and returns a table of them, words each and *n in all. Until then numbers
 * depend on which thread came first, and differ from run to run. */
guint64 *onion_descriptors_finish(const OnionDescriptors *set, BspBuildNode *root, guint *n);

/* The world expanded for one space, and what compiling needs to know of it. */
typedef struct {
    BspSolid *solid; /* NULL when the space has taken it */
    BspSpace space;
} OnionExpanded;

/* As bsp_space_init(); FALSE also with BSP_ERROR_VALUE for a box that is none, and with
 * BSP_ERROR_GEOMETRY. */
gboolean onion_expanded_init(OnionExpanded *expanded, const BspSolid *solid,
                             const OnionSpace *space, const BspBuildOptions *options,
                             BspJobPart part, GError **error);
void onion_expanded_clear(OnionExpanded *expanded);

/* Frees all of the expanded world that bsp_compile() does not ask for. */
void onion_expanded_reduce(OnionExpanded *expanded);

/* Finishes and lays out what has been compiled, as the last part of the job. The names are copied.
 * NULL with an error when the job does not go on. */
OnionTree *onion_tree_lay_out(BspBuildNode *root, OnionDescriptors *descriptors,
                              const OnionSpace *spaces, guint n_spaces, guint n_filled,
                              gboolean plain, BspJob *job, GError **error);

/* Golodetz 2013, Listing 2, of the faces of each expanded world; leaves take their descriptor from
 * its map trees (Listing 3). */
BspBuildNode *onion_listing2_compile(const OnionExpanded *expanded, guint n_spaces,
                                     const BspBounds *bounds, OnionDescriptors *descriptors,
                                     const OnionOptions *options, BspJobPart part, GError **error);

/* Golodetz 2013, Listing 4: a point inside the leaf below these planes, its inside in front of each
 * of them, and inside the bounds. FALSE when there is no such point. */
gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionDescriptors, onion_descriptors_free)

#endif
