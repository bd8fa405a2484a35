/* scenario: the input of a comparison, with the world, spaces, shapes, trajectories and options.
 *
 * It is read from a JSON file in the format "bsp-scenario", version 1. A loaded scenario is not
 * changed. Sweeps change copies of it, which are called variants. */
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
    BspHull *hull;       /* owned; NULL if the shape is not a hull */
    CompareSolid *solid; /* a reference to the solid, which stands still; `shape` is its convex
                            hull; NULL if the mover is convex */
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
    double skin; /* the distance, in units, that each move keeps from brushes (bsp-brush-table.h) */
    gboolean is_exact; /* if set, methods that may be early for other trajectories must not be early
                          for this one */
    CompareSource source;
    gboolean is_asked; /* if set, this is the trajectory of explain --from, whose move may begin
                          outside of the level */
    GArray *waypoints; /* an array of at least 2 BspVec; for COMPARE_WAYPOINTS */
    GArray *moves;     /* an array of CompareMove; for COMPARE_RECORDED */
    GArray *turns;     /* an array of BspTurn, one for each recorded or random move; NULL if the
                          moves do not turn */
    GArray *order; /* an array of guint: the ascending positions of the moves among all moves of the
                      scenario; or NULL */
    gboolean has_mask; /* whether `mask` is known */
    guint32 mask; /* the contents that stopped the moves; used if `masks` of the scenario is set */
    guint64 seed; /* for COMPARE_RANDOM, like the following members */
    guint n_moves;
    double step_min, step_max; /* the minimum and maximum length of a step, in units */
    /* The minimum and maximum angle of a turn, in degrees; used if `turns` is not NULL. */
    double turn_min, turn_max;
    gboolean start_is_starts; /* if set, the file has "start": "starts", which stands for the
                                 world's starts; otherwise start_point is used */
    BspVec start_point;
} CompareTrajectory;

/* Bodies of one space or shape that walk at the same time, and block each other (run/crowds.h). */
typedef struct {
    char *name;
    gint mover; /* the number of the mover, encoded as in CompareTrajectory.mover */
    guint n_bodies, n_steps;
    guint64 seed;
    double skin;   /* the distance that they keep from brushes, in units */
    GArray *goals; /* an array of at least 2 BspVec; NULL if goals are drawn on floors */
} CompareCrowd;

/* Bodies of one space that look for paths between pairs of places (run/agents.h). */
typedef struct {
    char *name;
    gint mover; /* the number of a space, which is a box */
    guint n_pairs;
    guint64 seed;
    double skin;    /* the distance that they keep from brushes, in units */
    GArray *places; /* an array of BspVec, two for each pair; NULL if the places are drawn */
} CompareAgents;

/* An edit of the world, which adds or removes a brush. */
typedef struct {
    /* The brush that is added, which the edit owns; NULL if brush `remove` is removed. */
    BspBrush *add;
    guint32 remove; /* the number of the brush to remove; see compare_edit_apply() */
} CompareEdit;

/* The edits of the world between moves (run/edits.h). */
typedef struct {
    GArray *written; /* an array of CompareEdit; NULL if the edits are drawn by `seed` */
    guint n;         /* the number of edits; 0 if the world does not change */
    guint64 seed;
} CompareEdits;

typedef struct {
    char *name, *path; /* `path` is the file from which the scenario was read */
    char *world_path;  /* the path of the world's file, resolved from the scenario's folder; for an
                          inline world, the scenario's own path */
    gboolean world_is_inside; /* if set, the world is inline in the scenario */
    BspWorld *world;
    GArray *spaces; /* an array of CompareMover: the boxes and points, which are the spaces of an
                       onion */
    GArray *shapes; /* an array of CompareMover: all other movers */
    GArray *trajectories; /* an array of CompareTrajectory */
    GArray *crowds;       /* an array of CompareCrowd */
    GArray *agents;       /* an array of CompareAgents */
    CompareEdits edits;
    double bevel_angle;     /* degrees; 90 by default */
    guint space_node_faces; /* the maximum number of faces of a space node (OnionOptions); 0 for no
                               space nodes */
    guint bevels;           /* the ShiftBevels of the shift methods; only a sweep sets it */
    guint repeat;           /* the number of repetitions of timing; 15 by default */
    gboolean masks;         /* if set, the masks of trajectories are used (scenario/reading.c) */
    gboolean has_seed;      /* if set, the random trajectories are drawn again with `seed` */
    guint64 seed;
} CompareScenario;

