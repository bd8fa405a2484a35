/* drawing: the mover of a drawing, its areas, and the marks of its moves and of each method's
 * stops. */
#include "draw/drawing.h"

#include <string.h>

#include "text/strings.h"

const char *const compare_layer_names[] = { "solid", "cells", "bevels", "shifted",
                                            "moves", "stops", NULL };

gint compare_drawing_mover(const CompareDrawing *d)
{
    if (d->has_mover)
        return d->mover;
    if (d->scenario->trajectories->len)
        return compare_scenario_mover(compare_scenario_trajectory(d->scenario, d->trajectory));
    return d->scenario->spaces->len ? 0 : ~0;
}

const BspShape *compare_drawing_shape(const CompareDrawing *d)
{
    return compare_scenario_mover_shape(d->scenario, compare_drawing_mover(d));
}

guint32 compare_drawing_mask(const CompareDrawing *d)
{
    return compare_scenario_mover_mask(d->scenario, compare_drawing_mover(d));
}

const char *compare_drawing_shape_name(const CompareDrawing *d)
{
    return compare_scenario_mover_name(d->scenario, compare_drawing_mover(d));
}

static void clear_area(gpointer data)
{
    g_free(((CompareArea *)data)->outline);
}

GArray *compare_areas_new(void)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(CompareArea));
    g_array_set_clear_func(areas, clear_area);
    return areas;
}

/* --- marks --- */

/* At most this many stopped moves get marks; more would be indistinguishable. */
#define MOST_STOPS 40

/* At most this many lines are drawn; more would make a black picture of a megabyte. */
#define MOST_MOVES 5000

/* Pixels. Methods whose stops differ by at most this in every move share a mark. */
#define ALIKE 0.75

typedef struct {
    GString *names;
    GArray *stops; /* BspVec, for each stopped move; x is NaN if the method does not stop it */
} Group;

struct CompareMarks {
    const CompareDrawing *drawing;
    GArray *moves;     /* guint: the shown moves, at most MOST_MOVES */
    guint n_near;      /* number of moves near enough to the slice */
    GArray *stopped;   /* guint: the shown moves that stop, at most MOST_STOPS */
    guint n_stopped;   /* number of shown moves that stop */
    GPtrArray *groups; /* Group: methods with the same stops */
};

static const CompareResolved *move_of(const CompareMarks *marks, guint i)
{
    return &g_array_index(marks->drawing->report->moves, CompareResolved, i);
}

/* --- choosing --- */

static gboolean is_near(const CompareDrawing *d, const CompareResolved *move)
{
    const CompareTrajectory *tr = compare_report_trajectory(d->report, move);
    if (d->one_move)
        return move->trajectory == d->trajectory && move->number == d->number;
    if (compare_scenario_mover(tr) != compare_drawing_mover(d))
        return FALSE;
    double near = d->near > 0 ? d->near : COMPARE_DRAW_NEAR;
    return d->kind != COMPARE_DRAW_SLICE || (fabs(move->from.v[d->axis] - d->at) <= near &&
                                             fabs(move->to.v[d->axis] - d->at) <= near);
}

static void choose_moves(CompareMarks *marks, const CompareMap *map)
{
    for (guint i = 0; i < marks->drawing->report->moves->len; i++) {
        const CompareResolved *move = move_of(marks, i);
        CompareSegment segment = { move->from, move->to };
        if (is_near(marks->drawing, move) && compare_map_clip(map, &segment) &&
            marks->n_near++ < MOST_MOVES)
            g_array_append_val(marks->moves, i);
    }
}

/* TRUE if the move stops before its end, by the oracle or a method. */
static gboolean is_stopped(const CompareMarks *marks, guint move)
{
    const GPtrArray *results = marks->drawing->report->results;
    gboolean stopped = move_of(marks, move)->truth.t < 1;
    for (guint r = 0; r < results->len && !stopped; r++) {
        const CompareAnswer *answer = compare_result_find(results->pdata[r], move);
        stopped = answer && answer->t < 1;
    }
    return stopped;
}

static void choose_stopped(CompareMarks *marks)
{
    for (guint i = 0; i < marks->moves->len; i++) {
        guint move = g_array_index(marks->moves, guint, i);
        if (is_stopped(marks, move) && marks->n_stopped++ < MOST_STOPS)
            g_array_append_val(marks->stopped, move);
    }
}

/* --- methods with the same stops --- */

static void free_group(gpointer data)
{
    Group *group = data;
    g_string_free(group->names, TRUE);
    g_array_unref(group->stops);
    g_free(group);
}

/* The method's stops; NULL if it stops none of the moves. A move that reaches its end has no stop,
 * unless the oracle stops it. */
static GArray *stops_of(const CompareMarks *marks, const CompareResult *result)
{
    GArray *stops = g_array_new(FALSE, FALSE, sizeof(BspVec));
    gboolean any = FALSE;
    for (guint i = 0; i < marks->stopped->len; i++) {
        guint index = g_array_index(marks->stopped, guint, i);
        const CompareResolved *move = move_of(marks, index);
        const CompareAnswer *answer = compare_result_find(result, index);
        gboolean stops_here = answer && (answer->t < 1 || move->truth.t < 1);
        BspVec stop =
            stops_here ? bsp_vec_lerp(move->from, move->to, answer->t) : bsp_vec((double)NAN, 0, 0);
        any = any || stops_here;
        g_array_append_val(stops, stop);
    }
    if (any)
        return stops;
    g_array_unref(stops);
    return NULL;
}

