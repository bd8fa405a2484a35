/* explain: "bspcompare explain" explains each method's answer to one move. */
#include "explain/all.h"

#include <string.h>

#include "command/command.h"
#include "command/movers.h"
#include "command/program.h"
#include "command/progress.h"
#include "command/report.h"
#include "draw/drawing.h"
#include "scenario/parse-shape.h"
#include "scenario/scenario.h"
#include "text/file.h"
#include "tools/bsp-file.h"

static struct {
    char *move, *from, *to, *shape, *picture;
    gboolean all;
} own;

/* --- the move --- */

/* Finds the move of the name `text`. The oracle resolves it, unless the move was recorded. */
static gboolean find_move(const char *text, const CompareScenario *s, CompareResolved *move,
                          GError **error)
{
    CompareMoveName name;
    if (!compare_read_move_name(text, s, &name, error))
        return FALSE;
    *move = (CompareResolved){ .trajectory = name.trajectory, .number = name.number };
    const CompareTrajectory *tr = compare_scenario_trajectory(s, name.trajectory);
    guint n = tr->source == COMPARE_RECORDED ? tr->moves->len : 0;
    if (move->number < n) {
        const CompareMove *recorded = &g_array_index(tr->moves, CompareMove, move->number);
        move->from = recorded->from;
        move->to = recorded->to;
        return TRUE;
    }
    if (tr->source != COMPARE_RECORDED) {
        g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
        g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
        compare_resolve_again(s, oracle, move->trajectory, tr->seed, move->number + 1, moves);
        n = moves->len;
        if (move->number < n) {
            *move = g_array_index(moves, CompareResolved, move->number);
            return TRUE;
        }
    }
    return compare_no_such_move(s, name, n, error);
}

static gboolean parse_ends(CompareResolved *move, GError **error)
{
    const char *to = own.to ? own.to : own.from;
    if (!compare_parse_point(own.from, &move->from))
        return compare_wrong(error, "--from: '%s' is not a point x,y,z", own.from);
    if (!compare_parse_point(to, &move->to))
        return compare_wrong(error, "--to: '%s' is not a point x,y,z", to);
    return TRUE;
}

/* --- the mover --- */

/* Adds a trajectory that has only this move, made by the shape of --shape. */
static gboolean add_trajectory(CompareScenario *s, CompareResolved *move, GError **error)
{
    gint mover = 0;
    if (!compare_find_or_add_mover(s, own.shape, &mover, error))
        return FALSE;
    CompareTrajectory tr =
        compare_trajectory_recorded(g_strdup(own.move ? own.move : "asked"), mover);
    tr.is_asked = own.from != NULL;
    compare_trajectory_add(&tr, (CompareMove){ move->from, move->to },
                           own.move ? compare_resolved_turn(s, move) : NULL);
    move->trajectory = s->trajectories->len;
    move->number = 0;
    g_array_append_val(s->trajectories, tr);
    return TRUE;
}

/* --- the world --- */

/* If the input is a level, it has no spaces of its own. So the new box or shape of --shape is added
 * to --shapes. Then the world is read with the contents that stop the shape. */
static gboolean add_to_level(CompareOptions *common, GError **error)
{
    char *equals = own.shape ? strchr(own.shape, '=') : NULL;
    g_autoptr(CompareScenario) alone = compare_scenario_new("");
    gint mover;
    if (!equals)
        return TRUE;
    if (!compare_find_or_add_mover(alone, own.shape, &mover, error))
        return FALSE; /* messages name --shape, and not --shapes */
    char *list = common->shapes;
    common->shapes = list ? g_strconcat(list, ",", own.shape, NULL) : g_strdup(own.shape);
    g_free(list);
    *equals = 0;
    return TRUE;
}

static CompareScenario *open_place(CompareOptions *common, GError **error)
{
    const char *path = common->files[0], *outputs[] = { common->output, own.picture };
    if (compare_command_is_level(path, common) && !add_to_level(common, error))
        return NULL;
    g_autoptr(CompareScenario) s = compare_command_read_scenario(path, common, error);
    for (guint i = 0; s && i < G_N_ELEMENTS(outputs); i++)
        if (!compare_output_check_input(outputs[i], s->path, error) ||
            !compare_output_check_input(outputs[i], s->world_path, error))
            return NULL;
    return g_steal_pointer(&s);
}

/* --- output --- */

/* Writes both files, or, if one of them cannot be written, none. */
static gboolean write_all(const CompareOptions *common, const CompareExplanation *e,
                          const CompareAllHits *all, GError **error)
{
    CompareDrawing drawing = compare_explanation_drawing(e);
    g_autofree char *svg = own.picture ? compare_draw_svg(&drawing, error) : NULL;
    if (own.picture && !svg)
        return FALSE;
    if (own.picture)
        compare_note_turns_not_drawn(e->scenario);
    g_autofree char *text = compare_explanation_text(e, all, common->style);
    const CompareText texts[] = { { common->output, text }, { own.picture, svg } };
    return compare_outputs_write(texts, svg ? 2 : 1, error);
}

