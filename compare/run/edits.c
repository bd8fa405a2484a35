/* edits: changes the world of a scenario between moves, and lets each method follow. */
#include "run/edits.h"

#include "bsp-edit.h"
#include "run/answer-hash.h"
#include "run/machine.h"
#include "run/statistics.h"
#include "tools/bsp-inspect.h"

/* Units. Half the size of a block that is added. Blocks are between the sizes of a crate and of a
 * wall. */
#define LEAST_HALF 8
#define MOST_HALF 32

/* A method that follows the edits, and its row. */
typedef struct {
    const CompareMethodClass *klass;
    BspEditor *editor; /* the editor of the method's table; NULL if the method is built anew after
                          each edit */
    double *ms;        /* the milliseconds of each edit */
    CompareEditRow row;
} Follower;

typedef struct {
    const CompareReport *report;
    const CompareStage *stage;
    char *label;
    CompareTrees trees;
    GRand *rand;
    GPtrArray *drawn;     /* an array of BspBrush: the brushes that were drawn; owned */
    GPtrArray *brushes;   /* an array of BspBrush by number; NULL for a number without a brush */
    GArray *places;       /* an array of guint32: the place of each number in the solid of `now` */
    CompareScenario *now; /* the scenario with the edited world */
    GArray *followers;    /* an array of Follower */
} Run;

static gboolean report_progress(double done, gpointer data)
{
    const Run *run = data;
    compare_stage_report(run->stage, run->label, done);
    return TRUE;
}

/* --- edits --- */

static guint first_move(const Run *run, guint i)
{
    return (guint)((guint64)i * run->report->moves->len / run->report->scenario->edits.n);
}

/* Returns a random box or wedge around the point. */
static BspBrush *draw_block(GRand *rand, BspVec p, GError **error)
{
    BspPlane planes[7];
    for (int k = 0; k < 3; k++) {
        double half = compare_draw_whole(rand, LEAST_HALF, MOST_HALF);
        planes[2 * k] = (BspPlane){ bsp_vec_axis(k), p.v[k] + half };
        planes[2 * k + 1] = (BspPlane){ bsp_vec_scale(bsp_vec_axis(k), -1), half - p.v[k] };
    }
    BspVec slope = bsp_vec(g_rand_boolean(rand) ? 1 : -1, 0, 1);
    planes[6] = (BspPlane){ slope, bsp_vec_dot(slope, p) };
    return bsp_brush_new_planes(planes, g_rand_boolean(rand) ? 6 : 7, error);
}

/* Draws an edit, which adds and removes a brush in turn. It adds a block in the way of the next
 * move, and removes the brush that the next move hits, or else any brush. */
static gboolean draw_edit(Run *run, guint i, CompareEdit *edit, GError **error)
{
    const BspBounds *room = bsp_solid_bounds(run->report->scenario->world->solid);
    const CompareResolved *move = compare_report_move(run->report, first_move(run, i));
    double limit = BSP_WORLD_HALF - MOST_HALF;
    *edit = (CompareEdit){ .remove = move->truth.brush };
    if (i % 2 == 1) {
        while (edit->remove >= run->brushes->len || !run->brushes->pdata[edit->remove])
            edit->remove = (guint32)g_rand_int_range(run->rand, 0, (gint32)run->brushes->len);
        return TRUE;
    }
    BspVec p = bsp_vec_lerp(move->from, move->to, g_rand_double(run->rand));
    for (int k = 0; k < 3; k++) {
        p.v[k] = CLAMP(floor(p.v[k]), room->mins.v[k], room->maxs.v[k]);
        p.v[k] = CLAMP(p.v[k], -limit, limit);
    }
    edit->add = draw_block(run->rand, p, error);
    if (edit->add)
        g_ptr_array_add(run->drawn, edit->add);
    return edit->add != NULL;
}

