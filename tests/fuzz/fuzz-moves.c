/* fuzz-moves: fuzzes the reader of logs. The moves read become a scenario. Its text must read back
 * as a scenario with the same moves in the same order. */
#include <string.h>

#include "fuzz.h"
#include "run/resolve.h"
#include "scenario/log.h"
#include "scenario/recording.h"
#include "scenario/write.h"

static const char path[] = "some/log";

/* Replaces the name of a world. */
static const char world[] = "{ \"format\": \"bsp-world\", \"version\": 1, \"brushes\": [] }";

static CompareScenario *written_and_read(CompareScenario *recording)
{
    recording->name = g_strdup("fuzzed");
    g_autofree char *text = compare_scenario_write(recording, "WORLD", NULL);
    g_autoptr(GString) whole = g_string_new(text);
    g_string_replace(whole, "\"WORLD\"", world, 1);
    g_autoptr(GError) error = NULL;
    CompareScenario *s = compare_scenario_read("again.json", whole->str, whole->len, NULL, &error);
    if (!s)
        fuzz_found("written, it cannot be read again: %s", error->message);
    return s;
}

static gboolean same(BspVec a, BspVec b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void demand_move(const CompareScenario *s, const CompareResolved *got,
                        const CompareLogged *put)
{
    const CompareTrajectory *t =
        &g_array_index(s->trajectories, CompareTrajectory, got->trajectory);
    const BspBounds *bounds = &compare_mover(s, t->mover)->shape.bounds;
    if (!same(got->from, put->move.from) || !same(got->to, put->move.to))
        fuzz_found("a move is another");
    if (t->mask != put->mask || !same(bounds->mins, put->mins) || !same(bounds->maxs, put->maxs))
        fuzz_found("a move is of another box, or under another mask");
}

static void try_moves(const char *text, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) log = compare_log_read_moves(path, text, length, G_MAXUINT, &error);
    fuzz_demand_result_or_error(log, error, path);
    g_autoptr(CompareScenario) recording =
        log ? compare_recording_of_moves(path, log, &error) : NULL;
    fuzz_demand_result_or_error(recording, error, path);
    if (!recording)
        return;
    g_autoptr(CompareScenario) s = written_and_read(recording);
    s->world_is_inside = TRUE; /* in such a scenario moves may be anywhere */
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL, NULL, NULL);
    if (!moves || moves->len != log->len)
        fuzz_found("%u moves of %u", moves ? moves->len : 0, log->len);
    for (guint i = 0; i < log->len; i++)
        demand_move(s, &g_array_index(moves, CompareResolved, i),
                    &g_array_index(log, CompareLogged, i));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Memory that ends where the log ends, so that AddressSanitizer detects reads beyond the end.
     */
    g_autofree char *text = g_malloc(MAX(size, 1));
    if (size)
        memcpy(text, data, size);
    try_moves(text, size);
    return 0;
}
