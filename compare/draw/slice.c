/* slice: an axial plane through the level: solids, cells, bevels, and the solid of plane
 * shifting. */
#include <string.h>

#include "bsp-brush-table.h"
#include "draw/drawing.h"
#include "draw/partition.h"
#include "draw/section.h"
#include "text/strings.h"

/* The level expanded for one space. */
typedef struct {
    const char *name;
    double size; /* of the box; larger boxes are painted first */
    CompareColour colour;
    GPtrArray *polygons;
    GArray *outline;
} SpaceLayer;

typedef struct {
    CompareSubject subject;
    CompareSection section;
    GPtrArray *bare;
    GPtrArray *hit;      /* sections of the marked brush; may be empty */
    GArray *spaces;      /* SpaceLayer */
    CompareCells *cells; /* NULL, like the fields below, if the layer is not wanted */
    CompareShifted *shifted;
    GPtrArray *truth, *protrusion;
    GPtrArray *lacking; /* the parts of the true solid that plane shifting leaves out */
    GArray *true_outline;
    GArray *limits; /* CompareSegment: edges of the shifted solid made by shifted bevels */
    CompareMarks *marks;
} Slice;

/* Units. The shifted solid protrudes only if it extends farther than this beyond the true one. Less
 * comes from rounding, or from the corners of a round outline. */
static double least_protrusion(const BspShape *shape)
{
    return bsp_shape_is_box(shape) ? BSP_BRACKET : 2 * COMPARE_OUTLINE_SAG;
}

static gboolean has_layer(const Slice *slice, guint layer)
{
    return (slice->subject.drawing->layers & layer) != 0;
}

/* --- finding --- */

static void clear_space(gpointer data)
{
    SpaceLayer *layer = data;
    if (layer->polygons)
        g_ptr_array_unref(layer->polygons);
    if (layer->outline)
        g_array_unref(layer->outline);
}

static int larger_first(const void *a, const void *b)
{
    double x = ((const SpaceLayer *)a)->size, y = ((const SpaceLayer *)b)->size;
    return x > y ? -1 : x < y;
}

static gboolean add_space(Slice *slice, guint i, GError **error)
{
    const CompareScenario *s = slice->subject.drawing->scenario;
    const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
    const BspBounds *b = &space->shape.bounds;
    if (space->shape.kind == BSP_SHAPE_POINT)
        return TRUE; /* for a point the level is not expanded, and so has no layer */
    BspVec size = bsp_vec_sub(b->maxs, b->mins);
    SpaceLayer layer = {
        space->name, size.x * size.y * size.z, compare_palette_colour(slice->spaces->len),
        compare_section_sum(&slice->section, s->world->solid, space->mask, &space->shape, error),
        NULL
    };
    if (layer.polygons)
        layer.outline = compare_cover_outline(&slice->section, layer.polygons);
    g_array_append_val(slice->spaces, layer);
    return layer.polygons != NULL;
}

/* Finds the layers of all spaces, or only the mover's if the drawing has one. Finds no layers if
 * the drawing shows a method's solid beside the true one. */
static gboolean find_spaces(Slice *slice, GError **error)
{
    const CompareDrawing *d = slice->subject.drawing;
    if (has_layer(slice, COMPARE_LAYER_SHIFTED) || d->claimed)
        return TRUE;
    for (guint i = 0; i < d->scenario->spaces->len; i++)
        if ((!d->has_mover || d->mover == (gint)i) && !add_space(slice, i, error))
            return FALSE;
    g_array_sort(slice->spaces, larger_first);
    return TRUE;
}

/* TRUE if the middle of the segment is on one of the other segments. */
static gboolean is_on_any(const CompareSegment *segment, const GArray *others)
{
    BspVec middle = bsp_vec_lerp(segment->a, segment->b, 0.5);
    for (guint i = 0; i < others->len; i++) {
        const CompareSegment *other = &g_array_index(others, CompareSegment, i);
        double way = bsp_vec_length(bsp_vec_sub(middle, other->a)) +
                     bsp_vec_length(bsp_vec_sub(middle, other->b));
        if (way - bsp_vec_length(bsp_vec_sub(other->b, other->a)) < BSP_BRACKET)
            return TRUE;
    }
    return FALSE;
}

