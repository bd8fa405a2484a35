/* bsp-contents: kinds of matter, and what a point is in.
 *
 *     uint32_t contents = bsp_sides_contents(sides, eye);
 *     if (contents & BSP_CONTENTS_WATER) ... it is under water
 *
 * Asked of the table of a solid's brushes (bsp_sides_new(), bsp-solid.h) in one traversal, for all
 * kinds of matter at once, those that no tree was built for among them. It is what the brushes are:
 * an outside that a tree has filled is empty here.
 *
 * Thread-safe; a query allocates nothing, and takes under 4 KiB of stack. */
#ifndef BSP_CONTENTS_H
#define BSP_CONTENTS_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bits of contents and of masks: id Tech 3's. A brush has the bits that whoever makes it sets;
 * so other bits may stand in the place of these, or beside them. */
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

/* The contents of all brushes that p is in, together. Touching is not being in, as everywhere: a
 * bit is set where p is solid in the space of a point with that bit as its mask. So what stands on
 * a floor is not in it, but where brushes of one kind touch, p on the seam is in that kind, just as
 * if they were one brush; and so in a gap between two that is narrower than 1e-4 radian or so.
 * Where more than 64 brushes touch p, it is in all of these. UINT32_MAX where a coordinate is no
 * finite number. */
uint32_t bsp_sides_contents(const BspSides *sides, BspVec p);

#ifdef __cplusplus
}
#endif

#endif
