/* bsp-crowd: many bodies that walk in one level and block each other.
 *
 * This is collision, not steering. A body goes where its velocity leads, as far as the level and
 * the other bodies let it. Two bodies that walk head on into each other stop. A game that wants
 * them to pass each other turns their velocities (examples/crowd/crowd.c).
 *
 *     crowd.bodies = bodies; crowd.n = n; crowd.seconds = 1.0 / 60;
 *     crowd.after = after; crowd.memory = malloc(bsp_crowd_bytes(n));
 *     each step:
 *         ... change bodies[i].body.velocity, as for bsp_walk()
 *         bsp_crowd_sort(&crowd);
 *         bsp_crowd_walk(&crowd, 0, n);
 *         for (i = 0; i < n; i++) bodies[i].body = after[i];
 *
 * Before any body moves, a plane is put between each two bodies that may meet. It is computed only
 * from the positions and velocities before the step. Then each body walks by bsp_walk_by(), and
 * stays on its side of its planes all the way. So one pass over the bodies is enough, in any order.
 *
 * The functions guarantee, if all shapes obey their preconditions (bsp-shape.h):
 *   - Bodies that are apart before the step are apart after it, and have not passed through each
 *     other, at any speed.
 *   - An overlap never gets deeper, and no new one arises, except for rounding (1e-9 unit). Bodies
 *     that overlap move apart, if there is room beside them, at most at the speed crowd.yield.
 *   - No body enters solid.
 *   - A body that has no other body near it moves as by bsp_walk(), bit for bit.
 *   - after[i] depends only on the set of bodies, bit for bit. It does not depend on the order of
 *     the array, nor on the parts in which the array is walked. There are two exceptions: bodies
 *     whose centres are equal bit for bit part by their indices, and stands_on is a pointer.
 *
 * Limits. A body that stands on another is not carried. Bodies are no steps for each other. A body
 * that nobody pushes aside may wait at a crowded door for ever.
 *
 * A step takes time in proportion to the number of bodies that are near each other, whatever their
 * sizes and speeds. If all n bodies are in one place, it takes time in proportion to n * n.
 *
 * Bad input. A body whose position, velocity or shape is not finite, or is out of reach
 * (BSP_REACH), does not walk, as by bsp_walk(), and nobody pushes it. If only its velocity is bad,
 * it still blocks others.
 *
 * No function allocates, locks or has state of its own. bsp_crowd_walk() needs less than 64 KiB of
 * stack. Units are the level's own, and z is up. */
#ifndef BSP_CROWD_H
#define BSP_CROWD_H

#include <stddef.h>

#include "bsp-character.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    BspBody body;
    const BspShape *shape; /* the shape, not owned; NULL stands for a point. Other bodies treat a
                              hull as its bounds */
    uint32_t mask;         /* contents of brushes that stop the body; 0 stands for every brush */
    /* Bits of groups. Two bodies block each other if each is in a group that the other meets. 0
     * stands for all groups. */
    uint32_t groups, meets;
    /* How much a body that walks into this one pushes it, from 0 to 1. With 0 this body is not
     * pushed. With 1 it takes on the mean of both speeds. A push is horizontal, and no faster than
     * crowd.yield. */
    double push;
} BspCrowdBody;

/* A crowd, and one step of it. The caller owns everything, and may change it between two steps. */
typedef struct {
    const BspBrushTable *table; /* the level; table, doors and skin are used as in a BspMover */
    const BspDoor *doors;       /* doors stand still during the step */
    unsigned n_doors;
    double skin; /* units, the distance to keep from brushes; bodies keep no distance from each
                    other */
    BspStepping stepping;
    /* Units a second, the maximum speed at which bodies that overlap move apart, and at which
     * bodies are pushed. With 0, bodies neither move apart nor are pushed. A higher speed makes the
     * search for neighbours wider, so keep it low. */
    double yield;
    double seconds; /* duration of the step, at least 0 */
    uint32_t n;
    const BspCrowdBody *bodies; /* the n bodies before the step */
    BspBody *after;             /* receives the n bodies after the step */
    /* NULL, or an array of n slides. Each receives the steps and contacts of a body, as by
     * bsp_walk(). The owner of a contact with another body is that body in `bodies`, and its hit
     * names no brush. A body on a head stands on that body in `bodies`. */
    BspSlide *slides;
    void *memory; /* bsp_crowd_bytes(n) bytes, which begin at a multiple of 8 */
} BspCrowd;

/* Returns the bytes of BspCrowd.memory that n bodies need, about 280 for each. */
size_t bsp_crowd_bytes(uint32_t n);

/* Begins a step. Writes to crowd->memory, so that bsp_crowd_walk() finds bodies near each other. */
void bsp_crowd_sort(const BspCrowd *crowd);

/* Moves the bodies with the numbers `begin` to end - 1. Bodies are numbered from 0 to n - 1 in the
 * order in which bsp_crowd_sort() has put them. Writes the results of these bodies to `after` and
 * `slides`. The calls of one step must move each of the n bodies once, and any number of threads
 * may make them at once. *crowd and all that it points to, except `after` and `slides`, must not
 * change meanwhile. */
void bsp_crowd_walk(const BspCrowd *crowd, uint32_t begin, uint32_t end);

#ifdef __cplusplus
}
#endif

#endif
