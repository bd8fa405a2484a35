/* outsider: makes a contestant, which is another program, look like a method of this program. */
#include "methods/outsider.h"

/* Returns the contestant's guarantee. A contestant that failed guarantees nothing. */
static CompareClaim outsider_claim(const CompareMethodClass *klass, const BspShape *shape,
                                   gint mover)
{
    const CompareOutsider *o = klass->outsider;
    if (!o->error && !g_hash_table_contains(o->movers, GINT_TO_POINTER(mover)))
        return COMPARE_SKIPS;
    return o->exact & 1u << shape->kind ? COMPARE_EXACT : COMPARE_CLAIMS_NOTHING;
}

CompareOutsider *compare_outsider_new(const char *name, const char *command)
{
    CompareOutsider *outsider = g_new(CompareOutsider, 1);
    *outsider = (CompareOutsider){
        .klass = { .summary = "a contestant from outside",
                   .outsider = outsider,
                   .claim = outsider_claim },
        .name = g_strdup(name),
        .command = g_strdup(command),
        .about = g_ptr_array_new_with_free_func(g_free),
        .load_ms = COMPARE_UNTOLD,
        .bytes = COMPARE_UNTOLD,
        .again_ns = COMPARE_UNTOLD,
        .told = g_array_new(FALSE, TRUE, sizeof(CompareTold)),
        .graph = { .points = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                   .nearest = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                   .paths = g_array_new(FALSE, FALSE, sizeof(CompareToldPath)),
                   .corners = g_array_new(FALSE, FALSE, sizeof(BspVec)) },
        .movers = g_hash_table_new(NULL, NULL),
    };
    outsider->klass.name = outsider->name;
    return outsider;
}

void compare_outsider_free(CompareOutsider *outsider)
{
    if (!outsider)
        return;
    g_free(outsider->name);
    g_free(outsider->command);
    g_free(outsider->error);
    g_ptr_array_unref(outsider->about);
    g_array_unref(outsider->told);
    g_array_unref(outsider->graph.points);
    g_array_unref(outsider->graph.nearest);
    g_array_unref(outsider->graph.paths);
    g_array_unref(outsider->graph.corners);
    g_hash_table_unref(outsider->movers);
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
