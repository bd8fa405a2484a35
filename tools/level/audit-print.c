/* audit-print: prints an audit as text or JSON, and draws its worst finding. */
#include "draw/drawing.h"
#include "draw/section.h"
#include "level/audit.h"
#include "result/scenario-text.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"

/* --- text --- */

/* Returns the point as "x,y,z", rounded to 0.0001 unit. The option --space reads this form. */
static char *point_text(BspVec p)
{
    return g_strdelimit(compare_point_text(p.v, 1e4), " ", ',');
}

static void add_head(GString *out, const LevelAudit *audit)
{
    g_autofree char *path = compare_escape_terminal(audit->path);
    g_string_append_printf(out, "level    %s\n", path);
    for (guint i = 0; i < audit->spaces->len; i++) {
        const LevelAuditSpace *space = audit->spaces->pdata[i];
        g_autofree char *name = compare_escape_terminal(space->name);
        g_autofree char *mins = point_text(space->shape.bounds.mins),
                        *maxs = point_text(space->shape.bounds.maxs);
        g_string_append_printf(out, "box      %s, %s to %s\n", name, mins, maxs);
    }
    if (audit->n_sides)
        g_string_append_printf(out, "brushes  %u with %u sides\n", audit->n_brushes,
                               audit->n_sides);
    else
        g_string_append_printf(out, "cells    %u\n", audit->n_brushes);
    if (audit->n_unmoved)
        g_string_append_printf(out,
                               "unmoved  %u faces that the compiler did not move outward in the "
                               "hulls, such as BEVEL faces\n",
                               audit->n_unmoved);
    if (audit->world->report.n_skipped)
        g_string_append_printf(out, "skipped  %u curved patches or brushes; see bsplevel info\n",
                               audit->world->report.n_skipped);
    g_string_append_printf(out, "least    %g units: smaller differences are ignored\n\n",
                           audit->least);
}

static void add_counts(GString *out, const LevelAudit *audit)
{
    g_string_append_printf(out, "%-16s %7s %7s %12s  %s\n", "what", "found", "open", "worst",
                           "meaning");
    for (guint kind = 0; kind < LEVEL_AUDIT_KINDS; kind++) {
        gboolean of_hulls = kind >= LEVEL_AUDIT_PHANTOM;
        if (of_hulls != (audit->n_sides == 0))
            continue;
        g_string_append_printf(out, "%-16s %7u %7u ", level_audit_kinds[kind].name, audit->n[kind],
                               audit->n_open[kind]);
        if (audit->worst[kind] > 0 && audit->worst[kind] < HUGE_VAL)
            g_string_append_printf(out, "%12.4g", audit->worst[kind]);
        else
            g_string_append_printf(out, "%12s", "-");
        g_string_append_printf(out, "  %s\n", level_audit_kinds[kind].about);
    }
    g_string_append(out, "\nworst: the largest difference, in units\n");
    if (audit->n_sides)
        g_string_append(out,
                        "open: no other brush fills the place, so the box stops in empty space\n");
}

/* Returns the brush of a finding about sides. Returns NULL for all other findings. */
static const BspBrush *brush_of(const LevelAudit *audit, const LevelFinding *f)
{
    return audit->n_sides && !f->problem ? bsp_solid_brush(audit->world->solid, f->index) : NULL;
}

/* Returns the texture of the brush's face nearest to the box of the finding, or NULL if it is
 * unknown. */
static const char *texture_of(const LevelAudit *audit, const LevelFinding *f)
{
    const BspBrush *brush = brush_of(audit, f);
    guint nearest = 0;
    for (guint i = 1; i < bsp_brush_cell(brush)->n_faces; i++)
        if (bsp_plane_distance(&bsp_brush_cell(brush)->faces[i].plane, f->at) >
            bsp_plane_distance(&bsp_brush_cell(brush)->faces[nearest].plane, f->at))
            nearest = i;
    return bsp_world_side_texture(audit->world, f->index, bsp_brush_side_of_face(brush, nearest));
}

/* Adds a line by which the brush can be found in an editor, because the numbers of brushes in a
 * .bsp are not those of the .map. */
static void add_brush(GString *out, const LevelAudit *audit, const LevelFinding *f)
{
    const BspBounds *bounds = bsp_brush_bounds(brush_of(audit, f));
    const char *texture = texture_of(audit, f);
    g_autofree char *name = texture ? compare_escape_terminal(texture) : NULL;
    g_autofree char *mins = compare_point_text(bounds->mins.v, 1),
                    *maxs = compare_point_text(bounds->maxs.v, 1);
    g_string_append_printf(out, "%-16s the brush is from %s to %s%s%s\n", "", mins, maxs,
                           name ? ", texture " : "", name ? name : "");
}

