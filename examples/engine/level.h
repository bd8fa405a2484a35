// level: what a game keeps of a level: the tree, which answers moves, and the brush table, which
// finds what was hit.
#ifndef LEVEL_H
#define LEVEL_H

#include <bsp.hpp>

#include <string>

// The numbers of the tree's spaces, in the order in which they were built.
enum Space : unsigned { STAND, CROUCH, POINT, N_SPACES };

struct Level {
    bsp::Onion tree;
    bsp::BrushTable sides; // uses the tree's memory; as the later member it is freed first

    // Returns the box of a space.
    BspBounds box(Space space) const
    {
        return onion_tree_space(tree.get(), space)->box;
    }
};

// Returns false with the reason in `why` if the file cannot be used.
bool load_level(const char *path, Level &level, std::string &why);

#endif
