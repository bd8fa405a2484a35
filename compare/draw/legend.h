/* legend: explains the colours, lines and marks of a picture, in a column beside its map. */
#ifndef COMPARE_LEGEND_H
#define COMPARE_LEGEND_H

#include "draw/canvas.h"

typedef struct CompareLegend CompareLegend;

CompareLegend *compare_legend_new(void);
void compare_legend_free(CompareLegend *legend);

/* Adds an entry; entries keep their order. A swatch is filled with alpha, and has an outline. */
void compare_legend_swatch(CompareLegend *legend, CompareColour colour, double alpha,
                           const char *format, ...) G_GNUC_PRINTF(4, 5);
void compare_legend_line(CompareLegend *legend, CompareColour colour, double width,
                         const char *format, ...) G_GNUC_PRINTF(4, 5);
void compare_legend_dashes(CompareLegend *legend, CompareColour colour, double width, double dash,
                           const char *format, ...) G_GNUC_PRINTF(5, 6);
void compare_legend_mark(CompareLegend *legend, CompareColour colour, CompareMark mark,
                         double radius, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Adds a scale of amounts from `from` to 1, with the two texts under its ends. */
void compare_legend_scale(CompareLegend *legend, double from, const char *least, const char *most);

/* Adds a line of text without a sign. */
void compare_legend_note(CompareLegend *legend, const char *format, ...) G_GNUC_PRINTF(2, 3);

#define COMPARE_LEGEND_WIDTH 250.0

/* Returns the height of the legend in pixels. */
double compare_legend_height(const CompareLegend *legend);
void compare_legend_paint(const CompareLegend *legend, CompareCanvas *canvas, ComparePlace at);

#endif
