/* answers: reads a contestant's answers line by line, and checks every value. The format is
 * "bsp-answers" (docs/contestants.md). */
#ifndef COMPARE_CONTEST_ANSWERS_H
#define COMPARE_CONTEST_ANSWERS_H

#include "contest/stream.h"
#include "methods/outsider.h"

/* Reads the answers to these moves into the outsider, and modifies the text. If it returns FALSE,
 * with BSP_ERROR_VALUE, the outsider has only a part of the answers. */
gboolean compare_answers_read(CompareOutsider *outsider, const CompareStream *asked, GString *text,
                              GError **error);

#endif
