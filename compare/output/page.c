/* page: the text of one command: titles, tables and notes, and one legend at the end. */
#include "output/page.h"

#include <stdarg.h>

#include "text/strings.h"

/* Characters in a line of a terminal, and the indentation of continued lines. */
#define WIDTH 100
#define INDENT 2

/* The parts of a page. An empty line separates two parts of a kind, except notes. */
typedef enum { NOTHING, TITLE, TABLE, NOTE } Part;

struct ComparePage {
    CompareStyle style;
    GString *text;
    Part last;
    GPtrArray *legend;   /* char * */
    GPtrArray *comments; /* char *: for CSV, printed above the rows */
    GPtrArray *notes;    /* char *: unescaped */
};

ComparePage *compare_page_new(CompareStyle style)
{
    ComparePage *page = g_new(ComparePage, 1);
    *page = (ComparePage){ style,
                           g_string_new(NULL),
                           NOTHING,
                           g_ptr_array_new_with_free_func(g_free),
                           g_ptr_array_new_with_free_func(g_free),
                           g_ptr_array_new_with_free_func(g_free) };
    return page;
}

void compare_page_free(ComparePage *page)
{
    if (!page)
        return;
    g_string_free(page->text, TRUE);
    g_ptr_array_unref(page->legend);
    g_ptr_array_unref(page->comments);
    g_ptr_array_unref(page->notes);
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

static void begin(ComparePage *page, Part part)
{
    if (page->last != NOTHING && (page->last != NOTE || part != NOTE))
        g_string_append_c(page->text, '\n');
    page->last = part;
}

static char *escape(const ComparePage *page, const char *text)
{
    return is_markdown(page) ? compare_escape_markdown(text) : compare_escape_terminal(text);
}

/* The number of words that fit a line beginning at column `width`. If not all fit, the line ends at
 * a semicolon in its second half, if there is one. */
static guint words_in_line(char **words, glong width)
{
    guint n = 0, semicolon = 0;
    for (; words[n]; n++) {
        glong more = g_utf8_strlen(words[n], -1) + (n ? 1 : 0);
        if (n && width + more > WIDTH)
            return semicolon ? semicolon : n;
        width += more;
        if (width > WIDTH / 2 && g_str_has_suffix(words[n], ";"))
            semicolon = n + 1;
    }
    return n;
}

/* Adds the text, broken between words into lines that fit. */
static void add_wrapped(GString *out, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (char **word = words; *word;) {
        int indent = word == words ? 0 : INDENT;
        guint n = words_in_line(word, indent);
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
        add_wrapped(out, safe);
}

void compare_page_title(ComparePage *page, const char *name, const char *about)
{
    if (!compare_style_is_for_people(page->style))
        return;
    begin(page, TITLE);
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
    add_wrapped(page->text, line);
}

void compare_page_heading(ComparePage *page, const char *name)
{
    if (!compare_style_is_for_people(page->style))
        return;
    begin(page, TITLE);
    g_autofree char *safe = escape(page, name);
    g_string_append_printf(page->text, "%s%s\n", is_markdown(page) ? "### " : "", safe);
}

void compare_page_grid(ComparePage *page, const CompareGrid *grid)
{
    begin(page, TABLE);
    g_autofree char *rows = compare_grid_print(grid, page->style);
    g_string_append(page->text, rows);
    compare_grid_explain(grid, page->style.wide, page->legend);
}

void compare_page_note(ComparePage *page, const char *format, ...)
{
    if (!compare_style_is_for_people(page->style))
        return;
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    begin(page, NOTE);
    add_note(page->text, page, text);
    g_ptr_array_add(page->notes, text);
}

const GPtrArray *compare_page_notes(const ComparePage *page)
{
    return page->notes;
}

void compare_page_line(ComparePage *page, const char *format, ...)
{
    if (!compare_style_is_for_people(page->style))
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments), *safe = escape(page, text);
    va_end(arguments);
    begin(page, NOTE);
    g_string_append_printf(page->text, "%s%s\n", is_markdown(page) ? "- " : "", safe);
}

void compare_page_origin(ComparePage *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    compare_page_line(page, "%s", text);
    if (g_ptr_array_find_with_equal_func(page->comments, text, g_str_equal, NULL))
        g_free(text);
    else
        g_ptr_array_add(page->comments, text);
}

static void add_comment(GString *out, const char *text)
{
    g_autofree char *safe = compare_escape_terminal(text);
    g_string_append_printf(out, "# %s\n", safe);
}

/* The lines of the environment; none if the style has none. */
static char **environment_lines(const ComparePage *page)
{
    const CompareEnvironment *environment = page->style.environment;
    return environment ? compare_environment_tell(environment) : g_new0(char *, 1);
}

static char *csv_text(const ComparePage *page)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) lines = environment_lines(page);
    for (char **line = lines; *line; line++)
        add_comment(out, *line);
    for (guint i = 0; i < page->comments->len; i++)
        add_comment(out, page->comments->pdata[i]);
    g_string_append(out, page->text->str);
    return g_string_free(out, FALSE);
}

char *compare_page_text(const ComparePage *page)
{
    if (!compare_style_is_for_people(page->style))
        return csv_text(page);
    GString *out = g_string_new(page->text->str);
    g_auto(GStrv) lines = environment_lines(page);
    g_string_append(out, page->legend->len ? "\n" : "");
    for (guint i = 0; i < page->legend->len; i++)
        add_note(out, page, page->legend->pdata[i]);
    g_string_append(out, *lines ? "\n" : "");
    for (char **line = lines; *line; line++)
        add_note(out, page, *line);
    return g_string_free(out, FALSE);
}
