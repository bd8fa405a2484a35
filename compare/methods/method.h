/* method: declares the interface of all methods, and the code that they share, which builds trees
 * and returns views of trees. */
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
    COMPARE_BUILDER_LISTING2  /* builds onions as in the article, and other trees as with
                                 COMPARE_BUILDER_FAST */
} CompareBuilder;

/* The options for building trees. They do not change correct answers. The queries are in the
 * scenario. */
typedef struct {
    CompareBuilder builder;
    /* The weights depend on the builder. compare_method_new() sets the callbacks. */
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

/* The names of the values of CompareBuilder and of BspFillMode. Each list ends with NULL. */
extern const char *const compare_builder_names[];
extern const char *const compare_fill_names[];

/* --- a method's tree as queries see it, for drawing it and for explaining answers --- */

typedef struct {
    const BspNodes *nodes;
    unsigned space; /* the number of the space, which selects the child of a space node that queries
                       follow */
    /* The shift tree, whose planes are moved for each shape. NULL for an onion or a map tree. */
    const ShiftTree *shift;
} CompareTreeView;

bool compare_view_is_bevel(const CompareTreeView *view, const BspNodeView *node);

/* Returns whether the plane is the plane of some node, moved out for the shape, within
 * BSP_TOUCHED. */
gboolean compare_view_has_plane(const CompareTreeView *view, const BspShape *shape,
                                const BspPlane *plane);

/* --- the interface of all methods --- */

/* The guarantee of a method for a shape. */
typedef enum {
    COMPARE_SKIPS,         /* the method does not take the shape */
    COMPARE_CONSERVATIVE,  /* no answer is late */
    COMPARE_EXACT,         /* every answer is inside the bracket */
    COMPARE_CLAIMS_NOTHING /* the method takes the shape without a guarantee; only for contestants
                            */
} CompareClaim;

typedef struct {
    guint64 nodes, leaves; /* the sums over all trees of the method */
    guint depth;           /* the depth of the deepest tree */
    gsize bytes;           /* the memory that a query uses */
    guint64 hash;          /* the hash of its trees */
    guint fillable;  /* the number of spaces for which the outside of the level can be filled; a
                        method with a tree for each space counts its trees */
    guint filled;    /* the number of these spaces whose outside is filled */
    gsize box_bytes; /* the maximum part of `bytes` that is for one box; for methods that take any
                        box */
} CompareSize;

/* The numbers of bevels in a tree. */
typedef struct {
    guint64 bare_nodes; /* the number of nodes that the tree would have without bevels */
    guint64 edges, spikes, level_tops, boxes;
} CompareBevels;

/* A move of a query, and its mover. */
typedef struct {
    BspMove move;
    gint mover;                /* the number of the mover, encoded as in CompareTrajectory.mover */
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
    gboolean leaks; /* if set, one of the spaces that are not filled leaks */
    double crack;   /* units; where the outside is filled, an opening narrower than this counts as
                       closed */
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
    gboolean stationary; /* if set, the method takes only moves that end where they start */
    gboolean reference;  /* if set, and if the method takes moves, the times of other methods are
                            compared with its times */
    /* The contestant (methods/outsider.h), or NULL for a method of this program. A contestant is
     * judged, but not built or queried here. So its class has only one function, `claim`. */
    const CompareOutsider *outsider;
    gboolean on_demand; /* if set, this is a variant of another method, and is compared only if it
                           is named */
    guint how; /* the variant within the family of methods; the family's file explains the values */
    /* Builds the method for the scenario. Returns the method's data, or NULL with an error. */
    gpointer (*build)(const CompareMethodClass *klass, const CompareScenario *scenario,
                      const CompareTrees *trees, GError **error);
    void (*free)(gpointer data);
    /* Returns the contents of a file with the tree. This is NULL if trees of the method cannot be
     * saved. */
    GBytes *(*save)(gpointer data, const BspSaveOptions *options, GError **error);
    gboolean any_shape; /* if set, the saved tree takes any shape, not only the scenario's spaces */
    /* Returns a contestant's guarantee. This is NULL for a method of this program, whose guarantee
     * is in the next members. */
    CompareClaim (*claim)(const CompareMethodClass *klass, const BspShape *shape, gint mover);
    gboolean spaces_only; /* if set, the method takes only spaces of the scenario */
    guint exact; /* the kinds of shapes, as bits 1 << BspShapeKind, for which the method is exact if
                    the move does not turn; for other kinds, no answer is late */
    CompareClaim turning; /* the guarantee for moves that turn, which is the same for all shapes */
    /* If set, the method takes moves that keep a skin, and is exact for them. */
    gboolean keeps_skins;
    gboolean takes_solids; /* if set, the method takes movers that are solids, and is exact for
                              them, if they stand still, turned or not */
    void (*size)(gpointer data, CompareSize *size);
    /* Stores the numbers of bevels. NULL if the method has no bevels. */
    void (*bevels)(gpointer data, CompareBevels *bevels);
    /* Stores the tree that queries of a mover use. Returns FALSE if the mover has no tree. This is
     * NULL if the method has no tree. */
    gboolean (*view)(gpointer data, gint mover, CompareTreeView *view);
    /* If set, the plane of a hit is the plane that was crossed last, as in the papers. Then
     * compare_planes_judge_crossed() judges it, and a body need not be able to slide along it. */
    gboolean names_crossed;
    /* Answers a move, which turns only if `turning` is not COMPARE_SKIPS. Is thread-safe and
     * allocates nothing. */
    BspTransition (*query)(gpointer data, const CompareCall *call, BspCounters *counters);
    /* Stores all transitions of the tree along the move, at most n_max of them, and returns their
     * number. This is NULL if the method has no such list. */
    guint (*transitions)(gpointer data, const CompareCall *call, BspTransition *transitions,
                         guint n_max);
    /* Answers any move like the queries, and sets answer->hit. This is NULL if the method names no
     * brush. */
    void (*trace)(gpointer data, const CompareCall *call, BspTrace *answer, BspCounters *counters);
};

/* The methods to compare, and the options for building their trees. The methods are not owned. The
 * list ends with NULL. */
typedef struct {
    const CompareMethodClass *const *methods;
    CompareTrees trees;
} CompareAsked;

/* All methods, in the order in which tables list them. Methods on demand come last. The list ends
 * with NULL. */
extern const CompareMethodClass *const compare_methods[];

/* Returns the method with this name, or NULL if there is no such method. */
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

/* --- the methods, each family in a file of its own --- */

/* onion.c */
extern const CompareMethodClass compare_onion, compare_onion_article, compare_onion_named;

/* shift.c */
extern const CompareMethodClass compare_shift, compare_shift_box, compare_shift_exact,
    compare_shift_paper, compare_shift_named, compare_shift_all, compare_merge;

/* baselines.c */
extern const CompareMethodClass compare_multi, compare_brushes;

/* Returns the options for building a shift tree with these bevels, without masks. */
ShiftOptions compare_shift_options(const CompareScenario *scenario, const CompareTrees *trees,
                                   guint bevels);

#endif
