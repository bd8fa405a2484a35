/* inputs: the input files of pieces of work, identified by checksum. */
#ifndef COMPARE_INPUTS_H
#define COMPARE_INPUTS_H

#include <glib.h>

/* A cache from paths to checksums. */
GHashTable *compare_inputs_new(void);

/* The SHA-256 of the decompressed contents of the file, which may be `archive:member`
 * (world/file.h). For a world it equals the one in results. The table owns the string. Fails with
 * BSP_ERROR. */
const char *compare_inputs_sha256(GHashTable *known, const char *path, GError **error);

/* Checks that the file still has this checksum. Fails with BSP_ERROR; the message names the place
 * ("FILE:LINE") that refers to the file. */
gboolean compare_inputs_check(GHashTable *known, const char *place, const char *path,
                              const char *sha256, GError **error);

/* Sets the error that the file has changed, with the checksum found and the one planned; NULL: no
 * checksum. Returns FALSE. */
gboolean compare_inputs_fail(const char *path, const char *found, const char *sha256,
                             GError **error);

#endif
