/* explanation-text: an explanation for people. */
#include "bsp-shape.h"
#include "explain/explanation.h"
#include "result/text-page.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"
#include "tools/bsp-json.h"

/* --- words --- */

/* Units, or components of a normal, with at most four decimals. */
static char *number_text(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    double rounded = round(x * 1e4) / 1e4 + 0.0;
    return g_strdup(g_ascii_formatd(text, sizeof text, "%.10g", rounded));
}

/* Returns "x y z". */
static char *place_text(BspVec p)
{
    g_autofree char *x = number_text(p.x), *y = number_text(p.y), *z = number_text(p.z);
    return g_strjoin(" ", x, y, z, NULL);
}

/* A fraction of the move, with as many decimals as in the table. */
static char *fraction_text(double t)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_formatd(text, sizeof text, "%.6g", round(t * 1e6) / 1e6));
}

/* The brush's number in the solid and its place in the file: "12: entity 0, brush 11 (line 345) of
 * a.map" */
static char *brush_name(const CompareExplanation *e, guint brush)
{
    g_autofree char *where = bsp_world_brush_place(e->world, brush);
    return where ? g_strdup_printf("%u: %s of %s", brush, where, e->scenario->world_path)
                 : g_strdup_printf("%u of %s", brush, e->scenario->world_path);
}

static const char *claim_name(CompareClaim claim)
{
    return claim == COMPARE_EXACT ? "exact" : claim == COMPARE_CONSERVATIVE ? "never late" : "-";
}

/* Whether a place is explained, at which the object does not move. */
static gboolean is_place(const CompareExplanation *e)
{
    return e->length == 0;
}

static const char *verdict_on(const CompareExplanation *e, const CompareExplained *explained)
{
    const CompareResolved *move = compare_explained_move(e);
    gboolean is_exact = explained->claim == COMPARE_EXACT;
    if (!explained->answer)
        return "skipped";
    if (explained->answer->t > move->truth.t_hi)
        return is_place(e) ? "clear: wrong" : "late: wrong";
    if (explained->answer->t < move->truth.t_lo) {
        if (explained->answer->is_in_filling)
            return "outside the level";
        if (is_place(e))
            return is_exact ? "solid: wrong" : "solid";
        return is_exact ? "early: wrong" : "early";
    }
    if (is_place(e))
        return "right";
    if (explained->leaves_by != 0)
        return explained->leaves_by < 0 ? "leaves too early: wrong" : "leaves too late: wrong";
    return compare_explained_plane_is_wrong(e, explained) ? "wrong plane" : "in the bracket";
}

/* --- the move and the truth --- */

static void add_move(ComparePage *page, const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    const BspShape *shape = compare_explained_shape(e);
    g_autofree char *from = place_text(move->from), *to = place_text(move->to);
    g_autofree char *mins = place_text(shape->bounds.mins), *maxs = place_text(shape->bounds.maxs);
    g_autofree char *length = number_text(e->length);
    const char *at_start = move->truth.inside ? "in solid" : "clear";
    if (is_place(e)) {
        compare_page_line(page, "place    %s: %s", from, at_start);
    } else {
        compare_page_line(page, "from     %s", from);
        compare_page_line(page, "to       %s: %s units", to, length);
    }
    if (shape->kind == BSP_SHAPE_POINT)
        compare_page_line(page, "shape    point");
    else
        compare_page_line(page, "shape    %s, from %s to %s around the moving point",
                          bsp_shape_kind_name(shape->kind), mins, maxs);
    guint32 mask = compare_scenario_mask(e->scenario, compare_explained_trajectory(e));
    g_autofree char *contents = bsp_contents_text(mask);
    compare_page_line(page, "stopped  by %s", mask ? contents : "every brush");
}

/* Adds the contents and bounds of the brush, to find it in an editor. */
static void add_contents_and_bounds(ComparePage *page, const CompareExplanation *e, guint number)
{
    const BspSolid *solid = e->scenario->world->solid;
    const BspBounds *box = bsp_brush_bounds(bsp_solid_brush(solid, number));
    g_autofree char *contents =
        bsp_contents_text(bsp_brush_contents(bsp_solid_brush(solid, number)));
    g_autofree char *mins = place_text(box->mins), *maxs = place_text(box->maxs);
    compare_page_line(page, "         contents %s, from %s to %s", contents, mins, maxs);
}

static void add_brush(ComparePage *page, const CompareExplanation *e, guint brush)
{
    g_autofree char *name = brush_name(e, brush);
    compare_page_line(page, "brush    %s", name);
    add_contents_and_bounds(page, e, brush);
}

