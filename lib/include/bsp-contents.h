/* bsp-contents: the contents of brushes (solid, water, ...), and the contents at a point.
 *
 *     uint32_t contents = bsp_brush_table_contents(sides, eye);
 *     if (contents & BSP_CONTENTS_WATER) ... the eye is under water
 *
 * The query uses the table of a solid's brushes (bsp_brush_table_new(), bsp-solid.h). One traversal
 * finds all contents, including those that no tree was built for. The result describes the brushes
 * themselves: an outside that a tree has filled counts as empty here.
 *
 * Thread-safe. A query allocates nothing and needs less than 4 KiB of stack. */
#ifndef BSP_CONTENTS_H
#define BSP_CONTENTS_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bits of contents and of masks, as in id Tech 3. The caller sets the contents of each brush,
 * and may give any bit another meaning. */
#define BSP_CONTENTS_SOLID 0x1u
#define BSP_CONTENTS_LAVA 0x8u
#define BSP_CONTENTS_SLIME 0x10u
#define BSP_CONTENTS_WATER 0x20u
#define BSP_CONTENTS_FOG 0x40u
#define BSP_CONTENTS_AREAPORTAL 0x8000u
#define BSP_CONTENTS_PLAYERCLIP 0x10000u
#define BSP_CONTENTS_MONSTERCLIP 0x20000u
#define BSP_CONTENTS_TELEPORTER 0x40000u
#define BSP_CONTENTS_JUMPPAD 0x80000u
#define BSP_CONTENTS_BOTCLIP 0x400000u
#define BSP_CONTENTS_BODY 0x2000000u
#define BSP_CONTENTS_CORPSE 0x4000000u
#define BSP_CONTENTS_TRIGGER 0x40000000u
#define BSP_CONTENTS_NODROP 0x80000000u

/* Whether a brush of these contents is solid under the mask. Mask 0 selects every brush. */
static inline bool bsp_mask_selects(uint32_t mask, uint32_t contents)
{
    return mask == 0 || (contents & mask) != 0;
}

/* Returns the union of the contents of all brushes that contain p. A point that only touches a
 * brush is not in it, as in all queries. Precisely: a bit is set if a point with that bit as its
 * mask would be in solid at p. So a point on a floor is not in the floor.
 *
 * On the seam where brushes of one kind touch, p is in that kind, as if they were one brush. The
 * same holds in a gap between two brushes that is narrower than about 1e-4 radian. If more than 64
 * brushes touch p, p counts as inside all of them. Returns UINT32_MAX if a coordinate is not
 * finite. */
uint32_t bsp_brush_table_contents(const BspBrushTable *sides, BspVec p);

#ifdef __cplusplus
}
#endif

#endif
