/* notes: makes the notes beside the numbers of a report, as records. A record has a kind, the
 * method that it is about, and numbers. result/words.c turns records into sentences. */
#include "result/result.h"

#include "run/judge.h"
#include "run/walkers.h"

/* --- records --- */

/* Adds a record and returns it. `method` is NULL if the record is not about a method. */
static json_object *add_record(json_object *notes, const char *kind, const char *method)
{
    json_object *record = compare_json_object();
    compare_json_add(record, "kind", compare_json_text(kind));
    if (method)
        compare_json_add(record, "method", compare_json_text(method));
    compare_json_append(notes, record);
    return record;
}

static void set_count(json_object *record, const char *key, guint64 n)
{
    compare_json_add(record, key, compare_json_count(n));
}

static void set_number(json_object *record, const char *key, double x)
{
    compare_json_add(record, key, compare_json_exact(x));
}

static void set_text(json_object *record, const char *key, const char *text)
{
    compare_json_add(record, key, compare_json_text(text));
}

/* Sets the member to the vector, whose zeros get no sign. */
static void set_vec(json_object *record, const char *key, BspVec v)
{
    const double numbers[] = { v.x + 0.0, v.y + 0.0, v.z + 0.0 };
    compare_json_add(record, key, compare_json_numbers(numbers, 3));
}

static const CompareResult *result_at(const CompareReport *report, guint i)
{
    return report->results->pdata[i];
}

/* --- the moves that methods take --- */

/* Returns the names of the moving shapes for which the method has this guarantee, each once, in the
 * order of the trajectories. Shapes that are skipped only because they turn or keep a skin are left
 * out. */
static json_object *claimed_shapes(const CompareReport *report, const CompareMethodClass *klass,
                                   CompareClaim claim)
{
    const CompareScenario *s = report->scenario;
    json_object *names = compare_json_array();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        gboolean only_turns =
            claim == COMPARE_SKIPS && ((t->turns && !compare_mover(s, t->mover)->solid) ||
                                       (t->skin > 0 && !klass->keeps_skins));
        if (compare_method_claim(klass, s, t) == claim && !only_turns &&
            g_hash_table_add(seen, GINT_TO_POINTER(t->mover)))
            compare_json_append(names, compare_json_text(compare_mover(s, t->mover)->name));
    }
    return names;
}

gboolean compare_claims_any(const CompareReport *report, const CompareMethodClass *klass,
                            CompareClaim claim)
{
    json_object *names = claimed_shapes(report, klass, claim);
    gboolean any = json_object_array_length(names) > 0;
    json_object_put(names);
    return any;
}

static void add_claims(json_object *notes, const CompareReport *report, const char *kind,
                       CompareClaim claim)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareMethodClass *klass = result_at(report, i)->klass;
        if (compare_claims_any(report, klass, claim))
            compare_json_add(add_record(notes, kind, klass->name), "shapes",
                             claimed_shapes(report, klass, claim));
    }
}

/* Adds the methods that skip moves of convex shapes that turn, and the methods that skip moves that
 * keep a skin, if there are such moves. */
static void add_skips(json_object *notes, const CompareReport *report)
{
    const CompareScenario *s = report->scenario;
    gboolean turns = FALSE, has_skins = FALSE;
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        turns = turns || (t->turns && !compare_mover(s, t->mover)->solid);
        has_skins = has_skins || t->skin > 0;
    }
    for (guint i = 0; turns && i < report->results->len; i++) {
        const CompareMethodClass *klass = result_at(report, i)->klass;
        if (klass->turning == COMPARE_SKIPS && !klass->outsider)
            add_record(notes, "skips turning", klass->name);
    }
    for (guint i = 0; has_skins && i < report->results->len; i++) {
        const CompareMethodClass *klass = result_at(report, i)->klass;
        if (!klass->keeps_skins && !klass->outsider)
            add_record(notes, "skips skins", klass->name);
    }
}

gboolean compare_is_idle(const CompareReport *report, const CompareResult *result)
{
    gboolean has_moves = FALSE;
    for (guint i = 0; i < report->results->len; i++)
        has_moves = has_moves || result_at(report, i)->n_moves > 0;
    return has_moves && result->klass->stationary && result->n_moves == 0;
}

