/* The rows of tests/guards: inputs that need a mechanism for a special case. A test of each kind of
 * row asks what the row says, and compares the answer. */
#ifndef GUARD_ROWS_H
#define GUARD_ROWS_H

#include "bsp-move.h"
#include "bsp-solid.h"

/* A row of the open file. */
typedef struct {
    GKeyFile *file;
    const char *what; /* it shows: the name of the row */
    BspSolid *solid;  /* NULL: the row has no brushes */
    BspShape shape;
    BspVec from, to;
    BspTransitionClass type;
    double t;
} GuardRow;

/* Calls `check` with each row of tests/guards/NAME. keys: the keys that a row may have besides
 * "brushes", "shape", "from", "to", "type" and "t", such as "skin, side"; NULL: others are cases.
 */
void guard_rows(const char *name, const char *keys, void (*check)(const GuardRow *row));

/* Another key of the row, such as "into the wall=0 0 0, 10 0 0: ANSWER": two vectors and an answer.
 */
typedef struct {
    const char *what;
    BspVec a, b;
    const char *answer;
} GuardCase;

/* Calls `check` with each such key. A row has a case, unless it has the key "to". */
void guard_cases(const GuardRow *row, void (*check)(const GuardRow *row, const GuardCase *c));

/* The numbers of a key; those that the row lacks are 0. Returns how many the row has. */
guint guard_numbers(const GuardRow *row, const char *key, double *numbers, guint n);

double guard_number(const GuardRow *row, const char *key);

/* Whether the key has this word. */
gboolean guard_says(const GuardRow *row, const char *key, const char *word);

#endif
