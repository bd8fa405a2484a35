/* test-compare-scenario: the values that the reader of scenarios stores. Its messages are tested by
 * tests/transcripts/bad-scenario.t. */
#include <criterion/criterion.h>

#include "run/resolve.h"
#include "scenario/scenario.h"

/* The texts below have ' for ". */
static CompareScenario *load_or_fail(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) json = g_string_new(text);
    g_string_replace(json, "'", "\"", 0);
    CompareScenario *s = compare_scenario_read("s.json", json->str, json->len, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "no error");
    return s;
}

#define HEAD "{'format':'bsp-scenario','version':1,'name':'n',"
#define WORLD                                                                                      \
    "'world':{'format':'bsp-world','version':1,'name':'w',"                                        \
    "'brushes':[{'box':[[-64,-64,-8],[64,64,0]]}],'starts':[[0,0,40]]},"
#define SPACES "'spaces':[{'name':'a','mins':[-1,-1,-1],'maxs':[1,1,1]}],"
#define TRAJECTORIES "'trajectories':[{'name':'t','space':'a','moves':[[[0,0,9],[0,0,1]]]}]"
#define WITH_TRAJECTORY(text) HEAD WORLD SPACES "'trajectories':[" text "]}"

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
        "'options':{'bevel_angle':180,'repeat':1000}}");
    cr_expect_str_eq(s->name, "n");
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

#define MOVES_OF_U "{'name':'u','space':'a','moves':[[[0,0,9],[0,0,1]]]}"
#define TWO_MOVES "'space':'a','moves':[[[0,0,9],[0,0,1]],[[1,0,9],[1,0,1]]]"

Test(scenario, masks)
{
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
    g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL, NULL, NULL);
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