static void add_finding(GString *out, const LevelAudit *audit, const LevelFinding *f)
{
    g_autofree char *at = point_text(f->at), *normal = point_text(f->plane.normal);
    g_string_append_printf(out, "%-16s ", level_audit_kinds[f->kind].name);
    if (f->problem) {
        g_autofree char *problem = compare_escape_terminal(f->problem);
        g_string_append_printf(out, "brush %u: %s\n", f->brush, problem);
        return;
    }
    if (f->kind == LEVEL_AUDIT_BOUNDS)
        g_string_append_printf(out, "model %u: ", f->brush);
    else if (audit->n_sides)
        g_string_append_printf(out, "brush %u: ", f->brush);
    else
        g_string_append_printf(out, "%s, cell %u: ", f->space->name, f->brush);
    if (f->kind == LEVEL_AUDIT_TWICE)
        g_string_append_printf(out, "normal %s", normal);
    else
        g_string_append_printf(out, "%.4g units at %s", f->distance, at);
    if (f->kind == LEVEL_AUDIT_SHAVED)
        g_string_append_printf(out, ", by the side with normal %s", normal);
    if (f->kind >= LEVEL_AUDIT_AXIAL && f->kind <= LEVEL_AUDIT_LOOSE) {
        g_string_append_printf(out, ", normal %s; ", normal);
        if (f->open > 0)
            g_string_append_printf(out, "%.4g from all solid", f->open);
        else
            g_string_append(out, "within other brushes");
    }
    g_string_append_c(out, '\n');
    if (audit->n_sides)
        add_brush(out, audit, f);
}

char *level_audit_text(const LevelAudit *audit, guint n)
{
    GString *out = g_string_new(NULL);
    add_head(out, audit);
    add_counts(out, audit);
    guint shown = MIN(n, audit->findings->len);
    if (shown)
        g_string_append_printf(out, "\nthe worst %u of %u findings:\n", shown,
                               audit->findings->len);
    for (guint i = 0; i < shown; i++)
        add_finding(out, audit, &g_array_index(audit->findings, LevelFinding, i));
    return g_string_free(out, FALSE);
}

/* --- JSON --- */

static json_object *space_object(const LevelAuditSpace *space)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(space->name));
    compare_json_add(object, "mins", compare_json_numbers(space->shape.bounds.mins.v, 3));
    compare_json_add(object, "maxs", compare_json_numbers(space->shape.bounds.maxs.v, 3));
    return object;
}

/* Returns the distance as a JSON number, or null if it is infinite or 0. */
static json_object *distance_json(double x)
{
    return x > 0 && x < HUGE_VAL ? compare_json_exact(x) : NULL;
}

static json_object *kinds_object(const LevelAudit *audit)
{
    json_object *kinds = compare_json_object();
    for (guint kind = 0; kind < LEVEL_AUDIT_KINDS; kind++) {
        json_object *object = compare_json_object();
        compare_json_add(object, "found", compare_json_count(audit->n[kind]));
        compare_json_add(object, "open", compare_json_count(audit->n_open[kind]));
        compare_json_add(object, "worst", distance_json(audit->worst[kind]));
        compare_json_add(kinds, level_audit_kinds[kind].name, object);
    }
    return kinds;
}

static json_object *plane_array(const BspPlane *plane)
{
    if (bsp_vec_length(plane->normal) < 0.5)
        return NULL;
    json_object *array = compare_json_numbers(plane->normal.v, 3);
    compare_json_append(array, compare_json_exact(plane->dist));
    return array;
}

static json_object *bounds_array(const BspBounds *bounds)
{
    json_object *array = compare_json_array();
    compare_json_append(array, compare_json_numbers(bounds->mins.v, 3));
    compare_json_append(array, compare_json_numbers(bounds->maxs.v, 3));
    return array;
}

static json_object *finding_object(const LevelAudit *audit, const LevelFinding *f)
{
    const BspBrush *brush = brush_of(audit, f);
    json_object *object = compare_json_object();
    compare_json_add(object, "what", compare_json_text(level_audit_kinds[f->kind].name));
    gboolean is_model = f->kind == LEVEL_AUDIT_BOUNDS;
    compare_json_add(object, "box", f->space ? compare_json_text(f->space->name) : NULL);
    compare_json_add(object, is_model ? "model" : "brush", compare_json_count(f->brush));
    compare_json_add(object, "bounds", brush ? bounds_array(bsp_brush_bounds(brush)) : NULL);
    compare_json_add(object, "texture", brush ? compare_json_text(texture_of(audit, f)) : NULL);
    compare_json_add(object, "contents", compare_json_count(f->contents));
    compare_json_add(object, "distance", distance_json(f->distance));
    compare_json_add(object, "open", distance_json(f->open));
    compare_json_add(object, "at", f->problem ? NULL : compare_json_numbers(f->at.v, 3));
    compare_json_add(object, "plane", plane_array(&f->plane));
    compare_json_add(object, "problem", compare_json_text(f->problem));
    return object;
}

