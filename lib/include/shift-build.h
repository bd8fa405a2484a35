/* shift-build: builds shift trees (shift-tree.h).
 *
 * Functions that build follow GLib's conventions. They return NULL and set an error. If memory runs
 * out, they end the program. */
#ifndef SHIFT_BUILD_H
#define SHIFT_BUILD_H

#include "bsp-build.h"
#include "bsp-saved.h"
#include "bsp-solid.h"
#include "shift-tree.h"

G_BEGIN_DECLS

/* The kinds of bevels that a solid cell gets (Melax 2000, sections 5 and 8). Any combination is
 * allowed. */
typedef enum {
    SHIFT_BEVEL_EDGES =
        1 << 0, /* at edges between faces whose normals differ by more than bevel_angle */
    SHIFT_BEVEL_SPIKES = 1 << 1, /* at vertices that stick out even with beveled edges */
    SHIFT_BEVEL_LEVEL_TOP =
        1 << 2, /* a horizontal plane at the highest vertex, unless a face is nearly level */
    SHIFT_BEVEL_BOX = 1 << 3, /* all planes that bound the Minkowski sum of the cell and any box */
    /* An edge bevel is half way between two faces, as in the paper, and the halves are bisected
     * until every angle is small enough. Without this flag, each axis between the faces is a bevel.
     * Further bevels divide the angles beside the axes evenly, if they exceed bevel_angle */
    SHIFT_BEVEL_HALF_WAY = 1 << 4,
    SHIFT_BEVEL_NONE = 1 << 5, /* no bevels, unless other kinds are set, too */
    SHIFT_BEVEL_USUAL = SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES | SHIFT_BEVEL_LEVEL_TOP
} ShiftBevels;

/* A face with normal.z of at least this is nearly level, because its slope is at most 18 degrees.
 * Every body can stand on 18 degrees, and most ramps are less steep. */
#define SHIFT_NEARLY_LEVEL 0.95

/* If all bytes are 0, all options have their defaults. */
typedef struct {
    guint bevels;           /* ShiftBevels; 0 means SHIFT_BEVEL_USUAL */
    double bevel_angle;     /* An edge is beveled if the outward normals of its faces differ by more
                               than this angle, in degrees. 0 means 90, as in the paper's section 5.
                               Section 8 has 95 for MDK2 */
    gboolean names_brushes; /* cells name their brushes, for shift_tree_hit_check_exact() */
    /* The contents that stop a shape. A brush is solid if it has one of them. 0 makes every brush
     * solid. */
    uint32_t mask;
    BspBuildOptions build; /* options of all builders; the outside is filled for a point */
} ShiftOptions;

/* Builds the tree of a solid. The tree does not refer to the solid. options may be NULL. Returns
 * NULL with BSP_ERROR_LIMIT, BSP_ERROR_CANCELLED or BSP_ERROR_VALUE. BSP_ERROR_VALUE means that the
 * angle is outside [0, 180], or the world cannot be filled under BSP_FILL_ON. The caller frees it
 * with shift_tree_free(). */
ShiftTree *shift_tree_build(const BspSolid *solid, const ShiftOptions *options, GError **error);

/* Writes the tree as a file (bsp-saved.h) to memory, with the brushes of its cells if it has them.
 * options may be NULL. The same tree gives the same bytes. Returns NULL with BSP_ERROR_LIMIT if
 * shared subtrees make more paths down the tree than loading allows, if an array is too long to be
 * saved, or if the machine is big-endian. */
GBytes *shift_tree_to_bytes(const ShiftTree *tree, const BspSaveOptions *options, GError **error);

/* Does the same as shift_tree_to_bytes(), but writes to a file, which is replaced atomically. The
 * error may also be BSP_ERROR_IO. */
gboolean shift_tree_save(const ShiftTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShiftTree, shift_tree_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShiftShape, shift_shape_free)

G_END_DECLS

#endif
