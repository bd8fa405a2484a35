/* gnuplot: charts drawn by the program gnuplot, as SVG that takes its colours from the page.
 *
 * In scripts the colour 0x000100 + i is the page's colour of series i (CSS --s0 to --s11), black is
 * that of text, grey that of the grid. Labels may hold what compare_gnuplot_label() returns. The
 * process must ignore SIGPIPE. */
#ifndef COMPARE_HTML_GNUPLOT_H
#define COMPARE_HTML_GNUPLOT_H

#include <glib.h>

#define COMPARE_GNUPLOT_COLOURS 12

/* Runs a script, which need not choose a terminal: returns the svg element, without what goes
 * before it. NULL with G_SPAWN_ERROR where there is no gnuplot (G_SPAWN_ERROR_NOENT), where it
 * fails, or with G_IO_ERROR_TIMED_OUT where it takes too long. Free with g_free(). */
char *compare_gnuplot_draw(const char *script, guint width, guint height, guint max_seconds,
                           GError **error);

/* The text with nothing in it that a script could take for anything but text, no longer than a
 * label may be. Free with g_free(). */
char *compare_gnuplot_label(const char *text);

/* What gnuplot marks points with, once for all charts of a page, which refer to it: of type 1 a bar
 * that stands, of 6 a ring, of 7 a dot. */
extern const char compare_gnuplot_marks[];

#endif
