/* spaces: a claim that Golodetz 2013 makes without measurements: "compiling large numbers of
 * different configuration spaces into an onion BSP would severely bloat the tree and lead to slow
 * level compilation times and poor performance".
 *
 * Every number of spaces is queried with the same moves, those of the first space. */
#include <math.h>
#include <time.h>

#include "bsp-inspect.h"
#include "generate/dice.h"
#include "methods/method.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "paper/timer.h"

#define N_WALKS 4000
#define N_SHOTS 2000
#define SEED 8
#define MOST_TRIES 100000 /* to find a clear position */

static const guint numbers[] = { 1, 2, 4, 8, 16, 32, 64 };
static const char *const names[] = { "onion-article", "onion", "multi" };

enum { ARTICLE, ONION, MULTI, METHODS, LAST = G_N_ELEMENTS(numbers) - 1 };

/* The article gives no number. Here more than twice the size of separate trees counts as bloat. */
#define SEVERE 2

/* Once an onion-article has this many nodes, no larger one is built: with twice as many spaces it
 * has four times as many nodes. */
#define ENOUGH_NODES 2000000

typedef struct {
    const CompareMethod *method;
    const CompareMove *moves;
    guint n;
} Asking;

typedef struct {
    const char *world, *method;
    guint spaces;
    guint64 nodes;
    gsize bytes;
    double walk_nodes, shot_nodes, build_ms, walk_ns, shot_ns;
    guint has_times;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)
#define TIMED .of = offsetof(Row, has_times)

static const CompareColumn columns[] = {
    { "world", NULL, "world", COMPARE_TEXT, ALL | COMPARE_SHORTEN, AT(world) },
    { "spaces", NULL, "spaces", COMPARE_COUNT, ALL, AT(spaces) },
    { "method", NULL, "method", COMPARE_TEXT, ALL, AT(method) },
    { "nodes", NULL, "nodes", COMPARE_COUNT64, ALL, AT(nodes), .about = "branches" },
    { "memory", NULL, "bytes", COMPARE_BYTES, ALL, AT(bytes) },
    { "build ms", NULL, "build_ms", COMPARE_NUMBER, ALL, AT(build_ms), TIMED, .format = "%.1f",
      .about = "processor time of all threads" },
    { "walk nodes", NULL, "walk_nodes_mean", COMPARE_NUMBER, ALL, AT(walk_nodes), .format = "%.1f",
      .about = "visited on average by a move of 2 to 32 units" },
    { "shot nodes", NULL, "shot_nodes_mean", COMPARE_NUMBER, ALL, AT(shot_nodes), .format = "%.1f",
      .about = "the same, of 40 to 2000 units" },
    { "walk ns", NULL, "walk_ns", COMPARE_NUMBER, ALL, AT(walk_ns), TIMED, .format = "%.0f" },
    { "shot ns", NULL, "shot_ns", COMPARE_NUMBER, ALL, AT(shot_ns), TIMED, .format = "%.0f" },
};

/* --- moves --- */

/* The first space is a player; the others differ as much as characters can. */
static void add_spaces(CompareScenario *s, guint n)
{
    GRand *rand = compare_generate_rand(SEED);
    for (guint i = 0; i < n; i++) {
        BspBounds box = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
        for (guint k = 0; k < 3 && i > 0; k++) {
            box.mins.v[k] = -compare_generate_draw(rand, 1, k == 2 ? 24 : 40);
            box.maxs.v[k] = compare_generate_draw(rand, 1, k == 2 ? 72 : 40);
        }
        CompareSpace space = { i ? g_strdup_printf("box %u", i) : g_strdup("stand"),
                               bsp_shape_box(box.mins, box.maxs), 0 };
        g_array_append_val(s->spaces, space);
    }
    g_rand_free(rand);
}

static CompareScenario *scenario_of(BspWorld *world, guint n_spaces)
{
    CompareScenario *s = compare_scenario_new(world->name);
    s->name = g_strdup(world->name);
    s->world = world;
    add_spaces(s, n_spaces);
    return s;
}

static void scenario_end(CompareScenario *s)
{
    s->world = NULL; /* the world is not owned */
    compare_scenario_free(s);
}

static BspVec draw_point(GRand *rand, const BspBounds *bounds)
{
    BspVec p;
    for (int k = 0; k < 3; k++)
        p.v[k] = bounds->mins.v[k] + compare_generate_draw(rand, 0, 1 << 20) * (1.0 / (1 << 20)) *
                                         (bounds->maxs.v[k] - bounds->mins.v[k]);
    return p;
}