/* Adds the side that is hit, its texture, and its surface flags. */
static void add_side(ComparePage *page, const CompareExplanation *e, guint brush)
{
    guint32 tag;
    gint side = compare_explained_side(e, &tag);
    const char *texture = compare_explained_texture(e, brush, side);
    g_autofree char *flags = tag ? g_strdup_printf(", surface 0x%x", tag) : g_strdup("");
    if (side < 0)
        compare_page_line(page, "side     an edge or a corner");
    else
        compare_page_line(page, "side     %d%s%s%s", side, texture ? ", texture " : "",
                          texture ? texture : "", flags);
}

/* Adds the right normals of the hits that methods report with a wrong plane. */
static void add_right_normals(ComparePage *page, const CompareExplanation *e)
{
    g_autoptr(GArray) normals = compare_explained_right_normals(e);
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < normals->len; i++) {
        g_autofree char *normal = place_text(g_array_index(normals, BspVec, i));
        g_string_append_printf(text, "%s%s", i ? "; " : "", normal);
    }
    if (normals->len)
        compare_page_line(page, "planes   right normal%s: %s", normals->len > 1 ? "s" : "",
                          text->str);
}

static void add_brush_hit(ComparePage *page, const CompareExplanation *e, const CompareTruth *truth)
{
    g_autofree char *normal = place_text(truth->normal),
                    *stop = place_text(compare_explained_stop(e)),
                    *units = number_text(truth->t * e->length);
    compare_page_line(page, "stops    %s: after %s units", stop, units);
    add_brush(page, e, truth->brush);
    add_side(page, e, truth->brush);
    if (bsp_vec_length(truth->normal) > 0)
        compare_page_line(page, "normal   %s", normal);
}

static void add_bracket(ComparePage *page, const CompareExplanation *e, const char *name,
                        double t_lo, double t_hi)
{
    g_autofree char *lo = fraction_text(t_lo), *hi = fraction_text(t_hi);
    g_autofree char *lo_units = number_text(t_lo * e->length),
                    *hi_units = number_text(t_hi * e->length);
    compare_page_line(page, "%-8s %s to %s units: t from %s to %s", name, lo_units, hi_units, lo,
                      hi);
}

/* Adds the brush in which the start is deepest, the other brushes that contain it, and the way out
 * of all of them. */
static void add_inside(ComparePage *page, const CompareExplanation *e)
{
    g_autofree char *depth = number_text(e->depth);
    if (!is_place(e))
        compare_page_line(page, "truth    starts in solid");
    add_brush(page, e, e->depth_brush);
    compare_page_line(page, "depth    %s units: the shortest way out of this brush alone", depth);
    for (guint i = 0; i < MIN(e->n_in, COMPARE_EXPLAINED_IN); i++) {
        g_autofree char *other = brush_name(e, e->in[i].hit.brush);
        g_autofree char *deep = number_text(e->in[i].depth);
        if (e->in[i].hit.brush != e->depth_brush)
            compare_page_line(page, "also in  %s, to a depth of %s units", other, deep);
    }
    if (!e->has_way)
        return;
    g_autofree char *units = number_text(e->way.distance), *to = place_text(e->way.to);
    compare_page_line(page, "way out  %s units, to %s%s", units, to,
                      e->way.is_shortest ? ": no way is shorter" : "");
}

static void add_truth(ComparePage *page, const CompareExplanation *e)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    g_autofree char *t = fraction_text(truth->t);
    if (truth->inside) {
        add_inside(page, e);
    } else if (is_place(e)) {
        return; /* the first line has said that it is clear */
    } else if (!compare_explained_hits(e)) {
        compare_page_line(page, "truth    hits nothing");
        compare_page_line(page, "stops    nowhere: it reaches the end of the move");
    } else {
        compare_page_line(page, "truth    hits at t = %s", t);
        add_brush_hit(page, e, truth);
    }
    if (is_place(e))
        return;
    add_right_normals(page, e);
    add_bracket(page, e, "bracket", truth->t_lo, truth->t_hi);
    if (truth->inside && truth->leave_lo < 1)
        add_bracket(page, e, "leaves", truth->leave_lo, truth->leave_hi);
    if (!e->is_undecided)
        return;
    compare_page_note(
        page, "This bracket excludes few answers: the object moves along a surface, passes very "
              "close to it, or starts in contact with it. Every later answer is in the bracket.");
    add_bracket(page, e, "sharper", e->sharp.t_lo, e->sharp.t_hi);
}

/* --- the answers --- */

