/* outsiders: what contestants from outside tell of themselves, beside their rows. */
#ifndef COMPARE_OUTPUT_OUTSIDERS_H
#define COMPARE_OUTPUT_OUTSIDERS_H

#include "methods/outsider.h"
#include "output/page.h"
#include "run/report.h"

/* A note for each, in CSV a comment: what it is, or why it has no answers. */
void compare_print_outsiders(ComparePage *page, const CompareReport *report);

/* Adds "error" and "contestant" to its method in JSON; timed: with what it tells of times. */
void compare_outsider_add_json(json_object *method, const CompareOutsider *outsider,
                               gboolean timed);

#endif
