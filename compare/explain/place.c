/* place: a picture of the place of a move. */
#include "explain/place.h"

/* Units from the stop to the picture's edge: the least, and the most that is added to show the
 * move. */
#define LEAST 64.0
#define MOST_WAY 256.0

/* How badly a slice perpendicular to the axis shows the angle between the two faces of an edge. */
static double hides_edge(const CompareStop *stop, guint axis)
{
    BspVec along = bsp_vec_sub(stop->corner[1], stop->corner[0]);
    return 1 - fabs(along.v[axis]) / bsp_vec_length(along);
}

/* How badly a slice perpendicular to the axis shows the move and the surface that is hit. */
static double hides(const CompareExplanation *e, guint axis)
{
    const CompareResolved *move = compare_explained_move(e);
    double hidden = fabs(move->truth.normal.v[axis]);
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
        if (hides(e, axis) < hides(e, best) - 1e-9)
            best = axis;
    return best;
}

static double half_size(const CompareExplanation *e)
{
    BspVec extent = bsp_vec_sub(compare_explained_shape(e)->bounds.maxs,
                                compare_explained_shape(e)->bounds.mins);
    double largest = MAX(extent.x, MAX(extent.y, extent.z));
    return MAX(MAX(LEAST, 1.5 * largest), MIN(e->length, MOST_WAY));
}

/* Chooses the tree of the first method that stops early, and the layers that show it. */
static void choose_tree(const CompareExplanation *e, CompareDrawing *drawing)
{
    for (guint i = 0; i < e->answers->len; i++) {
        if (!g_array_index(e->answers, CompareExplained, i).has_stop)
            continue;
        drawing->method = e->methods->pdata[i];
        drawing->layers |= COMPARE_LAYER_CELLS | COMPARE_LAYER_BEVELS | COMPARE_LAYER_SHIFTED;
        return;
    }
}

CompareDrawing compare_explanation_drawing(const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    BspVec stop = bsp_vec_lerp(move->from, move->to, compare_explained_first_stop(e));
    guint axis = best_axis(e), across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
    double half = half_size(e);
    CompareDrawing drawing = {
        .kind = COMPARE_DRAW_SLICE,
        .scenario = e->scenario,
        .report = e->report,
        .layers = COMPARE_LAYER_SOLID | COMPARE_LAYER_MOVES | COMPARE_LAYER_STOPS,
        .has_mover = TRUE,
        .mover = compare_scenario_mover(compare_explained_trajectory(e)),
        .axis = axis,
        .at = stop.v[axis],
        .has_region = TRUE,
        .region = { stop.v[across] - half, stop.v[up] - half, stop.v[across] + half,
                    stop.v[up] + half },
        .one_move = TRUE,
        .trajectory = move->trajectory,
        .number = move->number,
        .has_brush = move->truth.inside || move->truth.brush != COMPARE_NO_BRUSH,
        .brush = move->truth.inside ? e->depth_brush : move->truth.brush,
    };
    choose_tree(e, &drawing);
    return drawing;
}
