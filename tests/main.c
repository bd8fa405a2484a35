/* main: starts a suite. Tests find files by environment variables, which `make check` sets. If a
 * suite is started by hand, main sets them to the paths of its own build. */
#include <criterion/criterion.h>
#include <glib.h>

static void set_fallback(const char *variable, const char *folder, const char *file)
{
    g_autofree char *path = g_build_filename(folder, file, NULL);
    g_setenv(variable, path, FALSE);
}

/* Sets the variable of the archive of real levels, if the archive has been fetched. */
static void set_levels(void)
{
    char *argv[] = { (char *)"/bin/sh", (char *)BSP_SOURCE_DIR "/data/fetch-levels",
                     (char *)"--cached", NULL };
    g_autofree char *path = NULL;
    if (!g_getenv("BSP_LEVELS") &&
        g_spawn_sync(NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &path, NULL, NULL, NULL) &&
        *path)
        g_setenv("BSP_LEVELS", g_strchomp(path), TRUE);
}

/* Set in the process of main(), which only starts the tests. They run in processes of their own. */
static int starts_tests;

/* LeakSanitizer calls this function before it searches for leaks. On a busy machine libcriterion
 * sometimes leaks 48 bytes in the process that starts the tests. The report then ends that process
 * before it has written all results. */
int __lsan_is_turned_off(void); /* NOLINT: LeakSanitizer chose the name */
int __lsan_is_turned_off(void)  /* NOLINT */
{
    return starts_tests;
}

int main(int argc, char **argv)
{
    starts_tests = 1;
    set_fallback("BSP_DATA_DIR", BSP_SOURCE_DIR, "data");
    set_fallback("BSP_BUILD_DIR", BSP_BUILD_DIR, NULL);
    set_fallback("BSPCOMPARE", BSP_BUILD_DIR, "bspcompare");
    set_fallback("BSPLEVEL", BSP_BUILD_DIR, "bsplevel");
    set_fallback("BSP_FAIL_MALLOC", BSP_BUILD_DIR, "tests/fail-malloc.so");
    set_levels();

    struct criterion_test_set *tests = criterion_initialize();
    int status = 0;
    if (criterion_handle_args(argc, argv, true))
        status = !criterion_run_all_tests(tests);
    criterion_finalize(tests);
    return status;
}
