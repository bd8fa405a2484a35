/* explanation: one move: the true answer, each method's answer, and why a method that may stop
 * early does. */
#ifndef COMPARE_EXPLANATION_H
#define COMPARE_EXPLANATION_H

#include "bsp-brush-table.h"
#include "draw/drawing.h"
#include "explain/stop.h"
#include "result/table.h"
#include "run/run.h"

/* The most brushes listed for a start in solid. */
#define COMPARE_EXPLAINED_IN 8

/* A method's answer. */
typedef struct {
    const CompareResult *result;
    const CompareAnswer *answer; /* NULL: the method does not support the shape or the move */
    CompareClaim claim;
    gboolean is_named; /* the method hits something; then `hit` is set */
    BspHit hit;
    gboolean has_stop; /* the method is early, and the cell that stops it was found; then `stop` is
                          set */
    CompareStop stop;
} CompareExplained;

#define COMPARE_EXPLAINED_CONTACTS 8

typedef struct CompareAllHits CompareAllHits;

typedef struct {
    const CompareScenario *scenario;
    const BspWorld *world; /* as read from its file, so that it has the positions of brushes in the
                              file */
    CompareReport *report; /* of this move only */
    GArray *answers;       /* CompareExplained, in the order of the report's methods */
    const BspTurn *turn;   /* NULL: the move does not turn */
    double length;         /* units, turning included */
    double depth;          /* units that the start is inside depth_brush, the brush that it is
                              deepest in; 0: it is not in solid */
    guint depth_brush;
    BspInside in[COMPARE_EXPLAINED_IN]; /* the brushes that contain the start */
    guint n_in;                         /* number of them, which may exceed the array */
    gboolean has_way; /* the move starts in solid and the way out is known; then `way` is set */
    BspWayOut way;
    gboolean is_undecided; /* the bracket is too wide to decide; then `sharp` is set */
    CompareTruth sharp;    /* by the sharper oracle */
    BspContactPoint contacts[COMPARE_EXPLAINED_CONTACTS]; /* where a body that turns truly stops */
    guint n_contacts; /* number of them, which may exceed the array */
} CompareExplanation;

/* The move needs a trajectory of the scenario, which gives the mover; its truth may be unset. Fails
 * like compare_report_add(). The stage function gets the scenario's name. */
CompareExplanation *compare_explain(const CompareScenario *scenario, const BspWorld *world,
                                    const CompareResolved *move, const CompareAsked *asked,
                                    CompareStageFunc stage, GError **error);

static inline const CompareResolved *compare_explained_move(const CompareExplanation *e)
{
    return compare_report_move(e->report, 0);
}

static inline const CompareTrajectory *compare_explained_trajectory(const CompareExplanation *e)
{
    return compare_report_trajectory(e->report, compare_explained_move(e));
}

static inline const CompareMover *compare_explained_body(const CompareExplanation *e)
{
    return compare_mover(e->scenario, compare_explained_trajectory(e)->mover);
}

/* Where the object truly stops; the end of the move if it hits nothing. */
static inline BspVec compare_explained_stop(const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    return bsp_vec_lerp(move->from, move->to, move->truth.t);
}

/* Whether the object starts outside of solid and truly hits a brush. */
static inline gboolean compare_explained_hits(const CompareExplanation *e)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    return !truth->inside && truth->brush != COMPARE_NO_BRUSH && truth->t < 1;
}

/* The side of the brush that the object truly hits, as BspHit counts them; -1: an edge or a corner.
 * tag: receives the side's tag, else 0. Only if compare_explained_hits(). */
gint compare_explained_side(const CompareExplanation *e, guint32 *tag);

/* Whether the plane is wrong, and nothing else. */
static inline gboolean compare_explained_plane_is_wrong(const CompareExplained *explained)
{
    return explained->answer && explained->answer->fault == COMPARE_FAULT_PLANE;
}

/* The texture of a side of a brush; NULL if the side is below 0 or the texture is unknown. The
 * world owns the text. */
static inline const char *compare_explained_texture(const CompareExplanation *e, guint brush,
                                                    gint side)
{
    return side >= 0 ? bsp_world_side_texture(e->world, brush, (guint)side) : NULL;
}

/* For people: lines, a table of the methods' answers, and the reasons for early ones. The style has
 * the width of the terminal, and whether the table has all columns. all: everything that the move
 * meets (explain/all.h), or NULL. */
char *compare_explanation_text(const CompareExplanation *e, const CompareAllHits *all,
                               CompareStyle style);

void compare_explanation_free(CompareExplanation *explanation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareExplanation, compare_explanation_free)

/* --- a picture of the place of a move: a slice with the move and the brush that is hit --- */

/* The plane goes through the first stop. It is the axial plane that best contains the move and is
 * perpendicular to the surface hit. If the start is in solid, the plane is the axial plane that
 * best contains the way out. */
CompareDrawing compare_explanation_drawing(const CompareExplanation *e);

#endif
