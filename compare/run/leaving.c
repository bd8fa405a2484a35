/* leaving: judges the exit time that a method reports for a move that begins in solid. */
#include "run/leaving.h"

/* Contestants report no exit time. */
static gboolean reports_exit(const CompareMethodClass *klass, const BspTransition *tr)
{
    return !klass->outsider && (tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY);
}

double compare_leaving_off(const CompareMethodClass *klass, const CompareSize *size,
                           CompareClaim claim, const CompareTruth *truth, const BspTransition *tr)
{
    if (!truth->inside || claim == COMPARE_CLAIMS_NOTHING || !reports_exit(klass, tr))
        return 0;
    double t = tr->type == BSP_SOLID ? 1 : tr->t;
    gboolean may_be_late = claim != COMPARE_EXACT || size->filled > 0;
    if (t < truth->leave_lo)
        return t - truth->leave_lo;
    return t > truth->leave_hi && !may_be_late ? t - truth->leave_hi : 0;
}
