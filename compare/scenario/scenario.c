/* scenario: what to compare: a world, spaces, shapes, trajectories and options. */
#include "scenario/scenario.h"

#include <string.h>

#include "onion-tree.h"
#include "shift-tree.h"
#include "world/json-world.h"

static void clear_space(gpointer data)
{
    g_free(((CompareSpace *)data)->name);
}

static void clear_shape(gpointer data)
{
    CompareShape *shape = data;
    g_free(shape->name);
    bsp_hull_free(shape->hull);
}

static void clear_trajectory(gpointer data)
{
    CompareTrajectory *t = data;
    g_free(t->name);
    if (t->waypoints)
        g_array_unref(t->waypoints);
    if (t->moves)
        g_array_unref(t->moves);
}

static GArray *new_list(guint size, GDestroyNotify clear)
{
    GArray *list = g_array_new(FALSE, TRUE, size);
    g_array_set_clear_func(list, clear);
    return list;
}

CompareScenario *compare_scenario_new(const char *path)
{
    CompareScenario *s = g_new0(CompareScenario, 1);
    s->path = g_strdup(path);
    s->spaces = new_list(sizeof(CompareSpace), clear_space);
    s->shapes = new_list(sizeof(CompareShape), clear_shape);
    s->trajectories = new_list(sizeof(CompareTrajectory), clear_trajectory);
    s->bevel_angle = 90;
    s->part_at_faces = ONION_PART_AT_FACES;
    s->bevels = shift_options_default().bevels;
    s->repeat = 15;
    return s;
}

void compare_scenario_free(CompareScenario *s)
{
    if (!s)
        return;
    g_free(s->name);
    g_free(s->path);
    g_free(s->world_path);
    bsp_world_free(s->world);
    g_array_unref(s->spaces);
    g_array_unref(s->shapes);
    g_array_unref(s->trajectories);
    g_free(s);
}

gint compare_scenario_mover(const CompareTrajectory *t)
{
    return t->space >= 0 ? t->space : ~t->shape;
}

const BspShape *compare_scenario_shape(const CompareScenario *s, const CompareTrajectory *t)
{
    return t->space >= 0 ? &g_array_index(s->spaces, CompareSpace, t->space).shape
                         : &g_array_index(s->shapes, CompareShape, t->shape).shape;
}

const char *compare_scenario_shape_name(const CompareScenario *s, const CompareTrajectory *t)
{
    return t->space >= 0 ? g_array_index(s->spaces, CompareSpace, t->space).name
                         : g_array_index(s->shapes, CompareShape, t->shape).name;
}

/* --- values that several parts read --- */

static gboolean read_text(const BspJsonRef *object, const char *key, char **text, GError **error)
{
    BspJsonRef ref;
    const char *string;
    if (!bsp_json_require(object, key, &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    *text = g_strdup(string);
    return TRUE;
}

static gboolean read_vec(const BspJsonRef *object, const char *key, BspVec *vec, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) && bsp_json_vec(&ref, vec, error);
}

/* A length or height. No shape is larger than the world. */
static gboolean read_length(const BspJsonRef *object, const char *key, double *length,
                            GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) &&
           bsp_json_number(&ref, -BSP_WORLD_HALF, BSP_WORLD_HALF, length, error);
}

static gboolean read_uint(const BspJsonRef *object, const char *key, guint64 min, guint64 max,
                          guint64 *number, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) &&
           bsp_json_uint(&ref, min, max, number, error);
}

/* Appends at least min points to an array of BspVec. */
static gboolean read_points(const BspJsonRef *ref, guint min, GArray *points, GError **error)
{
    guint n;
    if (!bsp_json_array(ref, min, COMPARE_MAX_LIST, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        BspVec point;
        bsp_json_item(ref, i, &item);
        if (!bsp_json_vec(&item, &point, error))
            return FALSE;
        g_array_append_val(points, point);
    }
    return TRUE;
}

/* Exactly one of the keys (ended by NULL) must be there: its index becomes *which. */
static gboolean one_of(const BspJsonRef *object, const char *const *keys, guint *which,
                       BspJsonRef *member, GError **error)
{
    guint found = 0;
    for (guint i = 0; keys[i]; i++) {
        BspJsonRef ref;
        if (bsp_json_member(object, keys[i], &ref)) {
            *which = i;
            *member = ref;
            found++;
        }
    }
    if (found == 1)
        return TRUE;
    g_autofree char *list = g_strjoinv("\", \"", (char **)keys);
    return bsp_json_fail(object, error, BSP_ERROR_VALUE, "exactly one of \"%s\" is wanted, not %u",
                         list, found);
}

/* --- spaces and shapes --- */

static gint find_space(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->spaces->len; i++)
        if (g_strcmp0(g_array_index(s->spaces, CompareSpace, i).name, name) == 0)
            return (gint)i;
    return -1;
}

