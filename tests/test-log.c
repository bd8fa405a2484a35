/* test-log: every move of a log comes back from the scenario that is made of it.
 * tests/transcripts/logs.t tests the formats of logs and the messages about them. */
#include <criterion/criterion.h>
#include <string.h>

#include "random.h"
#include "run/resolve.h"
#include "scenario/log.h"
#include "scenario/recording.h"
#include "scenario/write.h"

static gboolean same(BspVec a, BspVec b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

#define HEAD                                                                                       \
    "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"box\":[[-64,-64,-8],[64,64,0]]}]}"

/* Reads the recording's text again, with a world in it. */
static CompareScenario *read_again(CompareScenario *recording)
{
    recording->name = g_strdup("a log");
    g_autofree char *text = compare_scenario_write(recording, "WORLD", NULL);
    g_autoptr(GString) whole = g_string_new(text);
    cr_assert_eq(g_string_replace(whole, "\"WORLD\"", HEAD, 0), 1u);
    g_autoptr(GError) error = NULL;
    CompareScenario *s = compare_scenario_read("s.json", whole->str, whole->len, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "");
    cr_expect_str_eq(s->name, "a log");
    return s;
}

/* Random logs are the same after the way through a scenario: each bit, in the log's order. */
Test(log, every_move_comes_back_in_order)
{
    for (guint64 seed = 0; seed < 20; seed++) {
        Random r = random_seeded(seed);
        g_autoptr(GArray) log = g_array_new(FALSE, FALSE, sizeof(CompareLogged));
        for (guint i = 0; i < 200; i++) {
            double half = random_below(&r, 4);
            CompareLogged move = { .mask = 1u << random_below(&r, 3),
                                   .mins = bsp_vec(0 - half, 0 - half, 0 - half),
                                   .maxs = bsp_vec(half, half, half) };
            for (guint k = 0; k < 3; k++) {
                move.move.from.v[k] = random_real(&r, -60, 60);
                move.move.to.v[k] = random_real(&r, -60, 60);
            }
            g_array_append_val(log, move);
        }
        g_autoptr(CompareScenario) recording = compare_recording_of_moves("l", log, NULL);
        g_autoptr(CompareScenario) s = read_again(recording);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
        g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL, NULL, NULL);
        cr_assert_not_null(moves);
        cr_assert_eq(moves->len, log->len);
        for (guint i = 0; i < moves->len; i++) {
            const CompareResolved *got = &g_array_index(moves, CompareResolved, i);
            const CompareLogged *put = &g_array_index(log, CompareLogged, i);
            const CompareTrajectory *t = compare_scenario_trajectory(s, got->trajectory);
            cr_assert(same(got->from, put->move.from) && same(got->to, put->move.to),
                      "seed %u, move %u", (guint)seed, i);
            cr_assert_eq(t->mask, put->mask);
            cr_assert(same(compare_scenario_shape(s, t)->bounds.mins, put->mins));
            cr_assert(same(g_array_index(t->moves, CompareMove, got->number).from, got->from));
        }
    }
}
