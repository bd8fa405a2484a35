// level: what a game keeps of a level: the tree that answers moves, and the sides that tell what
// was hit.
#ifndef LEVEL_H
#define LEVEL_H

#include <bsp.hpp>

#include <string>

// The spaces of the tree, by these numbers: they are built in this order.
enum Space : unsigned { STAND, CROUCH, POINT, N_SPACES };

struct Level {
    bsp::Onion tree;
    bsp::BrushTable sides; // uses the tree's memory; as the later member it is freed first

    // The box that moves in a space.
    BspBounds box(Space space) const
    {
        return onion_tree_space(tree.get(), space)->box;
    }
};

// false, and why, where the file is not what it should be.
bool load_level(const char *path, Level &level, std::string &why);

#endif
