/* reproducer: a scenario of one move, to show what went wrong and nothing else. */
#ifndef COMPARE_REPRODUCER_H
#define COMPARE_REPRODUCER_H

#include "run/shrink.h"

/* A scenario of one move only, with all the spaces (an onion is of all of them). Numbers have 17
 * digits, and the world's path is absolute; a world that the scenario holds is held again. */
char *compare_reproducer(const CompareReport *report, guint move);

/* The same of what the move has been shrunk to, with the world that is left inside. */
char *compare_reproducer_shrunk(const CompareReport *report, guint move,
                                const CompareShrunk *shrunk);

#endif
