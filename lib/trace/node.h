/* node: the compact array of nodes of a finished tree.
 *
 * Builders allocate nodes one by one (compile/compile.h). Equal subtrees are stored once, so the
 * nodes form a graph without cycles.
 *
 * Queries are fast if a visit reads few lines of the cache, and visits that follow each other read
 * the same lines and pages. So a node holds its plane if the plane is axial and its distance is
 * exactly a float, or differs from a float by BSP_TOUCH. Most visits meet such planes. Other planes
 * stand in a table, because many nodes share a plane. Normals stand in another table, because many
 * planes share a normal. The first three normals are the axes.
 *
 * Nodes with many paths to leaves below them come first, then each subtree below these nodes. Both
 * parts are in preorder, the child with more paths first (compile/tree.c).
 *
 * In a tree of several spaces some leaves are space nodes. A space node has one child for each
 * space, which is a subtree or a leaf. */
#ifndef BSP_NODE_H
#define BSP_NODE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bsp-bounds.h"
#include "bsp-constants.h"
#include "bsp-nodes.h"
#include "trace/arithmetic.h"
#include "trace/compiler.h"

/* 12 bytes. A link is a child times 4, plus 2 bits. The bits of link[0] are the axis of the plane,
 * those of link[1] the tag (BSP_TAG_*). A negative child c is a leaf of value ~c, or a space node
 * if ~c is at least BspNodes.first_space_node. */
typedef struct {
    union {
        float dist;     /* if the axis is 0, 1 or 2; see bsp_tag_offset() */
        uint32_t exact; /* if the axis is BSP_NODE_EXACT, the plane's number in BspNodes.exact */
    };
    int32_t link[2]; /* the child in front of the plane, and the child behind it */
} BspNode;

/* A plane that does not fit in a node. It takes 12 bytes; with a double as a member it would take
 * 16. */
typedef struct {
    uint32_t dist[2]; /* the bytes of a double: bsp_exact_dist() */
    uint32_t normal;  /* the normal's number in BspNodes.normals */
} BspExactPlane;

static inline double bsp_exact_dist(const BspExactPlane *plane)
{
    double dist;
    memcpy(&dist, plane->dist, sizeof dist);
    return dist;
}

/* Sets the distance. Only builders and tests call this. */
static inline void bsp_exact_set_dist(BspExactPlane *plane, double dist)
{
    memcpy(plane->dist, &dist, sizeof dist);
}

struct BspNodes {
    BspNode *nodes;
    BspExactPlane *exact;
    BspVec *normals;
    int32_t *rows; /* for each space node, its child for each space */
    unsigned n_nodes, n_leaves, n_exact, n_normals;
    unsigned n_spaces, n_space_nodes, first_space_node;
    unsigned depth;    /* number of nodes on the path to the deepest leaf */
    unsigned n_planes; /* number of different planes, in nodes and in `exact` */
    int32_t root;      /* the number of a node, a space node or a leaf */
    unsigned n_built;  /* number of nodes of the tree before equal subtrees were shared */
};

/* Frees the arrays. */
void bsp_nodes_clear(BspNodes *nodes);

/* Returns the bytes of memory that queries read. */
size_t bsp_nodes_bytes(const BspNodes *nodes);

/* Tags of nodes. The distances of the level are floats, and the planes of eroded brushes are
 * BSP_TOUCH away from them. Such a distance, for example 64 - BSP_TOUCH, is not a float. So a node
 * keeps the float, and a tag. */
enum {
    BSP_TAG_NONE,
    BSP_TAG_FARTHER, /* BSP_TOUCH is added to the float */
    BSP_TAG_NEARER,  /* BSP_TOUCH is subtracted from the float */
    BSP_TAG_BEVEL    /* the node is a bevel of a shift tree */
};

/* Returns the length that a tag adds to the distance in a node. */
static inline double bsp_tag_offset(unsigned tag)
{
    static const double offset[] = { 0, BSP_TOUCH, -BSP_TOUCH, 0 };
    return offset[tag];
}

/* Returns the length, in units, by which the brushes that are expanded for a box are eroded before
 * a tree is built of them. A box that touches a brush is then in front of the tree's planes, and a
 * gap that is exactly as wide as the box is 2 BSP_TOUCH wide in the tree. Brushes expanded for a
 * point or a flat box do not overlap if they touch, so erosion would open a gap between them. For
 * these, and without a box, planes stay as they are. */
