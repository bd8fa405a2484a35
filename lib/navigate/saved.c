/* saved: loads navigation graphs from files, and proves that no query leaves their arrays. */
#include <stdlib.h>

#include "navigate/graph.h"
#include "saved/saved.h"
#include "trace/reach.h"

/* --- sizes --- */

static bool is_valid_walker(const NavSize *s)
{
    const double numbers[] = { s->skin, s->step, s->walkable, s->speed,  s->gravity,
                               s->drop, s->jump, s->grid_x,   s->grid_y, s->cell };
    bool is_valid = bsp_saved_are_finite(s->mins, 3) && bsp_saved_are_finite(s->maxs, 3) &&
                    bsp_saved_are_finite(numbers, sizeof numbers / sizeof *numbers);
    for (int i = 0; i < 3; i++)
        is_valid = is_valid && s->mins[i] < s->maxs[i];
    return is_valid && s->skin >= 0 && s->step >= 0 && s->walkable > 0 && s->walkable <= 1 &&
           s->speed > 0 && s->gravity >= 0 && s->cell > 0;
}

/* Returns whether all sizes are valid, and the areas and cells of each follow those of the size
 * before. */
static bool are_valid_sizes(const BspNavigation *nav)
{
    uint64_t area = 0, cell = 0;
    bool are = true;
    for (unsigned i = 0; i < nav->n_sizes && are; i++) {
        const NavSize *s = &nav->sizes[i];
        are = is_valid_walker(s) && s->name < nav->n_names && s->first_area == area &&
              s->first_cell == cell && s->n_x > 0 && s->n_y > 0 &&
              s->first_carried <= nav->n_pushes && s->n_carried <= nav->n_pushes - s->first_carried;
        area += s->n_areas;
        cell += (uint64_t)s->n_x * s->n_y;
        are = are && area <= nav->n_areas && cell <= nav->n_cells;
    }
    return are && area == nav->n_areas && cell == nav->n_cells;
}

/* Returns whether the items of each cell follow those of the cell before, and are areas of its
 * size. */
static bool are_valid_cells(const BspNavigation *nav)
{
    bool are = nav->cells[0] == 0 && nav->cells[nav->n_cells] == nav->n_items;
    for (unsigned i = 0; i < nav->n_cells; i++)
        are &= nav->cells[i] <= nav->cells[i + 1];
    for (unsigned i = 0; i < nav->n_sizes && are; i++) {
        const NavSize *s = &nav->sizes[i];
        for (uint32_t k = nav->cells[s->first_cell];
             k < nav->cells[s->first_cell + s->n_x * s->n_y]; k++)
            are &= nav->items[k] - s->first_area < s->n_areas;
    }
    return are;
}

/* --- areas and links --- */

/* Returns whether the area's links stay in its size. */
static bool are_valid_links(const BspNavigation *nav, const NavSize *size, uint32_t area)
{
    const NavArea *a = &nav->areas[area];
    bool are = true;
    for (uint32_t i = 0; i < a->n_links; i++) {
        const NavLink *link = &nav->links[a->first_link + i];
        are &= link->from == area && link->to - size->first_area < size->n_areas &&
               (link->flags & NAV_LINK_TYPE) < BSP_NAV_N_TYPES &&
               (!(link->flags & NAV_LINK_PUSHED) || link->push < nav->n_pushes) &&
               link->flags >> NAV_LINK_ENTITY <= nav->n_entities;
    }
    return are;
}

/* Returns whether all areas are valid, and the vertices and links of each follow those of the last
 * area. */
static bool are_valid_areas(const BspNavigation *nav)
{
    uint64_t vertex = 0, link = 0;
    bool are = true;
    for (unsigned i = 0; i < nav->n_sizes; i++)
        for (uint32_t k = 0; k < nav->sizes[i].n_areas && are; k++) {
            uint32_t number = nav->sizes[i].first_area + k;
            const NavArea *a = &nav->areas[number];
            are = bsp_saved_are_planes(&a->plane, 1) && a->plane.normal.z > 1e-6 &&
                  bsp_is_finite(a->surface) && a->first_vertex == vertex && a->n_vertices >= 3 &&
                  a->first_link == link;
            vertex += a->n_vertices;
            link += a->n_links;
            are = are && vertex <= nav->n_vertices && link <= nav->n_links &&
                  are_valid_links(nav, &nav->sizes[i], number);
        }
    return are && vertex == nav->n_vertices && link == nav->n_links;
}

