/* test-compare-scenario: the reader of scenarios: what it accepts, and its messages on what it
 * rejects. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

#include "build/solid.h"
#include "run/resolve.h"
#include "scenario/scenario.h"
#include "shipped.h"
#include "text/file.h"

/* --- files --- */

static const char world_text[] =
    "{'format':'bsp-world','version':1,'name':'w',\n"
    " 'brushes':[{'box':[[-64,-64,-8],[64,64,0]]}],'starts':[[0,0,40]]}\n";
static const char bare_text[] = "{'format':'bsp-world','version':1,'name':'bare',\n"
                                " 'brushes':[{'box':[[-64,-64,-8],[64,64,0]]}]}\n";
static const char broken_text[] = "{'format':'bsp-world','version':1,\n 'brushes':[,]}\n";

static const char *const files[] = { "w.json", "bare.json", "broken.json", "s.json" };

static char *directory;

/* The texts below have ' for ". */
static char *quoted(const char *text)
{
    GString *out = g_string_new(text);
    g_string_replace(out, "'", "\"", 0);
    return g_string_free(out, FALSE);
}

static void write_file(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(directory, name, NULL), *json = quoted(text);
    cr_assert(g_file_set_contents(path, json, -1, NULL));
}

static void set_up(void)
{
    directory = g_dir_make_tmp("test-scenario-XXXXXX", NULL);
    cr_assert_not_null(directory);
    write_file("w.json", world_text);
    write_file("bare.json", bare_text);
    write_file("broken.json", broken_text);
}

static void tear_down(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(directory, files[i], NULL);
        g_remove(path);
    }
    g_rmdir(directory);
    g_clear_pointer(&directory, g_free);
}

TestSuite(scenario, .init = set_up, .fini = tear_down);

static CompareScenario *load(const char *text, const char *over, GError **error)
{
    write_file("s.json", text);
    g_autofree char *path = g_build_filename(directory, "s.json", NULL);
    return compare_scenario_load_over(path, over, error);
}

static CompareScenario *load_or_fail(const char *text)
{
    g_autoptr(GError) error = NULL;
    CompareScenario *s = load(text, NULL, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "no error");
    cr_assert_null(error);
    return s;
}

/* Replaces @ by the scenario's path, % by its directory, and ' by ". */
static char *expand(const char *message)
{
    g_autofree char *text = quoted(message);
    GString *out = g_string_new(text);
    g_autofree char *path = g_build_filename(directory, "s.json", NULL);
    g_string_replace(out, "@", path, 0);
    g_string_replace(out, "%", directory, 0);
    return g_string_free(out, FALSE);
}

static void expect_error(const char *text, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareScenario) s = load(text, NULL, &error);
    g_autofree char *expected = expand(message);
    cr_assert_null(s, "read, where '%s' was expected", expected);
    cr_assert_not_null(error, "no error for '%s'", expected);
    cr_expect_str_eq(error->message, expected, "found    %s\nexpected %s", error->message,
                     expected);
    cr_expect(g_error_matches(error, BSP_ERROR, (gint)code), "code %d: %s", error->code,
              error->message);
}

/* Each case is a text and the end of its message, which begins with `at`. */
static void expect_bad(const char *at, const char *const (*cases)[2], gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autofree char *message = g_strconcat(at, cases[i][1], NULL);
        expect_error(cases[i][0], BSP_ERROR_VALUE, message);
    }
}

/* --- texts --- */

#define HEAD "{'format':'bsp-scenario','version':1,'name':'n',"
#define WORLD "'world':'w.json',"
#define SPACE "{'name':'a','mins':[-1,-1,-1],'maxs':[1,1,1]}"
#define SPACES "'spaces':[" SPACE "],"
#define MOVES "{'name':'t','space':'a','moves':[[[0,0,9],[0,0,1]]]}"
#define TRAJECTORIES "'trajectories':[" MOVES "]"

