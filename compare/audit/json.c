/* json: an audit as JSON. */
#include "audit/audit.h"
#include "result/scenario-text.h"

static json_object *space_object(const CompareAuditSpace *space)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(space->name));
    compare_json_add(object, "mins", compare_scenario_vec(space->shape.bounds.mins));
    compare_json_add(object, "maxs", compare_scenario_vec(space->shape.bounds.maxs));
    return object;
}

/* null if the distance is infinite or missing. */
static json_object *distance(double x)
{
    return x > 0 && x < HUGE_VAL ? compare_scenario_number(x) : NULL;
}

static json_object *kinds_object(const CompareAudit *audit)
{
    json_object *kinds = compare_json_object();
    for (guint kind = 0; kind < COMPARE_AUDIT_KINDS; kind++) {
        json_object *object = compare_json_object();
        compare_json_add(object, "found", compare_json_count(audit->n[kind]));
        compare_json_add(object, "open", compare_json_count(audit->n_open[kind]));
        compare_json_add(object, "worst", distance(audit->worst[kind]));
        compare_json_add(kinds, compare_audit_names[kind], object);
    }
    return kinds;
}

static json_object *plane_array(const BspPlane *plane)
{
    if (bsp_vec_length(plane->normal) < 0.5)
        return NULL;
    json_object *array = compare_scenario_vec(plane->normal);
    compare_json_append(array, compare_scenario_number(plane->dist));
    return array;
}

static json_object *finding_object(const CompareAudit *audit, const CompareFinding *f)
{
    const CompareAuditSpace *space = &g_array_index(audit->spaces, CompareAuditSpace, f->space);
    json_object *object = compare_json_object();
    compare_json_add(object, "what", compare_json_text(compare_audit_names[f->kind]));
    compare_json_add(object, "box", compare_json_text(space->name));
    compare_json_add(object, "brush", compare_json_count(f->brush));
    compare_json_add(object, "contents", compare_json_count(f->contents));
    compare_json_add(object, "distance", distance(f->distance));
    compare_json_add(object, "open", distance(f->open));
    compare_json_add(object, "at", f->problem ? NULL : compare_scenario_vec(f->at));
    compare_json_add(object, "plane", plane_array(&f->plane));
    compare_json_add(object, "problem", f->problem ? compare_json_text(f->problem) : NULL);
    return object;
}

char *compare_audit_json(const CompareAudit *audit, guint n)
{
    json_object *object = compare_json_object();
    json_object *spaces = compare_json_array(), *findings = compare_json_array();
    for (guint i = 0; i < audit->spaces->len; i++)
        compare_json_append(spaces,
                            space_object(&g_array_index(audit->spaces, CompareAuditSpace, i)));
    for (guint i = 0; i < MIN(n, audit->findings->len); i++)
        compare_json_append(
            findings, finding_object(audit, &g_array_index(audit->findings, CompareFinding, i)));
    compare_json_add(object, "format", compare_json_text("bsp-audit"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "level", compare_json_text(audit->path));
    compare_json_add(object, "sha256", compare_json_text(audit->world->sha256));
    compare_json_add(object, "boxes", spaces);
    compare_json_add(object, "brushes", compare_json_count(audit->n_brushes));
    compare_json_add(object, "sides", compare_json_count(audit->n_sides));
    compare_json_add(object, "left_out", compare_json_count(audit->world->n_skipped));
    compare_json_add(object, "least", compare_scenario_number(audit->least));
    compare_json_add(object, "undecided", compare_json_count(audit->n_undecided));
    compare_json_add(object, "kinds", kinds_object(audit));
    compare_json_add(object, "findings", findings);
    return compare_json_print(object, COMPARE_JSON_PRETTY);
}
