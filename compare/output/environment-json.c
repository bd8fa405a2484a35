/* environment-json: the origin of results, as JSON. */
#include "output/environment.h"
#include "text/json-value.h"

/* null if there is none. */
static json_object *bytes(gsize n)
{
    return n ? compare_json_count(n) : NULL;
}

static json_object *caches_object(const CompareCaches *caches)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "l1d", bytes(caches->l1d));
    compare_json_add(object, "l2", bytes(caches->l2));
    compare_json_add(object, "l3", bytes(caches->l3));
    return object;
}

static json_object *load_number(const CompareEnvironment *e)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    if (!e->is_measured || e->load < 0)
        return NULL;
    return compare_json_number(e->load, g_ascii_dtostr(digits, sizeof digits, e->load));
}

json_object *compare_environment_json(const CompareEnvironment *e)
{
    if (!e)
        return NULL;
    json_object *object = compare_json_object();
    compare_json_add(object, "program", compare_json_text(e->program));
    compare_json_add(object, "commit", compare_json_text(e->commit));
    compare_json_add(object, "command", compare_json_text(e->command));
    compare_json_add(object, "date", compare_json_text(e->date));
    compare_json_add(object, "cpu", compare_json_text(e->cpu));
    compare_json_add(object, "cores", e->is_measured ? compare_json_count(e->cores) : NULL);
    compare_json_add(object, "caches", e->is_measured ? caches_object(&e->caches) : NULL);
    compare_json_add(object, "load", load_number(e));
    compare_json_add(object, "os", compare_json_text(e->os));
    compare_json_add(object, "compiler", compare_json_text(e->compiler));
    compare_json_add(object, "flags", compare_json_text(e->flags));
    return object;
}
