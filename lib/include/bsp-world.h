/* bsp-world: levels read from files: brushes and start positions.
 *
 * The formats, by the ending of the name:
 * - .json: the toolkit's own ("bsp-world").
 * - .map: Quake and later games (Standard and Valve 220 faces, brushDef, brushDef3).
 * - .bsp of id Tech 3 (IBSP 46) or Quake II (IBSP 38): the brushes of model 0 that stop a player.
 * - .bsp of Quake (29, BSP2, 2PSB) or GoldSrc (30): the solid cells of the tree, or the BRUSHLIST.
 * - .obj: Wavefront, closed 2-manifold meshes.
 *
 * A file may be inside a zip archive: `archive.pk3:path/inside`. A clip hull of Quake or GoldSrc is
 * a world, too: `level.bsp#hull1`; `#hull0` is the tree's cells. Coordinates are in units.
 *
 * A world is immutable. Any number of threads may read it. */
#ifndef BSP_WORLD_H
#define BSP_WORLD_H

#include "bsp-build.h"
#include "bsp-solid.h"

G_BEGIN_DECLS

/* The position of a brush in its file; see bsp_world_brush_place(). */
typedef struct {
    guint number;       /* the brush's number in its entity or in the file */
    guint entity, line; /* only for a .map; line is 0 for other formats */
    gboolean is_patch;  /* the brush was made of a patch, and number is that of the file's face */
} BspBrushPlace;

/* A part of the level apart from the world. It moves as a whole, such as a door or a lift, or is
 * not solid, such as a trigger. See BSP_WORLD_MODEL(). */
typedef struct {
    guint number;    /* as in an entity's "model": "*3" is 3; the world is 0 */
    char *classname; /* class of that entity, such as "func_door"; NULL: no entity has the model */
    BspVec origin;   /* origin of that entity; the model's coordinates are relative to it */
} BspWorldModel;

/* An original brush of a level's file, for audits. A brush (bsp-brush.h) keeps only the sides that
 * have faces. */
typedef struct {
    guint number; /* the brush's number in the file */
    guint32 contents;
    guint first, n; /* its sides: planes[first .. first + n), outward, as in the file */
    gint brush;     /* index in the world's solid; -1: no brush could be made of it ... */
    char *problem;  /* ... and this message says why */
} BspShippedBrush;

/* The original brushes: with all their sides, bevels included, and with those brushes that make no
 * solid. */
typedef struct {
    GArray *brushes; /* BspShippedBrush */
    GArray *planes;  /* BspPlane */
    guint n_made;    /* number of brushes in the solid */
} BspShipped;

/* All fields are owned by the world. */
typedef struct {
    char *name;
    BspSolid *solid;
    GArray *starts;  /* BspVec: where players start */
    guint n_skipped; /* brushes or patches of the file that are not in the world: see messages */
    guint n_patches; /* curved surfaces that became brushes */
    guint n_patch_brushes; /* number of these brushes, which are the last */
    GPtrArray *messages;   /* strings: a line for each kind of thing left out or guessed, and why */
    GArray *models; /* BspWorldModel: the file's models except the world, in order; never NULL */
    char *sha256; /* checksum of the file's bytes, 64 hexadecimal digits; NULL: not read from a file
                   */
    guint flags;  /* BspWorldFlags and the selected part of the file */
    GArray *places;   /* BspBrushPlace of each brush of a .map or .bsp; else NULL */
    char *brushes_at; /* JSON pointer of the array of brushes; NULL for other formats */
    guint n_hulls;    /* .bsp of Quake or GoldSrc: number of hulls that can be selected, hull 0
                         included */
    gboolean brushes_given; /* the same: the brushes are the file's, not cells of its tree */
    BspBounds *hull;        /* for a clip hull: the box whose positions it describes; else NULL */
    BspShipped *shipped;    /* read with BSP_WORLD_SHIPPED from a .bsp of id Tech; else NULL */
} BspWorld;

/* Reads a world from a file. The ending of the name selects the format. The caller frees the world
 * with bsp_world_free().
 *
 * Returns NULL with BSP_ERROR_IO, BSP_ERROR_SYNTAX ("file:line:column: ..." or "file: offset N:
 * ..."), BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY or BSP_ERROR_LIMIT (too large). The message names the
 * file and the place in it: a JSON pointer, a map's entity and brush, a brush number, or a line. */
BspWorld *bsp_world_load(const char *path, GError **error);

typedef enum {
    BSP_WORLD_ALL_CONTENTS = 1 << 0, /* brushes of any contents, for spaces with masks */
    BSP_WORLD_PATCHES = 1 << 1,      /* curved surfaces too, as thin brushes: see below */
    BSP_WORLD_SHIPPED = 1 << 4       /* keeps the original brushes of the file */
} BspWorldFlags;

/* A flag that selects model 1 to 65535 instead of the world. Only a .bsp of id Tech 3 has models
 * that can be selected; else the error is BSP_ERROR_VALUE. The result is in the model's coordinates
 * and has no starts. To query it, place it in a frame (bsp-frame.h), initially at its entity's
 * origin. */
#define BSP_WORLD_MODEL(number) ((guint)(number) << 16)

/* As bsp_world_load(), with BspWorldFlags and BSP_WORLD_MODEL(). The path may contain the
 * selection, too: "level.bsp#patches", "level.bsp#3", "level.bsp#3,patches".
 *
 * Patches are the curved surfaces of id Tech 3: biquadratic Bezier patches. With BSP_WORLD_PATCHES
 * they become thin brushes, under the same contents as brushes, except if their texture is
 * NONSOLID. The surface is divided into triangles and flat quads, nowhere farther than
 * BSP_PATCH_ERROR from it. Each is the front of a prism that extends BSP_PATCH_THICKNESS behind it.
 *
 * Prisms of adjacent pieces leave no gap behind their common edge, even between different patches:
 * edges with equal control points are divided equally. A brush has its patch's contents, and the
 * surface flags as tag of all sides. Side 0 is the front. Queries are exact for these brushes. */
BspWorld *bsp_world_load_with(const char *path, guint flags, GError **error);

/* As bsp_world_load_with(), from a file's bytes in memory, which may be compressed by gzip. The
 * world keeps no reference to the bytes. name: selects the format by its ending, and identifies the
 * file in messages. */
BspWorld *bsp_world_read(const char *name, const void *bytes, gsize length, guint flags,
                         GError **error);

/* Makes a world. Takes ownership of brushes (array of BspBrush that frees them) and of starts
 * (array of BspVec, may be NULL). name is copied. */
BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts);

/* NULL is allowed. */
void bsp_world_free(BspWorld *world);

/* The usual options for a tree of this world: the defaults, and filling from its starts if it is
 * sealed. They refer to the world, which must outlive them. */
BspBuildOptions bsp_world_build_options(const BspWorld *world);

/* The place of brush i in the file, for messages: "entity 0, brush 12 (line 345)" in a .map, "brush
 * 12" or "patch 12" (number of a face) in a .bsp, "/brushes/12" in JSON. Returns NULL if the brush
 * has no place in the file, as for a mesh. The caller frees the string with g_free(). */
char *bsp_world_brush_place(const BspWorld *world, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspWorld, bsp_world_free)

G_END_DECLS

#endif
