// ask: builds an onion tree, or loads it from a file, and traces a move through it, in C++.
//
//     c++ ask.cpp $(pkg-config --cflags --libs onionbsp bspworld) -o ask
//     ./ask data/worlds/low-tunnel.json
//     ./ask data/worlds/low-tunnel.json low-tunnel.onion  saves the tree, and loads it again
#include <bsp-world.h>
#include <bsp.hpp>
#include <onion-build.h>

#include <iostream>

// The vector type of an engine.
struct Vec3 {
    float x, y, z;
};

static int fail(const char *why)
{
    std::cerr << "ask: " << why << '\n';
    return 2;
}

static int fail(GError *error)
{
    const bsp::Owner<GError, g_error_free> owned(error);
    return fail(error->message);
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        std::cerr << "usage: ask WORLD [FILE]\n";
        return 2;
    }
    GError *error = nullptr;
    const bsp::Owner<BspWorld, bsp_world_free> world(bsp_world_load(argv[1], &error));
    if (!world)
        return fail(error);

    const OnionSpace stand = { "stand", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) }, 0 };
    bsp::Onion onion(onion_tree_build(world->solid, &stand, 1, nullptr, &error));
    if (!onion)
        return fail(error);

    const OnionTree *tree = onion.get();
    bsp::BrushTable level;
    if (argc == 3) {
        const bsp::BrushTable table(bsp_brush_table_new(world->solid, 0));
        BspSaveOptions options = {};
        options.sides = table.get();
        if (!onion_tree_save(onion.get(), argv[2], &options, &error))
            return fail(error);
        const char *why = nullptr;
        level = bsp::load_level(argv[2], &why);
        if (!level)
            return fail(why);
        tree = bsp_level_onion(level.get());
    }

    const Vec3 from = { 0, -64, 41 }, to = { 0, 160, 41 };
    const BspTransition tr = onion_tree_first_transition(tree, onion_tree_find_space(tree, "stand"),
                                                         bsp::vec(from), bsp::vec(to), nullptr);
    const Vec3 point = bsp::from_vec<Vec3>(tr.point);
    std::cout << bsp_transition_class_name(tr.type) << " at t = " << tr.t << '\n';
    if (argc == 3)
        std::cout << "y = " << point.y << '\n';
}
