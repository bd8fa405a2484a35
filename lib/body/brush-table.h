/* brush-table: the internals of BspBrushTable (bsp-brush-table.h). */
#ifndef BSP_TABLE_INSIDE_H
#define BSP_TABLE_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "bsp-bounds.h"
#include "bsp-brush-table.h"
#include "trace/compiler.h"

/* --- the grid ---
 *
 * The hierarchy stores bounds in whole steps of a grid over all brushes. A coordinate's step is
 * rounded down. Rounding keeps the order of coordinates, so two intervals of coordinates that
 * overlap also overlap in steps. */

#define BSP_TABLE_LAST_STEP 32766

typedef struct {
    double origin[3], per_unit[3]; /* step 0 begins at the origin; steps per unit */
} BspTableGrid;

/* Coordinates outside the grid give its first or last step. */
static inline uint32_t bsp_brush_table_step(const BspTableGrid *grid, int k, double at)
{
    double step = (at - grid->origin[k]) * grid->per_unit[k];
    step = step > 0 ? step : 0;
    return (uint32_t)(int32_t)(step < BSP_TABLE_LAST_STEP ? step : BSP_TABLE_LAST_STEP);
}

/* --- the hierarchy --- */

#define BSP_TABLE_WIDE 8

/* The greatest depth of the hierarchy. */
#define BSP_TABLE_MAX_DEPTH 40

/* Marks an unused child. This is the number of the root, which is never a child. */
#define BSP_TABLE_NO_CHILD 0

/* One bound of eight children. A step has 15 bits, and the bit above it is spare. The words are for
 * comparing four steps at a time. */
typedef union {
    uint16_t steps[BSP_TABLE_WIDE];
    uint64_t words[BSP_TABLE_WIDE / 4];
} BspTableBounds;

/* The spare bit of a step, and those of a word. */
#define BSP_TABLE_SPARE_STEP 0x8000
#define BSP_TABLE_SPARE UINT64_C(0x8000800080008000)

/* A node of the hierarchy of bounding boxes: the bounds of up to eight children. It is two cache
 * lines long. For axis k, bounds[2 k] are the least steps, with spare bits 0, and bounds[2 k + 1]
 * the greatest, with spare bits 1. An unused child has a least step beyond the last one, so that no
 * box overlaps it. */
typedef struct {
    BspTableBounds bounds[6];
    int32_t child[BSP_TABLE_WIDE]; /* the number of a node; if negative, ~brush */
} BspTableNode;

#define BSP_TABLE_UNUSED (BSP_TABLE_LAST_STEP + 1)

/* A box in steps: each word holds the same step four times. The spare bits are 0 in `least`, 1 in
 * `most`. */
typedef struct {
    uint64_t least[3], most[3];
} BspTableBox;

static inline uint64_t bsp_brush_table_four(uint32_t step)
{
    return step * UINT64_C(0x0001000100010001);
}

/* For two bounds of four children along one axis: the spare bits of those that overlap the box. A
 * difference of two steps clears the spare bit above it if it is negative. */
static inline uint64_t bsp_brush_table_meet(const BspTableBounds bounds[2], unsigned word,
                                            uint64_t least, uint64_t most)
{
    return (most - bounds[0].words[word]) & (bounds[1].words[word] - least) & BSP_TABLE_SPARE;
}

/* Returns a set of the children that overlap the box, for bsp_brush_table_first_child(). */
static inline uint64_t bsp_brush_table_overlapping(const BspTableNode *node, const BspTableBox *box)
{
    uint64_t meets[2];
    for (unsigned w = 0; w < 2; w++)
        meets[w] = bsp_brush_table_meet(node->bounds, w, box->least[0], box->most[0]) &
                   bsp_brush_table_meet(node->bounds + 2, w, box->least[1], box->most[1]) &
                   bsp_brush_table_meet(node->bounds + 4, w, box->least[2], box->most[2]);
    return meets[0] >> 15 | meets[1] >> 14;
}

