/* scenario: the input of a comparison, with the world, spaces, shapes, trajectories and options.
 *
 * It is read from a JSON file of format "bsp-scenario", version 1. A loaded scenario is never
 * changed. Variants are made from it. */
#ifndef COMPARE_SCENARIO_H
#define COMPARE_SCENARIO_H

#include "bsp-shape.h"
#include "bsp-turn.h"
#include "bsp-world.h"
#include "scenario/solid.h"

/* A body that moves. It is a space, which is a box or a point, or another shape. */
typedef struct {
    char *name;
    BspShape shape;
    guint32 mask;        /* the contents that stop the mover; 0 selects every brush */
    BspHull *hull;       /* owned; NULL unless the shape is a hull */
    CompareSolid *solid; /* owned; it stands still, and `shape` is its convex hull; NULL if the
                            mover is convex */
} CompareMover;

typedef struct {
    BspVec from, to;
} CompareMove;

typedef enum { COMPARE_STOP, COMPARE_SLIDE, COMPARE_BOUNCE } CompareResponse;

typedef enum { COMPARE_WAYPOINTS, COMPARE_RECORDED, COMPARE_RANDOM } CompareSource;

typedef struct {
    char *name;
    gint mover; /* i for space i of the scenario, ~i for shape i */
    CompareResponse response;
    double skin;       /* units that each move keeps from brushes (bsp-brush-table.h) */
    gboolean is_exact; /* methods that may be early elsewhere must not be early here */
    CompareSource source;
    gboolean is_asked; /* the trajectory is that of explain --from, whose move may begin outside the
                          level */
    GArray *waypoints; /* an array of at least 2 BspVec; for COMPARE_WAYPOINTS */
    GArray *moves;     /* an array of CompareMove; for COMPARE_RECORDED */
    GArray *turns;     /* an array of BspTurn, one for each recorded or random move; NULL if the
                          moves do not turn */
    GArray *order;     /* an array of guint, the moves' positions among all moves of the scenario,
                          ascending; or NULL */
    gboolean has_mask; /* `mask` is known */
    guint32 mask; /* the contents that stopped the moves; used if `masks` of the scenario is set */
    guint64 seed; /* for COMPARE_RANDOM, like the following fields */
    guint n_moves;
    double step_min, step_max; /* units */
    double turn_min, turn_max; /* degrees; used if `turns` is not NULL */
    gboolean start_is_starts;  /* the file has "start": "starts", which are the world's starts;
                                  otherwise start_point is used */
    BspVec start_point;
} CompareTrajectory;

/* Bodies of one space or shape that walk at the same time and block each other (run/crowds.h). */
typedef struct {
    char *name;
    gint mover; /* in the form of CompareTrajectory.mover */
    guint n_bodies, n_steps;
    guint64 seed;
    double skin;   /* units */
    GArray *goals; /* an array of at least 2 BspVec; NULL for positions on floors */
} CompareCrowd;

/* Pairs of places between which bodies of one space look for paths (run/agents.h). */
typedef struct {
    char *name;
    gint mover; /* a space, of a box */
    guint n_pairs;
    guint64 seed;
    double skin;    /* units */
    GArray *places; /* BspVec, two for each pair; NULL if they are drawn */
} CompareAgents;

/* A change of the world. */
typedef struct {
    BspBrush *add;  /* owned; NULL: `remove` is removed */
    guint32 remove; /* a brush's number, see compare_edit_apply() */
} CompareEdit;

/* How the world changes between moves (run/edits.h). */
typedef struct {
    GArray *written; /* CompareEdit; NULL: edits are drawn by `seed` */
    guint n;         /* 0: the world does not change */
    guint64 seed;
} CompareEdits;

typedef struct {
    char *name, *path;        /* `path` is the file from which the scenario was read */
    char *world_path;         /* resolved against the scenario's directory; for an inline world the
                                 scenario's own path */
    gboolean world_is_inside; /* the world is inline in the scenario */
    BspWorld *world;
    GArray *spaces;       /* of CompareMover, the boxes and points that an onion must know */
    GArray *shapes;       /* of CompareMover, all others */
    GArray *trajectories; /* CompareTrajectory */
    GArray *crowds;       /* CompareCrowd */
    GArray *agents;       /* CompareAgents */
    CompareEdits edits;
    double bevel_angle;     /* degrees, default 90 */
    guint space_node_faces; /* the onion's limit (OnionOptions); 0 if it has no space nodes */
    guint bevels;           /* ShiftBevels of the shift methods; only a sweep sets it */
    guint repeat;           /* timing repetitions, default 15 */
    gboolean masks;         /* the masks of trajectories are used (scenario/reading.c) */
    gboolean has_seed;      /* the random trajectories are drawn again with `seed` */
    guint64 seed;
} CompareScenario;

