/* write: writes a scenario as the text of its file. */
#include "scenario/write.h"

#include "bsp-error.h"
#include "bsp-hull.h"
#include "text/json-value.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

/* --- values, after the text `before` --- */

static void add_string(GString *out, const char *string)
{
    g_autofree char *quoted = compare_json_print(compare_json_text(string), JSON_C_TO_STRING_PLAIN);
    g_string_append(out, quoted);
}

static void add_number(GString *out, const char *before, double x)
{
    g_autofree char *number = compare_number_exact(x);
    g_string_append_printf(out, "%s%s", before, number);
}

static void add_vec(GString *out, const char *before, BspVec v)
{
    g_string_append(out, before);
    for (guint i = 0; i < 3; i++)
        add_number(out, i ? "," : "[", v.v[i]);
    g_string_append_c(out, ']');
}

static void add_mask(GString *out, guint32 mask)
{
    g_string_append_printf(out, ", \"mask\": \"%x\"", mask);
}

/* Adds the member `key`, which is an array of n items, each on a line of its own. */
static void add_list(GString *out, const CompareScenario *s, const char *key, guint n,
                     void (*add_item)(GString *out, const CompareScenario *s, guint i))
{
    g_string_append_printf(out, ",\n  \"%s\": [", key);
    for (guint i = 0; i < n; i++) {
        g_string_append(out, i ? ",\n    { \"name\": " : "\n    { \"name\": ");
        add_item(out, s, i);
        g_string_append(out, " }");
    }
    g_string_append(out, " ]");
}

/* Adds the world as JSON, indented by two columns. */
static void add_world(GString *out, const BspWorld *world)
{
    g_autofree char *text = bsp_world_to_json(world);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_autofree char *moved_in = g_strjoinv("\n  ", lines);
    g_string_append(out, moved_in);
}

/* --- spaces and shapes --- */

static void add_space(GString *out, const CompareScenario *s, guint i)
{
    const CompareMover *space = &g_array_index(s->spaces, CompareMover, i);
    add_string(out, space->name);
    add_vec(out, ", \"mins\": ", space->shape.bounds.mins);
    add_vec(out, ", \"maxs\": ", space->shape.bounds.maxs);
    if (space->mask)
        add_mask(out, space->mask);
}

static void add_round(GString *out, const BspShape *shape)
{
    add_number(out, "{ \"radius\": ", shape->radius);
    if (shape->kind != BSP_SHAPE_SPHERE) {
        add_number(out, ", \"bottom\": ", shape->bottom);
        add_number(out, ", \"top\": ", shape->top);
    }
    g_string_append(out, " }");
}

static void add_hull(GString *out, const BspHull *hull)
{
    for (guint i = 0; i < hull->n_vertices; i++)
        add_vec(out, i ? "," : "[", hull->vertices[i]);
    g_string_append_c(out, ']');
}

static void add_shape(GString *out, const CompareScenario *s, guint i)
{
    const CompareMover *shape = &g_array_index(s->shapes, CompareMover, i);
    add_string(out, shape->name);
    g_string_append_printf(
        out, ", \"%s\": ", shape->solid ? "solid" : bsp_shape_kind_name(shape->shape.kind));
    if (shape->solid)
        add_world(out, shape->solid->world);
    else if (shape->hull)
        add_hull(out, shape->hull);
    else
        add_round(out, &shape->shape);
    if (shape->mask)
        add_mask(out, shape->mask);
}

/* --- trajectories --- */

static void add_turn(GString *out, const BspTurn *turn)
{
    add_vec(out, ", \"turn\": { \"axis\": ", turn->axis);
    add_number(out, ", \"degrees\": ", turn->degrees);
    add_vec(out, ", \"pivot\": ", turn->pivot);
    g_string_append(out, " }, \"orientation\": ");
    for (guint i = 0; i < 4; i++)
        add_number(out, i ? "," : "[", turn->orientation[i]);
    g_string_append(out, "] }");
}

/* Adds a move. `turn` is NULL if the move does not turn. */
static void add_move(GString *out, const CompareMove *move, const BspTurn *turn)
{
    add_vec(out, turn ? "{ \"from\": " : "[", move->from);
    add_vec(out, turn ? ", \"to\": " : ",", move->to);
    if (turn)
        add_turn(out, turn);
    else
        g_string_append_c(out, ']');
}