/* Limits of numbers in a file, so that a mistyped number fails at once, and does not fill the
 * memory. */
#define COMPARE_MAX_LIST 1000000    /* the maximum number of items in a list, such as moves */
#define COMPARE_MAX_RANDOM 10000000 /* the maximum number of moves of a random walk */
#define COMPARE_MAX_REPEAT 1000
#define COMPARE_MAX_BODIES 100000 /* the maximum number of bodies of a crowd */
#define COMPARE_MAX_STEPS 100000  /* the maximum number of steps; 28 minutes of a game */
#define COMPARE_MAX_PAIRS 100000  /* the maximum number of pairs of an item of agents */
#define COMPARE_MAX_EDITS 100000

/* Reads the scenario and a world. If `world` is NULL, reads the world that the scenario names. If
 * `world` is a selection such as "#patches", reads the selected part of that world. Otherwise,
 * `world` is the path of another world, relative to the working directory. Errors are in the domain
 * BSP_ERROR. The message names the file, and, for an error of syntax, the line and the column. For
 * other errors, it has the JSON pointer. */
CompareScenario *compare_scenario_load(const char *path, const char *world, GError **error);

/* Returns whether the file is a world and not a scenario. Its name decides, or, for a JSON file,
 * the member "format". */
gboolean compare_scenario_is_world(const char *path);

/* Returns the path of a world with a selection, such as "#patches", added to the selection that the
 * path has already. `selection` may be NULL. The caller frees the path with g_free(). */
char *compare_scenario_select(const char *path, const char *selection);

/* Reads the scenario from `length` bytes of text, which a NUL follows. `path` is its name in
 * errors, and paths in the text are relative to its folder. `world` is as for
 * compare_scenario_load(). */
CompareScenario *compare_scenario_read(const char *path, const char *text, gsize length,
                                       const char *world, GError **error);

/* If the error is that one of the real levels is missing, appends advice about fetching it. */
void compare_scenario_advise(const char *world, GError **failure);

/* Returns a scenario with only defaults. `path` is the file for which it stands. */
CompareScenario *compare_scenario_new(const char *path);
void compare_scenario_free(CompareScenario *scenario);

/* Frees the contents of a CompareMover or CompareTrajectory. */
void compare_mover_clear(gpointer mover);
void compare_trajectory_clear(gpointer trajectory);

/* Frees the edits, so that there are none. */
void compare_edits_clear(CompareEdits *edits);

/* Applies an edit to an array of brushes, whose indices are their numbers. NULL stands for a number
 * without a brush. An added brush gets the lowest number that no brush has, as in bsp-edit.h.
 * Returns FALSE, and changes nothing, if no brush has the number to remove. */
gboolean compare_edit_apply(const CompareEdit *edit, GPtrArray *brushes);

/* Returns the brushes (BspBrush) of a world that have these numbers (guint), which must be
 * ascending, or all if `numbers` is NULL. The world still owns the brushes. The caller frees the
 * array with g_ptr_array_unref(). */
GPtrArray *compare_world_brushes(const BspWorld *whole, const GArray *numbers);

/* Returns a trajectory for recorded moves, which has no moves yet. Takes ownership of the name. */
CompareTrajectory compare_trajectory_recorded(char *name, gint mover);

/* Returns the turn of the trajectory's move with this number, or NULL if its moves do not turn. */
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

/* Draws a unit vector of n numbers. All directions are equally likely. Draws points in a cube until
 * one of them is in the ball. Uses only exact arithmetic and a square root, so every machine draws
 * the same numbers. */
