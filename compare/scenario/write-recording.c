/* write-recording: writes a scenario of recorded moves as text. */
#include "bsp-json.h"
#include "bsp-shape.h"
#include "scenario/recording.h"
#include "text/json-value.h"
#include "text/number.h"

static void add_string(GString *out, const char *string)
{
    g_autofree char *quoted = compare_json_print(compare_json_text(string), JSON_C_TO_STRING_PLAIN);
    g_string_append(out, quoted);
}

static void add_vec(GString *out, BspVec v)
{
    for (guint i = 0; i < 3; i++) {
        g_autofree char *number = compare_number_exact(v.v[i]);
        g_string_append_c(out, i ? ',' : '[');
        g_string_append(out, number);
    }
    g_string_append_c(out, ']');
}

static void add_space(GString *out, const CompareSpace *space)
{
    g_string_append(out, "{ \"name\": ");
    add_string(out, space->name);
    g_string_append(out, ", \"mins\": ");
    add_vec(out, space->shape.bounds.mins);
    g_string_append(out, ", \"maxs\": ");
    add_vec(out, space->shape.bounds.maxs);
    if (space->mask)
        g_string_append_printf(out, ", \"mask\": \"%x\"", space->mask);
    g_string_append(out, " }");
}

static void add_number(GString *out, const char *key, double x)
{
    g_autofree char *number = compare_number_exact(x);
    g_string_append_printf(out, "\"%s\": %s", key, number);
}

static void add_shape(GString *out, const CompareShape *shape)
{
    g_string_append(out, "{ \"name\": ");
    add_string(out, shape->name);
    g_string_append_printf(out, ", \"%s\": { ", bsp_shape_kind_name(shape->shape.kind));
    add_number(out, "radius", shape->shape.radius);
    if (shape->shape.kind != BSP_SHAPE_SPHERE) {
        g_string_append(out, ", ");
        add_number(out, "bottom", shape->shape.bottom);
        g_string_append(out, ", ");
        add_number(out, "top", shape->shape.top);
    }
    g_string_append(out, " } }");
}

/* Adds the list of shapes, if there are any. */
static void add_shapes(GString *out, const CompareScenario *s)
{
    for (guint i = 0; i < s->shapes->len; i++) {
        g_string_append(out, i ? ",\n    " : " ],\n  \"shapes\": [\n    ");
        add_shape(out, &g_array_index(s->shapes, CompareShape, i));
    }
}

void compare_recording_add_places(GString *out, const CompareTrajectory *t)
{
    if (t->has_mask)
        g_string_append_printf(out, ", \"mask\": \"%x\"", t->mask);
    if (!t->order)
        return;
    g_string_append(out, ",\n      \"order\": [");
    for (guint i = 0; i < t->order->len; i++)
        g_string_append_printf(out, "%s%u", i ? "," : "", g_array_index(t->order, guint, i));
    g_string_append(out, "]");
}

static void add_moves(GString *out, const GArray *moves)
{
    g_string_append(out, ",\n      \"moves\": [");
    for (guint i = 0; i < moves->len; i++) {
        const CompareMove *move = &g_array_index(moves, CompareMove, i);
        g_string_append(out, i ? ",\n        [" : "\n        [");
        add_vec(out, move->from);
        g_string_append_c(out, ',');
        add_vec(out, move->to);
        g_string_append_c(out, ']');
    }
    g_string_append(out, " ]");
}

static void add_trajectory(GString *out, const CompareScenario *s, const CompareTrajectory *t)
{
    g_string_append(out, "{ \"name\": ");
    add_string(out, t->name);
    g_string_append(out, t->space >= 0 ? ", \"space\": " : ", \"shape\": ");
    add_string(out, compare_scenario_shape_name(s, t));
    compare_recording_add_places(out, t);
    add_moves(out, t->moves);
    g_string_append(out, " }");
}

char *compare_recording_text(const CompareScenario *s, const char *world)
{
    GString *out = g_string_new("{ \"format\": \"bsp-scenario\", \"version\": 1, \"name\": ");
    add_string(out, s->name);
    g_string_append(out, ",\n  \"world\": ");
    add_string(out, world);
    g_string_append(out, ",\n  \"spaces\": [");
    for (guint i = 0; i < s->spaces->len; i++) {
        g_string_append(out, i ? ",\n    " : "\n    ");
        add_space(out, &g_array_index(s->spaces, CompareSpace, i));
    }
    add_shapes(out, s);
    g_string_append(out, " ],\n  \"trajectories\": [");
    for (guint i = 0; i < s->trajectories->len; i++) {
        g_string_append(out, i ? ",\n    " : "\n    ");
        add_trajectory(out, s, &g_array_index(s->trajectories, CompareTrajectory, i));
    }
    g_string_append(out, s->masks ? " ],\n  \"options\": { \"masks\": true } }\n" : " ] }\n");
    return g_string_free(out, FALSE);
}

gboolean compare_recording_check_length(const char *path, gsize length, GError **error)
{
    if (length <= BSP_JSON_MAX_BYTES)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                "%s: too many moves: their scenario has %" G_GSIZE_FORMAT
                " bytes, and %d are the limit; import-moves --limit takes the first of them",
                path, length, BSP_JSON_MAX_BYTES);
    return FALSE;
}
