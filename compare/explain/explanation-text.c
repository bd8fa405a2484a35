/* explanation-text: prints an explanation for people. */
#include <string.h>

#include "bsp-shape.h"
#include "explain/all.h"
#include "result/text-page.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"

/* --- words --- */

/* The formats of a number and of a vector. Arguments come from rounded(), so that at most four
 * decimals are printed. */
#define NUM "%.10g"
#define VEC NUM " " NUM " " NUM

/* The three arguments of VEC. */
#define XYZ(v) rounded((v).x), rounded((v).y), rounded((v).z)

static double rounded(double x)
{
    return round(x * 1e4) / 1e4 + 0.0; /* adding 0 turns -0 into 0 */
}

static const char *claim_name(CompareClaim claim)
{
    return claim == COMPARE_EXACT ? "exact" : claim == COMPARE_CONSERVATIVE ? "never late" : "-";
}

/* Returns whether the explanation is about a position, because the object does not move. */
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
    if (compare_explained_plane_is_wrong(explained))
        return "wrong plane";
    if (explained->answer->t > move->truth.t_hi)
        return is_place(e) ? "clear: wrong" : "late: wrong";
    if (explained->answer->t < move->truth.t_lo) {
        if (explained->answer->is_in_filling)
            return "outside the level";
        if (explained->answer->is_in_crack)
            return "in a closed crack";
        if (is_place(e))
            return is_exact ? "solid: wrong" : "solid";
        return is_exact ? "early: wrong" : "early";
    }
    if (explained->answer->fault == COMPARE_FAULT_START)
        return "starts in solid: wrong";
    if (is_place(e))
        return "right";
    if (explained->answer->exit_off != 0)
        return explained->answer->exit_off < 0 ? "leaves too early: wrong"
                                               : "leaves too late: wrong";
    return "in the bracket";
}

/* --- the move and the truth --- */

static void add_turn(ComparePage *page, const BspTurn *turn)
{
    const double *q = turn->orientation;
    compare_page_line(page, "turn     " NUM " degrees about " VEC " through " VEC " of the shape",
                      rounded(turn->degrees), XYZ(turn->axis), XYZ(turn->pivot));
    compare_page_line(page, "         the quaternion of the start is " NUM " " NUM " " NUM " " NUM,
                      rounded(q[0]), rounded(q[1]), rounded(q[2]), rounded(q[3]));
}

static void add_move(ComparePage *page, const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    const BspShape *shape = &compare_explained_body(e)->shape;
    guint32 mask = compare_explained_body(e)->mask;
    g_autofree char *contents = bsp_contents_text(mask);
    if (is_place(e)) {
        compare_page_line(page, "place    " VEC ": %s", XYZ(move->from),
                          move->truth.inside ? "in solid" : "clear");
    } else {
        compare_page_line(page, "from     " VEC, XYZ(move->from));
        compare_page_line(page, "to       " VEC ": " NUM " units%s", XYZ(move->to),
                          rounded(e->length), e->turn ? ", turning included" : "");
    }
    if (e->turn)
        add_turn(page, e->turn);
    if (shape->kind == BSP_SHAPE_POINT)
        compare_page_line(page, "shape    point");
    else
        compare_page_line(page, "shape    %s, from " VEC " to " VEC " around the moving point",
                          bsp_shape_kind_name(shape->kind), XYZ(shape->bounds.mins),
                          XYZ(shape->bounds.maxs));
    compare_page_line(page, "stopped  by %s", mask ? contents : "every brush");
}

/* Returns the brush's number in the solid and its place in the file, such as "12: entity 0, brush
 * 11 (line 345) of a.map". */
static char *brush_name(const CompareExplanation *e, guint brush)
{
    g_autofree char *place = bsp_world_brush_place(e->world, brush);
    g_autofree char *number = g_strdup_printf("brush %u", brush);
    gboolean tells_more = place && strcmp(place, number) != 0;
    return g_strdup_printf("%u%s%s of %s", brush, tells_more ? ": " : "", tells_more ? place : "",
                           e->scenario->world_path ? e->scenario->world_path : "(null)");
}

