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

/* A brush: its bounds, and planes first .. first + n of all. Its own planes come first, then those
 * that bound its sum with boxes beside them; and of its own those with an axis as their normal
 * last, of the others first, so that these, which are those of the bounds, stand together: n_axial
 * of them, from `axial` on. */
typedef struct {
    double least[3], most[3];
    uint32_t contents;
    uint32_t first, n, n_own;
    uint32_t axial, n_axial;
} BspSidesBrush;

/* What is only asked of the plane that is named. */
typedef struct {
    int32_t side;
    uint32_t tag;
} BspSidesName;

/* A side of a brush: the number of its plane. */
typedef struct {
    uint32_t brush, plane;
} BspSidesSide;

/* The sides on one plane, as near as the key of the plane tells, by number of the brush: n of
 * listed[first ..], or, where n is more than BSP_SIDES_LISTED, those in a grid. n is 0 in slots
 * that are free. */
typedef struct {
    uint32_t hash, first, n;
} BspSidesGroup;

#define BSP_SIDES_LISTED 4

/* A grid over the plane of a group, in rows along two axes. Cell c has the brushes of which the
 * side has a part in it, by number: listed[cells[first + c] .. cells[first + c + 1]]. */
typedef struct {
    double least[2], per_unit[2]; /* where it begins; rows to the unit */
    double last[2];               /* the number of the last row */
    uint32_t axes[2];
    uint32_t width; /* rows along the first axis: c counts along it first */
    uint32_t first;
} BspSidesGrid;

/* Cells that list more say nothing: all brushes are searched where one is asked. */
#define BSP_SIDES_CROWD 32

struct BspSides {
    BspSidesNode *nodes;   /* the root of all is the first */
    BspSidesGroup *groups; /* by their hash, each in the first slot from it on that was free */
    BspSidesGrid *grids;
    uint32_t *cells; /* of all grids, and where the last one ends */
    BspSidesSide *listed;
    BspSidesBrush *brushes;
    BspPlane *planes;
    BspSidesName *names;
    BspVec *vertices; /* as bsp_cast_body(); NULL: it holds boxes and points alone */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes;
    unsigned n_slots, n_grids, n_cells, n_listed; /* slots: a power of two */
    bool is_loaded;                               /* the arrays are not its own: it was saved */
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
    if (!(fabs(normal.x) + fabs(normal.y) + fabs(normal.z) <= 4) ||
        !(fabs(dist) <= 4 * BSP_WORLD_HALF))
        return false;
    for (int i = 0; i < 3; i++)
        key->cell[i] = bsp_sides_cell(normal.v[i] * BSP_SIDES_NORMAL_CELLS);
    key->cell[3] = bsp_sides_cell(dist * BSP_SIDES_DIST_CELLS);
    return true;
}

static inline uint32_t bsp_sides_hash(const BspSidesKey *key)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    const int32_t *cell = key->cell;
    uint64_t hash = ((uint64_t)(uint32_t)cell[0] << 32 | (uint32_t)cell[1]) * odd;
    hash ^= hash >> 32;
    hash = (hash ^ ((uint64_t)(uint32_t)cell[2] << 32 | (uint32_t)cell[3])) * odd;
    return (uint32_t)(hash >> 32);
}

/* --- cells --- */

/* The row that a place along one of the grid's axes is in; of what is outside, and of no number,
 * that which is nearest. What is farther along is in no earlier row. */
static inline uint32_t bsp_sides_row(const BspSidesGrid *grid, int k, double at)
{
    double row = (at - grid->least[k]) * grid->per_unit[k];
    row = row > 0 ? row : 0;
    return (uint32_t)(int32_t)(row < grid->last[k] ? row : grid->last[k]);
}

#endif