static inline double bsp_erosion(const BspBounds *box)
{
    for (int i = 0; i < 3; i++)
        if (!box || box->maxs.v[i] - box->mins.v[i] < 8 * BSP_TOUCH)
            return 0;
    return BSP_TOUCH;
}

/* The maximum number of nodes of a tree, and of values of leaves, because a link has 30 bits for a
 * child. 2^29 nodes take 6 GiB. */
#define BSP_MAX_NODES (1u << 29)

#define BSP_NODE_LINK_BITS 2 /* bits of a link that hold the axis or the tag */
#define BSP_NODE_EXACT 3     /* the value of the axis if the plane is in BspNodes.exact */

static inline unsigned bsp_node_axis(const BspNode *node)
{
    return (unsigned)node->link[0] & ((1u << BSP_NODE_LINK_BITS) - 1);
}

static inline unsigned bsp_node_tag(const BspNode *node)
{
    return (unsigned)node->link[1] & ((1u << BSP_NODE_LINK_BITS) - 1);
}

/* Returns the child in front of the node's plane (side 0) or behind it (side 1). */
static inline int32_t bsp_node_child(const BspNode *node, unsigned side)
{
    BSP_ASSERT(side <= 1);
    /* All supported compilers shift a negative number arithmetically. */
    return node->link[side] >> BSP_NODE_LINK_BITS;
}

/* Sets a child. Only builders and tests call this, because loaded nodes are read-only. */
static inline void bsp_node_set_child(BspNode *node, unsigned side, int32_t child)
{
    BSP_ASSERT(side <= 1 && child < (int32_t)BSP_MAX_NODES && child >= -(int32_t)BSP_MAX_NODES);
    const int32_t scale = 1 << BSP_NODE_LINK_BITS;
    node->link[side] = child * scale + (node->link[side] & (scale - 1));
}

/* Returns whether `node`, a child of a node or the root, is a space node. */
static inline bool bsp_nodes_is_space_node(const BspNodes *nodes, int32_t node)
{
    return node < 0 && (unsigned)~node >= nodes->first_space_node;
}

/* Returns the subtree of a space node for the given space. */
static inline int32_t bsp_nodes_in_space(const BspNodes *nodes, int32_t by_space, unsigned space)
{
    BSP_ASSERT(bsp_nodes_is_space_node(nodes, by_space) && space < nodes->n_spaces);
    return nodes->rows[((unsigned)~by_space - nodes->first_space_node) * nodes->n_spaces + space];
}

static inline double bsp_node_dist(const BspNodes *nodes, const BspNode *node)
{
    return bsp_node_axis(node) != BSP_NODE_EXACT
               ? (double)node->dist + bsp_tag_offset(bsp_node_tag(node))
               : bsp_exact_dist(&nodes->exact[node->exact]);
}

/* Returns the number of the node's normal. */
static inline unsigned bsp_node_normal(const BspNodes *nodes, const BspNode *node)
{
    unsigned axis = bsp_node_axis(node);
    return axis != BSP_NODE_EXACT ? axis : nodes->exact[node->exact].normal;
}

/* Returns the normal of that number; bsp_node_normal() returns the numbers. */
static inline const BspVec *bsp_nodes_normal(const BspNodes *nodes, unsigned normal)
{
    BSP_ASSERT(normal < nodes->n_normals);
    return &nodes->normals[normal];
}

/* Returns the product normal . p. For an axial normal this is a coordinate of p. */
static inline double bsp_node_along(const BspNodes *nodes, const BspNode *node, const BspVec *p)
{
    unsigned axis = bsp_node_axis(node);
    return axis != BSP_NODE_EXACT
               ? p->v[axis]
               : bsp_vec_dot(nodes->normals[nodes->exact[node->exact].normal], *p);
}

/* Returns the plane of a node, by its number. */
static inline BspPlane bsp_nodes_plane(const BspNodes *nodes, int32_t node)
{
    BSP_ASSERT(node >= 0 && (unsigned)node < nodes->n_nodes);
    const BspNode *n = &nodes->nodes[node];
    return (BspPlane){ nodes->normals[bsp_node_normal(nodes, n)], bsp_node_dist(nodes, n) };
}

/* Returns the value of the leaf that contains p in the space; a point on a plane counts as behind
 * it. */
unsigned bsp_nodes_find_leaf(const BspNodes *nodes, unsigned space, BspVec p);

#endif
