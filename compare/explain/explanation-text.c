/* explanation-text: an explanation for people. Most lines are templates that are filled with the
 * values of its JSON. */
#include <string.h>

#include "bsp-shape.h"
#include "explain/explanation.h"
#include "result/text-page.h"
#include "text/strings.h"
#include "tools/bsp-inspect.h"
#include "tools/bsp-json.h"

/* --- words --- */

/* Appends a text, or numbers with at most this many decimals, separated by spaces. */
static void add_value(GString *out, json_object *value, int decimals)
{
    double unit = pow(10, decimals);
    if (json_object_is_type(value, json_type_string))
        g_string_append(out, json_object_get_string(value));
    else if (!json_object_is_type(value, json_type_array))
        g_string_append_printf(out, "%.10g",
                               round(json_object_get_double(value) * unit) / unit + 0.0);
    else
        for (gsize i = 0; i < json_object_array_length(value); i++) {
            g_string_append(out, i ? " " : "");
            add_value(out, json_object_array_get_idx(value, i), decimals);
        }
}

/* Returns the template with each {key} replaced by the object's value. The key is a path such as
 * corners/0. Numbers have four decimals, and six after {~, for fractions of the move. */
static char *fill(json_object *object, const char *template)
{
    GString *out = g_string_new(NULL);
    for (const char *c = template; *c; c++) {
        if (*c != '{') {
            g_string_append_c(out, *c);
            continue;
        }
        int decimals = c[1] == '~' ? 6 : 4;
        const char *key = c[1] == '~' ? c + 2 : c + 1;
        c = strchr(key, '}');
        g_autofree char *path = g_strdup_printf("/%.*s", (int)(c - key), key);
        json_object *value = NULL;
        json_pointer_get(object, path, &value);
        add_value(out, value, decimals);
    }
    return g_string_free(out, FALSE);
}

static void add_line(ComparePage *page, json_object *object, const char *template)
{
    g_autofree char *text = fill(object, template);
    compare_page_line(page, "%s", text);
}

static void add_note(ComparePage *page, json_object *object, const char *template)
{
    g_autofree char *text = fill(object, template);
    compare_page_note(page, "%s", text);
}

