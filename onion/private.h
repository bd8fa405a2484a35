/* private: declarations that the files that build onion trees share. */
#ifndef ONION_PRIVATE_H
#define ONION_PRIVATE_H

#include "build/compile.h"
#include "build/lay-out.h"
#include "build/space.h"
#include "onion-build.h"
#include "onion/tree.h"

/* The set of solidity descriptors. Any thread may add to the set. */
typedef struct OnionDescriptors OnionDescriptors;

OnionDescriptors *onion_descriptors_new(guint n_spaces);
void onion_descriptors_free(OnionDescriptors *set);

/* Returns the number of the descriptor, which is added if it is new. A BspLeafFunc, with the set as
 * its data. */
guint onion_descriptors_intern(const guint64 *solid, gpointer set);

/* Numbers the descriptors: first the two that every tree has, then in the order in which the tree's
 * leaves use them in preorder. Returns a table of *n descriptors, of `words` each. Earlier numbers
 * depend on the order in which threads added them, and differ from run to run. */
guint64 *onion_descriptors_finish(const OnionDescriptors *set, BspBuildNode *root, guint *n);

/* The world expanded for one space, and the data that compiling needs. */
typedef struct {
    BspSolid *solid; /* NULL once onion_expanded_reduce() has given it to the space */
    BspSpace space;
} OnionExpanded;

/* As bsp_space_init_expanded(). Returns FALSE with BSP_ERROR_VALUE also if the space's box is not
 * valid. */
gboolean onion_expanded_init(OnionExpanded *expanded, const BspSolid *solid,
                             const OnionSpace *space, const BspBuildOptions *options,
                             BspJobPart part, GError **error);
void onion_expanded_clear(OnionExpanded *expanded);

/* Frees the part of the expanded world that the compiler does not use. */
void onion_expanded_reduce(OnionExpanded *expanded);

/* The parts of a tree besides its nodes. */
typedef struct {
    OnionDescriptors *descriptors;
    const OnionSpace *spaces;
    guint n_spaces, n_filled;
    gboolean plain;
} OnionParts;

/* Finishes and lays out the compiled tree, as the last part of the job. The names are copied.
 * Returns NULL with an error if the job is cancelled. */
OnionTree *onion_tree_lay_out(BspBuildNode *root, const OnionParts *parts, BspJob *job,
                              GError **error);

/* Golodetz 2013, Listing 2, for the faces of all expanded worlds. The map trees of the worlds give
 * the descriptors of the leaves (Listing 3). */
BspBuildNode *onion_listing2_compile(const OnionExpanded *expanded,
                                     const BspCompileOptions *compile,
                                     OnionDescriptors *descriptors, const BspBuildOptions *build,
                                     GError **error);

/* Golodetz 2013, Listing 4: a point of the leaf that is in front of all these planes and inside the
 * bounds. Returns FALSE if there is no such point. */
gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionDescriptors, onion_descriptors_free)

#endif
