/* from-above: pictures of the level from above, coloured by the height of its floors or by the cost
 * of queries. */
#include <string.h>

#include "draw/drawing.h"
#include "draw/floors.h"
#include "text/strings.h"

/* --- the areas of both pictures --- */

static GArray *areas_of_floors(const CompareFloors *floors)
{
    GArray *areas = compare_areas_new();
    for (guint i = 0; i < floors->pieces->len; i++) {
        const CompareFloor *floor = &g_array_index(floors->pieces, CompareFloor, i);
        CompareArea area = { bsp_polygon_new(floor->flat->v, floor->flat->n), floor->brush, TRUE,
                             floor->plane };
        g_array_append_val(areas, area);
    }
    return areas;
}

/* --- floors coloured by height, and moves --- */

/* The colour of the lowest floor, on the scale of amounts from 0 (dark) to 1. On darker colours
 * moves would be invisible. */
#define LOWEST 0.35

typedef struct {
    CompareSubject subject;
    CompareFloors *floors;
    CompareMarks *marks;
} Plan;

static void add_height_legend(const CompareFloors *floors, CompareLegend *legend)
{
    if (floors->lowest > floors->highest)
        return;
    g_autofree char *low = compare_number_rounded(floors->lowest),
                    *high = compare_number_rounded(floors->highest);
    g_autofree char *least = g_strdup_printf("z = %s", low),
                    *most = g_strdup_printf("z = %s", high);
    compare_legend_note(legend, "floors, by their height:");
    compare_legend_scale(legend, LOWEST, least, most);
}

static void paint_plan(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend)
{
    const Plan *plan = (const Plan *)subject;
    for (guint i = 0; i < COMPARE_FLOOR_BANDS; i++) {
        double amount = LOWEST + (1 - LOWEST) * (i + 0.5) / COMPARE_FLOOR_BANDS;
        compare_canvas_fill(canvas, plan->floors->bands[i], compare_palette_amount(amount), 1);
        compare_canvas_segments(canvas, plan->floors->outlines[i], canvas->theme.solid, 0.5, 1);
    }
    add_height_legend(plan->floors, legend);
    compare_marks_paint(plan->marks, canvas, legend);
}

static GArray *find_plan_areas(const CompareSubject *subject)
{
    return areas_of_floors(((const Plan *)subject)->floors);
}

static void free_plan(CompareSubject *subject)
{
    Plan *plan = (Plan *)subject;
    compare_floors_free(plan->floors);
    compare_marks_free(plan->marks);
    g_free(subject->title);
    g_free(subject->subtitle);
    g_free(plan);
}

CompareSubject *compare_plan_new(const CompareDrawing *d, const CompareMap *map, GError **error)
{
    (void)error;
    Plan *plan = g_new0(Plan, 1);
    plan->subject =
        (CompareSubject){ d,
                          g_strdup_printf("%s: seen from above", d->scenario->name),
                          g_strdup_printf("what moves: %s", compare_drawing_shape_name(d)),
                          paint_plan,
                          find_plan_areas,
                          free_plan };
    plan->floors = compare_floors_new(d->scenario->world, &map->view);
    plan->marks = compare_marks_new(d, map);
    return &plan->subject;
}

/* --- squares coloured by the nodes that queries visit --- */

/* Cells along the longer side of the map; with more moves there are more cells. */
#define LEAST_CELLS 16
#define MOST_CELLS 96

typedef struct {
    double nodes; /* mean over the moves that begin in the cell */
    guint moves;
} Cell;

typedef struct {
    CompareSubject subject;
    CompareFloors *floors;
    guint across, up; /* cells */
    double size;      /* units: side of a cell */
    Cell *cells;      /* row by row, from the lower left */
    double least, most;
    guint n_moves;
} Cost;

static const CompareResult *find_result(const CompareReport *report, const char *method)
{
    for (guint i = 0; report && i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        if (strcmp(result->klass->name, method) == 0)
            return result;
    }
    return NULL;
}

static void count_answer(Cost *cost, const CompareMap *map, BspVec from, guint64 nodes)
{
    double x = (from.x - map->view.mins.x) / cost->size,
           y = (from.y - map->view.mins.y) / cost->size;
    if (!(x >= 0 && y >= 0 && x < cost->across && y < cost->up))
        return;
    Cell *cell = &cost->cells[(guint)y * cost->across + (guint)x];
    cell->nodes += ((double)nodes - cell->nodes) / ++cell->moves;
    cost->n_moves++;
}

