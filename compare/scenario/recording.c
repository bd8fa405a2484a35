/* recording: makes scenarios of recorded moves from an engine's log. */
#include "scenario/recording.h"

#include <string.h>

#include "bsp-shape.h"
#include "scenario/log.h"
#include "scenario/reading.h"
#include "text/json-value.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

/* --- writes a scenario of recorded moves as text --- */

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

static void print_trajectory(GString *out, const CompareScenario *s, const CompareTrajectory *t)
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
        print_trajectory(out, s, compare_scenario_trajectory(s, i));
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
                " bytes, and the limit is %d; write them in several parts",
                path, length, BSP_JSON_MAX_BYTES);
    return FALSE;
}

/* --- names of spaces --- */

static char *join_coordinates(BspVec v, const char *between)
{
    g_autofree char *x = compare_number_exact(v.x), *y = compare_number_exact(v.y);
    g_autofree char *z = compare_number_exact(v.z);
    return g_strjoin(between, x, y, z, NULL);
}

static char *name_of(const CompareScenario *s, const BspShape *shape)
{
    if (shape->kind == BSP_SHAPE_POINT)
        return g_strdup("point");
    const BspBounds *b = &shape->bounds;
    g_autofree char *extents = join_coordinates(bsp_vec_sub(b->maxs, b->mins), "x");
    if (compare_find_space(s, extents) < 0)
        return g_steal_pointer(&extents);
    g_autofree char *mins = join_coordinates(b->mins, ","), *maxs = join_coordinates(b->maxs, ",");
    return g_strdup_printf("%s:%s", mins, maxs);
}

/* --- from moves --- */

/* The index of the move's space; adds the space if it is missing. -1 if there are too many. */
static gint space_of(CompareScenario *s, const CompareLogged *logged)
{
    CompareSpace space = { .shape = compare_space_shape(logged->mins, logged->maxs) };
    for (guint i = 0; i < s->spaces->len; i++)
        if (memcmp(&g_array_index(s->spaces, CompareSpace, i).shape.bounds, &space.shape.bounds,
                   sizeof space.shape.bounds) == 0)
            return (gint)i;
    if (s->spaces->len == COMPARE_MAX_LOGGED_BOXES)
        return -1;
    space.name = name_of(s, &space.shape);
    g_array_append_val(s->spaces, space);
    return (gint)s->spaces->len - 1;
}

static guint add_trajectory(CompareScenario *s, gint space, guint32 mask)
{
    const char *name = compare_scenario_mover_name(s, space);
    CompareTrajectory t =
        compare_trajectory_recorded(g_strdup_printf("%s under %x", name, mask), space);
    t.has_mask = TRUE;
    t.mask = mask;
    t.order = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_append_val(s->trajectories, t);
    return s->trajectories->len - 1;
}

/* The trajectory of the space and mask; adds it if it is missing. `known` has the indices of
 * existing ones. */
static CompareTrajectory *trajectory_of(CompareScenario *s, GHashTable *known, gint space,
                                        guint32 mask)
{
    gint64 key = (gint64)((guint64)space << 32 | mask);
    gpointer index;
    if (!g_hash_table_lookup_extended(known, &key, NULL, &index)) {
        index = GUINT_TO_POINTER(add_trajectory(s, space, mask));
        g_hash_table_insert(known, g_memdup2(&key, sizeof key), index);
    }
    return compare_scenario_trajectory(s, GPOINTER_TO_UINT(index));
}

CompareScenario *compare_recording_of_moves(const char *path, const GArray *logged, GError **error)
{
    g_autoptr(CompareScenario) s = compare_scenario_new(path);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint i = 0; i < logged->len; i++) {
        const CompareLogged *move = &g_array_index(logged, CompareLogged, i);
        gint space = space_of(s, move);
        if (space < 0) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "%s: more than %d different boxes", path,
                        COMPARE_MAX_LOGGED_BOXES);
            return NULL;
        }
        CompareTrajectory *t = trajectory_of(s, known, space, move->mask);
        g_array_append_val(t->moves, move->move);
        g_array_append_val(t->order, i);
    }
    return g_steal_pointer(&s);
}

/* --- from positions --- */

static void add_path(CompareScenario *s, const char *name, gint mover, const GArray *moves)
{
    CompareTrajectory t = compare_trajectory_recorded(g_strdup(name), mover);
    g_array_append_vals(t.moves, moves->data, moves->len);
    g_array_append_val(s->trajectories, t);
}

CompareScenario *compare_recording_of_positions(const char *path, const GArray *moves,
                                                const GArray *spaces, const GArray *shapes)
{
    CompareScenario *s = compare_scenario_new(path);
    for (guint i = 0; i < spaces->len; i++) {
        const CompareSpace *from = &g_array_index(spaces, CompareSpace, i);
        CompareSpace space = { g_strdup(from->name), from->shape, from->mask };
        g_array_append_val(s->spaces, space);
        add_path(s, space.name, (gint)i, moves);
    }
    for (guint i = 0; i < shapes->len; i++) {
        const CompareShape *from = &g_array_index(shapes, CompareShape, i);
        CompareShape shape = { g_strdup(from->name), from->shape, NULL, from->mask };
        g_array_append_val(s->shapes, shape);
        add_path(s, shape.name, ~(gint)i, moves);
    }
    return s;
}
