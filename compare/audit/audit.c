/* audit: where the sides or hulls that a level ships differ from the exact expansion. */
#include "audit/found.h"

#include "build/solid.h"

const char *const compare_audit_names[COMPARE_AUDIT_KINDS] = {
    [COMPARE_AUDIT_NO_SOLID] = "no solid",  [COMPARE_AUDIT_AXIAL] = "no axial bevel",
    [COMPARE_AUDIT_EDGE] = "no edge bevel", [COMPARE_AUDIT_LOOSE] = "loose bevel",
    [COMPARE_AUDIT_SHAVED] = "shaved",      [COMPARE_AUDIT_TWICE] = "side twice",
    [COMPARE_AUDIT_PHANTOM] = "phantom",    [COMPARE_AUDIT_HOLE] = "hole",
};

const char *const compare_audit_abouts[COMPARE_AUDIT_KINDS] = {
    [COMPARE_AUDIT_NO_SOLID] = "the brush's sides bound nothing, or do not close",
    [COMPARE_AUDIT_AXIAL] = "the brush is larger for the box: an axial bevel is missing",
    [COMPARE_AUDIT_EDGE] = "the brush is larger for the box: the bevel of an edge is missing",
    [COMPARE_AUDIT_LOOSE] = "the brush is larger for the box: a bevel is too far out, or askew",
    [COMPARE_AUDIT_SHAVED] = "a side cuts a sliver off the brush",
    [COMPARE_AUDIT_TWICE] = "two sides lie on one plane: harmless",
    [COMPARE_AUDIT_PHANTOM] = "the hull is solid where the exact expansion is not",
    [COMPARE_AUDIT_HOLE] = "the exact expansion is solid where the hull is not",
};

static void clear_space(gpointer data)
{
    CompareAuditSpace *space = data;
    g_free(space->name);
    bsp_solid_free(space->exact);
    bsp_solid_free(space->shipped);
}

static void clear_finding(gpointer data)
{
    CompareFinding *finding = data;
    g_free(finding->problem);
}

CompareAudit *compare_audit_open(const char *path, const BspWorld *world, double least)
{
    CompareAudit *audit = g_new0(CompareAudit, 1);
    audit->path = g_strdup(path);
    audit->world = world;
    audit->least = least;
    audit->spaces = g_array_new(FALSE, TRUE, sizeof(CompareAuditSpace));
    audit->findings = g_array_new(FALSE, FALSE, sizeof(CompareFinding));
    g_array_set_clear_func(audit->spaces, clear_space);
    g_array_set_clear_func(audit->findings, clear_finding);
    return audit;
}

void compare_audit_free(CompareAudit *audit)
{
    if (!audit)
        return;
    g_free(audit->path);
    g_array_unref(audit->spaces);
    g_array_unref(audit->findings);
    g_free(audit);
}

void compare_audit_add(CompareAudit *audit, CompareFinding finding)
{
    audit->n[finding.kind]++;
    audit->n_open[finding.kind] += finding.open > 0;
    audit->worst[finding.kind] = fmax(audit->worst[finding.kind], finding.distance);
    g_array_append_val(audit->findings, finding);
}

static int worse_first(const void *a, const void *b)
{
    const CompareFinding *x = a, *y = b;
    if (x->open != y->open)
        return x->open > y->open ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance > y->distance ? -1 : 1;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    if (x->brush != y->brush)
        return x->brush < y->brush ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

void compare_audit_close(CompareAudit *audit)
{
    g_array_sort(audit->findings, worse_first);
}

const CompareFinding *compare_audit_worst(const CompareAudit *audit)
{
    for (guint i = 0; i < audit->findings->len; i++) {
        const CompareFinding *finding = &g_array_index(audit->findings, CompareFinding, i);
        if (finding->kind != COMPARE_AUDIT_NO_SOLID && finding->kind != COMPARE_AUDIT_TWICE &&
            finding->kind != COMPARE_AUDIT_SHAVED)
            return finding;
    }
    return NULL;
}
