/* test-draw-pictures: pictures as programs read them: well-formed, the same in each run, with
 * the right numbers. Also the errors of the command. */
#include <criterion/criterion.h>
#include <string.h>

#include "draw/picture.h"
#include "run/run.h"
#include "test-program.h"

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

/* The number of each kind of element. The test fails if the document is not well-formed. */
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
    CompareAsked asked = { methods, compare_trees_default() };
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
                             .cost = "shift",
                             .layers = 0x3f,
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
    for (CompareDrawKind kind = COMPARE_DRAW_SLICE; kind <= COMPARE_DRAW_COST; kind++) {
        CompareDrawing drawing = drawing_of(&scene, kind);
        for (guint dark = 0; dark < 2; dark++) {
            drawing.dark = dark == 1;
            g_autofree char *svg = draw(&drawing);
            g_autoptr(GHashTable) counts = count_elements(svg);
            cr_expect_eq(count(counts, "svg"), 1);
            cr_expect_eq(count(counts, "title"), 1);
            cr_expect_gt(count(counts, "text"), 8);
            cr_expect_gt(count(counts, "path"), 3);
            cr_expect_eq(count(counts, "script") + count(counts, "image") + count(counts, "use"),
                         0);
        }
    }
    clear_scene(&scene);
}

/* A picture does not depend on earlier pictures of the process. */
Test(pictures, are_the_same_every_time)
{
    Scene scene = scene_of(shipped_scenario("stand-and-crouch.json"), "shift");
    for (CompareDrawKind kind = COMPARE_DRAW_SLICE; kind <= COMPARE_DRAW_COST; kind++) {
        CompareDrawing drawing = drawing_of(&scene, kind);
        g_autofree char *first = draw(&drawing), *again = draw(&drawing);
        g_autoptr(GBytes) png = compare_draw_png(&drawing, NULL);
        g_autoptr(GBytes) png_again = compare_draw_png(&drawing, NULL);
        cr_expect_str_eq(first, again);
        cr_expect(g_bytes_equal(png, png_again));
        cr_expect(memcmp(g_bytes_get_data(png, NULL), "\x89PNG\r\n\x1a\n", 8) == 0);
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
    drawing.layers = COMPARE_LAYER_SOLID | COMPARE_LAYER_CELLS | COMPARE_LAYER_MOVES;
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
    cr_expect_not_null(strstr(svg, "protrusion: solid for shift"));
    cr_expect_not_null(strstr(svg, "12.2 square"), "%s", svg);
    drawing.region[0] = 34; /* beside the ridge */
    drawing.region[2] = 50;
    drawing.region[1] = 20;
    g_autofree char *none = draw(&drawing);
    cr_expect_not_null(strstr(none, "shift protrudes nowhere"));
    clear_scene(&scene);
}

static void expect_error(const CompareDrawing *drawing, const char *message)
{
    g_autoptr(GError) error = NULL;
    char *svg = compare_draw_svg(drawing, &error);
    cr_expect_null(svg);
    cr_assert_not_null(error);
    cr_expect_str_eq(error->message, message);
}

Test(pictures, what_cannot_be_drawn)
{
    Scene scene = scene_of(shipped_scenario("ridge.json"), "onion");
    CompareDrawing drawing = drawing_of(&scene, COMPARE_DRAW_SLICE);
    expect_error(&drawing, "onion shifts no planes: the layers bevels and shifted are for shift, "
                           "shift-box and shift-exact");
    drawing.layers = COMPARE_LAYER_CELLS;
    drawing.has_mover = TRUE;
    drawing.mover = ~0;
    expect_error(&drawing, "onion has no tree to draw for ball");
    drawing = drawing_of(&scene, COMPARE_DRAW_COST);
    drawing.cost = "merge";
    expect_error(&drawing, "no answers of merge to draw the cost of");
    clear_scene(&scene);
}

/* --- the command --- */

TestSuite(draw_command, .init = set_up, .fini = tear_down);

Test(draw_command, writes_pictures)
{
    g_auto(Outcome) slice = shell("draw s.json --plane z=20");
    expect_good(&slice);
    g_autoptr(GHashTable) counts = count_elements(slice.out);
    cr_expect_eq(count(counts, "svg"), 1);
    g_auto(Outcome) file = shell("draw s.json --plane z=20 -o a.svg --threads 1");
    expect_good(&file);
    g_autofree char *text = read_file("a.svg");
    cr_expect_str_eq(text, slice.out);
    g_auto(Outcome) png = shell("draw s.json --plan --dark --size 700 -o a.png");
    expect_good(&png);
    g_auto(Outcome) cost = shell("draw s.json --cost shift --shape ball -o cost.svg");
    expect_good(&cost);
    g_auto(Outcome) move = shell("draw s.json --plane y=0 --move roll:0 --method shift -o b.svg");
    expect_good(&move);
    g_autofree char *roll = read_file("b.svg");
    cr_expect_not_null(strstr(roll, "a move of ball"));
    cr_expect_not_null(strstr(roll, "stops: shift"));
    g_auto(Outcome) masked =
        shell("draw $DATA/scenarios/pool.json --plane z=20 --shape grenade -l cells,shifted");
    expect_good(&masked);
    cr_expect_not_null(strstr(masked.out, "truly solid for grenade"));
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "a.png a.svg b.svg cost.svg s.json w.json");
}

