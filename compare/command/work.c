/* work: "bspcompare work": does the pieces of one shard of a plan. */
#include "batch/work.h"

#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"

typedef struct {
    CompareOptions common;
    char *shard;
} Options;

static gboolean parse(Options *options, char **arguments, int *status)
{
    const GOptionEntry entries[] = {
        { "shard", 0, 0, G_OPTION_ARG_STRING, &options->shard,
          "Do the pieces k with k mod N = I alone; all if not given", "I/N" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->common.output,
          "Where results go, a file for each piece; made if it is not there", "DIRECTORY" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "work",
        .arguments = "MANIFEST.jsonl -o DIRECTORY",
        .summary =
            "Does the pieces of one shard of a plan, each written whole or not at all, and skips\n"
            "those that are done: started once more after whatever went wrong, it goes on where "
            "it\n"
            "was. Wrong answers are told by 'bspcompare merge'.",
        .wanted = "manifest",
        .max = 1,
        .entries = entries,
        .groups = COMPARE_OPTIONS_THREADS | COMPARE_OPTIONS_LIMITS | COMPARE_OPTIONS_NO_TIMING,
    };
    return compare_options_parse(&line, arguments, &options->common, status);
}

/* --- progress --- */

typedef struct {
    CompareProgress progress;
    guint number; /* of the piece */
} News;

static void begin(guint number, guint done, guint todo, gpointer data)
{
    News *news = data;
    news->number = number;
    compare_progress_stage(NULL, (double)done / todo, &news->progress);
}

static void stage(const char *what, double done, gpointer data)
{
    News *news = data;
    g_autofree char *text = g_strdup_printf("piece %u, %s", news->number, what);
    compare_progress_stage(text, done, &news->progress);
}

static void warn(const char *message, gpointer data)
{
    News *news = data;
    compare_progress_end(&news->progress);
    compare_command_say("%s", message);
}

/* --- working --- */

static gboolean check(const Options *options, CompareShard *shard, GError **error)
{
    *shard = (CompareShard){ 0, 1 };
    if (options->shard && !compare_shard_parse(options->shard, shard, error))
        return FALSE;
    if (!options->common.output)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "no --output DIRECTORY given; see 'bspcompare work --help'");
    return options->common.output != NULL;
}

static int work(const Options *options)
{
    const CompareOptions *common = &options->common;
    GError *error = NULL;
    CompareShard shard;
    if (!check(options, &shard, &error))
        return compare_command_fail(error);
    g_autoptr(CompareManifest) manifest = compare_manifest_load(common->files[0], &error);
    if (!manifest)
        return compare_command_fail(error);
    News news = { compare_progress_new(), 0 };
    CompareWork job = { .manifest = manifest,
                        .shard = shard,
                        .directory = common->output,
                        .trees = common->asked.trees,
                        .environment = common->environment,
                        .news = { begin, stage, warn, &news } };
    guint made;
    gboolean ok = compare_work(&job, &made, &error);
    compare_progress_end(&news.progress);
    return ok ? COMPARE_EXIT_GOOD : compare_command_fail(error);
}

int compare_command_work(char **arguments)
{
    Options options = { 0 };
    int status;
    if (parse(&options, arguments, &status))
        status = work(&options);
    compare_options_clear(&options.common);
    g_free(options.shard);
    return status;
}