/* Limits of a file, so that a mistyped number fails at once instead of filling the memory. */
#define COMPARE_MAX_LIST 1000000    /* items of a list, such as points, waypoints, recorded moves */
#define COMPARE_MAX_RANDOM 10000000 /* moves of one random walk */
#define COMPARE_MAX_REPEAT 1000
#define COMPARE_MAX_BODIES 100000 /* of one crowd */
#define COMPARE_MAX_STEPS 100000  /* of one crowd: 28 minutes of the game */
#define COMPARE_MAX_PAIRS 100000  /* of one walker */
#define COMPARE_MAX_EDITS 100000

/* Reads the scenario and its world. `world` is another world, whose path is relative to the working
 * directory. NULL stands for the scenario's own world, "#patches" or the like for that part of it.
 * Errors are in the domain BSP_ERROR. The message names the file. For syntax it names line and
 * column, for meaning the JSON pointer. */
CompareScenario *compare_scenario_load(const char *path, const char *world, GError **error);

/* Returns whether the file is a world and not a scenario, by its name or by the format in a JSON
 * file. */
gboolean compare_scenario_is_world(const char *path);

/* Returns the path of a world, with a selection such as "#patches" added to the selection that it
 * has. `selection` may be NULL. The caller frees the path with g_free(). */
char *compare_scenario_select(const char *path, const char *selection);

/* Reads the scenario from `length` bytes of text, which a NUL follows. `path` is the name in
 * errors, and the world's path is relative to it. `world` is that of compare_scenario_load(). */
CompareScenario *compare_scenario_read(const char *path, const char *text, gsize length,
                                       const char *world, GError **error);

/* If the missing world is one of the real levels, appends advice to the error about fetching it. */
void compare_scenario_advise(const char *world, GError **failure);

/* Returns a scenario with only defaults. `path` is the file for which it stands. */
CompareScenario *compare_scenario_new(const char *path);
void compare_scenario_free(CompareScenario *scenario);

/* Frees the contents of a CompareMover or CompareTrajectory. */
void compare_mover_clear(gpointer mover);
void compare_trajectory_clear(gpointer trajectory);

/* Makes the edits none. */
void compare_edits_clear(CompareEdits *edits);

/* Applies an edit to brushes by their numbers; NULL stands for a number without a brush. An added
 * brush gets the lowest number that no brush has, as in bsp-edit.h. Returns FALSE, and changes
 * nothing, if no brush has the number to remove. */
gboolean compare_edit_apply(const CompareEdit *edit, GPtrArray *brushes);

/* Returns the brushes (BspBrush) of a world that have these numbers (guint), or all if `numbers` is
 * NULL. The world still owns the brushes. The caller frees the array with g_ptr_array_unref(). */
GPtrArray *compare_world_brushes(const BspWorld *whole, const GArray *numbers);

/* A trajectory of recorded moves without moves yet. Takes ownership of the name. */
CompareTrajectory compare_trajectory_recorded(char *name, gint mover);

/* Returns the turn of the trajectory's move of that number. NULL if its moves do not turn. */
static inline const BspTurn *compare_trajectory_turn(const CompareTrajectory *t, guint number)
{
    return t->turns ? &g_array_index(t->turns, BspTurn, number) : NULL;
}

/* Returns a random generator for the seed. The caller frees it with g_rand_free(). */
GRand *compare_rand_new(guint64 seed);

/* Returns a random whole number from lo to hi, both included. */
static inline gint compare_draw_whole(GRand *rand, gint lo, gint hi)
{
    return g_rand_int_range(rand, lo, hi + 1);
}

/* Draws a unit vector of n numbers, uniformly distributed. Draws points in a cube until one is in
 * the ball, and uses only exact arithmetic and a square root. So every machine draws the same. */
