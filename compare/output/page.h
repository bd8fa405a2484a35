/* page: what one command prints: titles, tables and notes, and at the end one legend of all columns
 * that were shown. In CSV the tables alone are printed, below comments on where they come from.
 * JSON has no pages.
 *
 * Names may hold anything: texts are escaped here. Lines for a terminal end before its 100th
 * column. */
#ifndef COMPARE_OUTPUT_PAGE_H
#define COMPARE_OUTPUT_PAGE_H

#include "output/grid.h"

typedef struct ComparePage ComparePage;

ComparePage *compare_page_new(CompareStyle style);
void compare_page_free(ComparePage *page);

CompareStyle compare_page_style(const ComparePage *page);

/* What comes now, and about what that is; about may be NULL. */
void compare_page_title(ComparePage *page, const char *name, const char *about);

/* What comes now, within what the last title is about. */
void compare_page_heading(ComparePage *page, const char *name);

void compare_page_grid(ComparePage *page, const CompareGrid *grid);
void compare_page_note(ComparePage *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The notes so far (char *), as they were given. */
const GPtrArray *compare_page_notes(const ComparePage *page);

/* A note that stays in one line, to be copied. */
void compare_page_line(ComparePage *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Where a result comes from: a note in one line, or in CSV a comment ("# ") above the rows. */
void compare_page_origin(ComparePage *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* All of it, with the legend, and with the style's environment at the end, or in CSV above all.
 * Free with g_free(). */
char *compare_page_text(const ComparePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePage, compare_page_free)

#endif
