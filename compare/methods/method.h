/* method: what every contestant offers to the comparison. */
#ifndef COMPARE_METHOD_H
#define COMPARE_METHOD_H

#include "bsp-save.h"
#include "bsp-transition.h"
#include "methods/trees.h"
#include "methods/view.h"

/* What a method promises for a shape. */
typedef enum {
    COMPARE_SKIPS,         /* it cannot take the shape */
    COMPARE_CONSERVATIVE,  /* never late */
    COMPARE_EXACT,         /* always inside the bracket */
    COMPARE_CLAIMS_NOTHING /* it takes the shape: an outsider */
} CompareClaim;

typedef struct {
    guint64 nodes, leaves; /* of all its trees */
    guint depth;           /* of the deepest tree */
    gsize bytes;           /* what a query needs resident */
    guint64 hash;          /* of its trees */
    guint fillable;        /* trees, or spaces of one, whose outside can be filled; and of them */
    guint filled;          /* those in which it is */
} CompareSize;

/* What bevels have added to a tree. */
typedef struct {
    guint64 bare_nodes; /* without them */
    guint64 edges, spikes, level_tops, boxes;
} CompareBevels;

/* A move to be asked about. */
typedef struct {
    const BspShape *shape;
    gint mover; /* as compare_scenario_mover() */
    BspVec from, to;
} CompareCall;

typedef struct CompareMethodClass CompareMethodClass;
typedef struct CompareOutsider CompareOutsider;

/* A method built for a scenario. */
typedef struct {
    const CompareMethodClass *klass;
    const CompareScenario *scenario;
    gpointer data;
} CompareMethod;

struct CompareMethodClass {
    const char *name; /* as on the command line */
    const char *summary;
    gboolean stationary; /* it takes only moves that end where they start */
    /* A contestant from outside (methods/outsider.h), which is judged like others, but not built or
     * asked: of what follows it has outsider_claims alone. NULL: a method of ours. */
    const CompareOutsider *outsider;
    CompareClaim (*outsider_claims)(const CompareOutsider *outsider, gint mover);
    gboolean on_demand; /* another way to build or ask a method: compared only when it is named */
    guint how;          /* which of a family of methods it is: see the family's file */
    /* Returns the method's data; NULL with an error. */
    gpointer (*build)(const CompareMethodClass *klass, const CompareScenario *scenario,
                      const CompareTrees *trees, BspProgressFunc progress, gpointer progress_data,
                      GError **error);
    void (*free)(gpointer data);
    /* The tree as a file; NULL: it cannot be saved. */
    GBytes *(*save)(gpointer data, const BspSaveOptions *options, GError **error);
    gboolean any_shape; /* what is saved takes any shape, not the scenario's spaces alone */
    CompareClaim (*claim)(const BspShape *shape, gint mover); /* see compare_method_claim() */
    void (*size)(gpointer data, CompareSize *size);
    void (*bevels)(gpointer data, CompareBevels *bevels); /* NULL: its trees have none */
    /* The tree that is asked for what moves; FALSE: it has none for that. NULL: none at all. */
    gboolean (*view)(gpointer data, gint mover, CompareTreeView *view);
    /* mover: which of the scenario's spaces or shapes it is, as compare_scenario_mover().
     * Thread-safe, allocates nothing. */
    BspTransition (*query)(gpointer data, const BspShape *shape, gint mover, BspVec from, BspVec to,
                           BspCounters *counters);
    /* Many moves at once, for methods that have a way of their own; NULL for others. A batch is
     * made of calls, run any number of times, and freed. */
    gpointer (*batch_new)(gpointer data, const CompareCall *calls, gsize n);
    void (*batch_run)(gpointer batch);
    const BspTransition *(*batch_answers)(gpointer batch); /* once it has run, one for each call */
    void (*batch_free)(gpointer batch);
};

/* What is asked: these methods (ends with NULL; not owned), with trees built so. */
typedef struct {
    const CompareMethodClass *const *methods;
    CompareTrees trees;
} CompareAsked;

/* All of them, in the order of the tables, those on demand last; ends with NULL. */
extern const CompareMethodClass *const compare_methods[];

/* NULL when there is none of that name. */
const CompareMethodClass *compare_method_find(const char *name);

/* What the method promises for what the trajectory moves. */
CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory);

/* Fails with BSP_ERROR. */
CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error);
void compare_method_free(CompareMethod *method);

#endif
