/* generated: random worlds and scenarios from a seed.
 *
 * The same kind, number and seed give the same bytes on every machine, because only whole numbers,
 * square roots and GLib's Mersenne Twister are used. Every
 * world is sealed, and each start is clear of solid for each box of the generated scenarios. */
#ifndef COMPARE_GENERATED_H
#define COMPARE_GENERATED_H

#include "bsp-world.h"
#include "generate/aim.h"
#include "generate/world-text.h"

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
    /* Writes n_brushes brushes, six of which are the shell of the world, and then starts. */
    void (*write)(CompareWorldText *text, guint n_brushes);
    CompareHardKind hard; /* if `write` is NULL: compare_write_hard() writes groups of this kind */
} CompareWorldKind;

/* Streets and blocks of houses under a sky; rooms with doorways, pillars and stairs. With twice the
 * brushes a world is twice as large. */
void compare_write_city(CompareWorldText *text, guint n_brushes);
void compare_write_rooms(CompareWorldText *text, guint n_brushes);

/* Groups of brushes of one kind. */
void compare_write_hard(CompareWorldText *text, guint n_brushes, CompareHardKind hard);

/* All kinds; a name of NULL at the end. */
extern const CompareWorldKind compare_world_kinds[];

/* NULL if there is no kind of that name. */
const CompareWorldKind *compare_world_kind_find(const char *name);

/* Returns the text of a world. The caller frees it with g_free(). */
char *compare_generate_world(const CompareWorldKind *kind, guint n_brushes, guint64 seed);

/* --- scenarios --- */

#define COMPARE_GENERATE_MAX_SPACES 64

typedef struct {
    const char *name;
    guint n_spaces;         /* 1 to COMPARE_GENERATE_MAX_SPACES */
    guint n_walks, n_shots; /* for each space */
    guint64 seed;
    const BspSolid *solid; /* NULL, or the solid to aim at: then n_walks and n_shots are aimed
                              moves */
    CompareAimKind aim;    /* the kind of aim; COMPARE_AIM_KINDS: all kinds, with thin spaces and
                              shapes */
} CompareGenerateScenario;

/* Makes a scenario without a world. Spaces: standing and crouching player, point, small box, big
 * box, then random ones. Each space has a random walk that slides and shots that bounce, from the
 * world's starts. */
CompareScenario *compare_generate_scenario(const CompareGenerateScenario *wanted);

/* Makes a scenario without a world of bodies that turn, with n_walks + n_shots moves of each. Each
 * move begins at a place near one of the world's starts at which the body fits. */
CompareScenario *compare_generate_tumble(const CompareGenerateScenario *wanted,
                                         const BspWorld *world);

/* Adds the usual spaces to the scenario that stands for a level: standing and crouching player,
 * point, small box and big box. */
void compare_generate_usual_spaces(CompareScenario *scenario);

/* Adds a walk and shots to the spaces and shapes of the scenario that follow these numbers of them,
 * n_moves moves for each, one in five of them a shot. */
void compare_generate_moves(CompareScenario *scenario, guint n_spaces, guint n_shapes,
                            guint n_moves, guint64 seed);

/* --- shared by the kinds --- */

/* Writes starts on a grid of nx by ny positions, the first of which is `first`. */
void compare_generate_starts(CompareWorldText *text, BspVec first, gint pitch_x, gint pitch_y,
                             guint nx, guint ny);

/* The largest whole number whose square is at most n. */
guint compare_generate_root(guint n);

#endif