static bool is_near(BspNavVertex v)
{
    return fabs(v.x) <= BSP_REACH && fabs(v.y) <= BSP_REACH;
}

static bool are_valid_points(const BspNavigation *nav)
{
    bool are = true;
    for (unsigned i = 0; i < nav->n_vertices; i++)
        are &= is_near(nav->vertices[i]);
    for (unsigned i = 0; i < nav->n_links; i++)
        are &= is_near(nav->links[i].right) && is_near(nav->links[i].left);
    for (unsigned i = 0; i < nav->n_pushes; i++)
        are &= bsp_vec_finite(nav->pushes[i].velocity) && is_near(nav_xy(nav->pushes[i].landing));
    for (unsigned i = 0; i < nav->n_entities; i++)
        are &= nav->entities[i].cost >= 0 && bsp_is_finite(nav->entities[i].cost);
    return are;
}

/* --- the file --- */

static void find_arrays(BspSaved *s, BspNavigation *nav)
{
    nav->sizes = bsp_saved_array(s, "sizes", sizeof *nav->sizes, &nav->n_sizes);
    nav->areas = bsp_saved_array(s, "areas", sizeof *nav->areas, &nav->n_areas);
    nav->links = bsp_saved_array(s, "links", sizeof *nav->links, &nav->n_links);
    nav->pushes = bsp_saved_array(s, "pushes", sizeof *nav->pushes, &nav->n_pushes);
    nav->entities = bsp_saved_array(s, "entities", sizeof *nav->entities, &nav->n_entities);
    nav->vertices = bsp_saved_array(s, "vertices", sizeof *nav->vertices, &nav->n_vertices);
    nav->cells = bsp_saved_array(s, "cells", sizeof *nav->cells, &nav->n_cells);
    nav->items = bsp_saved_array(s, "items", sizeof *nav->items, &nav->n_items);
    nav->names = bsp_saved_array(s, "names", 1, &nav->n_names);
    if (bsp_saved_demand(s, nav->n_cells > 0, "section cells is empty"))
        nav->n_cells--; /* the last only ends the items of the cell before */
}

static void check_arrays(BspSaved *s, const BspNavigation *nav)
{
    if (s->why)
        return;
    (void)(bsp_saved_demand(s, nav->n_names > 0 && nav->names[nav->n_names - 1] == '\0',
                            "section names: the last name has no NUL at its end") &&
           bsp_saved_demand(s, are_valid_sizes(nav), "section sizes: a size is invalid") &&
           bsp_saved_demand(s, are_valid_cells(nav),
                            "section cells or items: a cell or an item is invalid") &&
           bsp_saved_demand(s, are_valid_areas(nav),
                            "section areas or links: an area or a link is invalid") &&
           bsp_saved_demand(
               s, are_valid_points(nav),
               "a section has a point too far from the origin, or an invalid velocity or cost"));
}

BspNavigation *bsp_navigation_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    BspNavigation *nav = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, s.header->kind == BSP_SAVED_NAVIGATION,
                         "it holds no navigation graph"))
        nav = calloc(1, sizeof *nav);
    if (bsp_saved_demand(&s, nav != NULL, "out of memory")) {
        find_arrays(&s, nav);
        check_arrays(&s, nav);
    }
    return bsp_saved_finish(&s, nav, why);
}

BspNavigation *bsp_navigation_load_file(const char *path, const char **why)
{
    size_t length;
    void *bytes = bsp_saved_read_file(path, &length, why);
    BspNavigation *nav = bytes ? bsp_navigation_load(bytes, length, why) : NULL;
    if (nav)
        nav->owned = bytes;
    else
        free(bytes);
    return nav;
}
