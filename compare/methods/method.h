/* method: the interface of all methods, and what they share: how trees are built, masks, and views
 * of trees. */
#ifndef COMPARE_METHOD_H
#define COMPARE_METHOD_H

#include "bsp-brush-table.h"
#include "bsp-build.h"
#include "bsp-move.h"
#include "bsp-nodes.h"
#include "bsp-saved.h"
#include "bsp-solid.h"
#include "onion-tree.h"
#include "scenario/scenario.h"
#include "shift-build.h"
#include "shift-tree.h"

/* --builder */
typedef enum {
    COMPARE_BUILDER_FAST,     /* planes chosen by likelihood and counting */
    COMPARE_BUILDER_COUNTING, /* planes chosen by counting alone */
    COMPARE_BUILDER_LISTING2  /* the onion as in the article; other trees as with FAST */
} CompareBuilder;

/* How to build trees. A scenario defines the queries; these settings do not change a correct
 * answer. */
typedef struct {
    CompareBuilder builder;
    BspBuildOptions build;  /* weights are the builder's; each tree sets starts and progress */
    const GPtrArray *saved; /* CompareSaved: trees to use instead; NULL: none; not owned */
} CompareTrees;

/* The defaults: --builder fast, no other options. */
CompareTrees compare_trees_default(void);

/* Sets the builder and its weights. */
void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder);

/* The options to build a tree of the scenario with. */
BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario,
                                      BspProgressFunc progress, gpointer progress_data);

/* Builds the brush table of the scenario's world, within the limits of the build options. flags:
 * BspTableFlags. */
BspBrushTable *compare_trees_sides(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, BspProgressFunc progress, gpointer progress_data,
                                   GError **error);

/* The names of CompareBuilder and of BspFillMode, NULL at the end. */
extern const char *const compare_builder_names[];
extern const char *const compare_fill_names[];

/* --- a method's tree as queries use it, for drawing it and for explaining answers --- */

typedef struct {
    const BspNodes *nodes;
    unsigned space;         /* the space whose subtree is used below space nodes */
    const ShiftTree *shift; /* set for a shift tree, whose planes move for each shape; NULL: an
                               onion or map tree */
    uint32_t mask;          /* of a shift tree: the contents that stop the mover */
} CompareTreeView;

/* The view of a shift tree under a mask. */
CompareTreeView compare_view_of_shift(const ShiftTree *tree, uint32_t mask);

/* Whether the leaf of a shift tree stops shapes with volume. */
bool compare_view_stops(const CompareTreeView *view, int32_t leaf);

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node);

/* --- the contents that stop each mover of a scenario --- */

/* One mask for each space, then one for each shape. Immutable. */
typedef struct {
    guint n_spaces, n;
    guint32 masks[];
} CompareMasks;

CompareMasks *compare_masks_new(const CompareScenario *scenario);
void compare_masks_free(CompareMasks *masks);

/* The index of a mover (compare_scenario_mover()) in `masks`. */
static inline guint compare_masks_place(const CompareMasks *masks, gint mover)
{
    return mover >= 0 ? (guint)mover : masks->n_spaces + (guint)~mover;
}

static inline guint32 compare_masks_of(const CompareMasks *masks, gint mover)
{
    return masks->masks[compare_masks_place(masks, mover)];
}

/* Returns the distinct masks in ascending order: an array of at least one guint32. */
GArray *compare_masks_different(const CompareMasks *masks);

/* --- the interface of all methods --- */

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

/* --- the methods; each family has a file --- */

/* onion */
extern const CompareMethodClass compare_onion, compare_onion_article, compare_onion_named,
    compare_onion_batch, compare_onion_named_batch, compare_onion_threads;

/* shift */
extern const CompareMethodClass compare_shift, compare_shift_box, compare_shift_exact,
    compare_shift_paper, compare_shift_named;

/* stationary */
extern const CompareMethodClass compare_shift_all, compare_merge;

/* baselines */
extern const CompareMethodClass compare_multi, compare_brushes;

/* The options of a shift tree with these bevels, without masks. */
ShiftOptions compare_shift_options(const CompareScenario *scenario, const CompareTrees *trees,
                                   guint bevels, BspProgressFunc progress, gpointer progress_data);

/* Builds the tree, or loads it if there is a saved file of it. */
ShiftTree *compare_shift_tree_new(const CompareScenario *scenario, const CompareTrees *trees,
                                  const ShiftOptions *options, GError **error);

/* Adds the bevels of the tree. */
void compare_bevels_add(CompareBevels *bevels, const ShiftTree *tree);

CompareClaim compare_claim_never_late(const BspShape *shape, gint mover);
CompareClaim compare_claim_spaces_only(const BspShape *shape, gint mover);
CompareClaim compare_claim_all_exact(const BspShape *shape, gint mover);

#endif
