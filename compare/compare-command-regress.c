/* compare-command-regress: "bspcompare regress": do the methods agree, and if not, where? */
#include "compare-command-options.h"
#include "compare-command-output.h"
#include "compare-command-report.h"
#include "compare-command.h"
#include "compare-regress.h"

#define REPRODUCER "regress-repro.json"

typedef struct {
    char *methods, *builder, *fill, *world, *reproducer;
} Options;

static void options_clear(Options *options)
{
    g_free(options->methods);
    g_free(options->builder);
    g_free(options->fill);
    g_free(options->world);
    g_free(options->reproducer);
}

static gboolean parse(Options *options, char **arguments, char ***files, int *status)
{
    const GOptionEntry entries[] = {
        { "methods", 'm', 0, G_OPTION_ARG_STRING, &options->methods,
          "The methods to hold against the oracle, with commas between; all if not given",
          "METHOD,..." },
        { "builder", 'b', 0, G_OPTION_ARG_STRING, &options->builder,
          "How to build the onion: fast (if not given), or listing2, the article's way",
          "BUILDER" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &options->fill,
          "Count what no start reaches as solid: off (if not given), auto (where sealed), on",
          "WHEN" },
        { "world", 'w', 0, G_OPTION_ARG_FILENAME, &options->world,
          "Use this world in place of the scenarios' own", "WORLD" },
        { "reproducer", 0, 0, G_OPTION_ARG_FILENAME, &options->reproducer,
          "Where the worst disagreement goes; ./" REPRODUCER " if not given", "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "regress",
        .arguments = "SCENARIO...",
        .summary =
            "Holds every method's answers against the oracle's bracket, and\n"
            "find-first-transition against HitCheckBSP move by move. Exit status 1 on any late\n"
            "answer, and on any answer outside of the bracket by a method that claims to be\n"
            "exact; the worst is then written as a scenario of one move. With --reproducer, so\n"
            "is the largest difference between two right answers.",
        .wanted = "scenario",
        .max = G_MAXUINT,
        .entries = entries,
    };
    return compare_options_parse(&line, arguments, files, status);
}

/* What the reproducer shall show: the worst of all scenarios. */
typedef struct {
    const CompareReport *report; /* NULL: nothing */
    guint move;
    CompareWrong wrong; /* .result is NULL for a difference between right answers */
    double units;
} Show;

static void consider(Show *show, const CompareReport *report, const CompareRegress *regress)
{
    const CompareWrong *worst = &regress->worst;
    if (worst->result) {
        if (compare_wrong_is_worse(worst, &show->wrong))
            *show = (Show){ report, worst->answer->move, *worst, 0 };
        return;
    }
    if (show->wrong.result || !compare_regress_pair_differs(&regress->pair))
        return;
    if (!show->report || regress->pair.max_units > show->units)
        *show = (Show){ report, regress->pair.farthest, { 0 }, regress->pair.max_units };
}

/* A file that nobody asked for is only left behind when something is wrong. */
static gboolean write_reproducer(const Show *show, const char *path, GString *out, GError **error)
{
    if (!show->report || (!show->wrong.result && !path))
        return TRUE;
    g_autofree char *text = compare_regress_reproducer(show->report, show->move);
    if (!path)
        path = REPRODUCER;
    if (!compare_output_write(path, text, error))
        return FALSE;
    /* A scenario does not tell how trees are built. */
    const CompareScenario *s = show->report->scenario;
    g_string_append_printf(out, "reproduce it: bspcompare regress%s%s %s\n",
                           s->listing2 ? " --builder listing2" : "",
                           s->fill == BSP_FILL_OFF    ? ""
                           : s->fill == BSP_FILL_AUTO ? " --fill auto"
                                                      : " --fill on",
                           path);
    return TRUE;
}

/* The summaries of all reports; what is worst in them goes to *show. Returns how much is wrong. */
static guint summarise(GPtrArray *reports, GString *out, Show *show)
{
    guint n_wrong = 0;
    for (guint i = 0; i < reports->len; i++) {
        CompareRegress regress = compare_regress(reports->pdata[i]);
        g_autofree char *text = compare_regress_print(reports->pdata[i], &regress);
        g_string_append_printf(out, "%s%s", i ? "\n" : "", text);
        consider(show, reports->pdata[i], &regress);
        n_wrong += regress.n_wrong;
    }
    return n_wrong;
}

static int conclude(GPtrArray *reports, const char *reproducer)
{
    g_autoptr(GString) out = g_string_new(NULL);
    GError *error = NULL;
    Show show = { 0 };
    int status = summarise(reports, out, &show) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
    if (!write_reproducer(&show, reproducer, out, &error)) {
        /* That a method is wrong is still the news, where the file was not even asked for. */
        compare_command_fail(g_steal_pointer(&error));
        if (reproducer)
            status = COMPARE_EXIT_BAD;
    }
    return compare_output_write(NULL, out->str, &error) ? status : compare_command_fail(error);
}

static int regress(const Options *options, char **files)
{
    GError *error = NULL;
    CompareTrees trees;
    g_autofree const CompareMethodClass **classes =
        compare_options_methods(options->methods, &error);
    const char *reproducer = options->reproducer;
    if (!classes || !compare_options_trees(options->builder, options->fill, &trees, &error) ||
        (reproducer && !compare_output_check(reproducer, &error)))
        return compare_command_fail(error);
    g_autoptr(GPtrArray) scenarios = compare_command_load(files, options->world, &trees, &error);
    if (!scenarios)
        return compare_command_fail(error);
    g_autoptr(GPtrArray) reports = compare_command_reports(scenarios, classes, FALSE, &error);
    return reports ? conclude(reports, reproducer) : compare_command_fail(error);
}

int compare_command_regress(char **arguments)
{
    Options options = { 0 };
    g_auto(GStrv) files = NULL;
    int status;
    if (parse(&options, arguments, &files, &status))
        status = regress(&options, files);
    options_clear(&options);
    return status;
}
