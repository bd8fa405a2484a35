/* read-trajectory: reads the spaces, shapes, trajectories, crowds and edits of a scenario. */
#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "bsp-hull.h"
#include "scenario/reading.h"
#include "text/selection.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

/* --- values --- */

static gboolean read_vec(const BspJsonRef *object, const char *key, BspVec *vec, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) && bsp_json_vec(&ref, vec, error);
}

static gboolean read_count(const BspJsonRef *object, const char *key, guint most, guint *n,
                           GError **error)
{
    BspJsonRef ref;
    guint64 number = 0;
    gboolean ok =
        bsp_json_require(object, key, &ref, error) && bsp_json_uint(&ref, 1, most, &number, error);
    *n = (guint)number;
    return ok;
}

static gboolean read_seed(const BspJsonRef *object, guint64 *seed, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, "seed", &ref, error) &&
           bsp_json_uint(&ref, 0, G_MAXUINT64, seed, error);
}

/* Reads the member "mask" as bsp_json_contents() does, but rejects an empty array, because that
 * would name no contents, while a mask of 0 means every brush. Stores 0 if there is no mask. */
static gboolean read_mask(const BspJsonRef *object, guint32 *mask, GError **error)
{
    BspJsonRef ref;
    guint n;
    *mask = 0;
    if (!bsp_json_member(object, "mask", &ref))
        return TRUE;
    if (bsp_json_array(&ref, 0, G_MAXUINT, &n, NULL) && n == 0)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                             "the list names no contents; write 0 if every brush stops the body");
    return bsp_json_contents(&ref, mask, error);
}

static gboolean read_point(gpointer points, const BspJsonRef *item, GError **error)
{
    BspVec point;
    return bsp_json_vec(item, &point, error) && g_array_append_val((GArray *)points, point);
}

/* Appends the points of a list to an array of BspVec. Fails if there are fewer than `min`. */
static gboolean read_points(const BspJsonRef *ref, guint min, GArray *points, GError **error)
{
    return bsp_json_each(ref, min, COMPARE_MAX_LIST, read_point, points, error);
}

/* Reads a list of at least two points. Stores NULL if there is no such member. */
static gboolean read_places(const BspJsonRef *ref, const char *key, GArray **places, GError **error)
{
    BspJsonRef member;
    if (!bsp_json_member(ref, key, &member))
        return TRUE;
    *places = g_array_new(FALSE, FALSE, sizeof(BspVec));
    return read_points(&member, 2, *places, error);
}

/* Requires that the object has exactly one of the keys. Stores the index of that key in *which, and
 * its value in *member. The list of keys ends with NULL. */
static gboolean read_one_of(const BspJsonRef *object, const char *const *keys, guint *which,
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
    return bsp_json_fail(object, error, BSP_ERROR_VALUE, "must have exactly one of \"%s\", not %u",
                         list, found);
}

/* Checks the keys of an item, and adds it to the items, which are structs that begin with their
 * names. Reads its name, which no earlier item may have. `what` names one of them in a message. The
 * other members are 0. Returns NULL with an error. */
static gpointer add_item(GArray *items, const char *what, const BspJsonRef *ref,
                         const char *const *keys, GError **error)
{
    gsize size = g_array_get_element_size(items);
    BspJsonRef member;
    const char *name;
    if (!bsp_json_check_object(ref, keys, error) ||
        !bsp_json_require(ref, "name", &member, error) || !bsp_json_string(&member, &name, error))
        return NULL;
    for (guint i = 0; i < items->len; i++) {
        if (strcmp(*(char **)(gpointer)(items->data + i * size), name) == 0) {
            bsp_json_fail(&member, error, BSP_ERROR_VALUE, "%s already has the name \"%s\"", what,
                          name);
            return NULL;
        }
    }
    g_array_set_size(items, items->len + 1);
    char **item = (gpointer)(items->data + (items->len - 1) * size);
    *item = g_strdup(name);
    return item;
}

/* --- reads the spaces and shapes of a scenario --- */

/* Reads the name of a new space or shape. Spaces and shapes share one set of names, because a row
 * of results has only the name. */
