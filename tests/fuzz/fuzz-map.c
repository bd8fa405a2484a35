/* fuzz-map: fuzzes the reader of Quake .map files. It reads with the game that the file shows, and
 * with a game, a model and classes that the input's length chooses. */
#include "fuzz.h"
#include "world/reading.h"

static size_t input_size;

/* Reads a world of some game, which is model 1, or the world with all its entities. */
static BspWorld *read_selection(const char *path, const char *text, gsize length,
                                const BspWorldOptions *options, GError **error)
{
    char all[] = "*";
    BspWorldOptions chosen = *options;
    chosen.game = (BspGame)(input_size % (BSP_GAME_DOOM3 + 1));
    if (input_size / 7 % 2)
        chosen.include = all;
    else
        chosen.flags |= BSP_WORLD_MODEL(1);
    return bsp_world_read_map(path, text, length, &chosen, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_size = size;
    fuzz_world(bsp_world_read_map, data, size);
    fuzz_world(read_selection, data, size);
    return 0;
}
