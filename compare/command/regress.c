/* regress: "bspcompare regress": whether the methods agree, and if not, where. */
#include <string.h>

#include "command/command.h"
#include "command/program.h"
#include "command/report.h"
#include "generate/aim.h"
#include "result/result.h"
#include "result/scenario-text.h"
#include "run/faults.h"
#include "run/walkers.h"
#include "scenario/scenario.h"
#include "text/file.h"

#define REPRODUCER "regress-repro.json"

typedef struct {
    CompareOptions *common;
    char *reproducer, *aim, *walkers;
} Options;

static Options own;

/* The answer that the reproducer shows: the worst wrong one of all scenarios, or else the earliest
 * that is right. */
typedef struct {
    const CompareReport *report; /* NULL: none */
    CompareWrong answer;
} Show;

static gboolean shows_wrong(const Show *show)
{
    return show->report && show->answer.answer->fault != COMPARE_FAULT_NONE;
}

static void update_shown(Show *show, const CompareReport *report, const CompareRegress *regress)
{
    const CompareWrong *worst = &regress->worst, *early = &regress->earliest;
    if (worst->result && (!shows_wrong(show) || compare_wrong_is_worse(worst, &show->answer)))
        *show = (Show){ report, *worst };
    else if (early->result && !shows_wrong(show) &&
             (!show->report || early->units > show->answer.units))
        *show = (Show){ report, *early };
}

/* Notes what the reproducer shows if no answer is wrong, or why there is none. */
static void note_shown(ComparePage *page, const Show *show, const char *path)
{
    if (!show->report)
        compare_page_note(page, "%s is not written: no answer is outside its bracket", path);
    else if (!shows_wrong(show))
        compare_page_note(page,
                          "%s has the earliest answer: %s stops %.6g units early, as it may; "
                          "bspcompare explain %s --move 0:0 shows why",
                          path, show->answer.result->klass->name, show->answer.units, path);
}

/* Without --reproducer, a file is written only if an answer is wrong. */
static gboolean write_reproducer(const Show *show, const GPtrArray *scenarios,
                                 const Options *options, ComparePage *page, GError **error)
{
    const char *path = options->reproducer ? options->reproducer : REPRODUCER;
    if (options->reproducer)
        note_shown(page, show, path);
    if (!show->report || (!shows_wrong(show) && !options->reproducer))
        return TRUE;
    if (!compare_command_check_inputs(scenarios, path, error))
        return FALSE;
    g_autofree char *text = compare_reproducer(show->report, show->answer.answer->move);
    if (!compare_output_write(path, text, error))
        return FALSE;
    /* A scenario does not say how trees are built, so the command must. */
    const CompareTrees *trees = &show->report->trees;
    g_autoptr(GString) how = g_string_new(NULL);
    if (trees->builder || trees->build.plain)
        g_string_append_printf(how, " --builder %s",
                               trees->build.plain ? "plain"
                                                  : compare_builder_names[trees->builder]);
    if (trees->build.fill)
        g_string_append_printf(how, " --fill %s", compare_fill_names[trees->build.fill]);
    if (trees->build.fill && trees->build.crack > BSP_BRACKET)
        g_string_append_printf(how, " --crack %g", trees->build.crack);
    compare_page_line(page, "reproduce it: bspcompare regress%s %s", how->str, path);
    return TRUE;
}

/* The number of rows of exact methods with a walker that got stuck or ended in solid. */
static guint count_wrong_walkers(const CompareReport *report)
{
    guint n = 0;
    for (guint i = 0; report->walkers && i < report->walkers->len; i++) {
        const CompareWalkers *row = &g_array_index(report->walkers, CompareWalkers, i);
        n += row->is_exact && (row->walks.stuck || row->walks.in_solid) ? 1 : 0;
    }
    return n;
}

/* Makes the results of all reports and stores the worst answer in *show. Counts wrong answers. */
static CompareResults *summarise(GPtrArray *reports, const Options *options, Show *show,
                                 guint *n_wrong)
{
    gboolean for_people = compare_style_is_for_people(options->common->style);
    CompareResults *results =
        compare_results_of(reports, for_people ? NULL : options->common->environment);
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        CompareRegress regress = compare_regress(report);
        compare_result_add_regress(compare_results_at(results, i), report, &regress);
        update_shown(show, report, &regress);
        *n_wrong += regress.n_wrong + count_wrong_walkers(report);
    }
    return results;
}

/* Prints a message and returns FALSE if a scenario had nothing to check. */
static gboolean check_not_vacuous(const GPtrArray *reports)
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

static int print_outcome(const GPtrArray *scenarios, GPtrArray *reports, const Options *options,
                         GError **error)
{
    CompareStyle style = options->common->style;
    g_autoptr(ComparePage) page = compare_page_new(style);
    GError *failure = NULL;
    Show show = { 0 };
    guint n_wrong = 0;
    g_autoptr(CompareResults) results = summarise(reports, options, &show, &n_wrong);
    int status = n_wrong ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
    if (compare_style_is_for_people(style))
        compare_print_results(page, results);
    /* A wrong answer matters more than an unchecked one, so its status wins. */
    if (!check_not_vacuous(reports) && status == COMPARE_EXIT_GOOD)
        return COMPARE_EXIT_BAD;
    if (!write_reproducer(&show, scenarios, options, page, &failure)) {
        /* A wrong answer matters more than a failure to write a file that was not requested. */
        compare_command_say("%s", failure->message);
        g_error_free(failure);
        if (options->reproducer)
            status = COMPARE_EXIT_BAD;
    }
    g_autofree char *text = compare_style_is_for_people(style)
                                ? compare_page_text(page)
                                : compare_results_print(results, style, NULL, NULL);
    return compare_output_write(options->common->output, text, error) ? status : COMPARE_EXIT_BAD;
}

