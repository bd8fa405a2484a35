/* shift: has the methods that use plane shifting, alone or as the filter before an exact test. Two
 * of them answer only stationary shapes. `merge` merges the shape, or the tree of a solid, into the
 * tree. `shift-all` passes the shape down to every cell it reaches. */
#include "bsp-brush-table.h"
#include "bsp-nodes.h"
#include "bsp-shape.h"
#include "methods/method.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "text/need.h"
#include "tools/bsp-inspect.h"
#include "tools/shift-merge.h"

/* The flags of CompareMethodClass.how. */
enum {
    BOX = 1 << 0,   /* all bevels that boxes need are added, in place of the scenario's bevels */
    EXACT = 1 << 1, /* the solid cells are kept, and their brushes are tested exactly */
    NAMED = 1 << 2, /* the brush and the side that were hit are reported */
    /* The tree as published. Edges are beveled half way, nodes are not shared, and queries compute
     * the shift of each plane. */
    PAPER = 1 << 3,
    MERGE = 1 << 4 /* there are no bevels, and the solid cells are kept */
};

/* --- building --- */

typedef struct {
    GPtrArray *trees;      /* an array of ShiftTree, one for each mask, in ascending order */
    GPtrArray *mover_tree; /* the ShiftTree of each mover, which are the spaces and then the shapes;
                              not owned */
    guint n_spaces;
    gboolean is_prepared;
    GPtrArray *shapes;    /* the ShiftShape of each mover; empty if shapes are not prepared */
    GPtrArray *bodies;    /* the ShiftTree of each mover that is a solid, and NULL for other movers;
                             only with MERGE */
    BspBrushTable *table; /* NULL if the queries have only boxes and need no names */
} ShiftMethod;

static guint place_of(const ShiftMethod *m, gint mover)
{
    return mover >= 0 ? (guint)mover : m->n_spaces + (guint)~mover;
}

static const ShiftTree *tree_of(const ShiftMethod *m, gint mover)
{
    return m->mover_tree->pdata[place_of(m, mover)];
}

static void shift_free(gpointer data)
{
    ShiftMethod *m = data;
    g_ptr_array_unref(m->shapes);
    g_ptr_array_unref(m->bodies);
    g_ptr_array_unref(m->mover_tree);
    g_ptr_array_unref(m->trees);
    bsp_brush_table_free(m->table);
    g_free(m);
}

ShiftOptions compare_shift_options(const CompareScenario *s, const CompareTrees *trees,
                                   guint bevels)
{
    ShiftOptions options = { 0 };
    options.bevels = bevels;
    options.bevel_angle = s->bevel_angle;
    options.build = compare_trees_options(trees, s);
    return options;
}

