/* test-command-output: where the program writes, and the state of output files after an
 * interruption: a signal, a limit of the system, or another file that cannot be written. Also
 * outputs that are inputs. */
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-program.h"
#include "text/file.h"

TestSuite(output, .init = set_up, .fini = tear_down);

/* --- files, devices, pipes --- */

Test(output, output_is_written_whole)
{
    g_auto(Outcome) plain = shell("run --no-timing s.json");
    expect_good(&plain);
    cr_expect(g_str_has_prefix(plain.out, "small: world room (2 brushes), 1 space, 1 shape; "));
    write_file("old.txt", "old\n");
    g_autofree char *old = g_build_filename(directory, "old.txt", NULL);
    cr_assert_eq(g_chmod(old, 0640), 0);
    g_auto(Outcome) filed = shell("run --no-timing s.json -o old.txt");
    expect_good(&filed);
    cr_expect_str_eq(filed.out, "");
    g_autofree char *text = read_file("old.txt");
    cr_expect_str_eq(text, plain.out);
    struct stat info;
    cr_assert_eq(stat(old, &info), 0);
    cr_expect_eq(info.st_mode & 07777, 0640u, "permissions %o", info.st_mode & 07777);

    g_auto(Outcome) dash = shell("run --no-timing s.json -o -");
    cr_expect_str_eq(dash.out, plain.out);
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "old.txt s.json w.json");
}

Test(output, new_files_have_the_usual_permissions)
{
    g_auto(Outcome) outcome = shell("run --no-timing s.json -m onion -o new.txt");
    expect_good(&outcome);
    mode_t mask = umask(0);
    umask(mask);
    g_autofree char *path = g_build_filename(directory, "new.txt", NULL);
    struct stat info;
    cr_assert_eq(stat(path, &info), 0);
    cr_expect_eq(info.st_mode & 07777, 0666u & ~mask);
}

/* The file that a link points to is replaced; the link stays. */
Test(output, output_through_a_link)
{
    write_file("target.txt", "old\n");
    g_autofree char *link = g_build_filename(directory, "link.txt", NULL);
    cr_assert_eq(symlink("target.txt", link), 0);
    g_auto(Outcome) outcome = shell("run --no-timing s.json -m onion -o link.txt");
    expect_good(&outcome);
    cr_expect(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    g_autofree char *text = read_file("target.txt");
    cr_expect(g_str_has_prefix(text, "small: "));
}

/* The program writes to a device and never replaces it, even as root. */
Test(output, output_to_a_device)
{
    g_auto(Outcome) outcome = shell("run --no-timing s.json -m onion -o /dev/null");
    expect_good(&outcome);
    struct stat info;
    cr_assert_eq(stat("/dev/null", &info), 0);
    cr_expect(S_ISCHR(info.st_mode));
}

Test(output, unwritable_output)
{
    expect_refused("run s.json -o none/x.txt",
                   "none/x.txt: cannot be written: No such file or directory");
    expect_refused("run s.json -o .", ".: cannot be written: Is a directory");
    expect_refused("run s.json -o w.json/x", "w.json/x: cannot be written: Not a directory");
    expect_refused("run s.json -o ''", ": cannot be written: No such file or directory");
    expect_refused("run s.json --moves-out none/x.csv",
                   "none/x.csv: cannot be written: No such file or directory");
    expect_refused("regress s.json --reproducer none/x.json",
                   "none/x.json: cannot be written: No such file or directory");
    expect_refused("convert w.json -o none/x.json",
                   "none/x.json: cannot be written: No such file or directory");
    g_autofree char *left = listing();
    cr_expect_str_eq(left, "s.json w.json");
}

Test(output, full_device)
{
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full");
    static const char *const commands[] = { "run --no-timing s.json",
                                            "regress s.json",
                                            "info w.json",
                                            "convert w.json",
                                            "--help",
                                            "run --help",
                                            "--version" };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *arguments = g_strdup_printf("%s >/dev/full", commands[i]);
        expect_refused(arguments, "standard output: cannot be written: No space left on device");
    }
    expect_refused("run --no-timing s.json -o /dev/full",
                   "/dev/full: cannot be written: No space left on device");
}

