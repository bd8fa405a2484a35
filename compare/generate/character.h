/* character: lets a character run and jump through a level, like the player in Melax 2000, section
 * 8, and makes a scenario of its moves.
 *
 * The character runs straight ahead, and turns now and then, and when it is blocked. It jumps now
 * and then, climbs steps, slides along surfaces, and falls. Its wanted move in a frame goes from
 * its position to the position to which its velocity leads. The scenario has these wanted moves, 30
 * in a second, for a ray (the reference point), a sphere and a cylinder. The character itself is
 * the cylinder. It moves by exact answers (shift_tree_hit_check_exact()). */
#ifndef COMPARE_GENERATE_CHARACTER_H
#define COMPARE_GENERATE_CHARACTER_H

#include "bsp-world.h"
#include "generate/generated.h"
#include "scenario/scenario.h"

typedef struct {
    GArray *moves; /* an array of CompareMove, with the wanted move of each frame */
    guint n_jumps, n_blocked, n_falls, n_steps;
} CompareCharacterRun;

/* Runs the character. The same world and seed give the same run. Returns NULL with an error if the
 * tree cannot be built or no start is clear. */
CompareCharacterRun *compare_character_run(const BspWorld *world, guint64 seed, guint n_frames,
                                           GError **error);
void compare_character_run_free(CompareCharacterRun *run);

/* Makes a scenario of the moves, without a world. The scenario gets the name in `wanted`. */
CompareScenario *compare_generate_character(const CompareGenerateScenario *wanted,
                                            const CompareCharacterRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareCharacterRun, compare_character_run_free)

#endif
