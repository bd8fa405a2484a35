/* sides: the inside of the table that tells what was hit. */
#ifndef BSP_SIDES_INSIDE_H
#define BSP_SIDES_INSIDE_H

#include "bsp-hit.h"

#define BSP_SIDES_WIDE 8

/* No hierarchy is deeper: the one it is made of halves by number. */
#define BSP_SIDES_MAX_DEPTH 40

/* The first root, which is nobody's child. */
#define BSP_SIDES_NO_CHILD 0

/* A node of the hierarchy over the brushes' bounds: eight boxes, rounded outward to floats. */
typedef struct {
    float least[3][BSP_SIDES_WIDE], most[3][BSP_SIDES_WIDE]; /* of no child least > most, but a box
                                                                without end overlaps even that */
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

/* The brushes with a side on one plane, as near as the key of the plane tells: n of listed[first
 * ..], or, where n is more than BSP_SIDES_LISTED, those below a node. n is 0 in slots that are
 * free. */
typedef struct {
    uint32_t hash, first, n;
} BspSidesGroup;

#define BSP_SIDES_LISTED 4

struct BspSides {
    BspSidesNode *nodes;   /* the root of all is the first */
    BspSidesGroup *groups; /* by their hash, each in the first slot from it on that was free */
    uint32_t *listed;
    BspSidesBrush *brushes;
    BspPlane *planes;
    BspSidesName *names;
    BspVec *vertices; /* as bsp_cast_body(); NULL: it holds boxes and points alone */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes, n_slots, n_listed; /* slots: a power of two */
    bool is_loaded; /* the arrays are not its own: it was saved */
};

/* --- planes as keys ---
 *
 * A plane is known by the cell that its normal and distance are in. One that is near to the border
 * of its cell, as near as two of which one is the other but for rounding, has the keys of both. */

typedef struct {
    int32_t cell[4];
} BspSidesKey;

/* Cells to the unit; and the borders lie where few planes do. */
#define BSP_SIDES_NORMAL_CELLS 4096.0
#define BSP_SIDES_DIST_CELLS 1.0
#define BSP_SIDES_BORDER 0.3127

/* Rounds down, for numbers that are not less than -2^25. */
static inline int32_t bsp_sides_cell(double x)
{
    return (int32_t)(x + (33554432 + BSP_SIDES_BORDER)) - 33554432;
}

/* false where they are no plane's. */
static inline bool bsp_sides_key(BspVec normal, double dist, BspSidesKey *key)
{
    for (int i = 0; i < 3; i++) {
        if (!(fabs(normal.v[i]) <= 2))
            return false;
        key->cell[i] = bsp_sides_cell(normal.v[i] * BSP_SIDES_NORMAL_CELLS);
    }
    if (!(fabs(dist) <= 4 * BSP_WORLD_HALF))
        return false;
    key->cell[3] = bsp_sides_cell(dist * BSP_SIDES_DIST_CELLS);
    return true;
}

static inline uint32_t bsp_sides_hash(const BspSidesKey *key)
{
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (uint32_t)key->cell[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

#endif
