/* place: a picture of where a move happens: a slice through it, with the way and the brush that is
 * hit. */
#ifndef COMPARE_EXPLAIN_PLACE_H
#define COMPARE_EXPLAIN_PLACE_H

#include "draw/drawing.h"
#include "explain/explain.h"

/* The plane goes through where the object first stops, along the move and square to what is hit as
 * well as an axial plane can. */
CompareDrawing compare_explanation_drawing(const CompareExplanation *e);

#endif
