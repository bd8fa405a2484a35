/* moves: the moves of a drawing, the stops of each method, and the ends of a single move. */
#include "bsp-shape.h"
#include "draw/drawing.h"
#include "text/strings.h"

/* At most this many stopped moves get marks; more would be indistinguishable. */
#define MOST_STOPS 40

/* At most this many lines are drawn; more would make a black picture of a megabyte. */
#define MOST_MOVES 5000

static const CompareResolved *move_of(const CompareDrawing *d, const GArray *moves, guint i)
{
    return &g_array_index(d->report->moves, CompareResolved, g_array_index(moves, guint, i));
}

static BspVec true_stop(const CompareResolved *move)
{
    return bsp_vec_lerp(move->from, move->to, move->truth.t);
}

/* --- which moves --- */

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

/* Returns the numbers of the shown moves, the first MOST_MOVES. n: receives how many are near. */
static GArray *choose_moves(const CompareDrawing *d, const CompareMap *map, guint *n)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(guint));
    *n = 0;
    for (guint i = 0; i < d->report->moves->len; i++) {
        const CompareResolved *move = &g_array_index(d->report->moves, CompareResolved, i);
        CompareSegment segment = { move->from, move->to };
        if (is_near(d, move) && compare_map_clip(map, &segment) && (*n)++ < MOST_MOVES)
            g_array_append_val(moves, i);
    }
    return moves;
}

/* Finds where a method stops the move. A move that reaches its end has no stop, unless the oracle
 * stops it. */
static gboolean find_stop(const CompareResult *result, guint i, const CompareResolved *move,
                          BspVec *stop)
{
    const CompareAnswer *answer = compare_result_find(result, i);
    if (!answer || (answer->t >= 1 && move->truth.t >= 1))
        return FALSE;
    *stop = bsp_vec_lerp(move->from, move->to, answer->t);
    return TRUE;
}

/* Returns the numbers of the moves that the oracle or a method stops, the first MOST_STOPS. */
static GArray *choose_stopped(const CompareDrawing *d, const GArray *moves, guint *n)
{
    GArray *stopped = g_array_new(FALSE, FALSE, sizeof(guint));
    *n = 0;
    for (guint i = 0; i < moves->len; i++) {
        guint number = g_array_index(moves, guint, i);
        const CompareResolved *move = move_of(d, moves, i);
        BspVec stop;
        gboolean is_stopped = move->truth.t < 1;
        for (guint r = 0; r < d->report->results->len && !is_stopped; r++)
            is_stopped = find_stop(d->report->results->pdata[r], number, move, &stop);
        if (is_stopped && (*n)++ < MOST_STOPS)
            g_array_append_val(stopped, number);
    }
    return stopped;
}

/* --- lines --- */

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

/* Draws the wanted moves faintly, and the part before the true stop strongly. */
static void paint_lines(const CompareDrawing *d, const GArray *moves, CompareCanvas *canvas)
{
    g_autoptr(GArray) wanted = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    g_autoptr(GArray) done = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    gboolean few = moves->len <= MOST_STOPS;
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = move_of(d, moves, i);
        CompareSegment way = { move->from, true_stop(move) }, rest = { way.b, move->to };
        g_array_append_val(done, way);
        if (few && move->truth.t < 1)
            g_array_append_val(wanted, rest);
        if (few)
            add_arrow(&canvas->map, move->from, move->to, move->truth.t < 1 ? wanted : done);
    }
    CompareSign sign = { COMPARE_SIGN_LINE, .colour = COMPARE_FAINT, .size = few ? 1.6 : 0.8 };
    compare_canvas_lines(canvas, wanted, sign.colour, sign.size, 0);
    compare_canvas_lines(canvas, done, COMPARE_INK, sign.size, 0);
    if (wanted->len)
        compare_canvas_legend(canvas, sign,
                              moves->len == 1 ? "its way if nothing stopped it"
                                              : "their ends if nothing stopped them");
    sign.colour = COMPARE_INK;
    const char *name = compare_drawing_shape_name(d);
    if (moves->len == 1 && !d->is_stuck)
        compare_canvas_legend(canvas, sign, "a move of %s", name);
    else if (!d->is_stuck)
        compare_canvas_legend(canvas, sign, "%u moves of %s", moves->len, name);
}

/* --- stops --- */

/* Pixels. Methods whose stops differ by at most this in every move share a mark. */
#define ALIKE 0.75

/* Methods with the same stops. */
typedef struct {
    GString *names;
    GArray *stops; /* BspVec, for each stopped move; x is NaN if the methods do not stop it */
    gboolean any;
} Group;

static void clear_group(gpointer data)
{
    g_string_free(((Group *)data)->names, TRUE);
    g_array_unref(((Group *)data)->stops);
}

