// level: what a game keeps of a level: the tree that answers moves, and the sides that tell what
// was hit.
#ifndef LEVEL_H
#define LEVEL_H

#include <bsp-brush-table.h>
#include <onion-tree.h>

#include <memory>
#include <string>
#include <vector>

// The spaces of the tree, by these numbers: they are built in this order.
enum Space : unsigned { STAND, CROUCH, POINT, N_SPACES };

template <typename T, void (*free)(T *)> struct Free {
    void operator()(T *p) const
    {
        free(p);
    }
};

struct Level {
    std::vector<char> bytes; // of the file; what follows lies in them, and goes first
    std::unique_ptr<OnionTree, Free<OnionTree, onion_tree_free>> tree;
    std::unique_ptr<BspBrushTable, Free<BspBrushTable, bsp_brush_table_free>> sides;

    // The box that moves in a space.
    BspBounds box(Space space) const
    {
        return onion_tree_space(tree.get(), space)->box;
    }
};

// false, and why, where the file is not what it should be.
bool load_level(const char *path, Level &level, std::string &why);

#endif