/* A scenario that is valid except for one part. */
#define WITH_SPACE(text) HEAD WORLD "'spaces':[" SPACE "," text "]," TRAJECTORIES "}"
#define WITH_SHAPE(text) HEAD WORLD SPACES "'shapes':[" text "]," TRAJECTORIES "}"
#define WITH_TRAJECTORY(text) HEAD WORLD SPACES "'trajectories':[" text "]}"
#define WITH_OPTIONS(text) HEAD WORLD SPACES TRAJECTORIES ",'options':" text "}"
#define WITH_WORLD(name) HEAD "'world':'" name "'," SPACES TRAJECTORIES "}"
#define MOVER(text) WITH_TRAJECTORY("{'name':'t'," text "}")
#define RANDOM(text) MOVER("'space':'a','random':{" text "}")

/* --- valid input --- */

/* "box_cell" belongs to former methods and is ignored. */
Test(scenario, everything)
{
    g_autoptr(CompareScenario) s = load_or_fail(
        HEAD WORLD
        "'spaces':[{'name':'dot','mins':[0,0,0],'maxs':[0,0,0]},"
        "{'name':'box','mins':[1,-2,-3],'maxs':[4,5,6.5]}],"
        "'shapes':[{'name':'ball','sphere':{'radius':12}},"
        "{'name':'barrel','cylinder':{'radius':3,'bottom':-24,'top':32}},"
        "{'name':'pill','capsule':{'radius':4,'bottom':-4,'top':4}},"
        "{'name':'wedge','hull':[[-8,-8,0],[8,-8,0],[0,8,0],[0,0,20]]}],"
        "'trajectories':[{'name':'way','space':'box','response':'slide',"
        "'waypoints':[[0,0,40],[1,2,3],[4,5,6]]},"
        "{'name':'list','space':'dot','moves':[[[0,0,40],[1,2,3]],[[4,5,6],[7,8,9]]]},"
        "{'name':'crowd','shape':'wedge','response':'bounce','random':"
        "{'seed':18446744073709551615,'moves':10000000,'step':[0,2.5],'start':'starts'}},"
        "{'name':'roll','shape':'ball','random':"
        "{'seed':0,'moves':1,'step':[2,2],'start':[1,2,3]}}],"
        "'options':{'bevel_angle':180,'box_cell':8,'repeat':1000}}");
    cr_expect_str_eq(s->name, "n");
    g_autofree char *world_path = expand("%/w.json");
    cr_expect_str_eq(s->world_path, world_path);
    cr_expect_str_eq(s->world->name, "w");
    cr_expect_eq(s->bevel_angle, 180);
    cr_expect_eq(s->repeat, 1000u);

    cr_assert_eq(s->spaces->len, 2u);
    const CompareSpace *spaces = (const CompareSpace *)(void *)s->spaces->data;
    cr_expect_str_eq(spaces[0].name, "dot");
    cr_expect_eq(spaces[0].shape.kind, BSP_SHAPE_POINT);
    cr_expect_eq(spaces[1].shape.kind, BSP_SHAPE_BOX);
    cr_expect_eq(spaces[1].shape.bounds.mins.x, 1); /* the reference point may lie outside */
    cr_expect_eq(spaces[1].shape.bounds.maxs.z, 6.5);

    cr_assert_eq(s->shapes->len, 4u);
    const CompareShape *shapes = (const CompareShape *)(void *)s->shapes->data;
    cr_expect_eq(shapes[0].shape.kind, BSP_SHAPE_SPHERE);
    cr_expect_eq(shapes[0].shape.radius, 12);
    cr_expect_eq(shapes[1].shape.kind, BSP_SHAPE_CYLINDER);
    cr_expect_eq(shapes[1].shape.bottom, -24);
    cr_expect_eq(shapes[1].shape.top, 32);
    cr_expect_eq(shapes[2].shape.kind, BSP_SHAPE_CAPSULE);
    cr_expect_eq(shapes[3].shape.kind, BSP_SHAPE_HULL);
    cr_expect_eq(shapes[3].hull->n_vertices, 4u);

    cr_assert_eq(s->trajectories->len, 4u);
    const CompareTrajectory *t = (const CompareTrajectory *)(void *)s->trajectories->data;
    cr_expect(t[0].source == COMPARE_WAYPOINTS && t[0].response == COMPARE_SLIDE);
    cr_expect(t[0].space == 1 && t[0].shape == -1);
    cr_assert_eq(t[0].waypoints->len, 3u);
    cr_expect_eq(g_array_index(t[0].waypoints, BspVec, 2).y, 5);
    cr_expect(t[1].source == COMPARE_RECORDED && t[1].space == 0);
    cr_assert_eq(t[1].moves->len, 2u);
    cr_expect_eq(g_array_index(t[1].moves, CompareMove, 1).to.z, 9);
    cr_expect(t[2].source == COMPARE_RANDOM && t[2].response == COMPARE_BOUNCE);
    cr_expect(t[2].space == -1 && t[2].shape == 3 && t[2].start_is_starts);
    cr_expect(t[2].seed == G_MAXUINT64 && t[2].n_moves == 10000000);
    cr_expect(t[2].step_min == 0 && t[2].step_max == 2.5);
    cr_expect(t[3].response == COMPARE_STOP && !t[3].start_is_starts && t[3].start_point.z == 3);
    cr_expect_str_eq(compare_scenario_shape_name(s, &t[2]), "wedge");
    cr_expect_eq(compare_scenario_shape(s, &t[2]), &shapes[3].shape);
    cr_expect_str_eq(compare_scenario_shape_name(s, &t[0]), "box");
    cr_expect_eq(compare_scenario_shape(s, &t[0]), &spaces[1].shape);
}

