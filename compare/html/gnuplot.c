/* gnuplot: charts drawn by the program gnuplot, as SVG that takes its colours from the page. */
#include "html/gnuplot.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Characters; longer ones would leave the chart. */
#define MAX_LABEL 28

const char compare_gnuplot_marks[] =
    "<svg class=\"marks\" aria-hidden=\"true\"><defs>"
    "<path id=\"gpPt0\" d=\"M0-1.4v2.8\" stroke=\"currentColor\" stroke-width=\".4\"/>"
    "<circle id=\"gpPt5\" r=\"1\" fill=\"none\" stroke=\"currentColor\" stroke-width=\".4\"/>"
    "<circle id=\"gpPt6\" r=\"1\" fill=\"currentColor\"/></defs></svg>\n";

char *compare_gnuplot_label(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);
    guint n = 0;
    for (const char *c = valid; *c && n < MAX_LABEL; c = g_utf8_next_char(c), n++) {
        gunichar letter = g_utf8_get_char(c);
        gboolean plain =
            g_unichar_isalnum(letter) || (letter < 128 && strchr(" -.,:()/+=", (int)letter));
        g_string_append_unichar(out, plain ? letter : '?');
    }
    return g_string_free(out, FALSE);
}

/* --- running it --- */

/* Bytes that it may print: a hundred times what a chart has. */
#define MOST_PRINTED (4 << 20)

/* In the child. What is printed beyond is an error there: see SIGXFSZ, which the program ignores.
 */
static void limit_printing(gpointer data)
{
    (void)data;
    const struct rlimit limit = { MOST_PRINTED, MOST_PRINTED };
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* A file without a name, which nothing can leave behind; -1 with an error. */
static int nameless_file(GError **error)
{
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp(NULL, &path, error);
    if (fd >= 0)
        g_unlink(path);
    return fd;
}

/* All that was printed there. */
static char *printed(int fd)
{
    off_t length = lseek(fd, 0, SEEK_END);
    gsize n = length > 0 ? MIN((gsize)length, MOST_PRINTED) : 0, at = 0;
    char *text = g_malloc(n + 1);
    ssize_t got = 1;
    for (; at < n && got > 0; at += (gsize)MAX(got, 0))
        got = pread(fd, text + at, n - at, (off_t)at);
    text[at] = '\0';
    return text;
}

typedef struct {
    GMainLoop *loop;
    GCancellable *limit;
    gboolean late;
    GError *error;
    GSubprocess *process;
} Run;

static void has_ended(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = data;
    g_subprocess_communicate_utf8_finish(G_SUBPROCESS(source), result, NULL, NULL, &run->error);
    g_main_loop_quit(run->loop);
}

static gboolean takes_too_long(gpointer data)
{
    Run *run = data;
    run->late = TRUE;
    g_subprocess_force_exit(run->process);
    g_cancellable_cancel(run->limit); /* whoever else may have its pipe */
    return G_SOURCE_REMOVE;
}

/* Of a program's own context: nobody else's sources run meanwhile. */
static void wait_for(Run *run, const char *script, guint max_seconds)
{
    GMainContext *context = g_main_context_new();
    GSource *limit = g_timeout_source_new_seconds(max_seconds);
    g_main_context_push_thread_default(context);
    run->loop = g_main_loop_new(context, FALSE);
    run->limit = g_cancellable_new();
    g_source_set_callback(limit, takes_too_long, run, NULL);
    g_source_attach(limit, context);
    g_subprocess_communicate_utf8_async(run->process, script, run->limit, has_ended, run);
    g_main_loop_run(run->loop);
    g_source_destroy(limit);
    g_source_unref(limit);
    g_main_loop_unref(run->loop);
    g_object_unref(run->limit);
    g_main_context_pop_thread_default(context);
    g_main_context_unref(context);
}

/* Why there is no drawing; said: what it printed to standard error. */
static void tell(const Run *run, const char *said, GError **error)
{
    if (run->late) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "gnuplot took too long");
        return;
    }
    g_autofree char *valid = g_utf8_make_valid(said, MIN((gssize)strlen(said), 200));
    g_strstrip(valid);
    g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "gnuplot %s",
                run->error ? run->error->message
                : *valid   ? valid
                           : "failed");
}

