/* navigate-area: functions about areas and links, for the writers of navigation graphs. */
#ifndef LEVEL_NAVIGATE_AREA_H
#define LEVEL_NAVIGATE_AREA_H

#include "bsp-navigate.h"
#include "draw/floors.h"

/* Returns the point of the area's plane that is straight above or below v. */
static inline BspVec level_area_point(const BspNavArea *area, BspNavVertex v)
{
    return bsp_vec(v.x, v.y, compare_floor_height(&area->plane, v.x, v.y));
}

/* Returns a point inside the area. */
static inline BspNavVertex level_area_middle(const BspNavArea *area)
{
    BspNavVertex sum = { 0, 0 };
    for (guint i = 0; i < area->n_vertices; i++) {
        sum.x += area->vertices[i].x / area->n_vertices;
        sum.y += area->vertices[i].y / area->n_vertices;
    }
    return sum;
}

static inline BspNavVertex level_link_middle(const BspNavLink *link)
{
    return (BspNavVertex){ (link->right.x + link->left.x) / 2, (link->right.y + link->left.y) / 2 };
}

/* Returns whether a body walks over the link. It does not if it is thrown, falls, or is carried. */
static inline gboolean level_link_walks(const BspNavLink *link)
{
    return link->type <= BSP_NAV_STEP_DOWN && bsp_vec_length(link->push) == 0;
}

#endif