/* The first child of a set that is not empty. `children & (children - 1)` is the rest of the set.
 * The steps of a word are in reverse order on a big-endian machine. */
static inline unsigned bsp_brush_table_first_child(uint64_t children)
{
    const BspTableBounds one = { .steps = { 1 } };
    unsigned bit = bsp_lowest_bit(children), reverse = one.words[0] == 1 ? 0 : 3;
    return (bit >> 4 ^ reverse) | (bit & 1) << 2;
}

/* --- brushes --- */

/* A brush: one cache line. Its planes are numbered from 0: n_before oblique planes of its sides,
 * then its axial planes, which are those of its bounds, then oblique planes that only the Minkowski
 * sum with boxes has. Planes of sides come first among the axial planes, too. A brush with a side
 * that is almost axial has fewer than six axial planes. The table stores only the oblique planes:
 * planes[first] and following, up to those of the next brush. */
typedef struct {
    double least[3], most[3];
    uint32_t contents;
    uint32_t first, n_before;
    uint32_t axial; /* from the lowest bit: for each of six axial planes its face
                       (bsp_brush_table_face()), 3 bits; the number of axial planes, 3 bits; and
                       how many of them are of sides */
} BspTableBrush;

#define BSP_TABLE_AXIAL 6 /* the most axial planes */

/* The name of a plane. It is stored apart from the plane, because a query reads it only for the
 * plane that was hit. */
typedef struct {
    int32_t side; /* -1: none */
    uint32_t tag;
} BspTableName;

struct BspBrushTable {
    BspTableGrid grid;
    BspTableNode *nodes;    /* the first is the root */
    BspTableBrush *brushes; /* one more than n_brushes, which only ends the planes of the last */
    BspPlane *planes;       /* the oblique planes of all brushes */
    BspTableName *names;    /* of all planes of all brushes, as if each had six axial planes */
    BspVec *vertices; /* vertices of all brushes, as for bsp_cast_body(); NULL: the table supports
                         only boxes and points */
    unsigned *first;
    unsigned n_nodes, n_brushes, n_planes;
    bool is_loaded; /* the arrays are part of a file in memory ... */
    void *file;     /* ... which the table frees; NULL: the file is the caller's */
};

/* Whether the table supports the shape. */
static inline bool bsp_brush_table_hold_shape(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_shape_is_box(shape) ||
           ((unsigned)shape->kind <= BSP_SHAPE_HULL && (table->vertices || table->n_brushes == 0));
}

static inline uint32_t bsp_brush_table_n_axial(const BspTableBrush *b)
{
    return b->axial >> 3 * BSP_TABLE_AXIAL & 7;
}

/* The number of the brush's planes, and of those that are planes of its sides. */
static inline uint32_t bsp_brush_table_n_planes(const BspTableBrush *b)
{
    return b[1].first - b->first + bsp_brush_table_n_axial(b);
}

static inline uint32_t bsp_brush_table_n_own(const BspTableBrush *b)
{
    return b->n_before + (b->axial >> 3 * (BSP_TABLE_AXIAL + 1));
}

/* The face of the bounds on axial plane i, which must be below 6: twice its axis, plus 1 if it
 * faces up the axis. */
static inline uint32_t bsp_brush_table_face(const BspTableBrush *b, uint32_t i)
{
    return b->axial >> 3 * i & 7;
}

static inline BspPlane bsp_brush_table_axial_plane(const BspTableBrush *b, uint32_t i)
{
    uint32_t face = bsp_brush_table_face(b, i), axis = face >> 1;
    BspPlane plane = { { { 0, 0, 0 } }, face & 1 ? b->most[axis] : -b->least[axis] };
    plane.normal.v[axis] = face & 1 ? 1 : -1;
    return plane;
}

/* Whether plane i of a brush is one of its axial planes, which is number i - n_before. */
static inline bool bsp_brush_table_is_axial(const BspTableBrush *b, uint32_t i)
{
    return i - b->n_before < bsp_brush_table_n_axial(b);
}

