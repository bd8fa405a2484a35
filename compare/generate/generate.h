/* generate: worlds and scenarios made up from a seed.
 *
 * The same kind, number and seed give the same bytes on every machine: the only arithmetic is that
 * of whole numbers, of roots, and of GLib's Mersenne Twister. Nothing but one brush at a time is
 * held in memory. Every world is sealed, and every one of its starts is clear of solid for each of
 * the boxes that generated scenarios name. */
#ifndef COMPARE_GENERATE_H
#define COMPARE_GENERATE_H

#include "generate/aim.h"
#include "generate/world-text.h"

#define COMPARE_GENERATE_MIN_BRUSHES 8
#define COMPARE_GENERATE_MAX_BRUSHES 1000000

/* --- worlds --- */

typedef struct {
    const char *name, *summary;
    /* Writes brushes, as many as are wanted, and starts. The shell of the world is six of them. */
    void (*write)(CompareWorldText *text, GRand *rand, guint n_brushes);
} CompareWorldKind;

/* Streets and blocks of houses, under a sky; rooms with doorways, pillars and stairs; hulls of
 * random points; hills. Twice the brushes make a world twice as large. */
extern const CompareWorldKind compare_world_city, compare_world_rooms, compare_world_random,
    compare_world_terrain;

/* Groups of brushes whose planes are hard to tell apart (generate/hard). */
extern const CompareWorldKind compare_world_slivers, compare_world_wedges, compare_world_near_axial,
    compare_world_near_coplanar, compare_world_bricks;

/* All of them, ended by NULL. */
extern const CompareWorldKind *const compare_world_kinds[];

/* NULL when there is none of that name. */
const CompareWorldKind *compare_world_kind_find(const char *name);

void compare_generate_world(const CompareWorldKind *kind, guint n_brushes, guint64 seed,
                            CompareOutput *out);

/* --- scenarios --- */

#define COMPARE_GENERATE_MAX_SPACES 64

typedef struct {
    const char *name;
    const char *world;      /* how the scenario is to name it: relative to its own place */
    guint n_spaces;         /* 1 to COMPARE_GENERATE_MAX_SPACES */
    guint n_moving;         /* of them, the first: these walk and shoot; 0: all */
    guint n_walks, n_shots; /* of each space */
    guint repeat;           /* timing repetitions */
    guint64 seed;
    const BspSolid *solid; /* not NULL: n_walks and n_shots moves of each, aimed at its brushes */
    CompareAimKind aim;    /* which; COMPARE_AIM_KINDS: all of them, of thin spaces and shapes */
} CompareGenerateScenario;

/* Spaces: standing and crouching player, point, small box, big one, then random ones; and for each
 * a random walk that slides, and shots that bounce, from the world's starts. */
void compare_generate_scenario(const CompareGenerateScenario *wanted, CompareOutput *out);

/* --- what the kinds share --- */

typedef struct {
    char name[16];
    BspBounds box;
} CompareGenerateSpace;

/* The parts of a scenario's text: a key with a string, quotes and all; a number with all digits; a
 * space; the trajectories of aimed moves, one for each space and shape. */
void compare_generate_string(CompareOutput *out, const char *key, const char *string);
void compare_generate_number(CompareOutput *out, double number);
void compare_generate_space(CompareOutput *out, const CompareGenerateSpace *space, gboolean last);
void compare_generate_aimed(CompareOutput *out, const CompareGenerateScenario *wanted,
                            const GArray *spaces);

/* Array of CompareGenerateSpace: thin ones; and what follows the spaces in the text, thin shapes.
 */
GArray *compare_generate_thin_spaces(void);
void compare_generate_thin_shapes(CompareOutput *out);

/* Starts are put at every k-th place of a grid, so that there are few of them however large the
 * world: the least such k. */
guint compare_generate_stride(guint nx, guint ny);

/* The largest number whose square is at most n. */
guint compare_generate_root(guint n);

#endif