static gboolean read_new_name(const CompareScenario *s, const BspJsonRef *object, char **name,
                              GError **error)
{
    BspJsonRef ref;
    const char *string;
    gint mover;
    if (!bsp_json_require(object, "name", &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    if (compare_has_mover(s, string, &mover))
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "a %s already has the name \"%s\"",
                             mover >= 0 ? "space" : "shape", string);
    *name = g_strdup(string);
    return TRUE;
}

gboolean compare_read_space(gpointer scenario, const BspJsonRef *ref, GError **error)
{
    CompareScenario *s = scenario;
    static const char *const keys[] = { "name", "mins", "maxs", "mask", NULL };
    g_autofree char *name = NULL;
    BspVec mins, maxs;
    guint32 mask;
    if (!bsp_json_check_object(ref, keys, error) || !read_new_name(s, ref, &name, error) ||
        !read_vec(ref, "mins", &mins, error) || !read_vec(ref, "maxs", &maxs, error) ||
        !read_mask(ref, &mask, error))
        return FALSE;
    for (int i = 0; i < 3; i++)
        if (mins.v[i] > maxs.v[i])
            return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                                 "mins exceed maxs on the %c axis (%.15g > %.15g); exchange them",
                                 "xyz"[i], mins.v[i], maxs.v[i]);
    compare_add_mover(s, (CompareMover){ .name = g_steal_pointer(&name),
                                         .shape = compare_space_shape(mins, maxs),
                                         .mask = mask });
    return TRUE;
}

char *compare_round_wrong(const BspShape *shape)
{
    double radius = shape->radius, bottom = shape->bottom, top = shape->top;
    if (!(radius > 0))
        return g_strdup_printf("the radius must be above 0, not %.15g", radius);
    if (shape->kind != BSP_SHAPE_SPHERE && !(bottom < top))
        return g_strdup_printf("the bottom (%.15g) must be below the top (%.15g)", bottom, top);
    if (shape->kind == BSP_SHAPE_CAPSULE && top - bottom < 2 * radius) {
        g_autofree char *height = compare_number_exact(top - bottom);
        return g_strdup_printf("a capsule of radius %.15g is at least %.15g high, not %s", radius,
                               2 * radius, height);
    }
    return NULL;
}

/* Reads a length or height. It is at most the size of the world. */
static gboolean read_length(const BspJsonRef *object, const char *key, double *length,
                            GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) &&
           bsp_json_number(&ref, -BSP_WORLD_HALF, BSP_WORLD_HALF, length, error);
}

static gboolean check_round(const BspJsonRef *ref, const BspShape *shape, GError **error)
{
    g_autofree char *wrong = compare_round_wrong(shape);
    return !wrong || bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%s", wrong);
}

static gboolean read_radius(const BspJsonRef *ref, double *radius, GError **error)
{
    BspJsonRef member;
    if (!bsp_json_require(ref, "radius", &member, error) ||
        !read_length(ref, "radius", radius, error))
        return FALSE;
    const BspShape sphere = bsp_shape_sphere(*radius);
    return check_round(&member, &sphere, error);
}

static gboolean read_round(const BspJsonRef *ref, BspShapeKind kind, CompareMover *shape,
                           GError **error)
{
    static const char *const keys[] = { "bottom", "top", "radius", NULL };
    const gboolean is_sphere = kind == BSP_SHAPE_SPHERE;
    double numbers[3];
    if (!bsp_json_check_object(ref, is_sphere ? keys + 2 : keys, error) ||
        !read_radius(ref, &numbers[0], error) ||
        (!is_sphere && (!read_length(ref, "bottom", &numbers[1], error) ||
                        !read_length(ref, "top", &numbers[2], error))))
        return FALSE;
    shape->shape = compare_round_shape(kind, numbers);
    return check_round(ref, &shape->shape, error);
}

static gboolean read_hull(const BspJsonRef *ref, CompareMover *shape, GError **error)
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

