/* bsp-world-map-parse: the syntax of Quake .map files, and of the entities of .bsp files.
 *
 *     entity := "{" { "key" "value" | brush } "}"
 *     brush  := "{" { face } "}" | "{" "brushDef" "{" ... "}" "}" | "{" "patchDef2" "{" ... "}" "}"
 *     face   := ( x y z ) ( x y z ) ( x y z ) TEXTURE mapping [contents flags value]
 *
 * where the mapping is Standard, `xoff yoff rotation xscale yscale`, or Valve 220,
 * `[ ux uy uz offset ] [ vx vy vz offset ] rotation xscale yscale`; both may stand in one file. A
 * comment begins with `//` where a token could. Faces given by brush primitives (brushDef), and
 * patches, are passed over and counted.
 *
 * What the text means is bsp-world-map's matter. Not installed. */
#ifndef BSP_WORLD_MAP_PARSE_H
#define BSP_WORLD_MAP_PARSE_H

#include "bsp-error.h"
#include "bsp-plane.h"

/* Bytes. A longer text is refused with BSP_ERROR_LIMIT; the largest of maps have a third of it. */
#define BSP_MAP_MAX_BYTES (128 << 20)

typedef struct {
    guint number;        /* within the entity, from 0; patches count */
    guint line;          /* where it begins */
    guint first, n;      /* its planes: the entity's planes[first .. first + n) */
    guint n_flat;        /* faces whose three points lie on a line: they have no plane */
    guint contents;      /* of the first face: the number after its mapping, or 0 */
    const char *texture; /* of the first face, in the text: not ended by a NUL ... */
    guint texture_length;
} BspMapBrush;

typedef struct {
    guint number, line;                       /* from 0; where it begins */
    const char *classname, *origin, *message; /* the keys that matter to a world; NULL if absent */
    GArray *planes;                           /* BspPlane, outward, normalised */
    GArray *brushes;                          /* BspMapBrush, of at least one face */
    guint n_brushes; /* all that it has, with patches and brush primitives */
    guint n_patches, n_primitives;
} BspMapEntity;

/* Called with each entity, whose contents last until it returns. FALSE, with the error set, stops
 * the parser. */
typedef gboolean (*BspMapEntityFunc)(const BspMapEntity *entity, gpointer user_data,
                                     GError **error);

/* Parses text[0 .. length), which ends in a NUL. FALSE with BSP_ERROR_SYNTAX
 * ("FILE:LINE:COLUMN: message"; columns are bytes, from 1), BSP_ERROR_VALUE
 * ("FILE: entity N, brush N: message"), BSP_ERROR_LIMIT, or what func gave. */
gboolean bsp_map_parse(const char *file, const char *text, gsize length, BspMapEntityFunc func,
                       gpointer user_data, GError **error);

/* "FILE: entity N: " or "FILE: entity N, brush N (line N): " and the message; returns FALSE. brush
 * may be NULL. */
gboolean bsp_map_fail(const char *file, const BspMapEntity *entity, const BspMapBrush *brush,
                      GError **error, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(6, 7);

/* Whether players start there, by its class; if so *start is where. FALSE with *failed set when
 * its origin is no point of the world. */
gboolean bsp_map_entity_start(const char *file, const BspMapEntity *entity, BspVec *start,
                              gboolean *failed, GError **error);

#endif
