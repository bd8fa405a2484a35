/* text: an audit for people. */
#include "audit/audit.h"
#include "text/strings.h"

static char *point(BspVec p)
{
    g_autofree char *x = compare_number_exact(round(p.x * 1e4) / 1e4 + 0.0),
                    *y = compare_number_exact(round(p.y * 1e4) / 1e4 + 0.0),
                    *z = compare_number_exact(round(p.z * 1e4) / 1e4 + 0.0);
    return g_strdup_printf("%s,%s,%s", x, y, z);
}

static void add_head(GString *out, const CompareAudit *audit)
{
    g_autofree char *path = compare_escape_terminal(audit->path);
    g_string_append_printf(out, "level    %s\n", path);
    for (guint i = 0; i < audit->spaces->len; i++) {
        const CompareAuditSpace *space = &g_array_index(audit->spaces, CompareAuditSpace, i);
        g_autofree char *name = compare_escape_terminal(space->name);
        g_autofree char *mins = point(space->shape.bounds.mins),
                        *maxs = point(space->shape.bounds.maxs);
        g_string_append_printf(out, "box      %s, %s to %s\n", name, mins, maxs);
    }
    if (audit->n_sides)
        g_string_append_printf(out, "brushes  %u of %u sides\n", audit->n_brushes, audit->n_sides);
    else
        g_string_append_printf(out, "cells    %u\n", audit->n_brushes);
    if (audit->world->n_skipped)
        g_string_append_printf(out, "skipped  %u curved patches or brushes; see bspcompare info\n",
                               audit->world->n_skipped);
    g_string_append_printf(out, "least    %g units: smaller differences are ignored\n\n",
                           audit->least);
}

static void add_counts(GString *out, const CompareAudit *audit)
{
    g_string_append_printf(out, "%-16s %7s %7s %12s\n", "what", "found", "open", "worst, units");
    for (guint kind = 0; kind < COMPARE_AUDIT_KINDS; kind++) {
        gboolean of_hulls = kind == COMPARE_AUDIT_PHANTOM || kind == COMPARE_AUDIT_HOLE;
        if (of_hulls != (audit->n_sides == 0))
            continue;
        g_string_append_printf(out, "%-16s %7u %7u ", compare_audit_names[kind], audit->n[kind],
                               audit->n_open[kind]);
        if (audit->worst[kind] > 0 && audit->worst[kind] < HUGE_VAL)
            g_string_append_printf(out, "%12.4g", audit->worst[kind]);
        else
            g_string_append_printf(out, "%12s", "-");
        g_string_append_printf(out, "  %s\n", compare_audit_abouts[kind]);
    }
    if (audit->n_sides)
        g_string_append(
            out, "\nopen: no other brush is at the place, so the box stops in empty space\n");
    if (audit->n_undecided)
        g_string_append_printf(out, "\nundecided: %u: too many pieces to decide\n",
                               audit->n_undecided);
}

static void add_finding(GString *out, const CompareAudit *audit, const CompareFinding *f)
{
    const CompareAuditSpace *space = &g_array_index(audit->spaces, CompareAuditSpace, f->space);
    g_autofree char *at = point(f->at), *name = compare_escape_terminal(space->name);
    g_autofree char *normal = point(f->plane.normal);
    g_string_append_printf(out, "%-16s ", compare_audit_names[f->kind]);
    if (f->problem) {
        g_autofree char *problem = compare_escape_terminal(f->problem);
        g_string_append_printf(out, "brush %u: %s\n", f->brush, problem);
        return;
    }
    if (audit->n_sides)
        g_string_append_printf(out, "brush %u: ", f->brush);
    else
        g_string_append_printf(out, "%s, cell %u: ", name, f->brush);
    if (f->kind == COMPARE_AUDIT_TWICE)
        g_string_append_printf(out, "normal %s", normal);
    else
        g_string_append_printf(out, "%.4g units at %s", f->distance, at);
    if (f->kind == COMPARE_AUDIT_SHAVED)
        g_string_append_printf(out, ", by the side of normal %s", normal);
    if (f->kind >= COMPARE_AUDIT_AXIAL && f->kind <= COMPARE_AUDIT_LOOSE) {
        g_string_append_printf(out, ", normal %s; ", normal);
        if (f->open > 0)
            g_string_append_printf(out, "%.4g from all solid", f->open);
        else
            g_string_append(out, "within other brushes");
    }
    g_string_append_c(out, '\n');
}

char *compare_audit_text(const CompareAudit *audit, guint n)
{
    GString *out = g_string_new(NULL);
    add_head(out, audit);
    add_counts(out, audit);
    guint shown = MIN(n, audit->findings->len);
    if (shown)
        g_string_append_printf(out, "\nthe worst %u of %u\n", shown, audit->findings->len);
    for (guint i = 0; i < shown; i++)
        add_finding(out, audit, &g_array_index(audit->findings, CompareFinding, i));
    return g_string_free(out, FALSE);
}
