/* figure-8: "variation in algorithm performance" (Melax 2000, section 8): 200 consecutive frames of
 * a character that runs and jumps, with each query repeated 100 times per frame. */
#include <math.h>
#include <stdlib.h>

#include "bsp-inspect.h"
#include "paper/character.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "paper/timer.h"

#define FIRST_FRAME 60 /* the character has landed by then */
#define N_FRAMES 200
#define AT_A_TIME 100

/* The paper says "within a small constant" and not "orders of magnitude", so the constant is less
 * than ten. */
#define SMALL 10

typedef struct {
    const ShiftTree *tree;
    CompareMove move;
    BspShape shape;
} Asking;

/* The frames of one shape, summarised. */
typedef struct {
    const char *shape;
    double nodes_median, nodes_max, nodes_ratio;
    double ns_median, ns_max, ns_ratio;
    guint has_ns, slowest, largest; /* frame numbers of the longest time and of the most nodes */
} Row;

/* The data of one frame. */
typedef struct {
    guint frame;
    double nodes[COMPARE_PAPER_SHAPES], ns[COMPARE_PAPER_SHAPES];
    guint has_ns;
} Sample;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)
#define TIMED .of = offsetof(Row, has_ns)

static const CompareColumn columns[] = {
    { "shape", NULL, "shape", COMPARE_TEXT, ALL, AT(shape) },
    { "nodes", NULL, "nodes_median", COMPARE_NUMBER, ALL, AT(nodes_median), .format = "%.0f",
      .about = "branches visited, median of the frames" },
    { "most", NULL, "nodes_max", COMPARE_NUMBER, ALL, AT(nodes_max), .format = "%.0f" },
    { "most to median", NULL, "nodes_ratio", COMPARE_NUMBER, ALL, AT(nodes_ratio),
      .format = "%.2f" },
    { "ns", NULL, "ns_median", COMPARE_NUMBER, ALL, AT(ns_median), TIMED, .format = "%.0f",
      .about = "a query, median of the frames" },
    { "longest", NULL, "ns_max", COMPARE_NUMBER, ALL, AT(ns_max), TIMED, .format = "%.0f" },
    { "longest to median", NULL, "ns_ratio", COMPARE_NUMBER, ALL, AT(ns_ratio), TIMED,
      .format = "%.2f" },
};

#define FRAME(title, key, kind, member)                                                            \
    {                                                                                              \
        title, NULL, key, kind, COMPARE_PROGRAMS, .offset = offsetof(Sample, member)               \
    }
#define FRAME_NS(key, i)                                                                           \
    {                                                                                              \
        key, NULL, key, COMPARE_NUMBER, COMPARE_PROGRAMS, .offset = offsetof(Sample, ns[i]),       \
                                                          .of = offsetof(Sample, has_ns)           \
    }

static const CompareColumn sample_columns[] = {
    FRAME("frame", "frame", COMPARE_COUNT, frame),
    FRAME("ray nodes", "ray_nodes", COMPARE_NUMBER, nodes[COMPARE_PAPER_RAY]),
    FRAME("sphere nodes", "sphere_nodes", COMPARE_NUMBER, nodes[COMPARE_PAPER_SPHERE]),
    FRAME("cylinder nodes", "cylinder_nodes", COMPARE_NUMBER, nodes[COMPARE_PAPER_CYLINDER]),
    FRAME_NS("ray_ns", COMPARE_PAPER_RAY),
    FRAME_NS("sphere_ns", COMPARE_PAPER_SPHERE),
    FRAME_NS("cylinder_ns", COMPARE_PAPER_CYLINDER),
};

static void query_once(gpointer data)
{
    const Asking *a = data;
    compare_paper_sink =
        shift_tree_hit_check(a->tree, &a->shape, 0, a->move.from, a->move.to, NULL).t;
}

