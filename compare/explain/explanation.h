/* explanation: explains one move by the true answer, each method's answer, and the reason for each
 * early answer. */
#ifndef COMPARE_EXPLANATION_H
#define COMPARE_EXPLANATION_H

#include "bsp-brush-table.h"
#include "draw/drawing.h"
#include "explain/stop.h"
#include "result/table.h"
#include "run/run.h"

/* The largest number of brushes listed for a start in solid. More would fill the screen, and the
 * deepest is first. */
#define COMPARE_EXPLAINED_IN 8

/* A method's answer. */
typedef struct {
    const CompareResult *result;
    const CompareAnswer *answer; /* NULL if the method does not support the shape or the move */
    CompareClaim claim;
    gboolean is_named; /* the method hits a brush, which is in `hit` */
    BspHit hit;
    gboolean has_stop; /* the method is early, and the cell that stops it, which is in `stop`, was
                          found */
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
    double length;         /* units along the path, including the turn */
    double depth;          /* units; the depth of the start in depth_brush, the brush in which it is
                              deepest; 0 outside of solid */
    guint depth_brush;
    BspInside in[COMPARE_EXPLAINED_IN]; /* the brushes that contain the start */
    guint n_in;                         /* the number of brushes that contain the start; may exceed
                                           the array */
    gboolean has_way; /* the move starts in solid, and the way out of it, which is in `way`, is
                         known */
    BspWayOut way;
    gboolean is_undecided; /* the bracket is too wide to decide, so `sharp` is set */
    CompareTruth sharp;    /* the answer of the sharper oracle */
    BspContactPoint contacts[COMPARE_EXPLAINED_CONTACTS]; /* the points at which a turning body
                                                             touches brushes where it truly stops */
    guint n_contacts; /* the number of contacts; may exceed the array */
} CompareExplanation;

/* Explains a move. Its trajectory must be one of the scenario's, because it determines the mover.
 * The move's truth may be unset. Fails like compare_report_add(). The stage function gets the
 * scenario's name. */
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

/* Returns the side of the brush that the object truly hits, numbered like BspHit's, or -1 for an
 * edge or a corner. Stores the side's tag, or 0, in *tag. Call it only if
 * compare_explained_hits(). */
gint compare_explained_side(const CompareExplanation *e, guint32 *tag);

/* Returns whether the plane of the answer is wrong, but the rest is right. */
static inline gboolean compare_explained_plane_is_wrong(const CompareExplained *explained)
{
    return explained->answer && explained->answer->fault == COMPARE_FAULT_PLANE;
}

/* Returns the texture of a side of a brush. NULL if the side is below 0 or the texture is unknown.
 * The world owns the text. */
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

/* The slice goes through the first stop. Its axis is the one for which the slice best contains the
 * move and is most perpendicular to the surface hit. If the start is in solid, the slice best
 * contains the way out. */
CompareDrawing compare_explanation_drawing(const CompareExplanation *e);

#endif
