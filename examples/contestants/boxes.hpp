// boxes: a tree of bounding boxes around solids. It finds the solids that a sweep may meet, nearest
// first.
#ifndef CONTESTANTS_BOXES_HPP
#define CONTESTANTS_BOXES_HPP

#include "swept.hpp"

// Returns the time at which the sweep first touches the box, or more than 1 if it never touches it.
inline double enters(const Swept &swept, Vec mins, Vec maxs)
{
    double in = 0, out = 1;
    for (int axis = 0; axis < 3; axis++) {
        const double low = mins[axis] - swept.shape->maxs[axis] - swept.at[axis];
        const double high = maxs[axis] - swept.shape->mins[axis] - swept.at[axis];
        const double by = swept.by[axis];
        if (by == 0) {
            if (low > 0 || high < 0)
                return 2;
            continue;
        }
        in = fmax(in, (by > 0 ? low : high) / by);
        out = fmin(out, (by > 0 ? high : low) / by);
    }
    return in <= out ? in : 2;
}

class Boxes
{
    // The solids from `first` to before `last`. `left` is the first of two adjacent children, or 0
    // in a leaf.
    struct Node {
        Vec mins, maxs;
        unsigned first, last, left;
    };
    std::vector<Solid> solids; // sorted so that each node's solids are adjacent
    std::vector<Node> nodes;

    void build(unsigned at, unsigned first, unsigned last)
    {
        Vec mins = solids[first].mins, maxs = solids[first].maxs;
        for (unsigned i = first; i < last; i++) {
            mins = least(mins, solids[i].mins);
            maxs = most(maxs, solids[i].maxs);
        }
        nodes[at] = { mins, maxs, first, last, 0 };
        if (last - first <= 2)
            return;
        const Vec size = maxs - mins;
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const unsigned half = (first + last) / 2;
        std::nth_element(solids.begin() + first, solids.begin() + half, solids.begin() + last,
                         [axis](const Solid &a, const Solid &b) {
                             return a.mins[axis] + a.maxs[axis] < b.mins[axis] + b.maxs[axis];
                         });
        const unsigned left = nodes[at].left = unsigned(nodes.size());
        nodes.resize(nodes.size() + 2);
        build(left, first, half);
        build(left + 1, half, last);
    }

  public:
    explicit Boxes(const std::vector<Brush> &brushes)
    {
        for (const Brush &brush : brushes) {
            Solid solid = { brush.vertices, brush.vertices[0], brush.vertices[0], {} };
            for (Vec v : brush.vertices) {
                solid.mins = least(solid.mins, v);
                solid.maxs = most(solid.maxs, v);
                solid.middle = solid.middle + 1 / double(brush.vertices.size()) * v;
            }
            solids.push_back(solid);
        }
        if (solids.empty())
            return;
        nodes.resize(1);
        build(0, 0, unsigned(solids.size()));
    }

    // Calls visit(solid, t) for each solid whose box the sweep enters at a time t that is not later
    // than *t. visit may lower *t, and returns true to stop.
    template <typename Visit> bool find(const Swept &swept, const double *t, Visit visit) const
    {
        unsigned stack[64], depth = 0;
        if (!nodes.empty())
            stack[depth++] = 0;
        while (depth > 0) {
            const Node &node = nodes[stack[--depth]];
            if (enters(swept, node.mins, node.maxs) > *t)
                continue;
            if (node.left > 0) {
                const Node *two = &nodes[node.left];
                const bool swap = enters(swept, two[0].mins, two[0].maxs) <
                                  enters(swept, two[1].mins, two[1].maxs);
                stack[depth++] = node.left + swap; // visited first, because it is pushed last
                stack[depth++] = node.left + !swap;
                continue;
            }
            for (unsigned i = node.first; i < node.last; i++) {
                const double in = enters(swept, solids[i].mins, solids[i].maxs);
                if (in <= *t && visit(solids[i], in))
                    return true;
            }
        }
        return false;
    }
};

#endif
