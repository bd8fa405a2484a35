/* bsp-nodes: the nodes of finished trees, for tools that draw, measure and explain them. Queries do
 * not need this header.
 *
 *     static void walk(const BspNodes *nodes, int32_t at)
 *     {
 *         at = bsp_nodes_in(nodes, at, 0);
 *         if (at < 0) {
 *             ... a leaf of value ~at
 *             return;
 *         }
 *         BspNodeView node = bsp_nodes_view(nodes, at);
 *         walk(nodes, node.child[0]); ... the part in front of node.plane
 *         walk(nodes, node.child[1]);
 *     }
 *     walk(onion_tree_nodes(tree), bsp_nodes_root(onion_tree_nodes(tree)));
 *
 * Equal subtrees are stored once, so a walk may reach a node several times. The nodes belong to
 * their tree. Thread-safe; allocates nothing. */
#ifndef BSP_NODES_H
#define BSP_NODES_H

#include <stddef.h>

#include "onion-tree.h"
#include "shift-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BspNodes BspNodes;

const BspNodes *onion_tree_nodes(const OnionTree *tree);
const BspNodes *shift_tree_nodes(const ShiftTree *tree);

/* Returns the number of the root, or ~value if the tree is a single leaf. */
int32_t bsp_nodes_root(const BspNodes *nodes);

/* If `at`, a root or a child, is a space node, returns its child for the space; else returns `at`.
 * The result is never a space node. A negative result is a leaf of value ~result. In map trees and
 * shift trees value 0 is empty; in map trees, and in shift trees without names_brushes, 1 is solid.
 */
int32_t bsp_nodes_in(const BspNodes *nodes, int32_t at, unsigned space);

typedef enum {
    BSP_NODE_SPLIT, /* divides the space of the tree */
    BSP_NODE_BEVEL  /* a bevel of a shift tree, which limits the reach of a cell with shifted planes
                     */
} BspNodeKind;

typedef struct {
    BspPlane plane;
    int32_t child[2]; /* the child in front of the plane, and the child behind it */
    BspNodeKind kind;
} BspNodeView;

/* Returns the node of that number, 0 or more. */
BspNodeView bsp_nodes_view(const BspNodes *nodes, int32_t node);

typedef struct {
    unsigned nodes, leaves, planes;
    unsigned depth; /* number of nodes on the path to the deepest leaf */
    unsigned built; /* nodes of the tree before equal subtrees were shared */
} BspNodesSize;

BspNodesSize bsp_nodes_size(const BspNodes *nodes);

/* Returns a hash of the nodes' contents. It is equal for equal input on all machines with the same
 * byte order. */
uint64_t bsp_nodes_hash(const BspNodes *nodes);

/* --- shift trees, as queries with a shape of some volume traverse them --- */

/* Returns the number, 0 or 1, of the bevel's child that contains the cell. The other child is an
 * empty leaf without volume. */
unsigned shift_tree_under_bevel(const ShiftTree *tree, int32_t bevel);

/* Distances from a node's plane, in units; over <= under. If the reference point of the shape is
 * farther than `over` from the plane, a part of the shape is in front of the plane. If it is less
 * than `under`, a part is behind the plane. Both differ from the exact offsets by `touch`, so that
 * a shape that only touches the plane does not straddle it. */
typedef struct {
    double over, under, touch;
} ShiftOffsets;

ShiftOffsets shift_tree_offsets(const ShiftTree *tree, int32_t node, const BspShape *shape);

/* --- hashes of bytes: FNV-1a, the same for the same bytes on every machine --- */

#define BSP_HASH_START UINT64_C(14695981039346656037)

/* Continues a hash with n more bytes. */
uint64_t bsp_hash(uint64_t hash, const void *data, size_t n);

#ifdef __cplusplus
}
#endif

#endif