static gint find_shape(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->shapes->len; i++)
        if (g_strcmp0(g_array_index(s->shapes, CompareShape, i).name, name) == 0)
            return (gint)i;
    return -1;
}

/* The name of a new space or shape. They share one set of names: a row of results names what moved
 * without saying which of the two it is. */
static gboolean read_new_name(const CompareScenario *s, const BspJsonRef *object, char **name,
                              GError **error)
{
    BspJsonRef ref;
    const char *string;
    if (!bsp_json_require(object, "name", &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    gboolean space = find_space(s, string) >= 0;
    if (space || find_shape(s, string) >= 0)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "a %s already has the name \"%s\"",
                             space ? "space" : "shape", string);
    *name = g_strdup(string);
    return TRUE;
}

static gboolean read_space(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "name", "mins", "maxs", NULL };
    g_autofree char *name = NULL;
    BspVec mins, maxs;
    if (!bsp_json_check_object(ref, keys, error) || !read_new_name(s, ref, &name, error) ||
        !read_vec(ref, "mins", &mins, error) || !read_vec(ref, "maxs", &maxs, error))
        return FALSE;
    gboolean point = TRUE;
    for (int i = 0; i < 3; i++) {
        if (mins.v[i] > maxs.v[i])
            return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                                 "mins exceed maxs on the %c axis (%.15g > %.15g)", "xyz"[i],
                                 mins.v[i], maxs.v[i]);
        point = point && mins.v[i] == 0 && maxs.v[i] == 0;
    }
    CompareSpace space = { g_steal_pointer(&name),
                           point ? bsp_shape_point() : bsp_shape_box(mins, maxs) };
    g_array_append_val(s->spaces, space);
    return TRUE;
}

static gboolean read_radius(const BspJsonRef *ref, double *radius, GError **error)
{
    BspJsonRef member;
    if (!bsp_json_require(ref, "radius", &member, error) ||
        !bsp_json_number(&member, -BSP_WORLD_HALF, BSP_WORLD_HALF, radius, error))
        return FALSE;
    return *radius > 0 || bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                                        "the radius must be above 0, not %.15g", *radius);
}

static gboolean read_sphere(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    static const char *const keys[] = { "radius", NULL };
    double radius;
    if (!bsp_json_check_object(ref, keys, error) || !read_radius(ref, &radius, error))
        return FALSE;
    shape->shape = bsp_shape_sphere(radius);
    return TRUE;
}

static gboolean read_upright(const BspJsonRef *ref, double *radius, double *bottom, double *top,
                             GError **error)
{
    static const char *const keys[] = { "radius", "bottom", "top", NULL };
    if (!bsp_json_check_object(ref, keys, error) || !read_radius(ref, radius, error) ||
        !read_length(ref, "bottom", bottom, error) || !read_length(ref, "top", top, error))
        return FALSE;
    return *bottom < *top ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                         "the bottom (%.15g) must be below the top (%.15g)", *bottom, *top);
}

static gboolean read_cylinder(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    double radius, bottom, top;
    if (!read_upright(ref, &radius, &bottom, &top, error))
        return FALSE;
    shape->shape = bsp_shape_cylinder(radius, bottom, top);
    return TRUE;
}

static gboolean read_capsule(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    double radius, bottom, top;
    if (!read_upright(ref, &radius, &bottom, &top, error))
        return FALSE;
    if (top - bottom < 2 * radius)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "a capsule of radius %.15g is at least %.15g high, not %.15g", radius,
                             2 * radius, top - bottom);
    shape->shape = bsp_shape_capsule(radius, bottom, top);
    return TRUE;
}