Test(scenario, defaults)
{
    g_autoptr(CompareScenario) s = load_or_fail(HEAD WORLD SPACES TRAJECTORIES "}");
    cr_expect_eq(s->shapes->len, 0u);
    cr_expect_eq(s->bevel_angle, 90);
    cr_expect_eq(s->repeat, 15u);
    cr_expect_eq(g_array_index(s->trajectories, CompareTrajectory, 0).response, COMPARE_STOP);
}

Test(scenario, another_world)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *bare = g_build_filename(directory, "bare.json", NULL);
    g_autoptr(CompareScenario) s = load(WITH_WORLD("nothing.json"), bare, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "");
    cr_expect_str_eq(s->world_path, bare);
    cr_expect_str_eq(s->world->name, "bare");
}

Test(scenario, world_by_absolute_path)
{
    g_autofree char *text =
        g_strdup_printf(HEAD "'world':'%s/w.json'," SPACES TRAJECTORIES "}", directory);
    g_autoptr(CompareScenario) s = load_or_fail(text);
    cr_expect_str_eq(s->world->name, "w");
}

#define WORLD_INSIDE(brushes)                                                                      \
    HEAD "'world':{'format':'bsp-world','version':1,'name':'in','brushes':[" brushes               \
         "],'starts':[[0,0,40]]}," SPACES TRAJECTORIES "}"
#define BOX "{'box':[[-64,-64,-8],[64,64,0]]}"

Test(scenario, world_inside)
{
    g_autoptr(CompareScenario) s = load_or_fail(WORLD_INSIDE(BOX));
    g_autofree char *path = expand("@");
    cr_expect(s->world_is_inside);
    cr_expect_str_eq(s->world_path, path);
    cr_expect_str_eq(s->world->name, "in");
    cr_expect_eq(s->world->solid->brushes->len, 1u);
    cr_expect_eq(s->world->starts->len, 1u);

    /* the command line's world has priority */
    g_autoptr(GError) error = NULL;
    g_autofree char *bare = g_build_filename(directory, "bare.json", NULL);
    g_autoptr(CompareScenario) over = load(WORLD_INSIDE(BOX), bare, &error);
    cr_assert_not_null(over, "%s", error ? error->message : "");
    cr_expect_not(over->world_is_inside);
    cr_expect_str_eq(over->world->name, "bare");
}

