/* found: collects an audit's findings. */
#include "audit/found.h"

#include "bsp-inspect.h"

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