/* Edits the world. Returns the moves that follow the edit, with their true answers. */
static GArray *apply_edit(Run *run, guint i, const CompareEdit *edit)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    GPtrArray *brushes = g_ptr_array_new();
    compare_edit_apply(edit, run->brushes);
    g_array_set_size(run->places, run->brushes->len);
    for (guint k = 0; k < run->brushes->len; k++) {
        g_array_index(run->places, guint32, k) = brushes->len;
        if (run->brushes->pdata[k])
            g_ptr_array_add(brushes, run->brushes->pdata[k]);
    }
    compare_variant_set_brushes(run->now, brushes);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(run->now->world->solid);
    guint first = first_move(run, i);
    g_array_append_vals(moves, &g_array_index(run->report->moves, CompareResolved, first),
                        first_move(run, i + 1) - first);
    return compare_moves_resolved_in(moves, run->now, oracle);
}

/* --- the brush table --- */

/* A version of the edited table, and the places of its brushes in the solid by which answers are
 * judged. */
typedef struct {
    BspBrushTable *table;
    const GArray *places;
} Edited;

static void edited_size(gpointer data, CompareSize *size)
{
    compare_brushes.size(((const Edited *)data)->table, size);
}

static void edited_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                         BspCounters *counters)
{
    const Edited *edited = data;
    compare_brushes.trace(edited->table, call, answer, counters);
    if (answer->hit.brush < edited->places->len)
        answer->hit.brush = g_array_index(edited->places, guint32, answer->hit.brush);
}

/* Returns an editor with room for all brushes that the scenario adds. */
static BspEditor *editor_new(const CompareScenario *s)
{
    BspEditOptions options = {
        .most = MIN(bsp_solid_n_brushes(s->world->solid) + s->edits.n, BSP_EDIT_MOST),
        .room = bsp_bounds_grown(bsp_solid_bounds(s->world->solid), MOST_HALF)
    };
    for (guint i = 0; s->edits.written && i < s->edits.n; i++) {
        const CompareEdit *edit = &g_array_index(s->edits.written, CompareEdit, i);
        if (edit->add)
            bsp_bounds_add(&options.room, bsp_brush_bounds(edit->add));
    }
    BspEditor *editor = bsp_editor_new(s->world->solid, &options);
    if (!editor)
        g_error("out of memory"); /* GLib also ends the program if memory runs out */
    return editor;
}

/* --- following --- */

static void judge(const CompareMethod *method, const GArray *moves, CompareEditRow *row)
{
    CompareResult *result = compare_answer(method, moves);
    row->n_edits++;
    row->n_moves += result->n_moves;
    row->n_early += result->n_early;
    row->n_late += result->n_late;
    row->n_wrong += result->n_wrong;
    row->hash = compare_hash_word(row->hash, result->hash);
    compare_result_free(result);
}

static gboolean follow_by_edit(const Run *run, Follower *f, const CompareEdit *edit,
                               const GArray *moves, GError **error)
{
    CompareMethodClass klass = *f->klass;
    klass.size = edited_size;
    klass.trace = edited_trace;
    double start = compare_clock_wall();
    gboolean is_good = edit->add ? bsp_editor_add(f->editor, edit->add, NULL, error)
                                 : bsp_editor_remove(f->editor, edit->remove);
    Edited edited = { is_good ? bsp_editor_version(f->editor) : NULL, run->places };
    f->ms[f->row.n_edits] = (compare_clock_wall() - start) / 1e6;
    if (!edited.table)
        return FALSE;
    judge(&(CompareMethod){ .klass = &klass, .scenario = run->now, .data = &edited }, moves,
          &f->row);
    bsp_brush_table_free(edited.table);
    return TRUE;
}

static gboolean follow_by_build(Run *run, Follower *f, const GArray *moves, GError **error)
{
    double start = compare_clock_wall();
    CompareMethod *method =
        compare_method_new(f->klass, run->now, &run->trees, report_progress, run, error);
    f->ms[f->row.n_edits] = (compare_clock_wall() - start) / 1e6;
    if (method)
        judge(method, moves, &f->row);
    compare_method_free(method);
    return method != NULL;
}

/* Lets all methods follow edit i. The table that is built anew must come after the table that is
 * edited, because their answers are compared. */