/* Adds the brush with its contents and bounds, so that it can be found in an editor. */
static void add_brush(ComparePage *page, const CompareExplanation *e, guint brush)
{
    const BspBrush *own = bsp_solid_brush(e->scenario->world->solid, brush);
    const BspBounds *bounds = bsp_brush_bounds(own);
    g_autofree char *name = brush_name(e, brush);
    g_autofree char *contents = bsp_contents_text(bsp_brush_contents(own));
    compare_page_line(page, "brush    %s", name);
    compare_page_line(page, "         contents %s, from " VEC " to " VEC, contents,
                      XYZ(bounds->mins), XYZ(bounds->maxs));
}

/* Adds the side that is hit, with its texture and surface flags. */
static void add_side(ComparePage *page, const CompareExplanation *e, guint brush)
{
    guint32 tag = 0;
    gint side = compare_explained_side(e, &tag);
    const char *texture = compare_explained_texture(e, brush, side);
    g_autofree char *flags = tag ? g_strdup_printf(", surface 0x%x", tag) : g_strdup("");
    if (side < 0)
        compare_page_line(page, "side     an edge or a corner");
    else
        compare_page_line(page, "side     %u%s%s%s", (guint)side, texture ? ", texture " : "",
                          texture ? texture : "", flags);
}

/* Adds the brush in which the start is deepest, the other brushes that contain the start, and the
 * way out of all of them. */
static void add_inside(ComparePage *page, const CompareExplanation *e)
{
    if (!is_place(e))
        compare_page_line(page, "truth    starts in solid");
    add_brush(page, e, e->depth_brush);
    compare_page_line(page, "depth    " NUM " units: the shortest way out of this brush alone",
                      rounded(e->depth));
    for (guint i = 0; i < MIN(e->n_in, COMPARE_EXPLAINED_IN); i++) {
        guint brush = e->in[i].hit.brush;
        g_autofree char *name = brush_name(e, brush);
        if (brush != e->depth_brush)
            compare_page_line(page, "also in  %s, to a depth of " NUM " units", name,
                              rounded(e->in[i].depth));
    }
    if (e->has_way)
        compare_page_line(page, "way out  " NUM " units, to " VEC "%s", rounded(e->way.distance),
                          XYZ(e->way.to), e->way.is_shortest ? ", which is the shortest" : "");
}

static void add_hit(ComparePage *page, const CompareExplanation *e)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    BspVec stop = compare_explained_stop(e);
    compare_page_line(page, "truth    hits at t = %.10g", round(truth->t * 1e6) / 1e6);
    compare_page_line(page, "stops    " VEC ": after " NUM " units", XYZ(stop),
                      rounded(truth->t * e->length));
    if (e->turn)
        compare_page_line(page, "         turned by " NUM " degrees",
                          rounded(truth->t * e->turn->degrees));
    for (guint i = 0; i < MIN(e->n_contacts, COMPARE_EXPLAINED_CONTACTS); i++)
        compare_page_line(page, "contact  " VEC ", of brush %u", XYZ(e->contacts[i].point),
                          e->contacts[i].brush);
    add_brush(page, e, truth->brush);
    add_side(page, e, truth->brush);
    if (bsp_vec_length(truth->normal) > 0)
        compare_page_line(page, "normal   " VEC, XYZ(truth->normal));
}

static void add_bracket(ComparePage *page, const CompareExplanation *e, const char *name, double lo,
                        double hi)
{
    compare_page_line(page, "%-8s %.10g to %.10g units: t from %.6g to %.6g", name,
                      round(lo * e->length * 1e4) / 1e4, round(hi * e->length * 1e4) / 1e4,
                      round(lo * 1e6) / 1e6, round(hi * 1e6) / 1e6);
}

static void add_truth(ComparePage *page, const CompareExplanation *e)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    if (truth->inside) {
        add_inside(page, e);
    } else if (is_place(e)) {
        return; /* the first line has already said that the position is clear */
    } else if (!compare_explained_hits(e)) {
        compare_page_line(page, "truth    hits nothing");
        compare_page_line(page, "stops    nowhere: it reaches the end of the move");
    } else {
        add_hit(page, e);
    }
    if (is_place(e))
        return;
    add_bracket(page, e, "bracket", truth->t_lo, truth->t_hi);
    if (truth->inside && truth->leave_lo < 1)
        add_bracket(page, e, "leaves", truth->leave_lo, truth->leave_hi);
    else if (truth->inside)
        compare_page_line(page, "leaves   not before the end of the move");
    if (!e->is_undecided)
        return;
    compare_page_note(
        page,
        "This bracket excludes few answers, because the object moves along a surface, passes very "
        "close to it, or starts in contact with it. Every later answer is in the bracket.");
    add_bracket(page, e, "sharper", e->sharp.t_lo, e->sharp.t_hi);
}

