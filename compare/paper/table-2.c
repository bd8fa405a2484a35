/* table-2: "average collision query time" (Melax 2000, section 8): a player's character on three
 * finished levels, with its move of each frame queried for a ray, a sphere and a cylinder. */
#include <math.h>

#include "bsp-inspect.h"
#include "paper/character.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "paper/timer.h"

/* "At least 2 minutes with the player character constantly moving." */
#define N_FRAMES (120 * COMPARE_PAPER_FPS)

/* Repetitions of each move. The paper's 100 take longer and give the same result. */
#define AT_A_TIME 10

/* The ranges of the paper's three characters, as multiples of a ray's time: 51/20, 27/11, 44/19 and
 * 66/20, 38/11, 64/19. */
static const double published[COMPARE_PAPER_SHAPES][2] = { { 1, 1 }, { 2.3, 2.6 }, { 3.3, 3.5 } };
static const char *const published_text[COMPARE_PAPER_SHAPES] = { "1", "2.3 to 2.6", "3.3 to 3.5" };

typedef struct {
    const ShiftTree *tree;
    const GArray *moves;
    BspShape shape;
} Asking;

typedef struct {
    const char *level, *shape;
    double nodes, nodes_ratio, ns, ns_ratio;
    guint has_ns, hits;
    const char *published;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)
#define TIMED .of = offsetof(Row, has_ns)

static const CompareColumn columns[] = {
    { "level", NULL, "level", COMPARE_TEXT, ALL | COMPARE_SHORTEN, AT(level) },
    { "shape", NULL, "shape", COMPARE_TEXT, ALL, AT(shape) },
    { "hits", NULL, "hits", COMPARE_COUNT, ALL, AT(hits), .about = "frames of 3600" },
    { "nodes", NULL, "nodes_mean", COMPARE_NUMBER, ALL, AT(nodes), .format = "%.1f",
      .about = "branches visited on average" },
    { "to ray", NULL, "nodes_to_ray", COMPARE_NUMBER, ALL, AT(nodes_ratio), .format = "%.2f",
      .about = "times those of a ray" },
    { "ns", NULL, "ns", COMPARE_NUMBER, ALL, AT(ns), TIMED, .format = "%.0f" },
    { "ns to ray", NULL, "ns_to_ray", COMPARE_NUMBER, ALL, AT(ns_ratio), TIMED, .format = "%.2f" },
    { "published", NULL, "published_to_ray", COMPARE_TEXT, ALL, AT(published) },
};

static BspTransition query_shape(const Asking *a, guint frame, BspCounters *counters)
{
    const CompareMove *move = &g_array_index(a->moves, CompareMove, frame);
    return shift_tree_hit_check(a->tree, &a->shape, 0, move->from, move->to, counters);
}

static void query_all(gpointer data)
{
    const Asking *a = data;
    double sum = 0;
    for (guint i = 0; i < a->moves->len; i++)
        for (guint k = 0; k < AT_A_TIME; k++)
            sum += query_shape(a, i, NULL).t;
    compare_paper_sink = sum;
}

static void count(const Asking *a, Row *row)
{
    BspCounters counters = { 0 };
    for (guint i = 0; i < a->moves->len; i++)
        row->hits += query_shape(a, i, &counters).type != BSP_EMPTY;
    row->nodes = (double)counters.nodes / a->moves->len;
}

static void claim(ComparePaperPart *part, const Row *row, const Row *ray, const double range[2])
{
    double per_node = row->ns / row->nodes, ray_per_node = ray->ns / ray->nodes;
    compare_paper_claim(
        part, g_strdup_printf("%s for a ray, %s", row->shape, row->level), row->published,
        row->ns_ratio, range[0], range[1],
        g_strdup_printf("it visits %.2f times a ray's nodes (%.1f, %.1f), and a visit takes %.2f "
                        "times as long (%.1f ns, %.1f ns)",
                        row->nodes_ratio, row->nodes, ray->nodes, per_node / ray_per_node, per_node,
                        ray_per_node));
}

static void measure(ComparePaperPart *part, const ComparePaper *paper, const BspWorld *level,
                    const ShiftTree *tree, const GArray *moves)
{
    Asking asking[COMPARE_PAPER_SHAPES];
    ComparePaperTimer timers[COMPARE_PAPER_SHAPES];
    Row rows[COMPARE_PAPER_SHAPES];
    for (guint i = 0; i < COMPARE_PAPER_SHAPES; i++) {
        asking[i] = (Asking){ tree, moves, compare_paper_shape(i) };
        timers[i] = compare_paper_timer(query_all, &asking[i], 1);
    }
    if (!paper->no_timing)
        compare_paper_timers_run(timers, COMPARE_PAPER_SHAPES, paper->repeat ? paper->repeat : 9);
    for (guint i = 0; i < COMPARE_PAPER_SHAPES; i++) {
        rows[i] = (Row){ .level = level->name,
                         .shape = compare_paper_shape_name(i),
                         .ns = timers[i].ns / moves->len / AT_A_TIME,
                         .has_ns = isfinite(timers[i].ns) ? 1 : 0,
                         .published = published_text[i] };
        count(&asking[i], &rows[i]);
        rows[i].nodes_ratio = rows[i].nodes / rows[0].nodes;
        rows[i].ns_ratio = rows[i].ns / rows[0].ns;
        compare_grid_add(part->series, &rows[i]);
        if (i != COMPARE_PAPER_RAY)
            claim(part, &rows[i], &rows[0], published[i]);
    }
}

ComparePaperPart *compare_paper_table_2(const ComparePaper *paper, GError **error)
{
    g_autoptr(GPtrArray) levels = compare_paper_levels(paper);
    g_autoptr(ComparePaperPart) part = compare_paper_part_new(
        "table-2", "Melax 2000, Table 2: average collision query time",
        "a character that runs and jumps for two minutes, 30 moves a second, bevels at 95 degrees");
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < levels->len; i++) {
        const BspWorld *level = levels->pdata[i];
        g_autoptr(ShiftTree) tree =
            compare_paper_tree(level, shift_options_default().bevels, 95, error);
        g_autoptr(ComparePaperRun) run =
            tree ? compare_paper_run(level, COMPARE_PAPER_SEED, N_FRAMES, error) : NULL;
        if (!run)
            return NULL;
        measure(part, paper, level, tree, run->moves);
        compare_paper_note(part, "%s: %u jumps, %u steps climbed, blocked %u times", level->name,
                           run->n_jumps, run->n_steps, run->n_blocked);
    }
    return g_steal_pointer(&part);
}
