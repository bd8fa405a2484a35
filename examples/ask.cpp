// ask: builds an onion tree and traces a move through it, in C++.
//
//     c++ ask.cpp $(pkg-config --cflags --libs onionbsp bspworld) -o ask
//     ./ask data/worlds/low-tunnel.json
#include <bsp-world.h>
#include <onion-build.h>

#include <iostream>
#include <memory>

template <typename T, void (*free)(T *)> struct Free {
    void operator()(T *p) const
    {
        free(p);
    }
};

using World = std::unique_ptr<BspWorld, Free<BspWorld, bsp_world_free>>;
using Onion = std::unique_ptr<OnionTree, Free<OnionTree, onion_tree_free>>;

static int fail(GError *error)
{
    std::cerr << "ask: " << error->message << '\n';
    g_error_free(error);
    return 2;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::cerr << "usage: ask WORLD\n";
        return 2;
    }
    GError *error = nullptr;
    World world(bsp_world_load(argv[1], &error));
    if (!world)
        return fail(error);

    const OnionSpace stand = { "stand", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) }, 0 };
    Onion onion(onion_tree_build(world->solid, &stand, 1, nullptr, &error));
    if (!onion)
        return fail(error);

    const BspVec from = bsp_vec(0, -64, 41), to = bsp_vec(0, 160, 41);
    const BspTransition tr = onion_tree_first_transition(onion.get(), 0, from, to, nullptr);
    std::cout << bsp_transition_class_name(tr.type) << " at t = " << tr.t << '\n';
}