/* Adds the description of each method. Contestants describe themselves. */
static void add_methods(json_object *notes, const CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = result_at(report, i);
        if (!r->klass->outsider && !compare_is_idle(report, r) && r->klass->summary)
            set_text(add_record(notes, "method", r->klass->name), "about", r->klass->summary);
    }
}

/* Adds the methods that answer no move because they take only stationary objects, if any object
 * moves. */
static void add_idle(json_object *notes, const CompareReport *report)
{
    gboolean moves = FALSE;
    for (guint i = 0; i < report->moves->len; i++)
        moves = moves || compare_move_length(compare_report_move(report, i)) > 0;
    for (guint i = 0; moves && i < report->results->len; i++)
        if (compare_is_idle(report, result_at(report, i)))
            add_record(notes, "idle", result_at(report, i)->klass->name);
}

/* --- counts of trees and spaces --- */

/* If filling was requested, adds for each method the number of its trees or spaces whose outside
 * was filled. */
static void add_filled(json_object *notes, const CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = result_at(report, i);
        if (report->trees.build.fill == BSP_FILL_OFF || !r->size.fillable)
            continue;
        json_object *record = add_record(notes, "filled", r->klass->name);
        set_count(record, "n", r->size.filled);
        set_count(record, "of", r->size.fillable);
    }
}

static void add_counts(json_object *notes, const CompareReport *report, const char *kind,
                       gsize offset)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = result_at(report, i);
        guint n = *(const guint *)(gconstpointer)((const char *)r + offset);
        if (n)
            set_count(add_record(notes, kind, r->klass->name), "n", n);
    }
}

/* --- times --- */

static gboolean has_rest(const CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++)
        if (result_at(report, i)->rest_walk.n + result_at(report, i)->rest_shot.n > 0)
            return TRUE;
    return FALSE;
}

/* Adds the methods whose timed walks or shots are mostly displaced copies of other moves. */
static void add_repeated(json_object *notes, const CompareReport *report, gboolean walks)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = result_at(report, i);
        const CompareGroup *group = walks ? &r->walk : &r->shot;
        if (group->timed && !group->fresh)
            add_record(notes, walks ? "repeated walks" : "repeated shots", r->klass->name);
    }
}

static void add_cold(json_object *notes, const CompareReport *report)
{
    json_object *record = add_record(notes, "cold", NULL);
    set_count(record, "bytes", report->cold.bytes);
    set_count(record, "cache_bytes", report->cold.cache);
    set_number(record, "ms", report->cold.ns / 1e6);
}

static void add_timing_notes(json_object *notes, const CompareReport *report)
{
    add_cold(notes, report);
    if (has_rest(report))
        add_record(notes, "rest", NULL);
    add_repeated(notes, report, TRUE);
    add_repeated(notes, report, FALSE);
}

/* Adds the frame in which a body got stuck, or ended in solid. */
static void add_stuck(json_object *notes, const CompareReport *report)
{
    for (guint i = 0; report->walkers && i < report->walkers->len; i++) {
        const CompareWalkers *row = &g_array_index(report->walkers, CompareWalkers, i);
        const CompareFrame *worst = &row->walks.worst;
        if (!row->walks.stuck && !row->walks.in_solid)
            continue;
        json_object *record = add_record(notes, "stuck", row->method);
        set_text(record, "shape", row->shape);
        set_vec(record, "from", worst->from);
        set_vec(record, "delta", worst->delta);
        set_vec(record, "to", worst->to);
        set_vec(record, "ideal", worst->ideal);
    }
}

json_object *compare_notes(const CompareReport *report)
{
    json_object *notes = compare_json_array();
    add_methods(notes, report);
    add_claims(notes, report, "conservative", COMPARE_CONSERVATIVE);
    add_claims(notes, report, "skips", COMPARE_SKIPS);
    add_skips(notes, report);
    add_idle(notes, report);
    add_counts(notes, report, "wrong", offsetof(CompareResult, n_wrong));
    add_filled(notes, report);
    add_counts(notes, report, "in filling", offsetof(CompareResult, n_in_filling));
    add_counts(notes, report, "in crack", offsetof(CompareResult, n_in_crack));
    if (report->reference)
        add_timing_notes(notes, report);
    add_stuck(notes, report);
    return notes;
}

