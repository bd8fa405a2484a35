/* moves: draws moves, the stops of each method, and the ends of a single move. */
#include "bsp-shape.h"
#include "draw/drawing.h"
#include "text/strings.h"

/* If a drawing has more moves than this, arrows and marks of true contacts would overlap, so they
 * are left out. */
#define FEW 40

/* The maximum number of lines in a picture. More lines would make the picture black, and a megabyte
 * large. */
#define MOST_MOVES 5000

static const CompareResolved *move_of(const CompareDrawing *d, const GArray *moves, guint i)
{
    return compare_report_move(d->report, g_array_index(moves, guint, i));
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
    if (tr->mover != compare_drawing_mover(d))
        return FALSE;
    return d->kind != COMPARE_DRAW_SLICE ||
           (fabs(move->from.v[d->axis] - d->at) <= COMPARE_DRAW_NEAR &&
            fabs(move->to.v[d->axis] - d->at) <= COMPARE_DRAW_NEAR);
}

/* Returns the numbers of the moves that are shown, which are the first MOST_MOVES moves near
 * enough. Stores in *n the number of all moves near enough. */
static GArray *choose_moves(const CompareDrawing *d, const CompareMap *map, guint *n)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(guint));
    *n = 0;
    for (guint i = 0; i < d->report->moves->len; i++) {
        const CompareResolved *move = compare_report_move(d->report, i);
        CompareSegment segment = { move->from, move->to };
        if (is_near(d, move) && compare_map_clip(map, &segment) && (*n)++ < MOST_MOVES)
            g_array_append_val(moves, i);
    }
    return moves;
}

/* --- lines --- */

/* Pixels. The size of an arrow's head, and the length of the shortest move with an arrow. A shorter
 * move would be mostly head. */
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

/* Draws each shown move as a faint line, and its part before the true stop as a strong line. */
static void paint_lines(const CompareDrawing *d, const GArray *moves, CompareCanvas *canvas)
{
    g_autoptr(GArray) wanted = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    g_autoptr(GArray) done = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    gboolean few = moves->len <= FEW;
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
                              moves->len == 1 ? "the move if nothing stopped it"
                                              : "ends of the moves if nothing stopped them");
    sign.colour = COMPARE_INK;
    const char *name = compare_drawing_body(d)->name;
    if (moves->len == 1 && !d->is_stuck)
        compare_canvas_legend(canvas, sign, "a move of %s", name);
    else if (!d->is_stuck)
        compare_canvas_legend(canvas, sign, "%u moves of %s", moves->len, name);
}

/* --- stops --- */

static gboolean paint_mark(CompareCanvas *canvas, BspVec at, const CompareSign *sign)
{
    CompareSegment stop = { at, at };
    if (!compare_map_clip(&canvas->map, &stop))
        return FALSE;
    compare_canvas_mark(canvas, compare_map_pixel(&canvas->map, at), sign->mark, sign->size,
                        sign->colour);
    return TRUE;
}

/* Pixels. If a method stops a move at most this far from the true contact, it gets no mark, because
 * the difference would be invisible. */
#define SAME 0.75

/* Marks the points at which the method stops moves, except those at true contacts. Returns FALSE if
 * all stops are true contacts. */
static gboolean paint_wrong_stops(const CompareDrawing *d, const GArray *moves,
                                  const CompareResult *result, const CompareSign *sign,
                                  CompareCanvas *canvas)
{
    gboolean any = FALSE;
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = move_of(d, moves, i);
        const CompareAnswer *answer = compare_result_find(result, g_array_index(moves, guint, i));
        if (!answer)
            continue;
        BspVec stop = bsp_vec_lerp(move->from, move->to, answer->t);
        double away = bsp_vec_length(bsp_vec_sub(stop, true_stop(move)));
        if (away * canvas->map.scale > SAME)
            any = paint_mark(canvas, stop, sign) || any;
    }
    return any;
}

