/* paper: what the papers report, measured again: Melax 2000, every table and figure that holds a
 * number; Golodetz 2013, the claim that many spaces bloat an onion. */
#ifndef COMPARE_PAPER_H
#define COMPARE_PAPER_H

#include "bsp-world.h"
#include "paper/part.h"
#include "shift-build.h"

/* What is measured, and on what. */
typedef struct {
    const BspWorld *environment; /* the sample environment (paper/environment.h) */
    const GPtrArray *levels;     /* BspWorld: real ones; may be empty */
    guint repeat;                /* of timing; 0: as each part does it */
    gboolean no_timing;          /* counters alone: the same on every run and machine */
} ComparePaper;

typedef struct {
    const char *option, *name; /* "table", "1": how it is asked for */
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

/* --- what several parts need --- */

/* The paper's tree of a world (the method shift-paper): these bevels, edges half way, nothing
 * shared. Free with shift_tree_free(). */
ShiftTree *compare_paper_tree(const BspWorld *world, guint bevels, double angle, GError **error);

/* Nodes and leaves, as the paper counts. */
guint64 compare_paper_size(const ShiftTree *tree);

/* The worlds that stand for finished levels: the real ones, or else three environments made up like
 * the sample, larger. An array of BspWorld, which frees what it owns. */
GPtrArray *compare_paper_levels(const ComparePaper *paper);

#endif