static Group group_of(const CompareDrawing *d, const GArray *stopped, const CompareResult *result)
{
    Group group = { g_string_new(result->klass->name), g_array_new(FALSE, FALSE, sizeof(BspVec)),
                    FALSE };
    for (guint i = 0; i < stopped->len; i++) {
        BspVec stop = bsp_vec((double)NAN, 0, 0);
        if (find_stop(result, g_array_index(stopped, guint, i), move_of(d, stopped, i), &stop))
            group.any = TRUE;
        g_array_append_val(group.stops, stop);
    }
    return group;
}

static gboolean are_alike(const Group *one, const Group *other, double apart)
{
    for (guint i = 0; i < one->stops->len; i++) {
        BspVec p = g_array_index(one->stops, BspVec, i), q = g_array_index(other->stops, BspVec, i);
        if (isnan(p.x) != isnan(q.x) || bsp_vec_length(bsp_vec_sub(p, q)) > apart)
            return FALSE;
    }
    return TRUE;
}

static void add_method(GArray *groups, Group group, double apart)
{
    guint g = 0;
    while (g < groups->len && !are_alike(&g_array_index(groups, Group, g), &group, apart))
        g++;
    if (group.any && g == groups->len) {
        g_array_append_val(groups, group);
        return;
    }
    if (group.any)
        g_string_append_printf(g_array_index(groups, Group, g).names, ", %s", group.names->str);
    clear_group(&group);
}

static gboolean paint_mark(CompareCanvas *canvas, BspVec at, const CompareSign *sign)
{
    CompareSegment stop = { at, at };
    if (isnan(at.x) || !compare_map_clip(&canvas->map, &stop))
        return FALSE;
    compare_canvas_mark(canvas, compare_map_place(&canvas->map, at), sign->mark, sign->size,
                        sign->colour);
    return TRUE;
}

/* The mark of each group. Marks of different radius stay visible at the same place. */
static const CompareSign signs[] = {
    { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_CIRCLE, .size = 5, .colour = COMPARE_GREEN },
    { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_SQUARE, .size = 7, .colour = COMPARE_VERMILLION },
    { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_DIAMOND, .size = 8, .colour = COMPARE_BLUE },
    { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_TRIANGLE, .size = 10, .colour = COMPARE_PURPLE },
    { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_CIRCLE, .size = 12, .colour = COMPARE_ORANGE },
    { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_SQUARE, .size = 13, .colour = COMPARE_SKY },
};

static void paint_stops(const CompareDrawing *d, const GArray *moves, CompareCanvas *canvas)
{
    guint n;
    g_autoptr(GArray) stopped = choose_stopped(d, moves, &n);
    g_autoptr(GArray) groups = g_array_new(FALSE, FALSE, sizeof(Group));
    g_array_set_clear_func(groups, clear_group);
    for (guint r = 0; r < d->report->results->len; r++)
        add_method(groups, group_of(d, stopped, d->report->results->pdata[r]),
                   ALIKE / canvas->map.scale);
    for (guint g = groups->len; g-- > 0;)
        for (guint i = 0; i < stopped->len; i++)
            paint_mark(canvas, g_array_index(g_array_index(groups, Group, g).stops, BspVec, i),
                       &signs[g % G_N_ELEMENTS(signs)]);
    for (guint g = 0; g < groups->len; g++) {
        CompareSign sign = signs[g % G_N_ELEMENTS(signs)];
        sign.size = fmin(sign.size, 8);
        compare_canvas_legend(canvas, sign, "stops: %s",
                              g_array_index(groups, Group, g).names->str);
    }
    CompareSign dot = { COMPARE_SIGN_MARK, .size = 2.5, .colour = COMPARE_INK };
    gboolean any = FALSE;
    for (guint i = 0; i < stopped->len; i++) {
        const CompareResolved *move = move_of(d, stopped, i);
        if (move->truth.t < 1 && !move->truth.inside)
            any = paint_mark(canvas, true_stop(move), &dot) || any;
    }
    if (any)
        compare_canvas_legend(canvas, dot, "true contact (the oracle's)");
    if (n > stopped->len)
        compare_canvas_legend(canvas, (CompareSign){ 0 }, "stops of the first %u of %u moves",
                              stopped->len, n);
}

/* --- the ends of a single move --- */

/* Directions in which the outline of a shape is sampled. A multiple of 4, so that a box is exact.
 */
#define DIRECTIONS 48

/* Pixels: a point has an outline of this radius. */
#define POINT_RADIUS 4.0

/* Returns the outline of the shape at a place, as seen along the axis of the picture. */
static GArray *find_outline(const CompareMap *map, const BspShape *shape, BspVec at)
{
    GArray *outline = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    BspVec last = at;
    for (guint i = 0; i <= DIRECTIONS; i++) {
        BspVec direction = bsp_vec(0, 0, 0);
        double angle = 2 * G_PI * (i + 0.5) / DIRECTIONS;
        direction.v[map->across] = cos(angle);
        direction.v[map->up] = sin(angle);
        BspVec p = bsp_vec_add(at, bsp_shape_support_point(shape, direction));
        if (shape->kind == BSP_SHAPE_POINT)
            p = bsp_vec_mad(at, POINT_RADIUS / map->scale, direction);
        CompareSegment side = { last, p };
        if (i)
            g_array_append_val(outline, side);
        last = p;
    }
    return outline;
}

