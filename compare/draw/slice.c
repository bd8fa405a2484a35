/* slice: draws an axial plane through the level, with solids, cells, bevels, and the solid of plane
 * shifting. */
#include "bsp-brush-table.h"
#include "draw/drawing.h"
#include "draw/partition.h"
#include "text/strings.h"

typedef struct {
    const CompareDrawing *drawing;
    CompareSection section;
    CompareTreeView tree; /* the tree of the drawing's method */
    CompareCanvas *canvas;
} Slice;

static void paint_area(const Slice *slice, const GPtrArray *polygons, CompareColour fill,
                       CompareColour edge, double width, const char *about)
{
    if (polygons->len == 0)
        return;
    compare_canvas_area(slice->canvas, polygons, fill, edge, width);
    compare_canvas_legend(slice->canvas,
                          (CompareSign){ COMPARE_SIGN_AREA, .colour = fill, .edge = edge }, "%s",
                          about);
}

static void add_line_legend(const Slice *slice, CompareColour colour, double width,
                            const char *about)
{
    compare_canvas_legend(slice->canvas,
                          (CompareSign){ COMPARE_SIGN_LINE, .colour = colour, .size = width }, "%s",
                          about);
}

/* --- the level, expanded for each space --- */

static double size_of(const CompareMover *space)
{
    BspVec size = bsp_vec_sub(space->shape.bounds.maxs, space->shape.bounds.mins);
    return size.x * size.y * size.z;
}

static int larger_first(const void *a, const void *b)
{
    double x = size_of(*(const CompareMover *const *)a),
           y = size_of(*(const CompareMover *const *)b);
    return x > y ? -1 : x < y;
}

/* The maximum number of spaces in a picture, because more could not be distinguished. If a scenario
 * has more, spaces whose sizes are evenly spread are painted. */
#define MOST_SPACES 12

/* Paints the solid for each space, or only the solid for the mover, which may be a shape. Solid for
 * a small space is nearly always solid for a larger space, too, so opaque areas are painted over
 * each other, like the skins of an onion. A point needs no such area, because the level is not
 * expanded for it. */
static gboolean paint_spaces(const Slice *slice, GError **error)
{
    const CompareDrawing *d = slice->drawing;
    g_autoptr(GPtrArray) spaces = g_ptr_array_new();
    for (guint i = 0; i < compare_n_movers(d->scenario); i++) {
        gint number = compare_mover_at(d->scenario, i);
        const CompareMover *mover = compare_mover(d->scenario, number);
        gboolean is_wanted = d->has_mover ? number == d->mover : number >= 0;
        if (is_wanted && mover->shape.kind != BSP_SHAPE_POINT)
            g_ptr_array_add(spaces, (gpointer)mover);
    }
    g_ptr_array_sort(spaces, larger_first);
    guint n = MIN(spaces->len, MOST_SPACES);
    double part = n > COMPARE_COLOURS
                      ? 0.7
                      : 0.35; /* colours of the scale differ less than colours of the palette */
    for (guint i = 0; i < n; i++) {
        const CompareMover *space = spaces->pdata[n > 1 ? i * (spaces->len - 1) / (n - 1) : 0];
        CompareColour edge = compare_colour_of(i, n);
        g_autofree char *about = g_strdup_printf("solid for %s", space->name);
        g_autoptr(GPtrArray) solid = compare_section_sum(&slice->section, d->scenario->world->solid,
                                                         space->mask, &space->shape, error);
        if (!solid)
            return FALSE;
        paint_area(slice, solid, compare_colour_mix(edge, COMPARE_PAPER, part), edge, 1.4, about);
    }
    if (n < spaces->len)
        compare_canvas_legend(slice->canvas, (CompareSign){ 0 }, "%u of %u spaces", n, spaces->len);
    return TRUE;
}

static void paint_level(const Slice *slice)
{
    const CompareDrawing *d = slice->drawing;
    const BspSolid *solid = d->scenario->world->solid;
    CompareColour colour = COMPARE_SOLID;
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        if (!bsp_mask_selects(compare_drawing_body(d)->mask, bsp_brush_contents(brush)))
            continue;
        g_autofree BspPolygon *polygon = compare_section_brush(&slice->section, brush);
        if (polygon)
            compare_canvas_polygon(slice->canvas, polygon, colour, colour, 0);
    }
    compare_canvas_legend(slice->canvas,
                          (CompareSign){ COMPARE_SIGN_AREA, .colour = colour, .edge = colour },
                          "the level itself");
}

static void paint_hit(const Slice *slice)
{
    const CompareDrawing *d = slice->drawing;
    g_autoptr(GPtrArray) hit = compare_polygons_new();
    BspPolygon *cut = compare_section_brush(&slice->section,
                                            bsp_solid_brush(d->scenario->world->solid, d->brush));
    g_autofree char *about = g_strdup_printf("brush %u, %s", d->brush,
                                             d->is_stuck ? "around the start" : "which is hit");
    if (cut)
        g_ptr_array_add(hit, cut);
    paint_area(slice, hit, COMPARE_BLUE, COMPARE_BLUE, 1, about);
}

