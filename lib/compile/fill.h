/* fill: makes the space that no start reaches count as solid (outside fill).
 *
 * The brushes of a level have backs that no player sees. Faces that border only on space that no
 * start reaches are not needed in a tree. Quake's compiler and the onion article's engine do the
 * same ("outside fill"). Some trees become ten times smaller. For moves that start in reached
 * space, the filled solid gives the same answers as the original. */
#ifndef BSP_FILL_H
#define BSP_FILL_H

#include "compile/flood.h"

/* The input from which a space is made. The caller owns all that it refers to. */
typedef struct {
    const BspSolid *solid;  /* the solid, not expanded */
    gboolean is_expanded;   /* whether the space is that of the solid expanded for the box */
    BspBounds box;          /* all zero if the space is not expanded */
    const BspBounds *boxes; /* other boxes of the same build, and maybe this one. If no start is
                               free for the box, a box inside it may show which space is reached */
    guint n_boxes;
    const char *const *names; /* names, for reports, of the space and of all spaces that are equal
                                 to it; each may be NULL */
    guint n_names;
} BspSpaceSource;

/* The faces of a solid, and the test of which parts are solid. */
typedef struct {
    /* The solid from which the space was made. NULL after bsp_space_reduce(). */
    const BspSolid *solid;
    BspSolid *expanded;    /* equals `solid` if the space made and owns it; else NULL */
    BspSolidity *solidity; /* tests which parts are solid */
    BspBounds bounds;      /* the solid's bounds; empty if it has no brushes */
    GArray *faces;  /* the faces (BspUnionFace) that border on empty space; in a filled space, only
                       on empty space that a start reaches */
    BspFlood *fill; /* the flood of the solid; NULL if the space is not filled */
    GArray *leak;   /* points (BspVec) of the path from a start to the outside, which prevents
                       filling; else NULL */
} BspSpace;

/* Units. Openings narrower than this are cracks, which filling closes. */
static inline double bsp_fill_crack(const BspBuildOptions *options)
{
    return options->crack > 0 ? options->crack : BSP_BRACKET;
}

/* Fills the space, which has all faces of its solid, if the world is sealed, and reports the result
 * to options->filled. `source` is the input from which the space was made. Returns FALSE with
 * BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, or, with BSP_FILL_ON, the reason why the space is not
 * filled. The caller clears the space even then. */
gboolean bsp_fill(BspSpace *space, const BspSpaceSource *source, const BspBuildOptions *options,
                  BspJobPart part, GError **error);

/* Does the same as bsp_solidity_in_cell(), but in a filled space: space that was not reached counts
 * as solid. */
BspOccupancy bsp_fill_in_cell(const BspSpace *space, const BspCell *cell, BspPlane *plane);

#endif