static gboolean read_hull(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    if (!read_points(ref, 4, points, error))
        return FALSE;
    shape->hull = bsp_hull_new((const BspVec *)(void *)points->data, points->len, error);
    if (!shape->hull) {
        bsp_json_prefix_error(ref, error);
        return FALSE;
    }
    shape->shape = bsp_shape_hull(shape->hull);
    return TRUE;
}

static gboolean read_shape(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "name", "sphere", "cylinder", "capsule", "hull", NULL };
    static gboolean (*const readers[])(const BspJsonRef *, CompareShape *,
                                       GError **) = { read_sphere, read_cylinder, read_capsule,
                                                      read_hull };
    CompareShape shape = { 0 };
    BspJsonRef kind;
    guint which;
    if (!bsp_json_check_object(ref, keys, error) || !read_new_name(s, ref, &shape.name, error) ||
        !one_of(ref, keys + 1, &which, &kind, error) || !readers[which](&kind, &shape, error)) {
        clear_shape(&shape);
        return FALSE;
    }
    g_array_append_val(s->shapes, shape);
    return TRUE;
}

/* --- trajectories --- */

static gboolean read_mover(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                           GError **error)
{
    static const char *const keys[] = { "space", "shape", NULL };
    BspJsonRef mover;
    const char *name;
    guint which;
    if (!one_of(ref, keys, &which, &mover, error) || !bsp_json_string(&mover, &name, error))
        return FALSE;
    t->space = which == 0 ? find_space(s, name) : -1;
    t->shape = which == 1 ? find_shape(s, name) : -1;
    return t->space >= 0 || t->shape >= 0 ||
           bsp_json_fail(&mover, error, BSP_ERROR_VALUE, "there is no %s \"%s\"", keys[which],
                         name);
}

static gboolean read_response(const BspJsonRef *ref, CompareResponse *response, GError **error)
{
    static const char *const names[] = { "stop", "slide", "bounce", NULL };
    BspJsonRef member;
    guint choice = COMPARE_STOP;
    if (bsp_json_member(ref, "response", &member) &&
        !bsp_json_choice(&member, names, &choice, error))
        return FALSE;
    *response = (CompareResponse)choice;
    return TRUE;
}

static gboolean read_waypoints(const CompareScenario *s, const BspJsonRef *ref,
                               CompareTrajectory *t, GError **error)
{
    (void)s;
    t->source = COMPARE_WAYPOINTS;
    t->waypoints = g_array_new(FALSE, FALSE, sizeof(BspVec));
    return read_points(ref, 2, t->waypoints, error);
}

static gboolean read_move(const BspJsonRef *ref, CompareMove *move, GError **error)
{
    BspJsonRef from, to;
    guint n;
    if (!bsp_json_array(ref, 2, 2, &n, error))
        return FALSE;
    bsp_json_item(ref, 0, &from);
    bsp_json_item(ref, 1, &to);
    return bsp_json_vec(&from, &move->from, error) && bsp_json_vec(&to, &move->to, error);
}

static gboolean read_moves(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                           GError **error)
{
    guint n;
    (void)s;
    t->source = COMPARE_RECORDED;
    t->moves = g_array_new(FALSE, FALSE, sizeof(CompareMove));
    if (!bsp_json_array(ref, 1, COMPARE_MAX_LIST, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        CompareMove move;
        bsp_json_item(ref, i, &item);
        if (!read_move(&item, &move, error))
            return FALSE;
        g_array_append_val(t->moves, move);
    }
    return TRUE;
}

static gboolean read_step(const BspJsonRef *random, CompareTrajectory *t, GError **error)
{
    BspJsonRef ref, item;
    guint n;
    if (!bsp_json_require(random, "step", &ref, error) || !bsp_json_array(&ref, 2, 2, &n, error))
        return FALSE;
    bsp_json_item(&ref, 0, &item);
    if (!bsp_json_number(&item, 0, BSP_WORLD_HALF, &t->step_min, error))
        return FALSE;
    bsp_json_item(&ref, 1, &item);
    if (!bsp_json_number(&item, 0, BSP_WORLD_HALF, &t->step_max, error))
        return FALSE;
    return t->step_min <= t->step_max ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                         "the shortest step (%.15g) exceeds the longest (%.15g)", t->step_min,
                         t->step_max);
}

