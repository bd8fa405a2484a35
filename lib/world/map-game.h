/* map-game: finds the game for which a .map was made. */
#ifndef BSP_WORLD_MAP_GAME_H
#define BSP_WORLD_MAP_GAME_H

#include "bsp-world.h"
#include "world/map-parse.h"

/* The clues of one file. All bytes are 0 at the beginning. */
typedef struct {
    guint seen;       /* bits of clues, see map-game.c */
    BspGame named;    /* the game that a comment names */
    char comment[40]; /* the name in the comment */
} BspMapClues;

/* Looks for a comment with the game, such as `// Game: Half-Life`, before the first entity. */
void bsp_map_clues_add_text(BspMapClues *clues, const char *text);

/* Looks for clues in an entity. */
void bsp_map_clues_add_entity(BspMapClues *clues, const BspMapEntity *entity);

/* Returns the game. *evidence receives the reason, which the caller frees with g_free(); NULL:
 * there is no clue, and the game is a guess. */
BspGame bsp_map_clues_game(const BspMapClues *clues, char **evidence);

#endif
