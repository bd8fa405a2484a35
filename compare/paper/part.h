/* part: one table, figure or claim of a paper: what was published beside what is measured here.
 *
 * A part holds claims, each a number with what was published, the range within which it counts as
 * reproduced, and a verdict that is computed from these; a series, the rows that a figure would be
 * drawn from; and notes. */
#ifndef COMPARE_PAPER_PART_H
#define COMPARE_PAPER_PART_H

#include "output/grid.h"

typedef enum {
    COMPARE_PAPER_UNMEASURED, /* a time, where none are measured */
    COMPARE_PAPER_REPRODUCED,
    COMPARE_PAPER_DIFFERS
} ComparePaperVerdict;

/* reproduced where measured lies in [range[0], range[1]]; what is no number was not measured. */
ComparePaperVerdict compare_paper_verdict(double measured, const double range[2]);

/* "reproduced", "differs", NULL */
const char *compare_paper_verdict_name(ComparePaperVerdict verdict);

typedef struct {
    char *what;
    const char *published; /* as the paper says it */
    double measured;       /* NAN: not */
    double range[2];       /* within which it is reproduced */
    ComparePaperVerdict verdict;
    char *why; /* what was measured that explains it */
} ComparePaperClaim;

typedef struct {
    const char *key, *title; /* "table-1" */
    const char *about;
    GArray *claims;       /* ComparePaperClaim */
    CompareGrid *series;  /* NULL: none */
    CompareGrid *samples; /* what the series sums up, for programs; NULL: nothing */
    GPtrArray *notes;     /* char * */
} ComparePaperPart;

ComparePaperPart *compare_paper_part_new(const char *key, const char *title, const char *about);
void compare_paper_part_free(ComparePaperPart *part);

/* The strings are taken; published must outlive the part. The verdict is computed. */
void compare_paper_claim(ComparePaperPart *part, char *what, const char *published, double measured,
                         double least, double most, char *why);

void compare_paper_note(ComparePaperPart *part, const char *format, ...) G_GNUC_PRINTF(2, 3);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePaperPart, compare_paper_part_free)

#endif
