/* regress: "bspcompare regress" reports whether the methods agree, and where they differ. */
#include <string.h>

#include "command/command.h"
#include "command/program.h"
#include "command/report.h"
#include "generate/aim.h"
#include "result/result.h"
#include "result/scenario-text.h"
#include "run/reduce.h"
#include "run/walkers.h"
#include "scenario/scenario.h"
#include "scenario/write.h"
#include "text/file.h"

#define REPRODUCER "regress-repro.json"

static struct {
    char *reproducer, *pair, *aim, *walkers;
} own;

/* If no answer is wrong, adds a note about the move that the reproducer shows. If no file is
 * written, the note says why. */
static void note_shown(ComparePage *page, const CompareRegress *found, const char *path)
{
    const CompareWrong *early = &found->earliest;
    if (!found->worst.result && !early->result)
        compare_page_note(page, "%s is not written, because no answer is outside its bracket",
                          path);
    else if (!found->worst.result)
        compare_page_note(page,
                          "no answer is wrong, so %s has the move that is stopped the most units "
                          "early: %s stops it %.6g units early, as its guarantee allows; "
                          "bspcompare explain %s --move 0:0 shows why",
                          path, early->result->klass->name, early->units, path);
}

/* Returns the options for building trees that the command for the example needs, because a scenario
 * does not store them. */
static char *options_of(const CompareExample *example)
{
    const CompareTrees *trees = &example->report->trees;
    const CompareMethodClass *klass = example->results[0]->klass;
    GString *how = g_string_new(NULL);
    if (klass->on_demand)
        g_string_append_printf(how, " --methods %s", klass->name);
    if (trees->builder || trees->build.plain)
        g_string_append_printf(how, " --builder %s",
                               trees->build.plain ? "plain"
                                                  : compare_builder_names[trees->builder]);
    if (trees->build.fill)
        g_string_append_printf(how, " --fill %s", compare_fill_names[trees->build.fill]);
    if (trees->build.fill && trees->build.crack > BSP_BRACKET)
        g_string_append_printf(how, " --crack %g", trees->build.crack);
    return g_string_free(how, FALSE);
}

static gboolean write_example(const CompareExample *example, const char *path,
                              const GPtrArray *scenarios, ComparePage *page, GError **error)
{
    if (!compare_command_check_inputs(scenarios, path, error))
        return FALSE;
    g_autoptr(CompareScenario) one = compare_reproducer(example->report, example->move);
    compare_reduce(one, example);
    g_autofree char *text = compare_scenario_write(one, NULL, one->world),
                    *how = options_of(example);
    if (!compare_output_write(path, text, error))
        return FALSE;
    guint n = bsp_solid_n_brushes(one->world->solid);
    compare_page_line(page, "reproduce it with %u brush%s: bspcompare regress%s %s", n,
                      n == 1 ? "" : "es", how, path);
    return TRUE;
}

/* Returns whether the worst wrong answer is for a move of the reproducer that an earlier run
 * wrote. */
static gboolean is_from_reproducer(const CompareWrong *worst)
{
    return worst->result && !own.reproducer && !own.aim &&
           compare_output_same(REPRODUCER, worst->report->scenario->path);
}

/* Writes the reproducers. The first has the move with the worst answer. If no answer is wrong, it
 * is written only with --reproducer, and has the move with the earliest right answer. The second
 * has the move for which the answers of the two families differ most. */
static gboolean write_examples(const CompareRegress *found, const GPtrArray *scenarios,
                               ComparePage *page, GError **error)
{
    const char *path = own.reproducer ? own.reproducer : REPRODUCER;
    const CompareWrong *worst =
        found->worst.result || !own.reproducer ? &found->worst : &found->earliest;
    const ComparePair *pair = &found->pair;
    if (own.reproducer)
        note_shown(page, found, path);
    if (is_from_reproducer(worst))
        compare_page_note(
            page,
            REPRODUCER " is not written, because it already holds the move with the worst answer");
    else if (worst->result &&
             !write_example(
                 &(CompareExample){ worst->report, worst->answer->move, { worst->result, NULL } },
                 path, scenarios, page, error))
        return FALSE;
    if (own.pair && !pair->a)
        compare_page_note(
            page,
            "%s is not written, because find-first-transition and HitCheckBSP agree on all moves",
            own.pair);
    return !own.pair || !pair->a ||
           write_example(
               &(CompareExample){ pair->report, pair->a->move, { pair->first, pair->second } },
               own.pair, scenarios, page, error);
}

/* Returns the number of rows of exact methods that have a walker that got stuck or ended in
 * solid. */
