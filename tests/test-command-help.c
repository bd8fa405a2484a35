/* test-command-help: the help and the manual of bspcompare. */
#include <criterion/criterion.h>
#include <string.h>

#include "methods/method.h"
#include "test-program.h"

TestSuite(command_help, .init = set_up, .fini = tear_down);

static const char *const command_names[] = {
    "run",
    "regress",
    "sweep",
    "report",
    "diff",
    "build",
    "moves",
    "import",
    "import-moves",
    "info",
    "audit",
    "generate world",
    "generate scenario",
    "explain",
    "draw",
};

Test(command_help, help_and_version)
{
    g_auto(Outcome) help = shell("--help"), h = shell("-h"), version = shell("--version");
    expect_good(&help);
    cr_expect_str_eq(h.out, help.out);
    expect_good(&version);
    cr_expect(g_str_has_prefix(version.out, "bspcompare "));
    for (guint i = 0; i < G_N_ELEMENTS(command_names); i++) {
        int word = (int)strcspn(command_names[i], " ");
        g_autofree char *line = g_strdup_printf("\n  %.*s ", word, command_names[i]);
        cr_expect_not_null(strstr(help.out, line), "%s", command_names[i]);
        g_autofree char *ask = g_strdup_printf("%s --help", command_names[i]);
        g_auto(Outcome) own = shell(ask);
        expect_good(&own);
        g_autofree char *usage = g_strdup_printf("Usage:\n  bspcompare %s ", command_names[i]);
        cr_expect(g_str_has_prefix(own.out, usage), "%s", own.out);
        cr_expect_eq(count_long_lines(own.out), 0u, "%s", own.out);
        for (const char *c = own.out; *c; c++)
            cr_assert((guchar)*c < 0x80, "%s: --help is not plain ASCII", command_names[i]);
    }
}

/* The help of each command with methods lists them. */
Test(command_help, help_has_every_method)
{
    static const char *const commands_of_methods[] = { "run", "regress", "sweep" };
    for (guint i = 0; i < G_N_ELEMENTS(commands_of_methods); i++) {
        g_autofree char *ask = g_strdup_printf("%s --help", commands_of_methods[i]);
        g_auto(Outcome) help = shell(ask);
        for (guint k = 0; compare_methods[k]; k++) {
            g_autofree char *line = g_strdup_printf("\n  %s ", compare_methods[k]->name);
            cr_expect_not_null(strstr(help.out, line), "%s", compare_methods[k]->name);
        }
    }
}

/* The manual as text, without roff's markup. */
static char *manual(void)
{
    g_autofree char *path = shipped_source("compare/bspcompare.1");
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        cr_skip_test("no source directory");
    GString *out = g_string_new(text);
    g_free(text);
    g_string_replace(out, "\\-", "-", 0);
    g_string_replace(out, "\\fI", "", 0);
    g_string_replace(out, "\\fR", "", 0);
    g_string_replace(out, "\"", "", 0);
    return g_string_free(out, FALSE);
}

/* The text of the manual below ".SS name". */
static char *manual_section(const char *text, const char *name)
{
    g_autofree char *heading = g_strdup_printf("\n.SS %s\n", name);
    const char *start = strstr(text, heading);
    cr_assert_not_null(start, "the manual has no section %s", name);
    start += strlen(heading);
    const char *end = strstr(start, "\n.S");
    return g_strndup(start, (gsize)((end ? end : start + strlen(start)) - start));
}

Test(command_help, manual_has_every_option)
{
    g_autofree char *man = manual();
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(command_names); i++) {
        g_autofree char *ask = g_strdup_printf("%s --help", command_names[i]);
        g_auto(Outcome) help = shell(ask);
        g_autofree char *section = manual_section(man, command_names[i]);
        g_auto(GStrv) lines = g_strsplit(help.out, "\n", -1);
        for (char **line = lines; *line; line++) {
            /* "  -m, --methods=METHOD,...  Description" */
            if (strspn(*line, " ") > 2) /* a description goes on */
                continue;
            g_auto(GStrv) words = g_strsplit_set(g_strstrip(*line), " =", 4);
            const char *name = words[0] && words[1] && words[0][0] == '-' && words[0][1] != '-'
                                   ? words[1]
                                   : words[0];
            if (!name || !g_str_has_prefix(name, "--"))
                continue;
            cr_expect_not_null(strstr(section, name), "the manual lacks %s %s", command_names[i],
                               name);
            if (name != words[0]) {
                g_autofree char *both = g_strdup_printf("%.2s ,  %s", words[0], name);
                cr_expect_not_null(strstr(section, both), "the manual lacks %s %s",
                                   command_names[i], both);
            }
            n++;
        }
    }
    cr_expect(n >= 12, "only %u options were found", n);
}

Test(command_help, manual_has_every_method)
{
    g_autofree char *man = manual();
    for (guint i = 0; compare_methods[i]; i++) {
        g_autofree char *line = g_strdup_printf("\n.B %s\n", compare_methods[i]->name);
        cr_expect_not_null(strstr(man, line), "the manual lacks %s", compare_methods[i]->name);
    }
}
