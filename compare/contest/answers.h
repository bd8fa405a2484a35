/* answers: what a contestant from outside writes, format "bsp-answers" (docs/contestants.md), read
 * line by line and believed in nothing. */
#ifndef COMPARE_CONTEST_ANSWERS_H
#define COMPARE_CONTEST_ANSWERS_H

#include "contest/stream.h"
#include "methods/outsider.h"

/* Bytes. No line of a contestant is longer. */
#define COMPARE_MAX_LINE 4096

/* Lines that it may tell about itself. */
#define COMPARE_MAX_ABOUT 32

/* Units. Who stops shorter than that cannot call it skin. */
#define COMPARE_MAX_SKIN 16.0

/* Nanoseconds, milliseconds, bytes, units: what is told is 0 or in this range, in which results can
 * be kept and read back (output/grid-read). */
#define COMPARE_LEAST_TOLD 1e-6
#define COMPARE_MOST_TOLD 1e16

/* Pure number. The length of a normal may differ from 1 by so much: contestants may work with
 * floats, or with fewer bits. */
#define COMPARE_UNIT_NORMAL 1e-3

typedef struct {
    CompareOutsider *outsider; /* that is filled in */
    const char *hash;          /* of the moves that it is to answer */
    guint n_moves;
    guint line; /* lines so far */
    guint seen; /* bits of what may be said once */
    gboolean ended;
} CompareAnswers;

/* Reads one more line, without its end, which is changed. On FALSE, with BSP_ERROR_VALUE, nothing
 * more is to be read. */
gboolean compare_answers_line(CompareAnswers *answers, char *line, gsize length, GError **error);

/* Whether all has been read. Fails with BSP_ERROR_VALUE. */
gboolean compare_answers_finish(const CompareAnswers *answers, GError **error);

/* All of a text. */
gboolean compare_answers_read(CompareAnswers *answers, const char *text, gsize length,
                              GError **error);

/* The nanoseconds that it says it has taken, loading and all. */
double compare_answers_told_ns(const CompareOutsider *outsider);

#endif
