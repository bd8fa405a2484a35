/* bsp-inspect: the internals of brushes and solids, and the data from which trees are built, for
 * tools that draw, measure and explain. Building and querying trees does not need this header.
 * bsp-nodes.h walks finished trees. */
#ifndef BSP_INSPECT_H
#define BSP_INSPECT_H

#include "bsp-build.h"
#include "bsp-nodes.h"
#include "bsp-solid.h"
#include "tools/bsp-cell.h"

G_BEGIN_DECLS

/* --- brushes --- */

/* Returns the polytope that the brush's planes bound. The brush owns it. No face is redundant. */
const BspCell *bsp_brush_cell(const BspBrush *brush);

/* Returns the smallest box that contains the brush. The brush owns it. */
const BspBounds *bsp_brush_bounds(const BspBrush *brush);

/* Returns the number of the side on which face i of the cell lies. */
guint bsp_brush_side_of_face(const BspBrush *brush, guint i);

/* Makes a brush of the cell, which it consumes. Returns NULL with BSP_ERROR_GEOMETRY if the cell is
 * thinner than BSP_BRUSH_THICKNESS. */
BspBrush *bsp_brush_new_cell(BspCell *cell, GError **error);

/* Returns the brush expanded for a box. It consists of the positions of the box's reference point
 * at which the box meets the brush (van Waveren 2001; Golodetz 2013, "Onion BSPs"). The result is
 * exact.
 *
 * Returns NULL with BSP_ERROR_GEOMETRY if the box reaches beyond BSP_WORLD_HALF, if the expanded
 * brush reaches beyond twice that, or if planes meet at an angle too sharp to compute. */
BspBrush *bsp_brush_expand(const BspBrush *brush, const BspBounds *box, GError **error);

/* --- solids --- */

guint bsp_solid_n_brushes(const BspSolid *solid);

/* Returns brush i. i must be less than bsp_solid_n_brushes(). */
const BspBrush *bsp_solid_brush(const BspSolid *solid, guint i);

/* Returns the bounds of all brushes; empty if there are no brushes. The solid owns them. */
const BspBounds *bsp_solid_bounds(const BspSolid *solid);

/* Receives the number of a brush or of a box. Returns FALSE to stop the search. */
typedef gboolean (*BspHierarchyFunc)(guint item, gpointer user_data);

/* Calls func for every brush whose bounds overlap the box, and possibly for other brushes near it.
 * Returns FALSE if func stopped the search. */
gboolean bsp_solid_overlapping(const BspSolid *solid, const BspBounds *box, BspHierarchyFunc func,
                               gpointer user_data);

/* Makes a solid of the brushes that the mask selects (bsp_mask_selects()). The original solid still
 * owns the brushes and must outlive the new one. */
BspSolid *bsp_solid_select(const BspSolid *solid, guint32 mask);

/* Makes a solid of all brushes, each expanded for the box by bsp_brush_expand(). */
BspSolid *bsp_solid_expand(const BspSolid *solid, const BspBounds *box, GError **error);

/* --- a hierarchy of boxes, for searches like bsp_solid_overlapping() --- */

typedef struct BspHierarchy BspHierarchy;

/* Makes a hierarchy of n boxes. The caller frees it with bsp_hierarchy_free(). Searches allocate no
 * memory and may run in any number of threads. */
BspHierarchy *bsp_hierarchy_new(const BspBounds *boxes, guint n);
void bsp_hierarchy_free(BspHierarchy *hierarchy);

/* Does the same as bsp_solid_overlapping(), for the boxes of the hierarchy. */
gboolean bsp_hierarchy_overlapping(const BspHierarchy *hierarchy, const BspBounds *box,
                                   BspHierarchyFunc func, gpointer user_data);

/* --- the surface of a solid --- */

/* A piece of a face of the union of the brushes. */
typedef struct {
    BspPolygon *polygon;
    BspPlane plane; /* front is empty, back is solid */
    guint brush;    /* index of the brush with this face */
} BspUnionFace;

/* The faces of a solid that bound empty space. If the solid is filled, all space that no start
 * reaches counts as solid. */
typedef struct {
    GArray *faces;            /* convex pieces (BspUnionFace); owned by the surface */
    gboolean filled;          /* no start reaches the outside, so the outside is filled */
    guint n_reached, n_empty; /* number of empty leaves of a tree that the starts reach, and of all
                                 empty leaves */
    GArray *leak; /* points (BspVec) of the path from a start to the outside; NULL if no leak was
                     found */
} BspSurface;