/* Plane i, which is not axial. */
static inline const BspPlane *bsp_brush_table_oblique(const BspBrushTable *table,
                                                      const BspTableBrush *b, uint32_t i)
{
    uint32_t before = i < b->n_before ? 0 : bsp_brush_table_n_axial(b);
    return &table->planes[b->first + i - before];
}

/* Plane i of a brush. */
static inline BspPlane bsp_brush_table_plane(const BspBrushTable *table, const BspTableBrush *b,
                                             uint32_t i)
{
    return bsp_brush_table_is_axial(b, i) ? bsp_brush_table_axial_plane(b, i - b->n_before)
                                          : *bsp_brush_table_oblique(table, b, i);
}

/* --- names --- */

/* Stands for: no plane. */
#define BSP_NO_PLANE UINT32_MAX

static inline const BspTableName *bsp_brush_table_plane_name(const BspBrushTable *table,
                                                             uint32_t brush, uint32_t plane)
{
    size_t before = table->brushes[brush].first + BSP_TABLE_AXIAL * (size_t)brush;
    return &table->names[before + plane];
}

/* Sets all members of *hit except `plane`, for a hit of this plane of the brush. plane
 * BSP_NO_PLANE: the hit is not on a side. */
static inline void bsp_brush_table_name(const BspBrushTable *table, uint32_t brush, uint32_t plane,
                                        BspHit *hit)
{
    const BspTableName none = { -1, 0 };
    const BspTableName *name =
        plane == BSP_NO_PLANE ? &none : bsp_brush_table_plane_name(table, brush, plane);
    hit->brush = brush;
    hit->contents = table->brushes[brush].contents;
    hit->side = name->side;
    hit->tag = name->tag;
}

/* --- the brushes in a box ---
 *
 * This code is inlined, so that each caller compiles it with its own callback. */

typedef void (*BspTableBoxFunc)(void *user_data, uint32_t brush);

static inline BspTableBox bsp_brush_table_box(const BspTableGrid *grid, const BspBounds *bounds)
{
    BspTableBox box;
    for (int k = 0; k < 3; k++) {
        box.least[k] = bsp_brush_table_four(bsp_brush_table_step(grid, k, bounds->mins.v[k]));
        box.most[k] = bsp_brush_table_four(bsp_brush_table_step(grid, k, bounds->maxs.v[k])) |
                      BSP_TABLE_SPARE;
    }
    return box;
}

/* Calls func for each brush whose bounds overlap the box in steps. So it also calls func for some
 * brushes that are near the box but do not overlap it. The table must have brushes. */
static BSP_ALWAYS_INLINE void bsp_brush_table_in_box(const BspBrushTable *table,
                                                     const BspBounds *bounds, BspTableBoxFunc func,
                                                     void *user_data)
{
    const BspTableBox box = bsp_brush_table_box(&table->grid, bounds);
    int32_t stack[BSP_TABLE_MAX_DEPTH * (BSP_TABLE_WIDE - 1) + 1];
    unsigned top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const BspTableNode *node = &table->nodes[stack[--top]];
        uint64_t children = bsp_brush_table_overlapping(node, &box);
        for (; children; children &= children - 1) {
            int32_t child = node->child[bsp_brush_table_first_child(children)];
            if (child < 0)
                func(user_data, (uint32_t)~child);
            else
                stack[top++] = child;
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
    uint32_t mask;      /* return only brushes with any of these contents; 0: all brushes */
    BspTableBox around; /* the bounds of the whole path; boxes outside are skipped */
    /* The axes along which the box moves. Along each, the moving box overlaps another box for t
     * from (near - first) * inverse to (far - last) * inverse, in steps. `near` and `far` are the
     * bounds of the other box: indices in BspTableNode.bounds. */
    struct {
        double first, last, inverse;
        unsigned near, far;
    } ways[3];
    unsigned n_ways;
    double begin, end;  /* the interval of t */
    uint64_t n_visited; /* nodes visited */
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
