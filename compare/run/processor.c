/* processor: reads the system's report about the processor on which times are measured. */
#include "run/processor.h"

#include <unistd.h>

#include "bsp-brush-table.h"

#define FOLDER "/sys/devices/system/cpu/"

/* Returns the text of a small file without white space at its ends, or NULL if the file cannot be
 * read. If memory runs out, the program ends, as with GLib, because results must not name a wrong
 * machine. */
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

/* Bytes. On processors of AMD, the C library adds up the level 3 caches of all cores, although a
 * core uses only one of them. So if the library reports more than this, it is ignored. AMD's
 * largest cache for one core has 96 MiB today. The sizes in the folder are for one cache. */
#define MOST_BY_LIBRARY ((gsize)128 << 20)

/* Finds the sizes of the caches. Virtual machines often hide the folder. Then the C library can
 * still ask the processor. */
static void find_caches(gsize *caches)
{
    static const int names[COMPARE_CACHE_LEVELS] = { _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                                     _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE };
    for (guint i = 0; i < COMPARE_CACHE_LEVELS; i++)
        caches[i] = MIN((gsize)MAX(sysconf(names[i]), 0), MOST_BY_LIBRARY);
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

/* --- the whole report --- */

static json_object *caches_json(void)
{
    static const char *const levels[COMPARE_CACHE_LEVELS] = { "l1d", "l2", "l3", "l4" };
    json_object *object = compare_json_object();
    gsize caches[COMPARE_CACHE_LEVELS];
    find_caches(caches);
    for (guint i = 0; i < COMPARE_CACHE_LEVELS; i++)
        compare_json_add(object, levels[i], caches[i] ? compare_json_count(caches[i]) : NULL);
    return object;
}

json_object *compare_processor_json(void)
{
    json_object *object = compare_json_object();
    g_autofree char *text = read_text("/proc/cpuinfo"), *smt = read_text(FOLDER "smt/active"),
                    *governor = read_text(FOLDER "cpu0/cpufreq/scaling_governor"),
                    *model = compare_processor_find(text ? text : "", "model name"),
                    *mhz = compare_processor_find(text ? text : "", "cpu MHz");
    compare_json_add(object, "cpu", compare_json_text(model ? model : "unknown"));
    compare_json_add(object, "caches", caches_json());
    compare_json_add(object, "mhz", mhz ? compare_json_exact(g_ascii_strtod(mhz, NULL)) : NULL);
    compare_json_add(object, "governor", compare_json_text(governor));
    compare_json_add(object, "smt", smt ? compare_json_boolean(*smt == '1') : NULL);
    compare_json_add(object, "vector_bytes", compare_json_count(bsp_vectors_best()));
    return object;
}
