/* paper: measures the papers' results again: Melax 2000, every table and figure with a number;
 * Golodetz 2013, the claim that many spaces bloat an onion. */
#ifndef COMPARE_PAPER_H
#define COMPARE_PAPER_H

#include "bsp-world.h"
#include "paper/part.h"
#include "shift-build.h"

/* The input of the measurements. */
typedef struct {
    const BspWorld *environment; /* the sample environment (paper/environment.h) */
    const GPtrArray *levels;     /* BspWorld: real levels; may be empty */
    guint repeat;                /* timing repetitions; 0: the default of each part */
    gboolean no_timing;          /* counters only, which are equal on every run and machine */
} ComparePaper;

typedef struct {
    const char *option, *name; /* "table", "1": the command-line option and its value */
    ComparePaperPart *(*measure)(const ComparePaper *paper, GError **error);
} ComparePaperKind;

/* In the order of the papers; ends with a NULL option. */
extern const ComparePaperKind compare_paper_kinds[];

ComparePaperPart *compare_paper_table_1(const ComparePaper *paper, GError **error);
ComparePaperPart *compare_paper_figure_5(const ComparePaper *paper, GError **error);
ComparePaperPart *compare_paper_points(const ComparePaper *paper, GError **error);
ComparePaperPart *compare_paper_figure_6(const ComparePaper *paper, GError **error);
ComparePaperPart *compare_paper_table_2(const ComparePaper *paper, GError **error);
ComparePaperPart *compare_paper_figure_8(const ComparePaper *paper, GError **error);
ComparePaperPart *compare_paper_spaces(const ComparePaper *paper, GError **error);

/* --- shared by several parts --- */

/* The paper's tree of a world (the method shift-paper): these bevels, halved edges, nothing shared.
 * The caller frees it with shift_tree_free(). */
ShiftTree *compare_paper_tree(const BspWorld *world, guint bevels, double angle, GError **error);

/* Nodes including leaves, as the paper counts. */
guint64 compare_paper_size(const ShiftTree *tree);

/* The worlds that represent finished levels: the real ones, or else three larger environments
 * generated like the sample. Returns an array of BspWorld, which frees those that it owns. */
GPtrArray *compare_paper_levels(const ComparePaper *paper);

#endif
