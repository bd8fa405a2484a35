/* flood: finds the empty space that a world's starts reach, and the way out if the world leaks.
 *
 * A level is a shell of brushes in a void. A flood begins at the starts and goes through the
 * openings between the empty leaves of a tree. The world leaks if the flood reaches the void. */
#ifndef BSP_FLOOD_H
#define BSP_FLOOD_H

#include "bsp-build.h"
#include "compile/compile.h"
#include "compile/solid.h"

/* Units. Openings narrower than this count as closed. A polygon within this distance of a plane is
 * on both sides. It is ten times the error of a cell's vertices. If an error makes too many leaves
 * reached, this is safe, because less is filled. */
#define BSP_FLOOD_OPENING (10 * BSP_CELL_EPSILON)

/* The values of the leaves of a flooded tree. A branch above a reached leaf has the value
 * BSP_FLOOD_REACHED, too, after bsp_flood_finish(). */
enum { BSP_FLOOD_EMPTY, BSP_FLOOD_SOLID, BSP_FLOOD_REACHED };

typedef struct {
    BspBuildNode *root; /* NULL if no start is in empty space, so that no tree was needed */
    guint n_empty;      /* number of empty leaves, reached or not */
    guint n_reached;    /* number of empty leaves that were reached */
    guint n_starts;     /* number of starts in empty space, or on its border */
    GArray *leak;   /* points (BspVec) of the path from a start to the outside; NULL if there is no
                       leak */
    GArray *starts; /* for each start, the point (BspVec) at which the flood began, or the start
                       itself if it is not in empty space. NULL if no tree was needed */
} BspFlood;

/* The growth of a solid before it is flooded. The solid is expanded for the box, and grown by
 * `grown` units along each axis. Then a start may lie in the grown part. Such a start is moved to
 * the nearest empty point in sight, but at most `reach` units. */
typedef struct {
    BspBounds box;
    double grown, reach;
} BspGrowth;

/* Dimensionless. The default of `reach`, divided by the growth. A start on a plane must be moved by
 * up to sqrt 3 times the growth, and farther in a valley. */
#define BSP_REACH_OF_GROWTH 3

/* Floods a solid from options->starts. The solidity and the faces must belong to the solid. Returns
 * NULL with BSP_ERROR_CANCELLED or BSP_ERROR_LIMIT. The caller frees the flood with
 * bsp_flood_free(). */
BspFlood *bsp_flood_new(const BspSolid *solid, BspSolidity *solidity, const GArray *faces,
                        const BspBuildOptions *options, BspJobPart part, GError **error);

/* Expands and grows the solid, floods the result, and calls bsp_flood_finish(). So the flood passes
 * no opening narrower than 2 * growth->grown for the box. A start on the true border of the
 * expanded solid counts as a start.
 *
 * The error may also be BSP_ERROR_GEOMETRY, if a brush cannot be expanded. */
BspFlood *bsp_flood_new_grown(const BspSolid *solid, const BspGrowth *growth,
                              const BspBuildOptions *options, BspJobPart part, GError **error);

/* Returns a copy of `starts` (BspVec) for a box. In the games, many bodies have their origin at
 * their feet. So if the box is in solid at a start, the start becomes the position at which the box
 * stands on it, if the box is free there. The box then touches the start, so both are in the same
 * room. `expanded` is the solid expanded for the box, grown according to `growth`. */
GArray *bsp_flood_starts_of_box(const BspSolid *expanded, const BspGrowth *growth,
                                const BspBounds *box, const GArray *starts);

/* Marks the leaves again, now according to the flood of another tree. `grown` is the flood of the
 * same solid grown, or of a solid expanded for a smaller box and grown. A leaf is reached if it
 * contains space that `grown` reached, or if it lies in the grown part and borders on reached
 * space. Returns FALSE if the job stopped. */
gboolean bsp_flood_mark_by(BspFlood *flood, const BspFlood *grown, BspJob *job);

/* Frees the cells of the leaves, and marks the branches above reached leaves. Only flooding needs
 * the cells, and they take more memory than the rest of the tree. */
void bsp_flood_finish(BspFlood *flood);
void bsp_flood_free(BspFlood *flood);

/* Returns whether the world can be filled, because a start is in empty space and there is no leak.
 */
gboolean bsp_flood_is_sealed(const BspFlood *flood);

/* Returns the leaf that contains the point. */
const BspBuildNode *bsp_flood_leaf(const BspFlood *flood, BspVec p);

static inline gboolean bsp_is_same_point(BspVec a, BspVec b)
{
    return bsp_vec_length(bsp_vec_sub(a, b)) == 0;
}

enum { BSP_FLOOD_HAS_REACHED = 1 << 0, BSP_FLOOD_HAS_VOID = 1 << 1 };

/* Returns the kinds of empty parts of a finished flood, as bits, that lie in the cell, deeper than
 * BSP_TOUCH. `wanted` has the kinds that matter. Stops at the first reached part. If that part is
 * not all of the cell, *cut receives the last plane that cut it off. */
guint bsp_flood_parts(const BspBuildNode *root, const BspCell *cell, guint wanted,
                      const BspPlane **cut);

/* Receives a leaf and the part of a polygon in it. Returns TRUE to stop the visit. */
typedef gboolean (*BspFloodLeafFunc)(BspBuildNode *leaf, const BspPolygon *part,
                                     gpointer user_data);

/* Calls func for each leaf that contains a part of the polygon or borders on it. A polygon within
 * epsilon of a plane is on both sides of the plane. Returns whether func stopped the visit. */
gboolean bsp_flood_visit(BspBuildNode *node, const BspPolygon *polygon, double epsilon,
                         BspFloodLeafFunc func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspFlood, bsp_flood_free)

#endif
