/* test-example: checks that README.md and docs/ are correct. The program in them is
 * examples/ask-both.c and prints the output in the text. Their JSON loads. The files, links,
 * commands and options that they name exist. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build/solid.h"
#include "scenario/scenario.h"

/* The directory above `data` of the sources, and that of the build. */
static char *source_path(const char *name)
{
    return g_build_filename(g_getenv("BSP_DATA_DIR"), "..", name, NULL);
}

static char *built_path(const char *name)
{
    g_autofree char *build = g_path_get_dirname(g_getenv("BSPCOMPARE"));
    return g_build_filename(build, name, NULL);
}

static char *read_source(const char *name)
{
    g_autofree char *path = source_path(name);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    cr_assert_not_null(text, "%s", error ? error->message : "");
    return text;
}

/* The text of the README's next block in this language from *at on; NULL if there is none. */
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
    g_autofree char *path = world ? source_path(world) : NULL;
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

/* Makes the directories that a scenario expects: it names its world as ../worlds/... */
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

Test(example, json_that_is_shown_loads)
{
    g_autofree char *page = read_source("docs/formats.md");
    g_autofree char *top = g_dir_make_tmp("formats-XXXXXX", NULL);
    g_autofree char *directory = g_build_filename(top, "scenarios", NULL);
    g_autofree char *link = g_build_filename(top, "worlds", NULL);
    g_autofree char *worlds = source_path("data/worlds");
    cr_assert_eq(g_mkdir(directory, 0700), 0);
    cr_assert_eq(symlink(worlds, link), 0);
    guint n = 0;
    const char *at = page;
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

/* The example in a manual page, without man's escapes. */
static char *example_of(const char *page)
{
    g_autofree char *text = read_source(page);
    const char *start = strstr(text, "\n.EX\n"), *end = strstr(text, "\n.EE\n");
    cr_assert(start && end && start < end, "%s has no example", page);
    start += strlen("\n.EX\n");
    g_autofree char *example = g_strndup(start, (gsize)(end - start));
    g_auto(GStrv) parts = g_strsplit(example, "\\-", -1);
    return g_strjoinv("-", parts);
}

/* Writes the example into the directory; returns the path. */
static char *write_example(const char *page, const char *directory, const char *name)
{
    g_autofree char *text = example_of(page);
    char *path = g_build_filename(directory, name, NULL);
    cr_assert(g_file_set_contents(path, text, -1, NULL));
    return path;
}

/* The scenario's world is the other example. */
Test(example, examples_in_manual_pages_load)
{
    g_autofree char *directory = g_dir_make_tmp("manual-XXXXXX", NULL);
    g_autofree char *world = write_example("docs/bsp-world.5", directory, "pillar.json");
    g_autofree char *path = write_example("docs/bsp-scenario.5", directory, "scenario.json");
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareScenario) scenario = compare_scenario_load(path, &error);
    cr_assert_not_null(scenario, "%s", error ? error->message : "");
    cr_assert_eq(scenario->world->solid->brushes->len, 2);
    cr_assert_eq(scenario->trajectories->len, 2);
    g_unlink(world);
    g_unlink(path);
    g_rmdir(directory);
}

/* --- all pages --- */

/* The names of the pages at the top and in docs/. Free with g_ptr_array_unref(). */
static GPtrArray *all_pages(void)
{
    GPtrArray *pages = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(pages, g_strdup("README.md"));
    g_ptr_array_add(pages, g_strdup("CONTRIBUTING.md"));
    g_autofree char *docs = source_path("docs");
    g_autoptr(GDir) dir = g_dir_open(docs, 0, NULL);
    cr_assert_not_null(dir);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir))
        if (g_str_has_suffix(name, ".md"))
            g_ptr_array_add(pages, g_build_filename("docs", name, NULL));
    cr_assert_gt(pages->len, 5);
    return pages;
}

/* Calls check with the text of each page. Returns the sum of the results. */
static guint on_all_pages(guint (*check)(const char *page, const char *text))
{
    g_autoptr(GPtrArray) pages = all_pages();
    guint n = 0;
    for (guint i = 0; i < pages->len; i++) {
        g_autofree char *text = read_source(pages->pdata[i]);
        n += check(pages->pdata[i], text);
    }
    return n;
}

Test(example, readme_is_short)
{
    g_autofree char *readme = read_source("README.md");
    g_auto(GStrv) lines = g_strsplit(readme, "\n", -1);
    cr_assert_leq(g_strv_length(lines) - 1, 200);
}

/* The hash at the end of the output of `run`. `world` replaces the scenario's world, or is NULL. */
static char *hash_of(const char *scenario, const char *world)
{
    g_autofree char *program = g_strdup(g_getenv("BSPCOMPARE"));
    g_autofree char *path = source_path(scenario);
    g_autofree char *instead = world ? g_strconcat("--world=", world, NULL) : NULL;
    char *arguments[] = { program, "run", "--no-timing", path, instead, NULL };
    g_autofree char *out = NULL;
    gint status;
    cr_assert(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status,
                           NULL));
    const char *hash = strstr(out, "hash of moves, trees and answers: ");
    cr_assert_not_null(hash, "%s", out);
    return g_strndup(strchr(hash, ':') + 2, strlen("0123456789abcdef"));
}

