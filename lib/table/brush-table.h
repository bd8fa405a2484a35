/* brush-table: the internals of BspBrushTable (bsp-brush-table.h). */
#ifndef BSP_TABLE_INSIDE_H
#define BSP_TABLE_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "bsp-bounds.h"
#include "bsp-brush-table.h"
#include "onion-tree.h"
#include "shape/cast.h"
#include "shift-tree.h"
#include "table/near.h"
#include "trace/compiler.h"

/* --- brushes --- */

/* A brush takes one cache line. Its planes are numbered from 0. The first n_before are oblique
 * planes of its sides. Then come its axial planes, which are those of its bounds, then oblique
 * planes that only the Minkowski sum with boxes has. Planes of sides come first among the axial
 * planes, too. A brush with a side that is almost axial has fewer than six axial planes. The table
 * stores only the oblique planes, in n_groups groups of eight, from groups[first] on. */
typedef struct {
    double least[3], most[3];
    uint32_t contents;
    uint32_t first;
    /* n_before is the number of oblique planes of sides. A brush has at most BSP_BRUSH_MOST_FACES
     * faces (brush.h), and its sum with boxes at most 10 times as many planes, so both numbers
     * fit */
    uint16_t n_groups, n_before;
    /* Nine numbers of 3 bits, from the lowest bit: the faces on which the six axial planes lie
     * (bsp_brush_table_face()), the number of axial planes, how many of these belong to sides, and
     * the number of unused planes in the last group. */
    uint32_t axial;
} BspTableBrush;

#define BSP_TABLE_AXIAL 6 /* the maximum number of axial planes */

/* Eight oblique planes, because one instruction of AVX-512 takes eight doubles. The last plane of a
 * brush is repeated until its group is full. */
#define BSP_TABLE_LANES 8

typedef struct {
    double normal[3][BSP_TABLE_LANES], dist[BSP_TABLE_LANES];
} BspTablePlanes;

static inline BspPlane bsp_brush_table_lane(const BspTablePlanes *g, unsigned i)
{
    BSP_ASSERT(i < BSP_TABLE_LANES);
    return (BspPlane){ bsp_vec(g->normal[0][i], g->normal[1][i], g->normal[2][i]), g->dist[i] };
}

/* The name of a plane, which is the side and its tag. It is stored apart from the plane, because a
 * query reads it only for the plane that was hit. */
typedef struct {
    int32_t side; /* -1 if no side has the plane */
    uint32_t tag;
} BspTableName;

/* The result of passing one brush with a moving box (table/pass.h). The box has three distances,
 * limit <= keep <= far. */
typedef enum {
    BSP_PASS_FAR,   /* the box stays in front of a plane, no nearer than `far` */
    BSP_PASS_LOW,   /* the box stays in front of a plane, no nearer than `limit` */
    BSP_PASS_MEETS, /* the box comes nearer than `limit` to all planes */
} BspPassClass;

typedef struct BspPass BspPass;
typedef struct BspClip BspClip;
typedef struct BspWide BspWide;

/* Consecutive brushes of a version of an editor. An edit copies one page. Larger pages would take
 * longer to copy; with smaller pages a version would have more addresses to copy. At 64, a page
 * takes 4 KiB. */
#define BSP_TABLE_PAGE 64

typedef struct {
    _Alignas(BSP_NEAR_LINE)
        BspTableBrush brushes[BSP_TABLE_PAGE]; /* the brushes; a missing brush is all zero */
    BspTableName axials[BSP_TABLE_PAGE][BSP_TABLE_AXIAL];
    BspCastPlace bodies[BSP_TABLE_PAGE];
} BspTablePage;