/* --- the answers --- */

typedef struct {
    const char *method, *claim, *type, *verdict;
    guint answered;
    double t, units, by, leaves;
    guint has_exit;
    char *stop, *normal;
    guint is_named, brush, has_side, side;
    const char *texture;
    guint64 nodes;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ANSWERED .of = offsetof(Row, answered)

/* clang-format off */
static const CompareColumn columns[] = {
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(method) },
    { "claim", "guarantee", COMPARE_TEXT, COMPARE_ALWAYS, AT(claim), .drop = 2,
      .about = "exact: answers are in the bracket; never late: answers are in the bracket or before it" },
    { "class", "class", COMPARE_TEXT, COMPARE_ALWAYS, AT(type),
      .about = "E: stays in empty space; S: stays in solid; E2S: hits; S2E: starts in solid and leaves it" },
    { "t", "t", COMPARE_NUMBER, COMPARE_ALWAYS, AT(t), ANSWERED, .decimals = 6, .drop = 1,
      .about = "the fraction of the move before the stop; 0 if the move starts in solid" },
    { "units", "units", COMPARE_NUMBER, COMPARE_ALWAYS, AT(units), ANSWERED, .decimals = 4 },
    { "leaves", "leaves", COMPARE_NUMBER, COMPARE_ALWAYS, AT(leaves), .of = offsetof(Row, has_exit), .decimals = 4,
      .about = "units after which the move leaves the solid that it starts in" },
    { "stop", "stops at", COMPARE_TEXT, COMPARE_ALWAYS, AT(stop) },
    { "normal", "normal", COMPARE_TEXT, COMPARE_ALWAYS, AT(normal), .drop = 2 },
    { "brush", "brush", COMPARE_COUNT, COMPARE_ALWAYS, AT(brush),
      .of = offsetof(Row, is_named), .about = "the brush that is hit: its number in the solid, counted from 0" },
    { "side", "side", COMPARE_COUNT, COMPARE_ALWAYS, AT(side),
      .of = offsetof(Row, has_side), .about = "the plane of that brush, counted from 0" },
    { "texture", "texture", COMPARE_NAME, COMPARE_ALWAYS, AT(texture), .drop = 1,
      .about = "the texture of that side" },
    { "nodes", "nodes", COMPARE_COUNT64, COMPARE_ALWAYS, AT(nodes), ANSWERED, .drop = 1,
      .about = "nodes of the method's trees that the query visited" },
    { "by", "off by", COMPARE_NUMBER, COMPARE_ALWAYS, AT(by), ANSWERED, .decimals = 4,
      .about = "units by which the answer is before (below 0) or after the bracket" },
    { "verdict", "verdict", COMPARE_TEXT, COMPARE_ALWAYS, AT(verdict) },
};
/* clang-format on */

static void add_answer(CompareTable *table, const CompareExplanation *e,
                       const CompareExplained *explained)
{
    Row row = { .method = explained->result->klass->name,
                .claim = claim_name(explained->claim),
                .verdict = verdict_on(e, explained) };
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
        row.has_exit = tr->type == BSP_SOLID_TO_EMPTY;
        row.leaves = tr->t * e->length;
        row.by = compare_answer_off(explained->answer) * e->length;
        BspVec at = bsp_vec_lerp(move->from, move->to, row.t);
        row.stop = stop = row.t < 1 ? compare_point_text(at.v, 100) : NULL;
        row.nodes = explained->answer->nodes;
        if (bsp_vec_length(tr->plane.normal) > 0)
            row.normal = normal = g_strdup_printf(VEC, XYZ(tr->plane.normal));
    }
    compare_table_add(table, &row);
}

/* Returns whether answer i is the first one that hits its brush, and the oracle does not hit that
 * brush. */
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

