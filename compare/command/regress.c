/* regress: "bspcompare regress": do the methods agree, and if not, where? */
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "command/report.h"
#include "generate/aim.h"
#include "output/print.h"
#include "output/regress.h"
#include "output/reproducer.h"
#include "run/regress.h"
#include "text/escape.h"
#include "text/file.h"

#define REPRODUCER "regress-repro.json"

typedef struct {
    char *methods, *builder, *fill, *world, *reproducer, *aim, *max_seconds, *max_memory;
    gint threads;
    gboolean plain, no_shrink;
} Options;

static void options_clear(Options *options)
{
    g_free(options->methods);
    g_free(options->builder);
    g_free(options->fill);
    g_free(options->world);
    g_free(options->max_seconds);
    g_free(options->max_memory);
    g_free(options->reproducer);
    g_free(options->aim);
}

static gboolean parse(Options *options, char **arguments, char ***files, int *status)
{
    const GOptionEntry entries[] = {
        { "methods", 'm', 0, G_OPTION_ARG_STRING, &options->methods,
          "The methods to hold against the oracle, with commas between; all if not given",
          "METHOD,..." },
        { "builder", 'b', 0, G_OPTION_ARG_STRING, &options->builder,
          "How to choose planes: fast (if not given), counting, or listing2, the article's way",
          "BUILDER" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &options->fill,
          "Count what no start reaches as solid: off (if not given), auto (where sealed), on",
          "WHEN" },
        { "plain", 0, 0, G_OPTION_ARG_NONE, &options->plain,
          "Build trees without what makes them small and fast; the answers are the same", NULL },
        { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads,
          "Build trees on so many threads; 0 (if not given): one per processor", "N" },
        COMPARE_OPTIONS_LIMITS(&options->max_seconds, &options->max_memory),
        { "world", 'w', 0, G_OPTION_ARG_FILENAME, &options->world,
          "Use this world in place of the scenarios' own", "WORLD" },
        { "aim", 0, 0, G_OPTION_ARG_STRING, &options->aim,
          "Add N moves to each scenario that graze, hit edges and follow seams", "N[,SEED]" },
        { "reproducer", 0, 0, G_OPTION_ARG_FILENAME, &options->reproducer,
          "Where the worst disagreement goes; ./" REPRODUCER " if not given", "FILE" },
        { "no-shrink", 0, 0, G_OPTION_ARG_NONE, &options->no_shrink,
          "Leave the worst wrong answer's world and move as they are", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    };
    const CompareCommandLine line = {
        .command = "regress",
        .arguments = "SCENARIO...",
        .summary =
            "Holds every method's answers against the oracle's bracket, and\n"
            "find-first-transition against HitCheckBSP move by move. Exit status 1 on any late\n"
            "answer, and on any answer outside of the bracket by a method that claims to be\n"
            "exact; the worst is then shrunk to the fewest brushes and the shortest move that\n"
            "still show it, and written as a scenario of one move. With --reproducer, so is the\n"
            "largest difference between two right answers, as it is. Exit status 2 where there is\n"
            "nothing to check.",
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

/* Whether the scenario of that text, read again, still has the method answer wrongly. */
static gboolean shows(const CompareScenario *like, const char *path, const char *text,
                      const CompareMethodClass *klass)
{
    const CompareMethodClass *classes[] = { klass, NULL };
    g_autoptr(CompareScenario) s = compare_scenario_read(path, text, strlen(text), NULL);
    if (!s)
        return FALSE;
    s->builder = like->builder;
    s->plain = like->plain;
    s->fill = like->fill;
    s->n_threads = like->n_threads;
    s->limits = like->limits;
    g_autoptr(CompareReport) report = compare_run(s, classes, 0, NULL, NULL, NULL);
    return report && ((const CompareResult *)report->results->pdata[0])->n_wrong > 0;
}

/* The worst answer's scenario, shrunk; NULL when it cannot be: reading the brushes back may have
 * moved a plane by its last bit, and the answer with it. */
static char *shrunk_text(const Show *show, const char *path, GString *out)
{
    const CompareScenario *s = show->report->scenario;
    const CompareMethodClass *klass = show->wrong.result->klass;
    CompareProgress progress = compare_progress_new();
    progress.what = s->name;
    g_autoptr(CompareShrunk) shrunk =
        compare_shrink(s, klass, &g_array_index(show->report->moves, CompareResolved, show->move),
                       compare_progress_stage, &progress);
    compare_progress_end(&progress);
    g_autofree char *text = compare_reproducer_shrunk(show->report, show->move, shrunk);
    if (!shows(s, path, text, klass))
        return NULL;
    guint n = shrunk->world->solid->brushes->len;
    g_string_append_printf(out, "shrunk to %u brush%s of %u and a move of %.6g units\n", n,
                           n == 1 ? "" : "es", s->world->solid->brushes->len,
                           bsp_vec_length(bsp_vec_sub(shrunk->to, shrunk->from)));
    return g_steal_pointer(&text);
}

/* A file that nobody asked for is only left behind when something is wrong. */
static gboolean write_reproducer(const Show *show, const GPtrArray *scenarios,
                                 const Options *options, GString *out, GError **error)
{
    const char *path = options->reproducer ? options->reproducer : REPRODUCER;
    if (!show->report || (!show->wrong.result && !options->reproducer))
        return TRUE;
    if (!compare_command_check_inputs(scenarios, path, error))
        return FALSE;
    g_autofree char *text =
        show->wrong.result && !options->no_shrink ? shrunk_text(show, path, out) : NULL;
    if (!text)
        text = compare_reproducer(show->report, show->move);
    if (!compare_output_write(path, text, error))
        return FALSE;
    g_autofree char *name = compare_escape_terminal(path);
    /* A scenario does not tell how trees are built. */
    const CompareScenario *s = show->report->scenario;
    g_string_append_printf(
        out, "reproduce it: bspcompare regress%s%s%s%s %s\n", s->builder ? " --builder " : "",
        s->builder ? compare_builders[s->builder] : "", s->plain ? " --plain" : "",
        s->fill == BSP_FILL_OFF    ? ""
        : s->fill == BSP_FILL_AUTO ? " --fill auto"
                                   : " --fill on",
        name);
    return TRUE;
}

/* The summaries of all reports; what is worst in them goes to *show. Returns how much is wrong. */
static guint summarise(GPtrArray *reports, GString *out, Show *show)
{
    guint n_wrong = 0;
    for (guint i = 0; i < reports->len; i++) {
        CompareRegress regress = compare_regress(reports->pdata[i]);
        const CompareReport *report = reports->pdata[i];
        g_autofree char *text = compare_print_regress(report, &regress);
        g_autofree char *errors = compare_print_errors(&report, 1, COMPARE_FORMAT_TABLE);
        g_string_append_printf(out, "%s%s\n%s", i ? "\n" : "", text, errors);
        consider(show, report, &regress);
        n_wrong += regress.n_wrong;
    }
    return n_wrong;
}

/* Whether every scenario had something to check; the first that had not is told. */
static gboolean check_substance(const GPtrArray *reports)
{
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        const char *why = compare_regress_vacuous(report);
        if (why) {
            compare_command_say("%s: %s", report->scenario->path, why);
            return FALSE;
        }
    }
    return TRUE;
}

static int conclude(const GPtrArray *scenarios, GPtrArray *reports, const Options *options)
{
    g_autoptr(GString) out = g_string_new(NULL);
    GError *error = NULL;
    Show show = { 0 };
    int status = summarise(reports, out, &show) ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
    /* A wrong answer is worse than none: it is told all the same. */
    if (!check_substance(reports) && status == COMPARE_EXIT_GOOD)
        return COMPARE_EXIT_BAD;
    if (!write_reproducer(&show, scenarios, options, out, &error)) {
        /* That a method is wrong is still the news, where the file was not even asked for. */
        compare_command_fail(g_steal_pointer(&error));
        if (options->reproducer)
            status = COMPARE_EXIT_BAD;
    }
    return compare_output_write(NULL, out->str, &error) ? status : compare_command_fail(error);
}

/* Where there is nothing to hit, all methods are right. */
static gboolean check_worlds(const GPtrArray *scenarios, GError **error)
{
    for (guint i = 0; i < scenarios->len; i++) {
        const CompareScenario *s = scenarios->pdata[i];
        if (s->world->solid->brushes->len == 0) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                        "%s: nothing to check: the world has no brushes", s->path);
            return FALSE;
        }
    }
    return TRUE;
}

