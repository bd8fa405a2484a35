/* aim-trial: aimed moves put to every method, and what its answers are off by. */
#ifndef AIM_TRIAL_H
#define AIM_TRIAL_H

#include "exact-oracle.h"
#include "run/run.h"

/* The answers that are told. */
typedef enum {
    AIM_EARLIEST, /* by the distance */
    AIM_LATEST,
    AIM_OUTSIDE,     /* latest along the move, or earliest where none is late */
    AIM_UNSUPPORTED, /* the first whose plane supports nothing */
    AIM_MISNAMED,    /* the first of which no brush is named that may be meant */
    AIM_MISPLACED,   /* the first whose brush lies over the plane of the side that is named */
    AIM_LEAVING,     /* the first that leaves the matter it begins in wrongly */
    AIM_WORSTS
} AimWorst;

/* What one method's answers were, over all that it has been asked. Distances are told by the exact
 * oracle, of points and boxes that the method is exact for. */
typedef struct {
    const CompareMethodClass *klass;
    guint64 n, n_exact;             /* moves; those of points and boxes */
    guint64 n_outside;              /* outside of the bracket where it is exact: early, or late */
    guint64 n_early, n_late;        /* against the bracket, whether it is exact or not */
    double units_early, units_late; /* the most, along the move */
    GArray *early, *late;           /* double: distances in units, without the zeros */
    guint64 n_hits, n_unsupported;  /* where it is exact; whose plane supports no obstacle there */
    guint64 n_sole;                 /* of the hits: only one brush may be meant */
    guint64 n_misnamed;             /* named is none, or one that is not there */
    guint64 n_misplaced;            /* the named side's plane does not support that brush */
    guint64 n_left_wrongly;         /* too soon, or where it is exact too late */
    double most_early, most_late;   /* of the distances */
    char *worst[AIM_WORSTS];        /* AimWorst, told with all digits; NULL: none */
} AimTally;

/* How a trial's trees are built; those of other kinds with all that makes them small and fast. */
typedef struct {
    CompareBuilder builder;
    gboolean plain;
    const char *const *methods; /* ended by NULL; all of them where it is NULL */
} AimTrees;

typedef struct {
    GPtrArray *tallies; /* AimTally, one for each method that has been asked */
    guint64 n_moves;
} AimTrial;

AimTrial *aim_trial_new(void);
void aim_trial_free(AimTrial *trial);

/* A scenario over the solid's brushes with spaces and shapes of every kind that matters, ordinary
 * ones and thin ones, and no moves. */
CompareScenario *aim_trial_scenario(const char *name, BspSolid *solid);

/* Puts the scenario's moves to the methods and adds up what they answer. FALSE with an error where
 * one cannot be built. */
gboolean aim_trial_run(AimTrial *trial, CompareScenario *scenario, const AimTrees *trees,
                       GError **error);

/* The tallies as a table; to be freed with g_free(). */
char *aim_trial_print(const AimTrial *trial);

/* The distance that so much (0 to 1) of n answers stay within, those that are not in the array
 * being 0; sorts the array. */
double aim_quantile(GArray *distances, guint64 n, double part);

/* Units. A hit's plane may cut off so much of the obstacle that it is to support. */
#define AIM_SUPPORT 1e-5

/* Hits, of which the plane of one may support nothing: where a cell ends within a face of its
 * brush, since another brush goes on there, contact with the edge of the cell is contact with both,
 * and rounding tells which. The tree does not know the brush. The plane of the side that is named
 * (bsp-hit.h) always supports it. */
#define AIM_HITS_PER_PLANE 1000

/* Whether no more of them do; two more may, where hits are few. */
gboolean aim_planes_are_good(const AimTally *tally);

/* Whether the hit's plane supports an obstacle of the solid: one that lies wholly behind it and
 * touches the shape at the contact, within the bracket. */
gboolean aim_is_supported(const BspSolid *solid, const BspShape *shape, const BspTransition *hit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(AimTrial, aim_trial_free)

#endif
