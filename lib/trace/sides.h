/* sides: the inside of the table that tells what was hit. */
#ifndef BSP_SIDES_INSIDE_H
#define BSP_SIDES_INSIDE_H

#include "bsp-hit.h"
#include "trace/sides-rect.h"

#define BSP_SIDES_WIDE 8

/* No hierarchy is deeper: the one it is made of halves by number. */
#define BSP_SIDES_MAX_DEPTH 40

/* The number of the root, which is nobody's child. */
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

/* A side of a brush, and where on the plane of its group it is: `around` holds all of it, `within`
 * is a part of it where its plane is the only one of the brush that is near. */
typedef struct {
    BspSidesRect around, within;
    uint32_t brush, plane;
} BspSidesTile;

/* The sides on one plane, as near as the key of the plane tells, in cells along two axes. Cell c
 * has those of which the bounds have a part in it, by number of the brush:
 * tiles[cells[first + c] .. cells[first + c + 1]]. */
typedef struct {
    float least[2], per_unit[2]; /* where the scale begins; steps to the unit */
    uint32_t hash;
    uint32_t first;   /* BSP_SIDES_FREE in slots that are free */
    uint32_t width;   /* cells along the first axis: c counts along it first */
    uint8_t shift[2]; /* a cell is 1 << shift steps wide */
    uint8_t axes[2];
} BspSidesGroup;

#define BSP_SIDES_FREE UINT32_MAX

/* A cell of so many steps is the only one. */
#define BSP_SIDES_MOST_SHIFT 15

/* Cells that list more say nothing: all brushes are searched where one is asked. */
#define BSP_SIDES_CROWD 32

struct BspSides {
    BspSidesNode *nodes;   /* the root of all is the first */
    BspSidesGroup *groups; /* by their hash, each in the first slot from it on that was free */
    uint32_t *cells;       /* of all groups, and where the last one ends */
    BspSidesTile *tiles;
    BspSidesBrush *brushes;
    BspPlane *planes;
    BspSidesName *names;
    BspVec *vertices; /* as bsp_cast_body(); NULL: it holds boxes and points alone */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes;
    unsigned n_slots, n_cells, n_tiles; /* slots: of groups, a power of two */
    bool is_loaded;                     /* the arrays are not its own: it was saved */
};

/* --- names --- */

/* Of the planes, none. */
#define BSP_NO_PLANE UINT32_MAX

/* All but the plane of a hit of the brush by that of its planes; NO_PLANE: by none of its sides. */
static inline void bsp_sides_name(const BspSides *sides, uint32_t brush, uint32_t plane,
                                  BspHit *hit)
{
    const BspSidesName none = { -1, 0 },
                       *name = plane == BSP_NO_PLANE ? &none : &sides->names[plane];
    hit->brush = brush;
    hit->contents = sides->brushes[brush].contents;
    hit->side = name->side;
    hit->tag = name->tag;
}

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
    key->cell[0] = bsp_sides_cell(normal.x * BSP_SIDES_NORMAL_CELLS);
    key->cell[1] = bsp_sides_cell(normal.y * BSP_SIDES_NORMAL_CELLS);
    key->cell[2] = bsp_sides_cell(normal.z * BSP_SIDES_NORMAL_CELLS);
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

/* --- steps and cells --- */

static inline uint32_t bsp_sides_cells_along(const BspSidesGroup *group, int k)
{
    return ((uint32_t)BSP_SIDES_LAST_STEP >> group->shift[k]) + 1;
}

/* The step that a place along one of the group's axes is in; of what is outside that which is
 * nearest. What is farther along is in no earlier step. */
static inline uint32_t bsp_sides_step(const BspSidesGroup *group, int k, double at)
{
    double step = (at - (double)group->least[k]) * (double)group->per_unit[k];
    step = step > 0 ? step : 0;
    return (uint32_t)(int32_t)(step < BSP_SIDES_LAST_STEP ? step : BSP_SIDES_LAST_STEP);
}

#endif
