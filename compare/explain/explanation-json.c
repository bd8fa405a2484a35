/* explanation-json: an explanation as JSON. */
#include "bsp-shape.h"
#include "explain/explanation.h"
#include "result/scenario-text.h"
#include "tools/bsp-inspect.h"

static void add_vec(json_object *object, const char *key, BspVec v)
{
    compare_json_add(object, key, compare_scenario_vec(v));
}

static void add_number(json_object *object, const char *key, double x)
{
    compare_json_add(object, key, compare_scenario_number(x + 0.0));
}

static json_object *interval_array(double lo, double hi)
{
    json_object *array = compare_json_array();
    compare_json_append(array, compare_scenario_number(lo));
    compare_json_append(array, compare_scenario_number(hi));
    return array;
}

/* null if there is no brush. */
static json_object *brush_object(const CompareExplanation *e, guint brush)
{
    if (brush == COMPARE_NO_BRUSH)
        return NULL;
    json_object *object = compare_json_object();
    g_autofree char *where = bsp_world_brush_place(e->world, brush);
    const BspBrush *own = bsp_solid_brush(e->scenario->world->solid, brush);
    const BspBounds *box = bsp_brush_bounds(own);
    compare_json_add(object, "number", compare_json_count(brush));
    compare_json_add(object, "place", where ? compare_json_text(where) : NULL);
    compare_json_add(object, "contents", compare_json_count(bsp_brush_contents(own)));
    add_vec(object, "mins", box->mins);
    add_vec(object, "maxs", box->maxs);
    return object;
}

static json_object *turn_object(const BspTurn *turn)
{
    json_object *object = compare_json_object(), *orientation = compare_json_array();
    for (guint i = 0; i < G_N_ELEMENTS(turn->orientation); i++)
        compare_json_append(orientation, compare_scenario_number(turn->orientation[i]));
    add_vec(object, "axis", turn->axis);
    add_number(object, "degrees", turn->degrees);
    add_vec(object, "pivot", turn->pivot);
    compare_json_add(object, "orientation", orientation);
    return object;
}

static json_object *move_object(const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    const CompareTrajectory *tr = compare_explained_trajectory(e);
    const BspShape *shape = compare_explained_shape(e);
    json_object *object = compare_json_object();
    compare_json_add(object, "trajectory", compare_json_text(tr->name));
    compare_json_add(object, "move", compare_json_count(move->number));
    compare_json_add(object, "shape",
                     compare_json_text(compare_scenario_shape_name(e->scenario, tr)));
    compare_json_add(object, "kind", compare_json_text(bsp_shape_kind_name(shape->kind)));
    add_vec(object, "mins", shape->bounds.mins);
    add_vec(object, "maxs", shape->bounds.maxs);
    compare_json_add(object, "mask", compare_json_count(compare_scenario_mask(e->scenario, tr)));
    add_vec(object, "from", move->from);
    add_vec(object, "to", move->to);
    add_number(object, "units", e->length);
    compare_json_add(object, "turn", e->turn ? turn_object(e->turn) : NULL);
    return object;
}

static json_object *in_array(const CompareExplanation *e)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < MIN(e->n_in, COMPARE_EXPLAINED_IN); i++) {
        json_object *object = compare_json_object();
        compare_json_add(object, "brush", brush_object(e, e->in[i].hit.brush));
        add_number(object, "depth_units", e->in[i].depth);
        compare_json_append(array, object);
    }
    return array;
}

static json_object *way_object(const BspWayOut *way)
{
    json_object *object = compare_json_object();
    add_number(object, "units", way->distance);
    add_vec(object, "to", way->to);
    compare_json_add(object, "is_shortest", compare_json_boolean(way->is_shortest));
    return object;
}

static json_object *text_or_null(const char *text)
{
    return text ? compare_json_text(text) : NULL;
}

