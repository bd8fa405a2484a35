/* marks: moves on a map, and where each method stops them. */
#ifndef COMPARE_MARKS_H
#define COMPARE_MARKS_H

#include "draw/drawing.h"
#include "draw/legend.h"

typedef struct CompareMarks CompareMarks;

/* Of the moves of what moves in the drawing, those that are near enough. */
CompareMarks *compare_marks_new(const CompareDrawing *drawing, const CompareMap *map);
void compare_marks_free(CompareMarks *marks);

void compare_marks_paint(const CompareMarks *marks, CompareCanvas *canvas, CompareLegend *legend);

#endif
