/* errors: measures how early each method's answers are, for each shape. */
#include "run/errors.h"

#include <string.h>

#include "run/statistics.h"

const CompareError *compare_error_find(const GArray *errors, const char *shape)
{
    for (guint i = 0; i < errors->len; i++)
        if (strcmp(g_array_index(errors, CompareError, i).shape, shape) == 0)
            return &g_array_index(errors, CompareError, i);
    return NULL;
}

/* Returns the index of the entry with this name. Adds the entry if it is missing. */
static guint index_of(GArray *errors, GPtrArray *distances, const char *name, BspShapeKind kind)
{
    const CompareError *found = compare_error_find(errors, name);
    if (found)
        return (guint)(found - (const CompareError *)(gconstpointer)errors->data);
    CompareError error = { .shape = name, .kind = kind };
    g_array_append_val(errors, error);
    g_ptr_array_add(distances, g_array_new(FALSE, FALSE, sizeof(double)));
    return errors->len - 1;
}

static void summarise_distances(CompareError *error, GArray *distances)
{
    if (distances->len == 0)
        return;
    double *d = (double *)(gpointer)distances->data;
    compare_sort(d, distances->len);
    for (guint i = 0; i < distances->len; i++)
        error->mean += d[i] / distances->len;
    error->p99 = d[(guint)ceil(0.99 * distances->len) -
                   1]; /* the largest value if there are fewer than 100 */
    error->max = d[distances->len - 1];
}

static void add_answer(CompareError *error, GArray *early, const CompareResolved *move,
                       const CompareAnswer *answer)
{
    double off = compare_answer_off(answer), by = fabs(off) * compare_move_length(move);
    error->n++;
    error->n_hits += move->truth.t < 1 && !move->truth.inside ? 1 : 0;
    if (off > 0) {
        if (error->n_late++ == 0 || by > error->max_late)
            error->worst = answer->move;
        error->max_late = MAX(error->max_late, by);
    } else if (off < 0) {
        if (error->n_late == 0 && (error->n_early == 0 || by > error->max))
            error->worst = answer->move;
        error->max = MAX(error->max, by);
        g_array_append_val(early, by);
        error->n_early++;
    }
}

/* Returns the group of shapes in which the mover is counted. Returns NULL if it is not counted. */
static const char *group_of(const CompareMover *mover)
{
    BspShapeKind kind = mover->shape.kind;
    return kind == BSP_SHAPE_POINT ? NULL
           : kind == BSP_SHAPE_BOX ? COMPARE_GROUP_BOXES
                                   : COMPARE_GROUP_ROUND;
}

GArray *compare_errors(const CompareReport *report, const CompareResult *result, gboolean by_group)
{
    GArray *errors = g_array_new(FALSE, FALSE, sizeof(CompareError));
    g_autoptr(GPtrArray) distances = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_report_move(report, answer->move);
        const CompareMover *mover =
            compare_mover(report->scenario, compare_report_trajectory(report, move)->mover);
        const char *name = by_group ? group_of(mover) : mover->name;
        if (!name)
            continue;
        guint k = index_of(errors, distances, name, mover->shape.kind);
        add_answer(&g_array_index(errors, CompareError, k), distances->pdata[k], move, answer);
    }
    for (guint i = 0; i < errors->len; i++)
        summarise_distances(&g_array_index(errors, CompareError, i), distances->pdata[i]);
    return errors;
}