Test(output, closed_output)
{
    expect_refused("run --no-timing s.json >&-",
                   "standard output: cannot be written: Bad file descriptor");
    expect_refused("info w.json >&-", "standard output: cannot be written: Bad file descriptor");
    /* the reader closes the pipe before the program writes */
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    close(ends[0]);
    cr_assert_eq(dup2(ends[1], 9), 9); /* sh accepts file descriptors of one digit only */
    expect_refused("info w.json >&9", "standard output: cannot be written: Broken pipe");
}

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

Test(output, a_file_that_may_not_grow)
{
    write_file("big.json", "old\n");
    g_autofree char *program = g_strdup(g_getenv("BSPCOMPARE"));
    g_setenv("PROGRAM", program, TRUE);
    g_setenv("BSPCOMPARE", "/bin/sh", TRUE);
    expect_refused("-c 'ulimit -f 8; exec \"$PROGRAM\" " LONG_WORK "'",
                   "big.json: cannot be written: File too large");
    g_autofree char *left = listing(), *text = read_file("big.json");
    cr_expect_str_eq(left, "big.json s.json w.json");
    cr_expect_str_eq(text, "old\n");
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

/* If standard output cannot be written, no file is replaced. */
Test(output, no_file_is_replaced_if_standard_output_is_full)
{
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full");
    write_file("m.csv", "old\n");
    expect_refused("run --no-timing -m onion s.json --moves-out m.csv >/dev/full",
                   "standard output: cannot be written: No space left on device");
    g_autofree char *left = listing(), *text = read_file("m.csv");
    cr_expect_str_eq(left, "m.csv s.json w.json");
    cr_expect_str_eq(text, "old\n");
}

/* --- inputs --- */

Test(output, an_input_is_not_replaced)
{
    static const char *const commands[][2] = {
        { "convert w.json -o ./w.json", "./w.json" },
        { "info w.json --leak link", "link" },
        { "run s.json -o s.json", "s.json" },
        { "run s.json --moves-out w.json", "w.json" },
        { "run s.json --page-out w.json", "w.json" },
        { "convert --resolve s.json -o link", "link" },
        { "explain s.json --move walk:1 --obj w.json", "w.json" },
        { "explain s.json --move walk:1 -o s.json", "s.json" },
        { "convert log.csv --positions --shapes a=sphere:1 -w w.json -o log.csv", "log.csv" },
        { "convert log.csv --positions --shapes a=sphere:1 -w w.json -o link", "link" },
        { "run other.json -w w.json -o w.json", "w.json" },
        { "sweep s.json --vary size=1 -o w.json", "w.json" },
        { "regress s.json --reproducer s.json", "s.json" },
        { "generate scenario w.json -o link", "link" },
        { "convert archive.pk3:w.json -o archive.pk3", "archive.pk3" },
    };
    g_autofree char *link_path = path_of("link"), *world = path_of("w.json");
    cr_assert_eq(link(world, link_path), 0);
    write_file("archive.pk3", "not even read\n");
    write_file("log.csv", "0 0 9\n1 0 9\n");
    write_file("other.json", scenario_text);
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *message = g_strdup_printf(
            "%s: cannot be written: it is the input, which would be lost", commands[i][1]);
        expect_refused(commands[i][0], message);
    }
    g_autofree char *s = read_file("s.json"), *w = read_file("w.json");
    cr_expect_str_eq(s, scenario_text);
    cr_expect_str_eq(w, world_text);
}

/* A device may be both input and output. */
Test(output, a_device_as_input_and_output)
{
    g_auto(Outcome) outcome = shell("generate world rooms --brushes 8 -o /dev/null");
    expect_good(&outcome);
    expect_refused("run /dev/null -o /dev/null", "/dev/null:1:1: unexpected end of data");
}
