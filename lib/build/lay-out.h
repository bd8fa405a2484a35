/* lay-out: from a tree while it is built, its nodes apart, to the nodes that queries traverse. */
#ifndef BSP_LAY_OUT_H
#define BSP_LAY_OUT_H

#include "build/compile.h"

typedef enum {
    BSP_NODES_SHARE = 1 << 0 /* hold equal subtrees once, leave out planes that decide nothing */
} BspNodesFlags;

/* Lays the tree out. Leaves keep their values. */
void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root, unsigned flags);

/* The same as the last part of a job. FALSE if the job does not go on; *nodes is cleared then. */
gboolean bsp_nodes_init_part(BspNodes *nodes, const BspBuildNode *root, unsigned flags,
                             BspJob *job);

#endif