static gint order_masks(gconstpointer a, gconstpointer b)
{
    const guint32 *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Builds a tree for each mask that movers have. There is at least one mask. */
static gboolean add_trees(ShiftMethod *m, const CompareScenario *s, ShiftOptions *options,
                          GError **error)
{
    guint n = compare_n_movers(s);
    g_autofree guint32 *masks = g_new0(guint32, n + 1);
    for (guint i = 0; i < n; i++)
        masks[i] = compare_mover(s, compare_mover_at(s, i))->mask;
    qsort(masks, MAX(n, 1), sizeof *masks, order_masks);
    for (guint i = 0; i < MAX(n, 1); i++) {
        if (i && masks[i] == masks[i - 1])
            continue;
        options->mask = masks[i];
        ShiftTree *tree = shift_tree_build(s->world->solid, options, error);
        if (!tree)
            return FALSE;
        g_ptr_array_add(m->trees, tree);
    }
    return TRUE;
}

/* Finds the mover's tree, and prepares the mover's shape. */
static void add_mover(ShiftMethod *m, const CompareScenario *s, gint mover)
{
    guint32 mask = compare_mover(s, mover)->mask;
    guint i = 0;
    while (shift_tree_mask(m->trees->pdata[i]) != mask)
        i++;
    g_ptr_array_add(m->mover_tree, m->trees->pdata[i]);
    if (m->is_prepared)
        g_ptr_array_add(m->shapes, compare_need(shift_shape_new(m->trees->pdata[i],
                                                                &compare_mover(s, mover)->shape)));
}

/* Builds the trees of solid movers. They have all brushes of the solid, and their outside is never
 * filled. */
static gboolean add_bodies(ShiftMethod *m, const CompareScenario *s, ShiftOptions options,
                           GError **error)
{
    options.mask = 0;
    options.build.fill = BSP_FILL_OFF;
    for (guint i = 0; i < compare_n_movers(s); i++) {
        const CompareSolid *solid = compare_mover(s, compare_mover_at(s, i))->solid;
        ShiftTree *body = solid ? shift_tree_build(solid->world->solid, &options, error) : NULL;
        if (solid && !body)
            return FALSE;
        g_ptr_array_add(m->bodies, body);
    }
    return TRUE;
}

static gpointer shift_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, GError **error)
{
    gboolean is_general =
        s->shapes->len ||
        compare_scenario_turns(
            s); /* set if the scenario has shapes that are not boxes, or moves that turn */
    guint how = klass->how, flags = is_general || how & MERGE ? 0 : BSP_TABLE_BOXES;
    gboolean needs_table = how & (NAMED | MERGE) || (how & EXACT && is_general);
    guint bevels = how & MERGE   ? SHIFT_BEVEL_NONE
                   : how & BOX   ? SHIFT_BEVEL_BOX
                   : how & PAPER ? s->bevels | SHIFT_BEVEL_HALF_WAY
                                 : s->bevels;
    ShiftOptions options = compare_shift_options(s, trees, bevels);
    options.build.plain |= (how & PAPER) != 0;
    options.names_brushes = (how & (EXACT | MERGE)) != 0;
    ShiftMethod *m = g_new0(ShiftMethod, 1);
    m->trees = g_ptr_array_new_with_free_func((GDestroyNotify)shift_tree_free);
    m->mover_tree = g_ptr_array_new();
    m->n_spaces = s->spaces->len;
    m->is_prepared = !options.build.plain && !(how & MERGE);
    m->shapes = g_ptr_array_new_with_free_func((GDestroyNotify)shift_shape_free);
    m->bodies = g_ptr_array_new_with_free_func((GDestroyNotify)shift_tree_free);
    gboolean ok = add_trees(m, s, &options, error);
    if (ok && how & MERGE)
        ok = add_bodies(m, s, options, error);
    if (ok && needs_table)
        ok = (m->table = compare_trees_table(trees, s, flags, error)) != NULL;
    if (!ok) {
        shift_free(m);
        return NULL;
    }
    for (guint i = 0; i < compare_n_movers(s); i++)
        add_mover(m, s, compare_mover_at(s, i));
    return m;
}

/* --- the sizes of the trees --- */

static GBytes *shift_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    const ShiftMethod *m = data;
    if (m->trees->len > 1) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "a file holds one shift tree, which has one mask, but the boxes have %u masks; "
                    "give all boxes the same contents",
                    m->trees->len);
        return NULL;
    }
    return shift_tree_to_bytes(m->trees->pdata[0], options, error);
}

/* Adds the size of a tree and returns whether its outside is filled. If there is only one tree,
 * size->hash is the hash of that tree. */
static guint add_size(const ShiftTree *tree, gboolean is_first, CompareSize *size)
{
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    size->nodes += stats.nodes;
    size->leaves += stats.leaves;
    size->depth = MAX(size->depth, stats.depth);
    size->bytes += stats.bytes;
    size->hash = is_first ? stats.hash : bsp_hash(size->hash, &stats.hash, sizeof stats.hash);
    return stats.filled;
}

static void shift_size(gpointer data, CompareSize *size)
{
    const ShiftMethod *m = data;
    *size = (CompareSize){ .bytes = m->table ? bsp_brush_table_bytes(m->table) : 0 };
    size->fillable = m->trees->len;
    for (guint i = 0; i < m->trees->len; i++)
        size->filled += add_size(m->trees->pdata[i], i == 0, size);
    for (guint i = 0; i < m->shapes->len; i++) {
        gsize bytes = shift_shape_bytes(m->shapes->pdata[i]);
        size->bytes += bytes;
        size->box_bytes = i < m->n_spaces ? MAX(size->box_bytes, bytes) : size->box_bytes;
    }
    for (guint i = 0; i < m->bodies->len; i++)
        if (m->bodies->pdata[i])
            add_size(m->bodies->pdata[i], FALSE, size);
}

