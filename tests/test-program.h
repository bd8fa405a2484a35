/* test-program: functions for the suites that run bspcompare and bsplevel. The paths of these
 * programs are in the variables BSPCOMPARE and BSPLEVEL. */
#ifndef TEST_PROGRAM_H
#define TEST_PROGRAM_H

#include <criterion/criterion.h>
#include <string.h>
#include <sys/wait.h>

#include "scratch.h"
#include "shipped.h"

typedef struct {
    int status;
    char *out, *err;
} Outcome;

static inline void outcome_clear(Outcome *outcome)
{
    g_free(outcome->out);
    g_free(outcome->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Outcome, outcome_clear)

/* Returns whether bsplevel has the command with which the arguments begin. */
static inline gboolean is_of_level(const char *arguments)
{
    static const char *const commands[] = { "audit", "build",  "convert", "hulls",
                                            "info",  "pieces", NULL };
    g_autofree char *command = g_strndup(arguments, strcspn(arguments, " "));
    return g_strv_contains(commands, command);
}

/* Runs a command line, which begins with a command of one of the two programs. The shell runs it in
 * the scratch folder, so it may have redirections. $DATA is the data directory. */
static inline Outcome shell(const char *arguments)
{
    g_autoptr(GError) error = NULL;
    Outcome outcome = { 0 };
    int wait_status;
    g_autofree char *command = g_strdup_printf(
        "\"$%s\" %s", is_of_level(arguments) ? "BSPLEVEL" : "BSPCOMPARE", arguments);
    char *argv[] = { (char *)"/bin/sh", (char *)"-c", command, NULL };
    g_auto(GStrv) environment = g_environ_setenv(g_get_environ(), "DATA", shipped_data(), TRUE);
    cr_assert(g_spawn_sync(scratch_directory, argv, environment, G_SPAWN_LEAVE_DESCRIPTORS_OPEN,
                           NULL, NULL, &outcome.out, &outcome.err, &wait_status, &error),
              "%s", error ? error->message : "");
    cr_assert(WIFEXITED(wait_status), "%s: ended by a signal\n%s", arguments, outcome.err);
    outcome.status = WEXITSTATUS(wait_status);
    return outcome;
}

static inline char *read_file(const char *name)
{
    g_autofree char *path = scratch_path(name);
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, NULL);
    return text;
}

static inline gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the sorted names of the files in the scratch folder, such as "a b c". */
static inline char *listing(void)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(scratch_directory, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, compare_names);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
}

static const char world_text[] =
    "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"room\",\n"
    " \"brushes\":[{\"box\":[[-64,-64,-8],[64,64,0]]},{\"box\":[[16,-64,0],[64,64,64]]}],\n"
    " \"starts\":[[-32,0,25]]}\n";

static const char scenario_text[] =
    "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"small\",\"world\":\"w.json\",\n"
    " \"spaces\":[{\"name\":\"stand\",\"mins\":[-15,-15,-24],\"maxs\":[15,15,32]}],\n"
    " \"shapes\":[{\"name\":\"ball\",\"sphere\":{\"radius\":4}}],\n"
    " \"trajectories\":[{\"name\":\"walk\",\"space\":\"stand\",\"response\":\"slide\",\n"
    "  \"random\":{\"seed\":1,\"moves\":20,\"step\":[2,32],\"start\":\"starts\"}},\n"
    "  {\"name\":\"roll\",\"shape\":\"ball\",\"moves\":[[[-32,0,25],[32,0,25]]]}],\n"
    " \"options\":{\"repeat\":3}}\n";

static inline void set_up(void)
{
    g_free(scratch_text("w.json", world_text));
    g_free(scratch_text("s.json", scenario_text));
}

/* Expects that the program exits with status 2, prints nothing on standard output, and prints this
 * one line on standard error. */
static inline void expect_refused(const char *arguments, const char *message)
{
    g_auto(Outcome) outcome = shell(arguments);
    g_autofree char *line =
        g_strdup_printf("%s: %s\n", is_of_level(arguments) ? "bsplevel" : "bspcompare", message);
    cr_expect_eq(outcome.status, 2, "%s: status %d", arguments, outcome.status);
    cr_expect_str_eq(outcome.out, "", "%s: printed %s", arguments, outcome.out);
    cr_expect_str_eq(outcome.err, line, "%s:\nfound    %sexpected %s", arguments, outcome.err,
                     line);
}

#endif