struct BspBrushTable {
    BspHierarchy hierarchy; /* the hierarchy of the brushes' bounds */
    BspTablePage **pages;   /* the pages of a version of an editor; NULL if the brushes are in
                               `brushes`, `axials` and `bodies` */
    BspTableBrush *brushes;
    BspTablePlanes *groups; /* the oblique planes of all brushes */
    BspTableName *names;    /* names of the oblique planes in `groups`, in the same order */
    BspTableName *axials;   /* names of the axial planes, six for each brush */
    /* Vertices of all brushes; NULL if the table supports only boxes and points. */
    BspVec *vertices;
    BspCastPlace *bodies; /* the place of each brush's vertices */
    const BspWide *wide;
    unsigned n_brushes, n_groups, n_vertices;
    void (*release)(BspBrushTable *table); /* frees a version of an editor; else NULL */
    bool is_loaded;                        /* whether the arrays are part of a file in memory */
    void *file; /* if is_loaded, the memory of that file, which the table frees; NULL if the caller
                   owns the file */
};

/* A table that was loaded from bytes (is_loaded), with the trees that the bytes also hold.
 * bsp_brush_table_free() frees the trees, too. */
typedef struct {
    BspBrushTable table;
    OnionTree *onion; /* NULL if the file has no onion, or only the table was loaded */
    ShiftTree *shift;
} BspLoadedTable;

/* Returns whether the table supports the shape. */
static inline bool bsp_brush_table_hold_shape(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_shape_is_box(shape) ||
           ((unsigned)shape->kind <= BSP_SHAPE_HULL && (table->vertices || table->n_brushes == 0));
}

static inline const BspTableBrush *bsp_brush_table_row(const BspBrushTable *table, uint32_t brush)
{
    if (BSP_UNLIKELY(table->pages != NULL))
        return &table->pages[brush / BSP_TABLE_PAGE]->brushes[brush % BSP_TABLE_PAGE];
    return &table->brushes[brush];
}

/* Returns the names of the brush's six axial planes. */
static inline const BspTableName *bsp_brush_table_axials(const BspBrushTable *table, uint32_t brush)
{
    if (table->pages)
        return table->pages[brush / BSP_TABLE_PAGE]->axials[brush % BSP_TABLE_PAGE];
    return &table->axials[BSP_TABLE_AXIAL * (size_t)brush];
}

/* Returns where the brush's vertices lie in the table's array of vertices. */
static inline const BspCastPlace *bsp_brush_table_place(const BspBrushTable *table, uint32_t brush)
{
    if (table->pages)
        return &table->pages[brush / BSP_TABLE_PAGE]->bodies[brush % BSP_TABLE_PAGE];
    return &table->bodies[brush];
}

/* Returns the brush, for casts. The table must have vertices. */
static inline BspCastBody bsp_brush_table_body(const BspBrushTable *table, uint32_t brush)
{
    BSP_ASSERT(table->vertices && brush < table->n_brushes);
    return bsp_cast_body(table->vertices, bsp_brush_table_place(table, brush));
}

static inline uint32_t bsp_brush_table_n_axial(const BspTableBrush *b)
{
    return b->axial >> 3 * BSP_TABLE_AXIAL & 7;
}

static inline uint32_t bsp_brush_table_n_oblique(const BspTableBrush *b)
{
    return BSP_TABLE_LANES * (uint32_t)b->n_groups - (b->axial >> 3 * (BSP_TABLE_AXIAL + 2) & 7);
}

/* The first function returns the number of the brush's planes, the second the number of planes of
 * its sides. */
static inline uint32_t bsp_brush_table_n_planes(const BspTableBrush *b)
{
    return bsp_brush_table_n_oblique(b) + bsp_brush_table_n_axial(b);
}

/* Returns whether there is a brush of that number. */
static inline bool bsp_brush_table_has(const BspBrushTable *table, uint32_t brush)
{
    return brush < table->n_brushes &&
           bsp_brush_table_n_planes(bsp_brush_table_row(table, brush)) > 0;
}

static inline uint32_t bsp_brush_table_n_own(const BspTableBrush *b)
{
    return b->n_before + (b->axial >> 3 * (BSP_TABLE_AXIAL + 1) & 7);
}

/* Returns the face of the bounds on axial plane i, which must be below 6. The number of a face is
 * twice its axis, plus 1 if it faces up the axis. */
