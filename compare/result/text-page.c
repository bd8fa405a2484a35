/* text-page: makes the text that a command prints, which has titles, tables and notes, and one
 * legend at the end. */
#include "result/text-page.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text/strings.h"

/* The number of spaces by which continued lines are indented, which is enough to show that a line
 * continues. */
#define INDENT 2

/* The parts of a page. An empty line separates two parts of the same kind, except notes. */
typedef enum { NOTHING, TITLE, TABLE, NOTE } Part;

struct ComparePage {
    CompareStyle style;
    GString *text;
    Part last;
    GPtrArray *legend;  /* an array of char * */
    GPtrArray *dropped; /* an array of char *: the titles of columns that did not fit */
    GPtrArray *origins; /* an array of char * */
    GString *warnings;  /* the text that is printed above everything else */
};

/* Characters. The minimum width of lines, because long words do not fit into narrower lines.
 * Narrower terminals break lines themselves. */
#define NARROWEST 40

void compare_style_fit_terminal(CompareStyle *style)
{
    struct winsize size = { 0 };
    const char *columns = g_getenv("COLUMNS");
    guint64 width = columns ? g_ascii_strtoull(columns, NULL, 10) : 0;
    if (!isatty(STDOUT_FILENO))
        return;
    if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    style->width = (guint)CLAMP(width ? width : COMPARE_WIDTH, NARROWEST, 10000);
    style->colour = g_getenv("NO_COLOR") == NULL;
}

ComparePage *compare_page_new(CompareStyle style)
{
    ComparePage *page = g_new(ComparePage, 1);
    *page = (ComparePage){ style,
                           g_string_new(NULL),
                           NOTHING,
                           g_ptr_array_new_with_free_func(g_free),
                           g_ptr_array_new_with_free_func(g_free),
                           g_ptr_array_new_with_free_func(g_free),
                           g_string_new(NULL) };
    return page;
}

void compare_page_free(ComparePage *page)
{
    if (!page)
        return;
    g_string_free(page->text, TRUE);
    g_ptr_array_unref(page->legend);
    g_ptr_array_unref(page->dropped);
    g_ptr_array_unref(page->origins);
    g_string_free(page->warnings, TRUE);
    g_free(page);
}

CompareStyle compare_page_style(const ComparePage *page)
{
    return page->style;
}

static gboolean is_markdown(const ComparePage *page)
{
    return page->style.format == COMPARE_FORMAT_MARKDOWN;
}

static void begin_part(ComparePage *page, Part part)
{
    if (page->last != NOTHING && (page->last != NOTE || part != NOTE))
        g_string_append_c(page->text, '\n');
    page->last = part;
}

static char *escape(const ComparePage *page, const char *text)
{
    return is_markdown(page) ? compare_escape_markdown(text) : compare_escape_terminal(text);
}

/* Returns the number of words that fit into a line that begins at column `width`. If not all words
 * fit, and there is a semicolon in the second half of the line, the line ends there. */
static guint words_in_line(char **words, glong width, glong most)
{
    guint n = 0, semicolon = 0;
    for (; words[n]; n++) {
        glong more = g_utf8_strlen(words[n], -1) + (n ? 1 : 0);
        if (n && width + more > most)
            return semicolon ? semicolon : n;
        width += more;
        if (width > most / 2 && g_str_has_suffix(words[n], ";"))
            semicolon = n + 1;
    }
    return n;
}

static void add_wrapped(GString *out, const ComparePage *page, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    glong most = page->style.width ? page->style.width : COMPARE_WIDTH;
    for (char **word = words; *word;) {
        int indent = word == words ? 0 : INDENT;
        guint n = words_in_line(word, indent, most);
        g_string_append_printf(out, "%*s", indent, "");
        for (guint i = 0; i < n; i++)
            g_string_append_printf(out, "%s%s", i ? " " : "", *word++);
        g_string_append_c(out, '\n');
    }
}

static void add_note(GString *out, const ComparePage *page, const char *text)
{
    g_autofree char *safe = escape(page, text);
    if (is_markdown(page))
        g_string_append_printf(out, "- %s\n", safe);
    else
        add_wrapped(out, page, safe);
}

