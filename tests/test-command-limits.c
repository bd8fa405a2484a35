/* test-command-limits: --max-seconds and --max-memory: a build that passes a limit fails cleanly.
 */
#include "bsp-error.h"
#include "build/job.h"
#include "test-program.h"

static void set_up_city(void)
{
    set_up();
    g_auto(Outcome) city = shell("generate world city --brushes 4000 -o city.json"),
                    crowd = shell("generate scenario city.json --spaces 2 --moves 5 -o crowd.json");
    expect_good(&city);
    expect_good(&crowd);
}

TestSuite(limits, .init = set_up_city, .fini = tear_down);

/* The command must exit with status 2, with one line on standard error that ends like this. It
 * must print nothing else and write no file. */
static void expect_given_up(const char *arguments, const char *why)
{
    g_autofree char *before = listing();
    g_auto(Outcome) outcome = shell(arguments);
    g_autofree char *after = listing(), *end = g_strconcat(why, "\n", NULL);
    cr_expect_eq(outcome.status, 2, "%s: status %d", arguments, outcome.status);
    cr_expect_str_eq(outcome.out, "");
    cr_expect(g_str_has_suffix(outcome.err, end), "%s: %s", arguments, outcome.err);
    cr_expect_eq(strchr(outcome.err, '\n') + 1, outcome.err + strlen(outcome.err), "%s: %s",
                 arguments, outcome.err);
    cr_expect_str_eq(after, before);
}

/* All commands that build, with all builders. */
static const char *const commands[] = { "run --no-timing -m onion -o out.txt crowd.json",
                                        "run --no-timing -m onion --builder listing2 crowd.json",
                                        "run --no-timing -m multi --fill auto crowd.json",
                                        "regress -m shift-box --threads 1 crowd.json",
                                        "sweep --no-timing --vary bevel-angle=90 crowd.json",
                                        "info --leak leak.pts city.json" };

Test(limits, a_build_that_takes_too_long)
{
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *limited = g_strconcat(commands[i], " --max-seconds 0.05", NULL);
        expect_given_up(limited, "building takes longer than the limit of 0.05 seconds");
    }
}

/* The world in memory exceeds the limit before the build begins. */
Test(limits, a_build_that_takes_too_much_memory)
{
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *limited = g_strconcat(commands[i], " --max-memory 4M", NULL);
        expect_given_up(limited, "building takes more memory than the limit of 4194304 bytes");
    }
}

Test(limits, what_fits_is_not_disturbed)
{
    g_auto(Outcome) free = shell("run --no-timing -m onion,shift s.json"),
                    held = shell("run --no-timing -m onion,shift --max-seconds 600 --max-memory "
                                 "1000G s.json");
    expect_good(&free);
    expect_good(&held);
    cr_expect_str_eq(held.out, free.out);
}

Test(limits, what_is_no_limit)
{
    static const char *const seconds[] = { "0", "-1", "x", "1s", "inf", "nan", "0x10", "1e999" };
    for (guint i = 0; i < G_N_ELEMENTS(seconds); i++) {
        g_autofree char *arguments = g_strdup_printf("run s.json '--max-seconds=%s'", seconds[i]);
        g_autofree char *message =
            g_strdup_printf("--max-seconds: '%s' is no number above 0", seconds[i]);
        expect_refused(arguments, message);
    }
    static const char *const sizes[] = { "0", "0K", "-1M", "M", "1MB", "1 M", "1P", "infinity" };
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *arguments = g_strdup_printf("info w.json '--max-memory=%s'", sizes[i]);
        g_autofree char *message = g_strdup_printf(
            "--max-memory: '%s' is no number above 0 with K, M, G, T or nothing after it",
            sizes[i]);
        expect_refused(arguments, message);
    }
}

/* --- the job itself --- */

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
    bsp_job_limit(job, 0.1, 0);
    g_usleep(60000); /* longer than the interval between two reports */
    cr_assert_not(bsp_job_goes_on(job));
    g_usleep(60000);
    cr_assert_not(bsp_job_goes_on(job));
    g_autoptr(GError) error = NULL;
    bsp_job_set_cancelled(job, &error);
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
}
