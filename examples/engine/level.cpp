// level: loads a level from a file made by `bspcompare build`, with libbsptrace alone.
#include "level.h"

#include <bsp-saved.h>
#include <onion-saved.h>

#include <cstdio>

static bool read_file(const char *path, std::vector<char> &bytes)
{
    std::FILE *file = std::fopen(path, "rb");
    if (!file)
        return false;
    std::size_t n = 0;
    do {
        bytes.resize(bytes.size() + 65536);
        n = std::fread(bytes.data() + bytes.size() - 65536, 1, 65536, file);
        bytes.resize(bytes.size() - 65536 + n);
    } while (n == 65536);
    const bool whole = !std::ferror(file);
    std::fclose(file);
    return whole;
}

// Whether the tree has the expected spaces: the taller box, the lower box, and a point.
static bool has_spaces(const OnionTree *tree)
{
    return onion_tree_n_spaces(tree) == N_SPACES &&
           onion_tree_space(tree, STAND)->box.maxs.z > onion_tree_space(tree, CROUCH)->box.maxs.z &&
           onion_tree_space(tree, POINT)->box.maxs.z == onion_tree_space(tree, POINT)->box.mins.z;
}

bool load_level(const char *path, Level &level, std::string &why)
{
    const char *reason = "it cannot be read";
    if (read_file(path, level.bytes)) {
        level.tree.reset(onion_tree_load(level.bytes.data(), level.bytes.size(), &reason));
        if (level.tree)
            level.sides.reset(
                bsp_brush_table_load(level.bytes.data(), level.bytes.size(), &reason));
        if (level.sides && !has_spaces(level.tree.get())) {
            level.sides.reset();
            reason = "its spaces must be stand, crouch and point";
        }
    }
    why = reason;
    return level.tree && level.sides;
}
