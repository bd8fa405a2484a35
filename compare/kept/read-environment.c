/* read-environment: reads the environment of a saved result. */
#include "kept/read.h"

/* Limit for bytes and cores; no machine has more. */
#define MOST ((guint64)1 << 50)

static gboolean read_count(const BspJsonRef *object, const char *key, guint64 *n, GError **error)
{
    BspJsonRef member;
    return !compare_kept_has(object, key, &member) || bsp_json_uint(&member, 0, MOST, n, error);
}

static gboolean read_caches(const BspJsonRef *object, CompareCaches *caches, GError **error)
{
    BspJsonRef member;
    guint64 l1d = 0, l2 = 0, l3 = 0;
    if (!compare_kept_has(object, "caches", &member))
        return TRUE;
    if (!bsp_json_is_object(&member))
        return bsp_json_fail(&member, error, BSP_ERROR_VALUE, "an object is wanted");
    if (!read_count(&member, "l1d", &l1d, error) || !read_count(&member, "l2", &l2, error) ||
        !read_count(&member, "l3", &l3, error))
        return FALSE;
    *caches = (CompareCaches){ (gsize)l1d, (gsize)l2, (gsize)l3 };
    return TRUE;
}

static gboolean read_load(const BspJsonRef *object, double *load, GError **error)
{
    BspJsonRef member;
    *load = -1;
    return !compare_kept_has(object, "load", &member) ||
           bsp_json_number(&member, 0, 1e9, load, error);
}

/* Reads the machine's fields, which are either all present or all absent. */
static gboolean read_machine(const BspJsonRef *object, CompareEnvironment *e, GError **error)
{
    const char *command, *date, *cpu, *os;
    guint64 cores = 0;
    if (!compare_kept_read_text(object, "command", &command, error) ||
        !compare_kept_read_text(object, "date", &date, error) ||
        !compare_kept_read_text(object, "cpu", &cpu, error) ||
        !compare_kept_read_text(object, "os", &os, error) ||
        !read_count(object, "cores", &cores, error) || !read_load(object, &e->load, error))
        return FALSE;
    e->is_measured = date != NULL;
    e->command = g_strdup(command);
    e->date = g_strdup(date);
    e->cpu = g_strdup(cpu ? cpu : "unknown");
    e->os = g_strdup(os ? os : "unknown");
    e->cores = (guint)MIN(cores, G_MAXUINT);
    return TRUE;
}

gboolean compare_kept_read_environment(const BspJsonRef *object, CompareEnvironment **environment,
                                       GError **error)
{
    BspJsonRef member;
    if (!compare_kept_has(object, "environment", &member))
        return TRUE;
    if (!bsp_json_is_object(&member))
        return bsp_json_fail(&member, error, BSP_ERROR_VALUE, "an object is wanted");
    CompareEnvironment *e = *environment = g_new0(CompareEnvironment, 1);
    if (!compare_kept_read_text(&member, "program", &e->program, error) ||
        !compare_kept_read_text(&member, "commit", &e->commit, error) ||
        !compare_kept_read_text(&member, "compiler", &e->compiler, error) ||
        !compare_kept_read_text(&member, "flags", &e->flags, error) ||
        !read_machine(&member, e, error) || !read_caches(&member, &e->caches, error))
        return FALSE;
    e->program = e->program ? e->program : "bspcompare";
    e->compiler = e->compiler ? e->compiler : "unknown compiler";
    return TRUE;
}