/* Reads a solid, which is an inline world, or the name of a file. */
static gboolean read_solid(const CompareScenario *s, const BspJsonRef *ref, CompareMover *shape,
                           GError **error)
{
    const char *name = NULL;
    gboolean is_inside = json_object_is_type(ref->value, json_type_object);
    if (!is_inside && !bsp_json_string(ref, &name, error))
        return FALSE;
    g_autofree char *path = is_inside ? NULL : compare_resolve_path(s->path, name);
    BspWorld *world = is_inside ? bsp_world_read_json_value(ref, error)
                                : compare_world_load(path, &(BspWorldOptions){ 0 }, error);
    shape->solid = world ? compare_solid_new(world, error) : NULL;
    shape->hull = shape->solid ? compare_solid_hull(shape->solid, error) : NULL;
    if (!shape->hull &&
        (world || !is_inside)) /* an error in an inline world already has a position */
        bsp_json_prefix_error(ref, error);
    if (!shape->hull)
        return FALSE;
    shape->shape = bsp_shape_hull(shape->hull);
    return TRUE;
}

gboolean compare_read_shape(gpointer scenario, const BspJsonRef *ref, GError **error)
{
    CompareScenario *s = scenario;
    static const char *const keys[] = { "name",    "mask", "sphere", "cylinder",
                                        "capsule", "hull", "solid",  NULL };
    static const BspShapeKind round[] = { BSP_SHAPE_SPHERE, BSP_SHAPE_CYLINDER, BSP_SHAPE_CAPSULE };
    CompareMover shape = { 0 };
    BspJsonRef kind;
    guint which;
    if (!bsp_json_check_object(ref, keys, error) || !read_new_name(s, ref, &shape.name, error) ||
        !read_mask(ref, &shape.mask, error) || !read_one_of(ref, keys + 2, &which, &kind, error) ||
        !(which < 3    ? read_round(&kind, round[which], &shape, error)
          : which == 3 ? read_hull(&kind, &shape, error)
                       : read_solid(s, &kind, &shape, error))) {
        compare_mover_clear(&shape);
        return FALSE;
    }
    compare_add_mover(s, shape);
    return TRUE;
}

/* --- reads recorded moves, the contents that stop them, and their order --- */

/* If the square of a quaternion's length differs from 1 by less than this, the difference comes
 * from rounding. Then the quaternion is not changed, so that moves that are written and read again
 * stay the same, bit for bit. */
#define ROUNDED 1e-12

/* Reads a unit quaternion in the order w x y z. */
static gboolean read_orientation(const BspJsonRef *ref, BspTurn *turn, GError **error)
{
    double *q = turn->orientation;
    if (!bsp_json_numbers(ref, 4, -1, 1, q, error))
        return FALSE;
    const BspTurn still = { { q[0], q[1], q[2], q[3] }, turn->axis, 0, bsp_vec(0, 0, 0) };
    const BspTurn unit = bsp_turn_after(&still, 0);
    if (fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) > ROUNDED)
        memcpy(q, unit.orientation, sizeof unit.orientation);
    return bsp_turn_is_valid(&still) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                         "the quaternion must have length 1, not %.15g",
                         sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
}

static gboolean read_turn(const BspJsonRef *ref, BspTurn *turn, GError **error)
{
    static const char *const keys[] = { "axis", "degrees", "pivot", NULL };
    BspJsonRef degrees, pivot;
    if (!bsp_json_check_object(ref, keys, error) || !read_vec(ref, "axis", &turn->axis, error) ||
        !bsp_json_require(ref, "degrees", &degrees, error) ||
        !bsp_json_number(&degrees, -BSP_TURN_MOST, BSP_TURN_MOST, &turn->degrees, error) ||
        (bsp_json_member(ref, "pivot", &pivot) && !bsp_json_vec(&pivot, &turn->pivot, error)))
        return FALSE;
    const BspTurn about_axis = bsp_turn_of(turn->axis, 1);
    return bsp_turn_is_valid(&about_axis) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the axis must not be zero");
}

