/* test-progress: tests the progress line on a terminal. */
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include "command/progress.h"
#include "run/run.h"
#include "shipped.h"
#include "test-program.h"

#define SECOND G_USEC_PER_SEC

/* --- the line --- */

/* Runs the shell command, or the function if `command` is NULL, in a terminal of this kind and
 * width. Returns the bytes written to the terminal. */
static char *on_terminal_of(const char *kind, guint columns, const char *command,
                            void (*function)(void))
{
    struct winsize size = { .ws_row = 24, .ws_col = (unsigned short)columns };
    GString *out = g_string_new(NULL);
    char bytes[4096];
    int terminal;
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    cr_assert_geq(child, 0);
    if (child == 0) {
        g_set_prgname("bspcompare");
        g_setenv("TERM", kind, TRUE);
        if (command)
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        else
            function();
        _exit(0);
    }
    /* read() fails with EIO at the end of the terminal's output. */
    for (gssize n; (n = read(terminal, bytes, sizeof bytes)) > 0;)
        g_string_append_len(out, bytes, n);
    close(terminal);
    waitpid(child, NULL, 0);
    return g_string_free(out, FALSE);
}

static char *on_terminal(guint columns, const char *command, void (*function)(void))
{
    return on_terminal_of("xterm", columns, command, function);
}

/* Returns the text that is visible at the end, if all output was on one line. */
static char *seen(const char *written)
{
    g_autofree char *text = g_strdup(written);
    char *last = strrchr(text, '\r');
    char *end = last ? last + 1 : text;
    return g_strdup(g_str_has_prefix(end, "\033[K") ? end + 3 : end);
}

static void go_on(guint tenths)
{
    for (guint i = 0; i < tenths; i++) {
        compare_progress_stage("building onion", i / 100.0, (gpointer) "level");
        g_usleep(SECOND / 10);
    }
    compare_progress_end();
}

static void work_for_three_seconds(void)
{
    go_on(30);
}

static void short_work(void)
{
    go_on(7);
}

Test(progress, tells_how_far_and_is_gone)
{
    gint64 start = g_get_monotonic_time();
    g_autofree char *text = on_terminal(100, NULL, work_for_three_seconds);
    double seconds = (double)(g_get_monotonic_time() - start) / SECOND;
    g_autofree char *end = seen(text);
    /* The line is written without wrapping, so that it can be erased on a narrow terminal. It
     * changes at most four times in each second after the first. With other work on the machine,
     * the work takes longer than three seconds. */
    g_autofree char *lines = g_strdup_printf(
        "^(\\r\\033\\[K\\033\\[\\?7llevel: building onion, [1-9]\\d* s\\033\\[\\?7h){5,%d}"
        "\\r\\033\\[K$",
        (int)(4 * (seconds - 1)) + 1);
    cr_expect(g_regex_match_simple(lines, text, 0, 0), "%s", text);
    cr_expect_str_eq(end, "", "%s", text);
}

Test(progress, is_nothing_for_a_terminal_that_cannot_erase)
{
    static const char *const kinds[] = { "dumb", "" };
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *text = on_terminal_of(kinds[i], 80, NULL, work_for_three_seconds);
        cr_expect_str_eq(text, "", "%s: %s", kinds[i], text);
    }
}

Test(progress, short_work_tells_nothing)
{
    for (guint i = 0; i < 20; i++) {
        gint64 start = g_get_monotonic_time();
        g_autofree char *text = on_terminal(80, NULL, short_work);
        if (g_get_monotonic_time() - start > SECOND)
            continue; /* other work on the machine made it long */
        cr_expect_str_eq(text, "");
        return;
    }
    cr_skip_test("the machine has too much other work");
}

/* --- the stages of a run --- */

static void add_stage(const char *stage, double done, gpointer user_data)
{
    GPtrArray *stages = user_data;
    (void)done;
    if (stages->len == 0 || !g_str_equal(stages->pdata[stages->len - 1], stage))
        g_ptr_array_add(stages, g_strdup(stage));
}

Test(progress, a_run_says_n_of_m)
{
    static const char *const expected[] = { "resolving moves",
                                            "building onion, method 1 of 2",
                                            "checking onion, method 1 of 2",
                                            "building brushes, method 2 of 2",
                                            "checking brushes, method 2 of 2",
                                            "measuring times, round 1 of 2",
                                            "measuring times, round 2 of 2" };
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) stages = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(CompareScenario) s = shipped_scenario("stand-and-crouch.json");
    const CompareMethodClass *classes[] = { compare_method_find("onion"),
                                            compare_method_find("brushes"), NULL };
    const CompareAsked asked = { classes, { 0 } };
    s->repeat = 1;
    const CompareStage stage = { add_stage, stages };
    g_autoptr(CompareReport) report = compare_run(s, &asked, TRUE, &stage, &error);
    cr_assert_not_null(report, "%s", error ? error->message : "");
    cr_assert_eq(stages->len, G_N_ELEMENTS(expected));
    for (guint i = 0; i < stages->len; i++)
        cr_expect_str_eq(stages->pdata[i], expected[i]);
}

/* --- the program --- */

TestSuite(progress_of, .init = set_up, .fini = remove_scratch);

/* Returns a command whose world arrives through a pipe after this number of seconds. The wait
 * begins when the command opens the pipe, however long its program takes to start. */
static char *slow_command(const char *seconds, const char *rest)
{
    return g_strdup_printf("cd '%s' && mkfifo slow.json && { sleep %s; cat w.json; } >slow.json & "
                           "cd '%s'; while ! test -p slow.json; do sleep 0.1; done; "
                           "\"$%s\" %s; rm slow.json",
                           scratch_directory, seconds, scratch_directory,
                           is_of_level(rest) ? "BSPLEVEL" : "BSPCOMPARE", rest);
}

Test(progress_of, a_slow_file_is_shown_and_erased)
{
    static const char *const commands[] = { "info slow.json >/dev/null",
                                            "convert slow.json >/dev/null",
                                            "generate scenario slow.json >/dev/null",
                                            "run s.json -w slow.json --no-timing >/dev/null",
                                            "draw s.json -w slow.json >/dev/null" };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *command = slow_command("1.8", commands[i]);
        g_autofree char *text = on_terminal(80, command, NULL);
        g_autofree char *end = seen(text);
        cr_expect(g_regex_match_simple("reading (slow|s).json, \\d+ s\\033", text, 0, 0), "%s: %s",
                  commands[i], text);
        cr_expect_str_eq(end, "", "%s: %s", commands[i], end);
    }
}

Test(progress_of, a_slow_file_into_a_pipe_shows_nothing)
{
    g_autofree char *command =
        slow_command("1.8", "run s.json -w slow.json --no-timing 2>&1 >/dev/null | cat >err.txt");
    g_autofree char *text = on_terminal(80, command, NULL);
    g_autofree char *err = read_file("err.txt");
    cr_expect_str_eq(text, "");
    cr_expect_str_eq(err, "");
}
