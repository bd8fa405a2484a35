/* contest: the options of commands that accept contestants. */
#include "command/contest.h"

#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "methods/outsider.h"
#include "text/file.h"
#include "tools/bsp-file.h"

/* Characters. The longest allowed name of a contestant. Longer names would not fit into the first
 * column of a table. */
#define MAX_NAME 40

static gboolean is_name(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!g_ascii_isalnum(*c) && !strchr("-_.+", *c))
            return FALSE;
    return *name && strlen(name) <= MAX_NAME;
}

static gboolean check_name(const CompareContest *contest, const char *option, const char *name,
                           GError **error)
{
    if (!is_name(name))
        return compare_wrong(
            error, "--%s: '%s' is not a valid name; use at most %d letters, digits and -_.+",
            option, name, MAX_NAME);
    if (compare_method_find(name))
        return compare_wrong(error,
                             "--%s: '%s' is the name of a method; give the contestant another name",
                             option, name);
    for (guint i = 0; i < contest->entries->len; i++)
        if (strcmp(g_array_index(contest->entries, CompareEntry, i).name, name) == 0)
            return compare_wrong(error, "--%s: two contestants have the name '%s'", option, name);
    return TRUE;
}

static gboolean add_entry(CompareContest *contest, const char *option, const char *text,
                          GError **error)
{
    gboolean is_file = strcmp(option, "answers") == 0;
    const char *equals = strchr(text, '=');
    if (!equals || !equals[1])
        return compare_wrong(error, "--%s: '%s' is not NAME=%s", option, text,
                             is_file ? "FILE" : "COMMAND");
    CompareEntry entry = { .name = g_strndup(text, (gsize)(equals - text)),
                           .from = g_strdup(equals + 1),
                           .navigates = strcmp(option, "navigator") == 0 };
    if (check_name(contest, option, entry.name, error) &&
        (!is_file || (entry.text = bsp_read_file(entry.from, &entry.text_length, error)))) {
        g_array_append_val(contest->entries, entry);
        return TRUE;
    }
    compare_entry_clear(&entry);
    return FALSE;
}

gboolean compare_contest_options_check(CompareContestOptions *options, guint n_scenarios,
                                       GError **error)
{
    options->contest.entries = g_array_new(FALSE, FALSE, sizeof(CompareEntry));
    g_array_set_clear_func(options->contest.entries, compare_entry_clear);
    if (!compare_options_check_number("--contestant-seconds", options->max_seconds, G_MINDOUBLE,
                                      G_MAXDOUBLE, error))
        return FALSE;
    options->contest.max_seconds = options->max_seconds;
    if (options->answers && n_scenarios > 1)
        return compare_wrong(
            error,
            "--answers needs one scenario, not %u, because a file has the answers to one scenario",
            n_scenarios);
    const struct {
        const char *option;
        char **items;
    } all[] = { { "contestant", options->contestants },
                { "navigator", options->navigators },
                { "answers", options->answers } };
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        for (char **c = all[i].items; c && *c; c++)
            if (!add_entry(&options->contest, all[i].option, *c, error))
                return FALSE;
    return TRUE;
}

gboolean compare_contest_options_check_output(const CompareContestOptions *options,
                                              const char *output, GError **error)
{
    const GArray *entries = options->contest.entries;
    for (guint i = 0; i < entries->len; i++) {
        const CompareEntry *entry = &g_array_index(entries, CompareEntry, i);
        if (entry->text && !compare_output_check_input(output, entry->from, error))
            return FALSE;
    }
    return TRUE;
}

gboolean compare_command_contest(const CompareContestOptions *options, const GPtrArray *reports,
                                 gboolean timed, GError **error)
{
    CompareContest contest = options->contest;
    gboolean ok = TRUE, has_agents = FALSE;
    contest.timed = timed;
    for (guint i = 0; ok && i < reports->len; i++) {
        CompareReport *report = reports->pdata[i];
        compare_contest_add(report, &contest, compare_progress_stage, report->scenario->name);
        ok = compare_contest_agents(report, &contest, compare_progress_stage,
                                    report->scenario->name, error);
        has_agents |= report->agents != NULL;
        compare_progress_end();
        if (!ok)
            g_prefix_error(error, "%s: ", report->scenario->path);
    }
    return ok && (has_agents || !options->navigators ||
                  compare_wrong(
                      error,
                      "--navigator: no scenario has agents, for which a program could find paths"));
}

gboolean compare_command_contest_failed(const GPtrArray *reports)
{
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        for (guint k = 0; k < report->outsiders->len; k++)
            if (((const CompareOutsider *)report->outsiders->pdata[k])->error)
                return TRUE;
    }
    return FALSE;
}
