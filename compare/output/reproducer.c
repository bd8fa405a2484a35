/* reproducer: a scenario of one move, to show what went wrong and nothing else. */
#include <string.h>

#include "output/reproducer.h"
#include "text/json-value.h"
#include "text/path.h"
#include "trace/hull.h"
#include "world/json-world.h"

/* With 17 digits: the move that went wrong, not one close to it. */
static json_object *number(double x)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(digits, sizeof digits, "%.17g", x);
    return compare_json_number(x, digits);
}

static json_object *vec(BspVec v)
{
    json_object *array = compare_json_array();
    for (int i = 0; i < 3; i++)
        compare_json_append(array, number(v.v[i]));
    return array;
}

/* --- spaces and shapes --- */

static json_object *space_object(const CompareSpace *space)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(space->name));
    compare_json_add(object, "mins", vec(space->shape.bounds.mins));
    compare_json_add(object, "maxs", vec(space->shape.bounds.maxs));
    return object;
}

static json_object *hull_array(const BspHull *hull)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < hull->n_vertices; i++)
        compare_json_append(array, vec(hull->vertices[i]));
    return array;
}

static json_object *round_object(const BspShape *shape)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "radius", number(shape->radius));
    if (shape->kind == BSP_SHAPE_SPHERE)
        return object;
    compare_json_add(object, "bottom", number(shape->bottom));
    compare_json_add(object, "top", number(shape->top));
    return object;
}

static json_object *shape_object(const CompareShape *shape)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "name", compare_json_text(shape->name));
    compare_json_add(object, bsp_shape_kind_name(shape->shape.kind),
                     shape->hull ? hull_array(shape->hull) : round_object(&shape->shape));
    return object;
}

static json_object *spaces_array(const CompareScenario *s)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < s->spaces->len; i++)
        compare_json_append(array, space_object(&g_array_index(s->spaces, CompareSpace, i)));
    return array;
}

/* --- the move --- */

static json_object *trajectory_object(const CompareScenario *s, const CompareTrajectory *t,
                                      BspVec from, BspVec to)
{
    json_object *object = compare_json_object(), *moves = compare_json_array();
    json_object *segment = compare_json_array();
    compare_json_append(segment, vec(from));
    compare_json_append(segment, vec(to));
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

static json_object *one_item(json_object *item)
{
    json_object *array = compare_json_array();
    compare_json_append(array, item);
    return array;
}

static json_object *options_object(const CompareScenario *s)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "bevel_angle", number(s->bevel_angle));
    compare_json_add(object, "part_at_faces", compare_json_count(s->part_at_faces));
    compare_json_add(object, "repeat", compare_json_count(s->repeat));
    return object;
}

/* The world's own text, moved in by two columns. */
static void add_world(GString *out, const BspWorld *world)
{
    g_autofree char *text = bsp_world_to_json(world);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_autofree char *moved_in = g_strjoinv("\n  ", lines);
    g_string_append(out, moved_in);
}

static void append_value(GString *out, json_object *value)
{
    g_autofree char *text =
        compare_json_print_part(value, JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);
    g_string_append(out, text);
}

/* The object with each member on a line of its own, to be read by people, too; its "world" is
 * this one, unless it is NULL. */
static char *one_member_a_line(json_object *root, const BspWorld *world)
{
    GString *out = g_string_new("{\n");
    json_object_object_foreach(root, key, value)
    {
        g_string_append_printf(out, "%s  \"%s\": ", out->len > 2 ? ",\n" : "", key);
        if (world && strcmp(key, "world") == 0)
            add_world(out, world);
        else
            append_value(out, value);
    }
    g_string_append(out, "\n}\n");
    return g_string_free(out, FALSE);
}

/* world: what stands inside; NULL: the scenario's is named. */
static char *reproduce(const CompareReport *report, guint index, BspVec from, BspVec to,
                       const BspWorld *world)
{
    const CompareScenario *s = report->scenario;
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, index);
    const CompareTrajectory *t =
        &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
    g_autofree char *name = g_strdup_printf("%s: %s, move %u", s->name, t->name, move->number);
    g_autofree char *path = compare_path_absolute(s->world_path);

    json_object *root = compare_json_object();
    compare_json_add(root, "format", compare_json_text("bsp-scenario"));
    compare_json_add(root, "version", compare_json_count(1));
    compare_json_add(root, "name", compare_json_text(name));
    compare_json_add(root, "world", compare_json_text(path));
    compare_json_add(root, "spaces", spaces_array(s));
    if (t->shape >= 0)
        compare_json_add(root, "shapes",
                         one_item(shape_object(&g_array_index(s->shapes, CompareShape, t->shape))));
    compare_json_add(root, "trajectories", one_item(trajectory_object(s, t, from, to)));
    compare_json_add(root, "options", options_object(s));
    char *text = one_member_a_line(root, world);
    json_object_put(root);
    return text;
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