static gboolean are_alike(const GArray *a, const GArray *b, double apart)
{
    for (guint i = 0; i < a->len; i++) {
        BspVec p = g_array_index(a, BspVec, i), q = g_array_index(b, BspVec, i);
        if (isnan(p.x) != isnan(q.x))
            return FALSE;
        if (!isnan(p.x) && bsp_vec_length(bsp_vec_sub(p, q)) > apart)
            return FALSE;
    }
    return TRUE;
}

static void add_to_group(CompareMarks *marks, const char *name, GArray *stops, double apart)
{
    for (guint g = 0; g < marks->groups->len; g++) {
        Group *group = marks->groups->pdata[g];
        if (are_alike(group->stops, stops, apart)) {
            g_string_append_printf(group->names, ", %s", name);
            g_array_unref(stops);
            return;
        }
    }
    Group *group = g_new(Group, 1);
    *group = (Group){ g_string_new(name), stops };
    g_ptr_array_add(marks->groups, group);
}

static void group_methods(CompareMarks *marks, double apart)
{
    const GPtrArray *results = marks->drawing->report->results;
    for (guint r = 0; r < results->len && marks->stopped->len; r++) {
        const CompareResult *result = results->pdata[r];
        GArray *stops = stops_of(marks, result);
        if (stops)
            add_to_group(marks, result->klass->name, stops, apart);
    }
}

CompareMarks *compare_marks_new(const CompareDrawing *drawing, const CompareMap *map)
{
    CompareMarks *marks = g_new0(CompareMarks, 1);
    marks->drawing = drawing;
    marks->moves = g_array_new(FALSE, FALSE, sizeof(guint));
    marks->stopped = g_array_new(FALSE, FALSE, sizeof(guint));
    marks->groups = g_ptr_array_new_with_free_func(free_group);
    gboolean has_layers = (drawing->layers & (COMPARE_LAYER_MOVES | COMPARE_LAYER_STOPS)) != 0;
    if (!drawing->report || (!has_layers && !drawing->one_move))
        return marks;
    choose_moves(marks, map);
    if (drawing->layers & COMPARE_LAYER_STOPS) {
        choose_stopped(marks);
        group_methods(marks, ALIKE / map->scale);
    }
    return marks;
}

void compare_marks_free(CompareMarks *marks)
{
    if (!marks)
        return;
    g_array_unref(marks->moves);
    g_array_unref(marks->stopped);
    g_ptr_array_unref(marks->groups);
    g_free(marks);
}

/* --- painting --- */

/* Pixels: size of an arrow's head, and the shortest move with an arrow. */
#define ARROW 7.0
#define LEAST_FOR_ARROW 24.0

/* Adds the two strokes of an arrow head at the end of the line. */
static void add_arrow(const CompareMap *map, BspVec from, BspVec to, GArray *lines)
{
    BspVec along = bsp_vec(0, 0, 0), aside = along;
    along.v[map->across] = to.v[map->across] - from.v[map->across];
    along.v[map->up] = to.v[map->up] - from.v[map->up];
    double length = bsp_vec_length(along);
    if (length * map->scale < LEAST_FOR_ARROW)
        return;
    along = bsp_vec_scale(along, ARROW / map->scale / length);
    aside.v[map->across] = -along.v[map->up];
    aside.v[map->up] = along.v[map->across];
    for (int k = -1; k <= 1; k += 2) {
        CompareSegment stroke = { to, bsp_vec_mad(bsp_vec_sub(to, along), 0.45 * k, aside) };
        g_array_append_val(lines, stroke);
    }
}

static void paint_lines(CompareCanvas *canvas, const GArray *lines, CompareColour colour,
                        double width)
{
    compare_canvas_segments(canvas, lines, canvas->theme.paper, width + 1.8, 0.7);
    compare_canvas_segments(canvas, lines, colour, width, 1);
}

