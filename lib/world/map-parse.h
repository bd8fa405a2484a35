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

/* Bytes. A longer text is rejected with BSP_ERROR_LIMIT. The largest maps have a third of this
 * size. */
#define BSP_MAP_MAX_BYTES (128 << 20)

/* A brush of a .map. Its deciding face determines its contents and texture. This is the first face
 * or, if there is one, the face with the texture of a Doom 3 portal. */
typedef struct {
    guint number;   /* number in the entity, from 0; patches are counted, too */
    guint line;     /* line where the brush begins */
    guint first, n; /* its planes are the entity's planes[first .. first + n) */
    guint n_flat;   /* number of faces without a plane, because their three points lie on a line */
    guint contents; /* contents of the deciding face: the first number after its mapping, or 0 */
    const char
        *texture; /* texture of the deciding face; points into the text, without a NUL at the end */
    guint texture_length;
    gboolean is_patch; /* used only while the brush is read */
} BspMapBrush;

typedef struct {
    guint number, line;    /* number from 0, and line where the entity begins */
    const char *classname; /* in lower case. This and the other keys are NULL if absent */
    const char *origin, *message;
    const char *model; /* "*3": model 3 of a compiled level */
    const char *angles, *angle;
    GArray *planes;    /* BspPlane, outward, normalised */
    GArray *brushes;   /* BspMapBrush with at least one face */
    guint n_brushes;   /* all brushes, patches and empty ones included */
    guint n_patches, n_empty;
} BspMapEntity;

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

/* Returns the first 40 bytes of the text, in quotes, for a message. The caller frees it with
 * g_free(). */
char *bsp_map_quote(const char *text, gsize length);

#endif
