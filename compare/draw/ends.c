/* ends: the outlines of what moves at the start, the true stop and the end of a move, and at the
 * end of the way out of solid. */
#include "bsp-shape.h"
#include "draw/drawing.h"
#include "text/strings.h"

/* Directions in which the outline of a shape is sampled. A multiple of 4, so that a box is exact.
 */
#define DIRECTIONS 48

/* Pixels: a point has an outline of this radius. */
#define POINT_RADIUS 4.0

/* Pixels: from the outline to the middle of its label; size of a label, and its assumed width. */
#define LABEL_AWAY 12.0
#define LABEL_SIZE 11.0
#define LABEL_WIDTH 30.0

typedef struct {
    const char *name;
    BspVec at;
    double dash;      /* as for compare_canvas_dashes() */
    double away[2];   /* pixels right and down: unit vector from the outline to its label */
    gboolean is_same; /* the place of an earlier end, so it has no outline */
} End;

static BspVec direction_of(const CompareMap *map, guint i)
{
    BspVec direction = bsp_vec(0, 0, 0);
    double angle = 2 * G_PI * (i + 0.5) / DIRECTIONS;
    direction.v[map->across] = cos(angle);
    direction.v[map->up] = sin(angle);
    return direction;
}

/* The outline of the shape at a place, as seen along the axis of the picture. */
static GArray *find_outline(const CompareMap *map, const BspShape *shape, BspVec at)
{
    GArray *outline = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    BspVec points[DIRECTIONS];
    for (guint i = 0; i < DIRECTIONS; i++) {
        BspVec direction = direction_of(map, i);
        points[i] = bsp_vec_add(at, bsp_shape_support_point(shape, direction));
        if (shape->kind == BSP_SHAPE_POINT)
            points[i] = bsp_vec_mad(at, POINT_RADIUS / map->scale, direction);
    }
    for (guint i = 0; i < DIRECTIONS; i++) {
        CompareSegment side = { points[i], points[(i + 1) % DIRECTIONS] };
        g_array_append_val(outline, side);
    }
    return outline;
}

/* --- labels --- */

/* Pixels from the place of the shape to its outline, to the right and down. */
static void find_reach(const CompareMap *map, const BspShape *shape, const End *end, double *reach)
{
    const BspBounds *box = &shape->bounds;
    double across = end->away[0] > 0 ? box->maxs.v[map->across] : box->mins.v[map->across];
    double up = end->away[1] < 0 ? box->maxs.v[map->up] : box->mins.v[map->up];
    reach[0] = fabs(end->away[0]) > 0.5 ? across * map->scale : 0;
    reach[1] = fabs(end->away[1]) > 0.5 ? -up * map->scale : 0;
}

static gboolean is_inside(const CompareMap *map, ComparePlace p)
{
    return p.x >= map->left && p.x <= map->left + map->width && p.y >= map->top &&
           p.y <= map->top + map->height;
}

/* Writes the name of the end beside its outline, on a ground that hides what is below. */
static void paint_label(const CompareDrawing *d, const End *end, CompareCanvas *canvas)
{
    const CompareMap *map = &canvas->map;
    double reach[2];
    find_reach(map, compare_drawing_shape(d), end, reach);
    ComparePlace at = compare_map_place(map, end->at);
    if (!is_inside(map, at))
        return;
    at.x += reach[0] + 1.6 * LABEL_AWAY * end->away[0];
    at.y += reach[1] + LABEL_AWAY * end->away[1];
    at.x = CLAMP(at.x, map->left + LABEL_WIDTH / 2, map->left + map->width - LABEL_WIDTH / 2);
    at.y = CLAMP(at.y, map->top + LABEL_SIZE, map->top + map->height - LABEL_SIZE);
    compare_canvas_box(canvas, (ComparePlace){ at.x - LABEL_WIDTH / 2, at.y - LABEL_SIZE / 2 - 2 },
                       LABEL_WIDTH, LABEL_SIZE + 4, canvas->theme.paper, 0.8);
    compare_canvas_text(canvas, (ComparePlace){ at.x, at.y + LABEL_SIZE / 2 - 1 },
                        COMPARE_TEXT_MIDDLE, LABEL_SIZE, TRUE, end->name);
}

/* --- the ends --- */

enum { START, STOP, GOAL, FREE, N_ENDS };

/* Chooses the sides of the labels: of the start behind it, of the end and the free place ahead, and
 * of the stop beside the way, above rather than below. */
static void choose_sides(const CompareMap *map, End ends[N_ENDS], BspVec way)
{
    double right = way.v[map->across], down = -way.v[map->up], length = hypot(right, down);
    right = length > 0 ? right / length : 1;
    down = length > 0 ? down / length : 0;
    double side = right > 0 ? 1 : -1;
    double away[N_ENDS][2] = { [START] = { -right, -down },
                               [STOP] = { side * down, -side * right },
                               [GOAL] = { right, down },
                               [FREE] = { right, down } };
    for (guint i = 0; i < N_ENDS; i++)
        for (guint k = 0; k < 2; k++)
            ends[i].away[k] = away[i][k];
}

static gboolean is_same_place(const CompareMap *map, BspVec a, BspVec b)
{
    return bsp_vec_length(bsp_vec_sub(a, b)) * map->scale < 1;
}

static void paint_end(const CompareDrawing *d, const End *end, CompareCanvas *canvas,
                      CompareLegend *legend)
{
    const CompareColour ink = canvas->theme.ink, paper = canvas->theme.paper;
    g_autofree char *place = compare_place_hundredths(end->at.v);
    g_autoptr(GArray) outline = find_outline(&canvas->map, compare_drawing_shape(d), end->at);
    if (!end->is_same) {
        compare_canvas_segments(canvas, outline, paper, 3.4, 0.7);
        compare_canvas_dashes(canvas, outline, ink, 1.4, end->dash);
        paint_label(d, end, canvas);
    }
    compare_legend_dashes(legend, ink, 1.4, end->dash, "%s %s", end->name, place);
}

void compare_ends_paint(const CompareDrawing *d, const CompareResolved *move, CompareCanvas *canvas,
                        CompareLegend *legend)
{
    const CompareMap *map = &canvas->map;
    BspVec stop = bsp_vec_lerp(move->from, move->to, move->truth.t);
    BspVec free_place = d->way_out ? *d->way_out : move->from;
    BspVec way = bsp_vec_sub(move->to, move->from);
    gboolean moves = bsp_vec_length(way) > 0;
    gboolean stops = move->truth.t < 1 && !move->truth.inside;
    const gboolean shown[N_ENDS] = { TRUE, stops, moves, d->way_out != NULL };
    End ends[N_ENDS] = { [START] = { .name = "from", .at = move->from, .dash = 6 },
                         [STOP] = { .name = "stop", .at = stop },
                         [GOAL] = { .name = "to", .at = move->to, .dash = 2 },
                         [FREE] = { .name = "free", .at = free_place } };
    ends[STOP].is_same = is_same_place(map, stop, move->from);
    ends[GOAL].is_same = is_same_place(map, move->to, ends[stops ? STOP : START].at);
    ends[FREE].is_same = is_same_place(map, free_place, move->from);
    choose_sides(map, ends, moves ? way : bsp_vec_sub(free_place, move->from));
    for (guint i = 0; i < N_ENDS; i++)
        if (shown[i])
            paint_end(d, &ends[i], canvas, legend);
}
