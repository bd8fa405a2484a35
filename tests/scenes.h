/* scenes: random worlds, shapes and moves for the tests, all of them from a seed.
 *
 * A world is small (4 to 16 brushes within some 100 units), since what goes wrong goes wrong
 * between neighbours. Moves are aimed at what is hard: faces, edges, vertices, touching starts and
 * ends. */
#ifndef SCENES_H
#define SCENES_H

#include "bsp-transition.h"
#include "build/solid.h"
#include "generate/hard.h"

/* A stream of random numbers (splitmix64): the same on every machine. */
typedef struct {
    guint64 state;
} SceneRandom;

SceneRandom scene_random(guint64 seed);
guint64 scene_bits(SceneRandom *r);
double scene_real(SceneRandom *r, double lo, double hi);
int scene_int(SceneRandom *r, int lo, int hi); /* lo <= result <= hi */
BspVec scene_point(SceneRandom *r, const BspBounds *bounds);
BspVec scene_direction(SceneRandom *r); /* unit length, evenly over the sphere */

typedef enum {
    SCENE_BOXES,    /* overlapping boxes at any coordinates */
    SCENE_WEDGES,   /* hulls of few points, and boxes with corners cut off */
    SCENE_SLIVERS,  /* plates 1/64 thick, gaps of 1/64, slopes of 1 in 64 */
    SCENE_COPLANAR, /* boxes on a coarse grid: shared planes, touching and equal faces */
    SCENE_TILES,    /* a floor of tiles with walls and steps on it, seams everywhere */
    SCENE_PRISMS,   /* prisms with any number of sides, turned, some lying */
    SCENE_SPIKES,   /* needles and blades, up to ten times as high as wide */
    SCENE_ROOMS,    /* a hollow room with ramps, touching its walls */
    SCENE_KINDS
} SceneKind;

/* A cube of that half edge, turned by what `turn` says, each corner moved by up to `noise`. Its
 * faces are not quite flat then: each is two triangles almost in one plane. corners receives them:
 * bit `axis` of the index says on which side. */
BspBrush *scene_noisy_cube(SceneRandom *r, const BspVec turn[3], double half, double noise,
                           BspVec corners[8]);

/* Three unit vectors square to one another. */
void scene_turn(SceneRandom *r, BspVec turn[3]);

const char *scene_name(SceneKind kind);

/* The world of the kind and seed, moved by `offset`. */
BspSolid *scene_new(SceneKind kind, guint64 seed, BspVec offset);

/* Two groups of brushes whose planes are hard to tell apart, side by side and into each other,
 * round about the middle. */
BspSolid *scene_hard(CompareHardKind kind, guint64 seed, BspVec middle);

/* Brushes that the caller knows to be good. */
BspBrush *scene_box(double x0, double y0, double z0, double x1, double y1, double z1);
BspBrush *scene_hull_brush(const BspVec *points, guint n);

/* A solid of n brushes, which it takes. */
BspSolid *scene_solid(BspBrush **brushes, guint n);

/* Boxes of a player's size, lopsided, flat, thin as a line, beside their reference point. */
BspShape scene_random_box(SceneRandom *r);

/* Convex hulls of a few points; free with bsp_hull_free(). */
BspHull *scene_random_hull(SceneRandom *r);

/* A move of the shape through the world. */
void scene_move(SceneRandom *r, const BspSolid *solid, const BspShape *shape, BspVec *from,
                BspVec *to);

/* Everything needed to repeat a failure, with all digits; free with g_free(). */
char *scene_describe(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to);

#endif
