/* space: a solid as compiling needs it: its faces, and where it is solid.
 *
 * A plain tree is compiled from one space, an onion from one per configuration space. In a filled
 * space, everything that no start reaches counts as solid. */
#ifndef BSP_SPACE_H
#define BSP_SPACE_H

#include "bsp-build.h"
#include "build/compile.h"
#include "build/solid.h"

/* How the outside is filled (space.c). */
typedef struct {
    BspBuildNode *root; /* the tree; value 2: a reached empty leaf, or a branch above one */
    guint n_empty;      /* number of empty leaves */
    guint n_reached;    /* number of them that were reached */
    guint n_starts;     /* number of starts in empty space */
    GArray *leak;       /* BspVec: path from a start to the outside; NULL if there is no leak */
} BspFill;

typedef struct {
    const BspSolid *solid; /* of which it was made; NULL after bsp_space_reduce() */
    BspSolid *expanded;    /* the same if the space made it, and owns it; else NULL */
    BspSolidity *solidity; /* where its brushes are */
    BspBounds bounds;      /* the solid's bounds; empty if it has no brushes */
    GArray *faces;         /* BspUnionFace: those that border on (reached) empty space */
    BspFill *fill;         /* NULL if the space is not filled */
    GArray *leak; /* BspVec: path from a start to the void that prevents filling, or NULL */
} BspSpace;

/* Makes the space as part of a job, whose threads, progress and limits apply instead of the
 * options'. Returns FALSE with BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, or, with BSP_FILL_ON,
 * BSP_ERROR_VALUE. The caller must call bsp_space_clear() even then. The solid must outlive the
 * space. */
gboolean bsp_space_init(BspSpace *space, const BspSolid *solid, const BspBuildOptions *options,
                        BspJobPart part, GError **error);
void bsp_space_clear(BspSpace *space);

/* Makes the space of the solid expanded for a box. Returns FALSE also with BSP_ERROR_GEOMETRY, if
 * the solid cannot be expanded. */
gboolean bsp_space_init_expanded(BspSpace *space, const BspSolid *solid, const BspBounds *box,
                                 const BspBuildOptions *options, BspJobPart part, GError **error);

/* Frees the part of the expanded solid that compiling does not need. */
void bsp_space_reduce(BspSpace *space);

/* The contents of the cell, as in bsp_solidity_in_cell(), but in a filled space unreached space
 * counts as solid. */
BspOccupancy bsp_space_in_cell(const BspSpace *space, const BspCell *cell, BspPlane *plane);

/* Compiles the spaces into one tree by bsp_compile(), with tips. Consumes the spaces' faces. The
 * first n_existing spaces may be NULL. */
BspBuildNode *bsp_spaces_compile(BspSpace **spaces, BspCompileOptions *options, GError **error);

/* Makes a job with the options' threads, progress and limits. The caller frees it with
 * bsp_job_free(). */
BspJob *bsp_build_job(const BspBuildOptions *options);

/* The approximate share of a build's time for making the spaces, 0 to 1. Compiling takes the rest.
 */
double bsp_space_fraction(const BspBuildOptions *options);

/* The region of a solid's tree: its bounds and a margin of empty space, at least one unit wide. */
BspBounds bsp_tree_region(const BspBounds *solid);

#endif
