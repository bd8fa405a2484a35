/* bsp-world: reads levels from files, with brushes and start positions.
 *
 * The formats, by the ending of the name:
 * - .json: the toolkit's own ("bsp-world").
 * - .map: Quake, Quake II, Quake III, GoldSrc and Doom 3. The game decides which brushes are
 *   solid.
 * - .bsp of id Tech 3 (IBSP 46 and 47, RBSP 1, FBSP 1) or Quake II (IBSP 38): the brushes of model
 * 0 that stop a player.
 * - .bsp of Quake (29, BSP2, 2PSB) or GoldSrc (30): the solid cells of the tree, or the brushes of
 *   the BRUSHLIST lump.
 * - .obj: Wavefront meshes. They are repaired if they are not closed: see BspMeshOptions. The
 *   program bsplevel converts other meshes, such as glTF.
 *
 * A file may be inside a zip archive: `archive.pk3:path/inside`. Coordinates are in units.
 *
 * A world is immutable. Any number of threads may read it. */
#ifndef BSP_WORLD_H
#define BSP_WORLD_H

#include "bsp-build.h"
#include "bsp-mesh.h"
#include "bsp-solid.h"

G_BEGIN_DECLS

/* The game for which a level was made. It decides which brushes of a .map are solid: see
 * docs/formats.md. */
typedef enum {
    BSP_GAME_UNKNOWN, /* the reader finds the game by the file's content */
    BSP_GAME_QUAKE,
    BSP_GAME_QUAKE2,
    BSP_GAME_QUAKE3,
    BSP_GAME_GOLDSRC,
    BSP_GAME_DOOM3
} BspGame;

/* A part of the level that is not part of the world, because it moves as a whole, such as a door or
 * a lift, or is not solid, such as a trigger. See BSP_WORLD_MODEL(). */
typedef struct {
    /* Number in the file. An entity refers to model 3 as "*3"; the world is model 0. */
    guint number;
    char *classname;  /* class of the model's entity, such as "func_door"; NULL if no entity has the
                         model */
    char *targetname; /* the entity's targetname, by which triggers find it; NULL if it has none */
    char *target;     /* the targetname of the entity that this one triggers, or to which it sends
                         bodies, such as the place where a teleporter leads; NULL if it has none */
    gboolean has_target; /* an entity without brushes has that targetname; target_at is the place of
                            the first in the file */
    BspVec target_at;
    BspVec direction;   /* unit vector to which the entity's angle or angles point, such as the
                           movement of a door or the push of a trigger; +x if it has none. It
                           means nothing for a lift (func_plat), which moves down */
    double speed;       /* the entity's speed, in units a second; 0 stands for the game's default */
    double height, lip; /* how far a lift moves, and how much of a door stays visible, in units; 0
                           stands for the game's default */
    BspVec origin; /* origin of the model's entity; the model's coordinates are relative to it */
    BspVec angles; /* the entity's angles in degrees: pitch, yaw, roll. They turn entities of some
                      classes; they are the direction of movement of others, such as doors */
} BspWorldModel;

/* A report about reading a file, with the parts that were left out and those that became brushes.
 */
typedef struct {
    GPtrArray *messages;   /* strings, with one line for each kind of thing that was omitted or
                              guessed, and its reason */
    guint n_skipped;       /* number of brushes and patches of the file that are not in the world;
                              messages say why */
    guint n_patches;       /* number of curved surfaces that became brushes */
    guint n_patch_brushes; /* number of their brushes, which are the last brushes of the world */
    guint n_hulls;         /* .bsp of Quake or GoldSrc: number of hulls that can be selected, hull 0
                              included */
    gboolean brushes_given; /* .bsp of Quake or GoldSrc: the brushes are those of the BRUSHLIST, not
                               cells of the tree */
    BspMeshReport *mesh;    /* the report on a mesh; else NULL */
} BspWorldReport;

/* All fields are owned by the world. */
typedef struct {
    char *name;
    BspSolid *solid; /* the brushes: bsp_solid_n_brushes() counts them, bsp_solid_brush() reads one
                        (tools/bsp-inspect.h) */
    GArray *starts;  /* positions (BspVec) where players start */
    GArray *inside;  /* positions (BspVec) inside the level. The starts come first, then the
                        positions of other bodies of the game, such as monsters, items, and targets
                        of teleporters. Filling the outside reaches none of them */
    GPtrArray *inside_names; /* strings, with the class and the place in the file of each position
                                in `inside`; empty if the file is no .map or .bsp */
    GArray *models;  /* the file's models (BspWorldModel) except the world, in order; never NULL */
    BspBounds *hull; /* for a clip hull, the box that moves in it as a point; else NULL */
    BspGame game;    /* .map and .bsp: the game by whose rules the file was read */
    guint flags;     /* BspWorldFlags and BSP_WORLD_MODEL() with which the file was read */
    char *sha256; /* checksum of 64 hexadecimal digits; NULL if the world was not read from a file.
                     It depends on the bytes of the file, and on `game`, `include`, `mesh` and
                     `patch_error` of the options. It does not depend on `flags` */
    struct BspPlaces *places; /* see bsp_world_brush_place() and bsp_world_side_texture() */
    BspWorldReport report;
} BspWorld;

