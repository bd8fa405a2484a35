/* character: a character that runs and jumps through a level, for as long as it is told to, as the
 * player's did in Melax 2000, section 8.
 *
 * It runs at a heading that it changes now and then and where it is blocked, jumps every now and
 * then, climbs steps, slides along what it hits, and falls. What it wants to do in a frame is one
 * move, from where it is to where its speed takes it; these are what the tables ask of every shape.
 * What it does is decided exactly (shift_tree_hit_check_exact()). */
#ifndef COMPARE_PAPER_CHARACTER_H
#define COMPARE_PAPER_CHARACTER_H

#include "bsp-world.h"
#include "scenario/scenario.h"

/* Frames a second. */
#define COMPARE_PAPER_FPS 30

/* What it is in the three methods of Table 2: its reference point, a sphere and a cylinder; the
 * cylinder has less volume than the sphere. The cylinder is what moves. */
typedef enum {
    COMPARE_PAPER_RAY,
    COMPARE_PAPER_SPHERE,
    COMPARE_PAPER_CYLINDER,
    COMPARE_PAPER_SHAPES
} ComparePaperShape;

BspShape compare_paper_shape(ComparePaperShape which);
const char *compare_paper_shape_name(ComparePaperShape which);

typedef struct {
    GArray *moves; /* CompareMove: of each frame what it wants */
    guint n_jumps, n_blocked, n_falls, n_steps;
} ComparePaperRun;

/* The same for the same world and seed. NULL with an error: no tree, or no start that is clear. */
ComparePaperRun *compare_paper_run(const BspWorld *world, guint64 seed, guint n_frames,
                                   GError **error);
void compare_paper_run_free(ComparePaperRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePaperRun, compare_paper_run_free)

#endif
