/* shift-tree: one BSP of the bare world, whose planes move apart during the traversal.
 *
 * Dynamic plane shifting (Melax 2000): the tree is built without regard to what will move in it.
 * At query time each plane is moved out by the extent of the moving shape along its normal, over
 * and under by different amounts, and the shape travels as a point. What reaches a solid cell then
 * is what lies in the cell with its faces moved out, which is the true sum of cell and shape or
 * more. Bevels, zero-volume nodes between a solid leaf and its parent, limit how much more.
 *
 * Claims: never late, for any shape; exact (within BSP_BRACKET) for points, with SHIFT_BEVEL_BOX
 * for boxes, and with exact_cells, asked by shift_tree_hit_check_exact(), for every shape.
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing and
 * keeps its scratch on the stack: under 34 KiB, and 66 where a point grazes a face. Units are the
 * level's own, z is up. */
#ifndef SHIFT_TREE_H
#define SHIFT_TREE_H

#include "bsp-shape.h"
#include "build/tree.h"

/* Which bevels a solid cell gets (Melax 2000, sections 5 and 8); any of them together. */
typedef enum {
    SHIFT_BEVEL_NONE = 0,
    SHIFT_BEVEL_EDGES = 1 << 0,  /* where two faces meet at more than bevel_angle */
    SHIFT_BEVEL_SPIKES = 1 << 1, /* at vertices that stick out, whatever bevels their edges have */
    SHIFT_BEVEL_LEVEL_TOP = 1 << 2, /* z = 1 at the highest vertex, unless a face is nearly level */
    SHIFT_BEVEL_BOX = 1 << 3        /* all planes that bound the sum of the cell and any box */
} ShiftBevels;

/* A face with normal.z of at least this is nearly level: 18 degrees, a slope anything can stand
 * on, and steeper than ramps are commonly built. */
#define SHIFT_NEARLY_LEVEL 0.95

typedef struct {
    guint bevels;          /* ShiftBevels */
    double bevel_angle;    /* degrees between outward normals; more than this is beveled. 90: as the
                              paper, section 5; 95: as MDK2, section 8 */
    gboolean exact_cells;  /* keep the solid cells, for shift_tree_hit_check_exact() */
    BspBuildOptions build; /* weights, progress, and outside fill, flooded by a point */
} ShiftOptions;

/* Edges, spikes and level tops, at 90 degrees. */
ShiftOptions shift_options_default(void);

typedef struct ShiftTree ShiftTree;

/* Builds the tree of a solid, which is not kept. options may be NULL. NULL with BSP_ERROR_LIMIT,
 * BSP_ERROR_CANCELLED, or BSP_ERROR_VALUE for an angle outside (0, 180]. Free with
 * shift_tree_free(). */
ShiftTree *shift_tree_build(const BspSolid *solid, const ShiftOptions *options, GError **error);
void shift_tree_free(ShiftTree *tree);

/* HitCheckBSP (Melax 2000, section 3): the first transition of the shape whose reference point
 * moves from `from` to `to`. counters may be NULL. A coordinate or a size that is no finite
 * number gives BSP_SOLID with t = 0. */
BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                   BspVec to, BspCounters *counters);

/* The same with plane shifting as the filter: a piece of the move that reaches a solid cell counts
 * only if the shape itself meets the cell (cast). The tree must have been built with
 * exact_cells. A shape thinner than 4 BSP_TOUCH is asked as one so thick, which finds no seam
 * between two cells to slip through, and moved off what it only touches: at most 1e-5 unit, so
 * where the gap between two walls is no wider, touching both may count as a hit. */
BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                         BspVec to, BspCounters *counters);

gboolean shift_tree_point_is_solid(const ShiftTree *tree, BspVec p);

typedef struct {
    guint nodes, leaves, depth; /* bevel nodes and the empty leaves they add included */
    guint bare_nodes;           /* of the same tree without bevels */
    guint edge_bevels, spike_bevels, level_top_bevels,
        box_bevels;   /* before equal ones are shared */
    gsize bytes;      /* what a query needs resident */
    gsize bare_bytes; /* the same without bevels */
    guint64 hash;
} ShiftStats;

void shift_tree_stats(const ShiftTree *tree, ShiftStats *stats);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShiftTree, shift_tree_free)

#endif