static void count_answers(Cost *cost, const CompareMap *map, const CompareResult *result)
{
    const CompareDrawing *d = cost->subject.drawing;
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_answered_move(d->report, answer);
        const CompareTrajectory *tr = compare_report_trajectory(d->report, move);
        if (!d->has_mover || compare_scenario_mover(tr) == d->mover)
            count_answer(cost, map, move->from, answer->nodes);
    }
    cost->least = HUGE_VAL;
    for (guint i = 0; i < cost->across * cost->up; i++) {
        const Cell *cell = &cost->cells[i];
        if (cell->moves == 0)
            continue;
        cost->least = fmin(cost->least, cell->nodes);
        cost->most = fmax(cost->most, cell->nodes);
    }
}

/* Maps a cost to 0..1 by its logarithm, because costs differ by factors. */
static double amount_of(const Cost *cost, double nodes)
{
    double least = log(fmax(cost->least, 1)), most = log(fmax(cost->most, 1));
    return most > least ? (log(fmax(nodes, 1)) - least) / (most - least) : 0.5;
}

static void paint_cells(const Cost *cost, CompareCanvas *canvas)
{
    double side = cost->size * canvas->map.scale;
    for (guint i = 0; i < cost->across * cost->up; i++) {
        const Cell *cell = &cost->cells[i];
        if (cell->moves == 0)
            continue;
        double right = canvas->map.left + canvas->map.width;
        double x = canvas->map.left + side * (i % cost->across);
        double bottom = canvas->map.top + canvas->map.height - side * (i / cost->across);
        double top = fmax(bottom - side, canvas->map.top);
        compare_canvas_box(canvas, (ComparePlace){ x, top }, fmin(side, right - x), bottom - top,
                           compare_palette_amount(amount_of(cost, cell->nodes)), 1);
    }
}

static void add_scale_legend(const Cost *cost, CompareLegend *legend)
{
    g_autofree char *least = compare_number_rounded(cost->least),
                    *most = compare_number_rounded(cost->most),
                    *size = compare_number_rounded(cost->size);
    compare_legend_note(legend, "nodes that a query visits: mean over the moves that begin in the "
                                "square");
    compare_legend_scale(legend, 0, least, most);
    compare_legend_note(legend, "by the logarithm; squares of %s units; %u moves", size,
                        cost->n_moves);
}

static void paint_cost(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend)
{
    const Cost *cost = (const Cost *)subject;
    CompareColour floor = compare_palette_mix(canvas->theme.faint, canvas->theme.paper, 0.25);
    for (guint i = 0; i < COMPARE_FLOOR_BANDS; i++)
        compare_canvas_fill(canvas, cost->floors->bands[i], floor, 1);
    paint_cells(cost, canvas);
    for (guint i = 0; i < COMPARE_FLOOR_BANDS; i++)
        compare_canvas_segments(canvas, cost->floors->outlines[i], canvas->theme.faint, 0.5, 0.8);
    add_scale_legend(cost, legend);
    compare_legend_swatch(legend, floor, 1, "floors where no move begins");
}

static GArray *find_cost_areas(const CompareSubject *subject)
{
    return areas_of_floors(((const Cost *)subject)->floors);
}

static void free_cost(CompareSubject *subject)
{
    Cost *cost = (Cost *)subject;
    compare_floors_free(cost->floors);
    g_free(cost->cells);
    g_free(subject->title);
    g_free(subject->subtitle);
    g_free(cost);
}

CompareSubject *compare_cost_new(const CompareDrawing *d, const CompareMap *map, GError **error)
{
    const CompareResult *result = d->cost ? find_result(d->report, d->cost) : NULL;
    if (!result) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s has no answers, so there is no cost to draw",
                    d->cost ? d->cost : "a method");
        return NULL;
    }
    Cost *cost = g_new0(Cost, 1);
    double width = map->width / map->scale, height = map->height / map->scale;
    cost->subject = (CompareSubject){
        d,
        g_strdup_printf("%s: the cost of queries of %s", d->scenario->name, d->cost),
        g_strdup_printf("what moves: %s", d->has_mover ? compare_drawing_shape_name(d) : "all"),
        paint_cost,
        find_cost_areas,
        free_cost
    };
    double cells = CLAMP(floor(sqrt(result->answers->len)), LEAST_CELLS, MOST_CELLS);
    cost->size = fmax(width, height) / cells;
    cost->across = (guint)ceil(width / cost->size - 1e-9);
    cost->up = (guint)ceil(height / cost->size - 1e-9);
    cost->cells = g_new0(Cell, cost->across * cost->up);
    count_answers(cost, map, result);
    if (cost->n_moves) {
        cost->floors = compare_floors_new(d->scenario->world, &map->view);
        return &cost->subject;
    }
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "no move that %s answers begins here", d->cost);
    free_cost(&cost->subject);
    return NULL;
}