/* Returns whether the column makes sense only for moves, and not for a position. */
static gboolean is_of_moves(const CompareColumn *column)
{
    static const char *const keys[] = { "t",     "units", "leaves",  "stop", "normal",
                                        "brush", "side",  "texture", "by",   NULL };
    return g_strv_contains(keys, column->key);
}

static void add_answers(ComparePage *page, const CompareExplanation *e)
{
    CompareColumn shown[G_N_ELEMENTS(columns)];
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        if (!is_place(e) || !is_of_moves(&columns[i]))
            shown[n++] = columns[i];
    g_autoptr(CompareTable) table = compare_table_new(shown, n);
    for (guint i = 0; i < e->answers->len; i++)
        add_answer(table, e, &g_array_index(e->answers, CompareExplained, i));
    compare_page_table(page, table);
    add_other_brushes(page, e);
}

/* --- reasons --- */

static void add_nearest(ComparePage *page, const CompareExplanation *e,
                        const CompareExplained *explained)
{
    const CompareStop *stop = &explained->stop;
    g_autofree char *part =
        stop->near == COMPARE_NEAR_CORNER
            ? g_strdup_printf(
                  "the corner " VEC
                  ". Shifted outward, its planes meet beyond the corner expanded by the shape.",
                  XYZ(stop->corner[0]))
        : stop->near == COMPARE_NEAR_EDGE
            ? g_strdup_printf("the edge from " VEC " to " VEC
                              ", between faces with the normals " VEC " and " VEC ", " NUM
                              " degrees apart. Shifted outward, these faces meet beyond the edge "
                              "expanded by the shape.",
                              XYZ(stop->corner[0]), XYZ(stop->corner[1]), XYZ(stop->normal[0]),
                              XYZ(stop->normal[1]), rounded(stop->angle))
            : g_strdup_printf("the face with the normal " VEC ".", XYZ(stop->normal[0]));
    compare_page_note(page,
                      "At the stop, the object is " NUM
                      " units away from the cell. The nearest part of the cell is %s",
                      rounded(stop->gap), part);
    if (stop->near == COMPARE_NEAR_EDGE && explained->result->bevels.boxes == 0)
        compare_page_note(page,
                          "Only edges of more than " NUM " degrees (bevel_angle) get a bevel.",
                          rounded(e->scenario->bevel_angle));
}

/* Adds lines that say which cell stops the object, which of its planes is hit, and where the cell
 * is located. */
static void add_stop(ComparePage *page, const CompareExplanation *e,
                     const CompareExplained *explained)
{
    static const char *const planes[] = {
        [COMPARE_STOP_INSIDE] = ("With its planes shifted outward for the shape, the cell contains "
                                 "the start of the move, so the object counts as stuck."),
        [COMPARE_STOP_FACE] = "The object stops at a face of the cell.",
        [COMPARE_STOP_BEVEL] = "The object stops at a bevel of the cell.",
        [COMPARE_STOP_AWAY] =
            "The object stops at a plane of the tree that does not touch the cell.",
    };
    const CompareStop *stop = &explained->stop;
    BspBounds bounds = bsp_cell_bounds(stop->cell);
    g_autofree char *name = stop->brush == COMPARE_NO_BRUSH ? NULL : brush_name(e, stop->brush);
    compare_page_note(
        page,
        "A cell of the method's tree stops the object. The cell extends from " VEC " to " VEC
        " and has %u faces. Above it in the tree are %u planes, %u of them bevels.",
        XYZ(bounds.mins), XYZ(bounds.maxs), stop->cell->n_faces, stop->n_planes, stop->n_bevels);
    if (name)
        compare_page_note(page, "The cell is part of brush %s.", name);
    else
        compare_page_note(page, "The cell is part of the filled outside, and not of a brush.");
    if (stop->kind == COMPARE_STOP_INSIDE)
        compare_page_note(page, "%s", planes[stop->kind]);
    else
        compare_page_note(page,
                          "%s Its normal is " VEC ", its distance " NUM
                          "; the query shifted it outward by " NUM " units.",
                          planes[stop->kind], XYZ(stop->plane.normal), rounded(stop->plane.dist),
                          rounded(stop->offset));
    if (stop->gap > 0)
        add_nearest(page, e, explained);
}

