/* stop: why plane shifting stops an object: the cell of the tree that stops it, the plane of that
 * cell, and the true distance between object and cell.
 *
 * A slow second traversal of the tree records everything on the way. */
#ifndef COMPARE_EXPLAIN_STOP_H
#define COMPARE_EXPLAIN_STOP_H

#include "methods/method.h"
#include "tools/bsp-cell.h"

/* The relation of the plane to the cell. */
typedef enum {
    COMPARE_STOP_INSIDE, /* there is no plane: the move begins in the cell with its planes shifted
                            outward */
    COMPARE_STOP_FACE,   /* it contains a face of the cell */
    COMPARE_STOP_BEVEL,
    COMPARE_STOP_AWAY /* it does not touch the cell: other planes bound the cell before it */
} CompareStopKind;

/* The part of the cell nearest to the object at its stop. */
typedef enum { COMPARE_NEAR_CORNER, COMPARE_NEAR_EDGE, COMPARE_NEAR_FACE } CompareNearKind;

typedef struct {
    double t;       /* time at which the object enters the cell with all its planes shifted
                       outward */
    BspCell *cell;  /* with unshifted planes, inside a box around the world */
    guint n_planes; /* planes above the cell in the tree, including bevels */
    guint n_bevels;
    CompareStopKind kind;
    BspPlane plane; /* outward, unshifted */
    double offset;  /* units that it is shifted outward for the shape */
    double gap;     /* units between the cell and the object at the stop; 0: they meet */
    BspVec away;    /* unit vector from the cell to the object; zero if they meet */
    CompareNearKind near;
    BspVec corner[2]; /* corners of the cell nearest to the object: one, or the two of an edge */
    BspVec normal[2]; /* normals of the faces at the edge, or of the face */
    double angle;     /* degrees between the two normals */
    gboolean meets;   /* the object truly meets the cell during the move */
    double t_meets;   /* then: the time */
    guint brush;      /* the brush that contains the cell; COMPARE_NO_BRUSH: the cell was filled */
} CompareStop;

/* Finds the cell that stops the shape first. FALSE if no cell does. */
gboolean compare_stop_find(CompareStop *stop, const CompareTreeView *tree, const BspSolid *solid,
                           const BspShape *shape, BspVec from, BspVec to);
void compare_stop_clear(CompareStop *stop);

#endif