/* "starts", or a point. */
static gboolean read_start(const CompareScenario *s, const BspJsonRef *random, CompareTrajectory *t,
                           GError **error)
{
    static const char *const names[] = { "starts", NULL };
    BspJsonRef ref;
    guint n, choice;
    if (!bsp_json_require(random, "start", &ref, error))
        return FALSE;
    if (bsp_json_array(&ref, 0, G_MAXUINT, &n, NULL))
        return bsp_json_vec(&ref, &t->start_point, error);
    t->start_is_starts = TRUE;
    if (!bsp_json_choice(&ref, names, &choice, error))
        return FALSE;
    return s->world->starts->len > 0 ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "the world %s has no starts", s->world_path);
}

static gboolean read_random(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                            GError **error)
{
    static const char *const keys[] = { "seed", "moves", "step", "start", NULL };
    guint64 moves;
    t->source = COMPARE_RANDOM;
    if (!bsp_json_check_object(ref, keys, error) ||
        !read_uint(ref, "seed", 0, G_MAXUINT64, &t->seed, error) ||
        !read_uint(ref, "moves", 1, COMPARE_MAX_RANDOM, &moves, error) ||
        !read_step(ref, t, error) || !read_start(s, ref, t, error))
        return FALSE;
    t->n_moves = (guint)moves;
    return TRUE;
}

static gboolean read_trajectory_name(const CompareScenario *s, const BspJsonRef *ref, char **name,
                                     GError **error)
{
    BspJsonRef member;
    const char *string;
    if (!bsp_json_require(ref, "name", &member, error) || !bsp_json_string(&member, &string, error))
        return FALSE;
    for (guint i = 0; i < s->trajectories->len; i++)
        if (strcmp(g_array_index(s->trajectories, CompareTrajectory, i).name, string) == 0)
            return bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                                 "a trajectory already has the name \"%s\"", string);
    *name = g_strdup(string);
    return TRUE;
}

static gboolean read_trajectory(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "name",      "space", "shape",  "response",
                                        "waypoints", "moves", "random", NULL };
    static const char *const sources[] = { "waypoints", "moves", "random", NULL };
    static gboolean (*const readers[])(const CompareScenario *, const BspJsonRef *,
                                       CompareTrajectory *,
                                       GError **) = { read_waypoints, read_moves, read_random };
    CompareTrajectory t = { 0 };
    BspJsonRef source;
    guint which;
    if (!bsp_json_check_object(ref, keys, error) || !read_trajectory_name(s, ref, &t.name, error) ||
        !read_mover(s, ref, &t, error) || !read_response(ref, &t.response, error) ||
        !one_of(ref, sources, &which, &source, error) || !readers[which](s, &source, &t, error)) {
        clear_trajectory(&t);
        return FALSE;
    }
    g_array_append_val(s->trajectories, t);
    return TRUE;
}

/* --- the whole --- */

typedef gboolean (*ItemFunc)(CompareScenario *s, const BspJsonRef *ref, GError **error);