/* --- the solid that a method uses, and the true solid --- */

/* Paints the parts of `some` that are more than `beyond` units outside of `others`. Returns FALSE
 * if there are no such parts. */
static gboolean paint_difference(const Slice *slice, const GPtrArray *some, const GPtrArray *others,
                                 double beyond, CompareColour colour, const char *what)
{
    g_autoptr(GPtrArray) parts = compare_cover_minus(&slice->section, some, others, beyond);
    g_autofree char *area = compare_number_rounded(compare_cover_sum(parts));
    g_autofree char *about = g_strdup_printf("%s, %s square units", what, area);
    CompareColour fill = compare_colour_mix(colour, COMPARE_PAPER, 0.85);
    paint_area(slice, parts, fill, fill, 0, about);
    return parts->len > 0;
}

static void paint_truth(const Slice *slice, const GPtrArray *claimed, const GPtrArray *truth,
                        double beyond)
{
    const CompareDrawing *d = slice->drawing;
    const char *taker = d->claimed ? d->claimed_by : d->method->klass->name;
    g_autofree char *only = g_strdup_printf("protrusion: solid only for %s", taker);
    g_autofree char *lacks = g_strdup_printf("hole: not solid for %s", taker);
    g_autofree char *about = g_strdup_printf("truly solid for %s", compare_drawing_body(d)->name);
    if (!paint_difference(slice, claimed, truth, beyond, COMPARE_VERMILLION, only))
        compare_canvas_legend(slice->canvas, (CompareSign){ 0 }, "%s protrudes nowhere here",
                              taker);
    paint_area(slice, truth, compare_colour_mix(COMPARE_SKY, COMPARE_PAPER, 0.35),
               compare_colour_mix(COMPARE_SKY, COMPARE_INK, 0.65), 1, about);
    if (d->claimed)
        paint_difference(slice, truth, claimed, beyond, COMPARE_PURPLE, lacks);
}

static void paint_claimed(const Slice *slice)
{
    const CompareDrawing *d = slice->drawing;
    g_autoptr(GPtrArray) claimed = compare_section_solid(&slice->section, d->claimed);
    g_autoptr(GPtrArray) truth = compare_section_solid(&slice->section, d->exact);
    paint_truth(slice, claimed, truth, BSP_BRACKET);
}

/* Pixels. The width of a shifted bevel that ends the solid. Areas that are painted later hide its
 * inner half, so that 2.5 pixels stay visible. They also hide all bevels inside the solid. */
#define BEVEL 5.0

static gboolean paint_shifted(const Slice *slice, GError **error)
{
    const CompareDrawing *d = slice->drawing;
    const BspShape *shape = &compare_drawing_body(d)->shape;
    g_autoptr(GPtrArray) truth = compare_section_sum(&slice->section, d->scenario->world->solid,
                                                     compare_drawing_body(d)->mask, shape, error);
    if (!truth)
        return FALSE;
    CompareCells *shifted = compare_cells_new(&slice->section, &slice->tree, shape);
    if (shifted->bevels->len) {
        compare_canvas_lines(slice->canvas, shifted->bevels, COMPARE_ORANGE, BEVEL, 0);
        add_line_legend(slice, COMPARE_ORANGE, BEVEL / 2, "bevels");
    }
    /* A smaller difference comes from rounding, or from the corners of a round shape's outline. */
    double beyond = bsp_shape_is_box(shape) ? BSP_BRACKET : 2 * COMPARE_OUTLINE_SAG;
    paint_truth(slice, shifted->solid, truth, beyond);
    compare_cells_free(shifted);
    return TRUE;
}

/* --- the tree --- */

static void paint_cells(const Slice *slice)
{
    CompareCells *cells = compare_cells_new(&slice->section, &slice->tree, NULL);
    g_autofree char *about =
        g_strdup_printf("tree of %s: %u cells here", slice->drawing->method->klass->name,
                        cells->empty->len + cells->solid->len);
    compare_canvas_lines(slice->canvas, cells->cuts, COMPARE_FAINT, 0.8, 0);
    add_line_legend(slice, COMPARE_FAINT, 0.8, about);
    compare_cells_free(cells);
}

gboolean compare_paint_slice(const CompareDrawing *d, CompareCanvas *canvas, GError **error)
{
    Slice slice = { d, { d->axis, d->at, canvas->map.view }, { 0 }, canvas };
    const CompareMethod *m = d->method;
    gboolean ok = TRUE;
    gboolean has_tree =
        m && m->klass->view && m->klass->view(m->data, compare_drawing_mover(d), &slice.tree);
    if (d->claimed)
        paint_claimed(&slice);
    else if (has_tree && slice.tree.shift)
        ok = paint_shifted(&slice, error);
    else
        ok = paint_spaces(&slice, error);
    if (!ok)
        return FALSE;
    paint_level(&slice);
    if (d->has_brush)
        paint_hit(&slice);
    if (has_tree)
        paint_cells(&slice);
    compare_paint_moves(d, canvas);
    return TRUE;
}