static void check_hash(const char *scenario, const char *world)
{
    g_autofree char *hash = hash_of(scenario, world);
    g_autofree char *readme = read_source("README.md");
    g_autofree char *page = read_source("docs/measurements.md");
    cr_expect(strstr(readme, hash), "README.md does not say %s: %s", hash, scenario);
    cr_expect(strstr(page, hash), "docs/measurements.md does not say %s: %s", hash, scenario);
}

Test(example, pages_tell_the_hashes_of_the_demo)
{
    check_hash("data/scenarios/stand-and-crouch.json", NULL);
    if (g_getenv("BSP_LEVELS")) {
        g_autofree char *world = g_strconcat(g_getenv("BSP_LEVELS"), ":maps/oacmpdm5.bsp", NULL);
        g_autofree char *match = g_strconcat(g_getenv("BSP_LEVELS"), ":maps/oacmpdm7.bsp", NULL);
        check_hash("data/scenarios/real-level.json", world);
        check_hash("data/scenarios/match-dm7.json.gz", match);
    }
}

/* The next file name in code quotes from *at on: a folder of the sources and a file in it. NULL
 * if there is none. */
static char *next_name(const char **at)
{
    static const char *const folders[] = { "data/",  "docs/",    "examples/", "lib/",
                                           "onion/", "compare/", "shift/",    "tests/" };
    for (const char *quote = strchr(*at, '`'); quote; quote = strchr(quote + 1, '`'))
        for (guint i = 0; i < G_N_ELEMENTS(folders); i++)
            if (g_str_has_prefix(quote + 1, folders[i])) {
                gsize length = strcspn(quote + 1, "` \n");
                *at = quote + 1 + length;
                return g_strndup(quote + 1, length);
            }
    return NULL;
}

static guint check_names(const char *page, const char *text)
{
    guint n = 0;
    for (char *name = next_name(&text); name; name = next_name(&text)) {
        g_autofree char *path = source_path(name);
        if (!strchr(name, '*'))
            cr_expect(g_file_test(path, G_FILE_TEST_EXISTS), "%s names %s", page, name);
        g_free(name);
        n++;
    }
    return n;
}

Test(example, files_that_pages_name_exist)
{
    cr_assert_gt(on_all_pages(check_names), 40);
}

/* The text of all public headers, each after its name. */
static char *read_headers(void)
{
    static const char *const folders[] = { "lib/include" };
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = source_path(folders[i]);
        g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
        cr_assert_not_null(dir, "%s", folders[i]);
        for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
            g_autofree char *file = g_build_filename(folders[i], name, NULL);
            g_autofree char *text = g_str_has_suffix(name, ".h") ? read_source(file) : NULL;
            if (text)
                g_string_append_printf(all, "\n%s\n%s", name, text);
        }
    }
    return g_string_free(all, FALSE);
}

/* Functions in a page's text, such as `onion_tree_build()`, and headers, such as `bsp-vec.h`,
 * must exist. */
static guint check_interface(const char *page, const char *text)
{
    g_autofree char *headers = read_headers();
    g_autoptr(GRegex) regex =
        g_regex_new("[\"`]((?:bsp|onion|shift)(?:_\\w+\\(|-[a-z-]+\\.h))", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint n = 0;
    for (g_regex_match(regex, text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        cr_expect(strstr(headers, name), "%s: no header has %s", page, name);
        n++;
    }
    return n;
}

Test(example, functions_and_headers_that_pages_name_exist)
{
    cr_assert_gt(on_all_pages(check_interface), 10);
}

/* GitHub's anchor for the heading: #how-it-grows for "How it grows". */
static char *anchor_of(const char *heading)
{
    GString *anchor = g_string_new(NULL);
    for (const char *c = heading; *c; c++)
        if (g_ascii_isalnum(*c) || *c == '-' || *c == ' ')
            g_string_append_c(anchor, *c == ' ' ? '-' : g_ascii_tolower(*c));
    return g_string_free(anchor, FALSE);
}

static gboolean has_heading(const char *text, const char *anchor)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        g_autofree char *found =
            lines[i][0] == '#' ? anchor_of(lines[i] + strspn(lines[i], "# ")) : NULL;
        if (g_strcmp0(found, anchor) == 0)
            return TRUE;
    }
    return FALSE;
}

static void check_link(const char *page, const char *target)
{
    g_auto(GStrv) parts = g_strsplit(target, "#", 2);
    g_autofree char *directory = g_path_get_dirname(page);
    g_autofree char *name =
        *parts[0] ? g_build_filename(directory, parts[0], NULL) : g_strdup(page);
    g_autofree char *text = read_source(name);
    if (parts[1])
        cr_expect(has_heading(text, parts[1]), "%s: no heading of %s is #%s", page, name, parts[1]);
}

