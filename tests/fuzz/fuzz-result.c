/* fuzz-result: fuzzes the reader of results. What it accepts is printed in every format, and
 * compared with itself. */
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "result/diff.h"
#include "result/result.h"

/* The reader wants a file. It is one file, written again for each input. */
static const char *write_file(const uint8_t *data, size_t size)
{
    static char *path; /* never freed */
    if (!path)
        path = g_strdup_printf("%s/fuzz-result-%d.json", g_get_tmp_dir(), (int)getpid());
    g_autoptr(GError) error = NULL;
    if (!g_file_set_contents_full(path, (const char *)data, (gssize)size, G_FILE_SET_CONTENTS_NONE,
                                  0600, &error))
        g_error("%s", error->message);
    return path;
}

static void print_in_all_formats(const CompareResults *results)
{
    static const CompareFormat formats[] = { COMPARE_FORMAT_TABLE, COMPARE_FORMAT_CSV,
                                             COMPARE_FORMAT_MARKDOWN, COMPARE_FORMAT_JSON,
                                             COMPARE_FORMAT_HTML };
    g_autoptr(CompareDiff) diff = compare_diff(results, results, &(CompareLimits){ 0 });
    if (compare_diff_is_worse(diff))
        fuzz_found("a result is worse than itself");
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        CompareStyle style = { .format = formats[i], .wide = TRUE };
        g_autofree char *text = compare_results_print(results, style, NULL);
        g_autofree char *changes = compare_diff_print(diff, style);
        if (!text || !changes)
            fuzz_found("nothing is printed in format %u", i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = write_file(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareResults) results = compare_results_load(&path, 1, &error);
    fuzz_demand_result_or_error(results, error, path);
    if (results)
        print_in_all_formats(results);
    unlink(path);
    return 0;
}
