/* scenario-text: writes a scenario as the text of its file: its head with other trajectories, with
 * its resolved moves as recorded ones, or with one move that shows an error. */
#include "result/scenario-text.h"

#include <string.h>

#include "bsp-error.h"
#include "bsp-shape.h"
#include "scenario/recording.h"
#include "text/path.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

json_object *compare_scenario_number(double x)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(digits, sizeof digits, "%.17g", x);
    return compare_json_number(x, digits);
}

json_object *compare_scenario_vec(BspVec v)
{
    json_object *array = compare_json_array();
    for (int i = 0; i < 3; i++)
        compare_json_append(array, compare_scenario_number(v.v[i]));
    return array;
}

/* --- spaces and shapes --- */

/* Adds the mask if it is not 0. */
static void add_mask(json_object *object, guint32 mask)
{
    if (mask)
        compare_json_add(object, "mask", compare_json_count(mask));
}

static json_object *space_object(const CompareSpace *space)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(space->name));
    compare_json_add(object, "mins", compare_scenario_vec(space->shape.bounds.mins));
    compare_json_add(object, "maxs", compare_scenario_vec(space->shape.bounds.maxs));
    add_mask(object, space->mask);
    return object;
}

static json_object *hull_array(const BspHull *hull)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < hull->n_vertices; i++)
        compare_json_append(array, compare_scenario_vec(hull->vertices[i]));
    return array;
}

static json_object *round_object(const BspShape *shape)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "radius", compare_scenario_number(shape->radius));
    if (shape->kind == BSP_SHAPE_SPHERE)
        return object;
    compare_json_add(object, "bottom", compare_scenario_number(shape->bottom));
    compare_json_add(object, "top", compare_scenario_number(shape->top));
    return object;
}

static json_object *shape_object(const CompareShape *shape)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(shape->name));
    compare_json_add(object, bsp_shape_kind_name(shape->shape.kind),
                     shape->hull ? hull_array(shape->hull) : round_object(&shape->shape));
    add_mask(object, shape->mask);
    return object;
}

static json_object *spaces_array(const CompareScenario *s)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < s->spaces->len; i++)
        compare_json_append(array, space_object(&g_array_index(s->spaces, CompareSpace, i)));
    return array;
}

static json_object *shapes_array(const CompareScenarioText *wanted)
{
    const GArray *shapes = wanted->scenario->shapes;
    json_object *array = compare_json_array();
    for (guint i = 0; i < shapes->len; i++)
        if (wanted->shape == COMPARE_ALL_SHAPES || wanted->shape == (gint)i)
            compare_json_append(array, shape_object(&g_array_index(shapes, CompareShape, i)));
    return array;
}

/* --- whole scenario --- */

/* Reading a scenario gives the moves' masks to the spaces, and a mask implies that the world has
 * brushes of all contents. So the option is written only if there are no masks. */
static json_object *options_object(const CompareScenario *s)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "bevel_angle", compare_scenario_number(s->bevel_angle));
    compare_json_add(object, "space_node_faces", compare_json_count(s->space_node_faces));
    compare_json_add(object, "repeat", compare_json_count(s->repeat));
    if (s->masks && !compare_scenario_has_masks(s))
        compare_json_add(object, "masks", compare_json_boolean(TRUE));
    return object;
}

/* Adds the world's own text, indented by two columns. */
static void add_world(GString *out, const BspWorld *world)
{
    g_autofree char *text = bsp_world_to_json(world);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_autofree char *moved_in = g_strjoinv("\n  ", lines);
    g_string_append(out, moved_in);
}

static void append_value(GString *out, json_object *value)
{
    g_autofree char *text = compare_json_print_part(value, JSON_C_TO_STRING_SPACED);
    g_string_append(out, text);
}

/* Prints the object with one member on each line. */
static char *one_member_a_line(json_object *root, const CompareScenarioText *wanted)
{
    GString *out = g_string_new("{\n");
    json_object_object_foreach(root, key, value)
    {
        g_string_append_printf(out, "%s  \"%s\": ", out->len > 2 ? ",\n" : "", key);
        if (wanted->inside && strcmp(key, "world") == 0)
            add_world(out, wanted->inside);
        else if (strcmp(key, "trajectories") == 0)
            g_string_append(out, wanted->trajectories);
        else
            append_value(out, value);
    }
    g_string_append(out, "\n}\n");
    return g_string_free(out, FALSE);
}

char *compare_scenario_text(const CompareScenarioText *wanted)
{
    json_object *root = compare_json_object(), *shapes = shapes_array(wanted);
    compare_json_add(root, "format", compare_json_text("bsp-scenario"));
    compare_json_add(root, "version", compare_json_count(1));
    compare_json_add(root, "name", compare_json_text(wanted->name));
    compare_json_add(root, "world", compare_json_text(wanted->world));
    compare_json_add(root, "spaces", spaces_array(wanted->scenario));
    if (json_object_array_length(shapes))
        compare_json_add(root, "shapes", shapes);
    else
        json_object_put(shapes);
    compare_json_add(root, "trajectories", NULL); /* a placeholder */
    compare_json_add(root, "options", options_object(wanted->scenario));
    char *text = one_member_a_line(root, wanted);
    json_object_put(root);
    return text;
}

/* --- all moves, recorded --- */

static void add_vec(GString *out, BspVec v)
{
    for (guint i = 0; i < 3; i++) {
        g_autofree char *number = compare_number_exact(v.v[i]);
        g_string_append_printf(out, "%s%s", i ? ", " : "[", number);
    }
    g_string_append_c(out, ']');
}