/* Pixels: from the outline to the baseline of its label. */
#define LABEL_ABOVE 4.0

typedef struct {
    const char *name;
    BspVec at;
    double dash;
    double side; /* of the label above the outline: 0 is its left end, 1 its right one */
} End;

/* Writes the name of the end above its outline, on a ground that hides what is below. */
static void paint_label(const End *end, const BspShape *shape, CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    BspVec corner =
        bsp_vec_add(end->at, bsp_vec_lerp(shape->bounds.mins, shape->bounds.maxs, end->side));
    corner.v[map->up] = end->at.v[map->up] + shape->bounds.maxs.v[map->up];
    ComparePlace at = compare_map_place(map, corner);
    CompareSegment there = { end->at, end->at };
    if (!compare_map_clip(map, &there))
        return;
    at.y -= LABEL_ABOVE;
    g_autofree char *attributes = g_strdup_printf(
        "font-size=\"11\" font-weight=\"bold\" text-anchor=\"middle\" stroke=\"#%06x\" "
        "stroke-width=\"4\" paint-order=\"stroke\"",
        COMPARE_PAPER);
    compare_canvas_text(canvas, at, attributes, end->name);
}

static void paint_end(const CompareDrawing *d, const End *end, gboolean is_new,
                      CompareCanvas *canvas)
{
    const CompareSign sign = { COMPARE_SIGN_LINE, COMPARE_INK, .size = 1.4, .dash = end->dash };
    const BspShape *shape = compare_drawing_shape(d);
    g_autofree char *place = compare_place_hundredths(end->at.v);
    g_autoptr(GArray) outline = find_outline(&canvas->map, shape, end->at);
    if (is_new) {
        compare_canvas_lines(canvas, outline, sign.colour, sign.size, sign.dash);
        paint_label(end, shape, canvas);
    }
    compare_canvas_legend(canvas, sign, "%s %s", end->name, place);
}

/* Draws an arrow from the start in solid to the free place. */
static void paint_way_out(const CompareDrawing *d, CompareSegment way, CompareCanvas *canvas)
{
    const CompareSign sign = { COMPARE_SIGN_LINE, COMPARE_VERMILLION, .size = 2.2 };
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    g_autofree char *units = compare_number_rounded(bsp_vec_length(bsp_vec_sub(way.b, way.a)));
    g_array_append_val(lines, way);
    add_arrow(&canvas->map, way.a, way.b, lines);
    compare_canvas_lines(canvas, lines, sign.colour, sign.size, 0);
    compare_canvas_legend(canvas, sign, "way out: %s units", units);
    paint_end(d, &(End){ "free", way.b, 0, 0.5 },
              bsp_vec_length(bsp_vec_sub(way.b, way.a)) * canvas->map.scale >= 1, canvas);
}

/* An end at the place of the previous one has no outline of its own. */
static void paint_ends(const CompareDrawing *d, const CompareResolved *move, CompareCanvas *canvas)
{
    const End ends[] = { { "from", move->from, 6, 0 },
                         { "stop", true_stop(move), 0, 0.5 },
                         { "to", move->to, 2, 1 } };
    const gboolean shown[] = { TRUE, move->truth.t < 1 && !move->truth.inside,
                               bsp_vec_length(bsp_vec_sub(move->to, move->from)) > 0 };
    BspVec last = bsp_vec(HUGE_VAL, 0, 0);
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (!shown[i])
            continue;
        double apart = bsp_vec_length(bsp_vec_sub(ends[i].at, last)) * canvas->map.scale;
        paint_end(d, &ends[i], apart >= 1, canvas);
        last = ends[i].at;
    }
    if (d->way_out)
        paint_way_out(d, (CompareSegment){ move->from, *d->way_out }, canvas);
}

void compare_paint_moves(const CompareDrawing *d, CompareCanvas *canvas)
{
    guint n;
    if (!d->report || (!(d->layers & (COMPARE_LAYER_MOVES | COMPARE_LAYER_STOPS)) && !d->one_move))
        return;
    g_autoptr(GArray) moves = choose_moves(d, &canvas->map, &n);
    if (moves->len && (d->layers & COMPARE_LAYER_MOVES))
        paint_lines(d, moves, canvas);
    if (n > moves->len)
        compare_canvas_legend(canvas, (CompareSign){ 0 }, "the first of %u moves", n);
    if (moves->len && d->one_move)
        paint_ends(d, move_of(d, moves, 0), canvas);
    if (d->layers & COMPARE_LAYER_STOPS)
        paint_stops(d, moves, canvas);
}
