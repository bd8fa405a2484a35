/* scenes: makes random worlds, shapes and moves for the tests. A seed determines all of them.
 *
 * A world is small, with 4 to 16 brushes within some 100 units, because most faults occur between
 * neighbours. Moves are aimed at hard cases, which are faces, edges, vertices, and starts and ends
 * that touch. */
#ifndef SCENES_H
#define SCENES_H

#include "bsp-move.h"
#include "compile/solid.h"
#include "generate/hard.h"
#include "random.h"

typedef enum {
    SCENE_BOXES,    /* overlapping boxes at any coordinates */
    SCENE_WEDGES,   /* hulls of few points, and boxes with corners cut off */
    SCENE_SLIVERS,  /* plates 1/64 thick, gaps of 1/64, slopes of 1 in 64 */
    SCENE_COPLANAR, /* boxes on a coarse grid, with shared planes, and touching and equal faces */
    SCENE_TILES,    /* a floor of tiles with walls and steps on it, and seams everywhere */
    SCENE_PRISMS,   /* prisms with any number of sides, turned, some of them lying */
    SCENE_SPIKES,   /* needles and blades, up to ten times as high as wide */
    SCENE_ROOMS,    /* a hollow room with ramps, touching its walls */
    SCENE_KINDS
} SceneKind;

const char *scene_name(SceneKind kind);

/* Returns the world of this kind and seed, moved by `offset`. */
BspSolid *scene_new(SceneKind kind, guint64 seed, BspVec offset);

/* Returns groups of brushes with nearly equal planes. The groups lie in a row along y that starts
 * at `middle`, near enough to overlap. */
BspSolid *scene_hard(CompareHardKind kind, guint n_groups, guint64 seed, BspVec middle);
const char *scene_hard_name(CompareHardKind kind);

/* Return a box, and the hull of points. They abort if the brush is invalid. */
BspBrush *scene_box(double x0, double y0, double z0, double x1, double y1, double z1);
BspBrush *scene_hull_brush(const BspVec *points, guint n);

/* Returns a moved copy of the brush. Returns NULL if rounding makes it too thin. */
BspBrush *scene_moved(const BspBrush *brush, BspVec offset);

/* Returns an empty array of brushes, which owns those that are added. */
GPtrArray *scene_no_brushes(void);

/* Returns moved copies of the brushes, without those that rounding makes too thin. The array owns
 * them. */
GPtrArray *scene_copies(const GPtrArray *brushes, BspVec offset);

/* Adds the six walls of the box, 8 units thick, inside the box. */
void scene_add_walls(GPtrArray *brushes, const BspBounds *box);

/* Returns a solid of n brushes. It takes ownership of them. */
BspSolid *scene_solid(BspBrush **brushes, guint n);

/* Returns a solid of this brush alone, and takes ownership of it. */
BspSolid *scene_one(BspBrush *brush);

/* Returns a solid of a single box. */
BspSolid *scene_one_box(double x0, double y0, double z0, double x1, double y1, double z1);

/* Returns a solid of boxes {x0, y0, z0, x1, y1, z1}. */
BspSolid *scene_boxes(const double (*boxes)[6], guint n);

/* Returns the brush table of the solid, and frees the solid. */
BspBrushTable *scene_table(BspSolid *solid, guint flags);

/* Returns the brush table of boxes {x0, y0, z0, x1, y1, z1}. */
BspBrushTable *scene_sides(const double (*boxes)[6], guint n, guint flags);

/* Returns a solid of n brushes. Some are boxes on a grid, which touch and overlap. The others are
 * hulls of random points. */
BspSolid *scene_grid(Random *r, guint n);

/* Draws a random move for a solid of scene_grid(). Half of the moves start and end on points of the
 * grid. */
void scene_grid_move(Random *r, BspVec *from, BspVec *to);

/* Returns a player's box, 30 units wide and 56 high. */
BspShape scene_player(void);

/* Returns a cube around the reference point. */
BspShape scene_cube(double half);

/* Returns world i of a series that runs through all kinds of scenes, at the origin. */
BspSolid *scene_nth(guint i, guint64 seed);

/* Returns a random box. It has a player's size, or is lopsided, flat, thin as a line, or away from
 * its reference point. */
BspShape scene_random_box(Random *r);

/* Returns the convex hull of a few random points. The caller frees it with bsp_hull_free(). */
BspHull *scene_random_hull(Random *r);

/* Returns a random shape. Stores the hull, if it is one, in *hull. The caller frees it with
 * bsp_hull_free(). */
BspShape scene_random_shape(Random *r, BspHull **hull);

/* Returns a random shape of this kind. Stores the hull like scene_random_shape(). */
BspShape scene_random_shape_of(Random *r, BspShapeKind kind, BspHull **hull);

/* Draws a random move of the shape through the world. */
void scene_move(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *from, BspVec *to);

/* Prints the move, the shape and the brushes with all digits, so that a failure can be repeated.
 * The caller frees the text with g_free(). */
char *scene_describe(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to);

/* Returns an array of points at which a flood starts. */
GArray *scene_starts(const BspVec *starts, guint n);

#endif