static void add_move(GString *out, const CompareResolved *move)
{
    g_string_append(out, out->len ? ",\n        [" : "\n        [");
    add_vec(out, move->from);
    g_string_append(out, ", ");
    add_vec(out, move->to);
    g_string_append_c(out, ']');
}

static void clear_text(gpointer text)
{
    g_string_free(text, TRUE);
}

/* The moves of each trajectory, as text. */
static GPtrArray *moves_by_trajectory(const CompareScenario *s, const GArray *moves)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(clear_text);
    for (guint i = 0; i < s->trajectories->len; i++)
        g_ptr_array_add(texts, g_string_new(NULL));
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        add_move(texts->pdata[move->trajectory], move);
    }
    return texts;
}

static gboolean check_lengths(const CompareScenario *s, const GArray *moves, GError **error)
{
    g_autofree guint *n = g_new0(guint, MAX(s->trajectories->len, 1));
    for (guint i = 0; i < moves->len; i++) {
        guint k = g_array_index(moves, CompareResolved, i).trajectory;
        if (++n[k] <= COMPARE_MAX_LIST)
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: /trajectories/%u: a scenario may record %d moves of a trajectory, and "
                    "this one has more",
                    s->path, k, COMPARE_MAX_LIST);
        return FALSE;
    }
    return TRUE;
}

static void add_string(GString *out, const char *key, const char *string)
{
    g_autofree char *value = compare_json_print(compare_json_text(string), JSON_C_TO_STRING_PLAIN);
    g_string_append_printf(out, "\"%s\": %s", key, value);
}

static void add_trajectory(GString *out, const CompareScenario *s, guint index, gint mover,
                           const char *moves)
{
    CompareTrajectory t = g_array_index(s->trajectories, CompareTrajectory, index);
    if (mover != COMPARE_OWN_MOVER) {
        t.space = mover >= 0 ? mover : -1;
        t.shape = mover >= 0 ? -1 : ~mover;
    }
    g_string_append(out, out->len > 1 ? ",\n    { " : "\n    { ");
    add_string(out, "name", t.name);
    g_string_append(out, ", ");
    add_string(out, t.space >= 0 ? "space" : "shape", compare_scenario_shape_name(s, &t));
    compare_recording_add_places(out, &t);
    g_string_append_printf(out, ",\n      \"moves\": [%s ] }", moves);
}

char *compare_recorded_text(const CompareScenario *s, const GArray *moves, gint mover,
                            const char *world, GError **error)
{
    if (!check_lengths(s, moves, error))
        return NULL;
    g_autoptr(GPtrArray) texts = moves_by_trajectory(s, moves);
    g_autoptr(GString) trajectories = g_string_new("[");
    for (guint i = 0; i < texts->len; i++) {
        const GString *text = texts->pdata[i];
        if (text->len)
            add_trajectory(trajectories, s, i, mover, text->str);
    }
    g_string_append(trajectories, " ]");
    return compare_scenario_text(
        &(CompareScenarioText){ .scenario = s,
                                .name = s->name,
                                .world = world,
                                .inside = s->world_is_inside ? s->world : NULL,
                                .shape = COMPARE_ALL_SHAPES,
                                .trajectories = trajectories->str });
}

/* --- one move --- */

static json_object *trajectory_object(const CompareScenario *s, const CompareTrajectory *t,
                                      BspVec from, BspVec to)
{
    json_object *object = compare_json_object(), *moves = compare_json_array();
    json_object *segment = compare_json_array();
    compare_json_append(segment, compare_scenario_vec(from));
    compare_json_append(segment, compare_scenario_vec(to));
    compare_json_append(moves, segment);
    compare_json_add(object, "name", compare_json_text(t->name));
    compare_json_add(object, t->space >= 0 ? "space" : "shape",
                     compare_json_text(compare_scenario_shape_name(s, t)));
    if (t->has_mask) {
        g_autofree char *mask = g_strdup_printf("%x", t->mask);
        compare_json_add(object, "mask", compare_json_text(mask));
    }
    compare_json_add(object, "moves", moves);
    return object;
}

/* world: an inline world; NULL: the scenario's world by name. */
static char *reproduce(const CompareReport *report, guint index, BspVec from, BspVec to,
                       const BspWorld *world)
{
    const CompareScenario *s = report->scenario;
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, index);
    const CompareTrajectory *t =
        &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
    g_autofree char *name = g_strdup_printf("%s: %s, move %u", s->name, t->name, move->number);
    g_autofree char *path = compare_path_absolute(s->world_path);

    json_object *trajectories = compare_json_array();
    compare_json_append(trajectories, trajectory_object(s, t, from, to));
    g_autofree char *text = compare_json_print(trajectories, JSON_C_TO_STRING_SPACED);
    return compare_scenario_text(
        &(CompareScenarioText){ .scenario = s,
                                .name = name,
                                .world = path,
                                .inside = world,
                                .shape = t->shape >= 0 ? t->shape : COMPARE_NO_SHAPE,
                                .trajectories = text });
}

char *compare_reproducer(const CompareReport *report, guint index)
{
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, index);
    const CompareScenario *s = report->scenario;
    return reproduce(report, index, move->from, move->to, s->world_is_inside ? s->world : NULL);
}

char *compare_reproducer_shrunk(const CompareReport *report, guint index,
                                const CompareShrunk *shrunk)
{
    return reproduce(report, index, shrunk->from, shrunk->to, shrunk->world);
}
