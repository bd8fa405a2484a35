/* test-command: what transcripts cannot test of bspcompare: signals at the moment when it writes,
 * levels that are compiled in memory, and the parts of the program that are called as functions.
 * Everything else is in tests/transcripts. */
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsp-error.h"
#include "bsp-levels.h"
#include "compile/job.h"
#include "scenes.h"
#include "test-program.h"
#include "text/file.h"

TestSuite(output, .init = set_up, .fini = tear_down);

/* --- signals --- */

/* work that writes for some seconds */
#define LONG_WORK "generate world random --brushes 1000000 -o big.json"

/* Starts the program in the directory, after `shell_words`. */
static GPid start(const char *shell_words, const char *arguments)
{
    g_autofree char *command =
        g_strdup_printf("%s exec \"$BSPCOMPARE\" %s", shell_words, arguments);
    char *argv[] = { (char *)"/bin/sh", (char *)"-c", command, NULL };
    GPid pid;
    cr_assert(
        g_spawn_async(directory, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL));
    return pid;
}

/* Whether the program has begun to write a file that has no name yet. */
static gboolean has_written(GPid pid)
{
    g_autofree char *directory_path = g_strdup_printf("/proc/%d/fd", (int)pid);
    g_autoptr(GDir) fds = g_dir_open(directory_path, 0, NULL);
    for (const char *name; fds && (name = g_dir_read_name(fds));) {
        struct stat info;
        g_autofree char *path = g_build_filename(directory_path, name, NULL);
        if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && !info.st_nlink && info.st_size)
            return TRUE;
    }
    return FALSE;
}

static void wait_for_bytes(GPid pid)
{
    for (guint i = 0; i < 6000; i++) {
        if (has_written(pid))
            return;
        g_usleep(5000);
    }
    cr_assert_fail("nothing was written");
}

static void expect_ended_by(GPid pid, int number)
{
    int status;
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFSIGNALED(status), "signal %d: status %d", number, status);
    cr_expect_eq(WTERMSIG(status), number, "signal %d, not %d", WTERMSIG(status), number);
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "big.json s.json w.json", "signal %d", number);
    g_autofree char *text = read_file("big.json");
    cr_expect_str_eq(text, "old\n");
}

Test(output, nothing_is_left_by_a_killed_program)
{
    static const int numbers[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGKILL };
    write_file("big.json", "old\n");
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        GPid pid = start("ulimit -c 0;", LONG_WORK);
        wait_for_bytes(pid);
        kill(pid, numbers[i]);
        expect_ended_by(pid, numbers[i]);
    }
}

/* As under nohup. */
Test(output, an_ignored_signal_stays_ignored)
{
    write_file("big.json", "old\n");
    GPid pid = start("trap '' HUP;", LONG_WORK);
    wait_for_bytes(pid);
    kill(pid, SIGHUP);
    g_usleep(50000);
    cr_expect_eq(waitpid(pid, NULL, WNOHANG), 0, "it ended");
    kill(pid, SIGTERM);
    expect_ended_by(pid, SIGTERM);
}

/* --- all or none --- */

static char *path_of(const char *name)
{
    return g_build_filename(directory, name, NULL);
}

/* Three outputs. The last cannot be moved to its place at the end. */
static void finish_with_an_obstacle(const char *const names[3])
{
    CompareOutput *outs[3];
    g_autoptr(GError) error = NULL;
    g_autofree char *obstacle = path_of(names[2]);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *path = path_of(names[i]);
        outs[i] = compare_output_open(path, &error);
        cr_assert_not_null(outs[i]);
        compare_output_text(outs[i], "new\n");
    }
    cr_assert_eq(g_mkdir(obstacle, 0700), 0);
    cr_assert_not(compare_outputs_finish(outs, 3, &error));
    cr_expect_eq(g_rmdir(obstacle), 0, "the obstacle was replaced");
    g_autofree char *message = g_strdup_printf("%s: cannot be written: Is a directory", obstacle);
    cr_expect_str_eq(error->message, message);
}

