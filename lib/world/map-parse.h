/* map-parse: parses Quake .map files, and the entities of .bsp files.
 *
 *     map    := [ "Version" N ] { entity }
 *     entity := "{" { "key" "value" | brush } "}"
 *     brush  := "{" { face } "}" | "{" "brushDef" "{" { face } "}" "}" | "{" "patchDef2" block "}"
 *     face   := plane TEXTURE mapping [contents flags value] ...
 *             | plane ( ( a b c ) ( d e f ) ) TEXTURE [contents flags value] ...
 *
 * The plane is `( x y z ) ( x y z ) ( x y z )`, or, in Doom 3's brushDef3, `( a b c d )`. The
 * mapping is Standard, `xoff yoff rotation xscale yscale`, or Valve 220, `[ ux uy uz offset ] [ vx
 * vy vz offset ] rotation xscale yscale`. Quake III's brushDef and brushDef3 have a matrix instead.
 * One file may contain all of these.
 *
 * Other data on a face's line, and keys of brushes, are skipped. Patches, and brushes without a
 * face, are only counted. Upper and lower case are equal in keywords and keys. Comments are
 * skipped: see map-token.h. */
#ifndef BSP_WORLD_MAP_PARSE_H
#define BSP_WORLD_MAP_PARSE_H

#include "bsp-error.h"
#include "bsp-plane.h"
#include "world/map-token.h"

/* Bytes. A longer text is rejected with BSP_ERROR_LIMIT. The largest maps have a third of this
 * size. */
#define BSP_MAP_MAX_BYTES (128 << 20)

/* Entities. A file with more is rejected with BSP_ERROR_LIMIT, because an entity takes more memory
 * than its text. Games allow at most 8192. */
#define BSP_MAP_MAX_ENTITIES (1 << 20)

/* The surface of a face, which is its texture and its numbers. Faces with equal surfaces share
 * one. */
typedef struct {
    const char *texture; /* name of the texture, as in the text */
    /* Three numbers follow the mapping, which are contents, flags, and a value. */
    gboolean has_flags;
    guint32 contents, flags;
    const void *rule; /* the row of map-rules.c for this surface; NULL until it is looked up */
} BspMapSurface;

/* A face of a brush. */
typedef struct {
    BspMapSurface *surface;
    gboolean is_flat; /* the face's three points lie on a line, so it has no plane */
} BspMapFace;

/* A brush of a .map. */
typedef struct {
    guint number; /* number in the entity, from 0; patches are counted, too */
    guint line;   /* number of the line on which the brush begins */
    const BspMapFace *faces;
    const BspPlane *planes; /* planes of the faces that are not flat, outward, with unit normals */
    guint n_faces, n_planes;
} BspMapBrush;

/* A key and its value. The key is in lower case. `at` is the position in the text, after the quote,
 * at which the value begins. */
typedef struct {
    const char *key, *value, *at;
} BspMapPair;

typedef struct {
    guint number, line;    /* number of the entity, from 0, and of the line on which it begins */
    const char *content;   /* position in the text after the opening brace */
    const char *classname; /* the class, in lower case; NULL if the entity has none */
    const char *noclip; /* value of the key zhlt_noclip, which each brush needs; NULL if the entity
                           has no such key */
    const BspMapPair *pairs;
    const BspMapBrush *brushes; /* the brushes with at least one face */
    guint n_pairs, n_brushes;
    guint n_all_brushes; /* number of all brushes, patches and empty brushes included */
    guint n_patches, n_empty;
} BspMapEntity;

/* Forms of syntax, as bits of BspMapFile.forms. */
typedef enum {
    BSP_MAP_FACES = 1 << 0, /* a face is three points, the texture and its mapping */
    BSP_MAP_VALVE =
        1 << 1, /* a face is three points, the texture and its mapping in Valve 220 form */
    BSP_MAP_PRIMITIVE =
        1 << 2, /* Quake III's brushDef; a face is three points, a matrix and the texture */
    BSP_MAP_PLANES = 1 << 3, /* Doom 3's brushDef3; a face is a plane, a matrix and the texture */
    BSP_MAP_PATCH = 1 << 4,
    BSP_MAP_VERSION = 1 << 5 /* the file begins with `Version` */
} BspMapForm;

/* A file that has been parsed. */
typedef struct {
    GArray *entities; /* the entities (BspMapEntity), in the order of the file */
    /* Arrays of all entities, to which the entities point. */
    GArray *pairs, *brushes, *faces, *planes;
    GTree *surfaces;       /* the different surfaces (BspMapSurface) */
    GStringChunk *strings; /* keys, values and names of textures */
    guint forms;           /* the forms that occur in the file, as bits (BspMapForm) */
} BspMapFile;

/* Returns the value of a key, which is in lower case. If the key occurs several times, its last
 * value counts, as in the games. Returns NULL if the entity does not have the key. The time is
 * linear in the number of keys. */
const char *bsp_map_entity_value(const BspMapEntity *entity, const char *key);

/* Reads a text of n numbers. Returns FALSE if the text is anything else, or if a number is not
 * between -half and half. */
gboolean bsp_map_read_numbers(const char *text, double half, guint n, double *numbers);

/* Reads the value of the key, which is in lower case. Returns FALSE if there is no value, or if it
 * is not three numbers within BSP_WORLD_HALF. */
gboolean bsp_map_entity_point(const BspMapEntity *entity, const char *key, BspVec *point);

/* Parses text[0 .. length), which ends in a NUL. Returns NULL with BSP_ERROR_SYNTAX
 * ("FILE:LINE:COLUMN: message"; columns are bytes, from 1), BSP_ERROR_VALUE ("FILE: entity N, brush
 * N (line N): message") or BSP_ERROR_LIMIT. */
BspMapFile *bsp_map_parse(const char *file, const char *text, gsize length, GError **error);

void bsp_map_free(BspMapFile *map);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMapFile, bsp_map_free)

/* Sets the error "FILE: entity N (line N): message" or "FILE: entity N, brush N (line N): message"
 * and returns FALSE. brush may be NULL. */
gboolean bsp_map_fail(const char *file, const BspMapEntity *entity, const BspMapBrush *brush,
                      GError **error, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(6, 7);

#endif
