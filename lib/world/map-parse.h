/* map-parse: the syntax of Quake .map files, and of the entities of .bsp files.
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
 * skipped: see map-parse.c. */
#ifndef BSP_WORLD_MAP_PARSE_H
#define BSP_WORLD_MAP_PARSE_H

#include "bsp-error.h"
#include "bsp-plane.h"
#include "world/map-token.h"

/* Bytes. A longer text is rejected with BSP_ERROR_LIMIT. The largest maps have a third of this
 * size. */
#define BSP_MAP_MAX_BYTES (128 << 20)

/* A face of a brush. */
typedef struct {
    const char *texture; /* points into the text, without a NUL at the end */
    guint texture_length;
    gboolean is_flat;   /* its three points lie on a line: it has no plane */
    gboolean has_flags; /* three numbers after the mapping: contents, flags, and a value */
    guint32 contents, flags;
} BspMapFace;

/* A brush of a .map. Its faces are the entity's faces[first_face .. first_face + n_faces). Its
 * planes, those of the faces that are not flat, are the entity's planes[first .. first + n). */
typedef struct {
    guint number; /* number in the entity, from 0; patches are counted, too */
    guint line;   /* line where the brush begins */
    guint first, n;
    guint first_face, n_faces;
} BspMapBrush;

/* Forms of syntax: bits of BspMapEntity.forms. */
typedef enum {
    BSP_MAP_FACES = 1 << 0,     /* three points, the texture and its mapping */
    BSP_MAP_VALVE = 1 << 1,     /* the same, with a mapping in Valve 220 form */
    BSP_MAP_PRIMITIVE = 1 << 2, /* Quake III's brushDef: three points, a matrix, the texture */
    BSP_MAP_PLANES = 1 << 3,    /* Doom 3's brushDef3: a plane, a matrix, the texture */
    BSP_MAP_PATCH = 1 << 4,
    BSP_MAP_VERSION = 1 << 5 /* the file begins with `Version` */
} BspMapForm;

typedef struct {
    guint number, line;    /* number from 0, and line where the entity begins */
    const char *content;   /* points into the text, after the opening brace */
    const char *classname; /* in lower case; NULL: none */
    const char *noclip;    /* value of zhlt_noclip, which each brush needs; NULL: none */
    GPtrArray *pairs;      /* char *: all keys, in lower case, each followed by its value */
    GPtrArray *places;     /* const char *: where each value begins in the text, after its quote */
    GArray *planes;        /* BspPlane, outward, normalised */
    GArray *faces;         /* BspMapFace */
    GArray *brushes;       /* BspMapBrush with at least one face */
    guint n_brushes;       /* all brushes, patches and empty ones included */
    guint n_patches, n_empty;
    guint forms; /* BspMapForm: the syntaxes that the file has used so far, this entity included */
} BspMapEntity;

/* The value of a key, which is in lower case. If the key occurs several times, its last value
 * counts, as in the games. Returns NULL if the entity does not have the key. The time is linear in
 * the number of keys. */
const char *bsp_map_entity_value(const BspMapEntity *entity, const char *key);

/* Receives each entity, whose data are valid only during the call. Returns FALSE, with the error
 * set, to stop the parser. */
typedef gboolean (*BspMapEntityFunc)(const BspMapEntity *entity, gpointer user_data,
                                     GError **error);

/* Parses text[0 .. length), which ends in a NUL. Returns FALSE with BSP_ERROR_SYNTAX
 * ("FILE:LINE:COLUMN: message"; columns are bytes, from 1), BSP_ERROR_VALUE ("FILE: entity N, brush
 * N (line N): message"), BSP_ERROR_LIMIT, or the error of func. */
gboolean bsp_map_parse(const char *file, const char *text, gsize length, BspMapEntityFunc func,
                       gpointer user_data, GError **error);

/* Sets the error "FILE: entity N (line N): message" or "FILE: entity N, brush N (line N): message"
 * and returns FALSE. brush may be NULL. */
gboolean bsp_map_fail(const char *file, const BspMapEntity *entity, const BspMapBrush *brush,
                      GError **error, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(6, 7);

#endif