/* What gnuplot prints on `out`; its own settings and the user's language play no part. */
static char *run_program(const char *program, const char *script, guint max_seconds, int out,
                         int err, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE);
    g_subprocess_launcher_setenv(launcher, "LC_ALL", "C.UTF-8", TRUE);
    g_subprocess_launcher_set_child_setup(launcher, limit_printing, NULL, NULL);
    g_subprocess_launcher_take_stdout_fd(launcher, dup(out));
    g_subprocess_launcher_take_stderr_fd(launcher, dup(err));
    const char *const arguments[] = { program, "-d", NULL };
    Run run = { .process = g_subprocess_launcher_spawnv(launcher, arguments, error) };
    if (!run.process)
        return NULL;
    wait_for(&run, script, max_seconds);
    gboolean good = !run.error && g_subprocess_get_successful(run.process);
    g_autofree char *said = printed(err);
    if (!good)
        tell(&run, said, error);
    g_object_unref(run.process);
    g_clear_error(&run.error);
    return good ? printed(out) : NULL;
}

static char *run_gnuplot(const char *script, guint max_seconds, GError **error)
{
    g_autofree char *program = g_find_program_in_path("gnuplot");
    if (!program) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "gnuplot is not installed");
        return NULL;
    }
    int out = nameless_file(error), err = out < 0 ? -1 : nameless_file(error);
    char *text = err < 0 ? NULL : run_program(program, script, max_seconds, out, err, error);
    if (out >= 0)
        close(out);
    if (err >= 0)
        close(err);
    return text;
}

/* --- the drawing made part of a page --- */

static void replace(char **text, const char *pattern, const char *with)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_DOTALL, 0, NULL);
    g_autofree char *old = *text;
    *text = g_regex_replace(regex, old, -1, 0, with, 0, NULL);
}

/* NULL where it is no drawing, or only part of one. Colours by name of the page's, no names that
 * other charts of the page have too, and nothing that draws nothing. */
static char *adopt(const char *drawing)
{
    const char *start = strstr(drawing, "<svg");
    if (!start || !strstr(start, "</svg>") || !g_utf8_validate(start, -1, NULL))
        return NULL;
    char *svg = g_strdup(start);
    static const struct {
        const char *pattern, *with;
    } changes[] = {
        { "<defs>.*?</defs>", "" },
        { "<title>.*?</title>", "" },
        { "<desc>.*?</desc>", "" },
        { " id=\"[^\"]*\"", "" },
        { "<g [^>]*>\\s*</g>\n?", "" },
        { " font-family=\"[^\"]*\"", "" },
        { "rgb\\(\\s*0,\\s*1,\\s*(\\d+)\\)", "var(--s\\1)" },
        { "'rgb\\(\\s*0,\\s*0,\\s*0\\)'|\"rgb\\(0,0,0\\)\"|(['\"])black\\1", "\"currentColor\"" },
        { "rgb\\(\\s*190,\\s*190,\\s*190\\)|(?<=['\"])gray(?=['\"])", "var(--grid)" },
        { " color=\"[a-zA-Z]*\"", "" },
        { "\\s*\n\\s*", "\n" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++)
        replace(&svg, changes[i].pattern, changes[i].with);
    return svg;
}

char *compare_gnuplot_draw(const char *script, guint width, guint height, guint max_seconds,
                           GError **error)
{
    g_autofree char *whole =
        g_strdup_printf("set encoding utf8\n"
                        "set terminal svg size %u,%u dynamic font \"sans-serif,13\" noenhanced\n"
                        "set border 3 lc rgb \"gray\"\nset tics nomirror textcolor rgb \"black\"\n"
                        "set grid lc rgb \"gray\" lw 0.5 dt 1\nunset key\n%s",
                        width, height, script);
    g_autofree char *drawing = run_gnuplot(whole, max_seconds, error);
    if (!drawing)
        return NULL;
    char *svg = adopt(drawing);
    if (!svg)
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "gnuplot drew nothing");
    return svg;
}