/* Draws the wanted moves faintly, and the part before the true stop strongly. */
static void paint_moves(const CompareMarks *marks, CompareCanvas *canvas, CompareLegend *legend)
{
    g_autoptr(GArray) wanted = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    g_autoptr(GArray) done = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    gboolean few = marks->moves->len <= MOST_STOPS;
    for (guint i = 0; i < marks->moves->len; i++) {
        const CompareResolved *move = move_of(marks, g_array_index(marks->moves, guint, i));
        BspVec stop = bsp_vec_lerp(move->from, move->to, move->truth.t);
        CompareSegment way = { move->from, stop }, rest = { stop, move->to };
        g_array_append_val(done, way);
        if (few && move->truth.t < 1)
            g_array_append_val(wanted, rest);
        if (few)
            add_arrow(&canvas->map, move->from, move->to, move->truth.t < 1 ? wanted : done);
    }
    double width = few ? 1.6 : 0.8;
    paint_lines(canvas, wanted, canvas->theme.faint, width);
    paint_lines(canvas, done, canvas->theme.ink, width);
    const char *name = compare_drawing_shape_name(marks->drawing);
    gboolean is_stuck = marks->drawing->is_stuck;
    if (marks->moves->len == 1 && !is_stuck)
        compare_legend_line(legend, canvas->theme.ink, width, "a move of %s", name);
    else if (!is_stuck)
        compare_legend_line(legend, canvas->theme.ink, width, "%u moves of %s", marks->moves->len,
                            name);
    if (marks->n_near > marks->moves->len)
        compare_legend_note(legend, "the first of %u moves", marks->n_near);
    if (wanted->len)
        compare_legend_line(legend, canvas->theme.faint, width,
                            marks->moves->len == 1 ? "its way if nothing stopped it"
                                                   : "their ends if nothing stopped them");
}

/* The mark of each group of methods. Marks of different radius stay visible at the same place. */
static const struct {
    CompareMark mark;
    double radius;
    const CompareColour *colour;
} signs[] = {
    { COMPARE_MARK_CIRCLE, 5, &compare_green },   { COMPARE_MARK_SQUARE, 7, &compare_vermillion },
    { COMPARE_MARK_DIAMOND, 8, &compare_blue },   { COMPARE_MARK_TRIANGLE, 10, &compare_purple },
    { COMPARE_MARK_CIRCLE, 12, &compare_orange }, { COMPARE_MARK_SQUARE, 13, &compare_sky },
};

static void paint_group(const Group *group, guint number, CompareCanvas *canvas)
{
    guint k = number % G_N_ELEMENTS(signs);
    for (guint i = 0; i < group->stops->len; i++) {
        BspVec at = g_array_index(group->stops, BspVec, i);
        CompareSegment stop = { at, at };
        if (!isnan(at.x) && compare_map_clip(&canvas->map, &stop))
            compare_canvas_mark(canvas, compare_map_place(&canvas->map, at), signs[k].mark,
                                signs[k].radius, *signs[k].colour);
    }
}

static void add_group_legend(const Group *group, guint number, CompareLegend *legend)
{
    guint k = number % G_N_ELEMENTS(signs);
    compare_legend_mark(legend, *signs[k].colour, signs[k].mark, fmin(signs[k].radius, 8),
                        "stops: %s", group->names->str);
}

static void paint_truth(const CompareMarks *marks, CompareCanvas *canvas, CompareLegend *legend)
{
    gboolean any = FALSE;
    for (guint i = 0; i < marks->stopped->len; i++) {
        const CompareResolved *move = move_of(marks, g_array_index(marks->stopped, guint, i));
        BspVec at = bsp_vec_lerp(move->from, move->to, move->truth.t);
        CompareSegment stop = { at, at };
        if (move->truth.t >= 1 || move->truth.inside || !compare_map_clip(&canvas->map, &stop))
            continue;
        compare_canvas_mark(canvas, compare_map_place(&canvas->map, at), COMPARE_MARK_DOT, 2.5,
                            canvas->theme.ink);
        any = TRUE;
    }
    if (any)
        compare_legend_mark(legend, canvas->theme.ink, COMPARE_MARK_DOT, 2.5,
                            "true contact (the oracle's)");
}

/* Draws an arrow from the start in solid to the free place. */
static void paint_way_out(const CompareDrawing *d, const CompareResolved *move,
                          CompareCanvas *canvas, CompareLegend *legend)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    CompareSegment way = { move->from, *d->way_out };
    g_autofree char *units = compare_number_rounded(bsp_vec_length(bsp_vec_sub(way.b, way.a)));
    g_array_append_val(lines, way);
    add_arrow(&canvas->map, way.a, way.b, lines);
    paint_lines(canvas, lines, compare_vermillion, 2.2);
    compare_legend_line(legend, compare_vermillion, 2.2, "way out: %s units", units);
}

void compare_marks_paint(const CompareMarks *marks, CompareCanvas *canvas, CompareLegend *legend)
{
    if (marks->moves->len && (marks->drawing->layers & COMPARE_LAYER_MOVES))
        paint_moves(marks, canvas, legend);
    if (marks->moves->len && marks->drawing->one_move) {
        const CompareResolved *move = move_of(marks, g_array_index(marks->moves, guint, 0));
        compare_ends_paint(marks->drawing, move, canvas, legend);
        if (marks->drawing->way_out)
            paint_way_out(marks->drawing, move, canvas, legend);
    }
    for (guint i = marks->groups->len; i-- > 0;)
        paint_group(marks->groups->pdata[i], i, canvas);
    for (guint i = 0; i < marks->groups->len; i++)
        add_group_legend(marks->groups->pdata[i], i, legend);
    if (marks->stopped->len)
        paint_truth(marks, canvas, legend);
    if (marks->n_stopped > marks->stopped->len)
        compare_legend_note(legend, "stops of the first %u of %u moves", marks->stopped->len,
                            marks->n_stopped);
}
