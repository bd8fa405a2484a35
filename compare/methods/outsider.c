/* outsider: a contestant from outside this program. */
#include "methods/outsider.h"

CompareOutsider *compare_outsider_new(const char *name, const char *from, gboolean is_file)
{
    CompareOutsider *outsider = g_new(CompareOutsider, 1);
    *outsider = (CompareOutsider){
        .klass = { .summary = "a contestant from outside",
                   .outsider = outsider,
                   .outsider_claims = compare_outsider_claims },
        .name = g_strdup(name),
        .from = g_strdup(from),
        .is_file = is_file,
        .about = g_ptr_array_new_with_free_func(g_free),
        .load_ms = COMPARE_UNTOLD,
        .bytes = COMPARE_UNTOLD,
        .again_ns = COMPARE_UNTOLD,
        .told = g_array_new(FALSE, TRUE, sizeof(CompareTold)),
        .claims = g_array_new(FALSE, TRUE, sizeof(CompareClaim)),
    };
    outsider->klass.name = outsider->name;
    return outsider;
}

void compare_outsider_free(CompareOutsider *outsider)
{
    if (!outsider)
        return;
    g_free(outsider->name);
    g_free(outsider->from);
    g_free(outsider->error);
    g_ptr_array_unref(outsider->about);
    g_array_unref(outsider->told);
    g_array_unref(outsider->claims);
    g_free(outsider);
}

void compare_outsider_fail(CompareOutsider *outsider, char *error)
{
    g_free(outsider->error);
    outsider->error = error;
    outsider->skin = 0;
    outsider->exact = 0;
    outsider->load_ms = outsider->bytes = outsider->again_ns = COMPARE_UNTOLD;
    g_ptr_array_set_size(outsider->about, 0);
    g_array_set_size(outsider->told, 0);
}

static guint claim_index(const CompareOutsider *outsider, gint mover)
{
    return mover >= 0 ? (guint)mover : outsider->n_spaces + (guint)~mover;
}

CompareClaim compare_outsider_claims(const CompareOutsider *outsider, gint mover)
{
    guint i = claim_index(outsider, mover);
    return !outsider->error && i < outsider->claims->len
               ? g_array_index(outsider->claims, CompareClaim, i)
               : COMPARE_CLAIMS_NOTHING;
}

/* Returns the claim for a shape that the outsider supports. */
static CompareClaim claim_for(const CompareOutsider *outsider, const BspShape *shape)
{
    return outsider->exact & 1u << shape->kind ? COMPARE_EXACT : COMPARE_CLAIMS_NOTHING;
}

void compare_outsider_claim(CompareOutsider *outsider, const CompareScenario *s,
                            const GArray *movers)
{
    guint n = s->spaces->len + s->shapes->len;
    outsider->n_spaces = s->spaces->len;
    g_array_set_size(outsider->claims, 0);
    g_array_set_size(outsider->claims, n); /* all are COMPARE_SKIPS, which is 0 */
    CompareClaim *claims = (CompareClaim *)(gpointer)outsider->claims->data;
    for (guint i = 0; i < outsider->told->len; i++) {
        gint mover = g_array_index(movers, gint, i);
        if (g_array_index(outsider->told, CompareTold, i).is_skipped)
            continue;
        claims[claim_index(outsider, mover)] =
            claim_for(outsider, compare_scenario_mover_shape(s, mover));
    }
}
