/* bsp-node: the compact array of nodes that finished trees are queried in.
 *
 * Building works on apart nodes (bsp-compile); a query wants them dense and in the order it
 * walks them. Equal subtrees are held once: the nodes form a graph without cycles, not a tree,
 * numbered in preorder from the root. Normals, of which a level has few, stand in
 * a table of their own, shared by all nodes; the three axes are its first entries. */
#ifndef BSP_NODE_H
#define BSP_NODE_H

#include "bsp-compile.h"

/* 24 bytes. A negative child c is a leaf of value ~c. */
typedef struct {
    double dist;
    gint32 child[2]; /* front, back */
    guint32 normal;  /* index into the table of normals; below 3: that axis */
    guint32 extra;   /* the owner's, as BspBuildNode.extra said */
} BspNode;

typedef struct {
    BspNode *nodes;
    BspVec *normals;
    guint n_nodes, n_leaves, n_normals;
    guint depth; /* of the deepest leaf: nodes on the way to it */
    gint32 root; /* 0, or a leaf when there are no nodes */
} BspNodes;

/* Lays the tree out. Leaves keep their values. */
void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root);
void bsp_nodes_clear(BspNodes *nodes);

/* What a query needs resident. */
gsize bsp_nodes_bytes(const BspNodes *nodes);

/* A hash (FNV-1a) of the nodes' contents: the same for the same input on every machine. */
guint64 bsp_nodes_hash(const BspNodes *nodes);
guint64 bsp_hash(guint64 hash, gconstpointer data, gsize n);
#define BSP_HASH_START G_GUINT64_CONSTANT(14695981039346656037)

/* normal . p without the two products that an axial normal makes zero. */
static inline double bsp_nodes_along(const BspNodes *nodes, guint32 normal, BspVec p)
{
    return normal < 3 ? p.v[normal] : bsp_vec_dot(nodes->normals[normal], p);
}

static inline BspPlane bsp_nodes_plane(const BspNodes *nodes, gint32 node)
{
    return (BspPlane){ nodes->normals[nodes->nodes[node].normal], nodes->nodes[node].dist };
}

/* The value of the leaf that holds p; a point on a plane counts as behind it. */
guint bsp_nodes_find_leaf(const BspNodes *nodes, BspVec p);

#endif
