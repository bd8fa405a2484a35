/* page: from reports to the page that is made of them. */
#include "command/page.h"

#include "html/html.h"
#include "output/report.h"

char *compare_command_page(const GPtrArray *reports, char **arguments)
{
    const CompareReport *const *all = (const CompareReport *const *)reports->pdata;
    g_autofree char *json = compare_print_json(all, reports->len);
    g_autofree char *command = compare_html_command((const char *const *)arguments);
    return compare_html_print(json, command);
}