/* Finds the shifted bevels that limit the solid. A bevel inside the solid of other cells does
 * not. */
static GArray *find_limits(const Slice *slice)
{
    GArray *limits = g_array_new(FALSE, FALSE, sizeof(CompareSegment));
    g_autoptr(GArray) outline = compare_cover_outline(&slice->section, slice->shifted->solids);
    for (guint i = 0; i < outline->len; i++) {
        CompareSegment segment = g_array_index(outline, CompareSegment, i);
        if (is_on_any(&segment, slice->shifted->bevels))
            g_array_append_val(limits, segment);
    }
    return limits;
}

static gboolean find_shifted(Slice *slice, const CompareTreeView *tree, GError **error)
{
    const CompareDrawing *d = slice->subject.drawing;
    const BspShape *shape = compare_drawing_shape(d);
    slice->truth = compare_section_sum(&slice->section, d->scenario->world->solid,
                                       compare_drawing_mask(d), shape, error);
    if (!slice->truth)
        return FALSE;
    slice->true_outline = compare_cover_outline(&slice->section, slice->truth);
    slice->shifted = compare_shifted_new(&slice->section, tree, shape);
    slice->protrusion = compare_cover_minus(&slice->section, slice->shifted->solids, slice->truth,
                                            least_protrusion(shape));
    slice->limits = find_limits(slice);
    return TRUE;
}

/* Finds the claimed and the true solid, if the drawing has both. */
static void find_claimed(Slice *slice)
{
    const CompareDrawing *d = slice->subject.drawing;
    g_autoptr(GPtrArray) claimed = compare_section_solid(&slice->section, d->claimed);
    slice->truth = compare_section_solid(&slice->section, d->exact);
    slice->true_outline = compare_cover_outline(&slice->section, slice->truth);
    slice->protrusion = compare_cover_minus(&slice->section, claimed, slice->truth, BSP_BRACKET);
    slice->lacking = compare_cover_minus(&slice->section, slice->truth, claimed, BSP_BRACKET);
}

static GPtrArray *find_hit(const Slice *slice)
{
    const CompareDrawing *d = slice->subject.drawing;
    GPtrArray *hit = compare_polygons_new();
    if (!d->has_brush)
        return hit;
    BspPolygon *cut = compare_section_brush(&slice->section,
                                            bsp_solid_brush(d->scenario->world->solid, d->brush));
    if (cut)
        g_ptr_array_add(hit, cut);
    return hit;
}

/* Pixels: half the length of a drawn unshifted bevel. */
#define TICK 7.0

static gboolean find_tree(Slice *slice, const CompareMap *map, GError **error)
{
    const CompareDrawing *d = slice->subject.drawing;
    guint wanted = d->layers & (COMPARE_LAYER_CELLS | COMPARE_LAYER_BEVELS | COMPARE_LAYER_SHIFTED);
    CompareTreeView tree;
    if (!wanted)
        return TRUE;
    if (!d->method || !d->method->klass->view ||
        !d->method->klass->view(d->method->data, compare_drawing_mover(d), &tree)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s has no tree to draw for %s",
                    d->method ? d->method->klass->name : "no method",
                    compare_drawing_shape_name(d));
        return FALSE;
    }
    if (!tree.shift && (wanted & ~(guint)COMPARE_LAYER_CELLS)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s shifts no planes: the layers bevels and shifted are for shift, shift-box "
                    "and shift-exact",
                    d->method->klass->name);
        return FALSE;
    }
    if (wanted & (COMPARE_LAYER_CELLS | COMPARE_LAYER_BEVELS))
        slice->cells = compare_cells_new(&slice->section, &tree, TICK / map->scale);
    return !(wanted & COMPARE_LAYER_SHIFTED) || find_shifted(slice, &tree, error);
}

/* --- painting --- */

