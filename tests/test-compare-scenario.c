/* test-compare-scenario: checks that the writer of scenarios writes everything that the reader
 * stores. tests/transcripts/bad-scenario.t tests messages. */
#include <criterion/criterion.h>

#include "run/resolve.h"
#include "scenario/scenario.h"
#include "scenario/write.h"

/* Loads a text, in which ' stands for ". */
static CompareScenario *load_or_fail(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) json = g_string_new(text);
    g_string_replace(json, "'", "\"", 0);
    CompareScenario *s = compare_scenario_read("s.json", json->str, json->len, NULL, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "no error");
    return s;
}

#define WORLD                                                                                      \
    "{'format':'bsp-world','version':1,'name':'w',"                                                \
    "'brushes':[{'box':[[-64,-64,-8],[64,64,0]]}],'starts':[[0,0,40]]}"

/* A scenario with every kind of shape and of trajectory, as compare_scenario_write() writes it. */
#define EVERYTHING(world)                                                                          \
    "{ 'format': 'bsp-scenario', 'version': 1, 'name': 'n',\n"                                     \
    "  'world': " world ",\n"                                                                      \
    "  'spaces': [\n"                                                                              \
    "    { 'name': 'dot', 'mins': [0,0,0], 'maxs': [0,0,0] },\n"                                   \
    "    { 'name': 'box', 'mins': [1,-2,-3], 'maxs': [4,5,6.5] } ],\n"                             \
    "  'shapes': [\n"                                                                              \
    "    { 'name': 'ball', 'sphere': { 'radius': 12 } },\n"                                        \
    "    { 'name': 'barrel', 'cylinder': { 'radius': 3, 'bottom': -24, 'top': 32 } },\n"           \
    "    { 'name': 'pill', 'capsule': { 'radius': 4, 'bottom': -4, 'top': 4 } },\n"                \
    "    { 'name': 'wedge', 'hull': [[-8,-8,0],[8,-8,0],[0,8,0],[0,0,20]] } ],\n"                  \
    "  'trajectories': [\n"                                                                        \
    "    { 'name': 'way', 'space': 'box', 'response': 'slide',\n"                                  \
    "      'waypoints': [\n        [0,0,40],\n        [1,2,3],\n        [4,5,6] ] },\n"            \
    "    { 'name': 'list', 'space': 'dot', 'skin': 0.125, 'exact': true, 'mask': 'fe000001',\n"    \
    "      'order': [0,7],\n"                                                                      \
    "      'moves': [\n        [[0,0,40],[1,2,3]],\n        [[4,5,6],[7,8,9]] ] },\n"              \
    "    { 'name': 'crowd', 'shape': 'wedge', 'response': 'bounce',\n"                             \
    "      'random': { 'seed': 18446744073709551615, 'moves': 10000000, 'step': [0,2.5], "         \
    "'start': 'starts' } },\n"                                                                     \
    "    { 'name': 'roll', 'shape': 'ball', 'response': 'stop',\n"                                 \
    "      'random': { 'seed': 0, 'moves': 1, 'step': [2,2], 'start': [1,2,3] } } ],\n"            \
    "  'options': { 'bevel_angle': 180, 'repeat': 1000 } }\n"

Test(scenario, a_scenario_with_everything_is_read_and_written)
{
    g_autoptr(CompareScenario) s = load_or_fail(EVERYTHING(WORLD));
    g_autofree char *text = compare_scenario_write(s, "w.json", NULL);
    g_autoptr(GString) expected = g_string_new(EVERYTHING("'w.json'"));
    g_string_replace(expected, "'", "\"", 0);
    cr_expect_str_eq(text, expected->str, "%s", text);
    cr_expect_str_eq(s->world->name, "w");
    cr_expect_eq(g_array_index(s->spaces, CompareMover, 0).shape.kind, BSP_SHAPE_POINT);
    cr_expect_eq(g_array_index(s->spaces, CompareMover, 1).shape.kind, BSP_SHAPE_BOX);
    const CompareTrajectory *t = compare_scenario_trajectory(s, 2);
    cr_expect_eq(&compare_mover(s, t->mover)->shape,
                 &g_array_index(s->shapes, CompareMover, 3).shape);
    t = compare_scenario_trajectory(s, 0);
    cr_expect_eq(&compare_mover(s, t->mover)->shape,
                 &g_array_index(s->spaces, CompareMover, 1).shape);
}

#define WITH_TRAJECTORY(text)                                                                      \
    "{'format':'bsp-scenario','version':1,'name':'n','world':" WORLD                               \
    ",'spaces':[{'name':'a','mins':[-1,-1,-1],'maxs':[1,1,1]}],'trajectories':[" text "]}"
#define TWO_MOVES "'space':'a','moves':[[[0,0,9],[0,0,1]],[[1,0,9],[1,0,1]]]"

Test(scenario, omitted_members_get_defaults)
{
    g_autoptr(CompareScenario) s = load_or_fail(WITH_TRAJECTORY("{'name':'t'," TWO_MOVES "}"));
    const CompareTrajectory *t = compare_scenario_trajectory(s, 0);
    cr_expect_eq(s->shapes->len, 0u);
    cr_expect_eq(s->bevel_angle, 90);
    cr_expect_eq(s->repeat, 15u);
    cr_expect(t->response == COMPARE_STOP && !t->has_mask && !t->order);
}

/* Lists the trajectory and number of each move. */
static char *resolved(const CompareScenario *s)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL, NULL, NULL);
    cr_assert_not_null(moves);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        g_string_append_printf(out, " %u.%u", move->trajectory, move->number);
    }
    return g_string_free(out, FALSE);
}

Test(scenario, a_name_does_not_break_the_line_of_a_message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) json =
        g_string_new(WITH_TRAJECTORY("{'name':'t','space':'no\\nspace','moves':[]}"));
    g_string_replace(json, "'", "\"", 0);
    cr_expect_null(compare_scenario_read("s.json", json->str, json->len, NULL, &error));
    cr_expect_str_eq(error->message,
                     "s.json: /trajectories/0/space: the scenario has no space \"no?space\"");
}

/* Trajectories without an order come after those that have one. */
Test(scenario, moves_with_an_order_come_first)
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
