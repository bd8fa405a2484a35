/* vary: sets one parameter of a scenario to a value of a sweep. */
#include "run/vary.h"

#include "run/moves.h"
#include "scenario/variant.h"
#include "shift-build.h"
#include "shift-tree.h"

/* --- values --- */

static gboolean too_many(CompareVary vary, const char *text, guint n, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--vary %s: %s is too many: the scenario has %u%s", compare_sweep_vary_name(vary),
                text, n,
                vary == COMPARE_VARY_SPACES
                    ? "; 'bspcompare generate scenario --spaces' makes scenarios of more"
                    : "");
    return FALSE;
}

gboolean compare_vary_apply(CompareScenario *variant, CompareVary vary, const char *text,
                            GError **error)
{
    CompareSweepValue value;
    if (!compare_sweep_value_read(vary, text, &value, error))
        return FALSE;
    guint n_spaces = variant->spaces->len, n_brushes = bsp_solid_n_brushes(variant->world->solid);
    switch (vary) {
    case COMPARE_VARY_BEVEL_ANGLE:
        if (value.none || value.box)
            variant->bevels = value.none ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_BOX;
        else
            variant->bevel_angle = value.number;
        break;
    case COMPARE_VARY_PART_AT_FACES:
        variant->part_at_faces = value.all ? G_MAXUINT : (guint)value.number;
        break;
    case COMPARE_VARY_SIZE:
        return compare_variant_scale(variant, value.number, error);
    case COMPARE_VARY_SPACES:
        if (value.number > n_spaces)
            return too_many(vary, text, n_spaces, error);
        compare_variant_keep_spaces(variant, (guint)value.number);
        break;
    case COMPARE_VARY_BRUSHES:
        if (value.number > n_brushes)
            return too_many(vary, text, n_brushes, error);
        compare_variant_keep_brushes(variant, (guint)value.number);
        break;
    }
    return TRUE;
}

/* --- trajectories --- */

/* name: the shape selected by name; NULL: none was selected by name. */
static gboolean no_move_asked(const CompareSweepPlan *plan, const char *name, GError **error)
{
    const char *fewest = plan->values[compare_sweep_plan_least(plan)];
    if (!name)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--vary spaces: no trajectory moves one of the first %s of the spaces, the "
                    "only ones present at every value",
                    fewest);
    else if (plan->vary == COMPARE_VARY_SPACES)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--asked: no trajectory moves '%s' as one of the first %s of the spaces, the "
                    "only ones present at every value",
                    name, fewest);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--asked: no trajectory moves a space or shape '%s'", name);
    return FALSE;
}

static gboolean is_asked(const CompareSweepPlan *plan, const CompareScenario *s,
                         const CompareTrajectory *t)
{
    const char *const *asked = (const char *const *)plan->asked;
    if (asked && !g_strv_contains(asked, compare_scenario_shape_name(s, t)))
        return FALSE;
    if (plan->vary != COMPARE_VARY_SPACES)
        return TRUE;
    double fewest = g_ascii_strtod(plan->values[compare_sweep_plan_least(plan)], NULL);
    return t->space >= 0 ? t->space < fewest : asked != NULL;
}

static gboolean has_mover(const CompareScenario *s, const char *name)
{
    for (guint i = 0; i < s->trajectories->len; i++)
        if (g_str_equal(compare_scenario_shape_name(
                            s, &g_array_index(s->trajectories, CompareTrajectory, i)),
                        name))
            return TRUE;
    return FALSE;
}

gboolean compare_vary_keep_asked(CompareScenario *base, const CompareSweepPlan *plan,
                                 GError **error)
{
    for (guint i = base->trajectories->len; i-- > 0;)
        if (!is_asked(plan, base, &g_array_index(base->trajectories, CompareTrajectory, i)))
            g_array_remove_index(base->trajectories, i);
    for (guint i = 0; plan->asked && plan->asked[i]; i++)
        if (!has_mover(base, plan->asked[i]))
            return no_move_asked(plan, plan->asked[i], error);
    return base->trajectories->len || no_move_asked(plan, NULL, error);
}

void compare_vary_drop_homeless(const CompareScenario *largest, const GPtrArray *variants,
                                const char *size, GPtrArray *notes)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(largest->world->solid);
    for (guint i = largest->trajectories->len; i-- > 0;) {
        if (compare_can_start(largest, oracle, i))
            continue;
        const char *name = g_array_index(largest->trajectories, CompareTrajectory, i).name;
        g_ptr_array_add(
            notes, g_strdup_printf("size %s: \"%s\" finds no start, so it is left out at all sizes",
                                   size, name));
        for (guint k = 0; k < variants->len; k++) {
            CompareScenario *variant = variants->pdata[k];
            g_array_remove_index(variant->trajectories, i);
        }
    }
}