static guint check_links(const char *page, const char *text)
{
    guint n = 0;
    for (const char *at = strstr(text, "]("); at; at = strstr(at + 1, "](")) {
        g_autofree char *target = g_strndup(at + 2, strcspn(at + 2, ")"));
        check_link(page, target);
        n++;
    }
    return n;
}

Test(example, links_of_pages_lead_somewhere)
{
    cr_assert_gt(on_all_pages(check_links), 15);
}

/* --- commands --- */

/* Arguments of ./bootstrap in the text must be in its usage. */
static guint check_bootstrap(const char *page, const char *text)
{
    g_autofree char *script = read_source("bootstrap");
    guint n = 0;
    for (const char *at = strstr(text, "./bootstrap "); at; at = strstr(at + 1, "./bootstrap ")) {
        g_autofree char *said = g_strndup(at, strcspn(at, "`\n"));
        said[strlen("./bootstrap ") + strcspn(said + strlen("./bootstrap "), " ")] = '\0';
        g_autofree char *usage = g_strdup_printf("#        %s ", said);
        cr_expect(strstr(script, usage), "%s: bootstrap does not know %s", page, said);
        n++;
    }
    return n;
}

Test(example, bootstrap_takes_what_pages_say)
{
    cr_assert_gt(on_all_pages(check_bootstrap), 4);
}

/* The next command line in a page with this beginning. A backslash at the end of a line
 * continues it. NULL if there is none. */
static char *next_command(const char **at, const char *start)
{
    g_autofree char *line_start = g_strconcat("\n", start, " ", NULL);
    const char *found = strstr(*at, line_start);
    if (!found)
        return NULL;
    const char *end = strchr(found + 1, '\n');
    while (end && end[-1] == '\\')
        end = strchr(end + 1, '\n');
    cr_assert_not_null(end);
    *at = end;
    return g_strndup(found + 1, (gsize)(end - found - 1));
}

/* The output of --help for the command, which is two words for `generate`. */
static char *help_of(char **words)
{
    gboolean is_generate = g_strcmp0(words[1], "generate") == 0;
    g_autofree char *program = g_strdup(g_getenv("BSPCOMPARE"));
    char *arguments[] = { program, words[1], is_generate ? words[2] : "--help", "--help", NULL };
    g_autoptr(GError) error = NULL;
    char *help = NULL;
    gint status;
    cr_assert(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &help, NULL, &status,
                           &error),
              "%s", error ? error->message : "");
    cr_expect(g_spawn_check_wait_status(status, NULL), "bspcompare has no %s", words[1]);
    return help;
}

static void check_word(const char *page, const char *word, const char *help)
{
    if (g_str_has_prefix(word, "--")) {
        g_autofree char *name = g_strndup(word, strcspn(word, "="));
        g_autofree char *pattern = g_strdup_printf("%s[= ]", name);
        cr_expect(g_regex_match_simple(pattern, help, 0, 0), "%s: bspcompare has no %s", page,
                  name);
    } else if (word[0] == '-') {
        g_autofree char *listed = g_strdup_printf(" %s, --", word);
        cr_expect(strstr(help, listed), "%s: bspcompare has no %s", page, word);
    } else if (g_str_has_prefix(word, "data/") && !strchr(word, '*')) {
        g_autofree char *path = source_path(word);
        cr_expect(g_file_test(path, G_FILE_TEST_EXISTS), "%s asks of %s", page, word);
    }
}

static guint check_commands(const char *page, const char *text)
{
    guint n = 0;
    for (char *line = next_command(&text, "build/bspcompare"); line;
         line = next_command(&text, "build/bspcompare")) {
        char **words = NULL;
        g_autoptr(GError) error = NULL;
        cr_assert(g_shell_parse_argv(line, NULL, &words, &error), "%s: %s", page, line);
        g_autofree char *help = help_of(words);
        for (guint i = 1; words[i]; i++)
            check_word(page, words[i], help);
        g_strfreev(words);
        g_free(line);
        n++;
    }
    return n;
}

Test(example, commands_of_pages_are_taken)
{
    cr_assert_gt(on_all_pages(check_commands), 15);
}

/* Programs in a page's text must be in tests/tests.am. */
static guint check_suites(const char *page, const char *text)
{
    g_autofree char *programs = g_strdelimit(read_source("tests/tests.am"), "\n\t", ' ');
    guint n = 0;
    for (char *line = next_command(&text, "make -C build"); line;
         line = next_command(&text, "make -C build")) {
        g_auto(GStrv) words = g_strsplit_set(line, " ='", -1);
        for (guint i = 0; words[i]; i++)
            if (g_str_has_prefix(words[i], "tests/")) {
                g_autofree char *name = g_strdup_printf(" %s ", words[i]);
                cr_expect(strstr(programs, name), "%s runs %s", page, words[i]);
                n++;
            }
        g_free(line);
    }
    return n;
}

Test(example, suites_that_pages_run_exist)
{
    cr_assert_gt(on_all_pages(check_suites), 10);
}
