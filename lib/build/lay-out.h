/* lay-out: converts a tree under construction to the nodes that queries traverse. */
#ifndef BSP_LAY_OUT_H
#define BSP_LAY_OUT_H

#include "build/compile.h"

typedef enum {
    BSP_NODES_SHARE = 1 << 0 /* store equal subtrees once, drop planes that decide nothing */
} BspNodesFlags;

/* Lays the tree out. Leaves keep their values. */
void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root, unsigned flags);

/* The same as the last part of a job. If the job stops, clears *nodes and returns FALSE. */
gboolean bsp_nodes_init_part(BspNodes *nodes, const BspBuildNode *root, unsigned flags,
                             BspJob *job);

#endif
