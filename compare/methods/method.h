/* method: the interface of all methods, and what they share: how trees are built, and views of
 * trees. */
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

/* The option --builder. */
typedef enum {
    COMPARE_BUILDER_FAST,     /* planes chosen by the likelihood of hits and by counting faces */
    COMPARE_BUILDER_COUNTING, /* planes chosen by counting faces */
    COMPARE_BUILDER_LISTING2  /* onions built as in the article; other trees as with FAST */
} CompareBuilder;

/* How to build trees. A scenario defines the queries; these settings do not change a correct
 * answer. */
typedef struct {
    CompareBuilder builder;
    /* weights depend on the builder; compare_method_new() sets the functions that are called */
    BspBuildOptions build;
} CompareTrees;

/* Sets the builder and its rule for splitting planes. */
void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder);

/* Returns the options for building a tree of the scenario. */
BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario);

/* Builds the brush table of the scenario's world, within the limits of the build options. flags:
 * BspTableFlags. */
BspBrushTable *compare_trees_sides(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, GError **error);

/* The names of CompareBuilder and of BspFillMode, NULL at the end. */
extern const char *const compare_builder_names[];
extern const char *const compare_fill_names[];

/* --- a method's tree as queries use it, for drawing it and for explaining answers --- */

typedef struct {
    const BspNodes *nodes;
    unsigned space; /* which child of a space node to follow */
    /* the shift tree, whose planes shift for each shape; NULL for an onion or map tree */
    const ShiftTree *shift;
} CompareTreeView;

CompareTreeView compare_view_of_shift(const ShiftTree *tree);

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node);

/* Returns TRUE if the plane is that of a node, moved out for the shape, within BSP_TOUCHED. */
gboolean compare_view_has_plane(const CompareTreeView *view, const BspShape *shape,
                                const BspPlane *plane);

/* --- the interface of all methods --- */

/* The guarantee of a method for a shape. */
typedef enum {
    COMPARE_SKIPS,         /* the method does not support the shape */
    COMPARE_CONSERVATIVE,  /* never late */
    COMPARE_EXACT,         /* always inside the bracket */
    COMPARE_CLAIMS_NOTHING /* supports the shape without a guarantee; only outsiders */
} CompareClaim;

typedef struct {
    guint64 nodes, leaves; /* of all its trees */
    guint depth;           /* depth of the deepest tree */
    gsize bytes;           /* memory that a query uses */
    guint64 hash;          /* of its trees */
    guint fillable;        /* trees, or spaces of a tree, whose outside can be filled */
    guint filled;          /* how many of the fillable have a filled outside */
    gsize box_bytes;       /* part of `bytes` that each box adds, if boxes of any size do */
} CompareSize;

/* The numbers of bevels in a tree. */
typedef struct {
    guint64 bare_nodes; /* nodes of the tree without bevels */
    guint64 edges, spikes, level_tops, boxes;
} CompareBevels;

/* A move to query, with the shape and the mask of its mover. */
typedef struct {
    BspMove move;
    gint mover;                /* as CompareTrajectory.mover */
    const BspTurn *turn;       /* NULL: the move does not turn */
    const CompareSolid *solid; /* of the mover; NULL: move.shape is all of it */
} CompareCall;

CompareCall compare_call(const CompareScenario *scenario, gint mover, BspVec from, BspVec to);

typedef struct CompareMethodClass CompareMethodClass;
typedef struct CompareOutsider CompareOutsider;

/* A method built for a scenario. */
typedef struct {
    const CompareMethodClass *klass;
    const CompareScenario *scenario;
    gpointer data;
    char *unfilled; /* why the outside of some spaces is not filled; NULL: all are filled, or none
                       was to be filled, or the tree was loaded */
    gboolean leaks; /* one of these spaces leaks */
    double crack;   /* units; openings narrower than this count as closed where the outside is
                       filled */
} CompareMethod;

