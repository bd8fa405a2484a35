/* test-escape: tests how text is escaped for terminals, markdown and CSV.
 * tests/transcripts/escape.t tests that the program escapes all names from files. */
#include <criterion/criterion.h>

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
    { "\302\2332J\177", "?2J?", "?2J?", "\302\2332J\177" },           /* a C1 control and delete */
    { "\233 caf\351\303", "? caf??", "? caf??", "\233 caf\351\303" }, /* bytes that are not UTF-8 */
    { "\342\200\256abc\342\200\250d", "?abc?d", "?abc?d",
      "\342\200\256abc\342\200\250d" }, /* right to left, and a line separator */
    { "\357\277\276a\364\217\277\277", "?a?", "?a?",
      "\357\277\276a\364\217\277\277" }, /* code points that are not characters */
    { "a|b", "a|b", "a\\|b", "a|b" },
    { "<script>alert(1)</script>", "<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>",
      "<script>alert(1)</script>" },
    { "&lt;b&gt; ~~x~~", "&lt;b&gt; ~~x~~", "\\&lt;b\\&gt; \\~\\~x\\~\\~", "&lt;b&gt; ~~x~~" },
    { "[a](b) `c` *d* _e_ #f \\", "[a](b) `c` *d* _e_ #f \\",
      "\\[a\\](b) \\`c\\` \\*d\\* \\_e\\_ \\#f \\\\", "[a](b) `c` *d* _e_ #f \\" },
    { "say \"hi\"", "say \"hi\"", "say \"hi\"", "\"say \"\"hi\"\"\"" },
};

Test(escape, texts_are_escaped)
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