/* What "N,SEED" says. */
typedef struct {
    guint n;
    guint64 seed;
} Aim;

static gboolean parse_aim(const Options *options, Aim *aim, GError **error)
{
    guint64 n = 0;
    *aim = (Aim){ .seed = 1 };
    if (!options->aim)
        return TRUE;
    g_auto(GStrv) parts = g_strsplit(options->aim, ",", 2);
    gboolean ok =
        parts[0] && g_ascii_string_to_unsigned(parts[0], 10, 1, COMPARE_MAX_RANDOM, &n, NULL) &&
        (!parts[1] || g_ascii_string_to_unsigned(parts[1], 10, 0, G_MAXINT64, &aim->seed, NULL));
    aim->n = (guint)n;
    if (!ok)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--aim: '%s' is not N or N,SEED, N from 1 to %d", options->aim,
                    COMPARE_MAX_RANDOM);
    else if (g_strcmp0(options->fill, "off") != 0 && options->fill)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--aim: moves are aimed at all matter, in reach of the starts or not: not with "
                    "--fill %s",
                    options->fill);
    else
        return TRUE;
    return FALSE;
}

static int regress(const Options *options, char **files)
{
    Aim aim;
    GError *error = NULL;
    CompareTrees trees;
    g_autofree const CompareMethodClass **classes =
        compare_options_methods(options->methods, &error);
    const char *reproducer = options->reproducer;
    if (!classes || !parse_aim(options, &aim, &error) ||
        !compare_options_trees(options->builder, options->fill, options->threads, &trees, &error) ||
        !compare_options_limits(options->max_seconds, options->max_memory, &trees.limits, &error) ||
        (reproducer && !compare_output_check(reproducer, &error)))
        return compare_command_fail(error);
    trees.plain = options->plain;
    g_autoptr(GPtrArray) scenarios = compare_command_load(files, options->world, &trees, &error);
    if (!scenarios || !check_worlds(scenarios, &error) ||
        (reproducer && !compare_command_check_inputs(scenarios, reproducer, &error)))
        return compare_command_fail(error);
    for (guint i = 0; aim.n && i < scenarios->len; i++)
        compare_aim_scenario(scenarios->pdata[i], aim.n, aim.seed);
    g_autoptr(GPtrArray) reports = compare_command_reports(scenarios, classes, 0, &error);
    return reports ? conclude(scenarios, reports, options) : compare_command_fail(error);
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
