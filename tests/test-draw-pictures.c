/* test-draw-pictures: pictures are well-formed, the same in each run, and have the right numbers.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "draw/drawing.h"
#include "run/run.h"
#include "shipped.h"

/* --- the documents --- */

static void count_element(GMarkupParseContext *context, const char *name, const char **names,
                          const char **values, gpointer data, GError **error)
{
    (void)context, (void)names, (void)values, (void)error;
    GHashTable *counts = data;
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
    g_hash_table_insert(counts, g_strdup(name), GUINT_TO_POINTER(n + 1));
    for (guint i = 0; names[i]; i++)
        cr_expect_str_neq(names[i], "id", "ids would meet those of other pictures in a page");
}

/* Counts the elements of each name. The test fails if the SVG is not well-formed. */
static GHashTable *count_elements(const char *svg)
{
    const GMarkupParser parser = { .start_element = count_element };
    GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&parser, G_MARKUP_DEFAULT_FLAGS, counts, NULL);
    cr_expect(g_markup_parse_context_parse(context, svg, -1, &error) &&
                  g_markup_parse_context_end_parse(context, &error),
              "%s", error ? error->message : "");
    cr_expect(g_utf8_validate(svg, -1, NULL));
    return counts;
}

static guint count(GHashTable *counts, const char *name)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
}

typedef struct {
    CompareScenario *scenario;
    CompareReport *report;
    CompareMethod *method;
} Scene;

static Scene scene_of(CompareScenario *scenario, const char *method)
{
    const CompareMethodClass *const methods[] = { compare_method_find("shift"),
                                                  compare_method_find("brushes"), NULL };
    CompareAsked asked = { methods, { 0 } };
    g_autoptr(GError) error = NULL;
    Scene scene = { scenario, compare_run(scenario, &asked, 0, NULL, NULL, &error),
                    compare_method_new(compare_method_find(method), scenario, &asked.trees, NULL,
                                       NULL, &error) };
    cr_assert(scene.report && scene.method);
    return scene;
}

static void clear_scene(Scene *scene)
{
    compare_report_free(scene->report);
    compare_method_free(scene->method);
    compare_scenario_free(scene->scenario);
}

static CompareDrawing drawing_of(const Scene *scene, CompareDrawKind kind)
{
    return (CompareDrawing){ .kind = kind,
                             .scenario = scene->scenario,
                             .report = scene->report,
                             .method = scene->method,
                             .at = 20,
                             .axis = 2 };
}

static char *draw(const CompareDrawing *drawing)
{
    g_autoptr(GError) error = NULL;
    char *svg = compare_draw_svg(drawing, &error);
    cr_assert_not_null(svg, "%s", error ? error->message : "");
    return svg;
}

Test(pictures, are_well_formed)
{
    Scene scene = scene_of(shipped_scenario("ridge.json"), "shift");
    for (CompareDrawKind kind = COMPARE_DRAW_SLICE; kind <= COMPARE_DRAW_PLAN; kind++) {
        CompareDrawing drawing = drawing_of(&scene, kind);
        g_autofree char *svg = draw(&drawing);
        g_autoptr(GHashTable) counts = count_elements(svg);
        cr_expect_eq(count(counts, "svg"), 1);
        cr_expect_eq(count(counts, "title"), 1);
        cr_expect_gt(count(counts, "text"), 8);
        cr_expect_gt(count(counts, "path"), 3);
        cr_expect_eq(count(counts, "script") + count(counts, "image") + count(counts, "use"), 0);
    }
    clear_scene(&scene);
}

/* A picture does not depend on earlier pictures of the process. */
Test(pictures, are_the_same_every_time)
{
    Scene scene = scene_of(shipped_scenario("stand-and-crouch.json"), "shift");
    for (CompareDrawKind kind = COMPARE_DRAW_SLICE; kind <= COMPARE_DRAW_PLAN; kind++) {
        CompareDrawing drawing = drawing_of(&scene, kind);
        g_autofree char *first = draw(&drawing), *again = draw(&drawing);
        cr_expect_str_eq(first, again);
    }
    clear_scene(&scene);
}

/* Names come from files. They must not be read as markup or make the XML invalid. */
Test(pictures, names_are_harmless)
{
    CompareScenario *s = shipped_scenario("stand-and-crouch.json");
    g_free(s->name);
    s->name = g_strdup("<script>&\"'\x01\x1b[31m ]]> \xff");
    CompareSpace *space = &g_array_index(s->spaces, CompareSpace, 0);
    g_free(space->name);
    space->name = g_strdup("</text><script/> of a name that is longer than any row of a legend is, "
                           "andhasawordinitthatisevenlongerthanthat");
    Scene scene = scene_of(s, "onion");
    CompareDrawing drawing = drawing_of(&scene, COMPARE_DRAW_SLICE);
    g_autofree char *svg = draw(&drawing);
    g_autoptr(GHashTable) counts = count_elements(svg);
    cr_expect_eq(count(counts, "script"), 0);
    cr_expect_not_null(strstr(svg, "&lt;script&gt;"));
    clear_scene(&scene);
}

/* The legend reports the ridge's protrusion. test-draw checks the number by its formula. */
Test(pictures, tell_the_protrusion)
{
    Scene scene = scene_of(shipped_scenario("ridge.json"), "shift");
    CompareDrawing drawing = drawing_of(&scene, COMPARE_DRAW_SLICE);
    drawing.axis = 0, drawing.at = 0;
    drawing.has_mover = drawing.has_region = TRUE;
    drawing.mover = ~0; /* the ball */
    memcpy(drawing.region, (const double[]){ -60, -30, 60, 80 }, sizeof drawing.region);
    g_autofree char *svg = draw(&drawing);
    cr_expect_not_null(strstr(svg, "protrusion: solid only for"));
    cr_expect_not_null(strstr(svg, "12.2 square"), "%s", svg);
    drawing.region[0] = 34; /* beside the ridge */
    drawing.region[2] = 50;
    drawing.region[1] = 20;
    g_autofree char *none = draw(&drawing);
    cr_expect_not_null(strstr(none, "shift protrudes nowhere"));
    clear_scene(&scene);
}
