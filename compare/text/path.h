/* path: handles paths of files, and of files in archives, that files have of each other. */
#ifndef COMPARE_PATH_H
#define COMPARE_PATH_H

#include <glib.h>

/* Returns the absolute path, with links resolved. For a path such as archive.pk3:path/inside, only
 * the archive must exist. The caller frees it with g_free(). */
char *compare_path_absolute(const char *path);

/* Returns the whole path, or its beginning before a ':' or '#', whichever is_such() accepts first.
 * Returns NULL if it accepts none. The caller frees it with g_free(). */
char *compare_path_find(const char *path, gboolean (*is_such)(const char *path));

/* Returns the path of the file itself. For a path such as archive.pk3:path/inside, it is the
 * archive. The caller frees it with g_free(). */
char *compare_path_file(const char *path);

/* Returns the path relative to the folder of `file`. The file need not exist. The caller frees it
 * with g_free(). */
char *compare_path_beside(const char *path, const char *file);

/* Returns the name by which a JSON document that is written to `output` refers to the file. NULL
 * and "-" are standard output. The name is relative to the document, unless the path is absolute.
 * Fails with BSP_ERROR_VALUE if the name is not UTF-8. The caller frees it with g_free(). */
char *compare_path_in_document(const char *path, const char *output, GError **error);

#endif
