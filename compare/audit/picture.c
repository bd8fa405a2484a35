/* picture: a slice through a finding of an audit. */
#include "draw/picture.h"
#include "audit/audit.h"
#include "build/solid.h"
#include "draw/cover.h"

/* Units: what is shown round the place, and how far from it, into the brush, the slice lies. At the
 * very corner nothing would be cut. */
#define ROUND 96.0
#define INTO 0.25

static const CompareAuditSpace *space_of(const CompareAudit *audit, const CompareFinding *finding)
{
    return &g_array_index(audit->spaces, CompareAuditSpace, finding->space);
}

/* Which solid has too much. */
static void sides_of(const CompareAudit *audit, const CompareFinding *finding,
                     const BspSolid **more, const BspSolid **less)
{
    const CompareAuditSpace *space = space_of(audit, finding);
    gboolean hole = finding->kind == COMPARE_AUDIT_HOLE;
    *more = hole ? space->exact : space->shipped;
    *less = hole ? space->shipped : space->exact;
}

static CompareSection section_at(const CompareAudit *audit, const CompareFinding *finding,
                                 guint axis)
{
    const BspSolid *more, *less;
    sides_of(audit, finding, &more, &less);
    BspVec inside = bsp_cell_interior_point(bsp_solid_brush(more, finding->index)->cell);
    double way = inside.v[axis] - finding->at.v[axis];
    double at = finding->at.v[axis] + copysign(fmin(INTO, 0.1 * fabs(way)), way);
    BspBounds view = { finding->at, finding->at };
    view = bsp_bounds_grown(&view, ROUND);
    view.mins.v[axis] = view.maxs.v[axis] = at;
    return (CompareSection){ axis, at, view };
}

/* Across the axis that shows most of the difference. */
static CompareSection best_section(const CompareAudit *audit, const CompareFinding *finding)
{
    const BspSolid *more, *less;
    CompareSection best = section_at(audit, finding, 2);
    double most = -1;
    sides_of(audit, finding, &more, &less);
    for (guint k = 3; k-- > 0;) {
        CompareSection section = section_at(audit, finding, k);
        g_autoptr(GPtrArray) all = compare_section_solid(&section, more);
        g_autoptr(GPtrArray) others = compare_section_solid(&section, less);
        g_autoptr(GPtrArray) rest = compare_cover_minus(&section, all, others, BSP_BRACKET);
        double area = compare_cover_sum(rest);
        if (area > most) {
            most = area;
            best = section;
        }
    }
    return best;
}

/* The scenario borrows the audit's world. */
static CompareScenario *scenario_of(const CompareAudit *audit, const CompareAuditSpace *space)
{
    CompareScenario *s = compare_scenario_new(audit->path);
    CompareSpace only = { g_strdup(space->name), space->shape };
    s->name = g_strdup(audit->world->name);
    s->world = (BspWorld *)audit->world;
    g_array_append_val(s->spaces, only);
    return s;
}

static void free_scenario(CompareScenario *s)
{
    s->world = NULL;
    compare_scenario_free(s);
}

static CompareDrawing drawing_of(const CompareAudit *audit, const CompareFinding *finding,
                                 const CompareScenario *s)
{
    const CompareAuditSpace *space = space_of(audit, finding);
    CompareSection section = best_section(audit, finding);
    guint across = section.axis == 0 ? 1 : 0, up = section.axis == 2 ? 1 : 2;
    const BspBounds *view = &section.view;
    return (CompareDrawing){ .kind = COMPARE_DRAW_SLICE,
                             .scenario = s,
                             .layers = COMPARE_LAYER_SOLID,
                             .has_mover = TRUE,
                             .axis = section.axis,
                             .at = section.at,
                             .has_region = TRUE,
                             .region = { view->mins.v[across], view->mins.v[up],
                                         view->maxs.v[across], view->maxs.v[up] },
                             .exact = space->exact,
                             .claimed = space->shipped,
                             .claimed_by = "the level's own" };
}

char *compare_audit_svg(const CompareAudit *audit, const CompareFinding *finding, GError **error)
{
    CompareScenario *s = scenario_of(audit, space_of(audit, finding));
    CompareDrawing drawing = drawing_of(audit, finding, s);
    char *svg = compare_draw_svg(&drawing, error);
    free_scenario(s);
    return svg;
}

GBytes *compare_audit_png(const CompareAudit *audit, const CompareFinding *finding, GError **error)
{
    CompareScenario *s = scenario_of(audit, space_of(audit, finding));
    CompareDrawing drawing = drawing_of(audit, finding, s);
    GBytes *png = compare_draw_png(&drawing, error);
    free_scenario(s);
    return png;
}
