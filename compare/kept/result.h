/* result: one saved result. */
#ifndef COMPARE_KEPT_RESULT_H
#define COMPARE_KEPT_RESULT_H

#include "output/comparison.h"

/* Limits for one load: results, and methods in each result. */
#define COMPARE_MAX_KEPT 4096
#define COMPARE_MAX_KEPT_METHODS 256

/* One saved result. Its texts belong to the document; a missing text is NULL. */
typedef struct {
    const char *file;           /* the file it was read from */
    struct json_object *object; /* the whole result; the document's */
    gboolean is_sweep;
    const char *name;  /* of the scenario */
    const char *about; /* what was compared on what */
    const char *world_name, *world_sha256;
    const char *reference;           /* the method that ratios refer to */
    GPtrArray *notes, *growth;       /* const char * */
    CompareEnvironment *environment; /* NULL: not recorded */
    GPtrArray *rows;                 /* CompareComparisonRow, one for each method; none for a
                                        sweep */
    CompareGrid *grid;               /* a sweep's grid, else NULL */
    gboolean noisy;                  /* the result says that the machine was noisy */
    guint64 hash;                    /* of moves, trees and answers; 0 for a sweep */
} CompareKept;

#endif
