/* scratch: the files of a test, in a folder of its own. There is no .c file. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

/* The folder, or NULL. The first path or file creates it, and remove_scratch() deletes it. */
static char *scratch_directory;

static inline void remove_scratch(void)
{
    if (!scratch_directory)
        return;
    g_autoptr(GDir) directory = g_dir_open(scratch_directory, 0, NULL);
    const char *name;
    while (directory && (name = g_dir_read_name(directory))) {
        g_autofree char *path = g_build_filename(scratch_directory, name, NULL);
        g_remove(path);
    }
    g_rmdir(scratch_directory);
    g_clear_pointer(&scratch_directory, g_free);
}

static inline char *scratch_path(const char *name)
{
    if (!scratch_directory)
        scratch_directory = g_dir_make_tmp("test-bsp-XXXXXX", NULL);
    cr_assert_not_null(scratch_directory);
    return g_build_filename(scratch_directory, name, NULL);
}

/* Writes a file, and returns its path. */
static inline char *scratch_file(const char *name, gconstpointer data, gsize length)
{
    char *path = scratch_path(name);
    cr_assert(g_file_set_contents(path, data, (gssize)length, NULL));
    return path;
}

static inline char *scratch_text(const char *name, const char *text)
{
    return scratch_file(name, text, strlen(text));
}

#endif
