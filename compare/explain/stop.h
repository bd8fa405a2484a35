/* stop: finds the reason why plane shifting stops an object, which is a cell of the tree. Also
 * finds the plane of the cell that is hit, and the true distance between object and cell.
 *
 * A second, slow traversal of the tree records everything on the way. */
#ifndef COMPARE_EXPLAIN_STOP_H
#define COMPARE_EXPLAIN_STOP_H

#include "methods/method.h"
#include "tools/bsp-cell.h"

/* How the plane that is hit relates to the cell. */
typedef enum {
    COMPARE_STOP_INSIDE, /* the move begins in the cell with its planes shifted outward, so there is
                            no plane */
    COMPARE_STOP_FACE,   /* the plane contains a face of the cell */
    COMPARE_STOP_BEVEL,
    COMPARE_STOP_AWAY /* the plane does not touch the cell, because other planes bound the cell
                         before it */
} CompareStopKind;

/* The part of the cell nearest to the object at its stop. */
typedef enum { COMPARE_NEAR_CORNER, COMPARE_NEAR_EDGE, COMPARE_NEAR_FACE } CompareNearKind;

typedef struct {
    double t;       /* the time at which the object enters the cell with all its planes shifted
                       outward */
    BspCell *cell;  /* the cell with unshifted planes, inside a box around the world */
    guint n_planes; /* the number of planes above the cell in the tree; includes bevels */
    guint n_bevels;
    CompareStopKind kind;
    BspPlane plane; /* the plane that is hit, not shifted; faces outward */
    double offset;  /* units by which the plane is shifted outward for the shape */
    double gap;     /* units between the cell and the object at the stop; 0 if they meet */
    BspVec away;    /* a unit vector from the cell to the object; zero if they meet */
    CompareNearKind near;
    BspVec corner[2]; /* the corner of the cell nearest to the object, or the two ends of the
                         nearest edge */
    BspVec normal[2]; /* the normals of the two faces at the edge, or, in normal[0], of the face */
    double angle;     /* degrees between the two normals */
    gboolean meets;   /* whether the object truly meets the cell during the move */
    double t_meets;   /* the time at which they meet, if `meets` */
    guint brush;      /* the brush that contains the cell; COMPARE_NO_BRUSH if outside fill made the
                         cell solid */
} CompareStop;

/* Finds the cell that stops the shape first. Returns FALSE if no cell stops it. */
gboolean compare_stop_find(CompareStop *stop, const CompareTreeView *tree, const BspSolid *solid,
                           const BspShape *shape, BspVec from, BspVec to);
void compare_stop_clear(CompareStop *stop);

#endif
