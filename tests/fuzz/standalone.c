/* standalone: runs a fuzz target on files and the files of directories, without libFuzzer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

/* Seconds. An input that takes longer counts as an endless loop, so SIGALRM ends the program. The
 * slowest input takes far less, even with sanitizers. */
#define PATIENCE 60

static void run_file(const char *path)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &text, &length, &error)) {
        fprintf(stderr, "%s\n", error->message);
        exit(EXIT_FAILURE);
    }
    alarm(PATIENCE);
    LLVMFuzzerTestOneInput((const uint8_t *)text, length);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void run_directory(const char *path)
{
    g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    while (directory && (name = g_dir_read_name(directory)))
        g_ptr_array_add(names, g_build_filename(path, name, NULL));
    if (names->len)
        qsort(names->pdata, names->len, sizeof *names->pdata, compare_names);
    for (guint i = 0; i < names->len; i++)
        run_file(names->pdata[i]);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (g_file_test(argv[i], G_FILE_TEST_IS_DIR))
            run_directory(argv[i]);
        else
            run_file(argv[i]);
    }
    return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
