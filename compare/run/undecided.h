/* undecided: judges moves with a wide bracket by a sharper one.
 *
 * A move along a surface, or one that begins touching it, meets the solid grown by 0.001 unit at
 * once, and may never meet the shrunk solid. So almost any answer is inside the bracket, and the
 * contract accepts it. A second oracle measures how accurate the methods are there. It ignores
 * solid that is only touched, and its bracket is a hundredth as wide. */
#ifndef COMPARE_UNDECIDED_H
#define COMPARE_UNDECIDED_H

#include "run/report.h"

/* As a fraction of the move: a wider bracket decides nothing. */
#define COMPARE_UNDECIDED 0.5

/* Units: half the width of the sharper bracket. It is more than BSP_TOUCH, which counts as clear of
 * solid. */
#define COMPARE_SHARP_BRACKET (BSP_BRACKET / 100)

static inline gboolean compare_is_undecided(const CompareResolved *move)
{
    return move->truth.t_hi - move->truth.t_lo > COMPARE_UNDECIDED;
}

typedef struct {
    guint move;         /* index into the report's moves */
    CompareTruth truth; /* by the sharper oracle */
} CompareUndecided;

/* Array of CompareUndecided, in the order of the moves. */
GArray *compare_undecided(const CompareReport *report);

/* The number of moves that the sharper bracket leaves undecided, too. */
guint compare_undecided_still(const GArray *undecided);

/* The number of answers to these moves outside the sharper bracket. They are not wrong, because the
 * contract allows them. */
guint compare_undecided_outside(const GArray *undecided, const CompareResult *result);

#endif