static void shift_count_bevels(gpointer data, CompareBevels *bevels)
{
    const ShiftMethod *m = data;
    *bevels = (CompareBevels){ 0 };
    for (guint i = 0; i < m->trees->len; i++) {
        ShiftStats stats;
        shift_tree_stats(m->trees->pdata[i], &stats);
        bevels->bare_nodes += stats.bare_nodes;
        bevels->edges += stats.edge_bevels;
        bevels->spikes += stats.spike_bevels;
        bevels->level_tops += stats.level_top_bevels;
        bevels->boxes += stats.box_bevels;
    }
}

static gboolean shift_view(gpointer data, gint mover, CompareTreeView *view)
{
    const ShiftTree *tree = tree_of(data, mover);
    *view = (CompareTreeView){ .nodes = shift_tree_nodes(tree), .shift = tree };
    return TRUE;
}

/* --- queries --- */

static BspTransition shift_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    const ShiftMethod *m = data;
    const BspMove *move = &call->move;
    if (call->turn)
        return shift_tree_hit_check_turning(tree_of(m, call->mover), move->shape, call->turn,
                                            move->from, move->to, counters);
    if (m->is_prepared)
        return shift_shape_hit_check(m->shapes->pdata[place_of(m, call->mover)], move->from,
                                     move->to, counters);
    return shift_tree_hit_check(tree_of(m, call->mover), move->shape, move->from, move->to,
                                counters);
}

static guint shift_transitions(gpointer data, const CompareCall *call, BspTransition *transitions,
                               guint n_max)
{
    return shift_tree_transitions(tree_of(data, call->mover), call->move.shape, call->move.from,
                                  call->move.to, transitions, n_max);
}

static BspTransition shift_exact_query(gpointer data, const CompareCall *call,
                                       BspCounters *counters)
{
    const ShiftMethod *m = data;
    const BspMove *move = &call->move;
    if (call->turn)
        return shift_tree_hit_check_exact_turning(tree_of(m, call->mover), m->table, move->shape,
                                                  call->turn, move->from, move->to, counters);
    if (m->is_prepared)
        return shift_shape_hit_check_exact(m->shapes->pdata[place_of(m, call->mover)], m->table,
                                           move->from, move->to, counters);
    return shift_tree_hit_check_exact(tree_of(m, call->mover), m->table, move->shape, move->from,
                                      move->to, counters);
}

/* Traces the move. If the brush is found, the plane is that of the brush's side, as in
 * onion-named. */
static void shift_named_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                              BspCounters *counters)
{
    answer->tr = shift_exact_query(data, call, counters);
    if (bsp_brush_table_hit(((const ShiftMethod *)data)->table, &call->move, answer))
        answer->tr.plane = answer->hit.plane;
}

static BspTransition shift_named_query(gpointer data, const CompareCall *call,
                                       BspCounters *counters)
{
    BspTrace answer;
    shift_named_trace(data, call, &answer, counters);
    return answer.tr;
}

/* Answers for a stationary shape by visiting every cell that it reaches. */
static BspTransition shift_all_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    const ShiftTree *tree = tree_of(data, call->mover);
    const BspMove *move = &call->move;
    ShiftMergeCount count = shift_pass(tree, move->shape, move->from, NULL, NULL);
    if (counters) {
        counters->nodes += count.nodes;
        counters->planes += count.nodes;
        counters->bevels += count.bevels;
        counters->leaves += count.cells + count.empty;
    }
    /* For thin shapes, a hit check decides, because shift_pass() also reports cells that such a
     * shape only touches. */
    if (count.cells && bsp_shape_thickness(move->shape) < 4 * BSP_TOUCH)
        return shift_tree_hit_check(tree, move->shape, move->from, move->to, NULL);
    return count.cells ? bsp_transition_solid(move->from) : bsp_transition_empty(move->to);
}

static gboolean stop_at_first(guint cell_a, guint cell_b, gpointer user_data)
{
    (void)cell_a, (void)cell_b, (void)user_data;
    return FALSE;
}

