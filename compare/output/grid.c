/* grid: rows and columns of anything, as a table, markdown, CSV or JSON. */
#include "output/grid.h"

#include "text/escape.h"
#include "text/json-value.h"

typedef struct {
    char *text;  /* for people; "-" when there is nothing */
    char *exact; /* for programs; NULL when there is nothing */
} Cell;

struct CompareGrid {
    const CompareColumn *columns;
    guint n;
    GArray *cells; /* Cell, row by row */
};

/* Columns of a table, apart by this. */
#define GAP 2

static void clear_cell(gpointer data)
{
    Cell *cell = data;
    g_free(cell->text);
    g_free(cell->exact);
}

CompareGrid *compare_grid_new(const CompareColumn *columns, guint n)
{
    CompareGrid *grid = g_new(CompareGrid, 1);
    *grid = (CompareGrid){ columns, n, g_array_new(FALSE, FALSE, sizeof(Cell)) };
    g_array_set_clear_func(grid->cells, clear_cell);
    return grid;
}

void compare_grid_free(CompareGrid *grid)
{
    if (!grid)
        return;
    g_array_unref(grid->cells);
    g_free(grid);
}

void compare_grid_add_text(CompareGrid *grid, const char *text)
{
    Cell cell = { g_strdup(text ? text : "-"), g_strdup(text) };
    g_array_append_val(grid->cells, cell);
}

/* Three digits or the whole number. */
static char *rounded(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    gboolean whole = x == floor(x) || fabs(x) >= 100;
    return g_strdup(g_ascii_formatd(text, sizeof text, whole ? "%.0f" : "%.3g", x));
}

void compare_grid_add_number(CompareGrid *grid, double x)
{
    const CompareColumn *column = &grid->columns[grid->cells->len % grid->n];
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    Cell cell = { 0 };
    if (!isfinite(x)) {
        cell.text = g_strdup("-");
    } else {
        cell.text = column->format
                        ? g_strdup(g_ascii_formatd(text, sizeof text, column->format, x + 0.0))
                        : rounded(x + 0.0);
        cell.exact = compare_print_number(x + 0.0);
    }
    g_array_append_val(grid->cells, cell);
}

static const Cell *cell_at(const CompareGrid *grid, guint row, guint column)
{
    return &g_array_index(grid->cells, Cell, row * grid->n + column);
}

static guint n_rows(const CompareGrid *grid)
{
    return grid->cells->len / grid->n;
}

/* Whether there is anything in the column. */
static gboolean is_used(const CompareGrid *grid, guint column)
{
    for (guint r = 0; r < n_rows(grid); r++)
        if (cell_at(grid, r, column)->exact)
            return TRUE;
    return n_rows(grid) == 0;
}

/* --- for people --- */

static guint text_width(const char *text)
{
    return (guint)g_utf8_strlen(text, -1);
}

static guint cell_width(const Cell *cell)
{
    g_autofree char *safe = compare_escape_terminal(cell->text);
    return text_width(safe);
}

static void add_spaces(GString *out, guint n)
{
    while (n--)
        g_string_append_c(out, ' ');
}

static void add_padded(GString *out, const char *text, guint width, gboolean is_text)
{
    guint space = width - text_width(text);
    add_spaces(out, is_text ? 0 : space);
    g_string_append(out, text);
    add_spaces(out, is_text ? space : 0);
}

static void end_line(GString *out)
{
    while (out->len && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
}

static char *print_table(const CompareGrid *grid)
{
    GString *out = g_string_new(NULL);
    g_autofree guint *widths = g_new0(guint, grid->n); /* 0: left out */
    for (guint c = 0; c < grid->n; c++) {
        if (!is_used(grid, c))
            continue;
        widths[c] = text_width(grid->columns[c].title);
        for (guint r = 0; r < n_rows(grid); r++)
            widths[c] = MAX(widths[c], cell_width(cell_at(grid, r, c)));
    }
    for (guint r = 0; r <= n_rows(grid); r++) { /* row 0: the titles */
        gboolean first = TRUE;
        for (guint c = 0; c < grid->n; c++) {
            const CompareColumn *column = &grid->columns[c];
            if (!widths[c])
                continue;
            add_spaces(out, first ? 0 : GAP);
            first = FALSE;
            g_autofree char *safe =
                compare_escape_terminal(r ? cell_at(grid, r - 1, c)->text : column->title);
            add_padded(out, safe, widths[c], column->is_text);
        }
        end_line(out);
    }
    return g_string_free(out, FALSE);
}

static char *print_markdown(const CompareGrid *grid)
{
    GString *out = g_string_new(NULL), *rule = g_string_new(NULL);
    for (guint c = 0; c < grid->n; c++) {
        if (!is_used(grid, c))
            continue;
        g_string_append_printf(out, "| %s ", grid->columns[c].title);
        g_string_append(rule, grid->columns[c].is_text ? "|---" : "|---:");
    }
    g_string_append_printf(out, "|\n%s|\n", rule->str);
    g_string_free(rule, TRUE);
    for (guint r = 0; r < n_rows(grid); r++) {
        for (guint c = 0; c < grid->n; c++) {
            if (!is_used(grid, c))
                continue;
            g_autofree char *safe = compare_escape_markdown(cell_at(grid, r, c)->text);
            g_string_append_printf(out, "| %s ", safe);
        }
        g_string_append(out, "|\n");
    }
    return g_string_free(out, FALSE);
}

/* --- for programs --- */

static char *print_csv(const CompareGrid *grid)
{
    GString *out = g_string_new(NULL);
    for (guint c = 0; c < grid->n; c++)
        g_string_append_printf(out, "%s%s", c ? "," : "", grid->columns[c].key);
    g_string_append_c(out, '\n');
    for (guint r = 0; r < n_rows(grid); r++) {
        for (guint c = 0; c < grid->n; c++) {
            const char *exact = cell_at(grid, r, c)->exact;
            g_autofree char *safe = compare_escape_csv(exact ? exact : "");
            g_string_append_printf(out, "%s%s", c ? "," : "", safe);
        }
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static json_object *json_cell(const CompareColumn *column, const Cell *cell)
{
    if (!cell->exact)
        return NULL;
    if (!column->is_text)
        return compare_json_number(g_ascii_strtod(cell->exact, NULL), cell->exact);
    return compare_json_text(cell->exact);
}

static char *print_json(const CompareGrid *grid)
{
    json_object *rows = compare_json_array();
    for (guint r = 0; r < n_rows(grid); r++) {
        json_object *row = compare_json_object();
        for (guint c = 0; c < grid->n; c++)
            compare_json_add(row, grid->columns[c].key,
                             json_cell(&grid->columns[c], cell_at(grid, r, c)));
        compare_json_append(rows, row);
    }
    return compare_json_print(rows, COMPARE_JSON_PRETTY);
}

char *compare_grid_print(const CompareGrid *grid, CompareFormat format)
{
    switch (format) {
    case COMPARE_FORMAT_TABLE:
        return print_table(grid);
    case COMPARE_FORMAT_MARKDOWN:
        return print_markdown(grid);
    case COMPARE_FORMAT_CSV:
        return print_csv(grid);
    case COMPARE_FORMAT_JSON:
        break;
    }
    return print_json(grid);
}
