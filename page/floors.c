/* floors: the areas of a navigation graph, and paths on them. */
#include <stdlib.h>

#include "bsp-navigate.h"
#include "page/page.h"

static BspNavigation *navigation;

/* Loads a graph, whose bytes come from page_allocate(). Returns the number of its sizes. */
PAGE_EXPORT(page_floors) unsigned page_floors(void *bytes, size_t length)
{
    navigation = bsp_navigation_load(bytes, length, NULL);
    return navigation ? bsp_navigation_n_sizes(navigation) : 0;
}

/* Returns the name of a size of the graph. */
PAGE_EXPORT(page_walker) const char *page_walker(unsigned size)
{
    BspNavWalker walker;
    bsp_navigation_walker(navigation, size, &walker);
    return walker.name ? walker.name : "";
}

/* Stores the box of a size in numbers 0 to 5. Then follow, for each area, the number of its
 * corners, and the corners. Returns the number of areas. */
PAGE_EXPORT(page_areas) unsigned page_areas(unsigned size)
{
    BspNavWalker walker;
    unsigned first, n = bsp_navigation_areas(navigation, size, &first), at = 6;
    bsp_navigation_walker(navigation, size, &walker);
    put_vec(0, walker.box.mins);
    put_vec(3, walker.box.maxs);
    for (unsigned i = 0; i < n; i++) {
        BspNavArea area;
        bsp_navigation_area(navigation, first + i, &area);
        numbers[at++] = area.n_vertices;
        for (unsigned k = 0; k < area.n_vertices && at + 2 < MAX_NUMBERS; k++) {
            numbers[at++] = area.vertices[k].x;
            numbers[at++] = area.vertices[k].y;
        }
    }
    return n;
}

/* Finds a path of that size from numbers 0 to 2 to numbers 3 to 5. Stores its corners from number 0
 * on. Returns their number; 0 if there is no path; -1 or -2 if the body does not fit at its start,
 * or its end. */
PAGE_EXPORT(page_path) int page_path(unsigned size)
{
    static void *memory;
    static BspNavCorner corners[256];
    BspNavPoint from, to;
    BspNavPath path;
    if (!bsp_navigation_find(navigation, size, get_vec(0), 1, &from))
        return -1;
    if (!bsp_navigation_find(navigation, size, get_vec(3), 1, &to))
        return -2;
    free(memory);
    memory = malloc(bsp_navigation_path_bytes(navigation, size));
    if (!memory || !bsp_navigation_path(navigation, &from, &to, NULL, memory, &path))
        return 0;
    unsigned n = bsp_navigation_corners(navigation, &path, corners, 256);
    n = n < 256 ? n : 256;
    put_vec(0, from.at);
    for (unsigned i = 0; i < n; i++)
        put_vec(3 + 3 * i, corners[i].at);
    return (int)n + 1;
}
