/* path: handles paths of files, and of files in archives, as one file refers to another. */
#include "text/path.h"

#include <stdlib.h>
#include <string.h>

#include "bsp-error.h"

/* Characters that may end the name of a file. After ":" follows a path inside of an archive, and
 * after "#" a selected part of the file. */
#define INSIDE ":#"

/* Returns the path with its first n characters, which are the name of a file, made absolute.
 * Returns NULL if there is no such file. Uses the file system, because "a/../b" is not "b" if a is
 * a link. */
static char *with_real_prefix(const char *path, gsize n)
{
    g_autofree char *file = g_strndup(path, n);
    char *real = realpath(file, NULL);
    char *whole = real ? g_strconcat(real, path + n, NULL) : NULL;
    free(real);
    return whole;
}

char *compare_path_find(const char *path, gboolean (*is_such)(const char *path))
{
    if (is_such(path))
        return g_strdup(path);
    for (const char *end = strpbrk(path, INSIDE); end; end = strpbrk(end + 1, INSIDE)) {
        g_autofree char *file = g_strndup(path, (gsize)(end - path));
        if (is_such(file))
            return g_steal_pointer(&file);
    }
    return NULL;
}

static gboolean is_regular(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

char *compare_path_file(const char *path)
{
    char *file = compare_path_find(path, is_regular);
    return file ? file : g_strdup(path);
}

char *compare_path_absolute(const char *path)
{
    char *whole = with_real_prefix(path, strlen(path));
    for (const char *p = path; !whole && (p = strpbrk(p, INSIDE)); p++)
        whole = with_real_prefix(path, (gsize)(p - path));
    return whole ? whole : g_canonicalize_filename(path, NULL);
}

/* Returns the length of the common beginning of both paths, up to and with its last slash. */
static gsize common_directories(const char *a, const char *b)
{
    gsize n = 0;
    for (gsize i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            n = i + 1;
    return n;
}

char *compare_path_beside(const char *path, const char *file)
{
    g_autofree char *to = compare_path_absolute(path), *directory = g_path_get_dirname(file);
    g_autofree char *real = compare_path_absolute(directory);
    g_autofree char *from = g_strconcat(real, g_str_has_suffix(real, "/") ? "" : "/", NULL);
    gsize n = common_directories(from, to);
    GString *out = g_string_new(NULL);
    for (const char *p = from + n; (p = strchr(p, '/')); p++)
        g_string_append(out, "../");
    g_string_append(out, to + n);
    return g_string_free(out, FALSE);
}

char *compare_path_in_document(const char *path, const char *output, GError **error)
{
    gboolean to_stdout = !output || strcmp(output, "-") == 0;
    g_autofree char *beside =
        to_stdout || g_path_is_absolute(path) ? g_strdup(path) : compare_path_beside(path, output);
    if (g_utf8_validate(beside, -1, NULL))
        return g_steal_pointer(&beside);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: the name is not UTF-8, as names in a scenario must be", path);
    return NULL;
}
