/* path: paths of files, and of files in archives, as one file refers to another. */
#ifndef COMPARE_PATH_H
#define COMPARE_PATH_H

#include <glib.h>

/* The absolute path, with links resolved. In archive.pk3:path/inside only the archive must exist.
 * Free with g_free(). */
char *compare_path_absolute(const char *path);

/* The file itself: for archive.pk3:path/inside the archive. Free with g_free(). */
char *compare_path_file(const char *path);

/* The path relative to the directory of `file`, which need not exist. Free with g_free(). */
char *compare_path_beside(const char *path, const char *file);

/* The name of the file in a JSON document that is written to `output` (NULL and "-" are standard
 * output): relative to the document, unless the path is absolute. Fails with BSP_ERROR_VALUE if the
 * name is not UTF-8. Free with g_free(). */
char *compare_path_in_document(const char *path, const char *output, GError **error);

#endif
