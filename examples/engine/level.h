// level: what a game keeps of a level: the tree, which answers moves, and the brush table, which
// finds what was hit.
#ifndef LEVEL_H
#define LEVEL_H

#include <bsp-brush-table.h>
#include <onion-tree.h>

#include <memory>
#include <string>
#include <vector>

// The numbers of the tree's spaces, in the order in which they were built.
enum Space : unsigned { STAND, CROUCH, POINT, N_SPACES };

template <typename T, void (*free)(T *)> struct Free {
    void operator()(T *p) const
    {
        free(p);
    }
};

struct Level {
    // contents of the file; tree and sides point into it, and are destroyed first
    std::vector<char> bytes;
    std::unique_ptr<OnionTree, Free<OnionTree, onion_tree_free>> tree;
    std::unique_ptr<BspBrushTable, Free<BspBrushTable, bsp_brush_table_free>> sides;

    // Returns the box of a space.
    BspBounds box(Space space) const
    {
        return onion_tree_space(tree.get(), space)->box;
    }
};

// Returns false with the reason in `why` if the file cannot be used.
bool load_level(const char *path, Level &level, std::string &why);

#endif
