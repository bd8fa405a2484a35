/* node: the compact array of nodes that finished trees are queried in.
 *
 * Building works on nodes allocated one by one (build/compile.h); a query wants them dense and in
 * the order it visits them. Equal subtrees are held once: the nodes form a graph without cycles,
 * not a tree, numbered in preorder from the root. Planes, which come back all over a tree, stand in
 * a table of their own, and so do normals, of which a level has few; the three axes are the first
 * of them.
 *
 * In a tree of several spaces some leaves are space nodes: there each space goes on in a subtree of
 * its own, or has a leaf of its own. */
#ifndef BSP_NODE_H
#define BSP_NODE_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-plane.h"

/* 12 bytes. From the top, `word` holds 2 bits: the axis of the plane's normal, 3 for any other; the
 * number of the plane; and BspNodes.tag_bits for the owner's mark, BspBuildNode.tag. A
 * negative child c is a leaf of value ~c, or a space node if that is BspNodes.first_space_node or
 * more. */
typedef struct {
    uint32_t word;
    int32_t child[2]; /* front, back */
} BspNode;

typedef struct {
    BspNode *nodes;
    double *dists;     /* of each plane; those that are not axial come first */
    uint32_t *oblique; /* of each plane that is not axial: the number of its normal */
    BspVec *normals;
    int32_t *rows; /* of each space node: a node or leaf for each space */
    unsigned n_nodes, n_leaves, n_planes, n_oblique, n_normals;
    unsigned n_spaces, n_space_nodes, first_space_node;
    unsigned tag_bits;
    unsigned depth;   /* of the deepest leaf: nodes on the way to it */
    int32_t root;     /* 0, or a leaf when there are no nodes */
    unsigned n_built; /* branches of the tree it was laid out from, before any were shared */
} BspNodes;

/* Frees what the nodes hold. */
void bsp_nodes_clear(BspNodes *nodes);

/* What a query needs resident. */
size_t bsp_nodes_bytes(const BspNodes *nodes);

/* A hash of the nodes' contents: the same for the same input on every machine of one byte order. */
uint64_t bsp_nodes_hash(const BspNodes *nodes);

/* The tag of a branch that is a tip (build/tip.h): on one side is a leaf that is all solid and has
 * no volume, on the other the next tip or the leaf. Owners of trees have larger tags, up to the
 * largest, and so many bits at most. */
#define BSP_TAG_TIP 1
#define BSP_TAG_LARGEST 2
#define BSP_TAG_MOST_BITS 2

#define BSP_NODE_PLANE_BITS 30

/* No tree has more nodes, so that a traversal has a bit to spare beside the number of a node. They
 * would take 12 GiB. */
#define BSP_MAX_NODES (1u << 30)

#define BSP_NODE_OBLIQUE 3 /* the axis of a normal that has none */

static inline unsigned bsp_node_axis(const BspNode *node)
{
    return node->word >> BSP_NODE_PLANE_BITS;
}

static inline unsigned bsp_node_plane(const BspNodes *nodes, const BspNode *node)
{
    return (node->word & ((1u << BSP_NODE_PLANE_BITS) - 1)) >> nodes->tag_bits;
}

static inline unsigned bsp_node_tag(const BspNodes *nodes, const BspNode *node)
{
    return node->word & ((1u << nodes->tag_bits) - 1);
}

/* Of a child, or of the root. */
static inline bool bsp_nodes_is_space_node(const BspNodes *nodes, int32_t node)
{
    return node < 0 && (unsigned)~node >= nodes->first_space_node;
}

/* The subtree of the space node for the space. */
static inline int32_t bsp_nodes_in_space(const BspNodes *nodes, int32_t by_space, unsigned space)
{
    return nodes->rows[((unsigned)~by_space - nodes->first_space_node) * nodes->n_spaces + space];
}

static inline double bsp_node_dist(const BspNodes *nodes, const BspNode *node)
{
    return nodes->dists[bsp_node_plane(nodes, node)];
}

/* The number of the normal. */
static inline unsigned bsp_node_normal(const BspNodes *nodes, const BspNode *node)
{
    unsigned axis = bsp_node_axis(node);
    return axis < BSP_NODE_OBLIQUE ? axis : nodes->oblique[bsp_node_plane(nodes, node)];
}

/* The node's normal . p, without the two products that an axial normal makes zero. */
static inline double bsp_node_along(const BspNodes *nodes, const BspNode *node, const BspVec *p)
{
    unsigned axis = bsp_node_axis(node);
    return axis < BSP_NODE_OBLIQUE
               ? p->v[axis]
               : bsp_vec_dot(nodes->normals[nodes->oblique[bsp_node_plane(nodes, node)]], *p);
}

/* The plane of the node of that number. */
static inline BspPlane bsp_nodes_plane(const BspNodes *nodes, int32_t node)
{
    const BspNode *n = &nodes->nodes[node];
    return (BspPlane){ nodes->normals[bsp_node_normal(nodes, n)], bsp_node_dist(nodes, n) };
}

/* The value of the leaf that holds p in the space; a point on a plane counts as behind it. */
unsigned bsp_nodes_find_leaf(const BspNodes *nodes, unsigned space, BspVec p);

#endif
