/* real-levels: the thirteen levels that data/fetch-levels fetches. */
#include "real-levels.h"

#include <criterion/criterion.h>

#include "shipped.h"
#include "tools/bsp-file.h"

RealLevel real_levels[N_REAL_LEVELS] = { { "oacmpctf1" }, { "oacmpctf2" }, { "oacmpctf3" },
                                         { "oacmpdm1" },  { "oacmpdm2" },  { "oacmpdm3" },
                                         { "oacmpdm4" },  { "oacmpdm5" },  { "oacmpdm6" },
                                         { "oacmpdm7" },  { "oacmpdm8" },  { "oacmpdm9" },
                                         { "oacmpdm10" } };

const char *real_levels_archive(void)
{
    const char *archive = g_getenv("BSP_LEVELS");
    return archive && g_file_test(archive, G_FILE_TEST_IS_REGULAR) ? archive : NULL;
}

static const char *archive_or_skip(void)
{
    const char *archive = real_levels_archive(), *wanted = g_getenv("BSP_LEVELS");
    if (!archive && g_getenv("BSP_REQUIRE_LEVELS"))
        cr_assert_fail("BSP_LEVELS: %s", wanted ? wanted : "not set: run data/fetch-levels");
    if (!archive)
        cr_skip_test("BSP_LEVELS is not set");
    return archive;
}

char *real_level_bsp(const char *name)
{
    return g_strdup_printf("%s:maps/%s.bsp", archive_or_skip(), name);
}

char *real_level_map(const char *name)
{
    return g_strdup_printf("%s:sources/maps/%s.map", archive_or_skip(), name);
}

CompareScenario *real_level_scenario(const char *name)
{
    g_autofree char *world = real_level_bsp(name);
    g_autofree char *path = shipped_path("scenarios", "real-level.json");
    g_autoptr(GError) error = NULL;
    CompareScenario *scenario = compare_scenario_load(path, world, &error);
    cr_assert_not_null(scenario, "%s", error ? error->message : "");
    return scenario;
}

CompareScenario *real_match(const char *file, const char *level, const char *members)
{
    g_autofree char *world = real_level_bsp(level);
    g_autofree char *path = shipped_path("scenarios", file);
    g_autoptr(GError) error = NULL;
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, &error);
    cr_assert(text, "%s", error ? error->message : "");
    char *end = strrchr(text, '}');
    cr_assert(end);
    *end = '\0';
    g_autofree char *whole =
        g_strconcat(text, members ? ", " : "", members ? members : "", "}", NULL);
    CompareScenario *s = compare_scenario_read(path, whole, strlen(whole), world, &error);
    cr_assert(s, "%s", error ? error->message : "");
    return s;
}
