/* shift-named: shift-exact, and what was hit, looked up with its answer: of boxes and of any other
 * shape. */
#include "bsp-hit.h"
#include "methods/classes.h"
#include "methods/masks.h"

typedef struct {
    gpointer shift; /* data of shift-exact */
    CompareMasks *masks;
    BspSides *sides;
} Named;

static void named_free(gpointer data)
{
    Named *named = data;
    compare_shift_exact.free(named->shift);
    compare_masks_free(named->masks);
    bsp_sides_free(named->sides);
    g_free(named);
}

static gpointer build(const CompareScenario *s, const CompareTrees *trees, BspProgressFunc progress,
                      gpointer progress_data, GError **error)
{
    gpointer shift = compare_shift_exact.build(s, trees, progress, progress_data, error);
    if (!shift)
        return NULL;
    guint flags = s->shapes->len ? BSP_SIDES_ALL_SHAPES : 0;
    Named *named = g_new(Named, 1);
    *named = (Named){ shift, compare_masks_new(s),
                      compare_trees_sides(trees, s, flags, progress, progress_data, error) };
    if (named->sides)
        return named;
    named_free(named);
    return NULL;
}

static void size(gpointer data, CompareSize *size)
{
    const Named *named = data;
    compare_shift_exact.size(named->shift, size);
    size->bytes += bsp_sides_bytes(named->sides);
}

static void bevels(gpointer data, CompareBevels *bevels)
{
    compare_shift_exact.bevels(((const Named *)data)->shift, bevels);
}

static gboolean view(gpointer data, gint mover, CompareTreeView *view)
{
    return compare_shift_exact.view(((const Named *)data)->shift, mover, view);
}

/* Where something is named, its plane is the side's, as of onion-named. */
static BspTransition query(gpointer data, const BspShape *shape, gint mover, BspVec from, BspVec to,
                           BspCounters *counters)
{
    const Named *named = data;
    BspTransition tr = compare_shift_exact.query(named->shift, shape, mover, from, to, counters);
    BspHit hit;
    guint32 mask = compare_masks_of(named->masks, mover);
    if (bsp_sides_hit(named->sides, shape, mask, from, to, &tr, &hit))
        tr.plane = hit.plane;
    return tr;
}

const CompareMethodClass compare_shift_named = {
    .name = "shift-named",
    .summary = "shift-exact, and the brush and side that were hit",
    .on_demand = TRUE,
    .build = build,
    .free = named_free,
    .any_shape = TRUE,
    .claim = compare_claim_all_exact,
    .size = size,
    .bevels = bevels,
    .view = view,
    .query = query
};
