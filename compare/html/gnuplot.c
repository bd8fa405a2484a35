/* gnuplot: charts drawn by the program gnuplot, as SVG that takes its colours from the page. */
#include "html/gnuplot.h"

#include <gio/gio.h>
#include <string.h>

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

typedef struct {
    GMainLoop *loop;
    GCancellable *limit;
    char *out, *err;
    gboolean late;
    GError *error;
    GSubprocess *process;
} Run;

static void has_ended(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = data;
    g_subprocess_communicate_utf8_finish(G_SUBPROCESS(source), result, &run->out, &run->err,
                                         &run->error);
    g_main_loop_quit(run->loop);
}

static gboolean takes_too_long(gpointer data)
{
    Run *run = data;
    run->late = TRUE;
    g_subprocess_force_exit(run->process);
    g_cancellable_cancel(run->limit); /* whoever else may have its pipes */
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

/* Why there is no drawing. */
static void tell(Run *run, GError **error)
{
    g_autofree char *said = g_strstrip(g_strdup(run->err ? run->err : ""));
    g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "gnuplot %s",
                run->late    ? "took too long"
                : run->error ? run->error->message
                : *said      ? said
                             : "failed");
    g_clear_pointer(&run->out, g_free);
}

/* What gnuplot prints; its own settings and the user's language play no part. */
static char *run_gnuplot(const char *script, guint max_seconds, GError **error)
{
    g_autofree char *program = g_find_program_in_path("gnuplot");
    if (!program) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "gnuplot is not installed");
        return NULL;
    }
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                  G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_subprocess_launcher_setenv(launcher, "LC_ALL", "C.UTF-8", TRUE);
    const char *const arguments[] = { program, "-d", NULL };
    Run run = { .process = g_subprocess_launcher_spawnv(launcher, arguments, error) };
    if (!run.process)
        return NULL;
    wait_for(&run, script, max_seconds);
    if (run.error || !g_subprocess_get_successful(run.process))
        tell(&run, error);
    g_object_unref(run.process);
    g_clear_error(&run.error);
    g_free(run.err);
    return run.out;
}

/* --- the drawing made part of a page --- */

static void replace(char **text, const char *pattern, const char *with)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_DOTALL, 0, NULL);
    g_autofree char *old = *text;
    *text = g_regex_replace(regex, old, -1, 0, with, 0, NULL);
    if (!*text) /* not UTF-8 */
        *text = g_strdup("");
}

/* Colours by name of the page's, no names that other charts of the page have too, and nothing that
 * draws nothing. */
static char *adopt(const char *drawing)
{
    const char *start = strstr(drawing, "<svg");
    if (!start)
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
