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

#endif
