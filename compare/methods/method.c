/* method: the list of all methods, and what they share: how trees are built, masks, and views of
 * trees. */
#include "methods/method.h"

#include <string.h>

#include "methods/fill-notes.h"
#include "tools/bsp-inspect.h"

/* --- how the trees of all methods are built, by the options of the command line --- */

const char *const compare_builder_names[] = { "fast", "counting", "listing2", NULL };

const char *const compare_fill_names[] = {
    [BSP_FILL_OFF] = "off", [BSP_FILL_AUTO] = "auto", [BSP_FILL_ON] = "on", NULL
};

void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder)
{
    trees->builder = builder;
    trees->build.split =
        builder == COMPARE_BUILDER_COUNTING ? BSP_SPLIT_COUNTING : BSP_SPLIT_LIKELY;
}

BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario,
                                      BspProgressFunc progress, gpointer progress_data)
{
    BspBuildOptions options = trees->build;
    options.starts = scenario->world->inside;
    options.progress = progress;
    options.progress_data = progress_data;
    return options;
}

BspBrushTable *compare_trees_sides(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, BspProgressFunc progress, gpointer progress_data,
                                   GError **error)
{
    BspBuildOptions options = compare_trees_options(trees, scenario, progress, progress_data);
    return bsp_brush_table_new_with(scenario->world->solid, flags, &options, error);
}

/* --- a method's tree as queries use it, for drawing it and for explaining answers --- */

CompareTreeView compare_view_of_shift(const ShiftTree *tree)
{
    return (CompareTreeView){ .nodes = shift_tree_nodes(tree), .shift = tree };
}

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node)
{
    return view->shift && node->kind == BSP_NODE_BEVEL;
}

/* --- the contents that stop each mover of a scenario --- */

CompareMasks *compare_masks_new(const CompareScenario *s)
{
    guint n = s->spaces->len + s->shapes->len;
    CompareMasks *masks = g_malloc(sizeof *masks + n * sizeof *masks->masks);
    masks->n_spaces = s->spaces->len;
    masks->n = n;
    for (guint i = 0; i < n; i++) {
        gint mover = i < s->spaces->len ? (gint)i : ~(gint)(i - s->spaces->len);
        masks->masks[i] = compare_scenario_mover_mask(s, mover);
    }
    return masks;
}

void compare_masks_free(CompareMasks *masks)
{
    g_free(masks);
}

static gint order_masks(gconstpointer a, gconstpointer b)
{
    const guint32 *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

GArray *compare_masks_different(const CompareMasks *masks)
{
    guint32 every = 0;
    GArray *all = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_array_append_vals(all, masks->n ? masks->masks : &every, MAX(masks->n, 1));
    g_array_sort(all, order_masks);
    guint n = 1;
    for (guint i = 1; i < all->len; i++)
        if (g_array_index(all, guint32, i) != g_array_index(all, guint32, n - 1))
            g_array_index(all, guint32, n++) = g_array_index(all, guint32, i);
    g_array_set_size(all, n);
    return all;
}

/* --- the list of all methods, and the guarantees that several of them share --- */

const CompareMethodClass *const compare_methods[] = { &compare_onion,
                                                      &compare_multi,
                                                      &compare_shift,
                                                      &compare_shift_box,
                                                      &compare_shift_exact,
                                                      &compare_brushes,
                                                      &compare_merge,
                                                      &compare_onion_article,
                                                      &compare_shift_paper,
                                                      &compare_shift_all,
                                                      &compare_shift_named,
                                                      &compare_onion_named,
                                                      NULL };

const CompareMethodClass *compare_method_find(const char *name)
{
    for (guint i = 0; compare_methods[i]; i++)
        if (strcmp(compare_methods[i]->name, name) == 0)
            return compare_methods[i];
    return NULL;
}

CompareClaim compare_claim_spaces_only(const BspShape *shape, gint mover)
{
    (void)shape;
    return mover >= 0 ? COMPARE_EXACT : COMPARE_SKIPS;
}

CompareClaim compare_claim_all_exact(const BspShape *shape, gint mover)
{
    (void)shape, (void)mover;
    return COMPARE_EXACT;
}

CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error)
{
    g_autoptr(CompareFillNotes) notes = compare_fill_notes_new(scenario);
    CompareTrees noted = *trees;
    noted.build.filled = compare_fill_notes_add;
    noted.build.filled_data = notes;
    gpointer data = klass->build(klass, scenario, &noted, progress, progress_data, error);
    if (!data)
        return NULL;
    CompareMethod *method = g_new(CompareMethod, 1);
    *method = (CompareMethod){ klass,
                               scenario,
                               data,
                               compare_fill_notes_text(notes),
                               compare_fill_notes_leak(notes),
                               trees->build.crack };
    return method;
}

void compare_method_free(CompareMethod *method)
{
    if (!method)
        return;
    method->klass->free(method->data);
    g_free(method->unfilled);
    g_free(method);
}

CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory)
{
    if (klass->outsider)
        return klass->outsider_claims(klass->outsider, compare_scenario_mover(trajectory));
    return klass->claim(compare_scenario_shape(scenario, trajectory),
                        compare_scenario_mover(trajectory));
}
