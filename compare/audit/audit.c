/* audit: finds differences between a level's own sides or hulls and the exact expansion. */
#include "audit/audit.h"

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

void compare_audit_free(CompareAudit *audit)
{
    if (!audit)
        return;
    g_free(audit->path);
    g_array_unref(audit->spaces);
    g_array_unref(audit->findings);
    g_free(audit);
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