/* --- the command --- */

static gboolean check(const CompareOptions *common, GError **error)
{
    if (!own.move == !own.from)
        return compare_wrong(error, "give --move or --from, and not both");
    if (own.to && !own.from)
        return compare_wrong(error, "--to: give --from, too");
    if (own.from && !own.shape)
        return compare_wrong(error, "--from: give --shape, too, to name what moves");
    if (own.picture && !g_str_has_suffix(own.picture, ".svg"))
        return compare_wrong(error, "--picture: '%s' must end in .svg", own.picture);
    const char *output = common->output ? common->output : "-";
    if (own.picture && compare_output_same(own.picture, output))
        return compare_wrong(error, "two outputs would be written to the same file, %s", output);
    return compare_output_check(output, error) &&
           (!own.picture || compare_output_check(own.picture, error));
}

static int explain(CompareOptions *common, GError **error)
{
    if (!compare_options_select_default(common, error) || !check(common, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareScenario) loaded = open_place(common, error);
    if (!loaded)
        return COMPARE_EXIT_BAD;
    g_autoptr(CompareScenario) s = compare_variant_new(loaded);
    CompareResolved move = { 0 };
    if (!(own.move ? find_move(own.move, s, &move, error) : parse_ends(&move, error)) ||
        (own.shape && !add_trajectory(s, &move, error)))
        return COMPARE_EXIT_BAD;
    const CompareTrajectory *t = compare_scenario_trajectory(s, move.trajectory);
    if (compare_mover(s, t->mover)->solid) {
        compare_wrong(error,
                      "%s: \"%s\" is a solid, and explain takes only spaces and other shapes; "
                      "'bsplevel overlap' names the brushes of a solid that overlap the world",
                      s->path, compare_mover(s, t->mover)->name);
        return COMPARE_EXIT_BAD;
    }
    const CompareStage stage = { compare_progress_stage, s->name };
    g_autoptr(CompareExplanation) e =
        compare_explain(s, loaded->world, &move, &common->asked, &stage, error);
    compare_progress_end();
    if (e && own.all && e->turn) {
        compare_wrong(
            error,
            "--all: the body turns during this move, and --all lists only moves without a turn");
        return COMPARE_EXIT_BAD;
    }
    g_autoptr(CompareAllHits) all = e && own.all ? compare_all_hits_new(e) : NULL;
    if (!e || !write_all(common, e, all, error))
        return COMPARE_EXIT_BAD;
    return compare_report_n_wrong(e->report) || (all && compare_all_hits_are_wrong(all))
               ? COMPARE_EXIT_WRONG
               : COMPARE_EXIT_GOOD;
}

static const GOptionEntry entries[] = {
    { "move", 0, 0, G_OPTION_ARG_STRING, &own.move,
      "The move to explain: the trajectory's name or number, and the move's number, both from 0",
      "T:N" },
    { "from", 0, 0, G_OPTION_ARG_STRING, &own.from, "Instead of --move: the start of the move",
      "X,Y,Z" },
    { "to", 0, 0, G_OPTION_ARG_STRING, &own.to,
      "With --from: the end of the move (default: its start)", "X,Y,Z" },
    { "shape", 0, 0, G_OPTION_ARG_STRING, &own.shape,
      "The space or shape of the scenario that moves, or a new one, written as in --shapes",
      "NAME[=SHAPE]" },
    { "all", 0, 0, G_OPTION_ARG_NONE, &own.all,
      "Let the move go through solid; list all brushes that it meets, and all transitions of "
      "onions and shift trees",
      NULL },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &own.picture,
      "Draw a slice through the stop to FILE, which ends in .svg", "FILE" },
    { 0 },
};

const CompareCommand compare_command_explain = {
    .name = "explain",
    .summary = "one move: the truth, what each method answers, and why",
    .arguments = "SCENARIO",
    .about =
        "Explains one move of a scenario. With --from, SCENARIO may be a level. Prints the true "
        "answer, the brush that is hit, and each method's answer. If a method stops early, also "
        "prints the cell and the plane of its tree that stop the move, and the distance from "
        "solid. Exit status 1 if a method gave a wrong answer or, with --all, a wrong list.",
    .wanted = "scenario",
    .max = 1,
    .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_FILL | COMPARE_OPTIONS_WORLD |
              COMPARE_OPTIONS_MOVERS | COMPARE_OPTIONS_SEED | COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = explain,
};
