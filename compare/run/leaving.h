/* leaving: what a method says of when a move leaves the matter that it begins in, held against the
 * truth. */
#ifndef COMPARE_LEAVING_H
#define COMPARE_LEAVING_H

#include "methods/method.h"
#include "oracle/oracle.h"

/* How wrong it is, in t: less than 0 where the move is said to leave too soon, which lets it
 * through matter, more where too late; 0 where right, or where nothing is said of that. size: of
 * the method. One that is not exact for the shape may leave later, and so may one that has filled
 * the outside, which is no matter to the oracle. */
double compare_leaving_off(const CompareMethodClass *klass, const CompareSize *size,
                           CompareClaim claim, const CompareTruth *truth, const BspTransition *tr);

#endif