/* A list of at least min items; it may be missing when that is 0. */
static gboolean read_list(CompareScenario *s, const BspJsonRef *root, const char *key, guint min,
                          ItemFunc read_item, GError **error)
{
    BspJsonRef ref;
    guint n;
    if (min == 0 && !bsp_json_member(root, key, &ref))
        return TRUE;
    if (!bsp_json_require(root, key, &ref, error) ||
        !bsp_json_array(&ref, min, COMPARE_MAX_LIST, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(&ref, i, &item);
        if (!read_item(s, &item, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_options(CompareScenario *s, const BspJsonRef *root, GError **error)
{
    static const char *const keys[] = { "bevel_angle", "part_at_faces", "repeat", NULL };
    BspJsonRef ref, member;
    guint64 repeat = s->repeat, part_at_faces = s->part_at_faces;
    if (!bsp_json_member(root, "options", &ref))
        return TRUE;
    if (!bsp_json_check_object(&ref, keys, error) ||
        (bsp_json_member(&ref, "bevel_angle", &member) &&
         !bsp_json_number(&member, 0, 180, &s->bevel_angle, error)) ||
        (bsp_json_member(&ref, "part_at_faces", &member) &&
         !bsp_json_uint(&member, 0, G_MAXUINT32, &part_at_faces, error)) ||
        (bsp_json_member(&ref, "repeat", &member) &&
         !bsp_json_uint(&member, 1, COMPARE_MAX_REPEAT, &repeat, error)))
        return FALSE;
    s->part_at_faces = (guint)part_at_faces;
    s->repeat = (guint)repeat;
    return TRUE;
}

/* A world's path is relative to the file that names it. */
static char *resolve(const char *scenario, const char *world)
{
    g_autofree char *directory = g_path_get_dirname(scenario);
    if (g_path_is_absolute(world) || strcmp(directory, ".") == 0)
        return g_strdup(world);
    return g_build_filename(directory, world, NULL);
}

static gboolean read_world_inside(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    s->world_path = g_strdup(s->path);
    s->world_is_inside = TRUE;
    s->world = bsp_world_read_json_value(ref, error);
    return s->world != NULL;
}

/* A file's name, or the world itself. */
static gboolean read_world(CompareScenario *s, const BspJsonRef *root, const char *over,
                           GError **error)
{
    BspJsonRef ref;
    const char *named = NULL;
    if (!bsp_json_require(root, "world", &ref, error))
        return FALSE;
    gboolean inside = bsp_json_is_object(&ref);
    if (!inside && !bsp_json_string(&ref, &named, error))
        return FALSE;
    if (inside && !over)
        return read_world_inside(s, &ref, error);
    if (!over && strpbrk(named, "\r\n")) /* it would break up every message that holds it */
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "a file's name of more than one line");
    s->world_path = over ? g_strdup(over) : resolve(s->path, named);
    GError *failure = NULL;
    s->world = bsp_world_load(s->world_path, &failure);
    if (s->world)
        return TRUE;
    /* A bad world is a fault of its own file; a missing one is also a fault of who named it. */
    if (!over && g_error_matches(failure, BSP_ERROR, BSP_ERROR_IO))
        bsp_json_prefix_error(&ref, &failure);
    g_propagate_error(error, failure);
    return FALSE;
}

/* The world comes last but for the trajectories, which want to know of its starts: what the
 * scenario itself has wrong is then told without reading a level first. */
static gboolean read_scenario(CompareScenario *s, const BspJson *json, const char *over,
                              GError **error)
{
    static const char *const keys[] = { "format", "version",      "name",    "world", "spaces",
                                        "shapes", "trajectories", "options", NULL };
    BspJsonRef root = bsp_json_root(json);
    return bsp_json_check_format(&root, "bsp-scenario", 1, error) &&
           bsp_json_check_object(&root, keys, error) && read_text(&root, "name", &s->name, error) &&
           read_list(s, &root, "spaces", 1, read_space, error) &&
           read_list(s, &root, "shapes", 0, read_shape, error) && read_options(s, &root, error) &&
           read_world(s, &root, over, error) &&
           read_list(s, &root, "trajectories", 1, read_trajectory, error);
}

static CompareScenario *read_document(const char *path, const BspJson *json, const char *over,
                                      GError **error)
{
    g_autoptr(CompareScenario) s = compare_scenario_new(path);
    return read_scenario(s, json, over, error) ? g_steal_pointer(&s) : NULL;
}

CompareScenario *compare_scenario_load_over(const char *path, const char *world, GError **error)
{
    g_autoptr(BspJson) json = bsp_json_load(path, error);
    return json ? read_document(path, json, world, error) : NULL;
}

CompareScenario *compare_scenario_read(const char *path, const char *text, gsize length,
                                       GError **error)
{
    g_autoptr(BspJson) json = bsp_json_parse(path, text, length, error);
    return json ? read_document(path, json, NULL, error) : NULL;
}

CompareScenario *compare_scenario_load(const char *path, GError **error)
{
    return compare_scenario_load_over(path, NULL, error);
}