/* Values of CompareMethodClass.exact. */
enum {
    COMPARE_EXACT_POINTS = 1 << BSP_SHAPE_POINT,
    COMPARE_EXACT_BOXES = COMPARE_EXACT_POINTS | 1 << BSP_SHAPE_BOX,
    COMPARE_EXACT_ALL = (2 << BSP_SHAPE_HULL) - 1
};

struct CompareMethodClass {
    const char *name; /* as on the command line */
    const char *summary;
    gboolean stationary; /* supports only moves that end where they start */
    gboolean reference;  /* the others' times are compared with this method's, if it takes moves */
    /* The outsider (methods/outsider.h), or NULL for a method of this program. An outsider's
     * answers are judged, but it is not built or queried here: `claim` is its only function. */
    const CompareOutsider *outsider;
    gboolean on_demand; /* a variant of another method, compared only if it is named */
    guint how;          /* which method of its family: see the family's file */
    /* Returns the method's data, or NULL with an error. */
    gpointer (*build)(const CompareMethodClass *klass, const CompareScenario *scenario,
                      const CompareTrees *trees, GError **error);
    void (*free)(gpointer data);
    /* Returns the contents of a file with the tree. NULL: the method's tree cannot be saved. */
    GBytes *(*save)(gpointer data, const BspSaveOptions *options, GError **error);
    gboolean any_shape; /* the saved tree supports any shape, not only the scenario's spaces */
    /* Returns an outsider's guarantee. NULL for a method of this program: the next two members say
     * what it guarantees. */
    CompareClaim (*claim)(const CompareMethodClass *klass, const BspShape *shape, gint mover);
    gboolean spaces_only; /* supports only spaces of the scenario */
    guint exact; /* bits 1 << BspShapeKind: the shapes for which it is exact, for moves that do not
                    turn. For others it is conservative */
    CompareClaim turning;  /* the guarantee for moves that turn, whatever the shape */
    gboolean keeps_skins;  /* takes moves that keep a skin, and is exact for them */
    gboolean takes_solids; /* takes solids that stand still, turned or not, by both queries, and is
                              exact for them */
    void (*size)(gpointer data, CompareSize *size);
    void (*bevels)(gpointer data, CompareBevels *bevels); /* NULL: the method has no bevels */
    /* Gets the tree that queries of a mover use. Returns FALSE if there is none for that mover.
     * NULL: the method has no tree. */
    gboolean (*view)(gpointer data, gint mover, CompareTreeView *view);
    /* The plane of a hit is the one that was crossed last, as in the papers. It is judged as such
     * (compare_planes_judge_crossed()), not as a plane to slide along */
    gboolean names_crossed;
    /* Answers a move. Thread-safe; allocates nothing. */
    BspTransition (*query)(gpointer data, const CompareCall *call, BspCounters *counters);
    /* Stores all transitions of the tree along the move, at most n_max of them, and returns their
     * number. NULL: the method has no such list. */
    guint (*transitions)(gpointer data, const CompareCall *call, BspTransition *transitions,
                         guint n_max);
    /* As `query`, for a move that may turn. NULL if `turning` is COMPARE_SKIPS. */
    BspTransition (*query_turning)(gpointer data, const CompareCall *call, BspCounters *counters);
    /* Answers any move as the queries do, and fills answer->hit. NULL: the method names no brush.
     */
    void (*trace)(gpointer data, const CompareCall *call, BspTrace *answer, BspCounters *counters);
};

/* The methods to compare (not owned; NULL at the end), and how to build their trees. */
typedef struct {
    const CompareMethodClass *const *methods;
    CompareTrees trees;
} CompareAsked;

/* All methods, in the order in which tables list them; on-demand methods last. NULL at the end. */
extern const CompareMethodClass *const compare_methods[];

/* Returns NULL if no method has that name. */
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

/* --- the methods; each family has a file --- */

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
