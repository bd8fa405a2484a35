/* picture: a slice through a finding of an audit. */
#include "draw/picture.h"
#include "audit/audit.h"
#include "bsp-inspect.h"
#include "draw/section.h"

/* Units: ROUND is the margin around the place; INTO is how far inside the brush the slice is,
 * because at the very corner it would cut nothing. */
#define ROUND 96.0
#define INTO 0.25

/* The content of the picture: the whole level, or, if other brushes fill the place, the brush
 * alone. */
typedef struct {
    const CompareAudit *audit;
    const CompareFinding *finding;
    const CompareAuditSpace *space;
    const BspSolid *exact, *shipped;
    BspSolid *owned[2];
    CompareScenario *scenario;
} Picture;

static BspSolid *alone(const BspSolid *solid, guint i)
{
    GPtrArray *only = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    BspBrush *copy =
        bsp_brush_new_cell(bsp_cell_copy(bsp_brush_cell(bsp_solid_brush(solid, i))), NULL);
    if (copy)
        g_ptr_array_add(only, copy);
    return bsp_solid_new(only);
}

/* The scenario borrows the audit's world. */
static CompareScenario *scenario_of(const CompareAudit *audit, const CompareAuditSpace *space)
{
    CompareScenario *s = compare_scenario_new(audit->path);
    CompareSpace only = { g_strdup(space->name), space->shape, 0 };
    s->name = g_strdup(audit->world->name);
    s->world = (BspWorld *)audit->world;
    g_array_append_val(s->spaces, only);
    return s;
}

static Picture picture_of(const CompareAudit *audit, const CompareFinding *finding)
{
    const CompareAuditSpace *space =
        &g_array_index(audit->spaces, CompareAuditSpace, finding->space);
    Picture p = { audit, finding, space, space->exact, space->shipped, { NULL, NULL }, NULL };
    if (!(finding->open > 0)) {
        p.exact = p.owned[0] = alone(space->exact, finding->index);
        p.shipped = p.owned[1] = alone(space->shipped, finding->index);
    }
    p.scenario = scenario_of(audit, space);
    return p;
}

static void clear_picture(Picture *p)
{
    p->scenario->world = NULL;
    compare_scenario_free(p->scenario);
    bsp_solid_free(p->owned[0]);
    bsp_solid_free(p->owned[1]);
}

static CompareSection section_at(const Picture *p, guint axis)
{
    BspVec place = p->finding->at;
    const BspSolid *more =
        p->finding->kind == COMPARE_AUDIT_HOLE ? p->space->exact : p->space->shipped;
    BspVec inside =
        bsp_cell_interior_point(bsp_brush_cell(bsp_solid_brush(more, p->finding->index)));
    double way = inside.v[axis] - place.v[axis];
    double at = place.v[axis] + copysign(fmin(INTO, 0.1 * fabs(way)), way);
    BspBounds view = { place, place };
    view = bsp_bounds_grown(&view, ROUND);
    view.mins.v[axis] = view.maxs.v[axis] = at;
    return (CompareSection){ axis, at, view };
}

/* Perpendicular to the axis that shows most of the difference. */
static CompareSection best_section(const Picture *p)
{
    gboolean hole = p->finding->kind == COMPARE_AUDIT_HOLE;
    CompareSection best = section_at(p, 2);
    double most = -1;
    for (guint k = 3; k-- > 0;) {
        CompareSection section = section_at(p, k);
        g_autoptr(GPtrArray) exact = compare_section_solid(&section, p->exact);
        g_autoptr(GPtrArray) shipped = compare_section_solid(&section, p->shipped);
        g_autoptr(GPtrArray) rest = compare_cover_minus(&section, hole ? exact : shipped,
                                                        hole ? shipped : exact, BSP_BRACKET);
        double area = compare_cover_sum(rest);
        if (area > most) {
            most = area;
            best = section;
        }
    }
    return best;
}

static CompareDrawing drawing_of(const Picture *p)
{
    CompareSection section = best_section(p);
    guint across = section.axis == 0 ? 1 : 0, up = section.axis == 2 ? 1 : 2;
    const BspBounds *view = &section.view;
    return (CompareDrawing){ .kind = COMPARE_DRAW_SLICE,
                             .scenario = p->scenario,
                             .layers = COMPARE_LAYER_SOLID,
                             .has_mover = TRUE,
                             .axis = section.axis,
                             .at = section.at,
                             .has_region = TRUE,
                             .region = { view->mins.v[across], view->mins.v[up],
                                         view->maxs.v[across], view->maxs.v[up] },
                             .exact = p->exact,
                             .claimed = p->shipped,
                             .claimed_by = "the level's own" };
}

char *compare_audit_svg(const CompareAudit *audit, const CompareFinding *finding, GError **error)
{
    Picture p = picture_of(audit, finding);
    CompareDrawing drawing = drawing_of(&p);
    char *svg = compare_draw_svg(&drawing, error);
    clear_picture(&p);
    return svg;
}

GBytes *compare_audit_png(const CompareAudit *audit, const CompareFinding *finding, GError **error)
{
    Picture p = picture_of(audit, finding);
    CompareDrawing drawing = drawing_of(&p);
    GBytes *png = compare_draw_png(&drawing, error);
    clear_picture(&p);
    return png;
}
