/* aim-trial: runs aimed moves through every method and measures the error of the answers. */
#ifndef AIM_TRIAL_H
#define AIM_TRIAL_H

#include "exact-oracle.h"
#include "run/run.h"

/* Kinds of wrong answers. The report prints one example of each. */
typedef enum {
    AIM_EARLIEST, /* the hit that is most units before the obstacle */
    AIM_LATEST,
    AIM_OUTSIDE,   /* the latest answer along the move; the earliest if none is late */
    AIM_PLANE,     /* the first hit or exit with a plane that the move does not cross there */
    AIM_MISNAMED,  /* the first hit that names no brush, or a brush that is too far from the hit to
                      be the one that was hit (BSP_TOUCHED) */
    AIM_MISPLACED, /* the first hit whose named side does not support the named brush */
    AIM_LEAVING,   /* the first wrong exit time of a move that starts in solid */
    AIM_WORSTS
} AimWorst;

/* One method's answers, over all runs. The exact oracle measures the distances. It can do so
 * only for points and boxes that the method claims to answer exactly. */
typedef struct {
    const CompareMethodClass *klass;
    guint64 n;                      /* the number of all moves */
    guint64 n_outside;              /* answers outside of the bracket, among those claimed to be
                                       exact */
    guint64 n_early, n_late;        /* answers outside of the bracket, among all answers */
    double units_early, units_late; /* the largest errors, along the move */
    guint64 n_hits;                 /* the number of hits claimed to be exact */
    guint64 n_planes;               /* the number of wrong planes of hits and exits */
    guint64 n_misnamed;             /* the number of hits of the kind AIM_MISNAMED */
    guint64 n_misplaced;            /* the number of hits whose named side does not support the
                                       named brush */
    guint64 n_left_wrongly;         /* the number of wrong exit times */
    double most_early, most_late;   /* units; the largest distances by the exact oracle */
    double most_too_early;   /* units; the largest early distance beyond the promised distance */
    char *worst[AIM_WORSTS]; /* the move and the answer for each AimWorst, with all digits;
                                NULL if there is none */
} AimTally;

/* The options with which a trial's trees are built. Options that this struct lacks have their
 * defaults. */
typedef struct {
    CompareBuilder builder;
    gboolean plain;
    const char *const *methods; /* ends with NULL; if the pointer itself is NULL, all methods run */
} AimTrees;

typedef struct {
    GPtrArray *tallies; /* an array of AimTally, one for each method that ran */
    guint64 n_moves;
} AimTrial;

AimTrial *aim_trial_new(void);
void aim_trial_free(AimTrial *trial);

/* Returns a scenario without moves over the solid. It has spaces and shapes of all kinds, ordinary
 * and thin. */
CompareScenario *aim_trial_scenario(const char *name, BspSolid *solid);

/* Runs the scenario's moves through the methods and adds the answers to the tallies. Returns
 * FALSE with an error if a method cannot be built. */
gboolean aim_trial_run(AimTrial *trial, CompareScenario *scenario, const AimTrees *trees,
                       GError **error);

/* Prints the tallies as a table. The caller frees the text with g_free(). */
char *aim_trial_print(const AimTrial *trial);

/* Units. The plane of a named side supports its brush if the brush reaches at most this far in
 * front of the plane. It is BSP_TOUCHED, within which a plane counts as touched. */
#define AIM_SUPPORT 1e-5

/* A method that names the brush may name a wrong plane in one of this number of hits, because a
 * point may slip into the seam of two brushes (docs/guarantees.md). */
#define AIM_HITS_PER_PLANE 1000

/* Returns whether at most this fraction of the planes, plus two, are wrong. No plane that a tree
 * crossed may be wrong. */
gboolean aim_planes_are_good(const AimTally *tally);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(AimTrial, aim_trial_free)

#endif