/* Solid for a small space is nearly always solid for a larger one. So opaque layers are painted
 * over each other, like the skins of an onion, in the legend's colours. Translucent layers would
 * mix to colours that are not in the legend. Outlines are drawn over all layers. */
static void paint_spaces(const Slice *slice, CompareCanvas *canvas, CompareLegend *legend)
{
    for (guint i = 0; i < slice->spaces->len; i++) {
        const SpaceLayer *layer = &g_array_index(slice->spaces, SpaceLayer, i);
        CompareColour tint = compare_palette_mix(layer->colour, canvas->theme.paper, 0.35);
        compare_canvas_fill(canvas, layer->polygons, tint, 1);
        compare_legend_swatch(legend, tint, 1, "solid for %s", layer->name);
    }
    for (guint i = 0; i < slice->spaces->len; i++) {
        const SpaceLayer *layer = &g_array_index(slice->spaces, SpaceLayer, i);
        compare_canvas_segments(canvas, layer->outline, layer->colour, 1.4, 1);
    }
}

static void paint_truth(const Slice *slice, CompareCanvas *canvas, CompareLegend *legend)
{
    const CompareDrawing *d = slice->subject.drawing;
    const char *taker = d->claimed ? d->claimed_by : d->method->klass->name;
    g_autofree char *area = compare_number_rounded(compare_cover_sum(slice->protrusion));
    compare_canvas_fill(canvas, slice->protrusion, compare_vermillion, 0.85);
    compare_canvas_fill(canvas, slice->truth, compare_sky, 0.35);
    compare_canvas_segments(canvas, slice->true_outline,
                            compare_palette_mix(compare_sky, canvas->theme.ink, 0.65), 1.4, 1);
    compare_legend_swatch(legend, compare_sky, 0.35, "truly solid for %s",
                          compare_drawing_shape_name(d));
    if (slice->protrusion->len)
        compare_legend_swatch(legend, compare_vermillion, 0.85,
                              "protrusion: solid only for %s, %s square units", taker, area);
    else
        compare_legend_note(legend, "%s protrudes nowhere here", taker);
    if (slice->lacking && slice->lacking->len) {
        g_autofree char *lacks = compare_number_rounded(compare_cover_sum(slice->lacking));
        compare_canvas_fill(canvas, slice->lacking, compare_purple, 0.85);
        compare_legend_swatch(legend, compare_purple, 0.85,
                              "hole: not solid for %s, %s square units", taker, lacks);
    }
}

static void paint_bevels(const Slice *slice, CompareCanvas *canvas, CompareLegend *legend)
{
    compare_canvas_segments(canvas, slice->cells->bevels, canvas->theme.paper, 4, 0.7);
    compare_canvas_segments(canvas, slice->cells->bevels, compare_purple, 2.2, 1);
    if (slice->cells->bevels->len)
        compare_legend_line(legend, compare_purple, 2.2, "bevels, unshifted");
    if (!slice->limits || !slice->limits->len)
        return;
    compare_canvas_segments(canvas, slice->limits, compare_orange, 2.2, 1);
    compare_legend_line(legend, compare_orange, 2.2, "bevels, shifted");
}

static void paint_hit(const Slice *slice, CompareCanvas *canvas, CompareLegend *legend)
{
    const CompareDrawing *d = slice->subject.drawing;
    if (!slice->hit->len)
        return;
    g_autoptr(GArray) outline = compare_cover_outline(&slice->section, slice->hit);
    compare_canvas_fill(canvas, slice->hit, compare_blue, 1);
    compare_canvas_segments(canvas, outline, compare_blue, 2, 1);
    compare_legend_swatch(legend, compare_blue, 1, "brush %u, %s", d->brush,
                          d->is_stuck ? "which the start is in" : "which is hit");
}

