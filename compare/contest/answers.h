/* answers: reads a contestant's answers, format "bsp-answers" (docs/contestants.md), line by line
 * and trusts none of them. */
#ifndef COMPARE_CONTEST_ANSWERS_H
#define COMPARE_CONTEST_ANSWERS_H

#include "contest/stream.h"
#include "methods/outsider.h"

/* Bytes. A contestant's longest line. */
#define COMPARE_MAX_LINE 4096

/* The most "about" lines. */
#define COMPARE_MAX_ABOUT 32

/* Units. The largest skin that a contestant may declare. */
#define COMPARE_MAX_SKIN 16.0

/* The range of reported nanoseconds, milliseconds, bytes and units, apart from 0. Results in this
 * range can be saved and read back. */
#define COMPARE_LEAST_REPORTED 1e-6
#define COMPARE_MOST_REPORTED 1e16

/* The length of a normal may differ from 1 by this much, because contestants may use floats or
 * fewer bits. */
#define COMPARE_UNIT_NORMAL 1e-3

/* Reads the answers to these moves into the outsider, and modifies the text. On FALSE, with
 * BSP_ERROR_VALUE, some of the answers have been read. */
gboolean compare_answers_read(CompareOutsider *outsider, const CompareStream *asked, GString *text,
                              GError **error);

/* The nanoseconds that the contestant reports in total, including loading. */
double compare_answers_reported_ns(const CompareOutsider *outsider);

#endif