/* Adds where the object truly stops, and the side that it hits. */
static void add_place_of_hit(json_object *object, const CompareExplanation *e)
{
    gboolean hits = compare_explained_hits(e);
    guint32 tag;
    gint side = hits ? compare_explained_side(e, &tag) : -1;
    guint brush = compare_explained_move(e)->truth.brush;
    compare_json_add(object, "stop", hits ? compare_scenario_vec(compare_explained_stop(e)) : NULL);
    compare_json_add(object, "side", side >= 0 ? compare_json_count((guint)side) : NULL);
    compare_json_add(object, "texture", text_or_null(compare_explained_texture(e, brush, side)));
}

static json_object *truth_object(const CompareExplanation *e)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    json_object *object = compare_json_object();
    guint brush = truth->inside ? e->depth_brush : truth->brush;
    add_number(object, "t", truth->t);
    add_number(object, "units", truth->t * e->length);
    compare_json_add(object, "bracket", interval_array(truth->t_lo, truth->t_hi));
    compare_json_add(object, "bracket_units",
                     interval_array(truth->t_lo * e->length, truth->t_hi * e->length));
    compare_json_add(object, "undecided", compare_json_boolean(e->is_undecided));
    compare_json_add(object, "sharper",
                     e->is_undecided ? interval_array(e->sharp.t_lo, e->sharp.t_hi) : NULL);
    compare_json_add(object, "inside", compare_json_boolean(truth->inside));
    add_number(object, "depth_units", e->depth);
    compare_json_add(object, "leaves",
                     truth->inside && truth->leave_lo < 1
                         ? interval_array(truth->leave_lo, truth->leave_hi)
                         : NULL);
    compare_json_add(object, "in", in_array(e));
    compare_json_add(object, "way_out", e->has_way ? way_object(&e->way) : NULL);
    compare_json_add(object, "brush", brush_object(e, brush));
    add_vec(object, "normal", truth->normal);
    add_place_of_hit(object, e);
    return object;
}

static json_object *near_object(const CompareStop *stop)
{
    static const char *const kinds[] = { "corner", "edge", "face" };
    if (!(stop->gap > 0))
        return NULL;
    json_object *object = compare_json_object();
    compare_json_add(object, "part", compare_json_text(kinds[stop->near]));
    add_number(object, "gap_units", stop->gap);
    add_vec(object, "away", stop->away);
    json_object *corners = compare_json_array(), *normals = compare_json_array();
    guint n_corners = stop->near == COMPARE_NEAR_EDGE ? 2 : stop->near == COMPARE_NEAR_CORNER;
    guint n_normals = stop->near == COMPARE_NEAR_EDGE ? 2 : stop->near == COMPARE_NEAR_FACE;
    for (guint i = 0; i < n_corners; i++)
        compare_json_append(corners, compare_scenario_vec(stop->corner[i]));
    for (guint i = 0; i < n_normals; i++)
        compare_json_append(normals, compare_scenario_vec(stop->normal[i]));
    if (stop->near == COMPARE_NEAR_EDGE)
        add_number(object, "angle", stop->angle);
    compare_json_add(object, "corners", corners);
    compare_json_add(object, "normals", normals);
    return object;
}

static json_object *stop_object(const CompareExplanation *e, const CompareStop *stop)
{
    static const char *const kinds[] = { "start", "face", "bevel", "plane" };
    BspBounds bounds = bsp_cell_bounds(stop->cell);
    json_object *object = compare_json_object();
    compare_json_add(object, "by", compare_json_text(kinds[stop->kind]));
    compare_json_add(object, "brush", brush_object(e, stop->brush));
    add_vec(object, "mins", bounds.mins);
    add_vec(object, "maxs", bounds.maxs);
    compare_json_add(object, "faces", compare_json_count(stop->cell->n_faces));
    compare_json_add(object, "planes", compare_json_count(stop->n_planes));
    compare_json_add(object, "bevels", compare_json_count(stop->n_bevels));
    add_vec(object, "normal", stop->plane.normal);
    add_number(object, "dist", stop->plane.dist);
    add_number(object, "offset", stop->offset);
    compare_json_add(object, "nearest", near_object(stop));
    compare_json_add(object, "meets_t",
                     stop->meets ? compare_scenario_number(stop->t_meets) : NULL);
    return object;
}