Test(output, all_files_are_replaced_or_none)
{
    static const char *const names[] = { "a.txt", "b.txt", "c.txt" };
    write_file("a.txt", "old\n"); /* b.txt does not exist */
    finish_with_an_obstacle(names);
    g_autofree char *left = listing(), *text = read_file("a.txt");
    cr_expect_str_eq(left, "a.txt s.json w.json");
    cr_expect_str_eq(text, "old\n");

    g_autofree char *a = path_of("a.txt"), *b = path_of("b.txt");
    const CompareText good[] = { { a, "new\n" }, { b, "new, too\n" } };
    cr_assert(compare_outputs_write(good, 2, NULL));
    g_autofree char *both = listing(), *first = read_file("a.txt"), *second = read_file("b.txt");
    cr_expect_str_eq(both, "a.txt b.txt s.json w.json");
    cr_expect_str_eq(first, "new\n");
    cr_expect_str_eq(second, "new, too\n");
}

/* --- limits of a build --- */

/* The job also notices memory that grows between two calls. Further calls return the same
 * result. */
Test(job_limits, memory_is_looked_at_again)
{
    g_autoptr(BspJob) job = bsp_job_new(1, NULL, NULL);
    bsp_job_limit(job, 0, (guint64)256 << 20);
    cr_assert(bsp_job_goes_on(job));
    g_autofree char *block = g_malloc((gsize)300 << 20);
    memset(block, 1, (gsize)300 << 20);
    g_usleep(10000);
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        cr_assert_not(bsp_job_goes_on(job));
        bsp_job_set_cancelled(job, &error);
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
        cr_assert_str_eq(error->message,
                         "building takes more memory than the limit of 268435456 bytes");
    }
}

static gboolean refuse(double done, gpointer data)
{
    (void)done, (void)data;
    return FALSE;
}

/* If the caller cancels before a limit is passed, the reason remains the cancellation. */
Test(job_limits, the_first_reason_counts)
{
    g_autoptr(BspJob) job = bsp_job_new(1, refuse, NULL);
    bsp_job_limit(job, 1, 0);
    g_usleep(60000); /* longer than the interval between two reports */
    cr_assert_not(bsp_job_goes_on(job));
    g_usleep(1000000); /* now the limit of one second is exceeded, too */
    cr_assert_not(bsp_job_goes_on(job));
    g_autoptr(GError) error = NULL;
    bsp_job_set_cancelled(job, &error);
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
}

/* --- audits --- */

TestSuite(audit_command, .init = set_up, .fini = tear_down);

