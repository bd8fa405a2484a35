/* test-example: README.md says what is so: its program is examples/ask-both.c and prints what it
 * says, and its JSON loads. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenario/scenario.h"
#include "shipped.h"

static char *built_path(const char *name)
{
    g_autofree char *build = g_path_get_dirname(g_getenv("BSPCOMPARE"));
    return g_build_filename(build, name, NULL);
}

static char *read_source(const char *name)
{
    g_autofree char *path = shipped_source(name);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    cr_assert_not_null(text, "%s", error ? error->message : "");
    return text;
}

/* The text of the README's next block of this language, from *at on; NULL when there is none. */
static char *next_block(const char **at, const char *language)
{
    g_autofree char *fence = g_strdup_printf("\n```%s\n", language);
    const char *start = strstr(*at, fence);
    if (!start)
        return NULL;
    start += strlen(fence);
    const char *end = strstr(start, "\n```\n");
    cr_assert_not_null(end, "a block of %s has no end", language);
    *at = end;
    return g_strndup(start, (gsize)(end + 1 - start));
}

typedef struct {
    gint status;
    char *out, *err;
} Ran;

static void run_example(Ran *ran, const char *world)
{
    g_autofree char *program = built_path("examples/ask-both");
    g_autofree char *path = world ? shipped_source(world) : NULL;
    char *arguments[] = { program, path, NULL };
    g_autoptr(GError) error = NULL;
    gint wait_status;
    cr_assert(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &ran->out, &ran->err,
                           &wait_status, &error),
              "%s", error ? error->message : "");
    cr_assert(WIFEXITED(wait_status), "it crashed");
    ran->status = WEXITSTATUS(wait_status);
}

static void ran_clear(Ran *ran)
{
    g_free(ran->out);
    g_free(ran->err);
}

Test(example, readme_shows_the_program)
{
    g_autofree char *readme = read_source("README.md");
    g_autofree char *program = read_source("examples/ask-both.c");
    const char *at = readme;
    g_autofree char *shown = next_block(&at, "c");
    cr_assert_not_null(shown);
    cr_assert_str_eq(shown, program);
}

Test(example, readme_shows_what_it_prints)
{
    g_autofree char *readme = read_source("README.md");
    Ran ran;
    run_example(&ran, "data/worlds/low-tunnel.json");
    cr_assert_eq(ran.status, 0, "%s", ran.err);
    cr_assert_str_empty(ran.err);
    cr_assert_not_null(strstr(readme, ran.out), "README.md does not say:\n%s", ran.out);
    cr_assert_not_null(strstr(ran.out, "onion  stand   E2S"));
    ran_clear(&ran);
}

Test(example, it_says_what_is_wrong)
{
    static const char *const worlds[] = { NULL, "data/worlds/no-such-world.json",
                                          "data/bsp-world.schema.json" };
    for (guint i = 0; i < G_N_ELEMENTS(worlds); i++) {
        Ran ran;
        run_example(&ran, worlds[i]);
        cr_assert_eq(ran.status, 2);
        cr_assert_str_empty(ran.out);
        cr_assert(g_str_has_prefix(ran.err, "ask-both: "));
        cr_assert_eq(strchr(ran.err, '\n'), ran.err + strlen(ran.err) - 1, "one line: %s", ran.err);
        ran_clear(&ran);
    }
}

/* A directory with a scenario's surroundings: it names its world as ../worlds/... */
static void check_json(const char *text, const char *directory)
{
    g_autofree char *path = g_build_filename(directory, "readme.json", NULL);
    g_autoptr(GError) error = NULL;
    cr_assert(g_file_set_contents(path, text, -1, NULL));
    if (strstr(text, "\"bsp-world\"")) {
        g_autoptr(BspWorld) world = bsp_world_load(path, &error);
        cr_assert_not_null(world, "%s", error ? error->message : "");
        cr_assert_geq(world->solid->brushes->len, 3);
    } else {
        g_autoptr(CompareScenario) scenario = compare_scenario_load(path, &error);
        cr_assert_not_null(scenario, "%s", error ? error->message : "");
        cr_assert_geq(scenario->trajectories->len, 4);
    }
    g_unlink(path);
}

Test(example, readme_json_loads)
{
    g_autofree char *readme = read_source("README.md");
    g_autofree char *top = g_dir_make_tmp("readme-XXXXXX", NULL);
    g_autofree char *directory = g_build_filename(top, "scenarios", NULL);
    g_autofree char *link = g_build_filename(top, "worlds", NULL);
    g_autofree char *worlds = shipped_source("data/worlds");
    cr_assert_eq(g_mkdir(directory, 0700), 0);
    cr_assert_eq(symlink(worlds, link), 0);
    guint n = 0;
    const char *at = readme;
    for (char *text = next_block(&at, "json"); text; text = next_block(&at, "json")) {
        check_json(text, directory);
        g_free(text);
        n++;
    }
    cr_assert_geq(n, 2, "a world and a scenario");
    g_unlink(link);
    g_rmdir(directory);
    g_rmdir(top);
}

/* Files that the README names are there. */
Test(example, readme_names_files_that_exist)
{
    static const char *const starts[] = { "`data/",  "`examples/", "`lib/",  "`onion/",
                                          "`shift/", "`compare/",  "`tests/" };
    g_autofree char *readme = read_source("README.md");
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        for (const char *at = strstr(readme, starts[i]); at; at = strstr(at + 1, starts[i])) {
            gsize length = strcspn(at + 1, "` *\n");
            g_autofree char *name = g_strndup(at + 1, length);
            g_autofree char *path = shipped_source(name);
            if (at[1 + length] == '*' || g_str_has_prefix(name, "data/levels"))
                continue; /* a pattern; what is fetched */
            cr_expect(g_file_test(path, G_FILE_TEST_EXISTS), "README.md names %s", name);
            n++;
        }
    }
    cr_assert_gt(n, 10);
}