static guint count_wrong_walkers(const CompareReport *report)
{
    guint n = 0;
    for (guint i = 0; report->walkers && i < report->walkers->len; i++) {
        const CompareWalkers *row = &g_array_index(report->walkers, CompareWalkers, i);
        n += row->is_exact && (row->walks.stuck || row->walks.in_solid) ? 1 : 0;
    }
    return n;
}

/* Makes the results of all reports, and adds what is wrong to *found. */
static CompareResults *summarise(GPtrArray *reports, const CompareOptions *common,
                                 CompareRegress *found)
{
    gboolean for_people = compare_style_is_for_people(common->style);
    CompareResults *results = compare_results_of(reports, for_people ? NULL : common->environment);
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        CompareRegress regress = compare_regress(report);
        compare_result_add_regress(compare_results_at(results, i), report, &regress);
        compare_regress_merge(found, &regress);
        found->n_wrong += count_wrong_walkers(report) + (report->n_wrong_further > 0);
    }
    return results;
}

/* Prints a message and returns FALSE if nothing was checked in some scenario. */
static gboolean check_not_vacuous(const GPtrArray *reports)
{
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        const char *why = compare_vacuous_reason(report);
        if (why) {
            compare_command_say("%s: %s", report->scenario->path, why);
            return FALSE;
        }
    }
    return TRUE;
}

static int print_outcome(const GPtrArray *scenarios, GPtrArray *reports,
                         const CompareOptions *common, GError **error)
{
    CompareStyle style = common->style;
    g_autoptr(ComparePage) page = compare_page_new(style);
    GError *failure = NULL;
    CompareRegress found = { 0 };
    g_autoptr(CompareResults) results = summarise(reports, common, &found);
    int status = found.n_wrong ? COMPARE_EXIT_WRONG : COMPARE_EXIT_GOOD;
    if (compare_style_is_for_people(style))
        compare_print_results(page, results);
    /* A wrong answer matters more than an unchecked scenario, so the status for wrong answers
     * stays. */
    if (!check_not_vacuous(reports) && status == COMPARE_EXIT_GOOD)
        return COMPARE_EXIT_BAD;
    if (!write_examples(&found, scenarios, page, &failure)) {
        /* A failure to write this file is only a message, because nobody requested the file and a
         * wrong answer matters more. */
        compare_command_say("%s", failure->message);
        g_error_free(failure);
        if (own.reproducer || own.pair)
            status = COMPARE_EXIT_BAD;
    }
    g_autofree char *text = compare_style_is_for_people(style)
                                ? compare_page_text(page)
                                : compare_results_print(results, style, NULL);
    return compare_output_write(common->output, text, error) ? status : COMPARE_EXIT_BAD;
}

/* --- the set of scenarios that regress uses by default --- */

/* Returns the folder with the set of scenarios. The variable BSP_DATA_DIR names its parent. Without
 * this variable, the folder depends on the program's own folder. If it is a build folder beside
 * data/, the set is in data/. If it is bin/, the set is in share/. Otherwise the set is in the
 * configured folder. So a program that was moved alone still finds the installed set. */
static char *find_set(void)
{
    const char *data = g_getenv("BSP_DATA_DIR");
    if (data)
        return g_build_filename(data, "regress", NULL);
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = g_path_get_dirname(program ? program : ".");
    g_autofree char *parent = g_path_get_dirname(folder);
    static const char *const beside[] = { "data", "share/" PACKAGE_TARNAME };
    for (guint i = 0; program && i < G_N_ELEMENTS(beside); i++) {
        g_autofree char *set = g_build_filename(parent, beside[i], "regress", NULL);
        if (g_file_test(set, G_FILE_TEST_IS_DIR))
            return g_steal_pointer(&set);
    }
    return g_build_filename(COMPARE_DATA_DIR, "regress", NULL);
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the paths of the set's scenarios in the order of their names. The array ends with
 * NULL. */
static char **list_set(GError **error)
{
    g_autofree char *set = find_set();
    g_autoptr(GDir) folder = g_dir_open(set, 0, NULL);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; folder && (name = g_dir_read_name(folder));)
        if (g_str_has_suffix(name, ".json"))
            g_ptr_array_add(paths, g_build_filename(set, name, NULL));
    if (paths->len == 0) {
        compare_wrong(error,
                      "no scenario given, and the folder %s has none; name scenarios, or set "
                      "BSP_DATA_DIR to a folder that has the folder regress",
                      set);
        return NULL;
    }
    g_ptr_array_sort(paths, compare_names);
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_steal(paths, NULL);
}

