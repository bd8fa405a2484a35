/* bsp-world: a level: brushes and named places to start from, with its file formats.
 *
 * A world is a JSON file ("bsp-world"), a .map of Quake or a later game (Standard and Valve 220
 * faces, brushDef, brushDef3), a .bsp of id Tech 3 (IBSP 46) or Quake II (IBSP 38): the brushes of
 * model 0 that stop a player; a .bsp of Quake (29, BSP2, 2PSB) or GoldSrc (30): the solid cells of
 * its tree, or the brushes of its BRUSHLIST; or a Wavefront .obj of closed 2-manifold meshes. Each
 * may stand inside a zip archive, as `archive.pk3:path/inside`. Clip hulls of Quake and GoldSrc are
 * worlds, too, named by `level.bsp#hull1`; `#hull0` names the cells of the tree.
 *
 * Immutable once loaded; any thread may read it. */
#ifndef BSP_WORLD_H
#define BSP_WORLD_H

#include "bsp-build.h"
#include "bsp-solid.h"

G_BEGIN_DECLS

/* Where a brush stands in its file; see bsp_world_brush_place(). */
typedef struct {
    guint number;       /* of the brush, in its entity or in the file */
    guint entity, line; /* of a .map; line is 0 for other formats */
    gboolean is_patch;  /* it is of a patch: number is that of the file's face */
} BspBrushPlace;

/* What moves as a whole: a door, a lift; or is no matter at all: a trigger. See BSP_WORLD_MODEL().
 */
typedef struct {
    guint number;    /* as an entity's "model" names it: "*3" is 3; the world is 0 */
    char *classname; /* of that entity, "func_door"; NULL: no entity has the model */
    BspVec origin;   /* where that stands: what the model's coordinates are relative to */
} BspWorldModel;
typedef struct BspShipped BspShipped;

typedef struct {
    char *name;
    BspSolid *solid;
    GArray *starts;  /* BspVec: where players start */
    guint n_skipped; /* brushes or patches the format holds but a world cannot: see messages */
    guint n_patches; /* curved surfaces that became brushes, */
    guint n_patch_brushes; /* so many, which are the last */
    GPtrArray *messages;   /* char *: one line on each kind of thing left out or guessed, and why */
    GArray *models;   /* BspWorldModel, those of the file but the world, in order; never NULL */
    char *sha256;     /* of the bytes it was read from; NULL when it was read from no file */
    guint flags;      /* BspWorldFlags, and what was chosen of the file */
    GArray *places;   /* BspBrushPlace, of each brush of a .map or .bsp; else NULL */
    char *brushes_at; /* JSON pointer of the array of brushes; NULL for other formats */
    guint n_hulls;    /* of a .bsp of Quake or GoldSrc: hulls that can be named, with hull 0 */
    gboolean brushes_given; /* of these: the brushes are the file's, not cells of its tree */
    BspBounds *hull;     /* of a clip hull: the box that it holds the places of; NULL for others */
    BspShipped *shipped; /* the library's own */
} BspWorld;

/* Reads a world; the format is told by the name's ending (.json, .map, .bsp, .obj). NULL with
 * BSP_ERROR_IO, BSP_ERROR_SYNTAX ("file:line:column: ..." or "file: offset N: ..."),
 * BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY or BSP_ERROR_LIMIT (more than is read); the message names the
 * file and the place in it (JSON pointer, map entity and brush number, brush index, line). */
BspWorld *bsp_world_load(const char *path, GError **error);

typedef enum {
    BSP_WORLD_ALL_CONTENTS = 1 << 0, /* brushes whatever their contents: for spaces with masks */
    BSP_WORLD_PATCHES = 1 << 1       /* curved surfaces too, as thin brushes: below */
} BspWorldFlags;

/* Among the flags: a model, from 1 to 65535, alone in place of the world, in its own coordinates, a
 * world without starts. It is asked in a frame (bsp-frame.h) at its entity's origin, and wherever
 * it moves from there. BSP_ERROR_VALUE where there is no such model; .bsp of id Tech 3 alone have
 * any that can be chosen. */
#define BSP_WORLD_MODEL(number) ((guint)(number) << 16)

/* The same, with BspWorldFlags and BSP_WORLD_MODEL(). What is wanted may stand in the path as well:
 * "level.bsp#patches", "level.bsp#3", "level.bsp#3,patches".
 *
 * Patches are the curved surfaces of id Tech 3, biquadratic Bezier patches. With BSP_WORLD_PATCHES
 * those whose texture has contents as brushes must have, and is not NONSOLID, become thin brushes:
 * triangles and flat quads, nowhere farther than BSP_PATCH_ERROR from the surface, are the fronts
 * of prisms BSP_PATCH_THICKNESS thick, which lie behind them. Neighbouring prisms fill what is
 * behind their common edge without a gap, and whatever patches they belong to: edges of equal
 * control points are cut alike. A brush has its patch's contents, and all its sides the surface
 * flags as their tag; side 0 is the front. Answers are exact for these brushes. */
BspWorld *bsp_world_load_with(const char *path, guint flags, GError **error);

/* The same of a file's bytes in memory, which are not kept; gzip's are decompressed. name: what
 * messages call it; its ending tells the format. */
BspWorld *bsp_world_read(const char *name, const void *bytes, gsize length, guint flags,
                         GError **error);

/* A world of these brushes (array of BspBrush that frees them; taken) and starts (taken; may be
 * NULL). */
BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts);

void bsp_world_free(BspWorld *world);

/* The usual options for a tree of this world: the defaults, and outside fill from its starts if it
 * is sealed. The world must outlive them. */
BspBuildOptions bsp_world_build_options(const BspWorld *world);

/* Where brush i of the world's solid stands in the file, for people: "entity 0, brush 12 (line
 * 345)" of a .map, "brush 12" or "patch 12" (a number of a face) of a .bsp, "/brushes/12" of JSON.
 * NULL where it stands in none: a mesh is cut into brushes. Free with g_free(). */
char *bsp_world_brush_place(const BspWorld *world, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspWorld, bsp_world_free)

G_END_DECLS

#endif
