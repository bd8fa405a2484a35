/* explanation: explains one move by the true answer, each method's answer, and the reasons. */
#include "explain/explanation.h"

#include "oracle/turn.h"
#include "run/judge.h"
#include "tools/bsp-inspect.h"

/* --- a picture of the stop --- */

/* Returns a number from 0 to 1. If it is 1, a slice perpendicular to the axis does not show the
 * angle between the two faces at the edge. */
static double hides_edge(const CompareStop *stop, guint axis)
{
    BspVec along = bsp_vec_sub(stop->corner[1], stop->corner[0]);
    return 1 - fabs(along.v[axis]) / bsp_vec_length(along);
}

/* Returns a number that is larger if a slice perpendicular to the axis shows less of the move and
 * of the surface that is hit, or of the way out of solid. */
static double hides_move(const CompareExplanation *e, guint axis)
{
    const CompareResolved *move = compare_explained_move(e);
    double hidden = fabs(move->truth.normal.v[axis]);
    BspVec out = bsp_vec_sub(e->way.to, move->from);
    if (e->has_way && bsp_vec_length(out) > 0)
        return fabs(out.v[axis]) / bsp_vec_length(out);
    if (e->length > 0)
        hidden += fabs(move->to.v[axis] - move->from.v[axis]) / e->length;
    for (guint i = 0; i < e->answers->len; i++) {
        const CompareExplained *explained = &g_array_index(e->answers, CompareExplained, i);
        const CompareStop *stop = &explained->stop;
        if (explained->has_stop && stop->gap > 0)
            return stop->near == COMPARE_NEAR_EDGE ? hides_edge(stop, axis)
                                                   : fabs(stop->away.v[axis]);
    }
    return hidden;
}

static guint best_axis(const CompareExplanation *e)
{
    guint best = 2;
    for (guint axis = 0; axis < 2; axis++)
        if (hides_move(e, axis) < hides_move(e, best) - 1e-9)
            best = axis;
    return best;
}

/* Units. An end of the move is shown only if it is at most this far from the stop, because
 * otherwise the stop would be too small to see. */
#define FAR 256.0

/* Units. The minimum of half the longer side of the shown region. With it, the region is at least
 * as wide as a player. The margin around the region is half as wide as this. */
#define LEAST_HALF 16.0

static void include_shape(BspBounds *region, const BspShape *shape, BspVec at)
{
    bsp_bounds_add_point(region, bsp_vec_add(at, shape->bounds.mins));
    bsp_bounds_add_point(region, bsp_vec_add(at, shape->bounds.maxs));
}

/* Returns the box around the shape at the first stop. The box includes the true stop, the ends of
 * the move and the end of the way out, if they are near. It is extended until it meets the level,
 * because a picture without any part of the level is rejected. */
static BspBounds find_region(const CompareExplanation *e, BspVec first_stop)
{
    const CompareResolved *move = compare_explained_move(e);
    const BspShape *shape = &compare_explained_body(e)->shape;
    const BspBounds *level = bsp_solid_bounds(e->scenario->world->solid);
    const BspVec places[] = { move->from, compare_explained_stop(e), move->to,
                              e->has_way ? e->way.to : move->from };
    BspBounds region = bsp_bounds_empty();
    BspVec nearest = first_stop;
    include_shape(&region, shape, first_stop);
    for (guint i = 0; i < G_N_ELEMENTS(places); i++)
        if (bsp_vec_length(bsp_vec_sub(places[i], first_stop)) <= FAR)
            include_shape(&region, shape, places[i]);
    for (guint i = 0; i < 3; i++)
        nearest.v[i] = CLAMP(nearest.v[i], level->mins.v[i], level->maxs.v[i]);
    bsp_bounds_add_point(&region, nearest);
    return region;
}

/* Sets the drawing's region. The margins along the short side are as wide as along the long side,
 * so that the picture is not a narrow strip. */
static void set_region(const CompareExplanation *e, CompareDrawing *drawing, BspVec first_stop)
{
    const guint axes[2] = { drawing->axis == 0 ? 1 : 0, drawing->axis == 2 ? 1 : 2 };
    BspBounds box = find_region(e, first_stop);
    BspVec half = bsp_vec_scale(bsp_vec_sub(box.maxs, box.mins), 0.5);
    double larger = fmax(LEAST_HALF, fmax(half.v[axes[0]], half.v[axes[1]]));
    for (guint i = 0; i < 2; i++) {
        double middle = box.mins.v[axes[i]] + half.v[axes[i]];
        double reach = half.v[axes[i]] + larger / 2;
        drawing->region[i] = middle - reach;
        drawing->region[2 + i] = middle + reach;
    }
    drawing->has_region = TRUE;
}

