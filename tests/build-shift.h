/* build-shift: builds shift trees for tests. The test fails if the tree cannot be built. */
#ifndef BUILD_SHIFT_H
#define BUILD_SHIFT_H

#include "compile/solid.h"
#include "shift-build.h"

#define EDGES_SPIKES_TOPS (SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES | SHIFT_BEVEL_LEVEL_TOP)

ShiftTree *build_shift(const BspSolid *solid, guint bevels, gboolean exact_cells);
ShiftTree *build_shift_with(const BspSolid *solid, const ShiftOptions *options);

#endif