/* Reads an object with "from" and "to", which may have a turn. */
static gboolean read_turning(const BspJsonRef *ref, CompareMove *move, BspTurn *turn,
                             GError **error)
{
    static const char *const keys[] = { "from", "to", "turn", "orientation", NULL };
    BspJsonRef member;
    return bsp_json_check_object(ref, keys, error) && read_vec(ref, "from", &move->from, error) &&
           read_vec(ref, "to", &move->to, error) &&
           (!bsp_json_member(ref, "turn", &member) || read_turn(&member, turn, error)) &&
           (!bsp_json_member(ref, "orientation", &member) ||
            read_orientation(&member, turn, error));
}

static gboolean read_ends(const BspJsonRef *ref, CompareMove *move, GError **error)
{
    BspJsonRef from, to;
    guint n;
    if (!bsp_json_array(ref, 2, 2, &n, error))
        return FALSE;
    bsp_json_item(ref, 0, &from);
    bsp_json_item(ref, 1, &to);
    return bsp_json_vec(&from, &move->from, error) && bsp_json_vec(&to, &move->to, error);
}

static gboolean read_move(gpointer trajectory, const BspJsonRef *ref, GError **error)
{
    CompareTrajectory *t = trajectory;
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 1), 0);
    CompareMove move;
    if (json_object_is_type(ref->value, json_type_object) ? !read_turning(ref, &move, &turn, error)
                                                          : !read_ends(ref, &move, error))
        return FALSE;
    compare_trajectory_add(t, move, &turn);
    return TRUE;
}

/* --- order --- */

static gboolean read_place(gpointer data, const BspJsonRef *ref, GError **error)
{
    GArray *order = data;
    guint64 number;
    if (!bsp_json_uint(ref, 0, G_MAXUINT32, &number, error))
        return FALSE;
    guint place = (guint)number;
    if (order->len && place <= g_array_index(order, guint, order->len - 1))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "place %u comes after place %u, but places must ascend", place,
                             g_array_index(order, guint, order->len - 1));
    g_array_append_val(order, place);
    return TRUE;
}

static gboolean read_order(const BspJsonRef *trajectory, CompareTrajectory *t, GError **error)
{
    BspJsonRef ref;
    guint n;
    if (!bsp_json_member(trajectory, "order", &ref))
        return TRUE;
    if (!bsp_json_array(&ref, 0, G_MAXUINT, &n, error))
        return FALSE;
    if (n != t->moves->len)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                             "the list has %u places, but the trajectory has %u moves", n,
                             t->moves->len);
    t->order = g_array_sized_new(FALSE, FALSE, sizeof(guint), n);
    return bsp_json_each(&ref, n, n, read_place, t->order, error);
}

/* Reads the moves from `moves`, and the members "mask" and "order" of the trajectory. */
static gboolean read_recorded(const BspJsonRef *trajectory, const BspJsonRef *moves,
                              CompareTrajectory *t, GError **error)
{
    BspJsonRef mask;
    t->source = COMPARE_RECORDED;
    t->moves = g_array_new(FALSE, FALSE, sizeof(CompareMove));
    t->has_mask = bsp_json_member(trajectory, "mask", &mask);
    return bsp_json_each(moves, 1, COMPARE_MAX_LIST, read_move, t, error) &&
           read_mask(trajectory, &t->mask, error) && read_order(trajectory, t, error);
}

/* Fails because item i of the order of trajectory k is also a place of the trajectory `owner`. */
static gboolean fail_twice(const CompareScenario *s, const BspJsonRef *root, guint owner, guint k,
                           guint i, GError **error)
{
    const CompareTrajectory *first = compare_scenario_trajectory(s, owner);
    guint place = g_array_index(compare_scenario_trajectory(s, k)->order, guint, i), move = 0;
    BspJsonRef list, trajectory, order, item;
    while (g_array_index(first->order, guint, move) != place)
        move++;
    bsp_json_member(root, "trajectories", &list);
    bsp_json_item(&list, k, &trajectory);
    bsp_json_member(&trajectory, "order", &order);
    bsp_json_item(&order, i, &item);
    return bsp_json_fail(&item, error, BSP_ERROR_VALUE,
                         "place %u is also the place of move %u of \"%s\"", place, move,
                         first->name);
}

