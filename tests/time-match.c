/* time-match: measures the whole answer (time, plane, brush, contents, skin) for the moves of a
 * recorded match, as an engine asks for them. Not part of "make check".
 *
 * time-match SCENARIO LEVEL
 *
 * The moves are asked in the recorded order, under their own masks, with a skin of 1/8 unit, in
 * frames of 64. Before each frame, other work evicts everything from the caches; then each way
 * answers the frame twice. Ways take turns. Prints nanoseconds for a move, the first time and the
 * second time; the kilobytes that queries read; and a hash of the answers, which must be equal. */
#include <stdlib.h>
#include <string.h>

#include "bsp-brush-table.h"
#include "bsp-file.h"
#include "onion-build.h"
#include "run/answer-hash.h"
#include "run/machine.h"
#include "scenario/scenario.h"

#define FRAME 64
#define SKIN 0.125

/* The onion has a space for each of the most frequent boxes and masks. */
#define MOST_SPACES 4

typedef struct {
    guint place; /* in the match */
    BspMove move;
    guint kind;  /* index in Bench.kinds */
    guint space; /* the filter, or the number of spaces */
} Recorded;

typedef struct {
    BspShape shape;
    guint32 mask;
    guint n;
} Kind;

typedef struct {
    CompareScenario *scenario;
    GArray *kinds, *moves; /* Kind, Recorded */
    OnionTree *onion;
    BspBrushTable *table;
    CompareOtherWork *work;
} Bench;

/* --- the ways --- */

static void by_table(const Bench *b, const Recorded *r, BspTrace *answer)
{
    bsp_brush_table_trace(b->table, &r->move, answer);
}

static void by_onion(const Bench *b, const Recorded *r, BspTrace *answer)
{
    onion_tree_trace(b->onion, r->space, b->table, &r->move, answer, NULL);
}

typedef struct {
    const char *name;
    void (*ask)(const Bench *b, const Recorded *r, BspTrace *answer);
    double ns[2]; /* the first time, and again */
    guint64 hash;
} Way;

static void take_turn(const Bench *b, Way *way, const Recorded *frame)
{
    BspTrace answers[FRAME];
    compare_other_work_do(b->work);
    for (guint i = 0; i < FRAME; i++) /* the moves themselves are not cold: the engine made them */
        way->hash = compare_hash_word(way->hash, frame[i].kind);
    for (guint k = 0; k < 2; k++) {
        double start = compare_clock_wall();
        for (guint i = 0; i < FRAME; i++)
            way->ask(b, &frame[i], &answers[i]);
        way->ns[k] += compare_clock_wall() - start;
    }
    for (guint i = 0; i < FRAME; i++)
        way->hash = compare_hash_trace(way->hash, &answers[i]);
}

/* --- the match --- */

static guint kind_of(Bench *b, const BspShape *shape, guint32 mask)
{
    for (guint i = 0; i < b->kinds->len; i++) {
        Kind *kind = &g_array_index(b->kinds, Kind, i);
        if (kind->mask != mask ||
            memcmp(&kind->shape.bounds, &shape->bounds, sizeof shape->bounds) != 0)
            continue;
        kind->n++;
        return i;
    }
    Kind kind = { *shape, mask, 1 };
    g_array_append_val(b->kinds, kind);
    return b->kinds->len - 1;
}

static void list_trajectory(Bench *b, const CompareTrajectory *t)
{
    const BspShape *shape = compare_scenario_shape(b->scenario, t);
    for (guint i = 0; i < t->moves->len; i++) {
        const CompareMove *m = &g_array_index(t->moves, CompareMove, i);
        guint place = t->order ? g_array_index(t->order, guint, i) : b->moves->len;
        Recorded r = { place, { m->from, m->to, shape, t->mask, SKIN }, 0, 0 };
        r.kind = kind_of(b, shape, t->mask);
        g_array_append_val(b->moves, r);
    }
}

static gint compare_places(gconstpointer a, gconstpointer b)
{
    const Recorded *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

static CompareScenario *load_match(const char *path, const char *level, GError **error)
{
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    char *end = text ? strrchr(text, '}') : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    g_autofree char *whole = g_strconcat(text, ", \"options\": { \"masks\": true } }", NULL);
    return compare_scenario_read_over(path, whole, strlen(whole), level, error);
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    const Kind *x = a, *y = b;
    return x->n < y->n ? 1 : x->n > y->n ? -1 : 0;
}

static gboolean build(Bench *b, GError **error)
{
    OnionSpace spaces[MOST_SPACES];
    g_autoptr(GArray) frequent = g_array_copy(b->kinds);
    g_array_sort(frequent, compare_numbers);
    guint n = MIN(frequent->len, MOST_SPACES);
    for (guint i = 0; i < n; i++) {
        const Kind *kind = &g_array_index(frequent, Kind, i);
        spaces[i] = (OnionSpace){ NULL, bsp_skin_box(&kind->shape.bounds, SKIN), kind->mask };
    }
    b->onion = onion_tree_build(b->scenario->world->solid, spaces, n, NULL, error);
    b->table = bsp_brush_table_new(b->scenario->world->solid, 0);
    for (guint i = 0; b->onion && i < b->moves->len; i++) {
        Recorded *r = &g_array_index(b->moves, Recorded, i);
        r->space =
            onion_tree_find_filter(b->onion, &r->move.shape->bounds, r->move.mask, r->move.skin);
    }
    return b->onion != NULL;
}

static void run(const Bench *b)
{
    Way ways[] = { { "table", by_table, { 0, 0 }, BSP_HASH_START },
                   { "onion", by_onion, { 0, 0 }, BSP_HASH_START } };
    guint n = b->moves->len / FRAME;
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < G_N_ELEMENTS(ways); k++)
            take_turn(b, &ways[(i + k) % G_N_ELEMENTS(ways)],
                      &g_array_index(b->moves, Recorded, i * FRAME));
    OnionStats stats;
    onion_tree_stats(b->onion, &stats);
    gsize table = bsp_brush_table_bytes(b->table), bytes[] = { table, table + stats.bytes };
    g_print("way      cold ns  again ns      KiB  hash\n");
    for (guint k = 0; k < G_N_ELEMENTS(ways); k++)
        g_print("%-7s %8.0f %9.0f %8.0f  %016" G_GINT64_MODIFIER "x\n", ways[k].name,
                ways[k].ns[0] / n / FRAME, ways[k].ns[1] / n / FRAME, (double)bytes[k] / 1024,
                ways[k].hash);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        g_printerr("usage: time-match SCENARIO LEVEL\n");
        return 2;
    }
    GError *error = NULL;
    Bench b = { .kinds = g_array_new(FALSE, FALSE, sizeof(Kind)),
                .moves = g_array_new(FALSE, FALSE, sizeof(Recorded)),
                .work = compare_other_work_new() };
    b.scenario = load_match(argv[1], argv[2], &error);
    for (guint i = 0; b.scenario && i < b.scenario->trajectories->len; i++)
        list_trajectory(&b, &g_array_index(b.scenario->trajectories, CompareTrajectory, i));
    g_array_sort(b.moves, compare_places);
    gboolean ok = b.scenario && build(&b, &error);
    if (ok)
        run(&b);
    else
        g_printerr("time-match: %s\n", error ? error->message : "not a scenario");
    g_clear_error(&error);
    onion_tree_free(b.onion);
    bsp_brush_table_free(b.table);
    compare_scenario_free(b.scenario);
    compare_other_work_free(b.work);
    g_array_unref(b.kinds);
    g_array_unref(b.moves);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