Test(draw_command, refuses)
{
    static const char *const refused[][2] = {
        { "", "one of --plane, --plan and --cost is wanted, not none" },
        { "--plan --plane z=1", "one of --plane, --plan and --cost is wanted, not several" },
        { "--plane w=1", "--plane: 'w=1' is no plane such as z=48: an axis, =, and a number" },
        { "--plane z=", "--plane: 'z=' is no plane such as z=48: an axis, =, and a number" },
        { "--plane z=1x", "--plane: 'z=1x' is no plane such as z=48: an axis, =, and a number" },
        { "--plane z=nan", "--plane: 'z=nan' is no plane such as z=48: an axis, =, and a number" },
        { "--plane z=0x8", "--plane: 'z=0x8' is no plane such as z=48: an axis, =, and a number" },
        { "--plane z=1e300",
          "--plane: 'z=1e300' is no plane such as z=48: an axis, =, and a number" },
        { "--plane z=900", "the plane is beside the level, which has z from -40 to 88" },
        { "--plane z=1 --region 1,2:3", "--region: '1,2:3' is none such as -64,0:64,128: least "
                                        "across,least up:most across,most up" },
        { "--plane z=1 --region 1,2:1,3",
          "the region has nothing between its least x and its most" },
        { "--plane z=1 --region 500,0:600,9",
          "the region is beside the level, which has x from -79 to 79" },
        { "--plane z=1 --layers solid,cell",
          "--layers: 'cell' is none of solid, cells, bevels, shifted, moves, stops" },
        { "--plane z=1 --layers shifted --method onion",
          "onion shifts no planes: the layers bevels and shifted are for shift, shift-box and "
          "shift-exact" },
        { "--plane z=1 --method tree", "--method: there is no method 'tree'" },
        { "--plane z=1 --method brushes", "--method: brushes has no tree that can be drawn" },
        { "--cost none", "--cost: there is no method 'none'" },
        { "--plan --method shift", "--method is for slices, with --plane" },
        { "--plan --space ball", "--space: s.json has no space 'ball': it has stand" },
        { "--plan --shape nobody", "--shape: s.json has no shape 'nobody': it has stand, ball" },
        { "--plan --move run:0", "--move: s.json has no trajectory 'run': it has walk, roll" },
        { "--plan --move walk", "--move: 'walk' is none such as walk:17: a trajectory, :, and a "
                                "number" },
        { "--plan --move walk:99", "--move: walk has no move 99: it has 20, from 0 on" },
        { "--plan --move walk:0 --space stand",
          "of --space, --shape and --move at most one says what moves" },
        { "--plan --size 100", "--size: 100 is out of range, 480 to 4000" },
        { "--plan --size 0", "--size: 0 is out of range, 480 to 4000" },
        { "--plan --near=-1", "--near: -1 is out of range, 0 to 1e+07" },
        { "--plan -o a.jpg", "--output: 'a.jpg' ends neither in .svg nor in .png" },
        { "--plan -o nowhere/a.svg",
          "nowhere/a.svg: cannot be written: No such file or directory" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_autofree char *arguments = g_strdup_printf("draw s.json %s", refused[i][0]);
        expect_refused(arguments, refused[i][1]);
    }
    write_file("empty.json",
               "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[],\"starts\":[[0,0,0]]}");
    expect_refused("draw s.json -w empty.json --plane z=0 --layers solid",
                   "the world has no brushes to draw");
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "empty.json s.json w.json");
}

/* --- the pictures of the pages --- */

/* The lines of text. Other lines may differ between versions of cairo. */
static char *writing_of(const char *svg)
{
    g_auto(GStrv) lines = g_strsplit(svg, "\n", -1);
    GString *writing = g_string_new(NULL);
    for (guint i = 0; lines[i]; i++)
        if (g_str_has_prefix(lines[i], "<text") || g_str_has_prefix(lines[i], "<title"))
            g_string_append_printf(writing, "%s\n", lines[i]);
    return g_string_free(writing, FALSE);
}

/* Each picture is up to date: the command below it draws the same file, so `make pictures` was
 * run. */
Test(draw_command, pictures_of_the_pages)
{
    g_autofree char *page = shipped_source("docs/how-it-works.md");
    g_autofree char *text = NULL;
    cr_assert(g_file_get_contents(page, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint n = 0;
    for (guint i = 0; lines[i]; i++) {
        const char *picture = strstr(lines[i], " -o docs/pictures/");
        if (!picture || !g_str_has_prefix(lines[i], "build/bspcompare draw "))
            continue;
        g_autofree char *arguments =
            g_strndup(lines[i] + strlen("build/bspcompare "),
                      (gsize)(picture - lines[i]) - strlen("build/bspcompare "));
        g_autofree char *there = g_strdup_printf("--version >/dev/null; cd \"$DATA/..\" && "
                                                 "\"$BSPCOMPARE\" %s",
                                                 arguments);
        g_auto(Outcome) drawn = shell(there);
        expect_good(&drawn);
        g_autofree char *path = shipped_source(picture + strlen(" -o "));
        g_autofree char *stored = NULL;
        cr_assert(g_file_get_contents(path, &stored, NULL, NULL), "%s", path);
        g_autofree char *now = writing_of(drawn.out), *then = writing_of(stored);
        cr_expect_str_eq(now, then, "%s", path);
        n++;
    }
    cr_expect_eq(n, 3);
}
