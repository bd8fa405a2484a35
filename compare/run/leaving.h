/* leaving: judges the exit time that a method reports for a move that begins in solid. */
#ifndef COMPARE_LEAVING_H
#define COMPARE_LEAVING_H

#include "methods/method.h"
#include "oracle/oracle.h"

/* Returns the error of the exit time, in t: less than 0 if too soon, which lets the move through
 * solid; more than 0 if too late; 0 if right or not reported. `size` is the method's. An inexact
 * method may report a later exit. So may a method that has filled the outside, which is empty to
 * the oracle. */
double compare_leaving_off(const CompareMethodClass *klass, const CompareSize *size,
                           CompareClaim claim, const CompareTruth *truth, const BspTransition *tr);

#endif
