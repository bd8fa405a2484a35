/* reduce: finds the few brushes with which the answers to a move are still wrong.
 *
 * The method is delta debugging (Zeller and Hildebrandt 2002). It drops halves of the brushes, then
 * quarters, and at last single brushes. First it tries only the brushes nearest to the answers,
 * because a few brushes usually are enough, even in a level of thousands of brushes. */
#include "run/reduce.h"

#include <string.h>

/* Limits of the work. MOST_TRIES limits the number of tries. A try builds the methods for a whole
 * world, so MOST_BRUSHES limits the sum of the brushes in all tries. Building an onion takes a
 * second for some 4000 brushes, and nobody waits for longer than a minute or two. */
#define MOST_TRIES 1000
#define MOST_BRUSHES 400000

typedef struct {
    CompareScenario *one;
    const CompareExample *example;
    const BspWorld *whole; /* the world of the report */
    GArray *kept; /* an array of guint: the brushes of the last world that still showed the fault */
    guint tries, brushes; /* the number of tries, and the sum of the brushes in all tries */
} Reduction;

/* --- whether the answers are still wrong --- */

/* The answers to one move by one or two methods. For one method, the second is NULL. */
typedef struct {
    const CompareResolved *move;
    const CompareAnswer *answers[2];
} Shown;

static Shown shown_by(const CompareReport *report, guint move, const CompareResult *const *results)
{
    return (Shown){ compare_report_move(report, move),
                    { compare_result_find(results[0], move),
                      results[1] ? compare_result_find(results[1], move) : NULL } };
}

/* Returns the units by which the answer is wrong, or by which the two answers differ. */
static double units_off(const Shown *shown)
{
    const CompareAnswer *a = shown->answers[0], *b = shown->answers[1];
    return b ? fabs(a->t - b->t) * compare_move_length(shown->move)
             : compare_answer_units(shown->move, a);
}

static gboolean is_alike(const CompareAnswer *a, const CompareAnswer *b)
{
    return a->transition.type == b->transition.type && a->fault == b->fault &&
           a->plane.verdict == b->plane.verdict;
}

/* Returns whether the scenario still shows the example's fault. In a world with fewer brushes,
 * building a method may fail. For example, a room that leaks cannot be filled. */
static gboolean shows(Reduction *r, const CompareScenario *scenario)
{
    const CompareExample *example = r->example;
    const CompareResult *const *of = example->results;
    const CompareMethodClass *methods[3] = { of[0]->klass, of[1] ? of[1]->klass : NULL };
    guint n = bsp_solid_n_brushes(scenario->world->solid);
    if (++r->tries > MOST_TRIES || (r->brushes += n) > MOST_BRUSHES)
        return FALSE;
    const CompareAsked asked = { methods, example->report->trees };
    g_autoptr(CompareReport) report = compare_run(scenario, &asked, FALSE, NULL, NULL);
    if (!report)
        return FALSE;
    const CompareResult *results[2] = { report->results->pdata[0],
                                        of[1] ? report->results->pdata[1] : NULL };
    Shown before = shown_by(example->report, example->move, of), now = shown_by(report, 0, results);
    return is_alike(before.answers[0], now.answers[0]) &&
           (!of[1] || is_alike(before.answers[1], now.answers[1])) &&
           units_off(&now) >= units_off(&before) / 2;
}

/* --- brushes --- */

/* Tries a world of these brushes, and keeps it if it still shows the example. Takes ownership of
 * the array. */
static gboolean keep(Reduction *r, GArray *brushes)
{
    compare_variant_set_brushes(r->one, compare_world_brushes(r->whole, brushes));
    gboolean is_kept = shows(r, r->one);
    if (is_kept)
        g_array_unref(r->kept);
    else
        g_array_unref(brushes);
    r->kept = is_kept ? brushes : r->kept;
    return is_kept;
}

/* A brush and its distance from the answers. */
typedef struct {
    double units;
    guint brush;
} Near;

static gint compare_near(gconstpointer a, gconstpointer b)
{
    const Near *x = a, *y = b;
    return x->units != y->units ? (x->units > y->units ? 1 : -1) : (gint)x->brush - (gint)y->brush;
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return (x > y) - (x < y);
}

