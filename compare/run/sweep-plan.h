/* sweep-plan: what a sweep varies, its values, and the shapes whose moves are used. */
#ifndef COMPARE_SWEEP_PLAN_H
#define COMPARE_SWEEP_PLAN_H

#include <glib.h>

typedef enum {
    COMPARE_VARY_BEVEL_ANGLE,   /* degrees, "none" (no bevels) or "box" (full box bevels) */
    COMPARE_VARY_PART_AT_FACES, /* a number, or "all": spaces part at the root */
    COMPARE_VARY_SIZE,          /* scale factor of all spaces and shapes */
    COMPARE_VARY_SPACES,        /* the first n spaces */
    COMPARE_VARY_BRUSHES        /* the first n brushes */
} CompareVary;

typedef struct {
    CompareVary vary;
    char **values; /* as given, with ranges expanded */
    char **asked;  /* names of the spaces and shapes whose moves are used; NULL: all that move, or,
                      if spaces are varied, those present at every value */
} CompareSweepPlan;

/* The most values of a plan. */
#define COMPARE_SWEEP_VALUES 1000

/* Parses "bevel-angle=60,none". Ranges of numbers: "1..16" is every integer from 1 to 16,
 * "60..120+15" every fifteenth, and "1..64*2" doubles each time. Fails with BSP_ERROR_VALUE. */
gboolean compare_sweep_plan_parse(const char *text, CompareSweepPlan *plan, GError **error);
void compare_sweep_plan_clear(CompareSweepPlan *plan);

/* "bevel-angle" */
extern const char *const compare_sweep_vary_names[]; /* NULL at the end */
const char *compare_sweep_vary_name(CompareVary vary);

/* The meaning of one value. */
typedef struct {
    gboolean none, box; /* for bevel-angle */
    gboolean all;       /* for part-at-faces */
    double number;
} CompareSweepValue;

/* Fails with BSP_ERROR_VALUE. The values of a parsed plan do not fail. */
gboolean compare_sweep_value_read(CompareVary vary, const char *text, CompareSweepValue *value,
                                  GError **error);

/* Index of the smallest or the greatest of the plan's values, which must all be numbers. */
guint compare_sweep_plan_least(const CompareSweepPlan *plan);
guint compare_sweep_plan_greatest(const CompareSweepPlan *plan);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareSweepPlan, compare_sweep_plan_clear)

#endif
