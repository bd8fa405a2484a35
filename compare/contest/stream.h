/* stream: a scenario's world, shapes and moves as a contestant from outside reads them, format
 * "bsp-moves" (docs/contestants.md). */
#ifndef COMPARE_CONTEST_STREAM_H
#define COMPARE_CONTEST_STREAM_H

#include "run/moves.h"

#define COMPARE_STREAM_VERSION 1

/* Of what follows the first line, 16 hexadecimal digits, and a NUL. */
#define COMPARE_STREAM_HASH 17

typedef struct {
    GString *text;                  /* all of it, the first line too */
    char hash[COMPARE_STREAM_HASH]; /* as the first line says */
} CompareStream;

/* Of these moves (CompareResolved) of the scenario's. */
CompareStream *compare_stream_new(const CompareScenario *scenario, const GArray *moves);
void compare_stream_free(CompareStream *stream);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareStream, compare_stream_free)

#endif