static void paint_slice(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend)
{
    const Slice *slice = (const Slice *)subject;
    paint_spaces(slice, canvas, legend);
    if (slice->truth)
        paint_truth(slice, canvas, legend);
    if (has_layer(slice, COMPARE_LAYER_SOLID)) {
        compare_canvas_fill(canvas, slice->bare, canvas->theme.solid, 1);
        compare_legend_swatch(legend, canvas->theme.solid, 1, "the level itself");
    }
    paint_hit(slice, canvas, legend);
    if (has_layer(slice, COMPARE_LAYER_CELLS)) {
        compare_canvas_segments(canvas, slice->cells->cuts, canvas->theme.faint, 0.8, 1);
        compare_legend_line(legend, canvas->theme.faint, 0.8, "tree of %s: %u cells here",
                            subject->drawing->method->klass->name, slice->cells->cells->len);
    }
    if (has_layer(slice, COMPARE_LAYER_BEVELS))
        paint_bevels(slice, canvas, legend);
    compare_marks_paint(slice->marks, canvas, legend);
}

static GArray *find_areas(const CompareSubject *subject)
{
    const Slice *slice = (const Slice *)subject;
    const BspSolid *solid = subject->drawing->scenario->world->solid;
    guint32 mask = compare_drawing_mask(subject->drawing);
    GArray *areas = compare_areas_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        CompareArea area = { .brush = i };
        if (!bsp_mask_selects(mask, bsp_brush_contents(brush)))
            continue;
        area.outline = compare_section_brush(&slice->section, brush);
        if (area.outline)
            g_array_append_val(areas, area);
    }
    return areas;
}

static void free_slice(CompareSubject *subject)
{
    Slice *slice = (Slice *)subject;
    GPtrArray *polygons[] = { slice->bare, slice->hit, slice->truth, slice->protrusion,
                              slice->lacking };
    for (guint i = 0; i < G_N_ELEMENTS(polygons); i++)
        if (polygons[i])
            g_ptr_array_unref(polygons[i]);
    if (slice->true_outline)
        g_array_unref(slice->true_outline);
    if (slice->limits)
        g_array_unref(slice->limits);
    g_array_unref(slice->spaces);
    compare_cells_free(slice->cells);
    compare_shifted_free(slice->shifted);
    compare_marks_free(slice->marks);
    g_free(subject->title);
    g_free(subject->subtitle);
    g_free(slice);
}

static char *subtitle_of(const CompareDrawing *d)
{
    const char *name = compare_drawing_shape_name(d);
    if (!d->method)
        return g_strdup_printf("what moves: %s", name);
    return g_strdup_printf("what moves: %s; tree: %s, %s", name, d->method->klass->name,
                           d->method->klass->summary);
}

/* The position of the plane for the title: exact if that is short, as for a plane that was typed.
 */
static char *plane_text(double at)
{
    char *exact = compare_number_exact(at);
    if (strlen(exact) <= 8)
        return exact;
    g_free(exact);
    return compare_number_hundredths(at);
}

CompareSubject *compare_slice_new(const CompareDrawing *d, const CompareMap *map, GError **error)
{
    Slice *slice = g_new0(Slice, 1);
    g_autofree char *at = plane_text(d->at);
    slice->subject = (CompareSubject){ d,
                                       g_strdup_printf("%s: a slice at %c = %s", d->scenario->name,
                                                       "xyz"[d->axis], at),
                                       subtitle_of(d),
                                       paint_slice,
                                       find_areas,
                                       free_slice };
    slice->section = (CompareSection){ d->axis, d->at, map->view };
    slice->spaces = g_array_new(FALSE, FALSE, sizeof(SpaceLayer));
    g_array_set_clear_func(slice->spaces, clear_space);
    g_autoptr(BspSolid) stops =
        bsp_solid_select(d->scenario->world->solid, compare_drawing_mask(d));
    slice->bare = compare_section_solid(&slice->section, stops);
    slice->hit = find_hit(slice);
    slice->marks = compare_marks_new(d, map);
    if (d->claimed)
        find_claimed(slice);
    if ((has_layer(slice, COMPARE_LAYER_SOLID) && !find_spaces(slice, error)) ||
        !find_tree(slice, map, error)) {
        free_slice(&slice->subject);
        return NULL;
    }
    return &slice->subject;
}