/* Reads a world from a file. The ending of the name selects the format. The caller frees the world
 * with bsp_world_free().
 *
 * Returns NULL with BSP_ERROR_IO, BSP_ERROR_SYNTAX ("file:line:column: ..." or "file: offset N:
 * ..."), BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY or BSP_ERROR_LIMIT (too large). The message names the
 * file and the place in it, by a JSON pointer, a map's entity and brush, a brush number, or a line.
 */
BspWorld *bsp_world_load(const char *path, GError **error);

typedef enum {
    BSP_WORLD_ALL_CONTENTS =
        1 << 0, /* read brushes of all contents, not only those that stop a player */
    BSP_WORLD_PATCHES =
        1 << 1 /* also read curved surfaces, as thin brushes: see bsp_world_load_options() */
} BspWorldFlags;

/* A flag that selects model 1 to 65535 instead of the world. Only a .map or .bsp has models; else
 * the error is BSP_ERROR_VALUE. The result is in the model's coordinates and has no starts. To
 * query it, place it in a frame (bsp-frame.h), initially at its entity's origin. */
#define BSP_WORLD_MODEL(number) ((guint)(number) << 16)

/* Units. The minimum error of patches that a caller may choose. A level then needs six to thirty
 * times as many brushes as with BSP_PATCH_ERROR. */
#define BSP_PATCH_LEAST_ERROR 0.0625

/* Options of reading: the parts of a file to read, and how. If all bytes are 0, all options have
 * their defaults. */
typedef struct {
    guint flags; /* BspWorldFlags and BSP_WORLD_MODEL(); others are BSP_ERROR_VALUE */
    BspGame game;
    char *include; /* classes of entities, separated by commas, whose brushes are added to the
                      world: "func_wall,func_door*", where * stands for any ending; or NULL.
                      Allocate it with g_strdup(): bsp_world_options_clear() frees it by g_free() */
    BspMeshOptions mesh;
    /* Units. With BSP_WORLD_PATCHES, the maximum distance of a curved surface from its brushes, at
     * least BSP_PATCH_LEAST_ERROR. 0 means BSP_PATCH_ERROR. */
    double patch_error;
} BspWorldOptions;

/* Frees the texts of the options and sets all bytes to 0. */
void bsp_world_options_clear(BspWorldOptions *options);

/* Does the same as bsp_world_load(), with options, which are copied.
 *
 * Patches are the curved surfaces of id Tech 3: biquadratic Bezier patches. With BSP_WORLD_PATCHES,
 * a patch becomes thin brushes if a brush with its contents would be read, and if its texture is
 * not NONSOLID. The surface is divided into triangles and flat quads. No point of the surface is
 * farther than options->patch_error from these pieces. A greater error gives fewer brushes. Each
 * piece is the front of a prism, which is a brush that extends BSP_PATCH_THICKNESS behind the
 * piece.
 *
 * Prisms of adjacent pieces leave no gap behind their common edge, even between different patches,
 * because edges with equal control points are divided equally. A brush has its patch's contents.
 * The tag of all its sides is the patch's surface flags. Side 0 is the front. Queries are exact for
 * these brushes. */
BspWorld *bsp_world_load_options(const char *path, const BspWorldOptions *options, GError **error);

/* Does the same as bsp_world_load_options(), with these flags and no other options. */
BspWorld *bsp_world_load_with(const char *path, guint flags, GError **error);

/* Does the same as bsp_world_load_options(), from a file's bytes in memory, which may be compressed
 * with gzip. The world keeps no reference to the bytes. The ending of `name` selects the format,
 * and `name` identifies the file in messages. */
BspWorld *bsp_world_read(const char *name, const void *bytes, gsize length,
                         const BspWorldOptions *options, GError **error);

/* Makes a world. Takes ownership of brushes (array of BspBrush that frees them) and of starts
 * (array of BspVec, may be NULL). name is copied. */
BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts);

/* Makes a world of a mesh: see bsp_solid_of_mesh(), whose errors it returns. The mesh can then only
 * be freed. `path` is the mesh's file, which names the world. */
BspWorld *bsp_world_of_mesh(const char *path, BspMesh *mesh, const BspMeshOptions *options,
                            GError **error);

/* Frees the world. NULL is allowed. */
void bsp_world_free(BspWorld *world);

/* Returns the usual options for a tree of this world: the defaults, with the outside filled from
 * the world's starts if the world is sealed. The options point into the world, which must outlive
 * them.
 */
BspBuildOptions bsp_world_build_options(const BspWorld *world);

/* Returns the place of brush i in the file, for messages. It is "entity 0, brush 12 (line 345)" in
 * a .map, "brush 12" or "patch 12" (number of a face) in a .bsp, and "/brushes/12" in JSON. Returns
 * NULL if the brush has no place in the file, as for a mesh. The caller frees the string with
 * g_free(). */
char *bsp_world_brush_place(const BspWorld *world, guint i);

/* Returns the texture of a side of brush i, as BspHit counts sides, in a .map or a .bsp of id Tech
 * 3 or Quake II. The text comes from the file and may contain any characters except a NUL; it is
 * valid UTF-8. NULL if there is no such side, or if the file does not have its texture. The world
 * owns the text. */
const char *bsp_world_side_texture(const BspWorld *world, guint i, guint side);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspWorld, bsp_world_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(BspWorldOptions, bsp_world_options_clear)

G_END_DECLS

#endif
