/* test-progress: the progress line on a terminal. */
#include <fcntl.h>
#include <math.h>
#include <pty.h>
#include <signal.h>
#include <unistd.h>

#include "command/progress.h"
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
        g_setenv("TERM", kind, TRUE);
        if (command)
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        else
            function();
        _exit(0);
    }
    /* read() fails with EIO at the end of the terminal's output */
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

/* The text that is visible at the end, if all output is on one line. *widest is the width of the
 * widest text that was visible. */
static char *seen(const char *written, glong *widest)
{
    g_autoptr(GString) line = g_string_new(NULL);
    for (const char *c = written; *c; c++) {
        if (*c == '\r') {
            *widest = MAX(*widest, g_utf8_strlen(line->str, -1));
            g_string_truncate(line, 0); /* the program rewrites the whole line each time */
        } else if (g_str_has_prefix(c, "\033[K")) {
            c += 2;
        } else {
            g_string_append_c(line, *c);
        }
    }
    *widest = MAX(*widest, g_utf8_strlen(line->str, -1));
    return g_strdup(line->str);
}

static void go_on(const char *what, guint tenths)
{
    CompareProgress progress = compare_progress_new();
    progress.what = what;
    for (guint i = 0; i < tenths; i++) {
        compare_progress_stage("building onion", i / 100.0, &progress);
        compare_progress_stage(NULL, i / 200.0, &progress);
        g_usleep(SECOND / 10);
    }
    compare_progress_end(&progress);
}

static void work_for_three_seconds(void)
{
    go_on("level", 30);
}

static void work_of_a_long_name(void)
{
    g_autofree char *name = g_strnfill(1000, 'x');
    go_on(name, 14);
}

static void short_work(void)
{
    go_on("level", 7);
}

Test(progress, tells_how_far_and_how_long_and_is_gone)
{
    glong widest = 0;
    g_autofree char *text = on_terminal(100, NULL, work_for_three_seconds);
    g_autofree char *end = seen(text, &widest);
    /* at first the line has no time, because there is no estimate yet */
    cr_expect(
        g_regex_match_simple("^\\rlevel: building onion +\\d+%; all of it +\\d+%\\033", text, 0, 0),
        "%s", text);
    cr_expect(g_regex_match_simple("level: building onion +\\d+%, \\d+ s left; all of it +\\d+%, "
                                   "\\d+ s left\\033",
                                   text, 0, 0),
              "%s", text);
    cr_expect_str_eq(end, "", "%s", text);
    cr_expect_null(strchr(text, '\n'));
}

Test(progress, is_as_wide_as_the_terminal)
{
    glong widest = 0;
    g_autofree char *text = on_terminal(40, NULL, work_of_a_long_name);
    g_autofree char *end = seen(text, &widest);
    cr_expect_eq(widest, 39);
    cr_expect_not_null(strstr(text, "%"), "%s", text);
    cr_expect_str_eq(end, "");
    g_autofree char *narrow = on_terminal(5, NULL, work_of_a_long_name);
    widest = 0;
    g_free(seen(narrow, &widest));
    cr_expect_leq(widest, 4);
}

/* Raises a signal that ends or stops the process while the line is visible. */
static void get_signal(int number)
{
    CompareProgress progress = compare_progress_new();
    compare_progress_stage("building onion", 0.5, &progress);
    g_usleep(SECOND * 3 / 2); /* after 1.5 s the line is visible */
    raise(number);
    _exit(1); /* if it continues after a stop, it must not write the line again at once */
}

static void get_interrupted(void)
{
    get_signal(SIGINT);
}

static void get_ended(void)
{
    get_signal(SIGTERM);
}

static void get_stopped(void)
{
    get_signal(SIGTSTP);
}

Test(progress, is_erased_by_signals)
{
    static void (*const functions[])(void) = { get_interrupted, get_ended, get_stopped };
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        glong widest = 0;
        g_autofree char *text = on_terminal(80, NULL, functions[i]);
        g_autofree char *end = seen(text, &widest);
        cr_expect_not_null(strstr(text, "building onion  50%"), "%u: %s", i, text);
        cr_expect_str_eq(end, "", "%u: %s", i, text);
    }
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
    g_autofree char *text = on_terminal(80, NULL, short_work);
    cr_expect_str_eq(text, "");
}

/* --- the program --- */

TestSuite(progress_of, .init = set_up, .fini = tear_down);

/* A command whose world arrives through a pipe after 1.8 s. */
static char *slow_command(const char *rest)
{
    return g_strdup_printf("cd '%s' && mkfifo slow.json && { sleep 1.8; cat w.json >slow.json; } & "
                           "cd '%s'; while ! test -p slow.json; do sleep 0.1; done; "
                           "\"$BSPCOMPARE\" %s; rm slow.json",
                           directory, directory, rest);
}

Test(progress_of, a_slow_file)
{
    static const char *const commands[] = { "info slow.json >/dev/null",
                                            "convert slow.json >/dev/null",
                                            "generate scenario slow.json >/dev/null",
                                            "run s.json -w slow.json --no-timing >/dev/null",
                                            "draw s.json -w slow.json --plan >/dev/null" };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *command = slow_command(commands[i]);
        glong widest = 0;
        g_autofree char *text = on_terminal(80, command, NULL);
        g_autofree char *end = seen(text, &widest);
        cr_expect(g_regex_match_simple("\\rreading (slow|s).json: 1 s\\033", text, 0, 0), "%s: %s",
                  commands[i], text);
        cr_expect_str_eq(end, "", "%s: %s", commands[i], end);
    }
}

/* The line is never written to a file or a pipe, however long the work takes. */
Test(progress_of, nothing_but_a_terminal)
{
    g_autofree char *command = slow_command("info slow.json >/dev/null 2>err.txt");
    g_autofree char *text = on_terminal(80, command, NULL);
    g_autofree char *err = read_file("err.txt");
    cr_expect_str_eq(text, "");
    cr_expect_str_eq(err, "");
}
