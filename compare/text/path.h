/* path: names of files, of those in archives too, as other files can name them. */
#ifndef COMPARE_PATH_H
#define COMPARE_PATH_H

#include <glib.h>

/* The path from the root, past all links. Of archive.pk3:path/inside only the archive need be a
 * file. Free with g_free(). */
char *compare_path_absolute(const char *path);

/* The file itself: of archive.pk3:path/inside the archive. Free with g_free(). */
char *compare_path_file(const char *path);

/* The path from the directory in which `file` is, or shall be; `file` need not be there yet. Free
 * with g_free(). */
char *compare_path_beside(const char *path, const char *file);

/* The same of a path that is not from the root, without resolving links in it, so that it still
 * holds where `file` is moved together with all that lies round it. Free with g_free(). */
char *compare_path_beside_as_given(const char *path, const char *file);

/* How a JSON document that goes to `output` (NULL and "-" are standard output) names the file at
 * the path: beside it, unless it is named from the root. Fails with BSP_ERROR_VALUE where that is
 * no UTF-8. Free with g_free(). */
char *compare_path_in_document(const char *path, const char *output, GError **error);

#endif