char *level_audit_json(const LevelAudit *audit, guint n)
{
    json_object *object = compare_json_object();
    json_object *spaces = compare_json_array(), *findings = compare_json_array();
    for (guint i = 0; i < audit->spaces->len; i++)
        compare_json_append(spaces, space_object(audit->spaces->pdata[i]));
    for (guint i = 0; i < MIN(n, audit->findings->len); i++)
        compare_json_append(
            findings, finding_object(audit, &g_array_index(audit->findings, LevelFinding, i)));
    compare_json_add(object, "format", compare_json_text("bsp-audit"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "level", compare_json_text(audit->path));
    compare_json_add(object, "sha256", compare_json_text(audit->world->sha256));
    compare_json_add(object, "boxes", spaces);
    compare_json_add(object, "brushes", compare_json_count(audit->n_brushes));
    compare_json_add(object, "sides", compare_json_count(audit->n_sides));
    compare_json_add(object, "unmoved", compare_json_count(audit->n_unmoved));
    compare_json_add(object, "left_out", compare_json_count(audit->world->report.n_skipped));
    compare_json_add(object, "least", compare_json_exact(audit->least));
    compare_json_add(object, "kinds", kinds_object(audit));
    compare_json_add(object, "findings", findings);
    return compare_json_print(object, COMPARE_JSON_PRETTY);
}

/* --- picture --- */

/* Units. ROUND is the margin of the picture around the finding, about two players wide. INTO is the
 * depth of the slice inside the brush, because at the exact corner the slice would cut nothing. */
#define ROUND 96.0
#define INTO 0.25

/* Returns a scenario with only the box of this space. It borrows the audit's world. */
static CompareScenario *scenario_of(const LevelAudit *audit, const LevelAuditSpace *space)
{
    CompareScenario *s = compare_scenario_new(audit->path);
    s->name = g_strdup(audit->world->name);
    s->world = audit->world;
    compare_add_mover(s, (CompareMover){ .name = g_strdup(space->name), .shape = space->shape });
    return s;
}

static CompareSection section_at(const LevelFinding *f, const BspSolid *larger, guint axis)
{
    BspVec inside = bsp_cell_interior_point(bsp_brush_cell(bsp_solid_brush(larger, f->index)));
    double way = inside.v[axis] - f->at.v[axis];
    double at = f->at.v[axis] + copysign(fmin(INTO, 0.1 * fabs(way)), way);
    BspBounds view = { f->at, f->at };
    view = bsp_bounds_grown(&view, ROUND);
    view.mins.v[axis] = view.maxs.v[axis] = at;
    return (CompareSection){ axis, at, view };
}

/* Returns the axial slice through the finding that shows most of the difference. */
static CompareSection best_section(const LevelFinding *f, const LevelAuditSpace *space)
{
    const BspSolid *larger = f->kind == LEVEL_AUDIT_HOLE ? space->exact : space->shipped;
    const BspSolid *smaller = f->kind == LEVEL_AUDIT_HOLE ? space->shipped : space->exact;
    CompareSection best = section_at(f, larger, 2);
    double most = -1;
    for (guint k = 3; k-- > 0;) {
        CompareSection section = section_at(f, larger, k);
        g_autoptr(GPtrArray) all = compare_section_solid(&section, larger);
        g_autoptr(GPtrArray) others = compare_section_solid(&section, smaller);
        g_autoptr(GPtrArray) rest = compare_cover_minus(&section, all, others, BSP_BRACKET);
        double area = compare_cover_sum(rest);
        if (area > most) {
            most = area;
            best = section;
        }
    }
    return best;
}

char *level_audit_svg(const LevelAudit *audit, const LevelFinding *finding, GError **error)
{
    const LevelAuditSpace *space = finding->space;
    CompareScenario *scenario = scenario_of(audit, space);
    CompareSection section = best_section(finding, space);
    guint across = section.axis == 0 ? 1 : 0, up = section.axis == 2 ? 1 : 2;
    const BspBounds *view = &section.view;
    const CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE,
                                     .scenario = scenario,
                                     .has_mover = TRUE,
                                     .axis = section.axis,
                                     .at = section.at,
                                     .has_region = TRUE,
                                     .region = { view->mins.v[across], view->mins.v[up],
                                                 view->maxs.v[across], view->maxs.v[up] },
                                     .exact = space->exact,
                                     .claimed = space->shipped,
                                     .claimed_by = "the level's own" };
    char *svg = compare_draw_svg(&drawing, error);
    scenario->world = NULL; /* the audit owns the world */
    compare_scenario_free(scenario);
    return svg;
}
