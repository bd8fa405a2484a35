/* answers: reads a contestant's answers, format "bsp-answers" (docs/contestants.md), line by line
 * and trusts none of them. */
#ifndef COMPARE_CONTEST_ANSWERS_H
#define COMPARE_CONTEST_ANSWERS_H

#include "contest/stream.h"
#include "methods/outsider.h"

/* Reads the answers to these moves into the outsider, and modifies the text. On FALSE, with
 * BSP_ERROR_VALUE, some of the answers have been read. */
gboolean compare_answers_read(CompareOutsider *outsider, const CompareStream *asked, GString *text,
                              GError **error);

/* The nanoseconds that the contestant reports in total, including loading. */
double compare_answers_reported_ns(const CompareOutsider *outsider);

#endif
