/* part: one table, figure or claim of a paper: the published and the measured values.
 *
 * A part has claims, a series, samples and notes. A claim is a number with its published value, the
 * range within which it counts as reproduced, and a verdict computed from these. A series has the
 * rows of a figure. */
#ifndef COMPARE_PAPER_PART_H
#define COMPARE_PAPER_PART_H

#include "result/grid.h"

typedef enum {
    COMPARE_PAPER_UNMEASURED, /* a time, if times are not measured */
    COMPARE_PAPER_REPRODUCED,
    COMPARE_PAPER_DIFFERS
} ComparePaperVerdict;

/* Reproduced if range[0] <= measured <= range[1]; unmeasured if it is NaN. */
ComparePaperVerdict compare_paper_verdict(double measured, const double range[2]);

/* "reproduced", "differs", or NULL */
const char *compare_paper_verdict_name(ComparePaperVerdict verdict);

typedef struct {
    char *what;
    const char *published; /* the paper's words */
    double measured;       /* NAN: not measured */
    double range[2];       /* the range that counts as reproduced */
    ComparePaperVerdict verdict;
    char *why; /* measurements that explain the result */
} ComparePaperClaim;

typedef struct {
    const char *key, *title; /* "table-1" */
    const char *about;
    GArray *claims;       /* ComparePaperClaim */
    CompareGrid *series;  /* NULL: none */
    CompareGrid *samples; /* the data behind the series, for programs; NULL: none */
    GPtrArray *notes;     /* char * */
} ComparePaperPart;

ComparePaperPart *compare_paper_part_new(const char *key, const char *title, const char *about);
void compare_paper_part_free(ComparePaperPart *part);

/* Adds a claim and computes its verdict. Takes ownership of `what` and `why`; `published` must
 * outlive the part. */
void compare_paper_claim(ComparePaperPart *part, char *what, const char *published, double measured,
                         double least, double most, char *why);

void compare_paper_note(ComparePaperPart *part, const char *format, ...) G_GNUC_PRINTF(2, 3);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePaperPart, compare_paper_part_free)

#endif