/* The parsed value "N,SEED" of an option. */
typedef struct {
    guint n;
    guint64 seed;
} Seeded;

/* Parses the value of an option. `option` is its name, for messages. `text` is NULL if the option
 * is absent. */
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
    return ok || compare_wrong(error, "%s: '%s' is not N or N,SEED, where N is from 1 to %d",
                               option, text, COMPARE_MAX_RANDOM);
}

static gboolean parse_aim(BspFillMode fill, Seeded *aim, GError **error)
{
    return parse_seeded("--aim", own.aim, aim, error) &&
           (!aim->n || fill == BSP_FILL_OFF ||
            compare_wrong(error,
                          "--aim cannot be given with --fill %s, because it also aims moves at "
                          "brushes that no start reaches",
                          compare_fill_names[fill]));
}

/* Returns copies of the scenarios with aimed moves added. The copies share the brushes. */
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
    Seeded aim, walkers;
    if (!common->files && !common->asked.methods)
        compare_options_select_all(common);
    if (!compare_options_select_default(common, error) ||
        !parse_aim(common->asked.trees.build.fill, &aim, error) ||
        !parse_seeded("--walkers", own.walkers, &walkers, error) ||
        (own.reproducer && !compare_output_check(own.reproducer, error)) ||
        (own.pair && !compare_output_check(own.pair, error)) ||
        (!common->files && !(common->files = list_set(error))))
        return COMPARE_EXIT_BAD;
    g_autoptr(GPtrArray) loaded = compare_command_load(common, error);
    /* Aimed moves begin anywhere, so they need no starts. */
    if (!loaded || (!aim.n && !compare_command_check_moves(loaded, error)) ||
        !compare_command_check_worlds(loaded, error) ||
        !compare_command_check_inputs(loaded, own.reproducer, error) ||
        !compare_command_check_inputs(loaded, own.pair, error))
        return COMPARE_EXIT_BAD;
    g_autoptr(GPtrArray) scenarios =
        aim.n ? aimed_scenarios(loaded, &aim) : g_ptr_array_ref(loaded);
    g_autoptr(GPtrArray) reports = compare_command_run_all(scenarios, &common->asked, FALSE, error);
    return reports && (!walkers.n || run_walkers(reports, &common->asked, &walkers, error))
               ? print_outcome(scenarios, reports, common, error)
               : COMPARE_EXIT_BAD;
}

static const GOptionEntry entries[] = {
    { "aim", 0, 0, G_OPTION_ARG_STRING, &own.aim,
      "Add to each scenario N moves that graze solids, hit edges and follow seams", "N[,SEED]" },
    { "walkers", 0, 0, G_OPTION_ARG_STRING, &own.walkers,
      "Let bodies walk by each method's answers for N frames, and print where they got stuck",
      "N[,SEED]" },
    { "reproducer", 0, 0, G_OPTION_ARG_FILENAME, &own.reproducer,
      "The file for the worst wrong answer (default: ./" REPRODUCER ")", "FILE" },
    { "pair", 0, 0, G_OPTION_ARG_FILENAME, &own.pair,
      "Write the move in which find-first-transition and HitCheckBSP differ most", "FILE" },
    { 0 },
};

const CompareCommand compare_command_regress = {
    .name = "regress",
    .summary = "check answers only: methods against the oracle and each other",
    .arguments = "[SCENARIO...]",
    .about = "Compares every method's answers with the oracle's bracket, and find-first-transition "
             "with HitCheckBSP move by move. Exit status 1 if any answer is late, or if a method "
             "that guarantees exact answers gives an answer outside the bracket, or a wrong plane "
             "that it guarantees. The worst wrong answer is then written as a scenario of one "
             "move, with its world in the file, reduced to the brushes with which the answer is "
             "still wrong.\nWithout SCENARIO, checks the installed set, which has small scenarios "
             "that are hard for each method. By default it then runs every method, also those that "
             "otherwise run only if they are named.\nWith --reproducer, if no answer is wrong, "
             "writes the move that a method stops the most units too early, as its guarantee "
             "allows.\nWith --walkers, the exit status is also 1 if a body got stuck or ended in "
             "solid by the answers of an exact method. Exit status 2 if there is nothing to check.",
    .wanted = "scenario",
    .may_have_none = TRUE,
    .max = G_MAXUINT,
    .groups = COMPARE_OPTIONS_METHODS | COMPARE_OPTIONS_TREES | COMPARE_OPTIONS_LEVEL |
              COMPARE_OPTIONS_PRINT,
    .formats = compare_formats_without_html,
    .options = entries,
    .run = regress,
};
