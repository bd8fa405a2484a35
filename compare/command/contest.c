/* contest: the options of commands that accept contestants. */
#include "command/contest.h"

#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "command/progress.h"
#include "methods/outsider.h"
#include "text/strings.h"

/* The maximum number of characters in the name of a contestant. Longer names would not fit into the
 * first column of a table. */
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

static gboolean add_entries(CompareContest *contest, const char *option, char **items,
                            GError **error)
{
    for (char **item = items; item && *item; item++) {
        const char *equals = strchr(*item, '=');
        if (!equals || !equals[1])
            return compare_wrong(error, "--%s: '%s' is not NAME=COMMAND", option, *item);
        CompareEntry entry = { .name = g_strndup(*item, (gsize)(equals - *item)),
                               .command = g_strdup(equals + 1),
                               .navigates = strcmp(option, "navigator") == 0 };
        gboolean ok = check_name(contest, option, entry.name, error);
        g_array_append_val(contest->entries, entry);
        if (!ok)
            return FALSE;
    }
    return TRUE;
}

gboolean compare_contest_options_check(CompareContestOptions *options, GError **error)
{
    CompareContest *contest = &options->contest;
    contest->entries = g_array_new(FALSE, FALSE, sizeof(CompareEntry));
    g_array_set_clear_func(contest->entries, compare_entry_clear);
    contest->max_seconds = options->max_seconds;
    return compare_options_check_number("--contestant-seconds", options->max_seconds, G_MINDOUBLE,
                                        G_MAXDOUBLE, error) &&
           add_entries(contest, "contestant", options->contestants, error) &&
           add_entries(contest, "navigator", options->navigators, error);
}

gboolean compare_command_contest(const CompareContestOptions *options, const GPtrArray *reports,
                                 gboolean timed, GError **error)
{
    CompareContest contest = options->contest;
    gboolean ok = TRUE, has_agents = FALSE;
    contest.timed = timed;
    for (guint i = 0; ok && i < reports->len; i++) {
        CompareReport *report = reports->pdata[i];
        const CompareStage stage = { compare_progress_stage, report->scenario->name };
        compare_contest_add(report, &contest, &stage);
        ok = compare_contest_agents(report, &contest, &stage, error);
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
