// bsp: owning pointers, vector conversions and saved trees for C++11. Needs only libbsptrace.
// Header only.
//
//     struct Vec3 { float x, y, z; };       // the program's own vector
//     bsp::Loaded<bsp::Onion> level = bsp::load_onion("level.onion");
//     if (!level.tree) ... the file cannot be used, because level.why
//     BspTransition tr = onion_tree_first_transition(level.tree.get(), 0, bsp::vec(from),
//                                                    bsp::vec(to), nullptr);
//     Vec3 point = bsp::from_vec<Vec3>(tr.point);
//
// An owner frees its object when it goes out of scope. To query, call the functions of the C
// headers with owner.get().
#ifndef BSP_HPP
#define BSP_HPP

#include <memory>

#include "bsp-saved.h"

namespace bsp
{

template <typename T, void (*free)(T *)> struct Free {
    void operator()(T *object) const
    {
        free(object);
    }
};

// The owner of any object of the libraries, given its type and the function that frees it, such as
// bsp::Owner<BspWorld, bsp_world_free>.
template <typename T, void (*free)(T *)> using Owner = std::unique_ptr<T, Free<T, free>>;

using Onion = Owner<OnionTree, onion_tree_free>;
using Shift = Owner<ShiftTree, shift_tree_free>;
using Shape = Owner<ShiftShape, shift_shape_free>;
using BrushTable = Owner<BspBrushTable, bsp_brush_table_free>;

// Converts from any type with members x, y and z.
template <typename V> BspVec vec(const V &v)
{
    return bsp_vec(static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z));
}

// Converts to a type with members x, y and z. Rounds the coordinates if the members are floats.
template <typename V> V from_vec(const BspVec &p)
{
    V v{};
    v.x = static_cast<decltype(v.x)>(p.x);
    v.y = static_cast<decltype(v.y)>(p.y);
    v.z = static_cast<decltype(v.z)>(p.z);
    return v;
}

// A tree loaded from a file. The table uses the tree's memory, so it must be freed first: it is the
// later member.
template <typename Tree> struct Loaded {
    Tree tree;
    BrushTable table;          // empty if no table was saved with the tree
    const char *why = nullptr; // if there is no tree: the reason, static text
};

inline Loaded<Onion> load_onion(const char *path)
{
    Loaded<Onion> loaded;
    BspBrushTable *table = nullptr;
    loaded.tree.reset(onion_tree_load_file(path, &table, &loaded.why));
    loaded.table.reset(table);
    return loaded;
}

inline Loaded<Shift> load_shift(const char *path)
{
    Loaded<Shift> loaded;
    BspBrushTable *table = nullptr;
    loaded.tree.reset(shift_tree_load_file(path, &table, &loaded.why));
    loaded.table.reset(table);
    return loaded;
}

} // namespace bsp

#endif