gboolean compare_check_order(const CompareScenario *s, const BspJsonRef *root, GError **error)
{
    g_autoptr(GHashTable) owners = g_hash_table_new(NULL, NULL); /* place -> trajectory + 1 */
    for (guint k = 0; k < s->trajectories->len; k++) {
        const GArray *order = compare_scenario_trajectory(s, k)->order;
        for (guint i = 0; order && i < order->len; i++) {
            gpointer place = GUINT_TO_POINTER(g_array_index(order, guint, i));
            guint owner = GPOINTER_TO_UINT(g_hash_table_lookup(owners, place));
            if (owner)
                return fail_twice(s, root, owner - 1, k, i, error);
            g_hash_table_insert(owners, place, GUINT_TO_POINTER(k + 1));
        }
    }
    return TRUE;
}

static gboolean read_mover(const CompareScenario *s, const BspJsonRef *ref, gint *number,
                           GError **error)
{
    static const char *const keys[] = { "space", "shape", NULL };
    BspJsonRef mover;
    const char *name;
    guint which;
    if (!read_one_of(ref, keys, &which, &mover, error) || !bsp_json_string(&mover, &name, error))
        return FALSE;
    return (compare_has_mover(s, name, number) && (*number < 0) == (which == 1)) ||
           bsp_json_fail(&mover, error, BSP_ERROR_VALUE, "the scenario has no %s \"%s\"",
                         keys[which], name);
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

/* Units. The limit of a skin, as in the schema. No engine keeps a skin of nearly this size, and
 * with it, coordinates are still exact. */
#define MOST_SKIN 1024

static gboolean read_skin(const BspJsonRef *trajectory, double *skin, GError **error)
{
    BspJsonRef member;
    return !bsp_json_member(trajectory, "skin", &member) ||
           bsp_json_number(&member, 0, MOST_SKIN, skin, error);
}

static gboolean read_range(const BspJsonRef *ref, double most, double *first, double *last,
                           GError **error)
{
    double range[2];
    if (!bsp_json_numbers(ref, 2, 0, most, range, error))
        return FALSE;
    *first = range[0];
    *last = range[1];
    return TRUE;
}

static gboolean read_step(const BspJsonRef *random, CompareTrajectory *t, GError **error)
{
    BspJsonRef ref;
    if (!bsp_json_require(random, "step", &ref, error) ||
        !read_range(&ref, BSP_WORLD_HALF, &t->step_min, &t->step_max, error))
        return FALSE;
    return t->step_min <= t->step_max ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                         "the shortest step (%.15g) exceeds the longest (%.15g)", t->step_min,
                         t->step_max);
}

/* Reads the member "turn", if there is one, and draws the turns. */
static gboolean read_turns(const CompareScenario *s, const BspJsonRef *random, CompareTrajectory *t,
                           GError **error)
{
    BspJsonRef ref;
    if (!bsp_json_member(random, "turn", &ref))
        return TRUE;
    if (!read_range(&ref, BSP_TURN_MOST, &t->turn_min, &t->turn_max, error))
        return FALSE;
    if (t->turn_min > t->turn_max)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                             "the minimum angle (%.15g) exceeds the maximum (%.15g)", t->turn_min,
                             t->turn_max);
    compare_trajectory_draw_turns(t, &compare_mover(s, t->mover)->shape);
    return TRUE;
}

/* Reads the member "start", which is "starts" or a point. */
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
    static const char *const keys[] = { "seed", "moves", "step", "turn", "start", NULL };
    t->source = COMPARE_RANDOM;
    return bsp_json_check_object(ref, keys, error) && read_seed(ref, &t->seed, error) &&
           read_count(ref, "moves", COMPARE_MAX_RANDOM, &t->n_moves, error) &&
           read_step(ref, t, error) && read_start(s, ref, t, error) && read_turns(s, ref, t, error);
}

