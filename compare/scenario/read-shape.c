/* read-shape: reads the spaces and shapes of a scenario. */
#include "bsp-hull.h"
#include "scenario/read.h"
#include "text/number.h"

gint compare_find_space(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->spaces->len; i++)
        if (g_strcmp0(g_array_index(s->spaces, CompareSpace, i).name, name) == 0)
            return (gint)i;
    return -1;
}

gint compare_find_shape(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->shapes->len; i++)
        if (g_strcmp0(g_array_index(s->shapes, CompareShape, i).name, name) == 0)
            return (gint)i;
    return -1;
}

/* Reads the name of a new space or shape. Both share one set of names, because a row of results
 * gives only the name. */
static gboolean read_new_name(const CompareScenario *s, const BspJsonRef *object, char **name,
                              GError **error)
{
    BspJsonRef ref;
    const char *string;
    if (!bsp_json_require(object, "name", &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    gboolean space = compare_find_space(s, string) >= 0;
    if (space || compare_find_shape(s, string) >= 0)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "a %s already has the name \"%s\"",
                             space ? "space" : "shape", string);
    *name = g_strdup(string);
    return TRUE;
}

gboolean compare_read_space(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "name", "mins", "maxs", "mask", NULL };
    g_autofree char *name = NULL;
    BspVec mins, maxs;
    guint32 mask;
    if (!bsp_json_check_object(ref, keys, error) || !read_new_name(s, ref, &name, error) ||
        !compare_read_vec(ref, "mins", &mins, error) ||
        !compare_read_vec(ref, "maxs", &maxs, error) || !compare_read_mask(ref, &mask, error))
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
                           point ? bsp_shape_point() : bsp_shape_box(mins, maxs), mask };
    g_array_append_val(s->spaces, space);
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

static gboolean check_round(const BspJsonRef *ref, const BspShape *shape, GError **error)
{
    g_autofree char *wrong = compare_round_wrong(shape);
    return !wrong || bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%s", wrong);
}

static gboolean read_radius(const BspJsonRef *ref, double *radius, GError **error)
{
    BspJsonRef member;
    if (!bsp_json_require(ref, "radius", &member, error) ||
        !bsp_json_number(&member, -BSP_WORLD_HALF, BSP_WORLD_HALF, radius, error))
        return FALSE;
    const BspShape sphere = bsp_shape_sphere(*radius);
    return check_round(&member, &sphere, error);
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
    return bsp_json_check_object(ref, keys, error) && read_radius(ref, radius, error) &&
           compare_read_length(ref, "bottom", bottom, error) &&
           compare_read_length(ref, "top", top, error);
}

static gboolean read_cylinder(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    double radius, bottom, top;
    if (!read_upright(ref, &radius, &bottom, &top, error))
        return FALSE;
    shape->shape = bsp_shape_cylinder(radius, bottom, top);
    return check_round(ref, &shape->shape, error);
}

static gboolean read_capsule(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    double radius, bottom, top;
    if (!read_upright(ref, &radius, &bottom, &top, error))
        return FALSE;
    shape->shape = bsp_shape_capsule(radius, bottom, top);
    return check_round(ref, &shape->shape, error);
}

static gboolean read_hull(const BspJsonRef *ref, CompareShape *shape, GError **error)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    if (!compare_read_points(ref, 4, points, error))
        return FALSE;
    shape->hull = bsp_hull_new((const BspVec *)(void *)points->data, points->len, error);
    if (!shape->hull) {
        bsp_json_prefix_error(ref, error);
        return FALSE;
    }
    shape->shape = bsp_shape_hull(shape->hull);
    return TRUE;
}

gboolean compare_read_shape(CompareScenario *s, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "name",    "mask", "sphere", "cylinder",
                                        "capsule", "hull", NULL };
    static gboolean (*const readers[])(const BspJsonRef *, CompareShape *,
                                       GError **) = { read_sphere, read_cylinder, read_capsule,
                                                      read_hull };
    CompareShape shape = { 0 };
    BspJsonRef kind;
    guint which;
    if (!bsp_json_check_object(ref, keys, error) || !read_new_name(s, ref, &shape.name, error) ||
        !compare_read_mask(ref, &shape.mask, error) ||
        !compare_read_one_of(ref, keys + 2, &which, &kind, error) ||
        !readers[which](&kind, &shape, error)) {
        compare_shape_clear(&shape);
        return FALSE;
    }
    g_array_append_val(s->shapes, shape);
    return TRUE;
}