static inline uint32_t bsp_brush_table_face(const BspTableBrush *b, uint32_t i)
{
    BSP_ASSERT(i < BSP_TABLE_AXIAL);
    return b->axial >> 3 * i & 7;
}

static inline BspPlane bsp_brush_table_axial_plane(const BspTableBrush *b, uint32_t i)
{
    uint32_t face = bsp_brush_table_face(b, i), axis = face >> 1;
    BSP_ASSERT(face < BSP_TABLE_AXIAL);
    BspPlane plane = { { { 0, 0, 0 } }, face & 1 ? b->most[axis] : -b->least[axis] };
    plane.normal.v[axis] = face & 1 ? 1 : -1;
    return plane;
}

/* Returns whether plane i of a brush is one of its axial planes, which is number i - n_before. */
static inline bool bsp_brush_table_is_axial(const BspTableBrush *b, uint32_t i)
{
    return i - b->n_before < bsp_brush_table_n_axial(b);
}

/* Returns oblique plane i of a brush. */
static inline BspPlane bsp_brush_table_oblique(const BspBrushTable *table, const BspTableBrush *b,
                                               uint32_t i)
{
    BSP_ASSERT(i < bsp_brush_table_n_oblique(b));
    return bsp_brush_table_lane(&table->groups[b->first + i / BSP_TABLE_LANES],
                                i % BSP_TABLE_LANES);
}

/* Returns the number of plane i, which must not be axial, among the oblique planes. */
static inline uint32_t bsp_brush_table_nth_oblique(const BspTableBrush *b, uint32_t i)
{
    BSP_ASSERT(!bsp_brush_table_is_axial(b, i));
    return i < b->n_before ? i : i - bsp_brush_table_n_axial(b);
}

/* Returns plane i of a brush. */
static inline BspPlane bsp_brush_table_plane(const BspBrushTable *table, const BspTableBrush *b,
                                             uint32_t i)
{
    if (bsp_brush_table_is_axial(b, i))
        return bsp_brush_table_axial_plane(b, i - b->n_before);
    return bsp_brush_table_oblique(table, b, bsp_brush_table_nth_oblique(b, i));
}

/* --- names --- */

/* The number that stands for no plane. */
#define BSP_NO_PLANE UINT32_MAX

/* Returns the side of the brush that lies on this plane of it, with the side's tag. */
static inline const BspTableName *bsp_brush_table_plane_name(const BspBrushTable *table,
                                                             uint32_t brush, uint32_t plane)
{
    const BspTableBrush *b = bsp_brush_table_row(table, brush);
    BSP_ASSERT(plane < bsp_brush_table_n_planes(b));
    if (bsp_brush_table_is_axial(b, plane))
        return &bsp_brush_table_axials(table, brush)[plane - b->n_before];
    return &table
                ->names[BSP_TABLE_LANES * (size_t)b->first + bsp_brush_table_nth_oblique(b, plane)];
}

/* Sets all members of *hit except `plane`, for a hit of this plane of the brush. If `plane` is
 * BSP_NO_PLANE, the hit is on no side. */
static inline void bsp_brush_table_name(const BspBrushTable *table, uint32_t brush, uint32_t plane,
                                        BspHit *hit)
{
    BSP_ASSERT(brush < table->n_brushes);
    const BspTableName none = { -1, 0 };
    const BspTableName *name =
        plane == BSP_NO_PLANE ? &none : bsp_brush_table_plane_name(table, brush, plane);
    hit->brush = brush;
    hit->contents = bsp_brush_table_row(table, brush)->contents;
    hit->side = name->side;
    hit->tag = name->tag;
}

/* --- the brushes near a path --- */

/* Does the same as bsp_near_next(), for the brushes that the mask selects. */
static inline bool bsp_brush_table_next(const BspBrushTable *table, uint32_t mask, BspNear *near,
                                        double before, uint32_t *brush)
{
    while (bsp_near_next(near, before, brush))
        if (bsp_mask_selects(mask, bsp_brush_table_row(table, *brush)->contents))
            return true;
    return false;
}

#endif
