/* method: the interface of all methods, and the code that they share, which builds trees and
 * returns views of trees. */
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

/* The values of the option --builder. */
typedef enum {
    COMPARE_BUILDER_FAST,     /* chooses planes by the likelihood of hits and by counting faces */
    COMPARE_BUILDER_COUNTING, /* chooses planes by counting faces */
    COMPARE_BUILDER_LISTING2  /* builds onions as in the article, and other trees like FAST */
} CompareBuilder;

/* The options for building trees. A scenario defines the queries. These options do not change a
 * correct answer. */
typedef struct {
    CompareBuilder builder;
    /* the weights depend on the builder; compare_method_new() sets the functions that are called */
    BspBuildOptions build;
} CompareTrees;

/* Sets the builder and its rule for splitting planes. */
void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder);

/* Returns the options for building a tree of the scenario. */
BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario);

/* Builds the brush table of the scenario's world, within the limits of the build options. `flags`
 * are BspTableFlags. */
BspBrushTable *compare_trees_table(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, GError **error);

/* The names of CompareBuilder and of BspFillMode. NULL ends each list. */
extern const char *const compare_builder_names[];
extern const char *const compare_fill_names[];

/* --- a method's tree as queries see it, for drawing it and for explaining answers --- */

typedef struct {
    const BspNodes *nodes;
    unsigned space; /* the child of a space node that queries follow */
    /* the shift tree, whose planes shift for each shape; NULL for an onion or map tree */
    const ShiftTree *shift;
} CompareTreeView;

CompareTreeView compare_view_of_shift(const ShiftTree *tree);

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node);

/* Returns whether the plane is that of a node, moved out for the shape, within BSP_TOUCHED. */
gboolean compare_view_has_plane(const CompareTreeView *view, const BspShape *shape,
                                const BspPlane *plane);

/* --- the interface of all methods --- */

/* The guarantee of a method for a shape. */
typedef enum {
    COMPARE_SKIPS,         /* the method does not support the shape */
    COMPARE_CONSERVATIVE,  /* no answer is late */
    COMPARE_EXACT,         /* every answer is inside the bracket */
    COMPARE_CLAIMS_NOTHING /* the method supports the shape without a guarantee; only contestants */
} CompareClaim;

typedef struct {
    guint64 nodes, leaves; /* totals of all its trees */
    guint depth;           /* the depth of the deepest tree */
    gsize bytes;           /* the memory that a query uses */
    guint64 hash;          /* the hash of its trees */
    guint fillable;        /* the number of trees, or of spaces of a tree, whose outside can be
                              filled */
    guint filled;          /* the number of the fillable ones whose outside is filled */
    gsize box_bytes;       /* the largest part of `bytes` that one box adds, for methods of any
                              box */
} CompareSize;

/* The numbers of bevels in a tree. */
typedef struct {
    guint64 bare_nodes; /* nodes that the tree would have without bevels */
    guint64 edges, spikes, level_tops, boxes;
} CompareBevels;

/* A move of a query, with the shape and the mask of its mover. */
typedef struct {
    BspMove move;
    gint mover;                /* in the form of CompareTrajectory.mover */
    const BspTurn *turn;       /* NULL if the move does not turn */
    const CompareSolid *solid; /* the mover's solid; NULL if move.shape is the whole mover */
} CompareCall;

CompareCall compare_call(const CompareScenario *scenario, gint mover, BspVec from, BspVec to);

typedef struct CompareMethodClass CompareMethodClass;
typedef struct CompareOutsider CompareOutsider;

/* A method that was built for a scenario. */
typedef struct {
    const CompareMethodClass *klass;
    const CompareScenario *scenario;
    gpointer data;
    char *unfilled; /* the reason why the outside of some spaces is not filled; NULL if all are
                       filled, if none had to be filled, or if the tree was loaded */
    gboolean leaks; /* one of the unfilled spaces leaks */
    double crack;   /* units; an opening narrower than this counts as closed where the outside is
                       filled */
} CompareMethod;

/* The values of CompareMethodClass.exact. */
enum {
    COMPARE_EXACT_POINTS = 1 << BSP_SHAPE_POINT,
    COMPARE_EXACT_BOXES = COMPARE_EXACT_POINTS | 1 << BSP_SHAPE_BOX,
    COMPARE_EXACT_ALL = (2 << BSP_SHAPE_HULL) - 1
};

