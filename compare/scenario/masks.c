/* masks: gives recorded moves the contents that stopped them in their engine. */
#include "scenario/masks.h"

#include "bsp-hull.h"
#include "scenario/read.h"

gboolean compare_scenario_has_masks(const CompareScenario *s)
{
    for (guint i = 0; i < s->spaces->len; i++)
        if (g_array_index(s->spaces, CompareSpace, i).mask)
            return TRUE;
    for (guint i = 0; i < s->shapes->len; i++)
        if (g_array_index(s->shapes, CompareShape, i).mask)
            return TRUE;
    return FALSE;
}

guint32 compare_scenario_mover_mask(const CompareScenario *s, gint mover)
{
    return mover >= 0 ? g_array_index(s->spaces, CompareSpace, mover).mask
                      : g_array_index(s->shapes, CompareShape, ~mover).mask;
}

guint32 compare_scenario_mask(const CompareScenario *s, const CompareTrajectory *t)
{
    return compare_scenario_mover_mask(s, compare_scenario_mover(t));
}

/* --- from trajectories' masks to those of spaces and shapes --- */

static char *new_name(const CompareScenario *s, const char *name, guint32 mask)
{
    char *under = g_strdup_printf("%s under %x", name, mask);
    while (compare_find_space(s, under) >= 0 || compare_find_shape(s, under) >= 0) {
        char *next = g_strconcat(under, "'", NULL);
        g_free(under);
        under = next;
    }
    return under;
}

/* The index of the space of that mask made from space `of`, or of `of` itself if its mask is equal.
 * Makes the space if needed. `made` lists the original of each made space. */
static gint space_under(CompareScenario *s, GArray *made, gint of, guint32 mask)
{
    for (guint i = 0; i < s->spaces->len; i++)
        if (g_array_index(made, gint, i) == of &&
            g_array_index(s->spaces, CompareSpace, i).mask == mask)
            return (gint)i;
    CompareSpace space = g_array_index(s->spaces, CompareSpace, of);
    space.name = new_name(s, space.name, mask);
    space.mask = mask;
    g_array_append_val(s->spaces, space);
    g_array_append_val(made, of);
    return (gint)s->spaces->len - 1;
}

static gint shape_under(CompareScenario *s, GArray *made, gint of, guint32 mask)
{
    for (guint i = 0; i < s->shapes->len; i++)
        if (g_array_index(made, gint, i) == of &&
            g_array_index(s->shapes, CompareShape, i).mask == mask)
            return (gint)i;
    CompareShape shape = g_array_index(s->shapes, CompareShape, of);
    shape.name = new_name(s, shape.name, mask);
    shape.mask = mask;
    if (shape.hull) {
        shape.hull = bsp_hull_new(shape.hull->vertices, shape.hull->n_vertices, NULL);
        shape.shape = bsp_shape_hull(shape.hull);
    }
    g_array_append_val(s->shapes, shape);
    g_array_append_val(made, of);
    return (gint)s->shapes->len - 1;
}

/* Removes the items that no trajectory moves, from the last on, and renumbers the others. */
static void drop_unused(CompareScenario *s, GArray *list, gsize offset)
{
    for (guint i = list->len; i-- > 0;) {
        gboolean used = FALSE;
        for (guint k = 0; k < s->trajectories->len; k++)
            used |= G_STRUCT_MEMBER(gint, &g_array_index(s->trajectories, CompareTrajectory, k),
                                    offset) == (gint)i;
        if (used)
            continue;
        g_array_remove_index(list, i);
        for (guint k = 0; k < s->trajectories->len; k++) {
            gint *at = &G_STRUCT_MEMBER(gint, &g_array_index(s->trajectories, CompareTrajectory, k),
                                        offset);
            *at -= *at > (gint)i ? 1 : 0;
        }
    }
}

static GArray *own_numbers(guint n)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint));
    for (gint i = 0; i < (gint)n; i++)
        g_array_append_val(numbers, i);
    return numbers;
}

void compare_scenario_split_by_masks(CompareScenario *s)
{
    g_autoptr(GArray) spaces = own_numbers(s->spaces->len);
    g_autoptr(GArray) shapes = own_numbers(s->shapes->len);
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        if (!t->has_mask)
            continue;
        if (t->space >= 0)
            t->space = space_under(s, spaces, t->space, t->mask);
        else
            t->shape = shape_under(s, shapes, t->shape, t->mask);
    }
    drop_unused(s, s->spaces, G_STRUCT_OFFSET(CompareTrajectory, space));
    drop_unused(s, s->shapes, G_STRUCT_OFFSET(CompareTrajectory, shape));
}
