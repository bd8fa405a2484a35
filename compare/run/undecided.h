/* undecided: moves whose bracket decides nothing, held against a sharper one.
 *
 * A move along matter, or one that begins touching it, has contact with everything grown by 0.001
 * unit at once, and with everything shrunk by it perhaps never: almost any answer lies in between.
 * The contract asks for no more. How much better the methods are is told by the same oracle, which
 * then leaves out what is only touched and takes a bracket a hundredth as wide. */
#ifndef COMPARE_UNDECIDED_H
#define COMPARE_UNDECIDED_H

#include "run/report.h"

/* Of the move: a bracket that is wider decides nothing. */
#define COMPARE_UNDECIDED 0.5

/* Units: the sharper bracket. Wider than BSP_TOUCH, which counts as clear of matter. */
#define COMPARE_SHARP_BRACKET (BSP_BRACKET / 100)

static inline gboolean compare_is_undecided(const CompareResolved *move)
{
    return move->truth.t_hi - move->truth.t_lo > COMPARE_UNDECIDED;
}

typedef struct {
    guint move;         /* index into the report's moves */
    CompareTruth truth; /* the sharper one */
} CompareUndecided;

/* Array of CompareUndecided, in the order of the moves. */
GArray *compare_undecided(const CompareReport *report);

/* How many of them are undecided by the sharper bracket, too. */
guint compare_undecided_still(const GArray *undecided);

/* How many of the answers to these moves lie outside of the sharper bracket. None of them is wrong
 * for that. */
guint compare_undecided_outside(const GArray *undecided, const CompareResult *result);

#endif
