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
#include "random.h"

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
BspBrush *scene_noisy_cube(Random *r, const BspVec turn[3], double half, double noise,
                           BspVec corners[8]);

const char *scene_name(SceneKind kind);

/* The world of the kind and seed, moved by `offset`. */
BspSolid *scene_new(SceneKind kind, guint64 seed, BspVec offset);

/* Groups of brushes whose planes are hard to tell apart, in a row from the middle of the first on,
 * near enough to reach into each other. */
BspSolid *scene_hard(CompareHardKind kind, guint n_groups, guint64 seed, BspVec middle);

/* Brushes that the caller knows to be good. */
BspBrush *scene_box(double x0, double y0, double z0, double x1, double y1, double z1);
BspBrush *scene_hull_brush(const BspVec *points, guint n);

/* The brush moved; NULL where rounding makes it too thin. */
BspBrush *scene_moved(const BspBrush *brush, BspVec offset);

/* Six walls, 8 thick, just inside of the box. */
void scene_add_walls(GPtrArray *brushes, const BspBounds *box);

/* A solid of n brushes, which it takes. */
BspSolid *scene_solid(BspBrush **brushes, guint n);

/* Boxes of {x0, y0, z0, x1, y1, z1}. */
BspSolid *scene_boxes(const double (*boxes)[6], guint n);

/* The sides of such a solid. */
BspSides *scene_sides(const double (*boxes)[6], guint n, guint flags);

/* n brushes: boxes on a grid, which touch and overlap, and hulls of points in general position. */
BspSolid *scene_grid(Random *r, guint n);

/* A move through and round that, half the time along the grid, touching faces and edges. */
void scene_grid_move(Random *r, BspVec *from, BspVec *to);

/* Boxes of a player's size, lopsided, flat, thin as a line, beside their reference point. */
BspShape scene_random_box(Random *r);

/* Convex hulls of a few points; free with bsp_hull_free(). */
BspHull *scene_random_hull(Random *r);

/* Of any kind; *hull is what a hull is of, else left as it is: free with bsp_hull_free(). */
BspShape scene_random_shape(Random *r, BspHull **hull);

/* Of one kind: the first of it that comes. */
BspShape scene_random_shape_of(Random *r, BspShapeKind kind, BspHull **hull);

/* A move of the shape through the world. */
void scene_move(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *from, BspVec *to);

/* Puts an end of most moves beside the skin of the plane, by 10 to the power of `least` up to 1e-3,
 * or somewhere in it; every second move then goes along the plane. */
void scene_move_beside_skin(Random *r, const BspShape *shape, const BspPlane *plane, double skin,
                            int least, BspVec *from, BspVec *to);

/* Everything needed to repeat a failure, with all digits; free with g_free(). */
char *scene_describe(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to);

#endif