/* Returns whether the mover's solid overlaps solid, by merging its tree into the tree of the
 * world. */
static gboolean solid_overlaps(const ShiftMethod *m, const CompareCall *call, BspCounters *counters)
{
    BspFrame frame = compare_solid_frame(call->turn, call->move.from);
    ShiftMergeCount count =
        shift_trees_merge(tree_of(m, call->mover), m->bodies->pdata[place_of(m, call->mover)],
                          &frame, bsp_solid_bounds(call->solid->world->solid), stop_at_first, NULL);
    if (counters) {
        counters->nodes += count.nodes;
        counters->planes += count.nodes;
        counters->leaves += count.cells + count.empty;
    }
    return count.cells > 0;
}

/* Answers for a stationary shape or solid by merging it into the tree. */
static BspTransition merge_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    const ShiftMethod *m = data;
    gboolean solid = call->solid
                         ? solid_overlaps(m, call, counters)
                         : shift_shape_overlaps(tree_of(m, call->mover), m->table, call->move.shape,
                                                call->move.from, counters);
    return solid ? bsp_transition_solid(call->move.from) : bsp_transition_empty(call->move.to);
}

/* --- the classes --- */

#define SHIFT                                                                                      \
    .build = shift_build, .free = shift_free, .size = shift_size, .bevels = shift_count_bevels,    \
    .view = shift_view

const CompareMethodClass compare_shift = { .name = "shift",
                                           .summary =
                                               "plane shifting, bevels limited by bevel_angle",
                                           .names_crossed = TRUE,
                                           SHIFT,
                                           .save = shift_save,
                                           .any_shape = TRUE,
                                           .exact = COMPARE_EXACT_POINTS,
                                           .turning = COMPARE_CONSERVATIVE,
                                           .transitions = shift_transitions,
                                           .query = shift_query };

const CompareMethodClass compare_shift_box = { .name = "shift-box",
                                               .summary = "plane shifting, full box bevels",
                                               .names_crossed = TRUE,
                                               .how = BOX,
                                               SHIFT,
                                               .save = shift_save,
                                               .any_shape = TRUE,
                                               .exact = COMPARE_EXACT_BOXES,
                                               .transitions = shift_transitions,
                                               .query = shift_query };

const CompareMethodClass compare_shift_exact = {
    .name = "shift-exact",
    .summary = "plane shifting as the filter, an exact test of brushes",
    .names_crossed = TRUE,
    .how = BOX | EXACT,
    SHIFT,
    .save = shift_save,
    .any_shape = TRUE,
    .exact = COMPARE_EXACT_ALL,
    .turning = COMPARE_EXACT,
    .query = shift_exact_query
};

const CompareMethodClass compare_shift_paper = { .name = "shift-paper",
                                                 .summary =
                                                     "plane shifting as published, nothing shared",
                                                 .names_crossed = TRUE,
                                                 .how = PAPER,
                                                 .on_demand = TRUE,
                                                 SHIFT,
                                                 .exact = COMPARE_EXACT_POINTS,
                                                 .transitions = shift_transitions,
                                                 .query = shift_query };

const CompareMethodClass compare_shift_named = {
    .name = "shift-named",
    .summary = "shift-exact, and the brush and side that were hit",
    .how = BOX | EXACT | NAMED,
    .on_demand = TRUE,
    SHIFT,
    .any_shape = TRUE,
    .exact = COMPARE_EXACT_ALL,
    .query = shift_named_query,
    .trace = shift_named_trace
};

const CompareMethodClass compare_shift_all = {
    .name = "shift-all",
    .summary = "shift-paper, every cell visited, stationary objects only",
    .how = PAPER,
    .stationary = TRUE,
    .on_demand = TRUE,
    SHIFT,
    .exact = COMPARE_EXACT_POINTS,
    .query = shift_all_query
};

const CompareMethodClass compare_merge = {
    .name = "merge",
    .summary = "the shape merged into the tree, stationary objects only",
    .how = MERGE,
    .stationary = TRUE,
    .build = shift_build,
    .free = shift_free,
    .size = shift_size,
    .exact = COMPARE_EXACT_ALL,
    .takes_solids = TRUE,
    .query = merge_query
};
