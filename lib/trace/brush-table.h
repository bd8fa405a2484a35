/* brush-table: the internals of the table that identifies what was hit. */
#ifndef BSP_TABLE_INSIDE_H
#define BSP_TABLE_INSIDE_H

#include "bsp-brush-table.h"
#include "trace/brush-table-rect.h"

#define BSP_TABLE_WIDE 8

/* The greatest depth of the hierarchy. The builder halves the brushes by number, so no hierarchy is
 * deeper. */
#define BSP_TABLE_MAX_DEPTH 40

/* Marks an unused child: the number of the root, which is no node's child. */
#define BSP_TABLE_NO_CHILD 0

/* A node of the hierarchy over the brushes' bounds: eight boxes, rounded outward to floats. */
typedef struct {
    float least[3][BSP_TABLE_WIDE],
        most[3][BSP_TABLE_WIDE];   /* an unused child has least > most, but a query box of infinite
                                      size overlaps even that */
    int32_t child[BSP_TABLE_WIDE]; /* a node, or if negative ~brush */
} BspTableNode;

/* A brush: its bounds, and its planes first .. first + n - 1. Order of the planes: own oblique
 * planes, own axial planes, then the planes that only its Minkowski sum with boxes has. There are
 * n_own own planes. The axial planes, which are those of the bounds, are contiguous: [axial, axial
 * + n_axial). */
typedef struct {
    double least[3], most[3];
    uint32_t contents;
    uint32_t first, n, n_own;
    uint32_t axial, n_axial;
} BspTableBrush;

/* The part of a plane that is read only for the plane that a hit names. */
typedef struct {
    int32_t side;
    uint32_t tag;
} BspTableName;

/* A side of a brush, and its extent on the plane of its group. `around` encloses the whole side.
 * `within` is a part of the side, where no other plane of the brush is near. */
typedef struct {
    BspTableRect around, within;
    uint32_t brush, plane;
} BspTableTile;

/* The sides on one plane (all planes with the same key), in a grid of cells along two axes. Cell c
 * lists the sides whose bounds overlap it, by number of the brush: tiles[cells[first + c] ..
 * cells[first + c + 1]). */
typedef struct {
    float least[2], per_unit[2]; /* the origin of the grid; steps per unit */
    uint32_t hash;
    uint32_t first;   /* BSP_TABLE_FREE in free slots */
    uint32_t width;   /* cells along the first axis; c counts along that axis first */
    uint8_t shift[2]; /* a cell is 1 << shift steps wide */
    uint8_t axes[2];
} BspTableGroup;

#define BSP_TABLE_FREE UINT32_MAX

/* A shift at which one cell covers the whole axis. */
#define BSP_TABLE_MOST_SHIFT 15

/* If a cell lists more sides than this, the query ignores the grid and searches all brushes. */
#define BSP_TABLE_CROWD 32

struct BspBrushTable {
    BspTableNode *nodes; /* the first is the root */
    BspTableGroup
        *groups;     /* a hash table: each group is in the first free slot at or after its hash */
    uint32_t *cells; /* those of all groups, then the end of the last */
    BspTableTile *tiles;
    BspTableBrush *brushes;
    BspPlane *planes;
    BspTableName *names;
    BspVec *vertices; /* as for bsp_cast_body(); NULL: the table supports only boxes and points */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes;
    unsigned n_slots, n_cells, n_tiles; /* n_slots: the size of groups, a power of two */
    bool is_loaded;                     /* the arrays belong to the caller's file in memory */
};

/* --- names --- */

/* The number of no plane. */
#define BSP_NO_PLANE UINT32_MAX

/* Sets all of *hit except the plane, for a hit of the brush at that plane. BSP_NO_PLANE: at none of
 * its sides. */
static inline void bsp_brush_table_name(const BspBrushTable *sides, uint32_t brush, uint32_t plane,
                                        BspHit *hit)
{
    const BspTableName none = { -1, 0 },
                       *name = plane == BSP_NO_PLANE ? &none : &sides->names[plane];
    hit->brush = brush;
    hit->contents = sides->brushes[brush].contents;
    hit->side = name->side;
    hit->tag = name->tag;
}

/* --- planes as keys ---
 *
 * A plane's key is the cell that contains its normal and distance. A plane closer to the border of
 * its cell than the tolerance for equal planes is listed under the keys of both cells. */

typedef struct {
    int32_t cell[4];
} BspTableKey;

/* Cells per unit, and the offset of the cells' borders, chosen so that few planes are near a
 * border. */
#define BSP_TABLE_NORMAL_CELLS 4096.0
#define BSP_TABLE_DIST_CELLS 1.0
#define BSP_TABLE_BORDER 0.3127

/* Rounds down, for numbers of at least -2^25. */
static inline int32_t bsp_brush_table_cell(double x)
{
    return (int32_t)(x + (33554432 + BSP_TABLE_BORDER)) - 33554432;
}

/* Returns false if the numbers cannot be those of a plane. */
static inline bool bsp_brush_table_key(BspVec normal, double dist, BspTableKey *key)
{
    if (!(fabs(normal.x) + fabs(normal.y) + fabs(normal.z) <= 4) ||
        !(fabs(dist) <= 4 * BSP_WORLD_HALF))
        return false;
    key->cell[0] = bsp_brush_table_cell(normal.x * BSP_TABLE_NORMAL_CELLS);
    key->cell[1] = bsp_brush_table_cell(normal.y * BSP_TABLE_NORMAL_CELLS);
    key->cell[2] = bsp_brush_table_cell(normal.z * BSP_TABLE_NORMAL_CELLS);
    key->cell[3] = bsp_brush_table_cell(dist * BSP_TABLE_DIST_CELLS);
    return true;
}

static inline uint32_t bsp_brush_table_hash(const BspTableKey *key)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    const int32_t *cell = key->cell;
    uint64_t hash = ((uint64_t)(uint32_t)cell[0] << 32 | (uint32_t)cell[1]) * odd;
    hash ^= hash >> 32;
    hash = (hash ^ ((uint64_t)(uint32_t)cell[2] << 32 | (uint32_t)cell[3])) * odd;
    return (uint32_t)(hash >> 32);
}

/* --- steps and cells --- */

static inline uint32_t bsp_brush_table_cells_along(const BspTableGroup *group, int k)
{
    return ((uint32_t)BSP_TABLE_LAST_STEP >> group->shift[k]) + 1;
}

/* The step that contains a coordinate along one of the group's axes. Coordinates outside the grid
 * are clamped to its ends. A greater coordinate never gives a smaller step. */
static inline uint32_t bsp_brush_table_step(const BspTableGroup *group, int k, double at)
{
    double step = (at - (double)group->least[k]) * (double)group->per_unit[k];
    step = step > 0 ? step : 0;
    return (uint32_t)(int32_t)(step < BSP_TABLE_LAST_STEP ? step : BSP_TABLE_LAST_STEP);
}

#endif
