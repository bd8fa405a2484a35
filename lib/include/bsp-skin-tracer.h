/* bsp-skin-tracer: a tracer for bsp-character.h that traces the sides of a solid with a skin
 * (bsp-skin.h). Header only. */
#ifndef BSP_SKIN_TRACER_H
#define BSP_SKIN_TRACER_H

#include "bsp-character.h"
#include "bsp-skin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shape that keeps the skin from all brushes that the mask selects; mask 0: from all. The
 * pointers are not owned. */
typedef struct {
    const BspBrushTable *sides;
    const BspShape *shape;
    uint32_t mask;
    double skin;
} BspSkinMover;

static inline void bsp_skin_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const BspSkinMover *mover = (const BspSkinMover *)data;
    bsp_brush_table_trace(mover->sides, mover->shape, mover->mask, from, to, mover->skin, tr, NULL);
}

/* Identifies what a contact of the mover hit (bsp_brush_table_trace()). */
static inline bool bsp_skin_mover_hit(const BspSkinMover *mover, const BspSlideContact *contact,
                                      BspHit *hit)
{
    BspTransition tr;
    return bsp_brush_table_trace(mover->sides, mover->shape, mover->mask, contact->from,
                                 contact->to, mover->skin, &tr, hit);
}

static inline bool bsp_skin_mover_face(void *data, const BspSlideContact *contact, BspPlane *face)
{
    const BspSkinMover *mover = (const BspSkinMover *)data;
    BspHit hit;
    return bsp_skin_mover_hit(mover, contact, &hit) &&
           bsp_brush_table_upright(mover->sides, mover->shape, &contact->tr, &hit, face);
}

/* The mover must outlive the tracer. */
static inline BspTracer bsp_skin_mover_tracer(BspSkinMover *mover)
{
    BspTracer tracer;
    tracer.trace = bsp_skin_mover_trace;
    tracer.data = mover;
    tracer.face = bsp_skin_mover_face;
    return tracer;
}

#ifdef __cplusplus
}
#endif

#endif
