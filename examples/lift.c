/* lift: a lift under a gallery, in a stationary world. It carries the player who stands on it,
 * pushes the player out of its way, and stops if that is impossible.
 *
 *     cc lift.c $(pkg-config --cflags --libs bsptrace) -o lift && ./lift
 *
 * In each time step first the lift moves, with the player it pushes or carries, and then the player
 * moves. Here the world is a few boxes, tested one by one. A game would use a tree for the world,
 * and bsp_brush_table_trace_in() with the brushes of a lift or door. */
#include <bsp-character.h>
#include <bsp-one.h>
#include <stdio.h>

static const BspBounds boxes[] = {
    { { { -256, -128, -16 } }, { { 256, 128, 0 } } }, /* the floor */
    { { { 64, -128, 96 } }, { { 256, 128, 112 } } },  /* a gallery, beside the lift when it is up */
    { { { -256, -128, 180 } }, { { 256, 128, 196 } } } /* the ceiling */
};
#define N_BOXES (sizeof boxes / sizeof *boxes)

static const BspBounds platform = { { { -48, -48, -8 } }, { { 48, 48, 0 } } };
static const BspStepping stepping = { 18, 0.7 };

typedef struct {
    BspShape player;
    BspFrame lift;
    bool without_lift; /* the tracer ignores the lift */
} Place;

/* Traces against the world and the lift at its current position. The first of all hits is the
 * result. */
static void trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const Place *place = data;
    BspFrame stands = bsp_frame_at(place->lift.origin);
    BspMove move = { from, to, &place->player, 0, 0 };
    BspTrace first, other;
    bsp_box_trace(&boxes[0], NULL, &move, &first);
    for (unsigned i = 1; i < N_BOXES; i++) {
        bsp_box_trace(&boxes[i], NULL, &move, &other);
        bsp_trace_first(&first, &other);
    }
    if (!place->without_lift) {
        bsp_box_trace(&platform, &stands, &move, &other);
        bsp_trace_first(&first, &other);
    }
    *tr = first.tr;
}

/* Whether the player stands on the lift: there is ground with the lift and none without it. */
static bool rides(Place *place, BspVec at)
{
    BspTracer tracer = { trace, place, NULL };
    BspGround with, without;
    bsp_ground_probe(&tracer, at, 1, stepping.walkable, &with);
    place->without_lift = true;
    bsp_ground_probe(&tracer, at, 1, stepping.walkable, &without);
    place->without_lift = false;
    return with.kind == BSP_GROUND_WALKABLE && without.kind == BSP_GROUND_NONE;
}

/* Moves the lift, and the player as far as the lift carries or pushes him. Returns false, and moves
 * nothing, if the player cannot get out of its way. */
static bool move_lift(Place *place, BspVec travel, BspVec *at)
{
    BspTracer tracer = { trace, place, NULL };
    bool carried = rides(place, *at);
    place->lift.travel = travel;
    /* The player stands still and the lift moves: t is the time at which it touches him. */
    BspMove still = { *at, *at, &place->player, 0, 0 };
    BspTrace met;
    bsp_box_trace(&platform, &place->lift, &still, &met);
    double part = carried ? 1 : met.tr.type == BSP_EMPTY_TO_SOLID ? 1 - met.tr.t : 0;
    BspVec taken = bsp_vec_scale(travel, part);
    BspSlide slide;
    place->without_lift = true; /* the lift itself is moving: only the world can stop him */
    bsp_slide_move(&tracer, *at, taken, &slide);
    place->without_lift = false;
    if (bsp_vec_length(bsp_vec_sub(slide.point, bsp_vec_add(*at, taken))) > BSP_TOUCH)
        return false;
    *at = slide.point;
    place->lift.origin = bsp_vec_add(place->lift.origin, travel);
    return true;
}

int main(void)
{
    Place place = { bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32)),
                    bsp_frame_at(bsp_vec(0, 0, 8)), false };
    BspTracer tracer = { trace, &place, NULL };
    BspVec at = bsp_vec(-100, 0, 24), up = bsp_vec(0, 0, 4);
    for (int i = 0; i < 96; i++) {
        bool walks = i < 20 || (i >= 56 && i < 80);
        bool blocked = i >= 24 && !move_lift(&place, i < 72 ? up : bsp_vec(0, 0, -4), &at);
        BspSlide slide;
        bsp_step_move(&tracer, at, bsp_vec(walks ? 5 : 0, 0, -2), &stepping, &slide);
        at = slide.point;
        if (i % 8 == 7)
            printf("%2d  the lift is at %3g%s, the player at %4g, feet at %3g%s%s\n", i,
                   place.lift.origin.z, blocked ? " and blocked" : "", at.x, at.z - 24,
                   rides(&place, at) ? ", on it" : "", slide.stuck ? ", stuck" : "");
    }
    return 0;
}
