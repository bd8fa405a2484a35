/* method: has the list of all methods, and the code that they share, which builds trees and returns
 * views of trees. */
#include "methods/method.h"

#include <string.h>

#include "text/strings.h"
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

BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario)
{
    BspBuildOptions options = trees->build;
    options.starts = scenario->world->inside;
    return options;
}

BspBrushTable *compare_trees_table(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, GError **error)
{
    BspBuildOptions options = compare_trees_options(trees, scenario);
    return bsp_brush_table_new_with(scenario->world->solid, flags, &options, error);
}

/* --- a method's tree as queries see it, for drawing it and for explaining answers --- */

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node)
{
    return view->shift && node->kind == BSP_NODE_BEVEL;
}

gboolean compare_view_has_plane(const CompareTreeView *view, const BspShape *shape,
                                const BspPlane *plane)
{
    double moved = view->shift ? bsp_shape_offset(shape, plane->normal) : 0;
    for (guint i = 0, n = bsp_nodes_size(view->nodes).nodes; i < n; i++) {
        BspPlane own = bsp_nodes_view(view->nodes, (gint32)i).plane;
        if (bsp_vec_dot(own.normal, plane->normal) < 0)
            own = bsp_plane_flipped(&own);
        if (bsp_same_normal(own.normal, plane->normal) &&
            fabs(own.dist + moved - plane->dist) <= BSP_TOUCHED)
            return TRUE;
    }
    return FALSE;
}

/* --- the reasons why the outside of some spaces is not filled --- */

typedef struct {
    const CompareScenario *scenario;
    GPtrArray *reasons; /* an array of char * */
    gboolean leaks;
} FillNotes;

static gboolean are_same(const BspBounds *a, const BspBounds *b)
{
    for (guint i = 0; i < 3; i++)
        if (a->mins.v[i] != b->mins.v[i] || a->maxs.v[i] != b->maxs.v[i])
            return FALSE;
    return TRUE;
}

/* Returns the name of the space that the note is about. A map tree reports only its box, and a
 * shift tree has no space. It is filled for a point, because it can be queried with any shape. */
static const char *name_of(const CompareScenario *s, const BspFillNote *note)
{
    if (note->space)
        return note->space;
    for (guint i = 0; note->box && i < s->spaces->len; i++) {
        const CompareMover *space = &g_array_index(s->spaces, CompareMover, i);
        if (are_same(&space->shape.bounds, note->box))
            return space->name;
    }
    return "a point (which decides for a shift tree)";
}

/* Points are rounded to 1/TENTHS unit, which is exact enough to find a leak. */
#define TENTHS 10

/* Returns a text with the reason why the space is not filled, or NULL if it is filled as usual. */
static char *reason_of(const CompareScenario *s, const BspFillNote *note)
{
    const char *name = name_of(s, note);
    switch (note->outcome) {
    case BSP_FILL_LEAKS: {
        g_autofree char *from = compare_point_text(note->from.v, TENTHS);
        g_autofree char *to = compare_point_text(note->to.v, TENTHS);
        return g_strdup_printf("%s leaks from %s to %s", name, from, to);
    }
    case BSP_FILL_NO_START:
        return g_strdup_printf("no start is free for %s", name);
    case BSP_FILL_NOT_GROWN:
        return g_strdup_printf("cracks cannot be closed for %s", name);
    case BSP_FILL_AS_SMALLER:
        return g_strdup_printf("no start is free for %s, so a smaller box filled it", name);
    default:
        return NULL;
    }
}

/* Collects the reason for one space. This is a BspFillFunc. */
static void note_fill(const BspFillNote *note, gpointer fill_notes)
{
    FillNotes *notes = fill_notes;
    char *reason = reason_of(notes->scenario, note);
    notes->leaks = notes->leaks || note->outcome == BSP_FILL_LEAKS;
    if (reason)
        g_ptr_array_add(notes->reasons, reason);
}

static gint order_reasons(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the reasons in alphabetical order, each once. Returns NULL if there are no reasons. */
static char *join_reasons(GPtrArray *reasons)
{
    GString *out = g_string_new(NULL);
    g_ptr_array_sort(reasons, order_reasons);
    for (guint i = 0; i < reasons->len; i++)
        if (i == 0 || strcmp(reasons->pdata[i - 1], reasons->pdata[i]) != 0)
            g_string_append_printf(out, "%s%s", i ? "; " : "", (char *)reasons->pdata[i]);
    return g_string_free(out, reasons->len == 0);
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

CompareCall compare_call(const CompareScenario *s, gint mover, BspVec from, BspVec to)
{
    return (CompareCall){ { .from = from,
                            .to = to,
                            .shape = &compare_mover(s, mover)->shape,
                            .mask = compare_mover(s, mover)->mask },
                          mover,
                          NULL,
                          compare_mover(s, mover)->solid };
}

CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error)
{
    g_autoptr(GPtrArray) reasons = g_ptr_array_new_with_free_func(g_free);
    FillNotes notes = { scenario, reasons, FALSE };
    CompareTrees noted = *trees;
    noted.build.filled = note_fill;
    noted.build.filled_data = &notes;
    noted.build.progress = progress;
    noted.build.progress_data = progress_data;
    gpointer data = klass->build(klass, scenario, &noted, error);
    if (!data)
        return NULL;
    CompareMethod *method = g_new(CompareMethod, 1);
    *method = (CompareMethod){ klass,       scenario,          data, join_reasons(reasons),
                               notes.leaks, trees->build.crack };
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

CompareClaim compare_shape_claim(const CompareMethodClass *klass, const BspShape *shape, gint mover)
{
    if (klass->claim)
        return klass->claim(klass, shape, mover);
    if (klass->spaces_only && mover < 0)
        return COMPARE_SKIPS;
    return klass->exact & 1u << shape->kind ? COMPARE_EXACT : COMPARE_CONSERVATIVE;
}

CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory)
{
    const CompareMover *mover = compare_mover(scenario, trajectory->mover);
    if (trajectory->skin > 0 && !klass->keeps_skins)
        return COMPARE_SKIPS;
    if (mover->solid)
        return klass->takes_solids ? COMPARE_EXACT : COMPARE_SKIPS;
    CompareClaim claim = trajectory->turns
                             ? klass->turning
                             : compare_shape_claim(klass, &mover->shape, trajectory->mover);
    /* For the paper's method, the guarantee stays that no answer is late, because its bevels need
     * not follow the axes. */
    gboolean is_exact = trajectory->is_exact && klass != &compare_shift_paper;
    return is_exact && claim == COMPARE_CONSERVATIVE ? COMPARE_EXACT : claim;
}
