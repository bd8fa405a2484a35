/* place: a picture of the place of a move: a slice with the move and the brush that is hit. */
#ifndef COMPARE_EXPLAIN_PLACE_H
#define COMPARE_EXPLAIN_PLACE_H

#include "draw/drawing.h"
#include "explain/explain.h"

/* The plane goes through the first stop. It is the axial plane that best contains the move and is
 * perpendicular to the surface hit. */
CompareDrawing compare_explanation_drawing(const CompareExplanation *e);

#endif