/* Reads the member that defines the moves: "waypoints", "moves" or "random". */
static gboolean read_source(const CompareScenario *s, const BspJsonRef *ref, CompareTrajectory *t,
                            GError **error)
{
    static const char *const keys[] = { "waypoints", "moves", "random", NULL };
    static const char *const beside_moves[] = { "mask", "order", NULL };
    BspJsonRef source, member;
    guint which;
    if (!read_one_of(ref, keys, &which, &source, error))
        return FALSE;
    if (which == 1)
        return read_recorded(ref, &source, t, error);
    for (guint i = 0; beside_moves[i]; i++)
        if (bsp_json_member(ref, beside_moves[i], &member))
            return bsp_json_fail(
                &member, error, BSP_ERROR_VALUE,
                "only a trajectory with \"moves\" has this member, and this one has \"%s\"",
                keys[which]);
    if (which == 2)
        return read_random(s, &source, t, error);
    t->source = COMPARE_WAYPOINTS;
    return read_places(ref, "waypoints", &t->waypoints, error);
}

/* Checks that a solid stands still, because methods cannot move one. */
static gboolean check_stands(const CompareScenario *s, const BspJsonRef *ref,
                             const CompareTrajectory *t, GError **error)
{
    gboolean stands = t->source == COMPARE_RECORDED ||
                      (t->source == COMPARE_RANDOM && t->step_max == 0 && t->turn_max == 0);
    if (!compare_mover(s, t->mover)->solid)
        return TRUE;
    for (guint i = 0; t->moves && i < t->moves->len; i++) {
        const CompareMove *move = &g_array_index(t->moves, CompareMove, i);
        const BspTurn *turn = compare_trajectory_turn(t, i);
        BspVec way = bsp_vec_sub(move->to, move->from);
        stands = stands && bsp_vec_dot(way, way) == 0 && (!turn || turn->degrees == 0);
    }
    return stands || bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                                   "a solid must stand still; give moves from a point to the same "
                                   "point, or random moves with a \"step\" of [0, 0]");
}

gboolean compare_read_trajectory(gpointer scenario, const BspJsonRef *ref, GError **error)
{
    CompareScenario *s = scenario;
    static const char *const keys[] = { "name", "space", "shape",     "response",
                                        "skin", "exact", "waypoints", "moves",
                                        "mask", "order", "random",    NULL };
    BspJsonRef exact;
    CompareTrajectory *t = add_item(s->trajectories, "a trajectory", ref, keys, error);
    return t && read_mover(s, ref, &t->mover, error) && read_response(ref, &t->response, error) &&
           read_skin(ref, &t->skin, error) &&
           (!bsp_json_member(ref, "exact", &exact) ||
            bsp_json_boolean(&exact, &t->is_exact, error)) &&
           read_source(s, ref, t, error) && check_stands(s, ref, t, error);
}

/* --- crowds --- */

/* Checks that the mover of a crowd is neither a point nor a solid, because a crowd walks upright on
 * floors. */
static gboolean check_walks(const CompareScenario *s, const BspJsonRef *ref, gint number,
                            GError **error)
{
    const CompareMover *mover = compare_mover(s, number);
    return (!mover->solid && mover->shape.kind != BSP_SHAPE_POINT) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                         "a %s cannot walk, so it cannot be in a crowd",
                         mover->solid ? "solid" : "point");
}

gboolean compare_read_crowd(gpointer scenario, const BspJsonRef *ref, GError **error)
{
    CompareScenario *s = scenario;
    static const char *const keys[] = { "name", "space", "shape", "bodies", "steps",
                                        "seed", "skin",  "goals", NULL };
    CompareCrowd *crowd = add_item(s->crowds, "a crowd", ref, keys, error);
    return crowd && read_mover(s, ref, &crowd->mover, error) &&
           check_walks(s, ref, crowd->mover, error) &&
           read_count(ref, "bodies", COMPARE_MAX_BODIES, &crowd->n_bodies, error) &&
           read_count(ref, "steps", COMPARE_MAX_STEPS, &crowd->n_steps, error) &&
           read_seed(ref, &crowd->seed, error) && read_skin(ref, &crowd->skin, error) &&
           read_places(ref, "goals", &crowd->goals, error);
}

/* --- agents --- */

