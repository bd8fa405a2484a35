/* path: handles paths of files, and of files in archives, as one file refers to another. */
#ifndef COMPARE_PATH_H
#define COMPARE_PATH_H

#include <glib.h>

/* Returns the absolute path, with links resolved. In archive.pk3:path/inside only the archive must
 * exist. The caller frees it with g_free(). */
char *compare_path_absolute(const char *path);

/* Returns the path of the file itself, which is the archive for archive.pk3:path/inside. The caller
 * frees it with g_free(). */
char *compare_path_file(const char *path);

/* Returns the path relative to the directory of `file`, which need not exist. The caller frees it
 * with g_free(). */
char *compare_path_beside(const char *path, const char *file);

/* Returns the name of the file in a JSON document that is written to `output`. NULL and "-" are
 * standard output. The name is relative to the document, unless the path is absolute. Fails with
 * BSP_ERROR_VALUE if the name is not UTF-8. The caller frees it with g_free(). */
char *compare_path_in_document(const char *path, const char *output, GError **error);

#endif
