/* explain: one move: the truth about it, what each method answers, and why one that may stop early
 * does. */
#ifndef COMPARE_EXPLAIN_H
#define COMPARE_EXPLAIN_H

#include "bsp-hit.h"
#include "bsp-inside.h"
#include "explain/stop.h"
#include "run/run.h"

/* Of the brushes that a move begins in, so many are told. */
#define COMPARE_EXPLAINED_IN 8

/* A method's answer. */
typedef struct {
    const CompareResult *result;
    const CompareAnswer *answer; /* NULL: it does not take the shape, or the move */
    CompareClaim claim;
    double by;         /* units before the bracket (below 0) or behind it; 0: inside */
    double leaves_by;  /* units that it wrongly leaves the matter it begins in too soon (below 0) or
                          too late; 0: rightly */
    gboolean is_named; /* it hits something, and what has been found: */
    BspHit hit;
    gboolean has_stop; /* it is early, and the cell that stops it has been found: */
    CompareStop stop;
} CompareExplained;

typedef struct {
    const CompareScenario *scenario;
    const BspWorld *world; /* as it was read: it tells where brushes stand in their file */
    CompareReport *report; /* of this move alone */
    GPtrArray *methods;    /* CompareMethod, of the report's results */
    GArray *answers;       /* CompareExplained, likewise */
    double length;         /* units */
    double depth;          /* units that the start is in matter, 0: it is not; and in which: */
    guint depth_brush;
    BspInside in[COMPARE_EXPLAINED_IN]; /* all brushes that it is in, */
    guint n_in;                         /* so many; there may be more than there is room for */
    gboolean has_way; /* it begins in matter, and the way out of all of that is known: */
    BspWayOut way;
    gboolean is_undecided; /* the bracket is too wide to tell; then also: */
    CompareTruth sharp;    /* the sharper one */
} CompareExplanation;

/* The move's trajectory, one of the scenario's, says what moves; of the truth nothing need be
 * known. Fails as compare_report_add(). */
CompareExplanation *compare_explain(const CompareScenario *scenario, const BspWorld *world,
                                    const CompareResolved *move, const CompareAsked *asked,
                                    CompareStageFunc stage, gpointer stage_data, GError **error);
void compare_explanation_free(CompareExplanation *explanation);

static inline const CompareResolved *compare_explained_move(const CompareExplanation *e)
{
    return &g_array_index(e->report->moves, CompareResolved, 0);
}

static inline const CompareTrajectory *compare_explained_trajectory(const CompareExplanation *e)
{
    return compare_report_trajectory(e->report, compare_explained_move(e));
}

static inline const BspShape *compare_explained_shape(const CompareExplanation *e)
{
    return compare_scenario_shape(e->scenario, compare_explained_trajectory(e));
}

/* Where the object first is told to stop, by the truth or by a method. */
double compare_explained_first_stop(const CompareExplanation *e);

/* For people: lines, a table of the methods' answers, and what there is to say of early ones. */
char *compare_explanation_text(const CompareExplanation *e);

/* An object of format "bsp-explanation". */
char *compare_explanation_json(const CompareExplanation *e);

/* The brushes near the move, the move, and what the shape sweeps until it stops and beyond, as a
 * Wavefront file. Free with g_free(), as the texts. */
char *compare_explanation_obj(const CompareExplanation *e);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareExplanation, compare_explanation_free)

#endif
