/* ask: how far does a standing player get? Without a tree, and by the onion. */
#include <bsp-saved.h>
#include <bsp.h>
#include <onion-tree.h>
#include <stdio.h>

int main(void)
{
    BspLevel *level = bsp_level_load("level.onion", NULL);
    if (!level)
        return 1;
    BspShape stand = bsp_shape_box(bsp_vec(-16, -16, -24), bsp_vec(16, 16, 32));
    BspMove move = { .from = bsp_vec(-500, -500, 100),
                     .to = bsp_vec(500, 400, 100),
                     .shape = &stand };
    BspTrace walls; /* for any shape; walls.hit names the brush, walls.tr has the normal */
    bsp_trace(level, &move, &walls);
    BspTransition onion =
        onion_tree_first_transition(bsp_level_onion(level), 0, /* the first box of --shapes */
                                    move.from, move.to, NULL);
    /* .type: BSP_EMPTY_TO_SOLID, enters a wall at t; BSP_SOLID_TO_EMPTY, started in one, and leaves
     * it at t; BSP_EMPTY and BSP_SOLID, stays free, or in a wall. */
    printf("t = %g by the walls, %g by the onion\n", walls.tr.t, onion.t);
    bsp_level_free(level);
}
