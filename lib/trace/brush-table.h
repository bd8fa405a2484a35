/* brush-table: the internals of BspBrushTable (bsp-brush-table.h). */
#ifndef BSP_TABLE_INSIDE_H
#define BSP_TABLE_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "bsp-bounds.h"
#include "bsp-brush-table.h"
#include "trace/compiler.h"

/* --- rectangles on a grid, along two axes ---
 *
 * Coordinates are whole steps of 15 bits. A word holds four numbers, each with a spare bit above
 * it. A rectangle stores, for each axis, its first step, and the distance of its last step from the
 * greatest step. A place is a rectangle in the opposite form, so that it can be compared with
 * rectangles: it stores its last steps, and the distances of its first steps from the greatest
 * step. A rectangle and a place overlap if no number of the rectangle exceeds the number of the
 * place. One subtraction tests all four. */

typedef uint64_t BspTableRect;
typedef uint64_t BspTablePlace;

#define BSP_TABLE_LAST_STEP 32766

/* The spare bits above the four numbers. */
#define BSP_TABLE_LANES UINT64_C(0x8000800080008000)

/* A rectangle that no place overlaps. */
#define BSP_TABLE_NOWHERE UINT64_C(0x7fff7fff7fff7fff)

static inline uint64_t bsp_brush_table_lanes(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (uint64_t)(a | b << 16) | (uint64_t)(c | d << 16) << 32;
}

static inline BspTableRect bsp_brush_table_rect(const uint32_t least[2], const uint32_t most[2])
{
    return bsp_brush_table_lanes(least[0], least[1], BSP_TABLE_LAST_STEP - most[0],
                                 BSP_TABLE_LAST_STEP - most[1]);
}

static inline BspTablePlace bsp_brush_table_place(const uint32_t least[2], const uint32_t most[2])
{
    return BSP_TABLE_LANES | bsp_brush_table_lanes(most[0], most[1], BSP_TABLE_LAST_STEP - least[0],
                                                   BSP_TABLE_LAST_STEP - least[1]);
}

static inline bool bsp_brush_table_meet(BspTableRect rect, BspTablePlace place)
{
    return ((place - rect) & BSP_TABLE_LANES) == BSP_TABLE_LANES;
}

#define BSP_TABLE_WIDE 8

/* The greatest depth of the hierarchy. The builder halves the brushes by number, so no hierarchy is
 * deeper. */
#define BSP_TABLE_MAX_DEPTH 40

/* Marks an unused child. This is the number of the root, which is never a child. */
#define BSP_TABLE_NO_CHILD 0

/* A node of the hierarchy of bounding boxes: the boxes of up to eight children, rounded outward to
 * floats. */
typedef struct {
    float least[3][BSP_TABLE_WIDE],
        most[3][BSP_TABLE_WIDE];   /* an unused child has least > most; only an infinite query box
                                      overlaps it */
    int32_t child[BSP_TABLE_WIDE]; /* the number of a node; if negative, ~brush */
} BspTableNode;

/* A brush: its bounds, and its planes first .. first + n - 1. The first n_own planes are those of
 * its sides: oblique planes, then axial planes. Planes that only the Minkowski sum with boxes has
 * follow. The planes [axial, axial + n_axial) are axial; they are the planes of the bounds. */
typedef struct {
    double least[3], most[3];
    uint32_t contents;
    uint32_t first, n, n_own;
    uint32_t axial, n_axial;
} BspTableBrush;

/* The name of a plane. It is stored apart from the plane, because a query reads it only for the
 * plane that was hit. */
typedef struct {
    int32_t side;
    uint32_t tag;
} BspTableName;

/* A side of a brush in the grid of its group (BspTableGroup). `around` encloses the whole side.
 * `within` is a part of the side that is not near any other plane of the brush. */
typedef struct {
    BspTableRect around, within;
    uint32_t brush, plane;
} BspTableTile;

/* The sides on one plane (all planes with the same key), in a grid of cells along two axes. Cell c
 * lists the sides whose bounds overlap it, in the order of their brushes' numbers:
 * tiles[cells[first + c] .. cells[first + c + 1]). */
typedef struct {
    float least[2], per_unit[2]; /* the origin of the grid; steps per unit */
    uint32_t hash;
    uint32_t first;   /* BSP_TABLE_FREE in free slots */
    uint32_t width;   /* number of cells along the first axis; cell numbers increase along that axis
                         first */
    uint8_t shift[2]; /* a cell is 1 << shift steps wide */
    uint8_t axes[2];
} BspTableGroup;

#define BSP_TABLE_FREE UINT32_MAX

/* A shift at which one cell covers the whole axis. */
#define BSP_TABLE_MOST_SHIFT 15

/* If a cell lists more sides than this, the query ignores the grid and searches all brushes. */
#define BSP_TABLE_CROWD 32

struct BspBrushTable {
    BspTableNode *nodes;   /* the first is the root */
    BspTableGroup *groups; /* a hash table with linear probing */
    uint32_t *cells;       /* the cells of all groups, then the end of the last cell */
    BspTableTile *tiles;
    BspTableBrush *brushes;
    BspPlane *planes;
    BspTableName *names;
    BspVec *vertices; /* vertices of all brushes, as for bsp_cast_body(); NULL: the table supports
                         only boxes and points */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes;
    unsigned n_slots, n_cells, n_tiles; /* n_slots: the size of groups, a power of two */
    bool is_loaded;                     /* the arrays belong to the caller's file in memory */
};

/* --- names --- */

/* Stands for: no plane. */
#define BSP_NO_PLANE UINT32_MAX

