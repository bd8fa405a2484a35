/* sides: the inside of the table that tells what was hit. */
#ifndef BSP_SIDES_INSIDE_H
#define BSP_SIDES_INSIDE_H

#include "bsp-hit.h"

#define BSP_SIDES_WIDE 8

/* No hierarchy is deeper: the one it is made of halves by number. */
#define BSP_SIDES_MAX_DEPTH 40

/* A node of the hierarchy over the brushes' bounds: eight boxes, rounded to floats. Rounding keeps
 * the order of numbers, so boxes that overlap do so rounded, too. */
typedef struct {
    float least[3][BSP_SIDES_WIDE], most[3][BSP_SIDES_WIDE]; /* least > most: no child */
    int32_t child[BSP_SIDES_WIDE]; /* a node, or where negative brush ~child */
} BspSidesNode;

/* Planes first .. first + n of all, the brush's own first, then those that bound its sum with
 * boxes. */
typedef struct {
    uint32_t first, n, n_own;
    uint32_t contents;
} BspSidesBrush;

/* What is only asked of the plane that is named. */
typedef struct {
    int32_t side;
    uint32_t tag;
} BspSidesName;

struct BspSides {
    BspSidesNode *nodes; /* the root is the first */
    BspSidesBrush *brushes;
    BspPlane *planes;
    BspSidesName *names;
    BspVec *vertices; /* as bsp_cast_body(); NULL: it holds boxes and points alone */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes;
};

#endif
