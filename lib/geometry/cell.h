/* cell: bounded convex polytopes with shared vertices.
 *
 * The one representation of convex regions: the body of a brush, the region of a tree node, the
 * region of a leaf. Faces look outward: the inside is normal . x <= dist for every face. Splitting
 * keeps the topology consistent, because faces share vertices and no vertices are welded
 * afterwards.
 *
 * Cells are immutable once returned. Any number of threads may read them. */
#ifndef BSP_CELL_H
#define BSP_CELL_H

#include <glib.h>

#include "geometry/polygon.h"

/* The tag of a face of the initial box. */
#define BSP_CELL_BOX_TAG G_MAXUINT

typedef struct {
    BspPlane plane; /* outward */
    guint tag;      /* the caller's number for the plane, or BSP_CELL_BOX_TAG */
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
    guint face[2]; /* the two faces that meet here; equal if rounding left the second face without
                      this edge */
} BspCellEdge;

BspCell *bsp_cell_new_box(const BspBounds *bounds);

/* A copy without spare memory. A cell made by splitting takes about twice as much. */
BspCell *bsp_cell_copy(const BspCell *cell);
void bsp_cell_free(BspCell *cell);

/* Cuts the cell. *front receives the part in front of the plane, *back the part behind it. Each
 * part is a new cell, and its face on the plane has the tag `tag`.
 *
 * A part is NULL if it reaches no farther than BSP_CELL_EPSILON from the plane. A part is also NULL
 * if rounding leaves no cut between nearly parallel faces; the other part is then the whole cell.
 * Pass NULL for a part that is not needed. */
void bsp_cell_split(const BspCell *cell, const BspPlane *plane, guint tag, BspCell **front,
                    BspCell **back);

/* Consumes the cell and returns its part behind the plane moved backward by `by` units. Returns
 * NULL if that part is empty. */
BspCell *bsp_cell_take_behind(BspCell *cell, const BspPlane *plane, double by, guint tag);

/* The same for n planes. The face on plane i has the tag i. */
BspCell *bsp_cell_take_behind_all(BspCell *cell, const BspPlane *planes, guint n, double by);

/* Whether the cell has a face of its initial box (BSP_CELL_BOX_TAG). */
gboolean bsp_cell_ends_in_box(const BspCell *cell);

/* The least and the greatest signed distance of the cell from the plane, in units. */
void bsp_cell_range(const BspCell *cell, const BspPlane *plane, double *least, double *most);

/* All edges, each once, ordered by their vertices. The caller frees the array with g_free(). */
BspCellEdge *bsp_cell_edges(const BspCell *cell, guint *n_edges);

BspPolygon *bsp_cell_face_polygon(const BspCell *cell, guint face);
BspBounds bsp_cell_bounds(const BspCell *cell);

/* A point inside, away from the faces: the mean of the face centres (Golodetz 2013, Listing 4, step
 * 2). Every face has the same weight, whatever its number of vertices. */
BspVec bsp_cell_interior_point(const BspCell *cell);

/* The largest normal . x over the cell. */
double bsp_cell_support(const BspCell *cell, BspVec normal);

/* The smallest extent of the cell across any of its faces, in units. */
double bsp_cell_thickness(const BspCell *cell);

/* The vertices of the cell after each face is moved inward by `by` units. *n receives their number.
 * Returns NULL with *n = 0 if nothing remains. The caller frees the array with g_free(). */
BspVec *bsp_cell_eroded(const BspCell *cell, double by, guint *n);

/* The side of the plane on which the cell lies. Vertices within epsilon of the plane count as on
 * it. */
BspSide bsp_cell_side(const BspCell *cell, const BspPlane *plane, double epsilon);

/* Returns the distance of p from the cell, in units, or 0 if p is in the cell.
 *
 * If the distance is positive, *plane receives a plane that touches the cell and has p in front at
 * this distance. Its normal points from the nearest vertex, edge or face to p. Else *plane is
 * unchanged. Rounding never makes the result greater than the true distance, not even between
 * nearly parallel faces: a plane that touches the cell is a lower bound. */
double bsp_cell_before(const BspCell *cell, BspVec p, BspPlane *plane);

/* --- parts of a cell, without cutting it ---
 *
 * A builder evaluates every candidate plane by the surface and volume of the two parts. The
 * probability that a long segment meets a part is proportional to its surface (the surface area
 * heuristic of ray tracing). For a short segment it is proportional to its volume. */

typedef struct {
    double area[2];   /* square units, of the parts in front and behind; each includes the cut */
    double volume[2]; /* cubic units */
} BspCellSplit;

/* Values of a cell that do not depend on the plane. The caller keeps the cell. */
typedef struct BspCellMeasure BspCellMeasure;

BspCellMeasure *bsp_cell_measure_new(const BspCell *cell);
void bsp_cell_measure_free(BspCellMeasure *measure);

/* Measures the split by a plane. Writes to the measure: one thread at a time. */
BspCellSplit bsp_cell_measure_split(BspCellMeasure *measure, const BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCell, bsp_cell_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCellMeasure, bsp_cell_measure_free)

#endif