/* Returns the bounds of the mover on its path between the truth and the answers. */
static BspBounds bounds_of_answers(const Reduction *r)
{
    const CompareReport *report = r->example->report;
    Shown shown = shown_by(report, r->example->move, r->example->results);
    const CompareAnswer *a = shown.answers[0], *b = shown.answers[1];
    const CompareTrajectory *t = compare_report_trajectory(report, shown.move);
    double first = MIN(MIN(shown.move->truth.t, a->t), b ? b->t : a->t);
    double last = MAX(MAX(shown.move->truth.t, a->t), b ? b->t : a->t);
    BspVec delta = bsp_vec_sub(shown.move->to, shown.move->from);
    return compare_swept_bounds(&compare_mover(report->scenario, t->mover)->shape,
                                bsp_vec_mad(shown.move->from, first, delta),
                                bsp_vec_mad(shown.move->from, last, delta));
}

static double units_between(const BspBounds *a, const BspBounds *b)
{
    BspVec gap;
    for (guint i = 0; i < 3; i++)
        gap.v[i] = MAX(0, MAX(a->mins.v[i] - b->maxs.v[i], b->mins.v[i] - a->maxs.v[i]));
    return bsp_vec_length(gap);
}

/* Tries the nearest brush, then the nearest two, four and so on. */
static void keep_nearest(Reduction *r)
{
    BspBounds where = bounds_of_answers(r);
    g_autofree Near *near = g_new(Near, r->kept->len);
    guint n = r->kept->len;
    for (guint i = 0; i < n; i++)
        near[i] =
            (Near){ units_between(&where, bsp_brush_bounds(bsp_solid_brush(r->whole->solid, i))),
                    i };
    qsort(near, n, sizeof *near, compare_near);
    for (guint part = 1; part < n; part *= 2) {
        GArray *brushes = g_array_new(FALSE, FALSE, sizeof(guint));
        for (guint i = 0; i < part; i++)
            g_array_append_val(brushes, near[i].brush);
        g_array_sort(brushes, compare_numbers);
        if (keep(r, brushes))
            return;
    }
}

/* Tries to drop each group of `part` brushes. Returns whether any was dropped. */
static gboolean drop_parts(Reduction *r, guint part)
{
    gboolean is_dropped = FALSE;
    for (guint i = 0; i < r->kept->len && part < r->kept->len;) {
        GArray *rest = g_array_copy(r->kept);
        g_array_remove_range(rest, i, MIN(part, rest->len - i));
        gboolean is_kept = keep(r, rest);
        is_dropped = is_dropped || is_kept;
        i += is_kept ? 0 : part;
    }
    return is_dropped;
}

/* --- spaces --- */

/* Drops all spaces except the one that moves. */
static void drop_spaces(Reduction *r)
{
    CompareScenario *one = r->one;
    for (guint i = one->spaces->len; i-- > 0;) {
        CompareTrajectory *t = compare_scenario_trajectory(one, 0);
        if ((gint)i == t->mover)
            continue;
        CompareMover space = compare_mover_copy(compare_mover(one, (gint)i));
        gint mover = t->mover;
        g_array_remove_index(one->spaces, i);
        t->mover -= mover > (gint)i ? 1 : 0;
        if (shows(r, one)) {
            compare_mover_clear(&space);
            continue;
        }
        g_array_insert_val(one->spaces, i, space);
        t->mover = mover;
    }
}

void compare_reduce(CompareScenario *one, const CompareExample *example)
{
    Reduction r = {
        one, example, example->report->scenario->world, g_array_new(FALSE, FALSE, sizeof(guint)),
        0,   0
    };
    for (guint i = 0; i < bsp_solid_n_brushes(r.whole->solid); i++)
        g_array_append_val(r.kept, i);
    keep_nearest(&r);
    for (guint part = r.kept->len / 2; part > 1; part /= 2)
        drop_parts(&r, part);
    while (drop_parts(&r, 1))
        ;
    compare_variant_set_brushes(one, compare_world_brushes(r.whole, r.kept));
    drop_spaces(&r);
    g_array_unref(r.kept);
}
