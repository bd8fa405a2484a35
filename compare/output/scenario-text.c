/* scenario-text: writes a scenario as the text of its file. */
#include "output/scenario-text.h"

#include <string.h>

#include "bsp-json.h"
#include "bsp-shape.h"

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
    compare_json_add(object, "part_at_faces", compare_json_count(s->part_at_faces));
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
