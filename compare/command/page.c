/* page: from reports to the page that is made of them. */
#include "command/page.h"

#include "html/html.h"
#include "output/report.h"
#include "output/sweep.h"

static char *page_of(const char *json, const CompareOptions *options)
{
    g_autofree char *command = compare_environment_command(options->arguments);
    return compare_html_print(json, command);
}

char *compare_command_page(const GPtrArray *reports, const CompareOptions *options)
{
    const CompareReport *const *all = (const CompareReport *const *)reports->pdata;
    g_autofree char *json = compare_print_json(all, reports->len, options->environment);
    return page_of(json, options);
}

char *compare_command_page_of_sweep(const CompareSweep *sweep, const CompareOptions *options)
{
    CompareStyle style = options->style;
    style.format = COMPARE_FORMAT_JSON;
    g_autofree char *json = compare_print_sweep(sweep, style);
    return page_of(json, options);
}
