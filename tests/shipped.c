/* shipped: loads the worlds and scenarios of data/, and other files of the sources, for tests. */
#include "shipped.h"

#include <criterion/criterion.h>
#include <string.h>

const char *shipped_data(void)
{
    const char *data = g_getenv("BSP_DATA_DIR");
    return data ? data : "data";
}

char *shipped_path(const char *folder, const char *name)
{
    return g_build_filename(shipped_data(), folder, name, NULL);
}

char *shipped_source(const char *name)
{
    return g_build_filename(shipped_data(), "..", name, NULL);
}

BspSolid *shipped_solid(const char *name)
{
    g_autofree char *path = shipped_path("worlds", name);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "");
    return g_steal_pointer(&world->solid);
}

CompareScenario *shipped_scenario(const char *name)
{
    g_autofree char *path = shipped_path("scenarios", name);
    return load_scenario(path);
}

CompareScenario *load_scenario(const char *path)
{
    g_autoptr(GError) error = NULL;
    CompareScenario *scenario = compare_scenario_load(path, NULL, &error);
    cr_assert_not_null(scenario, "%s", error ? error->message : "");
    return scenario;
}

CompareScenario *scenario_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    CompareScenario *scenario =
        compare_scenario_read("test.json", text, strlen(text), NULL, &error);
    cr_assert_not_null(scenario, "%s", error ? error->message : "");
    return scenario;
}

static gboolean is_of_fetched_level(const char *path)
{
    g_autofree char *text = NULL;
    cr_assert(g_file_get_contents(path, &text, NULL, NULL));
    return strstr(text, "../levels/") != NULL;
}

static gint compare_paths(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *shipped_scenarios(void)
{
    g_autofree char *folder = shipped_path("scenarios", NULL);
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    cr_assert_not_null(dir, "%s", folder);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_str_has_suffix(name, ".json") && !is_of_fetched_level(path))
            g_ptr_array_add(found, g_steal_pointer(&path));
    }
    g_ptr_array_sort(found, compare_paths);
    cr_assert_geq(found->len, 9, "only %u", found->len);
    return found;
}