/* Reads the space of agents, which must be a box, because navigation graphs are for boxes. */
static gboolean read_box(const CompareScenario *s, const BspJsonRef *ref, gint *number,
                         GError **error)
{
    if (!read_mover(s, ref, number, error))
        return FALSE;
    const BspBounds *box = &compare_mover(s, *number)->shape.bounds;
    for (guint i = 0; i < 3; i++)
        if (*number < 0 || box->mins.v[i] >= box->maxs.v[i])
            return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                                 "agents need a space whose box has a volume");
    return TRUE;
}

/* Reads the pairs, which are given by their number, or as a list of places. */
static gboolean read_pairs(const BspJsonRef *ref, CompareAgents *agents, GError **error)
{
    static const char *const keys[] = { "pairs", "places", NULL };
    BspJsonRef member;
    guint which;
    if (!read_one_of(ref, keys, &which, &member, error))
        return FALSE;
    if (which == 0)
        return read_count(ref, "pairs", COMPARE_MAX_PAIRS, &agents->n_pairs, error);
    if (!read_places(ref, "places", &agents->places, error))
        return FALSE;
    agents->n_pairs = agents->places->len / 2;
    return (agents->places->len % 2 == 0 && agents->n_pairs <= COMPARE_MAX_PAIRS) ||
           bsp_json_fail(
               &member, error, BSP_ERROR_VALUE,
               "the list has %u places; give two places for each pair, and at most %d pairs",
               agents->places->len, COMPARE_MAX_PAIRS);
}

gboolean compare_read_agents(gpointer scenario, const BspJsonRef *ref, GError **error)
{
    CompareScenario *s = scenario;
    static const char *const keys[] = { "name", "space", "pairs", "places", "seed", "skin", NULL };
    CompareAgents *agents = add_item(s->agents, "another item", ref, keys, error);
    return agents && read_box(s, ref, &agents->mover, error) && read_pairs(ref, agents, error) &&
           read_seed(ref, &agents->seed, error) && read_skin(ref, &agents->skin, error);
}

/* --- edits --- */

static void clear_edit(gpointer data)
{
    bsp_brush_free(((CompareEdit *)data)->add);
}

/* The edits that have been read, and the brushes after these edits, by number. */
typedef struct {
    GArray *edits;
    GPtrArray *brushes;
} EditReading;

static gboolean read_edit(gpointer data, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "add", "remove", NULL };
    EditReading *reading = data;
    BspJsonRef member;
    guint which;
    guint64 number = 0;
    CompareEdit edit = { 0 };
    if (!bsp_json_check_object(ref, keys, error) ||
        !read_one_of(ref, keys, &which, &member, error) ||
        (which == 0 ? !(edit.add = bsp_json_brush(&member, error))
                    : !bsp_json_uint(&member, 0, G_MAXUINT32, &number, error)))
        return FALSE;
    edit.remove = (guint32)number;
    g_array_append_val(reading->edits, edit);
    return compare_edit_apply(&edit, reading->brushes) ||
           bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                         "no brush has the number %u after the previous edits", edit.remove);
}

gboolean compare_read_edits(CompareScenario *s, const BspJsonRef *root, GError **error)
{
    static const char *const keys[] = { "count", "seed", NULL };
    BspJsonRef ref;
    if (!bsp_json_member(root, "edits", &ref))
        return TRUE;
    if (!bsp_json_array(&ref, 0, G_MAXUINT, &s->edits.n, NULL))
        return bsp_json_check_object(&ref, keys, error) &&
               read_count(&ref, "count", COMPARE_MAX_EDITS, &s->edits.n, error) &&
               read_seed(&ref, &s->edits.seed, error);
    g_autoptr(GPtrArray) brushes = compare_world_brushes(s->world, NULL);
    s->edits.written = g_array_new(FALSE, FALSE, sizeof(CompareEdit));
    g_array_set_clear_func(s->edits.written, clear_edit);
    return bsp_json_each(&ref, 1, COMPARE_MAX_EDITS, read_edit,
                         &(EditReading){ s->edits.written, brushes }, error);
}
