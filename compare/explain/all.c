/* all: finds and prints everything that a move would meet if it passed through solids. */
#include "explain/all.h"

#include <math.h>

/* --- finding --- */

static void clear_list(gpointer data)
{
    g_array_unref(((CompareAllTransitions *)data)->transitions);
}

static void add_method(CompareAllHits *all, const CompareExplanation *e, CompareOracle *oracle,
                       guint i)
{
    const CompareMethod *method = e->report->methods->pdata[i];
    const CompareExplained *explained = &g_array_index(e->answers, CompareExplained, i);
    const CompareResolved *move = compare_explained_move(e);
    CompareCall call =
        compare_call(e->scenario, compare_explained_trajectory(e)->mover, move->from, move->to);
    if (!method->klass->transitions || !explained->answer)
        return;
    guint n = method->klass->transitions(method->data, &call, NULL, 0);
    CompareAllTransitions list = { method->klass->name,
                                   g_array_sized_new(FALSE, TRUE, sizeof(BspTransition), n),
                                   { 0 } };
    g_array_set_size(list.transitions, n);
    method->klass->transitions(method->data, &call, (BspTransition *)list.transitions->data, n);
    /* Outside fill makes space solid that is in no brush. */
    gboolean is_exact = explained->claim == COMPARE_EXACT && explained->result->size.filled == 0;
    list.faults = compare_judge_transitions(
        oracle, &call.move, (const BspTransition *)list.transitions->data, n, is_exact);
    g_array_append_val(all->lists, list);
}

CompareAllHits *compare_all_hits_new(const CompareExplanation *e)
{
    const BspSolid *solid = e->scenario->world->solid;
    const CompareResolved *move = compare_explained_move(e);
    const CompareMover *body = compare_explained_body(e);
    const BspMove asked = { move->from, move->to, &body->shape, body->mask, 0 };
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    guint n = bsp_brush_table_trace_all(table, &asked, NULL, 0);
    CompareAllHits *all = g_new0(CompareAllHits, 1);
    all->crossings = g_array_sized_new(FALSE, TRUE, sizeof(BspCrossing), n);
    g_array_set_size(all->crossings, n);
    BspCrossing *crossings = (BspCrossing *)all->crossings->data;
    bsp_brush_table_trace_all(table, &asked, crossings, n);
    all->faults = compare_judge_crossings(oracle, &asked, crossings, n);
    all->lists = g_array_new(FALSE, FALSE, sizeof(CompareAllTransitions));
    g_array_set_clear_func(all->lists, clear_list);
    for (guint i = 0; i < e->report->methods->len; i++)
        add_method(all, e, oracle, i);
    return all;
}

void compare_all_hits_free(CompareAllHits *all)
{
    if (!all)
        return;
    g_array_unref(all->crossings);
    g_array_unref(all->lists);
    g_free(all);
}

gboolean compare_all_hits_are_wrong(const CompareAllHits *all)
{
    guint n = compare_n_list_faults(&all->faults);
    for (guint i = 0; i < all->lists->len; i++)
        n += compare_n_list_faults(&g_array_index(all->lists, CompareAllTransitions, i).faults);
    return n > 0;
}

/* --- printing --- */

static void print_verdict(ComparePage *page, const CompareListFaults *faults)
{
    if (compare_n_list_faults(faults) > 0)
        compare_page_line(page,
                          "         wrong by the oracle: %u are missing or too short, %u do not "
                          "exist or are too long, %u have wrong times, %u are out of order",
                          faults->missing, faults->added, faults->off, faults->disordered);
}

/* Returns the normal as text, without digits that are only rounding. The caller frees the text. */
static char *normal_text(BspVec n)
{
    for (guint k = 0; k < 3; k++)
        n.v[k] = rint(n.v[k] * 1e6) / 1e6 + 0.0;
    return g_strdup_printf("%.6g %.6g %.6g", n.x, n.y, n.z);
}

static void print_crossing(ComparePage *page, const BspCrossing *c)
{
    g_autofree char *contents = bsp_contents_text(c->hit.contents);
    g_autofree char *side =
        c->hit.side < 0 ? g_strdup("no side") : g_strdup_printf("side %d", c->hit.side);
    g_autofree char *leaves =
        c->t_leave > 1 ? g_strdup("ends in it") : g_strdup_printf("leaves at %.6g", c->t_leave);
    g_autofree char *normal = normal_text(c->hit.plane.normal);
    compare_page_line(page,
                      "         brush %u: enters at t = %.6g, %s; %s, normal %s, "
                      "contents %s",
                      c->hit.brush, c->t_enter, leaves, side, normal, contents);
}

static void print_transition(ComparePage *page, const BspTransition *tr)
{
    g_autofree char *normal = normal_text(tr->plane.normal);
    if (tr->type == BSP_SOLID)
        compare_page_line(page, "         S: it stays in solid");
    else
        compare_page_line(page, "         %s at t = %.6g, normal %s",
                          bsp_transition_class_name(tr->type), tr->t, normal);
}

void compare_all_hits_print(const CompareAllHits *all, ComparePage *page)
{
    compare_page_line(page, "brushes  the move meets %u, if it goes through solid",
                      all->crossings->len);
    for (guint i = 0; i < all->crossings->len; i++)
        print_crossing(page, &g_array_index(all->crossings, BspCrossing, i));
    print_verdict(page, &all->faults);
    for (guint i = 0; i < all->lists->len; i++) {
        const CompareAllTransitions *list = &g_array_index(all->lists, CompareAllTransitions, i);
        compare_page_line(page, "%-8s transitions: %u", list->method, list->transitions->len);
        for (guint k = 0; k < list->transitions->len; k++)
            print_transition(page, &g_array_index(list->transitions, BspTransition, k));
        print_verdict(page, &list->faults);
    }
}