static void paint_true_stops(const CompareDrawing *d, const GArray *moves, CompareCanvas *canvas)
{
    const CompareSign dot = { COMPARE_SIGN_MARK, .size = 2.5, .colour = COMPARE_INK };
    gboolean any = FALSE;
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = move_of(d, moves, i);
        if (move->truth.t < 1 && !move->truth.inside)
            any = paint_mark(canvas, true_stop(move), &dot) || any;
    }
    if (any)
        compare_canvas_legend(canvas, dot, "true contact (the oracle's)");
}

/* Marks the stops of each method. Different methods have marks of different radii, so that all stay
 * visible at the same point. */
static void paint_stops(const CompareDrawing *d, const GArray *moves, CompareCanvas *canvas)
{
    static const CompareSign signs[] = {
        { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_CIRCLE, .size = 5, .colour = COMPARE_GREEN },
        { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_SQUARE, .size = 7, .colour = COMPARE_VERMILLION },
        { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_DIAMOND, .size = 8, .colour = COMPARE_BLUE },
        { COMPARE_SIGN_MARK, .mark = COMPARE_MARK_TRIANGLE, .size = 10, .colour = COMPARE_PURPLE },
    };
    const GPtrArray *results = d->report->results;
    guint n = 0;
    for (guint r = 0; r < results->len; r++) {
        const CompareResult *result = results->pdata[r];
        const CompareSign *sign = &signs[n % G_N_ELEMENTS(signs)];
        if (!paint_wrong_stops(d, moves, result, sign, canvas))
            continue;
        compare_canvas_legend(canvas, *sign, "stops: %s", result->klass->name);
        n++;
    }
    if (moves->len <= FEW)
        paint_true_stops(d, moves, canvas);
}

/* --- the ends of a single move --- */

/* The number of directions in which the outline of a shape is sampled. It is enough for a smooth
 * circle. It must be a multiple of 4, so that a box is exact. */
#define DIRECTIONS 48

/* Pixels. A point is drawn as a circle of this radius, because otherwise it would be invisible. */
#define POINT_RADIUS 4.0

/* Returns the outline of the shape at the position, as seen along the axis of the picture. */
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

/* Pixels. The gap between the outline and the baseline of its label, which is enough for a
 * comma. */
#define LABEL_ABOVE 4.0

typedef struct {
    const char *name;
    BspVec at;
    double dash;
    double side; /* the label's position above the outline, from 0 at its left end to 1 at its right
                    end */
} End;

/* Writes the end's name above its outline, with a border that hides the lines below. */
static void paint_label(const End *end, const BspShape *shape, CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    BspVec corner =
        bsp_vec_add(end->at, bsp_vec_lerp(shape->bounds.mins, shape->bounds.maxs, end->side));
    corner.v[map->up] = end->at.v[map->up] + shape->bounds.maxs.v[map->up];
    ComparePixel at = compare_map_pixel(map, corner);
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
    const BspShape *shape = &compare_drawing_body(d)->shape;
    g_autofree char *place = compare_point_text(end->at.v, 100);
    g_autoptr(GArray) outline = find_outline(&canvas->map, shape, end->at);
    if (is_new) {
        compare_canvas_lines(canvas, outline, sign.colour, sign.size, sign.dash);
        paint_label(end, shape, canvas);
    }
    compare_canvas_legend(canvas, sign, "%s %s", end->name, place);
}

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

/* Draws the outlines of the mover at the ends of the move. An end at the same position as the
 * previous end gets no outline of its own. */
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
    if (!d->report)
        return;
    g_autoptr(GArray) moves = choose_moves(d, &canvas->map, &n);
    gboolean is_place = d->one_move && moves->len && compare_move_length(move_of(d, moves, 0)) == 0;
    if (moves->len && !is_place)
        paint_lines(d, moves, canvas);
    if (n > moves->len)
        compare_canvas_legend(canvas, (CompareSign){ 0 }, "the first of %u moves", n);
    if (moves->len && d->one_move)
        paint_ends(d, move_of(d, moves, 0), canvas);
    if (!is_place)
        paint_stops(d, moves, canvas);
}
