/* bsp-hull: the convex hull of points, with the edges to climb along.
 *
 * Melax 2000, section 3: the vertex of an object farthest along a direction is found "in
 * O(sqrt(num_hull_vertices)) using gradient descent" over the edges of its hull. Immutable once
 * built and may be read from any thread; the vertex to start from is the caller's to remember. */
#ifndef BSP_HULL_H
#define BSP_HULL_H

#include <glib.h>

#include "bsp-error.h"
#include "bsp-plane.h"

typedef struct {
    guint n_vertices, n_planes;
    BspVec *vertices;  /* those on the hull, in the order given */
    BspPlane *planes;  /* outward; several may coincide where facets are coplanar */
    guint *first_edge; /* neighbours of vertex i: neighbour[first_edge[i] .. first_edge[i + 1]) */
    guint *neighbour;
    BspBounds bounds;
    double thickness; /* units: it is at least this thick in every direction, but for BSP_TIP at
                         its corners */
} BspHull;

/* The hull of n points; NULL with BSP_ERROR_GEOMETRY when they do not span a volume. Needs
 * n >= 4 finite points. Free with bsp_hull_free(). */
BspHull *bsp_hull_new(const BspVec *points, guint n, GError **error);
void bsp_hull_free(BspHull *hull);

/* The vertex farthest along direction, climbing from vertex `start`. *visited (may be NULL) is
 * increased by the number of vertices looked at. */
guint bsp_hull_support(const BspHull *hull, BspVec direction, guint start, guint64 *visited);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspHull, bsp_hull_free)

#endif