CompareDrawing compare_explanation_drawing(const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    double t = move->truth.t; /* the time of the first stop, by the oracle or by a method */
    const CompareMethod *early = NULL; /* the first method that stops early; its tree is drawn */
    for (guint i = 0; i < e->answers->len; i++) {
        const CompareExplained *explained = &g_array_index(e->answers, CompareExplained, i);
        if (explained->answer)
            t = MIN(t, explained->answer->t);
        if (explained->has_stop && !early)
            early = e->report->methods->pdata[i];
    }
    BspVec stop = bsp_vec_lerp(move->from, move->to, t);
    guint axis = best_axis(e);
    CompareDrawing drawing = {
        .kind = COMPARE_DRAW_SLICE,
        .scenario = e->scenario,
        .report = e->report,
        .method = early,
        .has_mover = TRUE,
        .mover = compare_explained_trajectory(e)->mover,
        .axis = axis,
        .at = stop.v[axis],
        .one_move = TRUE,
        .trajectory = move->trajectory,
        .number = move->number,
        .has_brush = move->truth.inside || move->truth.brush != COMPARE_NO_BRUSH,
        .brush = move->truth.inside ? e->depth_brush : move->truth.brush,
        .is_stuck = move->truth.inside,
        .way_out = e->has_way ? &e->way.to : NULL,
    };
    set_region(e, &drawing, stop);
    return drawing;
}

gint compare_explained_side(const CompareExplanation *e, guint32 *tag)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    const BspBrush *brush = bsp_solid_brush(e->scenario->world->solid, truth->brush);
    const BspCell *cell = bsp_brush_cell(brush);
    *tag = 0;
    for (guint i = 0; i < cell->n_faces; i++) {
        guint side = bsp_brush_side_of_face(brush, i);
        if (!bsp_same_normal(cell->faces[i].plane.normal, truth->normal))
            continue;
        *tag = bsp_brush_tag(brush, side);
        return (gint)side;
    }
    return -1;
}

/* Units. A cell explains the method's stop only if it stops the object within this distance of that
 * stop. Both are computed from the same planes, so they differ only by rounding. */
#define SAME_PLACE 1e-6

/* Units. If the bracket is wider than this, the explanation uses a sharper oracle. Usually a
 * bracket is about 2 * BSP_BRACKET wide. */
#define WIDE 1.0

/* Finds the cell that makes a shift method stop early. */
static void find_stop(const CompareExplanation *e, const CompareMethod *method,
                      CompareExplained *explained)
{
    const CompareResolved *move = compare_explained_move(e);
    gint mover = compare_explained_trajectory(e)->mover;
    CompareTreeView view;
    if (!method->klass->view || !method->klass->view(method->data, mover, &view) || !view.shift)
        return;
    explained->has_stop =
        compare_stop_find(&explained->stop, &view, e->scenario->world->solid,
                          &compare_explained_body(e)->shape, move->from, move->to) &&
        fabs(explained->stop.t - explained->answer->t) * e->length <= SAME_PLACE;
    if (!explained->has_stop)
        compare_stop_clear(&explained->stop);
}

static BspMove asked_move_of(const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    const CompareMover *body = compare_explained_body(e);
    return (BspMove){ move->from, move->to, &body->shape, body->mask, 0 };
}

/* Adds the answer of method i. `table` is the brush table of the world's solid. */
static void add_answer(CompareExplanation *e, const BspBrushTable *table, guint i)
{
    const CompareMethod *method = e->report->methods->pdata[i];
    const BspMove asked = asked_move_of(e);
    CompareExplained explained = { .result = e->report->results->pdata[i] };
    explained.claim =
        compare_method_claim(method->klass, e->scenario, compare_explained_trajectory(e));
    explained.answer = compare_result_find(explained.result, 0);
    if (explained.answer) {
        BspTrace trace = { .tr = explained.answer->transition };
        if (!e->turn)
            explained.is_named = bsp_brush_table_hit(table, &asked, &trace);
        else if (method->klass->trace)
            explained.is_named = bsp_brush_table_trace_turning(table, &asked, e->turn, &trace);
        explained.hit = trace.hit;
        if (!e->turn && explained.answer->off < 0)
            find_stop(e, method, &explained);
    }
    g_array_append_val(e->answers, explained);
}