static BspTransition query_space(const CompareMethod *m, const CompareMove *move,
                                 BspCounters *counters)
{
    const BspShape *shape = &g_array_index(m->scenario->spaces, CompareSpace, 0).shape;
    return m->klass->query(m->data, shape, 0, move->from, move->to, counters);
}

/* A random position in the world at which the first space is clear. FALSE after MOST_TRIES: the
 * world is nearly full. */
static gboolean draw_clear(GRand *rand, const CompareMethod *m, BspVec *p)
{
    for (guint i = 0; i < MOST_TRIES; i++) {
        *p = draw_point(rand, bsp_solid_bounds(m->scenario->world->solid));
        CompareMove stay = { *p, *p };
        if (query_space(m, &stay, NULL).type == BSP_EMPTY)
            return TRUE;
    }
    return FALSE;
}

/* n moves of random lengths from least to most, in random directions. */
static gboolean draw_moves(GRand *rand, const CompareMethod *m, CompareMove *moves, guint n,
                           gint least, gint most)
{
    for (guint i = 0; i < n; i++) {
        BspVec from, way;
        if (!draw_clear(rand, m, &from))
            return FALSE;
        do
            way = bsp_vec_sub(draw_point(rand, bsp_solid_bounds(m->scenario->world->solid)), from);
        while (bsp_vec_length(way) < 1);
        double length = compare_generate_draw(rand, least, most);
        moves[i] = (CompareMove){ from, bsp_vec_mad(from, length / bsp_vec_length(way), way) };
    }
    return TRUE;
}

static gboolean draw_all_moves(const CompareMethod *m, CompareMove *moves, GError **error)
{
    GRand *rand = compare_generate_rand(SEED);
    gboolean good = draw_moves(rand, m, moves, N_WALKS, 2, 32) &&
                    draw_moves(rand, m, moves + N_WALKS, N_SHOTS, 40, 2000);
    g_rand_free(rand);
    if (!good)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: found no room for a box 30 units wide and 56 high",
                    m->scenario->world->name);
    return good;
}

/* --- measuring --- */

static void query_all(gpointer data)
{
    const Asking *a = data;
    double sum = 0;
    for (guint i = 0; i < a->n; i++)
        sum += query_space(a->method, &a->moves[i], NULL).t;
    compare_paper_sink = sum;
}

static double mean_nodes(const Asking *a)
{
    BspCounters counters = { 0 };
    for (guint i = 0; i < a->n; i++)
        query_space(a->method, &a->moves[i], &counters);
    return (double)counters.nodes / a->n;
}

/* Processor time of all threads, so that other work on the machine is not counted. */
static double processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static CompareMethod *build(const CompareScenario *s, const char *name, double *ms, GError **error)
{
    CompareTrees trees = compare_trees_default();
    trees.build.fill = BSP_FILL_AUTO;
    double start = processor_ms();
    CompareMethod *m = compare_method_new(compare_method_find(name), s, &trees, NULL, NULL, error);
    *ms = processor_ms() - start;
    return m;
}

/* Sets up both kinds of moves for a method, with timers for them. */
static void prepare_timers(Asking *asking, ComparePaperTimer *timers, const CompareMethod *method,
                           const CompareMove *moves)
{
    asking[0] = (Asking){ method, moves, N_WALKS };
    asking[1] = (Asking){ method, moves + N_WALKS, N_SHOTS };
    for (guint k = 0; k < 2; k++)
        timers[k] = compare_paper_timer(query_all, &asking[k], 1);
}

/* Measures sizes, visits and times of the methods from `first` on, in turns. */
static void measure(const ComparePaper *paper, CompareMethod *const *methods, guint first,
                    const CompareMove *moves, const double *build_ms, Row *rows)
{
    Asking asking[2 * METHODS];
    ComparePaperTimer timers[2 * METHODS];
    for (guint m = first; m < METHODS; m++)
        prepare_timers(&asking[2 * m], &timers[2 * m], methods[m], moves);
    if (!paper->no_timing)
        compare_paper_timers_run(timers + 2 * first, 2 * (METHODS - first),
                                 paper->repeat ? paper->repeat : 9);
    for (guint m = first; m < METHODS; m++) {
        const CompareScenario *s = methods[m]->scenario;
        CompareSize size;
        methods[m]->klass->size(methods[m]->data, &size);
        rows[m] = (Row){ .world = s->world->name,
                         .method = names[m],
                         .spaces = s->spaces->len,
                         .nodes = size.nodes,
                         .bytes = size.bytes,
                         .walk_nodes = mean_nodes(&asking[2 * m]),
                         .shot_nodes = mean_nodes(&asking[2 * m + 1]),
                         .build_ms = paper->no_timing ? (double)NAN : build_ms[m],
                         .walk_ns = timers[2 * m].ns / N_WALKS,
                         .shot_ns = timers[2 * m + 1].ns / N_SHOTS,
                         .has_times = !paper->no_timing };
    }
}

