/* guard-rows: reads the rows of tests/guards, which are inputs that need a mechanism for a special
 * case. A test for each kind of row asks the row's question, and compares the answer. */
#ifndef GUARD_ROWS_H
#define GUARD_ROWS_H

#include "bsp-move.h"
#include "bsp-solid.h"

/* A row of the open file. */
typedef struct {
    GKeyFile *file;
    const char *what; /* the name of the row, which says what it shows */
    BspSolid *solid;  /* NULL if the row has no brushes */
    BspShape shape;
    BspVec from, to;
    BspTransitionClass type;
    double t;
} GuardRow;

/* Calls `check` with each row of tests/guards/NAME. `keys` are the keys that a row may have besides
 * "brushes", "shape", "from", "to", "type" and "t", such as "skin, side". If it is NULL, all others
 * are cases.
 */
void guard_rows(const char *name, const char *keys, void (*check)(const GuardRow *row));

/* A key and value of a row that is not one of the usual keys, such as "into the wall=0 0 0, 10 0 0:
 * ANSWER". The value has two vectors and an answer.
 */
typedef struct {
    const char *what;
    BspVec a, b;
    const char *answer;
} GuardCase;

/* Calls `check` with each such key. A row without the key "to" must have one. */
void guard_cases(const GuardRow *row, void (*check)(const GuardRow *row, const GuardCase *c));

/* Stores the numbers of a key. Missing numbers are 0. Returns the number of numbers in the row. */
guint guard_numbers(const GuardRow *row, const char *key, double *numbers, guint n);

double guard_number(const GuardRow *row, const char *key);

/* Returns whether the value of the key contains this word. */
gboolean guard_says(const GuardRow *row, const char *key, const char *word);

#endif
