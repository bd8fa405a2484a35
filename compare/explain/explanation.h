/* explanation: explains one move by the true answer, the answer of each method, and the reason for
 * each early answer. */
#ifndef COMPARE_EXPLANATION_H
#define COMPARE_EXPLANATION_H

#include "bsp-brush-table.h"
#include "draw/drawing.h"
#include "explain/stop.h"
#include "result/table.h"
#include "run/run.h"

/* The largest number of brushes listed for a start in solid. More would fill the screen. The
 * deepest is the first. */
#define COMPARE_EXPLAINED_IN 8

/* A method's answer. */
typedef struct {
    const CompareResult *result;
    const CompareAnswer *answer; /* NULL if the method does not support the shape or the move */
    CompareClaim claim;
    gboolean is_named; /* if set, the method hits the brush in `hit` */
    BspHit hit;
    gboolean has_stop; /* if set, the method is early, and the cell that stops it was found, which
                          is in `stop` */
    CompareStop stop;
} CompareExplained;

/* The largest number of contacts listed, because more would fill the screen. */
#define COMPARE_EXPLAINED_CONTACTS 8

typedef struct CompareAllHits CompareAllHits;

typedef struct {
    const CompareScenario *scenario;
    const BspWorld *world; /* the world as read from its file, which has the positions of brushes in
                              the file */
    CompareReport *report; /* a report of only this move */
    GArray *answers;       /* an array of CompareExplained, in the order of the report's methods */
    const BspTurn *turn;   /* NULL if the move does not turn */
    double length;         /* units along the path of the move; includes the turn */
    double depth; /* units; the depth of the start in depth_brush, which is the brush in which it is
                     deepest; 0 outside of solid */
    guint depth_brush;
    BspInside in[COMPARE_EXPLAINED_IN]; /* the brushes that contain the start */
    guint n_in; /* the number of all brushes that contain the start, which may exceed
                   COMPARE_EXPLAINED_IN */
    /* If set, the move starts in solid, and `way` is its way out. */
    gboolean has_way;
    BspWayOut way;
    gboolean is_undecided; /* if set, the bracket is too wide to decide, so `sharp` is set */
    CompareTruth sharp;    /* the answer of the sharper oracle */
    BspContactPoint contacts[COMPARE_EXPLAINED_CONTACTS]; /* the points at which a turning body
                                                             touches brushes where it truly stops */
    guint n_contacts; /* the number of all contacts, which may exceed COMPARE_EXPLAINED_CONTACTS */
} CompareExplanation;

/* Explains a move. move->trajectory must be a trajectory of the scenario, which determines the
 * mover. move->truth need not be set. Fails with the errors of compare_report_add(). */
CompareExplanation *compare_explain(const CompareScenario *scenario, const BspWorld *world,
                                    const CompareResolved *move, const CompareAsked *asked,
                                    const CompareStage *stage, GError **error);

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

/* Returns the point at which the object truly stops, or the end of the move if it hits nothing. */
static inline BspVec compare_explained_stop(const CompareExplanation *e)
{
    const CompareResolved *move = compare_explained_move(e);
    return bsp_vec_lerp(move->from, move->to, move->truth.t);
}

/* Returns whether the object starts outside of solid and truly hits a brush. */
static inline gboolean compare_explained_hits(const CompareExplanation *e)
{
    const CompareTruth *truth = &compare_explained_move(e)->truth;
    return !truth->inside && truth->brush != COMPARE_NO_BRUSH && truth->t < 1;
}

/* Returns the side of the brush that the object truly hits, numbered as in BspHit, or -1 for an
 * edge or a corner. Stores the side's tag, or 0, in *tag. Call this function only if
 * compare_explained_hits(). */
gint compare_explained_side(const CompareExplanation *e, guint32 *tag);

/* Returns whether the plane of the answer is wrong, but everything else is right. */
static inline gboolean compare_explained_plane_is_wrong(const CompareExplained *explained)
{
    return explained->answer && explained->answer->fault == COMPARE_FAULT_PLANE;
}

/* Returns the texture of a side of a brush. Returns NULL if `side` is below 0, or if the texture is
 * unknown. The world owns the text. */
static inline const char *compare_explained_texture(const CompareExplanation *e, guint brush,
                                                    gint side)
{
    return side >= 0 ? bsp_world_side_texture(e->world, brush, (guint)side) : NULL;
}

/* Returns the explanation for people, as lines, a table of the methods' answers, and the reasons
 * for early answers. The style has the width of the terminal, and whether the table has all
 * columns. `all` is everything that the move meets (explain/all.h), or NULL. */
char *compare_explanation_text(const CompareExplanation *e, const CompareAllHits *all,
                               CompareStyle style);

void compare_explanation_free(CompareExplanation *explanation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareExplanation, compare_explanation_free)

/* --- a picture of the stop, a slice with the move and the brush that is hit --- */

/* Returns a drawing of a slice through the first stop. Its axis is chosen so that the slice
 * contains the move as well as possible, and is perpendicular to the surface that is hit. If the
 * start is in solid, the slice contains the way out as well as possible. */
CompareDrawing compare_explanation_drawing(const CompareExplanation *e);

#endif