static json_object *get(json_object *object, const char *key)
{
    return json_object_object_get(object, key);
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
        if (explained->answer->is_in_crack)
            return "in a closed crack";
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

static void add_move(ComparePage *page, const CompareExplanation *e, json_object *move)
{
    guint32 mask = compare_scenario_mask(e->scenario, compare_explained_trajectory(e));
    g_autofree char *contents = bsp_contents_text(mask);
    if (is_place(e)) {
        add_line(page, move,
                 compare_explained_move(e)->truth.inside ? "place    {from}: in solid"
                                                         : "place    {from}: clear");
    } else {
        add_line(page, move, "from     {from}");
        add_line(page, move,
                 e->turn ? "to       {to}: {units} units, turning included"
                         : "to       {to}: {units} units");
    }
    if (e->turn) {
        json_object *turn = get(move, "turn");
        add_line(page, turn,
                 "turn     {degrees} degrees about {axis} through {pivot} of the shape");
        add_line(page, turn, "         the quaternion of the start is {orientation}");
    }
    add_line(page, move,
             compare_explained_shape(e)->kind == BSP_SHAPE_POINT
                 ? "shape    point"
                 : "shape    {kind}, from {mins} to {maxs} around the moving point");
    compare_page_line(page, "stopped  by %s", mask ? contents : "every brush");
}

/* The brush's number in the solid and its place in the file: "12: entity 0, brush 11 (line 345) of
 * a.map" */
static char *brush_name(const CompareExplanation *e, json_object *brush)
{
    const char *place = json_object_get_string(get(brush, "place"));
    g_autofree char *number = fill(brush, "brush {number}");
    gboolean tells_more = place && strcmp(place, number) != 0;
    g_autofree char *name = fill(brush, tells_more ? "{number}: {place}" : "{number}");
    return g_strdup_printf("%s of %s", name, e->scenario->world_path);
}

/* Adds the brush, and its contents and bounds, to find it in an editor. */
static void add_brush(ComparePage *page, const CompareExplanation *e, json_object *brush)
{
    g_autofree char *name = brush_name(e, brush), *bounds = fill(brush, "from {mins} to {maxs}");
    g_autofree char *contents =
        bsp_contents_text((guint32)json_object_get_int64(get(brush, "contents")));
    compare_page_line(page, "brush    %s", name);
    compare_page_line(page, "         contents %s, %s", contents, bounds);
}

/* Adds the side that is hit, its texture, and its surface flags. */
static void add_side(ComparePage *page, const CompareExplanation *e, json_object *truth)
{
    guint32 tag = 0;
    gint side = compare_explained_side(e, &tag);
    g_autofree char *text =
        fill(truth, get(truth, "texture") ? "{side}, texture {texture}" : "{side}");
    g_autofree char *flags = tag ? g_strdup_printf(", surface 0x%x", tag) : g_strdup("");
    compare_page_line(page, "side     %s%s", side < 0 ? "an edge or a corner" : text,
                      side < 0 ? "" : flags);
}

/* Adds the brush in which the start is deepest, the other brushes that contain it, and the way out
 * of all of them. */
static void add_inside(ComparePage *page, const CompareExplanation *e, json_object *truth)
{
    json_object *in = get(truth, "in"), *way = get(truth, "way_out");
    if (!is_place(e))
        compare_page_line(page, "truth    starts in solid");
    add_brush(page, e, get(truth, "brush"));
    add_line(page, truth, "depth    {depth_units} units: the shortest way out of this brush alone");
    for (gsize i = 0; i < json_object_array_length(in); i++) {
        json_object *other = json_object_array_get_idx(in, i);
        g_autofree char *name = brush_name(e, get(other, "brush"));
        g_autofree char *depth = fill(other, "{depth_units}");
        if (e->in[i].hit.brush != e->depth_brush)
            compare_page_line(page, "also in  %s, to a depth of %s units", name, depth);
    }
    if (way)
        add_line(page, way,
                 e->way.is_shortest ? "way out  {units} units, to {to}: no way is shorter"
                                    : "way out  {units} units, to {to}");
}

static void add_hit(ComparePage *page, const CompareExplanation *e, json_object *truth)
{
    add_line(page, truth, "truth    hits at t = {~t}");
    add_line(page, truth, "stops    {stop}: after {units} units");
    add_brush(page, e, get(truth, "brush"));
    add_side(page, e, truth);
    if (bsp_vec_length(compare_explained_move(e)->truth.normal) > 0)
        add_line(page, truth, "normal   {normal}");
}

static void add_bracket(ComparePage *page, const CompareExplanation *e, const char *name, double lo,
                        double hi)
{
    compare_page_line(page, "%-8s %.10g to %.10g units: t from %.6g to %.6g", name,
                      round(lo * e->length * 1e4) / 1e4, round(hi * e->length * 1e4) / 1e4,
                      round(lo * 1e6) / 1e6, round(hi * 1e6) / 1e6);
}

static void add_truth(ComparePage *page, const CompareExplanation *e, json_object *object)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    if (truth->inside) {
        add_inside(page, e, object);
    } else if (is_place(e)) {
        return; /* the first line has said that it is clear */
    } else if (!compare_explained_hits(e)) {
        compare_page_line(page, "truth    hits nothing");
        compare_page_line(page, "stops    nowhere: it reaches the end of the move");
    } else {
        add_hit(page, e, object);
    }
    if (is_place(e))
        return;
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
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(method) },
    { "claim", "guarantee", COMPARE_TEXT, COMPARE_ALWAYS, AT(claim), .drop = 2,
      .about = "exact: its answers are in the bracket; never late: they are in it or before it" },
    { "class", "class", COMPARE_TEXT, COMPARE_ALWAYS, AT(type),
      .about = "E: stays in empty space; S: stays in solid; E2S: hits; S2E: starts in solid and leaves it" },
    { "t", "t", COMPARE_NUMBER, COMPARE_ALWAYS, AT(t), ANSWERED, .decimals = 6, .drop = 1,
      .about = "the fraction of the move before the stop; 0 if the move starts in solid" },
    { "units", "units", COMPARE_NUMBER, COMPARE_ALWAYS, AT(units), ANSWERED, .decimals = 4 },
    { "stop", "stops at", COMPARE_TEXT, COMPARE_ALWAYS, AT(stop) },
    { "normal", "normal", COMPARE_TEXT, COMPARE_ALWAYS, AT(normal), .drop = 2 },
    { "dist", "distance", COMPARE_NUMBER, COMPARE_WIDE, AT(dist),
      .of = offsetof(Row, has_plane), .decimals = 4,
      .about = "of the plane, from the origin along the normal" },
    { "brush", "brush", COMPARE_COUNT, COMPARE_ALWAYS, AT(brush),
      .of = offsetof(Row, is_named), .about = "the brush that is hit: its number in the solid, counted from 0" },
    { "side", "side", COMPARE_COUNT, COMPARE_ALWAYS, AT(side),
      .of = offsetof(Row, has_side), .about = "the plane of that brush, counted from 0" },
    { "texture", "texture", COMPARE_NAME, COMPARE_ALWAYS, AT(texture), .drop = 1,
      .about = "of that side" },
    { "nodes", "nodes", COMPARE_COUNT64, COMPARE_ALWAYS, AT(nodes), ANSWERED, .drop = 1,
      .about = "nodes of the method's trees that the query visited" },
    { "by", "off by", COMPARE_NUMBER, COMPARE_ALWAYS, AT(by), ANSWERED, .decimals = 4,
      .about = "units before (below 0) or after the bracket" },
    { "verdict", "verdict", COMPARE_TEXT, COMPARE_ALWAYS, AT(verdict) },
};
/* clang-format on */

