/* sweep-plan: what a sweep varies, over which values, and whose moves are asked. */
#ifndef COMPARE_SWEEP_PLAN_H
#define COMPARE_SWEEP_PLAN_H

#include <glib.h>

typedef enum {
    COMPARE_VARY_BEVEL_ANGLE,   /* degrees, "none" (no bevels) or "box" (full box bevels) */
    COMPARE_VARY_PART_AT_FACES, /* a number, or "all": spaces part at the root */
    COMPARE_VARY_SIZE,          /* all spaces and shapes so many times as large */
    COMPARE_VARY_SPACES,        /* the first n spaces */
    COMPARE_VARY_BRUSHES        /* the first n brushes */
} CompareVary;

typedef struct {
    CompareVary vary;
    char **values; /* as they were given, with ranges written out */
    char **asked;  /* names of the spaces and shapes whose moves are asked; NULL: all that move, or,
                      where spaces are varied, those that are there at every value */
} CompareSweepPlan;

/* Most values that a plan has. */
#define COMPARE_SWEEP_VALUES 1000

/* Reads "bevel-angle=60,none". Of numbers, "1..16" is every one from 1 to 16, "60..120+15" every
 * fifteenth, and "1..64*2" each twice the last. Fails with BSP_ERROR_VALUE. */
gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error);
void compare_sweep_plan_clear(CompareSweepPlan *plan);

/* "bevel-angle" */
extern const char *const compare_sweep_vary_names[]; /* NULL at the end */
const char *compare_sweep_vary_name(CompareVary vary);

/* What a value says. */
typedef struct {
    gboolean none, box; /* of bevel-angle */
    gboolean all;       /* of part-at-faces */
    double number;
} CompareSweepValue;

/* Fails with BSP_ERROR_VALUE, which no value of a plan does. */
gboolean compare_sweep_value_read(CompareVary vary, const char *text, CompareSweepValue *value,
                                  GError **error);

/* Which of the plan's values, all of them numbers, is the least, and which the greatest. */
guint compare_sweep_plan_least(const CompareSweepPlan *plan);
guint compare_sweep_plan_greatest(const CompareSweepPlan *plan);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareSweepPlan, compare_sweep_plan_clear)

#endif
