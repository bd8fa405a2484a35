/* generated: generates random worlds and scenarios from a seed.
 *
 * The same kind, number and seed give the same bytes on every machine, because only whole numbers,
 * square roots and GLib's Mersenne Twister are used. Every world is sealed, and each start is clear
 * of solid for each box of the generated scenarios. */
#ifndef COMPARE_GENERATED_H
#define COMPARE_GENERATED_H

#include "bsp-world.h"
#include "generate/aim.h"
#include "generate/world-text.h"

/* The smallest world has the six brushes of its shell and two more. Trees of the largest world can
 * be built in the memory of a usual machine. */
#define COMPARE_GENERATE_MIN_BRUSHES 8
#define COMPARE_GENERATE_MAX_BRUSHES 1000000

/* --- worlds --- */

/* Groups of brushes with nearly equal planes (generate/hard.h). */
typedef enum {
    COMPARE_HARD_SLIVERS,  /* plates, needles and gaps, 1/1024 to 1/16 unit thick */
    COMPARE_HARD_WEDGES,   /* bricks that meet at tiny angles; a third brick closes some gaps */
    COMPARE_HARD_AXIAL,    /* boxes with planes tilted by 1e-12 to 1e-3 */
    COMPARE_HARD_COPLANAR, /* rows of pillars in the air, with ends that are nearly in one plane */
    COMPARE_HARD_BRICKS,   /* touching bricks in rows, seam upon seam, and pillars in the air */
    COMPARE_HARD_KINDS
} CompareHardKind;

typedef struct {
    const char *name;
    /* Writes a world of n_brushes brushes, six of which are its shell, and its starts. NULL for
     * hard kinds. */
    void (*write)(CompareWorldText *text, guint n_brushes);
    /* The kind of groups that compare_write_hard() writes if `write` is NULL. */
    CompareHardKind hard;
} CompareWorldKind;

/* Write a city, which has streets and blocks of houses under a sky, or rooms with doorways, pillars
 * and stairs. A world of twice the number of brushes covers twice the area. */
void compare_write_city(CompareWorldText *text, guint n_brushes);
void compare_write_rooms(CompareWorldText *text, guint n_brushes);

/* Writes a world of groups of brushes of this kind. */
void compare_write_hard(CompareWorldText *text, guint n_brushes, CompareHardKind hard);

/* All kinds of worlds. An entry whose name is NULL ends the list. */
extern const CompareWorldKind compare_world_kinds[];

/* Returns the kind with this name, or NULL if there is no such kind. */
const CompareWorldKind *compare_world_kind_find(const char *name);

/* Returns the text of a world. The caller frees it with g_free(). */
char *compare_generate_world(const CompareWorldKind *kind, guint n_brushes, guint64 seed);

/* --- scenarios --- */

/* The maximum number of spaces. docs/measurements.md compares the memory of onions with up to this
 * number. */
#define COMPARE_GENERATE_MAX_SPACES 64

typedef struct {
    const char *name;
    guint n_spaces;         /* 1 to COMPARE_GENERATE_MAX_SPACES */
    guint n_walks, n_shots; /* the numbers of moves of walks and of shots for each space */
    guint64 seed;
    const BspSolid *solid; /* the solid to aim at, or NULL; if it is set, n_walks + n_shots is the
                              number of aimed moves */
    CompareAimKind aim;    /* the kind of aim; COMPARE_AIM_KINDS stands for all kinds, with thin
                              spaces and shapes */
} CompareGenerateScenario;

/* Makes a scenario without a world. Its spaces are for a standing and a crouching player, a point,
 * a small box and a big box. Further spaces are random. Each space has a random walk that slides,
 * and shots that bounce, from the world's starts. */
CompareScenario *compare_generate_scenario(const CompareGenerateScenario *wanted);

/* Makes a scenario without a world, with bodies that turn. Each body has n_walks + n_shots moves.
 * Each move begins near one of the world's starts, at a position where the body fits. */
CompareScenario *compare_generate_tumble(const CompareGenerateScenario *wanted,
                                         const BspWorld *world);

/* Adds the usual spaces to a scenario that is made from a level file alone. They are for a standing
 * and a crouching player, a point, a small box and a big box. */
void compare_generate_usual_spaces(CompareScenario *scenario);

/* Adds a walk and shots to every space from index n_spaces on and every shape from index n_shapes
 * on. Each gets n_moves moves, and one in five of them is a shot. */
void compare_generate_moves(CompareScenario *scenario, guint n_spaces, guint n_shapes,
                            guint n_moves, guint64 seed);

/* --- shared by the kinds --- */

/* Writes starts on a grid of nx by ny positions, the first of which is `first`. */
void compare_generate_starts(CompareWorldText *text, BspVec first, gint pitch_x, gint pitch_y,
                             guint nx, guint ny);

/* Returns the largest whole number whose square is at most n. */
guint compare_generate_root(guint n);

#endif