/* Sets all members of *hit except `plane`, for a hit of this plane of the brush. plane
 * BSP_NO_PLANE: the hit is not on a side. */
static inline void bsp_brush_table_name(const BspBrushTable *table, uint32_t brush, uint32_t plane,
                                        BspHit *hit)
{
    const BspTableName none = { -1, 0 },
                       *name = plane == BSP_NO_PLANE ? &none : &table->names[plane];
    hit->brush = brush;
    hit->contents = table->brushes[brush].contents;
    hit->side = name->side;
    hit->tag = name->tag;
}

/* --- planes as keys ---
 *
 * A plane's key is the four-dimensional cell that contains its normal and distance. A plane closer
 * to the border of its cell than the tolerance for equal planes is listed under the keys of both
 * cells. */

typedef struct {
    int32_t cell[4];
} BspTableKey;

/* Cells per unit of a normal's component and of a distance, and the offset of the borders between
 * cells. The offset is chosen so that few planes are near a border. */
#define BSP_TABLE_NORMAL_CELLS 4096.0
#define BSP_TABLE_DIST_CELLS 1.0
#define BSP_TABLE_BORDER 0.3127

/* Rounds down to a whole number. x must be at least -2^25. */
static inline int32_t bsp_brush_table_cell(double x)
{
    return (int32_t)(x + (33554432 + BSP_TABLE_BORDER)) - 33554432;
}

/* Returns false if the normal or the distance is too large for a plane. */
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
 * give its first or last step. A greater coordinate never gives a smaller step. */
static inline uint32_t bsp_brush_table_step(const BspTableGroup *group, int k, double at)
{
    double step = (at - (double)group->least[k]) * (double)group->per_unit[k];
    step = step > 0 ? step : 0;
    return (uint32_t)(int32_t)(step < BSP_TABLE_LAST_STEP ? step : BSP_TABLE_LAST_STEP);
}

/* --- the brushes in a box ---
 *
 * This code is inlined, so that each caller compiles it with its own callback. */

typedef void (*BspTableBoxFunc)(void *user_data, uint32_t brush);

/* Returns a mask: bit i is set if child i overlaps the box. */
static inline unsigned bsp_brush_table_overlapping(const BspTableNode *node, const float least[3],
                                                   const float most[3])
{
    static const int32_t bit[BSP_TABLE_WIDE] = { 1, 2, 4, 8, 16, 32, 64, 128 };
    int32_t bits = 0;
    for (unsigned i = 0; i < BSP_TABLE_WIDE; i++) {
        int32_t apart = (node->least[0][i] > most[0]) | (node->most[0][i] < least[0]) |
                        (node->least[1][i] > most[1]) | (node->most[1][i] < least[1]) |
                        (node->least[2][i] > most[2]) | (node->most[2][i] < least[2]);
        bits |= apart ? 0 : bit[i];
    }
    return (unsigned)bits;
}

/* Calls func for each brush that may overlap the box. It may also call func for brushes that do not
 * overlap, because bounds are rounded outward to floats. The table must have brushes. */
static BSP_ALWAYS_INLINE void bsp_brush_table_in_box(const BspBrushTable *table,
                                                     const BspBounds *box, BspTableBoxFunc func,
                                                     void *user_data)
{
    float least[3], most[3];
    for (int i = 0; i < 3; i++) {
        least[i] = (float)box->mins.v[i];
        most[i] = (float)box->maxs.v[i];
    }
    int32_t stack[BSP_TABLE_MAX_DEPTH * (BSP_TABLE_WIDE - 1) + 1];
    unsigned top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const BspTableNode *node = &table->nodes[stack[--top]];
        unsigned bits = bsp_brush_table_overlapping(node, least, most);
        for (; bits; bits &= bits - 1) {
            unsigned i = bsp_lowest_bit(bits);
            if (node->child[i] < 0)
                func(user_data, (uint32_t)~node->child[i]);
            else if (node->child[i] != BSP_TABLE_NO_CHILD)
                stack[top++] = node->child[i];
        }
    }
}

/* --- the brushes near a moving box, roughly nearest first --- */

/* A node or a brush (as in BspTableNode.child) that is still to be visited, and the time at which
 * the moving box reaches its bounds. */
typedef struct {
    double enter;
    int32_t child;
} BspTableItem;

typedef struct {
    const BspBrushTable *table;
    uint32_t mask; /* return only brushes with any of these contents; 0: all brushes */
    float lower[3],
        upper[3]; /* bounds of the whole path, rounded outward; boxes outside are skipped */
    /* Along each axis, the moving box overlaps another box b for t from (b.least - least) * inverse
     * to (b.most - most) * inverse. */
    double least[3], most[3], inverse[3];
    double begin, end; /* the interval of t */
    unsigned top;
    BspTableItem stack[BSP_TABLE_MAX_DEPTH * (BSP_TABLE_WIDE - 1) + 1];
} BspTableIter;

/* The path of a box. The box is relative to its reference point, and is grown by `by` units. The
 * reference point is at from + t delta for begin <= t <= end. All numbers must be finite. */
typedef struct {
    const BspBounds *box;
    double by;
    BspVec from, delta;
    double begin, end;
} BspTablePath;

void bsp_brush_table_iter_begin(BspTableIter *iter, const BspBrushTable *table, uint32_t mask,
                                const BspTablePath *path);

/* Finds the next brush whose bounds the moving box overlaps, if the overlap begins no later than
 * time `before`. Each brush is returned once. Returns false if there are no more. */
bool bsp_brush_table_iter_next(BspTableIter *iter, double before, uint32_t *brush);

#endif