void compare_draw_unit_vector(GRand *rand, double *v, guint n);

/* Draws a turn for each move of a random trajectory. Draws the orientation, the axis, and the angle
 * from turn_min to turn_max. The pivot is the middle of the shape's bounds. The same seed gives the
 * same turns on every machine. */
void compare_trajectory_draw_turns(CompareTrajectory *trajectory, const BspShape *shape);

/* Adds a recorded move. `turn` is NULL if the move does not turn. If any move of a trajectory
 * turns, all its moves get a turn, which is by 0 degrees if they do not turn. */
void compare_trajectory_add(CompareTrajectory *trajectory, CompareMove move, const BspTurn *turn);

/* Returns whether the turn changes nothing. Its angle is 0, its orientation is that of the shape,
 * and its pivot is the shape's reference point. */
gboolean compare_turn_is_none(const BspTurn *turn);

/* Returns whether moves of some trajectory turn. */
gboolean compare_scenario_turns(const CompareScenario *s);

/* Returns whether some space or shape is stopped only by some contents. If so, the world has
 * brushes of all contents. */
gboolean compare_scenario_has_masks(const CompareScenario *s);

/* Returns whether some shape is a solid. */
gboolean compare_scenario_has_solids(const CompareScenario *s);

/* Draws the random trajectories, the crowds, the pairs of agents and the edits anew. Each gets a
 * seed that also depends on its own seed, so that trajectories with different seeds still differ.
 * Fails with BSP_ERROR_VALUE if there is nothing to draw. */
gboolean compare_scenario_draw_anew(CompareScenario *s, guint64 seed, GError **error);

static inline CompareTrajectory *compare_scenario_trajectory(const CompareScenario *s, guint i)
{
    return &g_array_index(s->trajectories, CompareTrajectory, i);
}

/* Returns the shape of a space with these corners, which is a box or a point. */
BspShape compare_space_shape(BspVec mins, BspVec maxs);

/* Returns the mover with this number, which is encoded as in CompareTrajectory.mover. */
static inline CompareMover *compare_mover(const CompareScenario *s, gint mover)
{
    return mover >= 0 ? &g_array_index(s->spaces, CompareMover, mover)
                      : &g_array_index(s->shapes, CompareMover, ~mover);
}

/* Returns the number of movers, which are the spaces and the shapes. */
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

/* Adds a mover, which is a space if its shape is a box or a point, and otherwise a shape. Returns
 * its number, encoded as in CompareTrajectory.mover. Takes ownership of the name and the hull. */
gint compare_add_mover(CompareScenario *s, CompareMover mover);

/* Adds a mover that any contents stop. Takes ownership of the hull, which is NULL if the shape is
 * not a hull. */
gint compare_add_shape(CompareScenario *s, const char *name, BspShape shape, BspHull *hull);

/* Returns a copy of the mover. The caller frees its contents with compare_mover_clear(). */
CompareMover compare_mover_copy(const CompareMover *mover);

/* Returns whether there is a space or shape with this name. Stores its number in *mover. */
gboolean compare_has_mover(const CompareScenario *s, const char *name, gint *mover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareScenario, compare_scenario_free)

/* --- copies of a scenario with one parameter changed, for sweeps --- */

/* A variant shares the brushes, waypoints and recorded moves of its scenario, which must outlive
 * it. */

/* Returns a copy of the scenario. The caller frees it with compare_scenario_free(). */
CompareScenario *compare_variant_new(const CompareScenario *scenario);

/* Gives each turn this angle, in degrees. */
void compare_variant_set_angle(CompareScenario *variant, double degrees);

/* Replaces the brushes of the world by those in the array (BspBrush), and takes ownership of the
 * array. The brushes must outlive the variant. */
void compare_variant_set_brushes(CompareScenario *variant, GPtrArray *brushes);

/* Keeps the first n spaces. Removes the other spaces, and their trajectories. */
void compare_variant_keep_spaces(CompareScenario *variant, guint n);

#endif
