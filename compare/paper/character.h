/* character: a character that runs and jumps through a level for a given time, like the player's in
 * Melax 2000, section 8.
 *
 * It runs at a heading that it changes now and then, and when it is blocked. It jumps now and then,
 * climbs steps, slides along surfaces, and falls. The move that it wants in a frame leads from its
 * position to the one that its speed gives. The tables query these wanted moves for every shape.
 * The character's actual movement is exact (shift_tree_hit_check_exact()). */
#ifndef COMPARE_PAPER_CHARACTER_H
#define COMPARE_PAPER_CHARACTER_H

#include "bsp-world.h"
#include "scenario/scenario.h"

/* Frames per second. */
#define COMPARE_PAPER_FPS 30

/* The character in the three methods of Table 2: its reference point, a sphere and a cylinder. The
 * cylinder has less volume than the sphere. The cylinder is the shape that moves. */
typedef enum {
    COMPARE_PAPER_RAY,
    COMPARE_PAPER_SPHERE,
    COMPARE_PAPER_CYLINDER,
    COMPARE_PAPER_SHAPES
} ComparePaperShape;

BspShape compare_paper_shape(ComparePaperShape which);
const char *compare_paper_shape_name(ComparePaperShape which);

typedef struct {
    GArray *moves; /* CompareMove: the wanted move of each frame */
    guint n_jumps, n_blocked, n_falls, n_steps;
} ComparePaperRun;

/* Runs the character; the same world and seed give the same run. NULL with an error if there is no
 * tree or no clear start. */
ComparePaperRun *compare_paper_run(const BspWorld *world, guint64 seed, guint n_frames,
                                   GError **error);
void compare_paper_run_free(ComparePaperRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePaperRun, compare_paper_run_free)

#endif