static Sample measure_frame(const ComparePaper *paper, const ShiftTree *tree,
                            const CompareMove *move, guint frame)
{
    Sample sample = { .frame = frame, .has_ns = !paper->no_timing };
    Asking asking[COMPARE_PAPER_SHAPES];
    ComparePaperTimer timers[COMPARE_PAPER_SHAPES];
    for (guint i = 0; i < COMPARE_PAPER_SHAPES; i++) {
        BspCounters counters = { 0 };
        asking[i] = (Asking){ tree, *move, compare_paper_shape(i) };
        timers[i] = compare_paper_timer(query_once, &asking[i], AT_A_TIME);
        shift_tree_hit_check(tree, &asking[i].shape, 0, move->from, move->to, &counters);
        sample.nodes[i] = (double)counters.nodes;
    }
    if (!paper->no_timing)
        compare_paper_timers_run(timers, COMPARE_PAPER_SHAPES, paper->repeat ? paper->repeat : 5);
    for (guint i = 0; i < COMPARE_PAPER_SHAPES; i++)
        sample.ns[i] = timers[i].ns;
    return sample;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Computes the median and the maximum of the samples. */
static void summarise(const Sample *samples, ComparePaperShape which, Row *row)
{
    double nodes[N_FRAMES], ns[N_FRAMES];
    for (guint i = 0; i < N_FRAMES; i++) {
        nodes[i] = samples[i].nodes[which];
        ns[i] = samples[i].ns[which];
        if (ns[i] > samples[row->slowest].ns[which])
            row->slowest = i;
        if (nodes[i] > samples[row->largest].nodes[which])
            row->largest = i;
    }
    qsort(nodes, N_FRAMES, sizeof *nodes, compare_doubles);
    qsort(ns, N_FRAMES, sizeof *ns, compare_doubles);
    row->shape = compare_paper_shape_name(which);
    row->has_ns = samples[0].has_ns;
    row->nodes_median = nodes[N_FRAMES / 2];
    row->nodes_max = nodes[N_FRAMES - 1];
    row->nodes_ratio = row->nodes_max / row->nodes_median;
    row->ns_median = ns[N_FRAMES / 2];
    row->ns_max = ns[N_FRAMES - 1];
    row->ns_ratio = row->ns_max / row->ns_median;
}

/* Explains a frame's result; `so` is the property of the frame. */
static char *why(const Row *row, const Sample *sample, ComparePaperShape which, const char *so)
{
    return g_strdup_printf("frame %u, %s, visits %.0f nodes, the median frame %.0f", sample->frame,
                           so, sample->nodes[which], row->nodes_median);
}

static void claim(ComparePaperPart *part, const Row *row, const Sample *samples,
                  ComparePaperShape which)
{
    compare_paper_claim(part, g_strdup_printf("%s: most nodes for the median", row->shape),
                        "a small constant", row->nodes_ratio, 1, SMALL,
                        why(row, &samples[row->largest], which, "the largest"));
    compare_paper_claim(part, g_strdup_printf("%s: longest time for the median", row->shape),
                        "a small constant", row->has_ns ? row->ns_ratio : (double)NAN, 1, SMALL,
                        row->has_ns ? why(row, &samples[row->slowest], which, "the slowest")
                                    : g_strdup("no times were measured"));
}

static void add_rows(ComparePaperPart *part, const Sample *samples)
{
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    part->samples = compare_grid_new(sample_columns, G_N_ELEMENTS(sample_columns));
    for (guint i = 0; i < N_FRAMES; i++)
        compare_grid_add(part->samples, &samples[i]);
    for (guint i = 0; i < COMPARE_PAPER_SHAPES; i++) {
        Row row = { .slowest = 0 };
        summarise(samples, i, &row);
        compare_grid_add(part->series, &row);
        if (i != COMPARE_PAPER_RAY)
            claim(part, &row, samples, i);
    }
}

ComparePaperPart *compare_paper_figure_8(const ComparePaper *paper, GError **error)
{
    g_autoptr(GPtrArray) levels = compare_paper_levels(paper);
    const BspWorld *level = levels->pdata[0];
    g_autoptr(ShiftTree) tree =
        compare_paper_tree(level, shift_options_default().bevels, 95, error);
    g_autoptr(ComparePaperRun) run =
        tree ? compare_paper_run(level, COMPARE_PAPER_SEED, FIRST_FRAME + N_FRAMES, error) : NULL;
    if (!run)
        return NULL;
    Sample samples[N_FRAMES];
    for (guint i = 0; i < N_FRAMES; i++)
        samples[i] = measure_frame(
            paper, tree, &g_array_index(run->moves, CompareMove, FIRST_FRAME + i), FIRST_FRAME + i);
    ComparePaperPart *part = compare_paper_part_new(
        "figure-8", "Melax 2000, Figure 8: variation in algorithm performance",
        "200 consecutive frames of a character that runs and jumps, each query 100 times");
    add_rows(part, samples);
    compare_paper_note(part, "in %s; %u jumps, %u steps climbed, blocked %u times", level->name,
                       run->n_jumps, run->n_steps, run->n_blocked);
    return part;
}
