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
 * range can be saved and read back (result/check-rows). */
#define COMPARE_LEAST_REPORTED 1e-6
#define COMPARE_MOST_REPORTED 1e16

/* Pure number. The length of a normal may differ from 1 by this much, because contestants may use
 * floats or fewer bits. */
#define COMPARE_UNIT_NORMAL 1e-3

typedef struct {
    CompareOutsider *outsider; /* filled in by the reader */
    const char *hash;          /* hash of the moves to answer */
    guint n_moves;
    guint line; /* lines read so far */
    guint seen; /* one bit for each line that may occur only once */
    gboolean ended;
} CompareAnswers;

/* Reads one more line, given without its end, and modifies it. On FALSE, with BSP_ERROR_VALUE, the
 * caller must not read more. */
gboolean compare_answers_line(CompareAnswers *answers, char *line, gsize length, GError **error);

/* Fails with BSP_ERROR_VALUE if the answers are incomplete. */
gboolean compare_answers_finish(const CompareAnswers *answers, GError **error);

/* Reads all lines of a text. */
gboolean compare_answers_read(CompareAnswers *answers, const char *text, gsize length,
                              GError **error);

/* The nanoseconds that the contestant reports in total, including loading. */
double compare_answers_reported_ns(const CompareOutsider *outsider);

#endif
