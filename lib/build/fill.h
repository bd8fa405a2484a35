/* fill: outside fill: makes the space that no start reaches count as solid.
 *
 * The brushes of a level have backs that no player sees. Faces that border only on space that no
 * start reaches are not needed in a tree. Quake's compiler and the onion article's engine do the
 * same ("outside fill"). Some trees become ten times smaller. For moves that start in reached
 * space, the filled solid gives the same answers as the original. */
#ifndef BSP_FILL_H
#define BSP_FILL_H

#include "build/space.h"

/* Fills the space, if the options say so and the world is sealed. Reports the result to
 * options->filled. source: the input from which the space was made. Returns FALSE with
 * BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, or, with BSP_FILL_ON, the reason why the space is not
 * filled. */
gboolean bsp_fill_space(BspSpace *space, const BspSpaceSource *source,
                        const BspBuildOptions *options, BspJobPart part, GError **error);

/* As bsp_solidity_in_cell(), but space that was not reached counts as solid. solidity: made from
 * the solid that was flooded. */
BspOccupancy bsp_fill_in_cell(const BspFlood *fill, const BspSolidity *solidity,
                              const BspCell *cell, BspPlane *plane);

#endif