static void add_answer(CompareTable *table, const CompareExplanation *e,
                       const CompareExplained *explained, json_object *answer)
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
        row.normal = normal = row.has_plane ? fill(answer, "{normal}") : NULL;
    }
    compare_table_add(table, &row);
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

static void add_other_brushes(ComparePage *page, const CompareExplanation *e, json_object *answers)
{
    for (guint i = 0; i < e->answers->len; i++)
        if (is_new(e, i))
            add_brush(page, e, get(get(json_object_array_get_idx(answers, i), "hit"), "brush"));
}

/* Columns for moves alone. */
static gboolean is_of_moves(const CompareColumn *column)
{
    static const char *const keys[] = { "t",     "units", "stop",    "normal", "dist",
                                        "brush", "side",  "texture", "by",     NULL };
    return g_strv_contains(keys, column->key);
}

static void add_answers(ComparePage *page, const CompareExplanation *e, json_object *answers)
{
    CompareColumn shown[G_N_ELEMENTS(columns)];
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        if (!is_place(e) || !is_of_moves(&columns[i]))
            shown[n++] = columns[i];
    g_autoptr(CompareTable) table = compare_table_new(shown, n);
    for (guint i = 0; i < e->answers->len; i++)
        add_answer(table, e, &g_array_index(e->answers, CompareExplained, i),
                   json_object_array_get_idx(answers, i));
    compare_page_table(page, table);
    add_other_brushes(page, e, answers);
}

/* --- reasons --- */

/* Explains which cell stops the object, by which plane, and where the cell is. */
static void add_stop(ComparePage *page, const CompareExplanation *e,
                     const CompareExplained *explained, json_object *stop)
{
    static const char *const planes[] = {
        [COMPARE_STOP_INSIDE] = "With its planes shifted outward for the shape, the cell contains "
                                "the start of the move, "
                                "so the object counts as stuck.",
        [COMPARE_STOP_FACE] = "The object stops at a face of the cell.",
        [COMPARE_STOP_BEVEL] = "The object stops at a bevel of the cell.",
        [COMPARE_STOP_AWAY] =
            "The object stops at a plane of the tree that does not touch the cell.",
    };
    static const char *const parts[] = {
        [COMPARE_NEAR_CORNER] = "the corner {corners/0}. Shifted outward, its planes meet beyond "
                                "the corner expanded by "
                                "the shape.",
        [COMPARE_NEAR_EDGE] =
            "the edge from {corners/0} to {corners/1}, between faces with the normals {normals/0} "
            "and {normals/1}, {angle} degrees apart. Shifted outward, these faces meet beyond the "
            "edge expanded by the shape.",
        [COMPARE_NEAR_FACE] = "the face with the normal {normals/0}.",
    };
    json_object *brush = get(stop, "brush");
    g_autofree char *name = brush ? brush_name(e, brush) : NULL;
    g_autofree char *plane = g_strconcat(
        planes[explained->stop.kind],
        explained->stop.kind == COMPARE_STOP_INSIDE
            ? NULL
            : " Its normal is {normal}, its distance {dist}; for the shape it is shifted "
              "outward by {offset} units.",
        NULL);
    g_autofree char *nearest = g_strconcat("There the object is {gap_units} units away from the "
                                           "cell. The nearest part of the cell is ",
                                           parts[explained->stop.near], NULL);
    add_note(page, stop,
             "A cell of the method's tree stops the object. The cell extends from {mins} to {maxs} "
             "and has {faces} faces. Above it in the tree are {planes} planes, {bevels} of them "
             "bevels.");
    if (brush)
        compare_page_note(page, "The cell is part of brush %s.", name);
    else
        compare_page_note(page, "The cell is in no brush: it is part of the filled outside.");
    add_note(page, stop, plane);
    if (explained->stop.gap > 0)
        add_note(page, get(stop, "nearest"), nearest);
    if (explained->stop.gap > 0 && explained->stop.near == COMPARE_NEAR_EDGE &&
        explained->result->bevels.boxes == 0)
        compare_page_note(page, "Only edges of more than %g degrees (bevel_angle) get a bevel.",
                          e->scenario->bevel_angle);
}