static gboolean follow(Run *run, guint i, const CompareEdit *edit, GError **error)
{
    g_autoptr(GArray) moves = apply_edit(run, i, edit);
    for (guint k = 0; k < run->followers->len; k++) {
        Follower *f = &g_array_index(run->followers, Follower, k);
        g_free(run->label);
        run->label = g_strdup_printf("edit %u of %u, %s", i + 1, run->report->scenario->edits.n,
                                     f->row.method);
        report_progress(0, run);
        if (!(f->editor ? follow_by_edit(run, f, edit, moves, error)
                        : follow_by_build(run, f, moves, error)))
            return FALSE;
        if (k > 0 && f[-1].editor)
            f[-1].row.n_wrong += f[-1].row.hash != f->row.hash ? 1 : 0;
    }
    return TRUE;
}

/* --- all edits --- */

static void add_follower(Run *run, const CompareMethodClass *klass, BspEditor *editor)
{
    Follower f = { klass, editor, g_new(double, run->report->scenario->edits.n), { 0 } };
    f.row.method = klass->name;
    f.row.how = editor ? "edited" : "built anew";
    f.row.hash = BSP_HASH_START;
    g_array_append_val(run->followers, f);
}

static void follower_clear(gpointer data)
{
    Follower *f = data;
    bsp_editor_free(f->editor);
    g_free(f->ms);
}

static void run_init(Run *run, const CompareReport *report, const CompareAsked *asked,
                     const CompareStage *stage)
{
    const CompareScenario *s = report->scenario;
    *run = (Run){ .report = report,
                  .stage = stage,
                  .trees = asked->trees,
                  .rand = compare_rand_new(s->edits.seed),
                  .drawn = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free),
                  .brushes = compare_world_brushes(s->world, NULL),
                  .places = g_array_new(FALSE, FALSE, sizeof(guint32)),
                  .now = compare_variant_new(s),
                  .followers = g_array_new(FALSE, FALSE, sizeof(Follower)) };
    run->trees.build.fill = BSP_FILL_OFF;
    g_array_set_clear_func(run->followers, follower_clear);
    for (guint i = 0; asked->methods[i]; i++) {
        if (asked->methods[i] == &compare_brushes)
            add_follower(run, asked->methods[i], editor_new(s));
        add_follower(run, asked->methods[i], NULL);
    }
}

static void run_clear(Run *run)
{
    g_free(run->label);
    g_array_unref(run->followers);
    compare_scenario_free(run->now);
    g_array_unref(run->places);
    g_ptr_array_unref(run->brushes);
    g_ptr_array_unref(run->drawn);
    g_rand_free(run->rand);
}

static void add_rows(CompareReport *report, const Run *run, gboolean is_timed)
{
    report->edits = g_array_new(FALSE, FALSE, sizeof(CompareEditRow));
    for (guint i = 0; i < run->followers->len; i++) {
        Follower *f = &g_array_index(run->followers, Follower, i);
        compare_sort(f->ms, f->row.n_edits);
        f->row.ms = is_timed ? compare_quantile(f->ms, f->row.n_edits, 0.5) : 0;
        f->row.ms_worst = is_timed ? f->ms[f->row.n_edits - 1] : 0;
        g_array_append_val(report->edits, f->row);
        report->n_wrong_further += f->row.n_wrong;
    }
}

gboolean compare_edits(CompareReport *report, const CompareAsked *asked, gboolean is_timed,
                       const CompareStage *stage, GError **error)
{
    const CompareEdits *edits = &report->scenario->edits;
    gboolean is_good = TRUE;
    Run run;
    if (edits->n == 0)
        return TRUE;
    run_init(&run, report, asked, stage);
    for (guint i = 0; is_good && i < edits->n; i++) {
        CompareEdit edit;
        if (edits->written)
            edit = g_array_index(edits->written, CompareEdit, i);
        else
            is_good = draw_edit(&run, i, &edit, error);
        is_good = is_good && follow(&run, i, &edit, error);
        if (!is_good)
            g_prefix_error(error, "edit %u: ", i + 1);
    }
    if (is_good)
        add_rows(report, &run, is_timed);
    run_clear(&run);
    return is_good;
}
