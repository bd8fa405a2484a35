// level: built from a world.
#include "level.h"

#include <bsp-world.h>
#include <onion-build.h>

bool load_level(const char *path, Level &level, std::string &why)
{
    const OnionSpace spaces[N_SPACES] = {
        { "stand", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) } },
        { "crouch", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 16) } },
        { "point", { bsp_vec(0, 0, 0), bsp_vec(0, 0, 0) } },
    };
    GError *error = nullptr;
    BspWorld *world = bsp_world_load(path, &error);
    if (world) {
        level.tree.reset(onion_tree_build(world->solid, spaces, N_SPACES, nullptr, &error));
        level.sides.reset(bsp_sides_new(world->solid, 0));
        bsp_world_free(world);
    }
    if (error) {
        why = error->message;
        g_error_free(error);
    }
    return level.tree && level.sides;
}
