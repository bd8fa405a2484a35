/* space: what compiling needs to know of one solid: its faces, and where it is solid.
 *
 * A plain tree is compiled from one space, an onion from one per configuration space. A space may
 * be filled: then space that no start reaches counts as solid (see fill). */
#ifndef BSP_SPACE_H
#define BSP_SPACE_H

#include "bsp-build.h"
#include "build/fill.h"
#include "build/solidity.h"

typedef struct {
    const BspSolid *solid; /* not owned; NULL when the space has taken it */
    BspSolidity *solidity; /* where its brushes are */
    BspBounds bounds;      /* of the solid; empty when there is nothing in it */
    GArray *faces;         /* BspUnionFace: those that border on (reached) empty space */
    BspFill *fill;         /* NULL when it is not filled */
    GArray *leak; /* BspVec: why not, from a start to the void; NULL when it does not leak */
} BspSpace;

/* The space as part of a job: of that are threads and progress, not of the options. FALSE with
 * BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, or, with BSP_FILL_ON, BSP_ERROR_VALUE. The space is to be
 * cleared in any case. The solid must outlive it, unless the space takes it. */
gboolean bsp_space_init(BspSpace *space, const BspSolid *solid, const BspBuildOptions *options,
                        BspJobPart part, GError **error);
void bsp_space_clear(BspSpace *space);

/* The space of the solid expanded for a box. *expanded receives the expanded solid, which is the
 * caller's; NULL, with BSP_ERROR_GEOMETRY, when it cannot be made. */
gboolean bsp_space_init_expanded(BspSpace *space, BspSolid **expanded, const BspSolid *solid,
                                 const BspBounds *box, const BspBuildOptions *options,
                                 BspJobPart part, GError **error);

/* Takes the solid the space was made of, and frees all of it that compiling does not ask for. */
void bsp_space_take_solid(BspSpace *space, BspSolid *solid);

/* What is in the cell, as bsp_solidity_in_cell() and bsp_fill_in_cell(). */
BspOccupancy bsp_space_in_cell(const BspSpace *space, const BspCell *cell, BspPlane *plane);

/* Compiles the spaces, whose faces are taken, into one tree: bsp_compile() with tips, which asks
 * the spaces what is in a cell. Existing ones, the first, may be NULL. */
BspBuildNode *bsp_spaces_compile(BspSpace **spaces, BspCompileOptions *options, GError **error);

/* A new job with the options' threads, progress and limits. */
BspJob *bsp_build_job(const BspBuildOptions *options);

/* About how much of the time of building a tree goes into making its spaces, 0 to 1; the rest goes
 * into compiling them. */
double bsp_space_fraction(const BspBuildOptions *options);

/* The region that a tree for a solid covers: its bounds with a margin, so that there is empty
 * space round it, at least one unit wide. */
BspBounds bsp_tree_region(const BspBounds *solid);

#endif
