/* shift-build: making shift trees (shift-tree.h).
 *
 * Functions that build follow GLib's conventions: they return NULL and set an error, or end the
 * program where memory runs out. */
#ifndef SHIFT_BUILD_H
#define SHIFT_BUILD_H

#include "bsp-build.h"
#include "bsp-save.h"
#include "bsp-solid.h"
#include "shift-saved.h"
#include "shift-tree.h"

G_BEGIN_DECLS

/* Which bevels a solid cell gets (Melax 2000, sections 5 and 8); any of them together. */
typedef enum {
    SHIFT_BEVEL_NONE = 0,
    SHIFT_BEVEL_EDGES = 1 << 0,  /* where two faces meet at more than bevel_angle */
    SHIFT_BEVEL_SPIKES = 1 << 1, /* at vertices that stick out, whatever bevels their edges have */
    SHIFT_BEVEL_LEVEL_TOP = 1 << 2, /* z = 1 at the highest vertex, unless a face is nearly level */
    SHIFT_BEVEL_BOX = 1 << 3,       /* all planes that bound the sum of the cell and any box */
    SHIFT_BEVEL_HALF_WAY = 1 << 4   /* how EDGES are beveled: by the plane half way between two
                                       faces, as the paper says, and half way again where that is
                                       not enough; else an axis will do where there is one, and
                                       several planes turn evenly */
} ShiftBevels;

/* A face with normal.z of at least this is nearly level: 18 degrees, a slope anything can stand
 * on, and steeper than ramps are commonly built. */
#define SHIFT_NEARLY_LEVEL 0.95

typedef struct {
    guint bevels;         /* ShiftBevels */
    double bevel_angle;   /* degrees between outward normals; more than this is beveled. 90: as the
                             paper, section 5; 95: as MDK2, section 8 */
    gboolean exact_cells; /* keep the solid cells, for shift_tree_hit_check_exact() */
    /* The contents that stop what will be asked: each query names one of these masks. A brush that
     * has one of a mask's contents is matter under it; under mask 0 every brush is. NULL: one mask,
     * 0. The cells of a tree of several masks are cut where anything changes under any of them. */
    const uint32_t *masks;
    guint n_masks;         /* at most 24 */
    BspBuildOptions build; /* weights, progress, and outside fill, flooded by a point */
} ShiftOptions;

/* Edges, spikes and level tops, at 90 degrees. */
ShiftOptions shift_options_default(void);

/* Builds the tree of a solid, which is not kept. options may be NULL. NULL with BSP_ERROR_LIMIT,
 * BSP_ERROR_CANCELLED, or BSP_ERROR_VALUE for an angle outside (0, 180], for masks that are too
 * many or come twice, or for what BSP_FILL_ON refuses. Free with shift_tree_free(). */
ShiftTree *shift_tree_build(const BspSolid *solid, const ShiftOptions *options, GError **error);

/* The tree as a file (shift-saved.h), with its cells if it has them, and with what the options,
 * which may be NULL, name. The same tree gives the same bytes. NULL with BSP_ERROR_LIMIT:
 * where equal subtrees are shared so often that more ways lead down the tree than loading allows,
 * where an array is longer than can be saved, and on machines whose numbers begin with their most
 * significant byte. */
GBytes *shift_tree_to_bytes(const ShiftTree *tree, const BspSaveOptions *options, GError **error);

/* The same into a file, which is replaced whole or not at all. FALSE also with BSP_ERROR_IO. */
gboolean shift_tree_save(const ShiftTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShiftTree, shift_tree_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShiftShape, shift_shape_free)

G_END_DECLS

#endif
