// level: the part of a level that a game keeps. The brush table finds the brush that was hit, and
// owns the tree that answers moves.
#ifndef LEVEL_H
#define LEVEL_H

#include <bsp.hpp>

#include <string>

// The numbers of the tree's spaces, in the order in which they were built.
enum Space : unsigned { STAND, CROUCH, POINT, N_SPACES };

struct Level {
    bsp::BrushTable sides;

    const OnionTree *tree() const
    {
        return bsp_level_onion(sides.get());
    }

    // Returns the box of a space.
    BspBounds box(Space space) const
    {
        return onion_tree_space(tree(), space)->box;
    }
};

// Loads a level. If the file cannot be used, returns false, with the reason in `why`.
bool load_level(const char *path, Level &level, std::string &why);

#endif
