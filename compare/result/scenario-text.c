/* scenario-text: writes a scenario as the text of its file, either with its resolved moves as
 * recorded moves, or with one move that shows an error. */
#include "result/scenario-text.h"

#include "bsp-error.h"
#include "scenario/write.h"

/* --- all moves, recorded --- */

static gboolean check_lengths(const CompareScenario *s, const GArray *moves, GError **error)
{
    g_autofree guint *n = g_new0(guint, MAX(s->trajectories->len, 1));
    for (guint i = 0; i < moves->len; i++) {
        guint k = g_array_index(moves, CompareResolved, i).trajectory;
        if (++n[k] <= COMPARE_MAX_LIST)
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: /trajectories/%u: this trajectory has more than %d moves, which is the "
                    "limit for a recorded trajectory",
                    s->path, k, COMPARE_MAX_LIST);
        return FALSE;
    }
    return TRUE;
}

/* Makes a recorded trajectory without moves that asks what `t` asks, of this mover. */
static CompareTrajectory recorded_like(const CompareTrajectory *t, gint mover)
{
    CompareTrajectory recorded = compare_trajectory_recorded(g_strdup(t->name), mover);
    recorded.has_mask = t->has_mask;
    recorded.mask = t->mask;
    recorded.skin = t->skin;
    recorded.is_exact = t->is_exact;
    return recorded;
}

static void forget_moves(CompareTrajectory *t, gint mover)
{
    CompareTrajectory recorded = recorded_like(t, mover == COMPARE_OWN_MOVER ? t->mover : mover);
    recorded.order = t->order ? g_array_ref(t->order) : NULL;
    compare_trajectory_clear(t);
    *t = recorded;
}

char *compare_recorded_text(const CompareScenario *s, const GArray *moves, gint mover,
                            const char *world, GError **error)
{
    if (!check_lengths(s, moves, error))
        return NULL;
    g_autoptr(CompareScenario) recorded = compare_variant_new(s);
    for (guint i = 0; i < s->trajectories->len; i++)
        forget_moves(compare_scenario_trajectory(recorded, i), mover);
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        compare_trajectory_add(compare_scenario_trajectory(recorded, move->trajectory),
                               (CompareMove){ move->from, move->to },
                               compare_resolved_turn(s, move));
    }
    for (guint i = s->trajectories->len; i-- > 0;)
        if (compare_scenario_trajectory(recorded, i)->moves->len == 0)
            g_array_remove_index(recorded->trajectories, i);
    return compare_scenario_write(recorded, world, s->world_is_inside ? s->world : NULL);
}

/* --- one move --- */

/* Keeps only the shape with this index, or no shape if the index is below 0. */
static void keep_shape(CompareScenario *s, gint shape)
{
    for (guint i = s->shapes->len; i-- > 0;)
        if ((gint)i != shape)
            g_array_remove_index(s->shapes, i);
}

CompareScenario *compare_reproducer(const CompareReport *report, guint index)
{
    const CompareScenario *s = report->scenario;
    const CompareResolved *move = compare_report_move(report, index);
    const CompareTrajectory *t = compare_report_trajectory(report, move);
    CompareScenario *one = compare_variant_new(s);
    g_free(one->name);
    one->name = g_strdup_printf("%s: %s, move %u", s->name, t->name, move->number);
    keep_shape(one, ~t->mover);

    CompareTrajectory moved = recorded_like(t, t->mover < 0 ? ~0 : t->mover);
    compare_trajectory_add(&moved, (CompareMove){ move->from, move->to },
                           compare_resolved_turn(s, move));
    g_array_set_size(one->trajectories, 0);
    g_array_append_val(one->trajectories, moved);
    return one;
}
