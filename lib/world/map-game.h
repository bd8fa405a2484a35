/* map-game: finds the game for which a .map was made. */
#ifndef BSP_WORLD_MAP_GAME_H
#define BSP_WORLD_MAP_GAME_H

#include "bsp-world.h"
#include "world/map-parse.h"

/* Returns the game. `text` is the text of the map. *evidence receives the reason, which the caller
 * frees with g_free(). It is NULL if there is no clue, so that the game is a guess. */
BspGame bsp_map_game(const BspMapFile *map, const char *text, char **evidence);

#endif
