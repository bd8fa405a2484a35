/* compare-error: how early a method answers, shape by shape, in units of distance. */
#include "compare-error.h"

#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static CompareError *error_of(GArray *errors, GPtrArray *distances, const char *name,
                              BspShapeKind kind)
{
    for (guint i = 0; i < errors->len; i++)
        if (strcmp(g_array_index(errors, CompareError, i).shape, name) == 0)
            return &g_array_index(errors, CompareError, i);
    CompareError error = { .shape = name, .kind = kind };
    g_array_append_val(errors, error);
    g_ptr_array_add(distances, g_array_new(FALSE, FALSE, sizeof(double)));
    return &g_array_index(errors, CompareError, errors->len - 1);
}

static void summarise(CompareError *error, GArray *distances)
{
    if (distances->len == 0)
        return;
    double *d = (double *)(gpointer)distances->data;
    qsort(d, distances->len, sizeof *d, compare_doubles);
    for (guint i = 0; i < distances->len; i++)
        error->mean += d[i] / distances->len;
    error->p99 = d[(guint)(0.99 * (distances->len - 1))];
    error->max = d[distances->len - 1];
}

GArray *compare_errors(const CompareReport *report, const CompareResult *result)
{
    const CompareScenario *s = report->scenario;
    GArray *errors = g_array_new(FALSE, FALSE, sizeof(CompareError));
    g_autoptr(GPtrArray) distances = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, answer->move);
        const CompareTrajectory *tr =
            &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
        CompareError *error = error_of(errors, distances, compare_scenario_shape_name(s, tr),
                                       compare_scenario_shape(s, tr)->kind);
        GArray *early = distances->pdata[error - (CompareError *)(gpointer)errors->data];
        error->n++;
        error->n_hits += move->truth.t < 1 ? 1 : 0;
        if (answer->t > move->truth.t_hi) {
            error->n_late++;
            error->worst = answer->move;
        } else if (answer->t < move->truth.t_lo) {
            double by =
                (move->truth.t_lo - answer->t) * bsp_vec_length(bsp_vec_sub(move->to, move->from));
            error->n_early++;
            g_array_append_val(early, by);
            if (by > error->max && error->n_late == 0) {
                error->max = by;
                error->worst = answer->move;
            }
        }
    }
    for (guint i = 0; i < errors->len; i++)
        summarise(&g_array_index(errors, CompareError, i), distances->pdata[i]);
    return errors;
}