/* Adds how much farther the object can truly move. */
static void add_true_distance(ComparePage *page, const CompareExplanation *e,
                              const CompareExplained *explained)
{
    const CompareStop *stop = &explained->stop;
    double t = compare_explained_move(e)->truth.t, at = explained->answer->t;
    double to_cell = round((stop->t_meets - at) * e->length * 1e4) / 1e4 + 0.0;
    double to_solid = round((t - at) * e->length * 1e4) / 1e4 + 0.0;
    if (e->length == 0)
        return;
    if (!stop->meets)
        compare_page_note(page, "In truth the object passes this cell without meeting it.");
    else if (t >= 1 || to_cell != to_solid)
        compare_page_note(page, "In truth the object meets this cell %.10g units farther on.",
                          to_cell);
    if (t < 1)
        compare_page_note(page, "In truth the object hits solid %.10g units farther on.", to_solid);
    else
        compare_page_note(
            page, "In truth the object can move %.10g units farther, to the end of the move.",
            to_solid);
}

static void add_wrong_plane(ComparePage *page, const CompareExplained *explained,
                            json_object *answer)
{
    g_autofree char *heading = fill(answer, "{method} hits with a wrong plane");
    compare_page_heading(page, heading);
    add_note(page, answer, "The normal is {normal}: {wrong_plane}.");
    add_note(page, answer,
             get(answer, "right_normal") ? "The right normal is {right_normal}."
                                         : "The right normal is unknown.");
    compare_page_note(
        page, explained->result->klass->names_crossed
                  ? "The method names the plane that it crossed last, as the papers do. At an edge "
                    "that plane may be the wrong one. The brush table names the right plane."
                  : "The method guarantees the planes of boxes and points, so this is a bug. "
                    "bspcompare regress makes the smallest scenario that shows it.");
}

static void add_early(ComparePage *page, const CompareExplanation *e,
                      const CompareExplained *explained, json_object *answer)
{
    gboolean is_outside = explained->answer->is_in_filling;
    g_autofree char *heading =
        is_place(e)  ? fill(answer, "{method} treats the place as solid")
        : is_outside ? fill(answer, "{method} treats the start as solid")
                     : g_strdup_printf("%s stops %.10g units early", explained->result->klass->name,
                                       round(-explained->by * 1e4) / 1e4);
    compare_page_heading(page, heading);
    if (is_outside) {
        compare_page_note(page, "Outside the level: with --fill this place counts as solid.");
        return;
    }
    if (explained->answer->is_in_crack)
        compare_page_note(page, "Beside an opening that --fill and --crack count as closed.");
    else if (explained->claim == COMPARE_EXACT)
        compare_page_note(page,
                          "The method guarantees exact answers for this shape, so this is a bug. "
                          "bspcompare regress makes the smallest scenario that shows it.");
    if (!explained->has_stop) {
        compare_page_note(page, "It is unknown which cell of the method's tree stops the object.");
        return;
    }
    add_stop(page, e, explained, get(answer, "stopped_by"));
    add_true_distance(page, e, explained);
}

char *compare_explanation_text(const CompareExplanation *e, CompareStyle style)
{
    const CompareResolved *move = compare_explained_move(e);
    const CompareTrajectory *tr = compare_explained_trajectory(e);
    g_autoptr(ComparePage) page = compare_page_new(style);
    json_object *object = compare_explanation_object(e), *answers = get(object, "answers");
    g_autofree char *name =
        tr->is_asked ? g_strdup("") : g_strdup_printf("%s:%u, ", tr->name, move->number);
    g_autofree char *about = g_strdup_printf("%sa %s of %s", name, is_place(e) ? "place" : "move",
                                             compare_scenario_shape_name(e->scenario, tr));
    compare_page_title(page, e->scenario->name, about);
    add_move(page, e, get(object, "move"));
    add_truth(page, e, get(object, "truth"));
    add_answers(page, e, answers);
    for (guint i = 0; i < e->answers->len; i++) {
        const CompareExplained *explained = &g_array_index(e->answers, CompareExplained, i);
        json_object *answer = json_object_array_get_idx(answers, i);
        if (compare_explained_plane_is_wrong(e, explained))
            add_wrong_plane(page, explained, answer);
        if (explained->answer && explained->answer->t < move->truth.t_lo)
            add_early(page, e, explained, answer);
    }
    json_object_put(object);
    return compare_page_text(page);
}
