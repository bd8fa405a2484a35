/* figure-5: "size of tree vs. bevel angle" (Melax 2000, section 7), and the growth of MDK2's trees
 * at 95 degrees with level tops (section 8). */
#include <math.h>

#include "bsp-inspect.h"
#include "paper/environment.h"
#include "paper/paper.h"

#define SAMPLE_BEVELS (SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES)
#define MDK2_BEVELS (SAMPLE_BEVELS | SHIFT_BEVEL_LEVEL_TOP)

static const double angles[] = { 180, 165, 150, 135, 120, 105, 95, 90, 75, 60, 45, 30 };

typedef struct {
    const char *world;
    double angle;
    guint edges, spikes, level_tops;
    guint64 nodes;          /* including leaves */
    double ratio;           /* to the size without bevels */
    guint cells, unbeveled; /* solid cells; and those of them that need no bevel */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)

static const CompareColumn columns[] = {
    { "world", NULL, "world", COMPARE_TEXT, ALL | COMPARE_SHORTEN, AT(world) },
    { "angle", NULL, "angle", COMPARE_NUMBER, ALL, AT(angle), .format = "%.0f",
      .about = "between faces, in degrees: where they meet at more there is a bevel" },
    { "nodes", NULL, "nodes", COMPARE_COUNT64, ALL, AT(nodes), .about = "and leaves" },
    { "to bare", NULL, "to_bare", COMPARE_NUMBER, ALL, AT(ratio), .format = "%.2f",
      .about = "times those of the tree without bevels" },
    { "edge bevels", NULL, "edge_bevels", COMPARE_COUNT, ALL, AT(edges) },
    { "spikes", NULL, "spike_bevels", COMPARE_COUNT, ALL, AT(spikes) },
    { "level tops", NULL, "level_top_bevels", COMPARE_COUNT, ALL, AT(level_tops) },
};

/* Counts the solid cells from the node down. beveled: a bevel is directly above the node. */
static void count_cells(const BspNodes *nodes, gint32 at, gboolean beveled, Row *row)
{
    if (at < 0) {
        row->cells += at != ~0 ? 1 : 0;
        row->unbeveled += at != ~0 && !beveled ? 1 : 0;
        return;
    }
    BspNodeView node = bsp_nodes_view(nodes, at);
    for (guint k = 0; k < 2 && node.kind != BSP_NODE_TIP; k++)
        count_cells(nodes, node.child[k], node.kind == BSP_NODE_BEVEL, row);
}

static gboolean measure(const BspWorld *world, guint bevels, double angle, Row *row, GError **error)
{
    g_autoptr(ShiftTree) tree = compare_paper_tree(world, bevels, angle, error);
    if (!tree)
        return FALSE;
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    guint64 n_bevels = (guint64)stats.edge_bevels + stats.spike_bevels + stats.level_top_bevels;
    guint64 nodes = compare_paper_size(tree);
    /* Each bevel adds a node and an empty leaf; nothing is shared. */
    *row = (Row){ .world = world->name,
                  .angle = angle,
                  .edges = stats.edge_bevels,
                  .spikes = stats.spike_bevels,
                  .level_tops = stats.level_top_bevels,
                  .nodes = nodes,
                  .ratio = (double)nodes / (double)(nodes - 2 * n_bevels) };
    count_cells(shift_tree_nodes(tree), bsp_nodes_root(shift_tree_nodes(tree)), FALSE, row);
    return TRUE;
}

/* Explains the result by the number of sharp cells. */
static char *why(const Row *row)
{
    guint n = row->edges + row->spikes + row->level_tops;
    double bare = (double)(row->nodes - 2 * n);
    return g_strdup_printf(
        "%.0f percent of the %u solid cells are not sharp, since most faces here "
        "stand at right angles; the others have %.1f bevels each (%u at edges, "
        "%u at spikes, %u level tops); to double the tree all would need %.1f "
        "each",
        100.0 * row->unbeveled / MAX(row->cells, 1), row->cells,
        (double)n / MAX(row->cells - row->unbeveled, 1), row->edges, row->spikes, row->level_tops,
        0.5 * bare / MAX(row->cells, 1));
}

static gboolean measure_sample(ComparePaperPart *part, const ComparePaper *paper, GError **error)
{
    double before = 0;
    guint falls = 0;
    for (guint i = 0; i < G_N_ELEMENTS(angles); i++) {
        Row row;
        if (!measure(paper->environment, SAMPLE_BEVELS, angles[i], &row, error))
            return FALSE;
        compare_grid_add(part->series, &row);
        falls += row.ratio < before ? 1 : 0;
        before = row.ratio;
        if (angles[i] == 90)
            compare_paper_claim(part, g_strdup("nodes at 90 degrees for one without bevels"),
                                "double", row.ratio, 1.75, 2.25, why(&row));
    }
    compare_paper_claim(part, g_strdup("angles at which a smaller one has fewer nodes"),
                        "0: the smaller, the more", falls, 0, 0,
                        g_strdup("spikes are beveled after edges, which may leave fewer"));
    return TRUE;
}

ComparePaperPart *compare_paper_figure_5(const ComparePaper *paper, GError **error)
{
    g_autoptr(ComparePaperPart) part = compare_paper_part_new(
        "figure-5", "Melax 2000, Figure 5: size of tree vs. bevel angle",
        "edges and spikes of the sample environment; MDK2's levels at 95 degrees, level tops too");
    part->series = compare_grid_new(columns, G_N_ELEMENTS(columns));
    if (!measure_sample(part, paper, error))
        return NULL;
    g_autoptr(GPtrArray) levels = compare_paper_levels(paper);
    for (guint i = 0; i < levels->len; i++) {
        const BspWorld *level = levels->pdata[i];
        Row row;
        if (!measure(level, MDK2_BEVELS, 95, &row, error))
            return NULL;
        compare_grid_add(part->series, &row);
        compare_paper_claim(part, g_strdup_printf("nodes at 95 degrees, %s", level->name),
                            "2 to 2.5 (MDK2's levels)", row.ratio, 2, 2.5, why(&row));
    }
    return g_steal_pointer(&part);
}
