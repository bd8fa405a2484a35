/* marks: moves on a map, and the stops of each method. */
#ifndef COMPARE_MARKS_H
#define COMPARE_MARKS_H

#include "draw/drawing.h"
#include "draw/legend.h"

typedef struct CompareMarks CompareMarks;

/* Selects the moves of the drawing's mover that are near enough. */
CompareMarks *compare_marks_new(const CompareDrawing *drawing, const CompareMap *map);
void compare_marks_free(CompareMarks *marks);

void compare_marks_paint(const CompareMarks *marks, CompareCanvas *canvas, CompareLegend *legend);

#endif