/* A level of Quake: a floor and a pillar. */
static void write_level(const char *name)
{
    const double boxes[][6] = { { -256, -256, -16, 256, 256, 0 }, { 64, 64, 0, 96, 96, 128 } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    const LevelOptions options = { .format = LEVEL_QUAKE };
    g_autoptr(GByteArray) file = level_q1(solid, &options);
    g_autofree char *path = g_build_filename(directory, name, NULL);
    cr_assert(g_file_set_contents(path, (const char *)file->data, file->len, NULL));
}

Test(audit_command, audits_are_of_whole_levels)
{
    write_level("q.bsp");
    g_auto(Outcome) whole = shell("audit q.bsp");
    g_auto(Outcome) patches = shell("audit q.bsp#patches"); /* the level has no patches */
    cr_expect(whole.status < 2 && strstr(whole.out, "hull 1"), "%s%s", whole.out, whole.err);
    cr_expect(patches.status == whole.status, "%s", patches.err);
    expect_refused("audit q.bsp#hull1",
                   "q.bsp#hull1: an audit covers all hulls of a level: leave out #hull1");
    expect_refused("audit q.bsp#hull0,patches",
                   "q.bsp#hull0,patches: an audit covers all hulls of a level: "
                   "leave out #hull0,patches");
}

Test(audit_command, audits_are_of_all_contents)
{
    const BspPlane planes[] = { { { { 1, 0, 0 } }, 64 }, { { { -1, 0, 0 } }, 0 },
                                { { { 0, 1, 0 } }, 64 }, { { { 0, -1, 0 } }, 0 },
                                { { { 0, 0, 1 } }, 64 }, { { { 0, 0, -1 } }, 0 } };
    const LevelBrush brush = { 0, G_N_ELEMENTS(planes), 1, 0 };
    g_autoptr(GByteArray) file = level_q2(planes, G_N_ELEMENTS(planes), &brush, 1);
    g_autofree char *path = g_build_filename(directory, "sides.bsp", NULL);
    cr_assert(g_file_set_contents(path, (const char *)file->data, file->len, NULL));
    const char *of_all = "audit sides.bsp --space a=-16,-16,-24:16,16,32";
    g_auto(Outcome) outcome = shell(of_all);
    cr_expect_eq(outcome.status, 0, "%s%s", outcome.out, outcome.err);
    g_autofree char *of_some = g_strconcat(of_all, ":solid", NULL);
    expect_refused(of_some, "--space: leave out the contents: an audit covers all of them");
}

/* --- info --- */

TestSuite(info_command, .init = set_up, .fini = tear_down);

/* A level may have thousands of models: info lists 1024. A model can be read by its number. */
Test(info_command, models)
{
    const BspPlane planes[] = { { { { 1, 0, 0 } }, 64 }, { { { -1, 0, 0 } }, 0 },
                                { { { 0, 1, 0 } }, 64 }, { { { 0, -1, 0 } }, 0 },
                                { { { 0, 0, 1 } }, 64 }, { { { 0, 0, -1 } }, 0 } };
    LevelBrush brushes[1031];
    for (guint i = 0; i < G_N_ELEMENTS(brushes); i++)
        brushes[i] = (LevelBrush){ 0, G_N_ELEMENTS(planes), 1, i };
    g_autoptr(GByteArray) file =
        level_q2_models(planes, G_N_ELEMENTS(planes), brushes, G_N_ELEMENTS(brushes),
                        "{ \"classname\" \"func_door\" \"model\" \"*1024\" \"origin\" \"1 2 3\" }");
    g_autofree char *path = g_build_filename(directory, "doors.bsp", NULL);
    cr_assert(g_file_set_contents(path, (const char *)file->data, file->len, NULL));
    g_auto(Outcome) all = shell("info doors.bsp");
    cr_expect(strstr(all.out, "models   1030, besides the world\n         #1 - at 0 0 0\n"), "%s",
              all.out);
    cr_expect(strstr(all.out, "#1024 func_door at 1 2 3\n         and 6 more\n"), "%s", all.out);
    g_auto(Outcome) one = shell("info doors.bsp#1024");
    cr_expect(strstr(one.out, "\nmodel    #1024 func_door at 1 2 3\nskipped"), "%s", one.out);
    g_auto(Outcome) added = shell("info doors.bsp --include func_door");
    cr_expect(strstr(added.out, "bounds   0 0 0 to 65 66 67\n"), "%s%s", added.out, added.err);
    expect_refused("info doors.bsp --include func_plat",
                   "doors.bsp: no entity with brushes has the class func_plat; there are: "
                   "func_door 1");
}

/* --- regress --- */

TestSuite(regress_command, .init = set_up, .fini = tear_down);

/* Where many faces are almost in one plane, the rules by which a hit is named (body/corner.h)
 * decide one of a thousand answers. */
Test(regress_command, planes_in_generated_worlds)
{
    static const char *const worlds[] = { "near-coplanar --seed 1", "near-coplanar --seed 2",
                                          "bricks --seed 1", "slivers --seed 1", "city --seed 2" };
    for (guint i = 0; i < G_N_ELEMENTS(worlds); i++) {
        g_autofree char *command = g_strdup_printf(
            "generate world %s --brushes 60 >world.json &&"
            " \"$BSPCOMPARE\" generate scenario world.json --seed 1 >scenario.json &&"
            " \"$BSPCOMPARE\" regress -m brushes,onion-named --no-shrink --aim=10000,1 "
            "scenario.json",
            worlds[i]);
        g_auto(Outcome) outcome = shell(command);
        cr_expect_eq(outcome.status, 0, "%s: %s%s", worlds[i], outcome.out, outcome.err);
    }
}
