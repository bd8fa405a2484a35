/* scenario: what to compare: a world, spaces, shapes, trajectories and options.
 *
 * Read from a JSON file of format "bsp-scenario", version 1. Nobody changes one that has been
 * loaded: variants are made of it (variant.h). */
#ifndef COMPARE_SCENARIO_H
#define COMPARE_SCENARIO_H

#include "bsp-shape.h"
#include "bsp-world.h"

typedef struct {
    char *name;
    BspShape shape; /* a point where mins = maxs = 0, else a box */
    guint32 mask;   /* the contents that stop it; 0: every brush does */
} CompareSpace;

typedef struct {
    char *name;
    BspShape shape;
    BspHull *hull; /* owned; NULL unless the shape is a hull */
    guint32 mask;  /* as a space's */
} CompareShape;

typedef struct {
    BspVec from, to;
} CompareMove;

typedef enum { COMPARE_STOP, COMPARE_SLIDE, COMPARE_BOUNCE } CompareResponse;

typedef enum { COMPARE_WAYPOINTS, COMPARE_RECORDED, COMPARE_RANDOM } CompareSource;

typedef struct {
    char *name;
    gint space; /* index of the space that moves, or -1: */
    gint shape; /* index of the shape that moves, or -1 */
    CompareResponse response;
    CompareSource source;
    GArray *waypoints; /* BspVec, at least 2; COMPARE_WAYPOINTS */
    GArray *moves;     /* CompareMove; COMPARE_RECORDED */
    GArray *order; /* guint, ascending: the moves' places among all of the scenario's; or NULL */
    gboolean has_mask; /* whether it is known which contents stopped the moves: */
    guint32 mask;      /* these, which are kept; where the scenario heeds them, what moves has it */
    guint64 seed;      /* COMPARE_RANDOM, as the rest */
    guint n_moves;
    double step_min, step_max; /* units */
    gboolean start_is_starts;  /* "start": "starts", the world's; else start_point */
    BspVec start_point;
} CompareTrajectory;

typedef struct {
    char *name, *path;        /* path: the file it was read from */
    char *world_path;         /* resolved against the scenario's directory; its own path, where: */
    gboolean world_is_inside; /* the scenario holds its world */
    BspWorld *world;
    GArray *spaces;       /* CompareSpace */
    GArray *shapes;       /* CompareShape */
    GArray *trajectories; /* CompareTrajectory */
    double bevel_angle;   /* degrees, default 90 */
    guint part_at_faces;  /* of the onion, see OnionOptions */
    guint bevels;         /* ShiftBevels, of shift; the default unless a sweep says */
    guint repeat;         /* timing repetitions, default 15 */
    gboolean masks;       /* trajectories' masks are heeded: see scenario/masks.h */
} CompareScenario;

/* Limits of the format. */
#define COMPARE_MAX_LIST 1000000    /* points, waypoints, recorded moves; items of each list */
#define COMPARE_MAX_RANDOM 10000000 /* moves of one random walk */
#define COMPARE_MAX_REPEAT 1000

/* Reads the scenario and its world. Errors in domain BSP_ERROR; the message names file, and line
 * and column (syntax) or JSON pointer (meaning). */
CompareScenario *compare_scenario_load(const char *path, GError **error);

/* Whether the file is a world, and no scenario: by its name, or what a JSON file says it is. */
gboolean compare_scenario_is_world(const char *path);

/* The same over another world than the scenario names, found from the working directory; NULL: the
 * scenario's own; "#patches" or the like: that, of the scenario's own (selection.h). */
CompareScenario *compare_scenario_load_over(const char *path, const char *world, GError **error);

/* The same of text[0 .. length), which ends in a NUL; `path` is what errors call it, and what the
 * world's path is relative to. */
CompareScenario *compare_scenario_read(const char *path, const char *text, gsize length,
                                       GError **error);
CompareScenario *compare_scenario_read_over(const char *path, const char *text, gsize length,
                                            const char *world, GError **error);

/* Adds to the error, of a world that could not be read, how to get it: where it is a real level of
 * those that the toolkit's own scenarios are about, and that are fetched. */
void compare_scenario_advise(const char *world, GError **failure);

/* One with nothing in it but the defaults; path is what it was read from. */
CompareScenario *compare_scenario_new(const char *path);
void compare_scenario_free(CompareScenario *scenario);

/* Frees what a CompareShape or CompareTrajectory holds. */
void compare_shape_clear(gpointer shape);
void compare_trajectory_clear(gpointer trajectory);

/* Whether anything is stopped by only some contents: then the world has brushes of all. */
gboolean compare_scenario_has_masks(const CompareScenario *s);

/* The contents that stop what moves: a mover as below, or a trajectory's. */
guint32 compare_scenario_mover_mask(const CompareScenario *s, gint mover);
guint32 compare_scenario_mask(const CompareScenario *s, const CompareTrajectory *t);

/* Contents as hexadecimal digits, at most eight. FALSE when they are none. */
gboolean compare_mask_parse(const char *text, guint32 *mask);

/* The same without the 0x that C prints before them: as logs and the command line have it. */
static inline const char *compare_mask_digits(const char *text)
{
    return g_str_has_prefix(text, "0x") || g_str_has_prefix(text, "0X") ? text + 2 : text;
}

/* What a trajectory moves: space i is i, shape i is ~i. */
gint compare_scenario_mover(const CompareTrajectory *t);

/* The shape that a trajectory moves, and its name. */
const BspShape *compare_scenario_shape(const CompareScenario *s, const CompareTrajectory *t);
const char *compare_scenario_shape_name(const CompareScenario *s, const CompareTrajectory *t);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareScenario, compare_scenario_free)

#endif
