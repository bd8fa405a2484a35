/* plan: the level from above, with floors coloured by height, and moves. */
#include "draw/floors.h"
#include "draw/marks.h"
#include "draw/subject.h"
#include "text/number.h"

/* The amount of the lowest floor's colour. Moves would be invisible on darker colours. */
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

static void paint(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend)
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
        (CompareSubject){ d, g_strdup_printf("%s: seen from above", d->scenario->name),
                          g_strdup_printf("what moves: %s", compare_drawing_shape_name(d)), paint,
                          free_plan };
    plan->floors = compare_floors_new(d->scenario->world, &map->view);
    plan->marks = compare_marks_new(d, map);
    return &plan->subject;
}