/* Adds the distance that the object can truly move after the method's stop. */
static void add_true_distance(ComparePage *page, const CompareExplanation *e,
                              const CompareExplained *explained)
{
    const CompareStop *stop = &explained->stop;
    double t = compare_explained_move(e)->truth.t, at = explained->answer->t;
    double to_cell = round((stop->t_meets - at) * e->length * 1e4) / 1e4;
    double to_solid = round((t - at) * e->length * 1e4) / 1e4;
    if (e->length == 0)
        return;
    if (!stop->meets)
        compare_page_note(page, "In truth the object passes this cell without meeting it.");
    else if (t >= 1 || to_cell != to_solid)
        compare_page_note(page, "In truth the object meets this cell " NUM " units farther on.",
                          rounded(to_cell));
    if (t < 1)
        compare_page_note(page, "In truth the object hits solid " NUM " units farther on.",
                          rounded(to_solid));
    else
        compare_page_note(
            page, "In truth the object can move " NUM " units farther, to the end of the move.",
            rounded(to_solid));
}

static void add_wrong_plane(ComparePage *page, const CompareExplained *explained)
{
    const CompareMethodClass *klass = explained->result->klass;
    const ComparePlaneJudgement *plane = &explained->answer->plane;
    const BspTransition *tr = &explained->answer->transition;
    g_autofree char *heading =
        g_strdup_printf("%s %s with a wrong plane", klass->name,
                        tr->type == BSP_SOLID_TO_EMPTY ? "leaves solid" : "hits");
    compare_page_heading(page, heading);
    compare_page_note(page, "The normal is " VEC ", the distance " NUM ": %s.",
                      XYZ(tr->plane.normal), rounded(tr->plane.dist),
                      compare_plane_words(plane->verdict));
    if (bsp_vec_length(plane->right) > 0)
        compare_page_note(page, "The right normal is " VEC ".", XYZ(plane->right));
    else
        compare_page_note(page, "The right normal is unknown.");
    compare_page_note(page, "The method guarantees this plane, so this is a bug.");
}

static void add_early(ComparePage *page, const CompareExplanation *e,
                      const CompareExplained *explained)
{
    const char *name = explained->result->klass->name;
    gboolean is_outside = explained->answer->is_in_filling;
    g_autofree char *heading = is_place(e) ? g_strdup_printf("%s treats the place as solid", name)
                               : is_outside
                                   ? g_strdup_printf("%s treats the start as solid", name)
                                   : g_strdup_printf("%s stops " NUM " units early", name,
                                                     rounded(-explained->answer->off * e->length));
    compare_page_heading(page, heading);
    if (is_outside) {
        compare_page_note(
            page,
            "The place is outside the level, and with --fill all space outside counts as solid.");
        return;
    }
    if (explained->answer->is_in_crack)
        compare_page_note(
            page, "The object stops beside an opening that --fill and --crack count as closed.");
    else if (explained->claim == COMPARE_EXACT)
        compare_page_note(page,
                          "The method guarantees exact answers for this shape, so this is a bug.");
    if (!explained->has_stop) {
        compare_page_note(page, "It is unknown which cell of the method's tree stops the object.");
        return;
    }
    add_stop(page, e, explained);
    add_true_distance(page, e, explained);
}

char *compare_explanation_text(const CompareExplanation *e, const CompareAllHits *all,
                               CompareStyle style)
{
    const CompareResolved *move = compare_explained_move(e);
    const CompareTrajectory *tr = compare_explained_trajectory(e);
    g_autoptr(ComparePage) page = compare_page_new(style);
    g_autofree char *name =
        tr->is_asked ? g_strdup("") : g_strdup_printf("%s:%u, ", tr->name, move->number);
    g_autofree char *about = g_strdup_printf("%sa %s of %s", name, is_place(e) ? "place" : "move",
                                             compare_mover(e->scenario, tr->mover)->name);
    compare_page_title(page, e->scenario->name, about);
    add_move(page, e);
    add_truth(page, e);
    add_answers(page, e);
    for (guint i = 0; i < e->answers->len; i++) {
        const CompareExplained *explained = &g_array_index(e->answers, CompareExplained, i);
        if (compare_explained_plane_is_wrong(explained))
            add_wrong_plane(page, explained);
        if (explained->answer && explained->answer->t < move->truth.t_lo)
            add_early(page, e, explained);
    }
    if (all)
        compare_all_hits_print(all, page);
    return compare_page_text(page);
}
