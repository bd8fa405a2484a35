/* inputs: what goes into pieces of work, known by its checksum. */
#ifndef COMPARE_INPUTS_H
#define COMPARE_INPUTS_H

#include <glib.h>

/* A table of checksums that have been worked out, from paths. */
GHashTable *compare_inputs_new(void);

/* The SHA-256 of what is in the file, which may be `archive:member`, and which comes decompressed
 * (world/file.h): a world's is the one that results tell. It stays the table's. Fails with
 * BSP_ERROR. */
const char *compare_inputs_sha256(GHashTable *known, const char *path, GError **error);

/* Whether the file is still the one with this checksum. Fails with BSP_ERROR, naming the place
 * ("FILE:LINE") that asks for it. */
gboolean compare_inputs_check(GHashTable *known, const char *place, const char *path,
                              const char *sha256, GError **error);

/* Returns FALSE, with the error that it has changed: which checksum was found, and not the one that
 * was planned; NULL: none. */
gboolean compare_inputs_fail(const char *path, const char *found, const char *sha256,
                             GError **error);

#endif
