/* bsp-cell: convex cells and polygons. Cells are the bodies of brushes and the regions of leaves;
 * polygons are their faces.
 *
 * Cells and polygons are immutable once returned. Any number of threads may read them. */
#ifndef BSP_CELL_H
#define BSP_CELL_H

#include <glib.h>

#include "bsp-plane.h"

G_BEGIN_DECLS

/* --- polygons ---
 *
 * Vertices are anticlockwise seen from the front of the polygon's plane. The owner of a polygon
 * stores its plane. */

typedef struct {
    guint n;   /* number of vertices, at least 3 */
    BspVec *v; /* the vertices, in the memory block of the polygon */
} BspPolygon;

/* Makes a polygon of a copy of n vertices. The caller frees every polygon with g_free(). */
BspPolygon *bsp_polygon_new(const BspVec *vertices, guint n);

BspBounds bsp_polygon_bounds(const BspPolygon *p);
double bsp_polygon_area(const BspPolygon *p);

/* Returns the mean of the vertices, which lies in the polygon. */
BspVec bsp_polygon_centre(const BspPolygon *p);

/* Splits p by the plane. *front and *back receive new polygons. A part is NULL if it extends no
 * farther than epsilon from the plane; both are NULL if p lies on the plane. */
void bsp_polygon_split(const BspPolygon *p, const BspPlane *plane, double epsilon,
                       BspPolygon **front, BspPolygon **back);

/* --- cells ---
 *
 * A cell is a bounded convex polytope. Faces look outward. A point x is inside if normal . x <=
 * dist for every face. Faces share vertices, so splitting keeps the topology consistent without
 * welding vertices. */

/* The tag of a face of the initial box. */
#define BSP_CELL_BOX_TAG G_MAXUINT

typedef struct {
    BspPlane plane; /* the plane of the face, facing outward */
    /* The caller's number for the plane; BSP_CELL_BOX_TAG for a face of the initial box. */
    guint tag;
    guint first, n; /* its vertices: cell->loop[first .. first + n), anticlockwise from outside */
} BspCellFace;

typedef struct {
    guint n_vertices, n_faces, n_loop;
    BspVec *vertices; /* the three arrays are in the memory block of the cell */
    BspCellFace *faces;
    guint *loop;
} BspCell;

typedef struct {
    guint v[2];    /* end points, v[0] before v[1] anticlockwise in face[0] */
    guint face[2]; /* the two faces that meet at the edge; equal if rounding left the second face
                      without the edge */
} BspCellEdge;

BspCell *bsp_cell_new_box(const BspBounds *bounds);

/* Returns a copy without spare memory. A cell that was made by splitting takes about twice the
 * memory of its copy. */
BspCell *bsp_cell_copy(const BspCell *cell);
void bsp_cell_free(BspCell *cell);

/* Cuts the cell. *front receives the part in front of the plane, *back the part behind it. Each
 * part is a new cell, and its face on the plane has the tag `tag`.
 *
 * A part is NULL if it extends no farther than BSP_CELL_EPSILON from the plane. It is also NULL if
 * rounding leaves no cut between nearly parallel faces; the other part is then the whole cell. Pass
 * NULL as `front` or `back` if that part is not needed. */
void bsp_cell_split(const BspCell *cell, const BspPlane *plane, guint tag, BspCell **front,
                    BspCell **back);

/* Returns all edges, each once, ordered by their vertices. The caller frees the array with
 * g_free(). */
BspCellEdge *bsp_cell_edges(const BspCell *cell, guint *n_edges);

BspBounds bsp_cell_bounds(const BspCell *cell);
/* Returns a point inside, away from the faces: the mean of the face centres (Golodetz 2013, Listing
 * 4, step 2). Every face has the same weight, whatever its number of vertices. */
BspVec bsp_cell_interior_point(const BspCell *cell);

/* Returns the largest normal . x over the cell. */
double bsp_cell_support(const BspCell *cell, BspVec normal);

/* Returns the distance of p from the cell, in units; 0 if p is in the cell. Rounding never makes it
 * larger than the true distance. If away is not NULL, *away receives the unit vector from the
 * nearest point of the cell to p; zero if p is in the cell. */
double bsp_cell_distance(const BspCell *cell, BspVec p, BspVec *away);

/* Returns the side of the plane on which the cell lies. Vertices within epsilon of the plane count
 * as on it. */
BspSide bsp_cell_side(const BspCell *cell, const BspPlane *plane, double epsilon);

/* Returns the planes that bound the Minkowski sum of the cell and any box. They are the planes of
 * the cell's faces, the six axial planes, and planes that contain an edge of the cell and are
 * parallel to an axis. Each plane faces outward and touches the cell.
 *
 * Moved out by bsp_shape_offset(), they bound exactly the positions at which the box meets the
 * cell, because each facet of a Minkowski sum of two polytopes is parallel to a facet of one of
 * them, or to an edge of each. Returns n_planes planes, the cell's faces first. The caller frees
 * them with g_free(). */
BspPlane *bsp_cell_box_planes(const BspCell *cell, guint *n_planes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPolygon, g_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCell, bsp_cell_free)

G_END_DECLS

#endif