Test(scenario, worlds_inside_that_are_refused)
{
    static const char *const cases[][2] = {
        { WORLD_INSIDE(BOX "," BOX "," BOX ",{}"),
          "/brushes/3: a brush is given by one of 'planes', 'box' and 'points', not by 0" },
        { WORLD_INSIDE("{'box':[[0,0,0],[0,1,'1']]}"),
          "/brushes/0/box/1/2: expected a number, found a string" },
        { HEAD "'world':{}," SPACES TRAJECTORIES "}", ": 'format' is missing" },
        { HEAD "'world':{'format':'bsp-scenario','version':1}," SPACES TRAJECTORIES "}",
          "/format: the format is 'bsp-scenario', not 'bsp-world'" },
    };
    expect_bad("@: /world", cases, G_N_ELEMENTS(cases));
    expect_error(WORLD_INSIDE("{'box':[[0,0,0],[0,1,1]]}"), BSP_ERROR_GEOMETRY,
                 "@: /world/brushes/0: the box is empty: along x it goes from 0 to 0");
}

/* All shipped scenarios, except those over levels that must be fetched. */
Test(scenario, those_in_data)
{
    g_autofree char *path = shipped_path("scenarios", NULL);
    g_autoptr(GDir) scenarios = g_dir_open(path, 0, NULL);
    if (!scenarios)
        cr_skip_test("no data directory");
    guint n = 0;
    for (const char *name; (name = g_dir_read_name(scenarios));) {
        if (!g_str_has_suffix(name, ".json"))
            continue;
        g_autofree char *file = g_build_filename(path, name, NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(CompareScenario) s = compare_scenario_load(file, &error);
        if (!s && g_error_matches(error, BSP_ERROR, BSP_ERROR_IO) &&
            strstr(error->message, "/levels/"))
            continue;
        cr_expect_not_null(s, "%s", error ? error->message : "");
        n++;
    }
    cr_expect(n >= 9, "only %u", n);
}

/* --- rejected input --- */

Test(scenario, document)
{
    static const char *const cases[][2] = {
        { "[]", "expected an object, found an array" },
        { "{}", "'format' is missing" },
        { "{'format':'bsp-result','version':1}",
          "/format: the format is 'bsp-result', not 'bsp-scenario'" },
        { "{'format':'bsp-scenario','version':2}",
          "/version: version 2 of bsp-scenario is unknown: this reads 1" },
        { HEAD "'wrold':'w.json'}", "unknown key 'wrold'" },
        { "{'format':'bsp-scenario','version':1}", "'name' is missing" },
        { "{'format':'bsp-scenario','version':1,'name':''}", "/name: the string is empty" },
        { HEAD WORLD TRAJECTORIES "}", "'spaces' is missing" },
        { HEAD WORLD "'spaces':{}," TRAJECTORIES "}",
          "/spaces: expected an array, found an object" },
        { HEAD WORLD SPACES "'trajectories':[]}",
          "/trajectories: 0 items, where at least 1 are wanted" },
        { HEAD WORLD "'spaces':[" SPACE "]}", "'trajectories' is missing" },
    };
    expect_bad("@: ", cases, G_N_ELEMENTS(cases));
    expect_error("{\n 'format': 'bsp-scenario',,\n}", BSP_ERROR_SYNTAX,
                 "@:2:27: quoted object property name expected");
}

Test(scenario, worlds)
{
    static const char *const cases[][2] = {
        { HEAD SPACES TRAJECTORIES "}", "'world' is missing" },
        { HEAD "'world':7," SPACES TRAJECTORIES "}", "/world: expected a string, found a number" },
    };
    expect_bad("@: ", cases, G_N_ELEMENTS(cases));
    expect_error(WITH_WORLD("broken.json"), BSP_ERROR_SYNTAX,
                 "%/broken.json:2:13: unexpected character");
    expect_error(WITH_WORLD("nothing.json"), BSP_ERROR_IO,
                 "@: /world: %/nothing.json: cannot read: No such file or directory");
}

Test(scenario, scenario_is_missing)
{
    g_autoptr(GError) error = NULL;
    cr_expect_null(compare_scenario_load("/nowhere/s.json", &error));
    cr_assert_not_null(error);
    cr_expect_str_eq(error->message, "/nowhere/s.json: cannot read: No such file or directory");
}

Test(scenario, spaces)
{
    static const char *const cases[][2] = {
        { WITH_SPACE("7"), ": expected an object, found a number" },
        { WITH_SPACE("{'name':'b'}"), ": 'mins' is missing" },
        { WITH_SPACE("{'name':'b','mins':[0,0,0]}"), ": 'maxs' is missing" },
        { WITH_SPACE("{'mins':[0,0,0],'maxs':[0,0,0]}"), ": 'name' is missing" },
        { WITH_SPACE("{'name':'a','mins':[0,0,0],'maxs':[0,0,0]}"),
          "/name: a space already has the name 'a'" },
        { WITH_SPACE("{'name':'b','mins':[0,3,0],'maxs':[1,2,1]}"),
          ": mins exceed maxs on the y axis (3 > 2)" },
        { WITH_SPACE("{'name':'b','mins':[0,0,0.5],'maxs':[1,2,0.25]}"),
          ": mins exceed maxs on the z axis (0.5 > 0.25)" },
        { WITH_SPACE("{'name':'b','mins':[0,0],'maxs':[1,2,3]}"),
          "/mins: expected 3 numbers, found 2 items" },
        { WITH_SPACE("{'name':'b','mins':[0,0,0],'maxs':[1,2,'3']}"),
          "/maxs/2: expected a number, found a string" },
        { WITH_SPACE("{'name':'b','mins':[0,0,0],'maxs':[1,2,5000000]}"),
          "/maxs/2: 5000000 is out of range, -4194304 to 4194304" },
        { WITH_SPACE("{'name':'b','mins':[0,0,0],'maxs':[1,2,3],'size':1}"),
          ": unknown key 'size'" },
    };
    expect_bad("@: /spaces/1", cases, G_N_ELEMENTS(cases));
}

Test(scenario, shapes)
{
#define UPRIGHT(kind, radius, bottom, top)                                                         \
    WITH_SHAPE("{'name':'b','" kind "':{'radius':" radius ",'bottom':" bottom ",'top':" top "}}")
    static const char *const cases[][2] = {
        { WITH_SHAPE("{'name':'b'}"),
          "/0: must have exactly one of 'sphere', 'cylinder', 'capsule', 'hull', not 0" },
        { WITH_SHAPE("{'name':'b','sphere':{'radius':1},'hull':[]}"),
          "/0: must have exactly one of 'sphere', 'cylinder', 'capsule', 'hull', not 2" },
        { WITH_SHAPE("{'name':'b','cone':{'radius':1}}"), "/0: unknown key 'cone'" },
        { WITH_SHAPE("{'name':'a','sphere':{'radius':1}}"),
          "/0/name: a space already has the name 'a'" },
        { WITH_SHAPE("{'name':'b','sphere':{'radius':1}},{'name':'b','sphere':{'radius':2}}"),
          "/1/name: a shape already has the name 'b'" },
        { WITH_SHAPE("{'name':'b','sphere':{}}"), "/0/sphere: 'radius' is missing" },
        { WITH_SHAPE("{'name':'b','sphere':{'radius':0}}"),
          "/0/sphere/radius: the radius must be above 0, not 0" },
        { WITH_SHAPE("{'name':'b','sphere':{'radius':-2.5}}"),
          "/0/sphere/radius: the radius must be above 0, not -2.5" },
        { WITH_SHAPE("{'name':'b','sphere':{'radius':1,'top':2}}"),
          "/0/sphere: unknown key 'top'" },
        { WITH_SHAPE("{'name':'b','cylinder':{'radius':1,'top':2}}"),
          "/0/cylinder: 'bottom' is missing" },
        { UPRIGHT("cylinder", "0", "0", "1"),
          "/0/cylinder/radius: the radius must be above 0, not 0" },
        { UPRIGHT("cylinder", "1", "2", "2"),
          "/0/cylinder: the bottom (2) must be below the top (2)" },
        { UPRIGHT("capsule", "1", "2", "1"),
          "/0/capsule: the bottom (2) must be below the top (1)" },
        { UPRIGHT("capsule", "3", "0", "5.5"),
          "/0/capsule: a capsule of radius 3 is at least 6 high, not 5.5" },
        { WITH_SHAPE("{'name':'b','hull':[[0,0,0],[1,0,0],[0,1,0]]}"),
          "/0/hull: 3 items, where at least 4 are wanted" },
    };
    expect_bad("@: /shapes", cases, G_N_ELEMENTS(cases));
    expect_error(
        WITH_SHAPE("{'name':'b','hull':[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}"), BSP_ERROR_GEOMETRY,
        "@: /shapes/0/hull: the 4 points do not span a volume: they lie in one plane, or almost");
}

Test(scenario, trajectories)
{
    static const char *const cases[][2] = {
        { MOVER("'moves':[[[0,0,0],[1,1,1]]]"),
          "/0: must have exactly one of 'space', 'shape', not 0" },
        { MOVER("'space':'a','shape':'a','moves':[[[0,0,0],[1,1,1]]]"),
          "/0: must have exactly one of 'space', 'shape', not 2" },
        { MOVER("'space':'b'"), "/0/space: there is no space 'b'" },
        { MOVER("'shape':'a'"), "/0/shape: there is no shape 'a'" },
        { MOVER("'space':'a','response':'crawl'"),
          "/0/response: 'crawl' is none of 'stop', 'slide', 'bounce'" },
        { MOVER("'space':'a'"),
          "/0: must have exactly one of 'waypoints', 'moves', 'random', not 0" },
        { MOVER("'space':'a','moves':[],'random':{}"),
          "/0: must have exactly one of 'waypoints', 'moves', 'random', not 2" },
        { MOVER("'space':'a','speed':1"), "/0: unknown key 'speed'" },
        { WITH_TRAJECTORY("{'space':'a'}"), "/0: 'name' is missing" },
        { WITH_TRAJECTORY(MOVES "," MOVES), "/1/name: a trajectory already has the name 't'" },
        { MOVER("'space':'a','waypoints':[[0,0,0]]"),
          "/0/waypoints: 1 items, where at least 2 are wanted" },
        { MOVER("'space':'a','waypoints':[[0,0,0],[0,null,0]]"),
          "/0/waypoints/1/1: expected a number, found null" },
        { MOVER("'space':'a','moves':[]"), "/0/moves: 0 items, where at least 1 are wanted" },
        { MOVER("'space':'a','moves':[[[0,0,0]]]"),
          "/0/moves/0: 1 items, where at least 2 are wanted" },
        { MOVER("'space':'a','moves':[[[0,0,0],[0,0,0],[0,0,0]]]"),
          "/0/moves/0: 3 items, where at most 2 are wanted" },
        { MOVER("'space':'a','moves':[[[0,0,0],[0,0]]]"),
          "/0/moves/0/1: expected 3 numbers, found 2 items" },
    };
    expect_bad("@: /trajectories", cases, G_N_ELEMENTS(cases));
}

#define MOVES_OF_U "{'name':'u','space':'a','moves':[[[0,0,9],[0,0,1]]]}"
#define TWO_MOVES "'space':'a','moves':[[[0,0,9],[0,0,1]],[[1,0,9],[1,0,1]]]"

Test(scenario, masks_and_order)
{
    static const char *const cases[][2] = {
        { MOVER(TWO_MOVES ",'mask':-1"), "/0/mask: -1 is out of range, 0 to 4294967295" },
        { MOVER(TWO_MOVES ",'mask':'0x1'"),
          "/0/mask: '0x1' is no kind of contents, such as 'solid' or 'water', and not one to eight "
          "hexadecimal digits" },
        { MOVER(TWO_MOVES ",'mask':['1','123456789']"),
          "/0/mask/1: '123456789' is no kind of contents, such as 'solid' or 'water', and not one "
          "to eight hexadecimal digits" },
        { MOVER(TWO_MOVES ",'mask':[]"),
          "/0/mask: it names no contents; write 0 if every brush stops it" },
        { MOVER(TWO_MOVES ",'order':7"), "/0/order: expected an array, found a number" },
        { MOVER(TWO_MOVES ",'order':[7]"), "/0/order: 1 places for 2 moves" },
        { MOVER(TWO_MOVES ",'order':[7,7.5]"),
          "/0/order/1: expected a whole number, found a number" },
        { MOVER(TWO_MOVES ",'order':[-1,7]"), "/0/order/0: -1 is out of range, 0 to 4294967295" },
        { MOVER(TWO_MOVES ",'order':[7,7]"),
          "/0/order/1: place 7 comes after place 7: they must ascend" },
        { WITH_TRAJECTORY("{'name':'t'," TWO_MOVES ",'order':[7,9]},{'name':'u'," TWO_MOVES
                          ",'order':[8,9]}"),
          "/1/order/1: place 9 is that of move 1 of 't', too" },
        { MOVER("'space':'a','waypoints':[[0,0,9],[0,0,1]],'order':[0]"),
          "/0/order: only recorded moves have it, and these are 'waypoints'" },
        { MOVER("'space':'a','random':{},'mask':'1'"),
          "/0/mask: only recorded moves have it, and these are 'random'" },
    };
    expect_bad("@: /trajectories", cases, G_N_ELEMENTS(cases));
    g_autoptr(CompareScenario) s =
        load_or_fail(WITH_TRAJECTORY("{'name':'t'," TWO_MOVES ",'mask':'fE000001'}," MOVES_OF_U));
    const CompareTrajectory *t = compare_scenario_trajectory(s, 0);
    cr_expect(t[0].has_mask && t[0].mask == 0xfe000001 && !t[0].order);
    cr_expect(!t[1].has_mask);
}

/* The trajectory and number of each move. */
static char *resolved(const CompareScenario *s)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL);
    cr_assert_not_null(moves);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        g_string_append_printf(out, " %u.%u", move->trajectory, move->number);
    }
    return g_string_free(out, FALSE);
}