struct CompareMethodClass {
    const char *name; /* the name on the command line */
    const char *summary;
    gboolean stationary; /* supports only moves that end where they start */
    gboolean reference;  /* other methods' times are compared with this method's times, if it takes
                            moves */
    /* The contestant (methods/outsider.h), or NULL for a method of this program. A contestant's
     * answers are judged, but it is not built or queried here. So `claim` is its only function. */
    const CompareOutsider *outsider;
    gboolean on_demand; /* a variant of another method, compared only if it is named */
    guint how;          /* the variant within the family; the family's file explains the values */
    /* Returns the method's data, or NULL with an error. */
    gpointer (*build)(const CompareMethodClass *klass, const CompareScenario *scenario,
                      const CompareTrees *trees, GError **error);
    void (*free)(gpointer data);
    /* Returns the contents of a file with the tree. NULL if the method's tree cannot be saved. */
    GBytes *(*save)(gpointer data, const BspSaveOptions *options, GError **error);
    gboolean any_shape; /* the saved tree supports any shape, not only the scenario's spaces */
    /* Returns a contestant's guarantee. NULL for a method of this program, whose guarantee the next
     * members define. */
    CompareClaim (*claim)(const CompareMethodClass *klass, const BspShape *shape, gint mover);
    gboolean spaces_only; /* the method supports only spaces of the scenario */
    guint exact; /* bits 1 << BspShapeKind, the shapes for which it is exact if the move does not
                    turn; for others it is conservative */
    CompareClaim turning;  /* the guarantee for moves that turn, which is the same for all shapes */
    gboolean keeps_skins;  /* the method takes moves that keep a skin, and is exact for them */
    gboolean takes_solids; /* both queries take solids that stand still, turned or not, and are
                              exact for them */
    void (*size)(gpointer data, CompareSize *size);
    void (*bevels)(gpointer data, CompareBevels *bevels); /* Stores the numbers of bevels. NULL if
                                                             the method has no bevels. */
    /* Stores the tree that queries of a mover use. Returns FALSE if that mover has no tree. NULL if
     * the method has no tree. */
    gboolean (*view)(gpointer data, gint mover, CompareTreeView *view);
    /* The plane of a hit is the plane that was crossed last, as in the papers. Therefore
     * compare_planes_judge_crossed() judges it, and it need not allow a slide. */
    gboolean names_crossed;
    /* Answers a move. Is thread-safe and allocates nothing. */
    BspTransition (*query)(gpointer data, const CompareCall *call, BspCounters *counters);
    /* Stores all transitions of the tree along the move, at most n_max of them, and returns their
     * number. NULL if the method has no such list. */
    guint (*transitions)(gpointer data, const CompareCall *call, BspTransition *transitions,
                         guint n_max);
    /* Like `query`, for a move that may turn. NULL if `turning` is COMPARE_SKIPS. */
    BspTransition (*query_turning)(gpointer data, const CompareCall *call, BspCounters *counters);
    /* Answers any move like the queries, and sets answer->hit. NULL if the method names no brush.
     */
    void (*trace)(gpointer data, const CompareCall *call, BspTrace *answer, BspCounters *counters);
};

/* The methods to compare, and the options for building their trees. The methods are not owned, and
 * NULL ends the list. */
typedef struct {
    const CompareMethodClass *const *methods;
    CompareTrees trees;
} CompareAsked;

/* All methods, in the order in which tables list them. Methods on demand come last. NULL ends the
 * list. */
extern const CompareMethodClass *const compare_methods[];

/* Returns the method of that name. NULL if there is no such method. */
const CompareMethodClass *compare_method_find(const char *name);

/* Returns the method's guarantee for a shape that does not turn. */
CompareClaim compare_shape_claim(const CompareMethodClass *klass, const BspShape *shape,
                                 gint mover);

/* Returns the method's guarantee for the trajectory's mover. */
CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory);

/* Builds the method for the scenario. Returns NULL with a BSP_ERROR. */
CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error);
void compare_method_free(CompareMethod *method);

/* --- the methods, in families with a file each --- */

/* onion */
extern const CompareMethodClass compare_onion, compare_onion_article, compare_onion_named;

/* shift */
extern const CompareMethodClass compare_shift, compare_shift_box, compare_shift_exact,
    compare_shift_paper, compare_shift_named, compare_shift_all, compare_merge;

/* baselines */
extern const CompareMethodClass compare_multi, compare_brushes;

/* Returns the options for building a shift tree with these bevels, without masks. */
ShiftOptions compare_shift_options(const CompareScenario *scenario, const CompareTrees *trees,
                                   guint bevels);

#endif
