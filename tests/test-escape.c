/* test-escape: names from files in printed results must not contain terminal controls or markup. */
#include "test-program.h"
#include "text/strings.h"

typedef struct {
    const char *text, *terminal, *markdown, *csv;
} Case;

static const Case cases[] = {
    { "plain, two", "plain, two", "plain, two", "\"plain, two\"" },
    { "", "", "", "" },
    { "caf\303\251 \344\270\200", "caf\303\251 \344\270\200", "caf\303\251 \344\270\200",
      "caf\303\251 \344\270\200" },
    { "a\033[31mb\007", "a?[31mb?", "a?\\[31mb?", "a\033[31mb\007" },
    { "one\r\ntwo\tthree", "one??two?three", "one??two?three", "\"one\r\ntwo\tthree\"" },
    { "x\r=y", "x?=y", "x?=y", "\"x\r=y\"" },
    { "\302\2332J\177", "?2J?", "?2J?", "\302\2332J\177" },           /* a C1 control; delete */
    { "\233 caf\351\303", "? caf??", "? caf??", "\233 caf\351\303" }, /* not UTF-8 */
    { "\342\200\256abc\342\200\250d", "?abc?d", "?abc?d",
      "\342\200\256abc\342\200\250d" }, /* right to left; a line separator */
    { "\357\277\276a\364\217\277\277", "?a?", "?a?",
      "\357\277\276a\364\217\277\277" }, /* no characters */
    { "a|b", "a|b", "a\\|b", "a|b" },
    { "<script>alert(1)</script>", "<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>",
      "<script>alert(1)</script>" },
    { "&lt;b&gt; ~~x~~", "&lt;b&gt; ~~x~~", "\\&lt;b\\&gt; \\~\\~x\\~\\~", "&lt;b&gt; ~~x~~" },
    { "[a](b) `c` *d* _e_ #f \\", "[a](b) `c` *d* _e_ #f \\",
      "\\[a\\](b) \\`c\\` \\*d\\* \\_e\\_ \\#f \\\\", "[a](b) `c` *d* _e_ #f \\" },
    { "say \"hi\"", "say \"hi\"", "say \"hi\"", "\"say \"\"hi\"\"\"" },
};

Test(escape, texts)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Case *c = &cases[i];
        g_autofree char *terminal = compare_escape_terminal(c->text);
        g_autofree char *markdown = compare_escape_markdown(c->text);
        g_autofree char *csv = compare_escape_csv(c->text);
        cr_expect_str_eq(terminal, c->terminal, "%u: %s", i, terminal);
        cr_expect_str_eq(markdown, c->markdown, "%u: %s", i, markdown);
        cr_expect_str_eq(csv, c->csv, "%u: %s", i, csv);
    }
}

/* --- the program's own output --- */

/* A name with all kinds of harmful characters, as JSON, and strings that must never be printed
 * for it. */
#define NASTY "n\\u001b[31m\\r\\n|<script>\\u009b2J"

static char *nasty(const char *text)
{
    GString *out = g_string_new(text);
    g_string_replace(out, "\"room\"", "\"room " NASTY "\"", 0);
    g_string_replace(out, "\"small\"", "\"small " NASTY "\"", 0);
    g_string_replace(out, "\"stand\"", "\"stand " NASTY "\"", 0);
    g_string_replace(out, "\"ball\"", "\"ball " NASTY "\"", 0);
    g_string_replace(out, "\"walk\"", "\"walk " NASTY "\"", 0);
    g_string_replace(out, "\"roll\"", "\"roll " NASTY "\"", 0);
    g_string_replace(out, "\"w.json\"", "\"\\u001b|w.json\"", 0);
    return g_string_free(out, FALSE);
}

static void set_up_nasty(void)
{
    set_up();
    g_autofree char *world = nasty(world_text), *scenario = nasty(scenario_text);
    write_file("\033|w.json", world);
    write_file("\033|s.json", scenario);
}

TestSuite(nasty, .init = set_up_nasty, .fini = tear_down);

static void expect_tame(const char *text, const char *what)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char_validated(p, -1);
        cr_assert(c == '\n' || (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c <= 0x10ffff),
                  "%s: character %#x in\n%s", what, c, text);
    }
}

Test(nasty, terminal)
{
    static const char *const commands[] = {
        "run --no-timing --errors --closed-loop '\033|s.json'",
        "sweep --no-timing --vary size=1 '\033|s.json'",
        "regress '\033|s.json' --reproducer '\033.json'",
        "info '\033|w.json'",
        "info '\033|none.json'",
        "run --methods '\033' s.json",
        "run s.json -o '\302\233/x'",
        "generate '\033'",
        "'\033'",
    };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_auto(Outcome) outcome = shell(commands[i]);
        cr_expect(outcome.out[0] || outcome.err[0]);
        expect_tame(outcome.out, commands[i]);
        expect_tame(outcome.err, commands[i]);
    }
}

/* The locale does not change the output. */
Test(nasty, any_locale)
{
    static const char *const commands[] = { "info none.json",     "run --fast s.json",
                                            "run --help",         "convert w.json -o none/x",
                                            "info w.json:x.json", "run s.json --max-seconds 0,5" };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_auto(Outcome) plain = shell(commands[i]);
        g_setenv("LANGUAGE", "de:fr", TRUE);
        g_setenv("LC_ALL", "C.UTF-8", TRUE);
        g_auto(Outcome) other = shell(commands[i]);
        g_unsetenv("LANGUAGE");
        g_unsetenv("LC_ALL");
        cr_expect_str_eq(other.err, plain.err);
        cr_expect_str_eq(other.out, plain.out);
    }
}

/* Counts the bars that separate cells, not those in the text. */
static guint count_bars(const char *line)
{
    guint n = 0;
    for (const char *c = line; *c; c++) {
        if (*c == '\\' && c[1])
            c++;
        else
            n += *c == '|';
    }
    return n;
}

/* All rows of a table must have as many cells as its first. */
static void expect_tables(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint n_rows = 0, n_bars = 0;
    for (char **line = lines; *line; line++) {
        if (**line != '|') {
            n_bars = 0;
            continue;
        }
        if (!n_bars)
            n_bars = count_bars(*line);
        cr_expect_eq(count_bars(*line), n_bars, "%s", *line);
        n_rows++;
    }
    cr_expect(n_rows > 3);
}

Test(nasty, markdown)
{
    static const char *const commands[] = {
        "run --no-timing --errors --closed-loop -f markdown '\033|s.json'",
        "sweep --no-timing --vary size=1 -f markdown '\033|s.json'",
    };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_auto(Outcome) outcome = shell(commands[i]);
        expect_good(&outcome);
        expect_tame(outcome.out, commands[i]);
        expect_tables(outcome.out);
        for (const char *c = outcome.out; (c = strchr(c, '<')); c++)
            cr_assert(c > outcome.out && c[-1] == '\\', "%s: markup in\n%s", commands[i],
                      outcome.out);
    }
}