static void clear_explained(gpointer data)
{
    compare_stop_clear(&((CompareExplained *)data)->stop);
}

/* Returns the depth of the start of a move that turns. Stores in *brush the brush in which it
 * starts. */
static double turned_depth(const BspSolid *solid, const CompareResolved *move, const BspTurn *turn,
                           const BspShape *shape, guint *brush)
{
    const CompareTurning turning = { move->from, move->to, turn, shape, 0, 0 };
    *brush = move->truth.brush;
    return -compare_turn_distance(bsp_solid_brush(solid, *brush), &turning, 0, NULL);
}

/* Asks the oracle about the move. Returns the move with the oracle's answer. */
static CompareResolved find_truth(CompareExplanation *e, const CompareResolved *asked,
                                  const CompareTrajectory *tr)
{
    CompareResolved move = *asked;
    const BspSolid *solid = e->scenario->world->solid;
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    compare_resolve_move(e->scenario, oracle, &move);
    e->turn = compare_resolved_turn(e->scenario, &move);
    e->length = compare_move_length(&move);
    if (!e->turn)
        e->depth = compare_oracle_depth(oracle, &compare_mover(e->scenario, tr->mover)->shape,
                                        compare_mover(e->scenario, tr->mover)->mask, move.from,
                                        &e->depth_brush);
    else if (move.truth.inside)
        e->depth = turned_depth(solid, &move, e->turn,
                                &compare_mover(e->scenario, tr->mover)->shape, &e->depth_brush);
    e->is_undecided =
        compare_is_undecided(&move) || (move.truth.t_hi - move.truth.t_lo) * e->length > WIDE;
    if (e->is_undecided) {
        g_autoptr(CompareOracle) sharp = compare_oracle_new_sharp(solid, COMPARE_SHARP_BRACKET);
        CompareResolved sharper = move;
        compare_resolve_move(e->scenario, sharp, &sharper);
        e->sharp = sharper.truth;
    }
    return move;
}

/* If the start is in solid, finds the brushes that contain it and the way out. */
static void find_way_out(CompareExplanation *e, const BspBrushTable *table)
{
    const CompareResolved *move = compare_explained_move(e);
    const BspShape *shape = &compare_explained_body(e)->shape;
    guint32 mask = compare_explained_body(e)->mask;
    if (!move->truth.inside || e->turn)
        return;
    e->n_in = bsp_brush_table_inside(table, shape, mask, move->from, e->in, COMPARE_EXPLAINED_IN);
    const BspStuck stuck = {
        .shape = shape, .mask = mask, .at = move->from, .reach = 2 * BSP_WORLD_HALF
    };
    e->has_way = bsp_brush_table_way_out(table, &stuck, &e->way);
}

CompareExplanation *compare_explain(const CompareScenario *scenario, const BspWorld *world,
                                    const CompareResolved *asked_move, const CompareAsked *asked,
                                    const CompareStage *stage, GError **error)
{
    g_autoptr(CompareExplanation) e = g_new0(CompareExplanation, 1);
    const CompareTrajectory *tr = compare_scenario_trajectory(scenario, asked_move->trajectory);
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    e->scenario = scenario;
    e->world = world;
    CompareResolved move = find_truth(e, asked_move, tr);
    g_array_append_val(moves, move);
    e->report = compare_report_of(scenario, moves);
    e->answers = g_array_new(FALSE, TRUE, sizeof(CompareExplained));
    g_array_set_clear_func(e->answers, clear_explained);
    if (!compare_report_add(e->report, scenario, asked, stage, error))
        return NULL;
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(scenario->world->solid, 0);
    find_way_out(e, table);
    if (e->turn && compare_explained_hits(e)) { /* where the body touches brushes when it stops */
        const BspMove whole = asked_move_of(e);
        e->n_contacts = bsp_brush_table_contacts(table, &whole, e->turn, move.truth.t, BSP_BRACKET,
                                                 e->contacts, COMPARE_EXPLAINED_CONTACTS);
    }
    for (guint i = 0; i < e->report->methods->len; i++)
        add_answer(e, table, i);
    return g_steal_pointer(&e);
}

void compare_explanation_free(CompareExplanation *e)
{
    if (!e)
        return;
    g_clear_pointer(&e->answers, g_array_unref);
    g_clear_pointer(&e->report, compare_report_free);
    g_free(e);
}
