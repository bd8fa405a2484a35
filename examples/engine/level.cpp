// level: loads a level from a file made by `bsplevel build`, with libbsptrace alone.
#include "level.h"

// Whether the tree has the expected spaces: the taller box, the lower box, and a point.
static bool has_spaces(const OnionTree *tree)
{
    return onion_tree_n_spaces(tree) == N_SPACES &&
           onion_tree_space(tree, STAND)->box.maxs.z > onion_tree_space(tree, CROUCH)->box.maxs.z &&
           onion_tree_space(tree, POINT)->box.maxs.z == onion_tree_space(tree, POINT)->box.mins.z;
}

bool load_level(const char *path, Level &level, std::string &why)
{
    const char *reason = nullptr;
    Level loaded = { bsp::load_level(path, &reason) };
    if (!loaded.sides)
        why = reason;
    else if (!loaded.tree())
        why = "it holds no onion tree";
    else if (!has_spaces(loaded.tree()))
        why = "its spaces must be stand, crouch and point";
    else
        level = std::move(loaded);
    return level.sides != nullptr;
}
