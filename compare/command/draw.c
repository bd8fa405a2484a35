/* draw: "bspcompare draw" draws a slice or a plan of a level. */
#include <string.h>

#include "command/command.h"
#include "command/movers.h"
#include "command/program.h"
#include "command/progress.h"
#include "command/report.h"
#include "draw/drawing.h"
#include "text/file.h"
#include "text/strings.h"

/* The values on the command line, before they are parsed. */
static struct {
    char *plane, *shape, *region, *move;
} own;

/* --- values --- */

static gboolean read_number(const char *text, double *number)
{
    return compare_number_read(text, number) && fabs(*number) <= COMPARE_DRAW_FARTHEST;
}

static gboolean read_plane(const char *text, CompareDrawing *d, GError **error)
{
    if (text[0] >= 'x' && text[0] <= 'z' && text[1] == '=' && read_number(text + 2, &d->at)) {
        d->axis = (guint)(text[0] - 'x');
        return TRUE;
    }
    return compare_wrong(
        error, "--plane: '%s' is not a plane; write an axis, =, and a number, such as z=48", text);
}

static gboolean read_region(const char *text, CompareDrawing *d, GError **error)
{
    g_auto(GStrv) corners = g_strsplit(text, ":", -1);
    d->has_region = g_strv_length(corners) == 2;
    for (guint i = 0; i < 2 && d->has_region; i++) {
        g_auto(GStrv) numbers = g_strsplit(corners[i], ",", -1);
        d->has_region = g_strv_length(numbers) == 2 && read_number(numbers[0], &d->region[2 * i]) &&
                        read_number(numbers[1], &d->region[2 * i + 1]);
    }
    return d->has_region || compare_wrong(error,
                                          "--region: '%s' is not a region; write the lower left "
                                          "corner and the upper right corner, such as -64,0:64,128",
                                          text);
}

static gboolean find_move(const char *text, CompareDrawing *d, GError **error)
{
    CompareMoveName move;
    if (!compare_read_move_name(text, d->scenario, &move, error))
        return FALSE;
    d->one_move = d->has_mover = TRUE;
    d->trajectory = move.trajectory;
    d->number = move.number;
    d->mover = compare_scenario_trajectory(d->scenario, move.trajectory)->mover;
    return TRUE;
}

/* --- the content of the drawing --- */

static gboolean find_drawing(const CompareScenario *s, CompareDrawing *d, GError **error)
{
    *d = (CompareDrawing){ .kind = own.plane ? COMPARE_DRAW_SLICE : COMPARE_DRAW_PLAN,
                           .scenario = s,
                           .has_mover = own.shape != NULL };
    if (compare_n_movers(s) == 0)
        return compare_wrong(
            error, "%s: the scenario has no spaces and no shapes, so nothing can move", s->path);
    return (!own.plane || read_plane(own.plane, d, error)) &&
           (!own.region || read_region(own.region, d, error)) &&
           (!own.shape || compare_find_mover(s, own.shape, &d->mover, error)) &&
           (!own.move || find_move(own.move, d, error));
}

static gboolean check_output(const char *output, const CompareScenario *s, GError **error)
{
    if (output && strcmp(output, "-") != 0 && !g_str_has_suffix(output, ".svg"))
        return compare_wrong(error, "--output: '%s' must end in .svg", output);
    return compare_output_check(output, error) &&
           compare_output_check_input(output, s->path, error) &&
           compare_output_check_input(output, s->world_path, error);
}

/* Runs the methods over the moves, if there are moves to draw. Fails if the trajectory lacks the
 * move to draw. */
static gboolean find_report(CompareOptions *common, CompareDrawing *d, GError **error)
{
    guint n = 0;
    if (d->scenario->trajectories->len == 0)
        return TRUE;
    if (!compare_options_select_default(common, error))
        return FALSE;
    const CompareStage stage = { compare_progress_stage, d->scenario->name };
    d->report = compare_run(d->scenario, &common->asked, FALSE, &stage, error);
    for (guint i = 0; d->report && d->one_move && i < d->report->moves->len; i++)
        n += g_array_index(d->report->moves, CompareResolved, i).trajectory == d->trajectory;
    return d->report && (!d->one_move || d->number < n ||
                         compare_no_such_move(
                             d->scenario, (CompareMoveName){ d->trajectory, d->number }, n, error));
}

static int draw(CompareOptions *common, GError **error)
{
    CompareDrawing d;
    if (own.shape && own.move) {
        compare_wrong(error, "give --shape or --move, not both");
        return COMPARE_EXIT_BAD;
    }
    /* A level that replaces the scenario has no moves to draw, unless an option names a move. */
    if (!own.move && compare_command_is_level(common->files[0], common))
        common->moves = 0;
    g_autoptr(CompareScenario) s = compare_command_read_scenario(common->files[0], common, error);
    if (!s || !check_output(common->output, s, error) || !find_drawing(s, &d, error))
        return COMPARE_EXIT_BAD;
    g_autofree char *svg = NULL;
    if (find_report(common, &d, error)) {
        compare_progress_stage("drawing", -1, s->name);
        compare_note_turns_not_drawn(s);
        svg = compare_draw_svg(&d, error);
    }
    compare_progress_end();
    compare_report_free((CompareReport *)d.report);
    return svg && compare_output_write(common->output, svg, error) ? COMPARE_EXIT_GOOD
                                                                   : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "plane", 0, 0, G_OPTION_ARG_STRING, &own.plane,
      "Draw a slice at this plane, x=N, y=N or z=N (default: a plan, the level seen from above)",
      "z=N" },
    { "shape", 0, 0, G_OPTION_ARG_STRING, &own.shape, "The space or shape that moves", "NAME" },
    { "move", 0, 0, G_OPTION_ARG_STRING, &own.move,
      "Draw only this move: the trajectory's name or number, and the move's number, both from 0",
      "T:N" },
    { "region", 0, 0, G_OPTION_ARG_STRING, &own.region,
      "Draw only the part between these two corners, the lower left and the upper right",
      "X,Y:X,Y" },
    { 0 },
};

const CompareCommand compare_command_draw = {
    .name = "draw",
    .summary = "draw a slice of a level, or a plan of it",
    .arguments = "SCENARIO",
    .about = "Draws a slice of a scenario's level with its solids, trees and answers, or a plan of "
             "the level, as SVG. The name of the output must end in .svg.",
    .wanted = "scenario",
    .max = 1,
    .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_MOVERS |
              COMPARE_OPTIONS_FILE,
    .options = entries,
    .run = draw,
};
