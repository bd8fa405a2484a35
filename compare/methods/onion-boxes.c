/* onion-boxes: the onion with boxes of empty space before it, asked move by move or by cursors. */
#include "geometry/out-of-memory.h"
#include "methods/classes.h"
#include "methods/saved.h"
#include "onion-build.h"

typedef struct {
    OnionTree *tree;
    OnionBoxes *boxes;
} Boxed;

static void boxed_free(gpointer data)
{
    Boxed *b = data;
    onion_boxes_free(b->boxes);
    onion_tree_free(b->tree);
    g_free(b);
}

OnionBoxes *compare_onion_boxes_new(const OnionTree *tree, const CompareScenario *s,
                                    const CompareTrees *trees, BspProgressFunc progress,
                                    gpointer progress_data, GError **error)
{
    const CompareSaved *saved = compare_saved_onion(s, trees);
    if (saved && saved->info.has_boxes)
        return bsp_need(onion_boxes_load(tree, saved->bytes, saved->length, NULL));
    BspBuildOptions options = compare_trees_options(trees, s, progress, progress_data);
    return onion_boxes_new(tree, s->world->solid, s->box_cell, &options, error);
}

static gpointer build(const CompareScenario *s, const CompareTrees *trees, BspProgressFunc progress,
                      gpointer progress_data, GError **error)
{
    OnionTree *tree = compare_onion_build(s, trees, progress, progress_data, error);
    if (!tree)
        return NULL;
    Boxed *b = g_new(Boxed, 1);
    *b = (Boxed){ tree, compare_onion_boxes_new(tree, s, trees, progress, progress_data, error) };
    if (b->boxes)
        return b;
    boxed_free(b);
    return NULL;
}

static GBytes *save(gpointer data, const BspSaveOptions *options, GError **error)
{
    const Boxed *b = data;
    return onion_tree_to_bytes(b->tree, b->boxes, options, error);
}

static void size(gpointer data, CompareSize *size)
{
    const Boxed *b = data;
    compare_onion_size(b->tree, size);
    size->bytes += onion_boxes_bytes(b->boxes);
}

static gboolean view(gpointer data, gint mover, CompareTreeView *view)
{
    return compare_onion_view(((const Boxed *)data)->tree, mover, view);
}

static BspTransition query(gpointer data, const BspShape *shape, gint mover, BspVec from, BspVec to,
                           BspCounters *counters)
{
    (void)shape;
    return onion_boxes_first_transition(((const Boxed *)data)->boxes, (guint)mover, from, to,
                                        counters);
}

/* They differ in how they are asked alone. */
#define BOXED                                                                                      \
    .on_demand = TRUE, .build = build, .free = boxed_free, .claim = compare_claim_spaces_only,     \
    .size = size, .view = view, .query = query

const CompareMethodClass compare_onion_boxes = {
    .name = "onion-boxes",
    .summary = "the onion, with boxes of empty space that answer most short moves",
    BOXED,
    .save = save
};

/* --- cursor: the same, each object with a cursor of its own --- */

static BspTransition follow(gpointer data, gpointer memory, const CompareCall *call,
                            BspCounters *counters)
{
    OnionCursor *cursor = memory;
    if (!cursor->boxes)
        *cursor = onion_cursor(((const Boxed *)data)->boxes, (guint)call->mover);
    return onion_cursor_first_transition(cursor, call->from, call->to, counters);
}

const CompareMethodClass compare_onion_cursor = {
    .name = "onion-cursor",
    .summary = "the same, each object with a cursor that remembers its box",
    BOXED,
    .follow = follow,
    .memory_size = sizeof(OnionCursor)
};