void compare_page_title(ComparePage *page, const char *name, const char *about)
{
    if (!compare_style_is_for_people(page->style))
        return;
    begin_part(page, TITLE);
    g_autofree char *safe_name = escape(page, name),
                    *safe_about = about ? escape(page, about) : NULL;
    if (is_markdown(page)) {
        g_string_append_printf(page->text, "## %s\n", safe_name);
        if (about)
            g_string_append_printf(page->text, "\n%s\n", safe_about);
        return;
    }
    g_autofree char *line =
        g_strconcat(safe_name, about ? ": " : "", about ? safe_about : NULL, NULL);
    add_wrapped(page->text, page, line);
}

void compare_page_heading(ComparePage *page, const char *name)
{
    if (!compare_style_is_for_people(page->style))
        return;
    begin_part(page, TITLE);
    g_autofree char *safe = escape(page, name);
    g_string_append_printf(page->text, "%s%s\n", is_markdown(page) ? "### " : "", safe);
}

void compare_page_table(ComparePage *page, const CompareTable *table)
{
    begin_part(page, TABLE);
    g_autofree char *rows = compare_table_print(table, page->style);
    g_string_append(page->text, rows);
    compare_table_explain(table, page->style, page->legend, page->dropped);
}

void compare_page_legend(ComparePage *page, const char *line)
{
    compare_add_once(page->legend, g_strdup(line));
}

void compare_page_note(ComparePage *page, const char *format, ...)
{
    if (!compare_style_is_for_people(page->style))
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    begin_part(page, NOTE);
    add_note(page->text, page, text);
}

#define RED "\033[31m"
#define PLAIN "\033[0m"

void compare_page_warning(ComparePage *page, const char *text)
{
    if (!compare_style_is_for_people(page->style))
        return;
    gboolean is_red = page->style.colour && !is_markdown(page);
    g_string_append(page->warnings, is_red ? RED : "");
    add_note(page->warnings, page, text);
    if (is_red) /* the colour must end before the end of the line */
        g_string_insert(page->warnings, (gssize)page->warnings->len - 1, PLAIN);
}

void compare_page_line(ComparePage *page, const char *format, ...)
{
    if (!compare_style_is_for_people(page->style))
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments), *safe = escape(page, text);
    va_end(arguments);
    begin_part(page, NOTE);
    g_string_append_printf(page->text, "%s%s\n", is_markdown(page) ? "- " : "", safe);
}

void compare_page_origin(ComparePage *page, const char *text)
{
    compare_add_once(page->origins, g_strdup(text));
}

static char *csv_text(const ComparePage *page)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < page->origins->len; i++) {
        g_autofree char *safe = compare_escape_terminal(page->origins->pdata[i]);
        g_string_append_printf(out, "# %s\n", safe);
    }
    g_string_append(out, page->text->str);
    return g_string_free(out, FALSE);
}

static void add_dropped(GString *out, const ComparePage *page)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < page->dropped->len; i++)
        g_string_append_printf(text, "%s%s",
                               i ? ", " : "no room for: ", (const char *)page->dropped->pdata[i]);
    g_string_append(text, page->style.can_widen ? "; --wide prints all columns"
                                                : "; a wider terminal shows them");
    if (page->dropped->len)
        add_note(out, page, text->str);
}

char *compare_page_text(const ComparePage *page)
{
    if (!compare_style_is_for_people(page->style))
        return csv_text(page);
    GString *out = g_string_new(page->warnings->str);
    g_string_append_printf(out, "%s%s", out->len ? "\n" : "", page->text->str);
    g_string_append(out, page->legend->len ? "\n" : "");
    for (guint i = 0; i < page->legend->len; i++)
        add_note(out, page, page->legend->pdata[i]);
    add_dropped(out, page);
    g_string_append(out, page->origins->len ? "\n" : "");
    for (guint i = 0; i < page->origins->len; i++)
        add_note(out, page, page->origins->pdata[i]);
    return g_string_free(out, FALSE);
}
