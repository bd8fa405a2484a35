/* hit-place: finds a hit in the table of sides: the group of the answer's plane, and the position
 * of the shape on it.
 *
 * Header only, so that it is inlined: it runs for every hit. */
#ifndef BSP_HIT_PLACE_H
#define BSP_HIT_PLACE_H

#include "trace/compiler.h"
#include "trace/finite.h"
#include "trace/touch.h"

/* The position of the shape on the plane of a group: its box, in steps and as rectangles to compare
 * with, and `foot`, the part of the box nearest to the plane. */
typedef struct {
    uint32_t least[2], most[2];
    BspTablePlace box, foot;
} BspHitPlace;

/* Whether the answer is a hit that the table can identify. */
static inline bool bsp_hit_is_asked(const BspBrushTable *sides, const BspShape *shape,
                                    const BspTransition *tr)
{
    return tr->type == BSP_EMPTY_TO_SOLID && sides->n_brushes > 0 &&
           bsp_brush_table_hold_shape(sides, shape);
}

static BSP_ALWAYS_INLINE bool bsp_hit_is_finite(const BspContact *c)
{
    BspVec sum = bsp_vec_add(bsp_vec_add(c->delta, c->middle),
                             bsp_vec_add(c->half, c->answer->plane.normal));
    return bsp_is_finite(bsp_vec_sum(sum) + c->answer->t + c->answer->plane.dist);
}

/* --- the group --- */

/* Sets *hash to the hash of the plane's group. Returns false if there is no such group. */
static BSP_ALWAYS_INLINE bool bsp_hit_hash(const BspContact *c, bool is_box, uint32_t *hash)
{
    BspVec n = c->answer->plane.normal, h = c->half;
    double offset = is_box ? fabs(n.x) * h.x + fabs(n.y) * h.y + fabs(n.z) * h.z
                           : bsp_touch_offset(c->shape, n);
    BspVec p = is_box ? c->middle : c->answer->point;
    BspTableKey key;
    if (!bsp_brush_table_key(n, bsp_vec_dot(n, p) - offset, &key))
        return false;
    *hash = bsp_brush_table_hash(&key);
    return true;
}

/* Returns NULL if there is no such group. */
static BSP_ALWAYS_INLINE const BspTableGroup *bsp_hit_group(const BspBrushTable *sides,
                                                            uint32_t hash)
{
    const BspTableGroup *groups = sides->groups;
    uint32_t mask = sides->n_slots - 1;
    for (uint32_t at = hash & mask; groups[at].first != BSP_TABLE_FREE; at = (at + 1) & mask)
        if (groups[at].hash == hash)
            return &groups[at];
    return NULL;
}

/* --- the place --- */

static BSP_ALWAYS_INLINE void bsp_hit_place_along(const BspContact *c, const BspTableGroup *group,
                                                  int k, BspHitPlace *p)
{
    double at = c->middle.v[group->axes[k]], by = c->half.v[group->axes[k]] + BSP_BRACKET;
    p->least[k] = bsp_brush_table_step(group, k, at - by);
    p->most[k] = bsp_brush_table_step(group, k, at + by);
}

/* The part of a box nearest to the plane is a corner, an edge, or a side: a single step along each
 * axis that the plane is not parallel to. */
static inline BspTablePlace bsp_hit_foot(const BspContact *c, const BspTableGroup *group,
                                         const BspHitPlace *p)
{
    uint32_t least[2] = { p->least[0], p->least[1] }, most[2] = { p->most[0], p->most[1] };
    for (int k = 0; k < 2; k++) {
        double at = c->middle.v[group->axes[k]], half = c->half.v[group->axes[k]];
        double n = c->answer->plane.normal.v[group->axes[k]];
        if (n != 0)
            least[k] = most[k] = bsp_brush_table_step(group, k, n > 0 ? at - half : at + half);
    }
    return bsp_brush_table_place(least, most);
}

static BSP_ALWAYS_INLINE BspHitPlace bsp_hit_place(const BspContact *c, const BspTableGroup *group)
{
    const double *n = c->answer->plane.normal.v;
    BspHitPlace p;
    bsp_hit_place_along(c, group, 0, &p);
    bsp_hit_place_along(c, group, 1, &p);
    p.box = bsp_brush_table_place(p.least, p.most);
    p.foot = n[group->axes[0]] == 0 && n[group->axes[1]] == 0 ? p.box : bsp_hit_foot(c, group, &p);
    return p;
}

/* --- what is there --- */

/* The cells of a group at a place: n_rows rows of n contiguous cells. The next row begins
 * group->width cells later. A cell's entry is the index of its first tile; its tiles end where the
 * next cell's begin. */
typedef struct {
    const uint32_t *first;
    uint32_t n, n_rows;
} BspHitCells;

static BSP_ALWAYS_INLINE BspHitCells bsp_hit_cells(const BspBrushTable *sides,
                                                   const BspTableGroup *group, const BspHitPlace *p)
{
    uint32_t x0 = p->least[0] >> group->shift[0], x1 = p->most[0] >> group->shift[0];
    uint32_t y0 = p->least[1] >> group->shift[1], y1 = p->most[1] >> group->shift[1];
    return (BspHitCells){ sides->cells + group->first + y0 * group->width + x0, x1 - x0 + 1,
                          y1 - y0 + 1 };
}

/* Prefetches everything the query reads of a candidate side, so that it waits for memory only once.
 * Always inlined: gcc removes calls of functions that only prefetch. */
static BSP_ALWAYS_INLINE void bsp_hit_fetch(const BspBrushTable *sides, const BspTableTile *tile)
{
    const BspTableBrush *brush = &sides->brushes[tile->brush];
    BSP_PREFETCH(&sides->names[tile->plane]);
    BSP_PREFETCH(&sides->planes[tile->plane]);
    BSP_PREFETCH(&brush->n_axial);
}

#endif