json_object *compare_sweep_notes(const CompareSweep *sweep)
{
    json_object *notes = compare_json_array();
    for (guint i = 0; i < sweep->rows->len; i++) {
        const CompareSweepRow *row = &g_array_index(sweep->rows, CompareSweepRow, i);
        if (!row->result->n_wrong)
            continue;
        json_object *record = add_record(notes, "wrong", row->result->klass->name);
        set_text(record, "value", row->value);
        set_count(record, "n", row->result->n_wrong);
    }
    for (guint i = 0; i < sweep->reports->len; i++) {
        if (has_rest(sweep->reports->pdata[i])) {
            add_record(notes, "common times", NULL);
            break;
        }
    }
    if (((const CompareReport *)sweep->reports->pdata[0])->reference)
        add_cold(notes, sweep->reports->pdata[0]);
    return notes;
}

/* --- regress --- */

static void set_move(json_object *record, const CompareReport *report, const CompareAnswer *answer)
{
    const CompareResolved *move = compare_answered_move(report, answer);
    const CompareTrajectory *t = compare_report_trajectory(report, move);
    set_text(record, "trajectory", t->name);
    set_text(record, "shape", compare_mover(report->scenario, t->mover)->name);
    set_count(record, "move", move->number);
}

static void add_pair(json_object *notes, const CompareReport *report, const ComparePair *pair)
{
    if (!pair->first || !pair->second)
        return;
    json_object *record = add_record(notes, "pair", pair->first->klass->name);
    set_text(record, "second", pair->second->klass->name);
    set_count(record, "moves", pair->n_moves);
    set_count(record, "classes", pair->n_class);
    set_number(record, "units", pair->max_units);
    set_count(record, "normals", pair->n_normal);
    if (!pair->a)
        return;
    double length = compare_move_length(compare_answered_move(report, pair->a));
    set_move(record, report, pair->a);
    set_text(record, "class", bsp_transition_class_name(pair->a->transition.type));
    set_number(record, "at", pair->a->t * length);
    set_text(record, "second_class", bsp_transition_class_name(pair->b->transition.type));
    set_number(record, "second_at", pair->b->t * length);
}

static void add_worst(json_object *notes, const CompareReport *report, const CompareWrong *worst)
{
    static const char *const faults[] = {
        [COMPARE_FAULT_PLANE] = "hits with a wrong plane",
        [COMPARE_FAULT_EARLY] = "early",
        [COMPARE_FAULT_LATE] = "late",
        [COMPARE_FAULT_START] = "takes the solid that it starts in for a hit",
        [COMPARE_FAULT_EXIT_TOO_SOON] = "leaves the solid that it starts in too soon",
        [COMPARE_FAULT_EXIT_TOO_LATE] = "leaves the solid that it starts in too late",
    };
    const CompareAnswer *answer = worst->answer;
    json_object *record = add_record(notes, "worst", worst->result->klass->name);
    set_move(record, report, answer);
    const BspTransition *tr = &answer->transition;
    gboolean is_plane = answer->fault == COMPARE_FAULT_PLANE;
    set_text(record, "error",
             is_plane && tr->type == BSP_SOLID_TO_EMPTY ? "leaves solid with a wrong plane"
                                                        : faults[answer->fault]);
    set_number(record, "units", worst->units);
    if (is_plane) {
        set_text(record, "reason", compare_plane_words(answer->plane.verdict));
        set_vec(record, "normal", tr->plane.normal);
        set_number(record, "dist", tr->plane.dist);
    }
}

void compare_add_regress_notes(json_object *notes, const CompareReport *report,
                               const CompareRegress *regress)
{
    add_pair(notes, report, &regress->pair);
    if (regress->worst.result)
        add_worst(notes, report, &regress->worst);
}
