/* boxes-new: making boxes of empty space before an onion tree. */
#include "build/empty-boxes.h"
#include "build/solid.h"
#include "build/tree.h"
#include "onion-build.h"
#include "onion/boxes.h"

/* Cells of all spaces, for each node of the tree: they take four to five times its memory. Of a
 * small tree there may be more. */
#define CELLS_PER_NODE 32
#define LEAST_CELLS 4096

typedef struct {
    OnionBoxes *boxes;
    BspBounds bounds;
    double cell;
    gsize max_cells; /* of each space */
    BspJob *job;
    gint stopped; /* atomic */
} Making;

/* One space of the tree. */
typedef struct {
    const OnionTree *tree;
    guint space;
} View;

static bool leaf_is_solid(unsigned value, const void *user_data)
{
    const View *view = user_data;
    const OnionTree *tree = view->tree;
    return bsp_bit(tree->descriptors + (gsize)value * tree->words, view->space);
}

static void make(guint space, gpointer data)
{
    Making *m = data;
    const OnionTree *tree = m->boxes->tree;
    View view = { tree, space };
    BspTraceView trace = { &tree->nodes, space, NULL, leaf_is_solid, &view };
    if (!bsp_empty_boxes_init(&m->boxes->spaces[space], &trace, &m->bounds, m->cell, m->max_cells,
                              m->job))
        g_atomic_int_set(&m->stopped, TRUE);
    bsp_job_part_done((BspJobPart){ m->job, 1.0 / tree->n_spaces });
}

OnionBoxes *onion_boxes_new(const OnionTree *tree, const BspSolid *solid, double cell,
                            const BspBuildOptions *options, GError **error)
{
    static const BspBounds cube = { { { 0, 0, 0 } }, { { 1, 1, 1 } } };
    if (!(cell >= 1)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "cells of %g units: at least 1 is wanted",
                    cell);
        return NULL;
    }
    BspBuildOptions standard = bsp_build_options_default();
    g_autoptr(BspJob) job = bsp_build_job(options ? options : &standard);
    OnionBoxes *boxes = g_new(OnionBoxes, 1);
    *boxes = (OnionBoxes){ .tree = tree, .spaces = g_new0(BspEmptyBoxes, tree->n_spaces) };
    gsize max_cells =
        MAX(LEAST_CELLS, CELLS_PER_NODE * (gsize)tree->nodes.n_nodes / tree->n_spaces);
    const BspBounds *bounds = solid->brushes->len ? &solid->bounds : &cube; /* of nothing: any */
    Making making = { boxes, *bounds, cell, max_cells, job, FALSE };
    bsp_job_each(job, tree->n_spaces, make, &making);
    if (!g_atomic_int_get(&making.stopped))
        return boxes;
    onion_boxes_free(boxes);
    bsp_job_set_cancelled(job, error);
    return NULL;
}
