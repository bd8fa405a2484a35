/* build-shift: builds shift trees for tests. The test fails if the tree cannot be built. */
#ifndef BUILD_SHIFT_H
#define BUILD_SHIFT_H

#include "compile/solid.h"
#include "shift-build.h"

ShiftTree *build_shift(const BspSolid *solid, guint bevels, gboolean exact_cells);
ShiftTree *build_shift_with(const BspSolid *solid, const ShiftOptions *options);

#endif