static void add_recorded_moves(GString *out, const CompareTrajectory *t)
{
    if (t->has_mask)
        add_mask(out, t->mask);
    for (guint i = 0; t->order && i < t->order->len; i++)
        g_string_append_printf(out, "%s%u", i ? "," : ",\n      \"order\": [",
                               g_array_index(t->order, guint, i));
    g_string_append(out, t->order ? "],\n      \"moves\": [" : ",\n      \"moves\": [");
    for (guint i = 0; i < t->moves->len; i++) {
        const BspTurn *turn = compare_trajectory_turn(t, i);
        g_string_append(out, i ? ",\n        " : "\n        ");
        add_move(out, &g_array_index(t->moves, CompareMove, i),
                 turn && !compare_turn_is_none(turn) ? turn : NULL);
    }
    g_string_append(out, " ]");
}

static void add_waypoints(GString *out, const CompareTrajectory *t)
{
    g_string_append(out, ",\n      \"waypoints\": [");
    for (guint i = 0; i < t->waypoints->len; i++)
        add_vec(out, i ? ",\n        " : "\n        ", g_array_index(t->waypoints, BspVec, i));
    g_string_append(out, " ]");
}

static void add_random(GString *out, const CompareTrajectory *t)
{
    g_string_append_printf(
        out, ",\n      \"random\": { \"seed\": %" G_GUINT64_FORMAT ", \"moves\": %u, \"step\": [",
        t->seed, t->n_moves);
    add_number(out, "", t->step_min);
    add_number(out, ",", t->step_max);
    if (t->turns) {
        add_number(out, "], \"turn\": [", t->turn_min);
        add_number(out, ",", t->turn_max);
    }
    g_string_append(out, "], \"start\": ");
    if (t->start_is_starts)
        g_string_append(out, "\"starts\"");
    else
        add_vec(out, "", t->start_point);
    g_string_append(out, " }");
}

static void add_trajectory(GString *out, const CompareScenario *s, guint i)
{
    static const char *const responses[] = { "stop", "slide", "bounce" };
    const CompareTrajectory *t = compare_scenario_trajectory(s, i);
    add_string(out, t->name);
    g_string_append(out, t->mover >= 0 ? ", \"space\": " : ", \"shape\": ");
    add_string(out, compare_mover(s, t->mover)->name);
    if (t->source != COMPARE_RECORDED)
        g_string_append_printf(out, ", \"response\": \"%s\"", responses[t->response]);
    if (t->skin > 0)
        add_number(out, ", \"skin\": ", t->skin);
    if (t->is_exact)
        g_string_append(out, ", \"exact\": true");
    if (t->source == COMPARE_RECORDED)
        add_recorded_moves(out, t);
    else if (t->source == COMPARE_WAYPOINTS)
        add_waypoints(out, t);
    else
        add_random(out, t);
}

/* --- whole scenario --- */

/* Adds the options that are not the defaults. The masks of moves are written with the spaces and
 * shapes, because the reader has stored them there. So the option "masks" is written only if no
 * space and no shape has a mask. Then only the option makes the world keep the brushes of all
 * contents. */
static void add_options(GString *out, const CompareScenario *s)
{
    g_autoptr(CompareScenario) usual = compare_scenario_new("");
    gsize before = out->len;
    if (s->bevel_angle != usual->bevel_angle)
        add_number(out, ", \"bevel_angle\": ", s->bevel_angle);
    if (s->space_node_faces != usual->space_node_faces)
        g_string_append_printf(out, ", \"space_node_faces\": %u", s->space_node_faces);
    if (s->repeat != usual->repeat)
        g_string_append_printf(out, ", \"repeat\": %u", s->repeat);
    if (s->masks && !compare_scenario_has_masks(s))
        g_string_append(out, ", \"masks\": true");
    if (out->len == before)
        return;
    g_string_overwrite(out, before, "{"); /* writes the brace in place of the first comma */
    g_string_insert(out, (gssize)before, ",\n  \"options\": ");
    g_string_append(out, " }");
}

char *compare_scenario_write(const CompareScenario *s, const char *world, const BspWorld *inside)
{
    GString *out = g_string_new("{ \"format\": \"bsp-scenario\", \"version\": 1, \"name\": ");
    add_string(out, s->name);
    g_string_append(out, ",\n  \"world\": ");
    if (inside)
        add_world(out, inside);
    else
        add_string(out, world);
    add_list(out, s, "spaces", s->spaces->len, add_space);
    if (s->shapes->len)
        add_list(out, s, "shapes", s->shapes->len, add_shape);
    add_list(out, s, "trajectories", s->trajectories->len, add_trajectory);
    add_options(out, s);
    g_string_append(out, " }\n");
    return g_string_free(out, FALSE);
}

gboolean compare_scenario_check_length(const char *path, gsize length, GError **error)
{
    if (length <= BSP_JSON_MAX_BYTES)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                "%s: there are too many moves, because their scenario has %" G_GSIZE_FORMAT
                " bytes, and the limit is %d; write the moves in several scenarios",
                path, length, BSP_JSON_MAX_BYTES);
    return FALSE;
}