/* The value of an option "N,SEED". */
typedef struct {
    guint n;
    guint64 seed;
} Seeded;

/* option: its name, for messages; text: NULL if the option was not given. */
static gboolean parse_seeded(const char *option, const char *text, Seeded *seeded, GError **error)
{
    guint64 n = 0;
    *seeded = (Seeded){ .seed = 1 };
    if (!text)
        return TRUE;
    g_auto(GStrv) parts = g_strsplit(text, ",", 2);
    gboolean ok =
        parts[0] && g_ascii_string_to_unsigned(parts[0], 10, 1, COMPARE_MAX_RANDOM, &n, NULL) &&
        (!parts[1] || g_ascii_string_to_unsigned(parts[1], 10, 0, G_MAXINT64, &seeded->seed, NULL));
    seeded->n = (guint)n;
    if (!ok)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: '%s' is not N or N,SEED, N from 1 to %d", option, text,
                    COMPARE_MAX_RANDOM);
    return ok;
}

static gboolean parse_aim(const Options *options, Seeded *aim, GError **error)
{
    if (!parse_seeded("--aim", options->aim, aim, error))
        return FALSE;
    if (aim->n && options->common->asked.trees.build.fill != BSP_FILL_OFF)
        g_set_error(
            error, BSP_ERROR, BSP_ERROR_VALUE,
            "--aim: not with --fill %s: moves are also aimed at brushes that no start reaches",
            compare_fill_names[options->common->asked.trees.build.fill]);
    else
        return TRUE;
    return FALSE;
}

/* Copies of the scenarios with aimed moves added; they share the brushes. */
static GPtrArray *aimed_scenarios(const GPtrArray *scenarios, const Seeded *aim)
{
    GPtrArray *aimed = g_ptr_array_new_with_free_func((GDestroyNotify)compare_scenario_free);
    for (guint i = 0; i < scenarios->len; i++) {
        CompareScenario *variant = compare_variant_new(scenarios->pdata[i]);
        compare_aim_scenario(variant, aim->n, aim->seed);
        g_ptr_array_add(aimed, variant);
    }
    return aimed;
}

static gboolean run_walkers(GPtrArray *reports, const CompareAsked *asked, const Seeded *walkers,
                            GError **error)
{
    for (guint i = 0; i < reports->len; i++) {
        CompareReport *report = reports->pdata[i];
        report->walkers =
            compare_walkers(report->scenario, asked, walkers->n, walkers->seed, error);
        if (!report->walkers)
            return FALSE;
    }
    return TRUE;
}

static int regress(CompareOptions *common, GError **error)
{
    Options *options = &own;
    own.common = common;
    Seeded aim, walkers;
    const char *reproducer = options->reproducer;
    if (!compare_options_select_default(common, error) || !parse_aim(options, &aim, error) ||
        !parse_seeded("--walkers", options->walkers, &walkers, error) ||
        (reproducer && !compare_output_check(reproducer, error)))
        return COMPARE_EXIT_BAD;
    g_autoptr(GPtrArray) loaded = compare_command_load(common, error);
    /* Aimed moves begin anywhere, so they need no starts. */
    if (!loaded || (!aim.n && !compare_command_check_moves(loaded, error)) ||
        !compare_command_check_worlds(loaded, error) ||
        (reproducer && !compare_command_check_inputs(loaded, reproducer, error)))
        return COMPARE_EXIT_BAD;
    g_autoptr(GPtrArray) scenarios =
        aim.n ? aimed_scenarios(loaded, &aim) : g_ptr_array_ref(loaded);
    g_autoptr(GPtrArray) reports = compare_command_reports(scenarios, &common->asked, FALSE, error);
    return reports && (!walkers.n || run_walkers(reports, &common->asked, &walkers, error))
               ? print_outcome(scenarios, reports, options, error)
               : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "aim", 0, 0, G_OPTION_ARG_STRING, &own.aim,
      "Add N moves to each scenario that graze, hit edges and follow seams", "N[,SEED]" },
    { "walkers", 0, 0, G_OPTION_ARG_STRING, &own.walkers,
      "Let bodies walk by each method's answers for N frames, and print where they got stuck",
      "N[,SEED]" },
    { "reproducer", 0, 0, G_OPTION_ARG_FILENAME, &own.reproducer,
      "The file for the worst disagreement (default: ./" REPRODUCER ")", "FILE" },
    { 0 },
};

const CompareCommand compare_command_regress = {
    .name = "regress",
    .summary = "agreement only: every method against the oracle and each other",
    .arguments = "SCENARIO...",
    .about =
        "Compares every method's answers with the oracle's bracket, and find-first-transition with "
        "HitCheckBSP move by move. Exit status 1 if any answer is late, or if a method that "
        "guarantees exact answers gives one outside the bracket, or a wrong plane of what it "
        "names. The worst wrong answer is then written as a scenario of one move.\n"
        "With --reproducer, if no answer is wrong, writes the earliest answer of a method that may "
        "be early.\n"
        "With --walkers, exit status 1 also if a body got stuck or ended in solid by the answers "
        "of an exact method. Exit status 2 if there is nothing to check.",
    .wanted = "scenario",
    .max = G_MAXUINT,
    .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_LEVEL |
              COMPARE_OPTIONS_PRINT,
    .formats = compare_formats_without_html,
    .options = entries,
    .run = regress,
};
