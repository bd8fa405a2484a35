/* test-memory: tests the programs when memory runs out. Each allocation fails in turn, also in the
 * libraries. Each time, the program must either print its usual output and end with status 0, or
 * end with another status and without an output file. GLib aborts the program if an allocation
 * fails.
 *
 * The test is skipped if fail-malloc cannot be loaded, as under sanitizers, which replace
 * malloc. */
#include <signal.h>
#include <unistd.h>

#include "sanitized.h"
#include "test-program.h"

/* The maximum number of runs of the program in one test. They take about a minute. If the program
 * makes more allocations, the test lets all of the first allocations fail, and an even sample of
 * the others. */
#define MAX_RUNS 500

static const char odd_world[] =
    "{\"format\":\"bsp-world\",\"version\":1,"
    "\"name\":\"a name of more than thirty-two characters, \\u00e9 and \\\"all\\\"\",\n"
    " \"brushes\":[{\"box\":[[-64.000000000000000000000000000000001,-64,-8],[64,64,0]]},\n"
    "  {\"planes\":[[1,0,0,40.00000000000000000000000000000000001],[-1,0,0,-16],[0,1,0,64],"
    "[0,-1,0,64],[0,0,1,64],[0,0,-1,0]]},\n"
    "  {\"points\":[[-60,-60,0],[-40,-60,0],[-60,-40,0],[-60,-60,30]]}],\n"
    " \"starts\":[[-32,0,25]]}\n";

static void set_up_memory(void)
{
    if (SANITIZED)
        cr_skip_test("a sanitizer has a malloc of its own");
    const char *library = g_getenv("BSP_FAIL_MALLOC");
    if (!library || access(library, R_OK) != 0)
        cr_skip_test("BSP_FAIL_MALLOC names no library");
    set_up();
    g_free(scratch_text("w.json", odd_world));
}

TestSuite(memory, .init = set_up_memory, .fini = remove_scratch, .timeout = 600);

/* Returns whether json-c caused the segmentation fault, because it copies keys without a check of
 * the allocation. Its functions then precede the program's in fail-malloc's call stack. The search
 * uses the beginnings of file names, because folders may have any name. */
static gboolean is_json_c(const char *err)
{
    const char *theirs = strstr(err, "/libjson-c."), *library = strstr(err, "/libbsp");
    const char *program = strstr(err, "/bspcompare(");
    program = program ? program : strstr(err, "/bsplevel(");
    return theirs && (!library || theirs < library) && (!program || theirs < program);
}

/* Runs the program once, while allocation `at` fails. Unlike a run of shell(), the program may be
 * ended by a signal; the status is then -1. */
static Outcome run_failing(const char *arguments, gulong at)
{
    Outcome outcome = { 0 };
    int wait_status;
    g_autofree char *number = g_strdup_printf("%lu", at);
    g_autofree char *command =
        g_strdup_printf("ulimit -c 0; LD_PRELOAD=\"$BSP_FAIL_MALLOC\" "
                        "FAIL_MALLOC_AT=%s exec taskset -c 0 \"$%s\" %s",
                        number, is_of_level(arguments) ? "BSPLEVEL" : "BSPCOMPARE", arguments);
    char *argv[] = { (char *)"/bin/sh", (char *)"-c", command, NULL };
    g_auto(GStrv) environment = g_environ_setenv(g_get_environ(), "DATA", shipped_data(), TRUE);
    cr_assert(g_spawn_sync(scratch_directory, argv, environment, G_SPAWN_DEFAULT, NULL, NULL,
                           &outcome.out, &outcome.err, &wait_status, NULL));
    outcome.status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
    cr_expect(!WIFSIGNALED(wait_status) || WTERMSIG(wait_status) != SIGSEGV ||
                  is_json_c(outcome.err),
              "%s, allocation %lu: a wild pointer\n%s", arguments, at, outcome.err);
    return outcome;
}

static gulong count_allocations(const char *arguments)
{
    g_autofree char *count = scratch_path("count");
    g_setenv("FAIL_MALLOC_COUNT", count, TRUE);
    g_auto(Outcome) outcome = run_failing(arguments, 0);
    g_unsetenv("FAIL_MALLOC_COUNT");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    g_autofree char *text = read_file("count");
    cr_assert_not_null(text, "%s: fail-malloc was not loaded", arguments);
    g_remove(count);
    return strtoul(text, NULL, 10);
}

/* Returns the output to compare, which is standard output, and the output file if there is one. */
static char *everything(const Outcome *outcome)
{
    g_autofree char *file = read_file("out");
    return g_strconcat(outcome->out, "\n", file ? file : "", NULL);
}

static void check_failing(const char *arguments, gulong at, const char *right, const char *names)
{
    g_auto(Outcome) outcome = run_failing(arguments, at);
    g_autofree char *found = everything(&outcome), *left = NULL, *file = read_file("out");
    if (outcome.status == 0)
        cr_assert_str_eq(found, right, "%s, allocation %lu: status 0 and\n%s", arguments, at,
                         found);
    /* GLib may also run out of memory after it has put the whole file into its place. */
    if (outcome.status == 0 || (file && *file && g_str_has_suffix(right, file))) {
        g_autofree char *out = scratch_path("out");
        g_remove(out);
    }
    left = listing();
    cr_assert_str_eq(left, names, "%s, allocation %lu, status %d", arguments, at, outcome.status);
}

static void fail_one_by_one(const char *arguments)
{
    g_autofree char *out = scratch_path("out");
    g_autofree char *names = listing();
    gulong n = count_allocations(arguments);
    g_remove(out);
    g_auto(Outcome) outcome = run_failing(arguments, 0);
    g_autofree char *right = everything(&outcome);
    g_remove(out);
    cr_assert(n > 100, "only %lu allocations", n);
    gulong rest = n > MAX_RUNS ? n - MAX_RUNS / 2 : 0, first = n - rest;
    for (gulong at = 1; at <= first; at++)
        check_failing(arguments, at, right, names);
    for (gulong i = 0; rest && i < MAX_RUNS / 2; i++)
        check_failing(arguments, first + 1 + i * rest / (MAX_RUNS / 2), right, names);
}

#define COMMAND(id, arguments)                                                                     \
    Test(memory, id)                                                                               \
    {                                                                                              \
        fail_one_by_one(arguments);                                                                \
    }

COMMAND(info, "info w.json")
COMMAND(import, "convert w.json -o out")
COMMAND(run, "run --no-timing -m onion,shift-exact -o out s.json")
COMMAND(run_as_json, "run --no-timing -m onion -f json s.json")
