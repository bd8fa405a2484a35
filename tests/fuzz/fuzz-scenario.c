/* fuzz-scenario: fuzzes the reader of scenarios. A world that the input names by a path is not
 * found; a world inside the input is read. */
#include "fuzz.h"
#include "scenario/scenario.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char path[] = "no/such/directory/scenario.json";
    g_autofree char *text = g_malloc(size + 1);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareScenario) scenario = compare_scenario_read(path, text, size, NULL, &error);
    if (!scenario && !error)
        fuzz_found("neither result nor error");
    if (error && strchr(error->message, '\n'))
        fuzz_found("an error of more than one line: %s", error->message);
    return 0;
}
