/* result: one result that was kept. */
#ifndef COMPARE_KEPT_RESULT_H
#define COMPARE_KEPT_RESULT_H

#include "output/comparison.h"

/* The most that may be read at once: results, and methods of one. */
#define COMPARE_MAX_KEPT 4096
#define COMPARE_MAX_KEPT_METHODS 256

/* One result. Texts are the document's, and NULL where it has none. */
typedef struct {
    const char *file;           /* that it was read from */
    struct json_object *object; /* all of it; the document's */
    gboolean is_sweep;
    const char *name;  /* of the scenario */
    const char *about; /* what was compared on what */
    const char *world_name, *world_sha256;
    const char *reference;           /* the method that ratios are to */
    GPtrArray *notes, *growth;       /* const char * */
    CompareEnvironment *environment; /* NULL: not told */
    GPtrArray *rows;                 /* CompareComparisonRow, a method each; of a sweep none */
    CompareGrid *grid;               /* of a sweep, else NULL */
    gboolean noisy;                  /* the machine was, by its own account */
    guint64 hash;                    /* of moves, trees and answers; 0 of a sweep */
} CompareKept;

#endif
