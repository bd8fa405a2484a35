/* test-world-map-text: .map texts for several suites: a cube in any dialect. Header only. */
#ifndef TEST_WORLD_MAP_TEXT_H
#define TEST_WORLD_MAP_TEXT_H

#include "test-world-files.h"

/* The six faces of the cube of edge 64 in the positive octant, with a texture and its mapping. */
#define CUBE(texture)                                                                              \
    "( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) " texture "\n"                                                \
    "( 64 64 0 ) ( 64 0 0 ) ( 64 0 64 ) " texture "\n"                                             \
    "( 64 0 0 ) ( 0 0 0 ) ( 0 0 64 ) " texture "\n"                                                \
    "( 0 64 64 ) ( 0 64 0 ) ( 64 64 0 ) " texture "\n"                                             \
    "( 0 64 0 ) ( 0 0 0 ) ( 64 0 0 ) " texture "\n"                                                \
    "( 64 0 64 ) ( 0 0 64 ) ( 0 64 64 ) " texture "\n"
#define WORLD(text) "{\n\"classname\" \"worldspawn\"\n" text "}\n"
#define BRUSH(texture) "{\n" CUBE(texture) "}\n"

static inline BspWorld *load_text(const char *text)
{
    g_autofree char *path = scratch_file("a.map", text, strlen(text));
    BspWorld *world = load_or_fail(path);
    remove_scratch();
    return world;
}

/* Loads a world that must have n brushes. If it has any, its bounds must be those of the cube. */
static inline void expect_cube(const char *text, guint n)
{
    g_autoptr(BspWorld) world = load_text(text);
    cr_assert(world->solid->brushes->len == n, "%u brushes: %s", world->solid->brushes->len, text);
    if (n) {
        const BspBounds *b = &world->solid->bounds;
        cr_expect(b->mins.x == 0 && b->mins.y == 0 && b->mins.z == 0, "%s", text);
        cr_expect(b->maxs.x == 64 && b->maxs.y == 64 && b->maxs.z == 64, "%s", text);
    }
}

#endif
