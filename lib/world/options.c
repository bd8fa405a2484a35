/* options: copies and frees the options of reading, and names the games. */
#include "tools/bsp-file.h"
#include "world/reading.h"

static const char *const games[] = {
    [BSP_GAME_UNKNOWN] = "unknown", [BSP_GAME_QUAKE] = "quake",     [BSP_GAME_QUAKE2] = "quake2",
    [BSP_GAME_QUAKE3] = "quake3",   [BSP_GAME_GOLDSRC] = "goldsrc", [BSP_GAME_DOOM3] = "doom3",
};

const char *bsp_game_name(BspGame game)
{
    return games[game];
}

void bsp_world_options_clear(BspWorldOptions *options)
{
    g_free(options->include);
    *options = (BspWorldOptions){ 0 };
}

gboolean bsp_world_selects_part(guint flags)
{
    return BSP_WORLD_MODEL_OF(flags) || BSP_WORLD_HAS_HULL(flags);
}
