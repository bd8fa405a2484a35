/* reproducer: a scenario of one move that shows one error. */
#ifndef COMPARE_REPRODUCER_H
#define COMPARE_REPRODUCER_H

#include "run/faults.h"

/* A scenario of one move, with all the spaces, because an onion contains all of them. Numbers have
 * 17 digits, and the world's path is absolute. An inline world stays inline. */
char *compare_reproducer(const CompareReport *report, guint move);

/* The same for a shrunk move, with the remaining brushes as an inline world. */
char *compare_reproducer_shrunk(const CompareReport *report, guint move,
                                const CompareShrunk *shrunk);

#endif
