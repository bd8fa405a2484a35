/* method: the interface of all methods. */
#ifndef COMPARE_METHOD_H
#define COMPARE_METHOD_H

#include "bsp-saved.h"
#include "bsp-transition.h"
#include "methods/trees.h"
#include "methods/view.h"

/* The guarantee of a method for a shape. */
typedef enum {
    COMPARE_SKIPS,         /* the method does not support the shape */
    COMPARE_CONSERVATIVE,  /* never late */
    COMPARE_EXACT,         /* always inside the bracket */
    COMPARE_CLAIMS_NOTHING /* supports the shape, without a guarantee: an outsider */
} CompareClaim;

typedef struct {
    guint64 nodes, leaves; /* of all its trees */
    guint depth;           /* depth of the deepest tree */
    gsize bytes;           /* memory that a query uses */
    guint64 hash;          /* of its trees */
    guint fillable;        /* trees, or spaces of a tree, whose outside can be filled */
    guint filled;          /* those whose outside is filled */
} CompareSize;

/* The numbers of bevels in a tree. */
typedef struct {
    guint64 bare_nodes; /* nodes of the tree without bevels */
    guint64 edges, spikes, level_tops, boxes;
} CompareBevels;

/* A move to query. */
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
    gboolean stationary; /* supports only moves that end where they start */
    /* A contestant from outside (methods/outsider.h). Its answers are judged, but it is not built
     * or queried here: outsider_claims is the only function it has. NULL: a method of this program.
     */
    const CompareOutsider *outsider;
    CompareClaim (*outsider_claims)(const CompareOutsider *outsider, gint mover);
    gboolean on_demand; /* a variant of another method: compared only if its name is given */
    guint how;          /* which method of its family it is: see the family's file */
    /* Returns the method's data, or NULL with an error. */
    gpointer (*build)(const CompareMethodClass *klass, const CompareScenario *scenario,
                      const CompareTrees *trees, BspProgressFunc progress, gpointer progress_data,
                      GError **error);
    void (*free)(gpointer data);
    /* Writes the tree as a file to memory. NULL: the method's tree cannot be saved. */
    GBytes *(*save)(gpointer data, const BspSaveOptions *options, GError **error);
    gboolean any_shape; /* the saved tree supports any shape, not only the scenario's spaces */
    CompareClaim (*claim)(const BspShape *shape, gint mover); /* see compare_method_claim() */
    void (*size)(gpointer data, CompareSize *size);
    void (*bevels)(gpointer data, CompareBevels *bevels); /* NULL: the method has no bevels */
    /* The tree that is queried for a mover. Returns FALSE if there is none for that mover. NULL:
     * the method has no tree. */
    gboolean (*view)(gpointer data, gint mover, CompareTreeView *view);
    /* mover: the scenario's space or shape, as compare_scenario_mover(). Thread-safe; allocates
     * nothing. */
    BspTransition (*query)(gpointer data, const BspShape *shape, gint mover, BspVec from, BspVec to,
                           BspCounters *counters);
    /* Many moves at once; NULL for methods that only have `query`. A batch is made from calls, run
     * any number of times, and freed. */
    gpointer (*batch_new)(gpointer data, const CompareCall *calls, gsize n);
    void (*batch_run)(gpointer batch);
    const BspTransition *(*batch_answers)(gpointer batch); /* after a run; one for each call */
    void (*batch_free)(gpointer batch);
};

/* The methods to compare (ends with NULL; not owned), and how to build their trees. */
typedef struct {
    const CompareMethodClass *const *methods;
    CompareTrees trees;
} CompareAsked;

/* All methods, in the order of the tables, those on demand last. Ends with NULL. */
extern const CompareMethodClass *const compare_methods[];

/* Returns NULL if no method has that name. */
const CompareMethodClass *compare_method_find(const char *name);

/* The guarantee of the method for the trajectory's mover. */
CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory);

/* Builds the method for the scenario. Returns NULL with a BSP_ERROR. */
CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error);
void compare_method_free(CompareMethod *method);

#endif
