/* processor: what the system reports about the processor on which times are measured. */
#include "run/processor.h"

#include <unistd.h>

#include "bsp-brush-table.h"

#define FOLDER "/sys/devices/system/cpu/"

/* The text of a small file without space at its ends; NULL if there is none. Without memory the
 * program ends, like everywhere in GLib: results must not name a wrong machine. */
static char *read_text(const char *path)
{
    char *text = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error) &&
        g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM))
        g_error("%s", error->message);
    return text ? g_strstrip(text) : NULL;
}

char *compare_processor_find(const char *cpuinfo, const char *key)
{
    g_auto(GStrv) lines = g_strsplit(cpuinfo, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *colon = strchr(*line, ':');
        if (colon && g_str_has_prefix(*line, key))
            return g_strstrip(g_strdup(colon + 1));
    }
    return NULL;
}

/* --- caches --- */

static char *read_cache(const char *folder, guint index, const char *member)
{
    g_autofree char *path = g_strdup_printf("%s/index%u/%s", folder, index, member);
    return read_text(path);
}

void compare_processor_read_caches(const char *folder, gsize *caches)
{
    for (guint i = 0;; i++) {
        g_autofree char *level = read_cache(folder, i, "level"),
                        *type = read_cache(folder, i, "type"),
                        *size = read_cache(folder, i, "size");
        char *unit = NULL;
        if (!level || !type || !size)
            return;
        guint64 k = g_ascii_strtoull(level, NULL, 10), n = g_ascii_strtoull(size, &unit, 10);
        if (k >= 1 && k <= COMPARE_CACHE_LEVELS && strcmp(type, "Instruction") != 0)
            caches[k - 1] = n << (*unit == 'M' ? 20 : *unit == 'K' ? 10 : 0);
    }
}

/* Virtual machines often hide the folder, but the C library still asks the processor. On AMD it
 * may then get the size of all caches of a level together, which is larger than one of them. */
static void find_caches(gsize *caches)
{
    static const int names[COMPARE_CACHE_LEVELS] = { _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                                     _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE };
    for (guint i = 0; i < COMPARE_CACHE_LEVELS; i++)
        caches[i] = (gsize)MAX(sysconf(names[i]), 0);
    compare_processor_read_caches(FOLDER "cpu0/cache", caches);
}

gsize compare_processor_largest_cache(void)
{
    gsize caches[COMPARE_CACHE_LEVELS], largest = 0;
    find_caches(caches);
    for (guint i = 0; i < COMPARE_CACHE_LEVELS; i++)
        largest = MAX(largest, caches[i]);
    return largest;
}

/* --- the whole --- */

CompareProcessor *compare_processor_new(void)
{
    CompareProcessor *p = g_new0(CompareProcessor, 1);
    g_autofree char *cpuinfo = read_text("/proc/cpuinfo");
    g_autofree char *mhz = cpuinfo ? compare_processor_find(cpuinfo, "cpu MHz") : NULL;
    p->model = cpuinfo ? compare_processor_find(cpuinfo, "model name") : NULL;
    p->model = p->model ? p->model : g_strdup("unknown");
    p->mhz = mhz ? g_ascii_strtod(mhz, NULL) : 0;
    p->governor = read_text(FOLDER "cpu0/cpufreq/scaling_governor");
    p->smt = read_text(FOLDER "smt/active");
    p->vector_bytes = bsp_vectors_best();
    find_caches(p->caches);
    return p;
}

void compare_processor_free(CompareProcessor *processor)
{
    if (!processor)
        return;
    g_free(processor->model);
    g_free(processor->governor);
    g_free(processor->smt);
    g_free(processor);
}
