/* map-parse: the syntax of Quake .map files, and of the entities of .bsp files.
 *
 *     map    := [ "Version" N ] { entity }
 *     entity := "{" { "key" "value" | brush } "}"
 *     brush  := "{" { face } "}" | "{" "brushDef" "{" { face } "}" "}" | "{" "patchDef2" block "}"
 *     face   := plane TEXTURE mapping [contents flags value] ...
 *             | plane ( ( a b c ) ( d e f ) ) TEXTURE [contents flags value] ...
 *
 * where the plane is `( x y z ) ( x y z ) ( x y z )`, or in brushDef3, Doom 3's, `( a b c d )`. The
 * mapping is Standard, `xoff yoff rotation xscale yscale`, or Valve 220, `[ ux uy uz offset ]
 * [ vx vy vz offset ] rotation xscale yscale`; the matrix stands in brushDef, Quake III's, and in
 * brushDef3. All may stand in one file. Whatever else is on a face's line is passed over, and so
 * are keys of brushes. Patches, and brushes without a face, are counted. Keywords and keys may be
 * in any case. Comments: see map-text.
 *
 * What the text means is map's matter. */
#ifndef BSP_WORLD_MAP_PARSE_H
#define BSP_WORLD_MAP_PARSE_H

#include "bsp-error.h"
#include "bsp-plane.h"

/* Bytes. A longer text is refused with BSP_ERROR_LIMIT; the largest of maps have a third of it. */
#define BSP_MAP_MAX_BYTES (128 << 20)

/* The face that decides what a brush is, is the first, or Doom 3's portal. */
typedef struct {
    guint number;        /* within the entity, from 0; patches count */
    guint line;          /* where it begins */
    guint first, n;      /* its planes: the entity's planes[first .. first + n) */
    guint n_flat;        /* faces whose three points lie on a line: they have no plane */
    guint contents;      /* of the deciding face: the number after its mapping, or 0 */
    const char *texture; /* of the deciding face, in the text: not ended by a NUL ... */
    guint texture_length;
    gboolean is_patch; /* while it is read */
} BspMapBrush;

typedef struct {
    guint number, line;           /* from 0; where it begins */
    const char *classname;        /* in lower case; NULL if absent, as ... */
    const char *origin, *message; /* ... the other keys that matter to a world */
    const char *model;            /* "*3": of a compiled level, its model 3 */
    GArray *planes;               /* BspPlane, outward, normalised */
    GArray *brushes;              /* BspMapBrush, of at least one face */
    guint n_brushes;              /* all that it has, with patches and empty ones */
    guint n_patches, n_empty;
} BspMapEntity;

/* Called with each entity, whose contents last until it returns. FALSE, with the error set, stops
 * the parser. */
typedef gboolean (*BspMapEntityFunc)(const BspMapEntity *entity, gpointer user_data,
                                     GError **error);

/* Parses text[0 .. length), which ends in a NUL. FALSE with BSP_ERROR_SYNTAX
 * ("FILE:LINE:COLUMN: message"; columns are bytes, from 1), BSP_ERROR_VALUE
 * ("FILE: entity N, brush N (line N): message"), BSP_ERROR_LIMIT, or what func gave. */
gboolean bsp_map_parse(const char *file, const char *text, gsize length, BspMapEntityFunc func,
                       gpointer user_data, GError **error);

/* "FILE: entity N (line N): " or "FILE: entity N, brush N (line N): " and the message; returns
 * FALSE. brush may be NULL. */
gboolean bsp_map_fail(const char *file, const BspMapEntity *entity, const BspMapBrush *brush,
                      GError **error, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(6, 7);

/* Where the entity stands; 0 0 0 where it does not tell, or tells what is no point of the world. */
BspVec bsp_map_entity_origin(const BspMapEntity *entity);

/* Whether players start there, by its class; if so *start is where. FALSE with *failed set when
 * its origin is no point of the world. */
gboolean bsp_map_entity_start(const char *file, const BspMapEntity *entity, BspVec *start,
                              gboolean *failed, GError **error);

#endif