/* null if nothing is hit or the brush is unknown. */
static json_object *hit_object(const CompareExplanation *e, const CompareExplained *explained)
{
    const BspHit *hit = &explained->hit;
    if (!explained->is_named)
        return NULL;
    json_object *object = compare_json_object();
    compare_json_add(object, "brush", brush_object(e, hit->brush));
    compare_json_add(object, "side", hit->side >= 0 ? compare_json_count((guint)hit->side) : NULL);
    compare_json_add(object, "texture",
                     text_or_null(compare_explained_texture(e, hit->brush, hit->side)));
    compare_json_add(object, "tag", compare_json_count(hit->tag));
    return object;
}

static json_object *answer_object(const CompareExplanation *e, const CompareExplained *explained)
{
    static const char *const claims[] = { "skips", "conservative", "exact" };
    const CompareResolved *move = compare_explained_move(e);
    const CompareTruth *truth = &move->truth;
    json_object *object = compare_json_object();
    compare_json_add(object, "method", compare_json_text(explained->result->klass->name));
    compare_json_add(object, "claims", compare_json_text(claims[explained->claim]));
    compare_json_add(object, "skipped", compare_json_boolean(!explained->answer));
    if (!explained->answer)
        return object;
    const BspTransition *tr = &explained->answer->transition;
    double t = explained->answer->t;
    compare_json_add(object, "class", compare_json_text(bsp_transition_class_name(tr->type)));
    add_number(object, "t", t);
    add_number(object, "units", t * e->length);
    compare_json_add(object, "stop",
                     t < 1 ? compare_scenario_vec(bsp_vec_lerp(move->from, move->to, t)) : NULL);
    add_vec(object, "normal", tr->plane.normal);
    add_number(object, "dist", tr->plane.dist);
    compare_json_add(object, "hit", hit_object(e, explained));
    compare_json_add(object, "nodes", compare_json_count(explained->answer->nodes));
    compare_json_add(object, "early", compare_json_boolean(t < truth->t_lo));
    compare_json_add(object, "late", compare_json_boolean(t > truth->t_hi));
    add_number(object, "off_units", explained->by);
    compare_json_add(object, "outside_level",
                     compare_json_boolean(explained->answer->is_in_filling));
    gboolean is_plane_wrong = compare_explained_plane_is_wrong(e, explained);
    compare_json_add(object, "wrong_plane",
                     is_plane_wrong
                         ? compare_json_text(compare_plane_words(explained->answer->plane.verdict))
                         : NULL);
    compare_json_add(object, "right_normal",
                     is_plane_wrong && bsp_vec_length(explained->answer->plane.right) > 0
                         ? compare_scenario_vec(explained->answer->plane.right)
                         : NULL);
    add_number(object, "leaves_off_units", explained->leaves_by);
    compare_json_add(object, "stopped_by",
                     explained->has_stop ? stop_object(e, &explained->stop) : NULL);
    return object;
}

json_object *compare_explanation_object(const CompareExplanation *e)
{
    json_object *object = compare_json_object(), *answers = compare_json_array();
    compare_json_add(object, "format", compare_json_text("bsp-explanation"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "scenario", compare_json_text(e->scenario->name));
    compare_json_add(object, "world", compare_json_text(e->scenario->world_path));
    compare_json_add(object, "move", move_object(e));
    compare_json_add(object, "truth", truth_object(e));
    for (guint i = 0; i < e->answers->len; i++)
        compare_json_append(answers,
                            answer_object(e, &g_array_index(e->answers, CompareExplained, i)));
    compare_json_add(object, "answers", answers);
    return object;
}

char *compare_explanation_json(const CompareExplanation *e)
{
    g_autofree char *text = compare_json_print(compare_explanation_object(e), COMPARE_JSON_PRETTY);
    return g_strconcat(text, "\n", NULL);
}