/* Measures the methods from `first` on at one number of spaces. The moves are drawn at the first
 * number. */
static gboolean measure_number(const ComparePaper *paper, BspWorld *world, guint n, guint first,
                               CompareMove *moves, Row *rows, GError **error)
{
    CompareScenario *s = scenario_of(world, n);
    CompareMethod *methods[METHODS] = { NULL };
    double ms[METHODS];
    gboolean good = TRUE;
    for (guint m = first; m < METHODS && good; m++)
        good = (methods[m] = build(s, names[m], &ms[m], error)) != NULL;
    if (good && n == 1)
        good = draw_all_moves(methods[MULTI], moves, error);
    if (good)
        measure(paper, methods, first, moves, ms, rows);
    for (guint m = 0; m < METHODS; m++)
        compare_method_free(methods[m]);
    scenario_end(s);
    return good;
}

/* --- claims --- */

/* rows: METHODS rows for each number of spaces. */
static void claim_of(ComparePaperPart *part, const Row *rows, guint method)
{
    guint last = LAST;
    while (rows[METHODS * last + method].nodes == 0) /* not built for that many spaces */
        last--;
    const Row *one = &rows[method], *all = &rows[METHODS * last + method];
    const Row *separate = &rows[METHODS * last + MULTI], *single = &rows[MULTI];
    double nodes = (double)all->nodes / (double)separate->nodes;
    compare_paper_claim(
        part, g_strdup_printf("%s of %u, %s: nodes", names[method], all->spaces, all->world),
        "severe bloat", nodes, SEVERE, HUGE_VAL,
        g_strdup_printf("%" G_GUINT64_FORMAT " nodes, separate trees have %" G_GUINT64_FORMAT
                        "; %.2f times their bytes",
                        all->nodes, separate->nodes, (double)all->bytes / (double)separate->bytes));
    compare_paper_claim(
        part, g_strdup_printf("%s of %u, %s: to build", names[method], all->spaces, all->world),
        "slow compilation", all->build_ms / separate->build_ms, SEVERE, HUGE_VAL,
        g_strdup_printf("%.0f ms, separate trees take %.0f ms; of one space %.1f ms and %.1f ms",
                        all->build_ms, separate->build_ms, one->build_ms, single->build_ms));
    compare_paper_claim(
        part, g_strdup_printf("%s of %u, %s: a shot", names[method], all->spaces, all->world),
        "poor performance", all->shot_ns / one->shot_ns, SEVERE, HUGE_VAL,
        g_strdup_printf("a shot visits %.1f nodes, with one space %.1f; a walk %.1f and %.1f",
                        all->shot_nodes, one->shot_nodes, all->walk_nodes, one->walk_nodes));
}

static gboolean measure_world(ComparePaperPart *part, const ComparePaper *paper, BspWorld *world,
                              GError **error)
{
    g_autofree CompareMove *moves = g_new(CompareMove, N_WALKS + N_SHOTS);
    Row rows[METHODS * G_N_ELEMENTS(numbers)] = { { 0 } };
    guint first = ARTICLE;
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (!measure_number(paper, world, numbers[i], first, moves, &rows[METHODS * i], error))
            return FALSE;
        if (rows[METHODS * i + ARTICLE].nodes > ENOUGH_NODES)
            first = ONION;
    }
    for (guint m = 0; m < METHODS; m++)
        for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
            if (rows[METHODS * i + m].nodes)
                compare_grid_add(part->series, &rows[METHODS * i + m]);
    claim_of(part, rows, ARTICLE);
    claim_of(part, rows, ONION);
    return TRUE;
}

ComparePaperPart *compare_paper_spaces(const ComparePaper *paper, GError **error)
{
    g_autoptr(ComparePaperPart) part = compare_paper_part_new(
        "spaces", "Golodetz 2013: many configuration spaces \"would severely bloat the tree\"",
        "1 to 64 boxes, the same moves of the first of them asked at every number");
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    if (!measure_world(part, paper, (BspWorld *)paper->environment, error))
        return NULL;
    if (paper->levels->len && !measure_world(part, paper, paper->levels->pdata[0], error))
        return NULL;
    compare_paper_note(part,
                       "nodes and time to build are times those of separate trees, a shot's "
                       "time is times that with one space; the article gives no number, and "
                       "twice counts as what it says; onion-article is not built of more "
                       "spaces once it has %d nodes",
                       ENOUGH_NODES);
    return g_steal_pointer(&part);
}
