/* stream: writes a scenario's world, shapes and moves for contestants. The format is "bsp-moves"
 * (docs/contestants.md). */
#ifndef COMPARE_CONTEST_STREAM_H
#define COMPARE_CONTEST_STREAM_H

#include "bsp-navigate.h"
#include "run/resolve.h"

/* Only a stream with moves that turn has the second version, so that programs that do not know such
 * moves reject it. */
#define COMPARE_STREAM_VERSION 1
#define COMPARE_STREAM_VERSION_OF_TURNS 2

/* Characters. The length of the hash of everything after the first line. It has 16 hexadecimal
 * digits and a NUL. */
#define COMPARE_STREAM_HASH 17

typedef struct {
    GString *text;                  /* the whole text, including the first line */
    char hash[COMPARE_STREAM_HASH]; /* the hash in the first line */
    guint n_moves;
    guint n_places; /* two for each pair in a stream for navigators, 0 in another stream */
} CompareStream;

/* Returns the stream of these moves (CompareResolved) of the scenario. */
CompareStream *compare_stream_new(const CompareScenario *scenario, const GArray *moves);

/* Returns the stream for navigators, of the format "bsp-agents". It has the surface of the
 * scenario's world, the walker, and places (BspVec), two for each pair. */
CompareStream *compare_stream_new_agents(const CompareScenario *scenario,
                                         const BspNavWalker *walker, const GArray *places);
void compare_stream_free(CompareStream *stream);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareStream, compare_stream_free)

#endif
