/* solid: a set of brushes treated as one solid, without a tree of planes. */
#include "build/solid.h"

#include "bsp-contents.h"

BspSolid *bsp_solid_new(GPtrArray *brushes)
{
    BspSolid *solid = g_new0(BspSolid, 1);
    solid->brushes = brushes;
    solid->bounds = bsp_bounds_empty();
    solid->boxes = g_new(BspBounds, MAX(brushes->len, 1));
    for (guint i = 0; i < brushes->len; i++) {
        solid->boxes[i] = bsp_solid_brush(solid, i)->bounds;
        bsp_bounds_add(&solid->bounds, &solid->boxes[i]);
    }
    solid->bvh = bsp_bvh_new(solid->boxes, brushes->len);
    return solid;
}

void bsp_solid_free(BspSolid *solid)
{
    if (!solid)
        return;
    g_ptr_array_unref(solid->brushes);
    bsp_bvh_free(solid->bvh);
    g_free(solid->boxes);
    g_free(solid->numbers);
    g_free(solid);
}

BspSolid *bsp_solid_select(const BspSolid *solid, guint32 mask)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new();
    guint *numbers = g_new(guint, solid->brushes->len);
    for (guint i = 0; i < solid->brushes->len; i++) {
        if (!bsp_mask_selects(mask, bsp_solid_brush(solid, i)->contents))
            continue;
        numbers[brushes->len] = i;
        g_ptr_array_add(brushes, solid->brushes->pdata[i]);
    }
    BspSolid *selected = bsp_solid_new(g_steal_pointer(&brushes));
    selected->numbers = numbers;
    return selected;
}

/* Brushes per unit of work of a thread. */
#define CHUNK 64

/* --- expansion --- */

typedef struct {
    const BspSolid *solid;
    const BspBounds *box;
    BspJobPart part;    /* a chunk's part of the job */
    GPtrArray *brushes; /* BspBrush, expanded; NULL: failed or not yet done */
} Expansion;

static guint n_chunks(const BspSolid *solid)
{
    return (solid->brushes->len + CHUNK - 1) / CHUNK;
}

static void expand_chunk(guint chunk, gpointer data)
{
    Expansion *e = data;
    guint end = MIN(CHUNK * (chunk + 1), e->brushes->len);
    for (guint i = CHUNK * chunk; i < end && bsp_job_goes_on(e->part.job); i++)
        e->brushes->pdata[i] = bsp_brush_expand(bsp_solid_brush(e->solid, i), e->box, NULL);
    bsp_job_part_done(e->part);
}

/* Whether all brushes are expanded. If not, expands the first missing one again to get its error.
 */
static gboolean check_expansion(const Expansion *e, GError **error)
{
    if (!bsp_job_goes_on(e->part.job)) {
        bsp_job_set_cancelled(e->part.job, error);
        return FALSE;
    }
    for (guint i = 0; i < e->brushes->len; i++) {
        if (!e->brushes->pdata[i]) {
            bsp_brush_expand(bsp_solid_brush(e->solid, i), e->box, error);
            g_prefix_error(error,
                           "brush %u, expanded: ", e->solid->numbers ? e->solid->numbers[i] : i);
            return FALSE;
        }
    }
    return TRUE;
}

BspSolid *bsp_solid_expand_part(const BspSolid *solid, const BspBounds *box, BspJobPart part,
                                GError **error)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_set_size(brushes, (gint)solid->brushes->len);
    guint n = n_chunks(solid);
    Expansion e = { solid, box, bsp_job_part_of(part, 1.0 / MAX(n, 1)), brushes };
    bsp_job_each(part.job, n, expand_chunk, &e);
    return check_expansion(&e, error) ? bsp_solid_new(g_steal_pointer(&brushes)) : NULL;
}

BspSolid *bsp_solid_expand(const BspSolid *solid, const BspBounds *box, GError **error)
{
    return bsp_solid_expand_part(solid, box, bsp_job_part_none(), error);
}
