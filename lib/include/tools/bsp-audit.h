/* bsp-audit: what a level's file has besides the world that is made of it. BspWorld points to it.
 */
#ifndef BSP_AUDIT_H
#define BSP_AUDIT_H

#include "bsp-world.h"

G_BEGIN_DECLS

/* An original brush of a level's file, for audits. A brush (bsp-brush.h) keeps only the sides that
 * have faces. */
typedef struct {
    guint number; /* the brush's number in the file */
    guint32 contents;
    guint first, n; /* its sides: planes[first .. first + n), outward, as in the file */
    gint brush;     /* index in the world's solid; -1: no brush could be made of it ... */
    char *problem;  /* ... and this message says why */
} BspShippedBrush;

/* The original brushes: with all their sides, bevels included, and with those brushes that make no
 * solid. */
struct BspShipped {
    GArray *brushes; /* BspShippedBrush */
    GArray *planes;  /* BspPlane */
    guint n_made;    /* number of brushes in the solid */
};

/* The bounds of a model of a Quake or GoldSrc level, for audits. Engines skip a model if the move
 * does not meet the bounds that the file has, grown by 1 unit. */
typedef struct {
    guint model;      /* number in the file; 0: the world */
    BspBounds stored; /* bounds in the file */
    BspBounds solid;  /* bounds of the solid cells of hull 0 */
} BspWorldExtent;

/* How a triangle mesh was repaired and made solid. Lengths are in units. */
struct BspMeshReport {
    guint n_faces, n_points;   /* of the file */
    double weld, snap, sheet;  /* the distances used: see BspMeshOptions */
    guint n_welded;            /* points that became the same as another one at another place */
    guint n_degenerate;        /* faces left out because they have no area */
    guint n_turned, n_doubled; /* faces turned over; faces left out as copies of another one */
    guint n_inward, n_rooms;   /* shells that faced inwards: turned; rooms */
    guint n_closed, n_open;    /* holes filled; loops of edges left open */
    double closed_area, open_length;
    guint open_line;     /* BspMeshFace.line of a face at an open edge */
    guint n_planes;      /* planes of the faces */
    double moved, shift; /* the farthest that a point was welded, and that any point of a face is
                            from its place in the file */
    guint n_convex, n_other;       /* closed shells that became one brush, and that had to be cut */
    guint n_sheets, n_sheet_faces; /* open sheets, and their faces */
    guint n_cells, n_thin;  /* solid cells that shells were cut to; those too thin for a brush */
    guint n_doubtful;       /* cells of which it is in doubt whether they are solid ... */
    double doubtful_volume; /* ... and their volume, in cubic units */
    double volume;          /* sum of the brushes' volumes; where two overlap, both count */
};

G_END_DECLS

#endif
