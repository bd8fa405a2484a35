/* info-merge: merges a box into a world's tree, and passes a box down the tree (Melax 2000, section
 * 6). */
#include "level/info.h"

#include <math.h>
#include <time.h>

#include "bsp-error.h"
#include "shift-build.h"
#include "text/json-value.h"
#include "tools/bsp-inspect.h"
#include "tools/shift-merge.h"

/* The number of repetitions. The shortest time is reported, because other work on the machine only
 * adds time. `bspcompare run` also repeats this often by default. */
#define ROUNDS 15

/* The number of calls in one repetition. Together they take much longer than a tick of the
 * clock. */
#define RUNS 200

typedef struct {
    const ShiftTree *tree;
    BspShape box;
    BspCell *polytope;
} Merged;

typedef ShiftMergeCount (*MergeFunc)(const Merged *merged);

static ShiftMergeCount merge_box(const Merged *merged)
{
    return shift_merge(merged->tree, merged->polytope, NULL, NULL);
}

static ShiftMergeCount pass_box(const Merged *merged)
{
    return shift_pass(merged->tree, &merged->box, bsp_vec(0, 0, 0), NULL, NULL);
}

/* Returns the nanoseconds of one call. Measures processor time, so that other work on the machine
 * is not counted. */
static double measure_ns(const Merged *merged, MergeFunc func)
{
    double least = HUGE_VAL;
    /* Results are stored here, so that the compiler cannot leave out the work. */
    volatile guint sink = 0;
    for (guint round = 0; round <= ROUNDS; round++) {
        clock_t start = clock();
        for (guint i = 0; i < RUNS; i++)
            sink = sink + func(merged).cells;
        if (round > 0) /* round 0 only warms up */
            least = MIN(least, (double)(clock() - start) * (1e9 / CLOCKS_PER_SEC) / RUNS);
    }
    return least;
}

static json_object *count_json(const Merged *merged, MergeFunc func)
{
    ShiftMergeCount count = func(merged);
    double ns = measure_ns(merged, func);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    json_object *object = compare_json_object();
    compare_json_add(object, "slices", compare_json_count(count.slices));
    compare_json_add(object, "nodes", compare_json_count(count.nodes));
    compare_json_add(object, "leaves", compare_json_count(count.cells + count.empty));
    compare_json_add(object, "cells", compare_json_count(count.cells));
    compare_json_add(object, "ns",
                     compare_json_number(ns, g_ascii_formatd(digits, sizeof digits, "%.6g", ns)));
    return object;
}

/* Counts in *n the convex faces between the solid and the space that the starts reach. */
static gboolean count_faces(const BspWorld *world, guint *n, GError **error)
{
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspSurface) surface = bsp_surface_new(world->solid, &options, error);
    *n = surface ? surface->faces->len : 0;
    return surface != NULL;
}

char *level_info_merge(const BspWorld *world, const BspBounds *box, GError **error)
{
    guint faces;
    ShiftOptions options = { 0 };
    options.bevels = SHIFT_BEVEL_NONE | SHIFT_BEVEL_HALF_WAY;
    options.build = bsp_world_build_options(world);
    options.build.plain = TRUE;
    if (!(box->mins.x < box->maxs.x && box->mins.y < box->maxs.y && box->mins.z < box->maxs.z)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--merge: the box has no volume");
        return NULL;
    }
    g_autoptr(ShiftTree) tree =
        count_faces(world, &faces, error) ? shift_tree_build(world->solid, &options, error) : NULL;
    if (!tree)
        return NULL;
    g_autoptr(BspCell) polytope = bsp_cell_new_box(box);
    const Merged merged = { tree, bsp_shape_box(box->mins, box->maxs), polytope };
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    json_object *root = compare_json_object();
    compare_json_add(root, "faces", compare_json_count(faces));
    compare_json_add(root, "nodes", compare_json_count(stats.nodes));
    compare_json_add(root, "leaves", compare_json_count(stats.leaves));
    compare_json_add(root, "merge", count_json(&merged, merge_box));
    compare_json_add(root, "pass", count_json(&merged, pass_box));
    g_autofree char *lines = compare_json_print(root, COMPARE_JSON_PRETTY);
    return g_strconcat(lines, "\n", NULL);
}
