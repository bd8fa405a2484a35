/* outsiders: prints what contestants report about themselves. */
#ifndef COMPARE_OUTPUT_OUTSIDERS_H
#define COMPARE_OUTPUT_OUTSIDERS_H

#include "methods/outsider.h"
#include "output/page.h"
#include "run/report.h"

/* Adds a note for each contestant (in CSV a comment): its description, or why it has no answers. */
void compare_print_outsiders(ComparePage *page, const CompareReport *report);

/* Adds "error" and "contestant" to the method's JSON. timed: with the times that the contestant
 * reports. */
void compare_outsider_add_json(json_object *method, const CompareOutsider *outsider,
                               gboolean timed);

#endif