void compare_draw_unit(GRand *rand, double *v, guint n);

/* Draws a turn for each move of a random trajectory. It has an orientation, an axis, and an angle
 * from turn_min to turn_max, about the middle of the shape's bounds. The same seed gives the same
 * turns on every machine. */
void compare_trajectory_draw_turns(CompareTrajectory *trajectory, const BspShape *shape);

/* Adds a recorded move. The first move that turns makes all moves of the trajectory turning ones,
 * by 0 degrees if necessary. `turn` is NULL if the move does not turn. */
void compare_trajectory_add(CompareTrajectory *trajectory, CompareMove move, const BspTurn *turn);

/* Returns whether the turn changes nothing. It has no angle, the shape's own orientation, and its
 * reference point as the pivot. */
gboolean compare_turn_is_none(const BspTurn *turn);

/* Returns whether the moves of any trajectory turn. */
gboolean compare_scenario_turns(const CompareScenario *s);

/* Returns whether any space or shape is stopped by only some contents. Then the world has brushes
 * of all contents. */
gboolean compare_scenario_has_masks(const CompareScenario *s);

/* Returns whether any shape is a solid. */
gboolean compare_scenario_has_solids(const CompareScenario *s);

/* Draws the random trajectories, the crowds, the pairs of agents and the edits anew. Each keeps a
 * seed of its own, so that trajectories with different seeds still differ. Fails with
 * BSP_ERROR_VALUE if there is nothing to draw. */
gboolean compare_scenario_draw_anew(CompareScenario *s, guint64 seed, GError **error);

static inline CompareTrajectory *compare_scenario_trajectory(const CompareScenario *s, guint i)
{
    return &g_array_index(s->trajectories, CompareTrajectory, i);
}

/* Returns the shape of a space with these corners, which is a box or a point. */
BspShape compare_space_shape(BspVec mins, BspVec maxs);

/* Returns the mover of that number, in the form of CompareTrajectory.mover. */
static inline CompareMover *compare_mover(const CompareScenario *s, gint mover)
{
    return mover >= 0 ? &g_array_index(s->spaces, CompareMover, mover)
                      : &g_array_index(s->shapes, CompareMover, ~mover);
}

/* All movers have positions from 0 on, first the spaces, then the shapes. */
static inline guint compare_n_movers(const CompareScenario *s)
{
    return s->spaces->len + s->shapes->len;
}

static inline gint compare_mover_at(const CompareScenario *s, guint place)
{
    return place < s->spaces->len ? (gint)place : ~(gint)(place - s->spaces->len);
}

static inline guint compare_mover_place(const CompareScenario *s, gint mover)
{
    return mover >= 0 ? (guint)mover : s->spaces->len + (guint)~mover;
}

/* Adds a space if the shape is a box or a point, otherwise a shape. Returns its number. Takes
 * ownership of the name and the hull. */
gint compare_add_mover(CompareScenario *s, CompareMover mover);

/* Returns a copy, whose contents the caller frees with compare_mover_clear(). */
CompareMover compare_mover_copy(const CompareMover *mover);

/* Finds the space or shape of that name. */
gboolean compare_has_mover(const CompareScenario *s, const char *name, gint *mover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareScenario, compare_scenario_free)

/* --- copies of a scenario with one parameter changed, for sweeps --- */

/* A variant shares the brushes, waypoints and recorded moves of its scenario, which must outlive
 * it. */

/* Returns a copy of the scenario. The caller frees it with compare_scenario_free(). */
CompareScenario *compare_variant_new(const CompareScenario *scenario);

/* Gives each turn this angle, in degrees. */
void compare_variant_set_angle(CompareScenario *variant, double degrees);

/* Replaces the brushes of the world by those of the array (BspBrush), which it consumes. The
 * brushes must outlive the variant. */
void compare_variant_set_brushes(CompareScenario *variant, GPtrArray *brushes);

/* Replaces the world by one of the brushes of `whole` that have these numbers (guint), in ascending
 * order. `whole` must outlive the variant. */
void compare_variant_take_brushes(CompareScenario *variant, const BspWorld *whole,
                                  const GArray *numbers);

/* Keeps the first n spaces, and drops the other spaces with their trajectories. */
void compare_variant_keep_spaces(CompareScenario *variant, guint n);

#endif
