// bsp: owning pointers, vector conversions and saved trees for C++11. Needs only libbsptrace.
// Header only.
//
//     struct Vec3 { float x, y, z; };       // the program's own vector
//     const char *why;
//     bsp::BrushTable level = bsp::load_level("level.onion", &why);
//     if (!level) ... the file cannot be used, because why
//     BspTransition tr = onion_tree_first_transition(bsp_level_onion(level.get()), 0,
//                                                    bsp::vec(from), bsp::vec(to), nullptr);
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

// Loads a level (bsp.h). Its trees are bsp_level_onion() and bsp_level_shift() of it. If it is
// empty, *why, unless why is null, is the reason, static text.
inline BrushTable load_level(const char *path, const char **why = nullptr)
{
    return BrushTable(bsp_level_load(path, why));
}

} // namespace bsp

#endif