/* Trajectories without an order come after those with one. */
Test(scenario, moves_in_order)
{
    g_autoptr(CompareScenario) s =
        load_or_fail(WITH_TRAJECTORY("{'name':'none'," TWO_MOVES "},"
                                     "{'name':'late'," TWO_MOVES ",'order':[3,4294967295]},"
                                     "{'name':'way','space':'a','waypoints':[[0,0,-1],[0,0,-2]]},"
                                     "{'name':'soon'," TWO_MOVES ",'order':[0,7]}"));
    g_autofree char *order = resolved(s);
    cr_expect_str_eq(order, " 3.0 1.0 3.1 1.1 0.0 0.1 2.0");
    g_autoptr(CompareScenario) variant = compare_variant_new(s);
    g_autofree char *again = resolved(variant);
    cr_expect_str_eq(again, order);
}

/* An error in a compressed scenario names the line and column in the uncompressed text. */
Test(scenario, compressed)
{
    g_autofree char *good = quoted(HEAD WORLD SPACES TRAJECTORIES "}"),
                    *bad = quoted(HEAD "\n  'world': ,");
    g_autofree char *path = g_build_filename(directory, "s.json", NULL);
    g_autoptr(GBytes) bytes = compare_gzip(good, strlen(good)),
                      wrong = compare_gzip(bad, strlen(bad));
    g_file_set_contents(path, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes), NULL);
    g_autoptr(CompareScenario) s = compare_scenario_load(path, NULL);
    cr_assert_not_null(s);
    cr_expect_eq(s->trajectories->len, 1u);
    g_file_set_contents(path, g_bytes_get_data(wrong, NULL), (gssize)g_bytes_get_size(wrong), NULL);
    g_autoptr(GError) error = NULL;
    cr_expect_null(compare_scenario_load(path, &error));
    g_autofree char *expected = expand("@:2:12: unexpected character");
    cr_expect_str_eq(error->message, expected);
}

