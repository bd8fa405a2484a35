/* text-page: makes the text that a command prints. It has titles, tables and notes, and at the end
 * one legend of all shown columns. In CSV, only tables are printed, below comments about their
 * origin. JSON has no pages.
 *
 * Texts are escaped here, because names may contain any characters. Lines for a terminal are at
 * most as wide as the terminal. Other lines have at most 100 characters. */
#ifndef COMPARE_TEXT_PAGE_H
#define COMPARE_TEXT_PAGE_H

#include "result/table.h"

/* If standard output is a terminal, fits the style to it. The width is that of $COLUMNS, or else
 * the terminal's. Warnings are red unless $NO_COLOR is set. */
void compare_style_fit_terminal(CompareStyle *style);

typedef struct ComparePage ComparePage;

ComparePage *compare_page_new(CompareStyle style);
void compare_page_free(ComparePage *page);

CompareStyle compare_page_style(const ComparePage *page);

/* Begins a section. `name` is its title. `about` describes its subject, and may be NULL. */
void compare_page_title(ComparePage *page, const char *name, const char *about);

/* Begins a part of the current section. */
void compare_page_heading(ComparePage *page, const char *name);

void compare_page_table(ComparePage *page, const CompareTable *table);

/* Adds a line to the legend, unless the legend has it already. */
void compare_page_legend(ComparePage *page, const char *line);

void compare_page_note(ComparePage *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds a warning above everything else, in red on a terminal that has colours. */
void compare_page_warning(ComparePage *page, const char *text);

/* Adds a note that is not broken into lines, so that it can be copied. */
void compare_page_line(ComparePage *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds a line of the origin of a result, unless the page has it already. */
void compare_page_origin(ComparePage *page, const char *text);

/* Returns the whole page with the legend. Origins are at the end, or, in CSV, in comments ("# ") at
 * the top. The caller frees the text with g_free(). */
char *compare_page_text(const ComparePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePage, compare_page_free)

#endif