/* Computes the surface, filled as options->fill and options->starts say. Returns NULL with
 * BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, or, with BSP_FILL_ON, BSP_ERROR_VALUE. The caller frees it
 * with bsp_surface_free(). */
BspSurface *bsp_surface_new(const BspSolid *solid, const BspBuildOptions *options, GError **error);
void bsp_surface_free(BspSurface *surface);

/* --- leaks --- */

/* The maximum number of brushes that are named beside an opening. An opening in a wall has four
 * sides, and two more brushes may stand in front of it and behind it. */
#define BSP_LEAK_BRUSHES 6

/* The widest opening through which a box gets from a start to the outside of a world.
 *
 * The width, in units, is the side of the largest cube that still gets out. For a box it is the
 * length by which the box could be larger in all directions. The width is found by growing the
 * world, to within 5 percent. A start that the grown world buries is moved to free space in sight.
 */
typedef struct {
    gboolean has_start; /* a start is free for the box; if not, all fields of an opening are zero */
    /* The outside is filled: openings narrower than options.crack count as closed. */
    gboolean filled;
    guint n_reached, n_empty; /* if filled: number of empty leaves of a tree that the starts reach,
                                 and of all empty leaves */
    GArray *path;             /* points (BspVec) of the path out; NULL if there is no opening */
    double least, most; /* the minimum and maximum of the width, in units; most is HUGE_VAL if no
                           start has enough free space near it, or if the width is above 128 */
    BspVec place;       /* a point in the opening, or near it if most is HUGE_VAL */
    guint n_brushes;
    guint brushes[BSP_LEAK_BRUSHES]; /* brushes beside the place, the nearest first, at most one for
                                        each direction. Brushes of a selection (bsp_solid_select())
                                        have their numbers in the original solid */
} BspLeak;

/* Finds the widest opening through which the box gets out. A box of size zero stands for a point.
 * Returns NULL with BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT or BSP_ERROR_GEOMETRY. The caller frees
 * the result with bsp_leak_free(). */
BspLeak *bsp_leak_find(const BspSolid *solid, const BspBounds *box, const BspBuildOptions *options,
                       GError **error);
void bsp_leak_free(BspLeak *leak);

/* --- map trees: the plain solid-leaf BSP of one solid --- */

typedef struct BspTree BspTree;

/* Compiles the union of the solid's brushes, or, if box is not NULL, the map tree of the box, which
 * is the tree of the solid expanded for it (see bsp_solid_expand()). A map tree frees expanded
 * brushes early, so it needs less memory than the tree of an expanded solid. Returns NULL with
 * BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, BSP_ERROR_GEOMETRY, or, with BSP_FILL_ON, BSP_ERROR_VALUE.
 * The caller frees the tree with bsp_tree_free(). */
BspTree *bsp_tree_new(const BspSolid *solid, const BspBounds *box, const BspBuildOptions *options,
                      GError **error);

void bsp_tree_free(BspTree *tree);

const BspNodes *bsp_tree_nodes(const BspTree *tree);

/* Returns whether space that no start reaches counts as solid. */
gboolean bsp_tree_is_filled(const BspTree *tree);

/* Returns the bytes of memory that queries use. */
gsize bsp_tree_bytes(const BspTree *tree);

/* Returns the first transition of a point that moves from `from` to `to`. counters may be NULL. */
BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters);

/* --- a shape and one cell --- */

/* When a moving shape meets a cell, and the direction between them. */
typedef struct {
    gboolean meets;
    double t;    /* time of the first contact; 1 if the shape does not meet the cell */
    BspVec away; /* unit vector from the cell to the shape at position `at`; zero if they overlap */
} BspCellCast;

/* Casts the shape against the cell along from + t * delta, t from 0 to 1. `away` is computed for
 * the position `at` of the shape. */
BspCellCast bsp_cell_cast(const BspCell *cell, const BspShape *shape, BspVec from, BspVec delta,
                          BspVec at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspHierarchy, bsp_hierarchy_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspLeak, bsp_leak_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSurface, bsp_surface_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspTree, bsp_tree_free)

G_END_DECLS

#endif