Test(scenario, random_walks)
{
#define WALK(seed, moves, step, start)                                                             \
    RANDOM("'seed':" seed ",'moves':" moves ",'step':" step ",'start':" start)
    static const char *const cases[][2] = {
        { RANDOM(""), ": 'seed' is missing" },
        { RANDOM("'seed':1"), ": 'moves' is missing" },
        { RANDOM("'seed':1,'moves':1"), ": 'step' is missing" },
        { RANDOM("'seed':1,'moves':1,'step':[1,2]"), ": 'start' is missing" },
        { RANDOM("'sed':1"), ": unknown key 'sed'" },
        { WALK("-1", "1", "[1,2]", "'starts'"),
          "/seed: -1 is out of range, 0 to 18446744073709551615" },
        { WALK("1.5", "1", "[1,2]", "'starts'"), "/seed: expected a whole number, found a number" },
        { WALK("1", "0", "[1,2]", "'starts'"), "/moves: 0 is out of range, 1 to 10000000" },
        { WALK("1", "10000001", "[1,2]", "'starts'"),
          "/moves: 10000001 is out of range, 1 to 10000000" },
        { WALK("1", "1", "7", "'starts'"), "/step: expected an array, found a number" },
        { WALK("1", "1", "[1]", "'starts'"), "/step: 1 items, where at least 2 are wanted" },
        { WALK("1", "1", "[-1,2]", "'starts'"), "/step/0: -1 is out of range, 0 to 4194304" },
        { WALK("1", "1", "[3,2]", "'starts'"),
          "/step: the shortest step (3) exceeds the longest (2)" },
        { WALK("1", "1", "[1,2]", "'here'"), "/start: 'here' is none of 'starts'" },
        { WALK("1", "1", "[1,2]", "[0,0]"), "/start: expected 3 numbers, found 2 items" },
        { WALK("1", "1", "[1,2]", "null"), "/start: expected a string, found null" },
        { HEAD "'world':'bare.json'," SPACES "'trajectories':[{'name':'t','space':'a','random':{'"
               "seed':1,'moves':1,'step':[1,2],'start':'starts'}}]}",
          "/start: the world %/bare.json has no starts" },
    };
    expect_bad("@: /trajectories/0/random", cases, G_N_ELEMENTS(cases));
}

Test(scenario, options)
{
    static const char *const cases[][2] = {
        { WITH_OPTIONS("[]"), ": expected an object, found an array" },
        { WITH_OPTIONS("{'angle':1}"), ": unknown key 'angle'" },
        { WITH_OPTIONS("{'bevel_angle':-1}"), "/bevel_angle: -1 is out of range, 0 to 180" },
        { WITH_OPTIONS("{'bevel_angle':0}"), "/bevel_angle: it must be above 0" },
        { WITH_OPTIONS("{'bevel_angle':180.5}"), "/bevel_angle: 180.5 is out of range, 0 to 180" },
        { WITH_OPTIONS("{'repeat':0}"), "/repeat: 0 is out of range, 1 to 1000" },
        { WITH_OPTIONS("{'repeat':1001}"), "/repeat: 1001 is out of range, 1 to 1000" },
    };
    expect_bad("@: /options", cases, G_N_ELEMENTS(cases));
}
