/* cell: bounded convex polytopes with shared vertices.
 *
 * One shape for all convex regions: the body of a brush, the region of a tree node, the cell of a
 * leaf. Faces look outward: the inside is normal . x <= dist for every face. Splitting keeps the
 * topology consistent by construction: vertices are shared, never welded afterwards.
 *
 * Cells are immutable once returned and may be read from any thread. */
#ifndef BSP_CELL_H
#define BSP_CELL_H

#include <glib.h>

#include "geometry/polygon.h"

/* The tag of a face that belongs to the box a cell was started from. */
#define BSP_CELL_BOX_TAG G_MAXUINT

typedef struct {
    BspPlane plane; /* outward */
    guint tag;      /* the caller's name for the plane, BSP_CELL_BOX_TAG for the first box */
    guint first, n; /* its vertices: cell->loop[first .. first + n), anticlockwise from outside */
} BspCellFace;

typedef struct {
    guint n_vertices, n_faces, n_loop;
    BspVec *vertices; /* these three in the same block of memory as the cell */
    BspCellFace *faces;
    guint *loop;
} BspCell;

typedef struct {
    guint v[2];    /* end points, v[0] before v[1] anticlockwise in face[0] */
    guint face[2]; /* the two faces that meet here; the same twice where rounding has left the other
                      without this very edge */
} BspCellEdge;

BspCell *bsp_cell_new_box(const BspBounds *bounds);

/* A copy, which takes no more memory than it needs: one that splitting has made takes about twice
 * as much. */
BspCell *bsp_cell_copy(const BspCell *cell);
void bsp_cell_free(BspCell *cell);

/* Cuts the cell. *front receives the part in front of the plane, *back the part behind it, each a
 * new cell; NULL when it holds nothing farther than BSP_CELL_EPSILON from the plane, or where
 * rounding leaves no cut between faces that are next to parallel: then the other part is the whole
 * cell. The new faces carry `tag`. Either pointer may be NULL when that part is not wanted. */
void bsp_cell_split(const BspCell *cell, const BspPlane *plane, guint tag, BspCell **front,
                    BspCell **back);

/* What of the cell, which is taken, is behind the plane moved in by so much; NULL: nothing. */
BspCell *bsp_cell_take_behind(BspCell *cell, const BspPlane *plane, double by, guint tag);

/* Whether a face is one of the box that cells begin as (BSP_CELL_BOX_TAG). */
gboolean bsp_cell_ends_in_box(const BspCell *cell);

/* The least and the greatest distance of the cell from the plane. */
void bsp_cell_range(const BspCell *cell, const BspPlane *plane, double *least, double *most);

/* The edges, each once, in order of their vertices; free with g_free(). */
BspCellEdge *bsp_cell_edges(const BspCell *cell, guint *n_edges);

BspPolygon *bsp_cell_face_polygon(const BspCell *cell, guint face);
BspBounds bsp_cell_bounds(const BspCell *cell);

/* A point inside, well away from the faces: the mean of the face centres (Golodetz 2013,
 * Listing 4, step 2, with every face weighing the same however many vertices it has). */
BspVec bsp_cell_interior_point(const BspCell *cell);

/* The largest normal . x over the cell. */
double bsp_cell_support(const BspCell *cell, BspVec normal);

/* The smallest extent of the cell across any of its faces, in units. */
double bsp_cell_thickness(const BspCell *cell);

/* The vertices of the cell with every face moved in by `by` units, n of them; NULL and n = 0 when
 * nothing is left. Free with g_free(). */
BspVec *bsp_cell_eroded(const BspCell *cell, double by, guint *n);

/* Where the cell lies, what is within epsilon of the plane counting as on it. */
BspSide bsp_cell_side(const BspCell *cell, const BspPlane *plane, double epsilon);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCell, bsp_cell_free)

#endif