typedef struct {
    const char *method, *claim, *type, *verdict;
    guint answered;
    double t, units, by;
    char *stop, *normal;
    double dist;
    guint has_plane, is_named, brush, has_side, side;
    const char *texture;
    guint64 nodes;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ANSWERED .of = offsetof(Row, answered)

/* clang-format off */
static const CompareColumn columns[] = {
    { "method", NULL, "method", COMPARE_TEXT, COMPARE_BRIEF, AT(method) },
    { "guarantee", NULL, "claim", COMPARE_TEXT, COMPARE_BRIEF | COMPARE_LESSER, AT(claim),
      .about = "exact: its answers are in the bracket; never late: they are in it or before it" },
    { "class", NULL, "class", COMPARE_TEXT, COMPARE_BRIEF, AT(type),
      .about = "E: stays in empty space; S: stays in solid; E2S: hits; S2E: starts in solid and leaves it" },
    { "t", NULL, "t", COMPARE_NUMBER, COMPARE_BRIEF | COMPARE_IF_ROOM, AT(t), ANSWERED, "%.6f",
      .about = "the fraction of the move before the stop; 0 if the move starts in solid" },
    { "units", NULL, "units", COMPARE_NUMBER, COMPARE_BRIEF, AT(units), ANSWERED, "%.4f" },
    { "stops at", NULL, "stop", COMPARE_TEXT, COMPARE_BRIEF, AT(stop) },
    { "normal", NULL, "normal", COMPARE_TEXT, COMPARE_BRIEF | COMPARE_LESSER, AT(normal) },
    { "distance", NULL, "dist", COMPARE_NUMBER, COMPARE_WIDE, AT(dist),
      .of = offsetof(Row, has_plane), .format = "%.4f",
      .about = "of the plane, from the origin along the normal" },
    { "brush", NULL, "brush", COMPARE_COUNT, COMPARE_BRIEF, AT(brush),
      .of = offsetof(Row, is_named), .about = "the brush that is hit: its number in the solid, counted from 0" },
    { "side", NULL, "side", COMPARE_COUNT, COMPARE_BRIEF, AT(side),
      .of = offsetof(Row, has_side), .about = "the plane of that brush, counted from 0" },
    { "texture", NULL, "texture", COMPARE_TEXT, COMPARE_BRIEF | COMPARE_IF_ROOM | COMPARE_SHORTEN, AT(texture),
      .about = "of that side" },
    { "nodes", NULL, "nodes", COMPARE_COUNT64, COMPARE_BRIEF | COMPARE_IF_ROOM, AT(nodes), ANSWERED,
      .about = "nodes of the method's trees that the query visited" },
    { "off by", NULL, "by", COMPARE_NUMBER, COMPARE_BRIEF, AT(by), ANSWERED, "%.4f",
      .about = "units before (below 0) or after the bracket" },
    { "verdict", NULL, "verdict", COMPARE_TEXT, COMPARE_BRIEF, AT(verdict) },
};
/* clang-format on */

static void add_answer(CompareGrid *grid, const CompareExplanation *e,
                       const CompareExplained *explained)
{
    Row row = { .method = explained->result->klass->name,
                .claim = claim_name(explained->claim),
                .verdict = verdict_on(e, explained),
                .by = explained->by };
    const CompareResolved *move = compare_explained_move(e);
    g_autofree char *normal = NULL, *stop = NULL;
    row.is_named = explained->is_named ? 1 : 0;
    row.brush = explained->hit.brush;
    row.has_side = explained->is_named && explained->hit.side >= 0;
    row.side = (guint)explained->hit.side;
    if (row.has_side)
        row.texture = compare_explained_texture(e, row.brush, explained->hit.side);
    if (explained->answer) {
        const BspTransition *tr = &explained->answer->transition;
        row.answered = 1;
        row.type = bsp_transition_class_name(tr->type);
        row.t = explained->answer->t;
        row.units = row.t * e->length;
        BspVec at = bsp_vec_lerp(move->from, move->to, row.t);
        row.stop = stop = row.t < 1 ? compare_place_hundredths(at.v) : NULL;
        row.nodes = explained->answer->nodes;
        row.has_plane = bsp_vec_length(tr->plane.normal) > 0;
        row.dist = tr->plane.dist;
        row.normal = normal = row.has_plane ? place_text(tr->plane.normal) : NULL;
    }
    compare_grid_add(grid, &row);
}

/* TRUE if answer i is the first that hits this brush, and the oracle does not hit it. */
static gboolean is_new(const CompareExplanation *e, guint i)
{
    const CompareExplained *all = &g_array_index(e->answers, CompareExplained, 0);
    gboolean is_new = all[i].is_named && all[i].hit.brush != compare_explained_move(e)->truth.brush;
    for (guint k = 0; k < i; k++)
        is_new = is_new && !(all[k].is_named && all[k].hit.brush == all[i].hit.brush);
    return is_new;
}

static void add_other_brushes(ComparePage *page, const CompareExplanation *e)
{
    for (guint i = 0; i < e->answers->len; i++)
        if (is_new(e, i))
            add_brush(page, e, g_array_index(e->answers, CompareExplained, i).hit.brush);
}

/* Columns for moves alone. */
static gboolean is_of_moves(const CompareColumn *column)
{
    static const char *const keys[] = { "t",     "units", "stop",    "normal", "dist",
                                        "brush", "side",  "texture", "by",     NULL };
    return g_strv_contains(keys, column->key);
}

static void add_answers(ComparePage *page, const CompareExplanation *e)
{
    CompareColumn shown[G_N_ELEMENTS(columns)];
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        if (!is_place(e) || !is_of_moves(&columns[i]))
            shown[n++] = columns[i];
    g_autoptr(CompareGrid) grid = compare_grid_new(shown, n);
    for (guint i = 0; i < e->answers->len; i++)
        add_answer(grid, e, &g_array_index(e->answers, CompareExplained, i));
    compare_page_grid(page, grid);
    add_other_brushes(page, e);
}

/* --- reasons --- */

static void add_cell(ComparePage *page, const CompareExplanation *e, const CompareStop *stop)
{
    BspBounds bounds = bsp_cell_bounds(stop->cell);
    g_autofree char *mins = place_text(bounds.mins), *maxs = place_text(bounds.maxs);
    compare_page_note(page,
                      "A cell of the method's tree stops the object. The cell extends from %s to "
                      "%s and has %u faces. Above it in the tree are %u planes, %u of them bevels.",
                      mins, maxs, stop->cell->n_faces, stop->n_planes, stop->n_bevels);
    if (stop->brush == COMPARE_NO_BRUSH) {
        compare_page_note(page, "The cell is in no brush: it is part of the filled outside.");
        return;
    }
    g_autofree char *brush = brush_name(e, stop->brush);
    compare_page_note(page, "The cell is part of brush %s.", brush);
}

static void add_plane(ComparePage *page, const CompareStop *stop)
{
    static const char *const kinds[] = { "", "a face of the cell", "a bevel of the cell",
                                         "a plane of the tree that does not touch the cell" };
    if (stop->kind == COMPARE_STOP_INSIDE) {
        compare_page_note(page, "With its planes shifted outward for the shape, the cell contains "
                                "the start of the move, so the object counts as stuck.");
        return;
    }
    g_autofree char *normal = place_text(stop->plane.normal), *dist = number_text(stop->plane.dist),
                    *offset = number_text(stop->offset);
    compare_page_note(page,
                      "The object stops at %s. Its normal is %s, its distance %s; for the shape it "
                      "is shifted outward by %s units.",
                      kinds[stop->kind], normal, dist, offset);
}

static void add_corner(ComparePage *page, const CompareStop *stop, const char *gap)
{
    g_autofree char *a = place_text(stop->corner[0]), *b = place_text(stop->corner[1]);
    g_autofree char *n = place_text(stop->normal[0]), *m = place_text(stop->normal[1]),
                    *angle = number_text(stop->angle);
    switch (stop->near) {
    case COMPARE_NEAR_EDGE:
        compare_page_note(
            page,
            "There the object is %s units away from the cell. The nearest part of the cell is the "
            "edge from %s to %s, between faces with the normals %s and %s, %s degrees apart. "
            "Shifted outward, these faces meet beyond the edge expanded by the shape.",
            gap, a, b, n, m, angle);
        break;
    case COMPARE_NEAR_CORNER:
        compare_page_note(
            page,
            "There the object is %s units away from the cell. The nearest part of the cell is the "
            "corner %s. Shifted outward, its planes meet beyond the corner expanded by the shape.",
            gap, a);
        break;
    case COMPARE_NEAR_FACE:
        compare_page_note(page,
                          "There the object is %s units away from the cell. The nearest part of "
                          "the cell is the face with the normal %s.",
                          gap, n);
        break;
    }
}

/* Explains what a bevel does at the edge, or why there is none. */
static void add_bevel(ComparePage *page, const CompareExplanation *e,
                      const CompareExplained *explained)
{
    const CompareStop *stop = &explained->stop;
    gboolean by_angle = explained->result->bevels.boxes == 0;
    g_autofree char *angle = number_text(e->scenario->bevel_angle);
    if (!(stop->gap > 0) || stop->near != COMPARE_NEAR_EDGE || !by_angle)
        return;
    if (stop->angle > e->scenario->bevel_angle)
        compare_page_note(page,
                          "A bevel cuts this edge off, but not everything that protrudes there. A "
                          "bevel_angle smaller than %s degrees makes more bevels.",
                          angle);
    else
        compare_page_note(page,
                          "No bevel cuts this edge off: only edges of more than %s degrees "
                          "(bevel_angle) get one.",
                          angle);
}

static void add_true_distance(ComparePage *page, const CompareExplanation *e,
                              const CompareExplained *explained)
{
    const CompareStop *stop = &explained->stop;
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    g_autofree char *gap = number_text(stop->gap);
    if (stop->gap > 0)
        add_corner(page, stop, gap);
    add_bevel(page, e, explained);
    if (e->length == 0)
        return;
    g_autofree char *cell_on = number_text((stop->t_meets - explained->answer->t) * e->length);
    if (stop->meets)
        compare_page_note(page, "In truth the object meets this cell %s units farther on.",
                          cell_on);
    else
        compare_page_note(page, "In truth the object passes this cell without meeting it.");
    g_autofree char *on = number_text((truth->t - explained->answer->t) * e->length);
    if (truth->t < 1)
        compare_page_note(page, "In truth the object hits solid %s units farther on.", on);
    else
        compare_page_note(
            page, "In truth the object can move %s units farther, to the end of the move.", on);
}

static void add_wrong_plane(ComparePage *page, const CompareExplained *explained)
{
    const CompareAnswer *answer = explained->answer;
    g_autofree char *heading =
        g_strdup_printf("%s hits with a wrong plane", explained->result->klass->name);
    g_autofree char *normal = place_text(answer->transition.plane.normal),
                    *right = place_text(answer->plane.right);
    compare_page_heading(page, heading);
    compare_page_note(page, "The normal is %s: %s.", normal,
                      compare_plane_words(answer->plane.verdict));
    compare_page_note(page, "The right normal is %s.",
                      bsp_vec_length(answer->plane.right) > 0 ? right : "unknown");
    compare_page_note(
        page, explained->result->klass->names_crossed
                  ? "The method names the plane that it crossed last, as the papers do. At an edge "
                    "that plane may be the wrong one. The brush table names the right plane."
                  : "The method guarantees the planes of boxes and points, so this is a bug. "
                    "bspcompare regress makes the smallest scenario that shows it.");
}

static void add_reason(ComparePage *page, const CompareExplanation *e,
                       const CompareExplained *explained)
{
    const CompareResolved *move = compare_explained_move(e);
    if (compare_explained_plane_is_wrong(e, explained))
        add_wrong_plane(page, explained);
    if (!explained->answer || explained->answer->t >= move->truth.t_lo)
        return;
    g_autofree char *units = number_text(-explained->by);
    g_autofree char *heading =
        is_place(e) || explained->answer->is_in_filling
            ? g_strdup_printf("%s treats the %s as solid", explained->result->klass->name,
                              is_place(e) ? "place" : "start")
            : g_strdup_printf("%s stops %s units early", explained->result->klass->name, units);
    compare_page_heading(page, heading);
    if (explained->answer->is_in_filling) {
        compare_page_note(page, "Outside the level: with --fill this place counts as solid.");
        return;
    }
    if (explained->claim == COMPARE_EXACT)
        compare_page_note(page,
                          "The method guarantees exact answers for this shape, so this is a bug. "
                          "bspcompare regress makes the smallest scenario that shows it.");
    if (!explained->has_stop) {
        compare_page_note(page, "It is unknown which cell of the method's tree stops the object.");
        return;
    }
    add_cell(page, e, &explained->stop);
    add_plane(page, &explained->stop);
    add_true_distance(page, e, explained);
}

char *compare_explanation_text(const CompareExplanation *e, CompareStyle style)
{
    const CompareTrajectory *tr = compare_explained_trajectory(e);
    g_autoptr(ComparePage) page = compare_page_new(style);
    const char *shape = compare_scenario_shape_name(e->scenario, tr);
    g_autofree char *name =
        tr->is_asked ? g_strdup("")
                     : g_strdup_printf("%s:%u, ", tr->name, compare_explained_move(e)->number);
    g_autofree char *about =
        g_strdup_printf("%sa %s of %s", name, is_place(e) ? "place" : "move", shape);
    compare_page_title(page, e->scenario->name, about);
    add_move(page, e);
    add_truth(page, e);
    add_answers(page, e);
    for (guint i = 0; i < e->answers->len; i++)
        add_reason(page, e, &g_array_index(e->answers, CompareExplained, i));
    return compare_page_text(page);
}
