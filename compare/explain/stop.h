/* stop: why plane shifting stops an object where it does: the cell of the tree that stops it, the
 * plane of that cell, and how far from the object the cell truly is.
 *
 * The tree is gone through once more, slowly, and everything on the way is kept. */
#ifndef COMPARE_EXPLAIN_STOP_H
#define COMPARE_EXPLAIN_STOP_H

#include "geometry/cell.h"
#include "methods/method.h"

/* What the plane is to the cell. */
typedef enum {
    COMPARE_STOP_INSIDE, /* there is none: the move begins in the cell with its planes moved out */
    COMPARE_STOP_FACE,   /* it holds a face of the cell */
    COMPARE_STOP_BEVEL,
    COMPARE_STOP_AWAY /* it touches the cell nowhere: something else bounds the cell before it */
} CompareStopKind;

/* What part of the cell is nearest to the object where it stops. */
typedef enum { COMPARE_NEAR_CORNER, COMPARE_NEAR_EDGE, COMPARE_NEAR_FACE } CompareNearKind;

typedef struct {
    double t;       /* where the object enters the cell with all its planes moved out */
    BspCell *cell;  /* as it is at rest, inside a box round the world */
    guint n_planes; /* above the cell in the tree, bevels included */
    guint n_bevels;
    CompareStopKind kind;
    BspPlane plane; /* outward, at rest */
    double offset;  /* units that it moves out for the shape */
    double gap;     /* units between the cell and the object there; 0: they meet */
    BspVec away;    /* from the cell to the object, of unit length; zero where they meet */
    CompareNearKind near;
    BspVec corner[2]; /* of the cell, nearest to the object: one, or an edge's two */
    BspVec normal[2]; /* of the faces that meet in the edge, or of the face */
    double angle;     /* degrees between the two */
    gboolean meets;   /* on its way the object truly meets the cell: */
    double t_meets;   /* then */
    guint brush;      /* that the cell is a part of; COMPARE_NO_BRUSH: of none, it was filled */
} CompareStop;

/* The one that stops the shape on its way first. FALSE: none does. */
gboolean compare_stop_find(CompareStop *stop, const CompareTreeView *tree, const BspSolid *solid,
                           const BspShape *shape, BspVec from, BspVec to);
void compare_stop_clear(CompareStop *stop);

#endif
