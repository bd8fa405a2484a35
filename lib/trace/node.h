/* node: the compact array of nodes of a finished tree.
 *
 * Builders allocate nodes one by one (build/compile.h). Queries are fast if nodes are dense and in
 * the order of visits. Equal subtrees are stored once, so the nodes form a graph without cycles,
 * numbered in preorder from the root. Many nodes share a plane, and many planes share a normal, so
 * planes and normals have tables of their own. The first three normals are the axes.
 *
 * In a tree of several spaces some leaves are space nodes. A space node has one child for each
 * space: a subtree or a leaf. */
#ifndef BSP_NODE_H
#define BSP_NODE_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-nodes.h"

/* 12 bytes. From the highest bit down, `word` holds: 2 bits for the axis of the plane's normal (3:
 * oblique); the number of the plane; and BspNodes.tag_bits bits for the tag, BspBuildNode.tag. A
 * negative child c is a leaf of value ~c, or a space node if ~c is at least
 * BspNodes.first_space_node. */
typedef struct {
    uint32_t word;
    int32_t child[2]; /* front, back */
} BspNode;

struct BspNodes {
    BspNode *nodes;
    double *dists;     /* distance of each plane; oblique planes come first */
    uint32_t *oblique; /* for each oblique plane, the number of its normal */
    BspVec *normals;
    int32_t *rows; /* for each space node, its child for each space */
    unsigned n_nodes, n_leaves, n_planes, n_oblique, n_normals;
    unsigned n_spaces, n_space_nodes, first_space_node;
    unsigned tag_bits;
    unsigned depth;   /* number of nodes on the path to the deepest leaf */
    int32_t root;     /* 0, or a leaf if there are no nodes */
    unsigned n_built; /* nodes of the tree before equal subtrees were shared */
};

/* Frees the arrays. */
void bsp_nodes_clear(BspNodes *nodes);

/* Bytes of memory that queries read. */
size_t bsp_nodes_bytes(const BspNodes *nodes);

/* The tag of a node that cuts off a tip (build/tip.h). One child is a solid leaf without volume,
 * the other is the next tip or the leaf. The owner of a tree may use larger tags, up to
 * BSP_TAG_LARGEST, which need at most BSP_TAG_MOST_BITS bits. */
#define BSP_TAG_TIP BSP_NODE_TIP
#define BSP_TAG_LARGEST 2
#define BSP_TAG_MOST_BITS 2

#define BSP_NODE_PLANE_BITS 30

/* The greatest number of nodes of a tree. A traversal then has a spare bit beside a node's number.
 * This many nodes take 12 GiB. */
#define BSP_MAX_NODES (1u << 30)

#define BSP_NODE_OBLIQUE 3 /* the axis of an oblique normal */

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

/* The child in front of the node's plane (side 0) or behind it (side 1). */
static inline int32_t bsp_node_child(const BspNode *node, unsigned side)
{
    return node->child[side];
}

/* For builders and tests; loaded nodes are read-only. */
static inline void bsp_node_set_child(BspNode *node, unsigned side, int32_t child)
{
    node->child[side] = child;
}

/* node: a child of a node, or the root. */
static inline bool bsp_nodes_is_space_node(const BspNodes *nodes, int32_t node)
{
    return node < 0 && (unsigned)~node >= nodes->first_space_node;
}

/* The subtree of a space node for the given space. */
static inline int32_t bsp_nodes_in_space(const BspNodes *nodes, int32_t by_space, unsigned space)
{
    return nodes->rows[((unsigned)~by_space - nodes->first_space_node) * nodes->n_spaces + space];
}

static inline double bsp_node_dist(const BspNodes *nodes, const BspNode *node)
{
    return nodes->dists[bsp_node_plane(nodes, node)];
}

/* The number of the node's normal. */
static inline unsigned bsp_node_normal(const BspNodes *nodes, const BspNode *node)
{
    unsigned axis = bsp_node_axis(node);
    return axis < BSP_NODE_OBLIQUE ? axis : nodes->oblique[bsp_node_plane(nodes, node)];
}

/* The normal of that number; bsp_node_normal() returns the numbers. */
static inline const BspVec *bsp_nodes_normal(const BspNodes *nodes, unsigned normal)
{
    return &nodes->normals[normal];
}

/* Whether two nodes of a tree have the same plane. */
static inline bool bsp_node_same_plane(const BspNodes *nodes, const BspNode *a, const BspNode *b)
{
    return bsp_node_plane(nodes, a) == bsp_node_plane(nodes, b);
}

/* The product normal . p. For an axial normal this is a coordinate of p. */
static inline double bsp_node_along(const BspNodes *nodes, const BspNode *node, const BspVec *p)
{
    unsigned axis = bsp_node_axis(node);
    return axis < BSP_NODE_OBLIQUE
               ? p->v[axis]
               : bsp_vec_dot(nodes->normals[nodes->oblique[bsp_node_plane(nodes, node)]], *p);
}

/* The plane of a node, by its number. */
static inline BspPlane bsp_nodes_plane(const BspNodes *nodes, int32_t node)
{
    const BspNode *n = &nodes->nodes[node];
    return (BspPlane){ nodes->normals[bsp_node_normal(nodes, n)], bsp_node_dist(nodes, n) };
}

/* The value of the leaf that contains p in the space; a point on a plane counts as behind it. */
unsigned bsp_nodes_find_leaf(const BspNodes *nodes, unsigned space, BspVec p);

#endif
