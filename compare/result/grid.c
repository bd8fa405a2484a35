/* grid: prints rows, by descriptions of their columns, as a table, markdown, CSV or JSON. */
#include "result/grid.h"

#include <math.h>
#include <string.h>

#include "text/strings.h"

typedef struct {
    char *text;     /* for people; "-" if there is no value */
    char *exact[2]; /* for programs; NULL if there is no value; [1] only for an interval */
    gboolean is_zero;
} Cell;

struct CompareGrid {
    const CompareColumn *columns;
    guint n;
    GArray *cells; /* Cell, row by row */
};

/* Characters between a table's columns. */
#define GAP 2

/* Characters of a shortened name, which ends with REST. */
#define SHORT 16
#define REST "..."

const char *const compare_format_names[] = { "table", "markdown", "csv", "json", "html", NULL };

gboolean compare_format_find(const char *name, CompareFormat *format)
{
    for (guint i = 0; compare_format_names[i]; i++) {
        if (strcmp(name, compare_format_names[i]) == 0) {
            *format = (CompareFormat)i;
            return TRUE;
        }
    }
    return FALSE;
}

static void clear_cell(gpointer data)
{
    Cell *cell = data;
    g_free(cell->text);
    g_free(cell->exact[0]);
    g_free(cell->exact[1]);
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

/* --- values --- */

static Cell count_cell(guint64 n)
{
    char *text = g_strdup_printf("%" G_GUINT64_FORMAT, n);
    return (Cell){ .text = text, .exact = { g_strdup(text) }, .is_zero = n == 0 };
}

static Cell number_cell(const CompareColumn *column, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    x += 0.0; /* turns -0 into 0 */
    if (!isfinite(x))
        return (Cell){ 0 };
    return (Cell){ .text = column->format
                               ? g_strdup(g_ascii_formatd(text, sizeof text, column->format, x))
                               : compare_number_rounded(x),
                   .exact = { compare_number_exact(x) },
                   .is_zero = x == 0 };
}

static Cell interval_cell(const double *ends)
{
    g_autofree char *lo = compare_number_rounded(ends[0]), *hi = compare_number_rounded(ends[1]);
    return (Cell){ .text = g_strdup_printf("%s to %s", lo, hi),
                   .exact = { compare_number_exact(ends[0]), compare_number_exact(ends[1]) },
                   .is_zero = ends[0] == 0 && ends[1] == 0 };
}

static Cell ratio_cell(const CompareColumn *column, const double *ratio)
{
    Cell cell = number_cell(column, ratio[0]);
    if (cell.text && compare_is_about_one(ratio + 1)) {
        g_free(cell.text);
        cell.text = g_strdup("~");
    }
    return cell;
}

static Cell hash_cell(guint64 hash)
{
    char *text = g_strdup_printf("%016" G_GINT64_MODIFIER "x", hash);
    return (Cell){ .text = text, .exact = { g_strdup(text) } };
}

static Cell value_cell(const CompareColumn *column, gconstpointer row)
{
    gconstpointer value = (const char *)row + column->offset;
    switch (column->kind) {
    case COMPARE_COUNT:
        return count_cell(*(const guint *)value);
    case COMPARE_COUNT64:
        return count_cell(*(const guint64 *)value);
    case COMPARE_BYTES: {
        Cell cell = count_cell(*(const gsize *)value);
        g_free(cell.text);
        cell.text = compare_number_bytes(*(const gsize *)value);
        return cell;
    }
    case COMPARE_NUMBER:
        return number_cell(column, *(const double *)value);
    case COMPARE_INTERVAL:
        return interval_cell(value);
    case COMPARE_RATIO:
        return ratio_cell(column, value);
    case COMPARE_BOOLEAN:
        return count_cell(*(const gboolean *)value ? 1 : 0);
    case COMPARE_HASH:
        return hash_cell(*(const guint64 *)value);
    case COMPARE_TEXT:
        break;
    }
    const char *text = *(const char *const *)value;
    return (Cell){ .text = g_strdup(text), .exact = { g_strdup(text) } };
}

static void append_cell(CompareGrid *grid, Cell cell)
{
    if (!cell.text)
        cell.text = g_strdup("-");
    g_array_append_val(grid->cells, cell);
}

void compare_grid_add(CompareGrid *grid, gconstpointer row)
{
    for (guint c = 0; c < grid->n; c++) {
        const CompareColumn *column = &grid->columns[c];
        gboolean any =
            !column->of || *(const guint *)(gconstpointer)((const char *)row + column->of);
        Cell cell = { 0 };
        if (any)
            cell = value_cell(column, row);
        if (cell.is_zero && (column->flags & COMPARE_MEASURED)) {
            clear_cell(&cell);
            cell = (Cell){ 0 };
        }
        append_cell(grid, cell);
    }
}

/* --- values of JSON rows --- */

/* Reads the two ends of an interval; zeros if it is unknown. */
static void read_ends(json_object *interval, double *ends)
{
    gboolean is_there = json_object_is_type(interval, json_type_array);
    for (guint i = 0; i < 2; i++)
        ends[i] = is_there ? json_object_get_double(json_object_array_get_idx(interval, i)) : 0;
}

/* The interval of "ratio_cold" is "ratio_ci95_cold". */
static Cell json_ratio_cell(const CompareColumn *column, json_object *value, json_object *group)
{
    const char *end = column->key + strlen("ratio");
    g_autofree char *key = g_strconcat("ratio_ci95", end, NULL);
    double ratio[3] = { json_object_get_double(value) };
    read_ends(json_object_object_get(group, key), ratio + 1);
    return ratio_cell(column, ratio);
}

static Cell json_value_cell(const CompareColumn *column, json_object *value, json_object *group)
{
    const char *text;
    double ends[2];
    switch (column->kind) {
    case COMPARE_COUNT:
    case COMPARE_COUNT64:
        return count_cell(json_object_get_uint64(value));
    case COMPARE_BYTES: {
        Cell cell = count_cell(json_object_get_uint64(value));
        g_free(cell.text);
        cell.text = compare_number_bytes(json_object_get_uint64(value));
        return cell;
    }
    case COMPARE_NUMBER:
        return number_cell(column, json_object_get_double(value));
    case COMPARE_INTERVAL:
        read_ends(value, ends);
        return interval_cell(ends);
    case COMPARE_RATIO:
        return json_ratio_cell(column, value, group);
    case COMPARE_BOOLEAN:
        return count_cell(json_object_get_boolean(value) ? 1 : 0);
    case COMPARE_HASH:
    case COMPARE_TEXT:
        break;
    }
    text = json_object_get_string(value);
    return (Cell){ .text = g_strdup(text), .exact = { g_strdup(text) } };
}

/* Makes the cell of one column. If the column's group is null in the row, its counts are 0. */
static Cell json_cell_of(const CompareColumn *column, json_object *row, json_object *context)
{
    json_object *group = column->group ? json_object_object_get(row, column->group) : row;
    json_object *value = NULL;
    if (column->text) {
        char *text = column->text(row);
        return (Cell){ .text = text, .exact = { g_strdup(text) } };
    }
    if (column->key && !json_object_object_get_ex(group, column->key, &value) && context)
        value = json_object_object_get(context, column->key);
    if (value)
        return json_value_cell(column, value, group);
    return column->group && !group && column->kind == COMPARE_COUNT && !column->of ? count_cell(0)
                                                                                   : (Cell){ 0 };
}

void compare_grid_add_json(CompareGrid *grid, json_object *row, json_object *context)
{
    for (guint c = 0; c < grid->n; c++) {
        Cell cell = json_cell_of(&grid->columns[c], row, context);
        if (cell.is_zero && (grid->columns[c].flags & COMPARE_MEASURED)) {
            clear_cell(&cell);
            cell = (Cell){ 0 };
        }
        append_cell(grid, cell);
    }
}

static const Cell *cell_at(const CompareGrid *grid, guint row, guint column)
{
    return &g_array_index(grid->cells, Cell, row * grid->n + column);
}

static guint n_rows(const CompareGrid *grid)
{
    return grid->cells->len / grid->n;
}

/* --- for people --- */

/* TRUE if people see the column: it is meant for them and has values. */
static gboolean is_shown(const CompareGrid *grid, guint c, gboolean wide)
{
    guint flags = grid->columns[c].flags;
    guint seen = COMPARE_BRIEF | (wide ? COMPARE_WIDE | COMPARE_IF_ANY : 0);
    gboolean always = (flags & seen) != 0;
    if (!always && !(flags & COMPARE_IF_ANY))
        return FALSE;
    for (guint r = 0; r < n_rows(grid); r++) {
        const Cell *cell = cell_at(grid, r, c);
        if (cell->exact[0] && (always || !cell->is_zero))
            return TRUE;
    }
    return always && n_rows(grid) == 0;
}

static guint text_width(const char *text)
{
    return (guint)g_utf8_strlen(text, -1);
}

/* The title. With all columns shown, the group is prefixed, because groups share titles. */
static char *shown_title(const CompareColumn *column, gboolean wide)
{
    return wide && column->group && !g_str_has_prefix(column->title, column->group)
               ? g_strdup_printf("%s %s", column->group, column->title)
               : g_strdup(column->title);
}

/* A table's text in row r (0: the title). The caller frees it with g_free(). */
static char *shown_text(const CompareGrid *grid, guint r, guint c, gboolean wide)
{
    const CompareColumn *column = &grid->columns[c];
    g_autofree char *title = r ? NULL : shown_title(column, wide);
    char *safe = compare_escape_terminal(r ? cell_at(grid, r - 1, c)->text : title);
    if (wide || !(column->flags & COMPARE_SHORTEN) || text_width(safe) <= SHORT)
        return safe;
    g_autofree char *whole = safe, *start = g_utf8_substring(whole, 0, SHORT - strlen(REST));
    return g_strconcat(start, REST, NULL);
}

static gboolean is_to_left(const CompareColumn *column)
{
    return column->kind == COMPARE_TEXT && !(column->flags & COMPARE_TO_RIGHT);
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

/* The width of all columns and the gaps between them. */
static guint table_width(const guint *widths, guint n)
{
    guint sum = 0;
    for (guint c = 0; c < n; c++)
        sum += widths[c] ? widths[c] + (sum ? GAP : 0) : 0;
    return sum;
}

/* Drops columns with one of these flags, the last first, until the table fits. The first column
 * stays. */
static void drop_columns(const CompareGrid *grid, guint flags, guint width, guint *widths)
{
    for (guint c = grid->n; c-- > 1 && table_width(widths, grid->n) > width;)
        if (grid->columns[c].flags & flags)
            widths[c] = 0;
}

/* A terminal would break lines that are too long, so there all columns may be dropped. */
static void make_fit(const CompareGrid *grid, CompareStyle style, guint *widths)
{
    guint width = style.width ? style.width : COMPARE_WIDTH;
    drop_columns(grid, COMPARE_IF_ROOM, width, widths);
    drop_columns(grid, COMPARE_LESSER, width, widths);
    if (style.width)
        drop_columns(grid, COMPARE_BRIEF | COMPARE_IF_ANY, width, widths);
}

/* The width of each column; 0: not shown. The caller frees it with g_free(). */
static guint *find_widths(const CompareGrid *grid, CompareStyle style)
{
    guint *widths = g_new0(guint, grid->n);
    for (guint c = 0; c < grid->n; c++) {
        if (!is_shown(grid, c, style.wide))
            continue;
        for (guint r = 0; r <= n_rows(grid); r++) {
            g_autofree char *text = shown_text(grid, r, c, style.wide);
            widths[c] = MAX(widths[c], text_width(text));
        }
    }
    if (!style.wide && style.format == COMPARE_FORMAT_TABLE)
        make_fit(grid, style, widths);
    return widths;
}

static char *print_table(const CompareGrid *grid, CompareStyle style)
{
    GString *out = g_string_new(NULL);
    g_autofree guint *widths = find_widths(grid, style);
    for (guint r = 0; r <= n_rows(grid); r++) { /* row 0: the titles */
        gboolean first = TRUE;
        for (guint c = 0; c < grid->n; c++) {
            const CompareColumn *column = &grid->columns[c];
            if (!widths[c])
                continue;
            add_spaces(out, first ? 0 : GAP);
            first = FALSE;
            g_autofree char *text = shown_text(grid, r, c, style.wide);
            add_padded(out, text, widths[c], is_to_left(column));
        }
        end_line(out);
    }
    return g_string_free(out, FALSE);
}

static char *print_markdown(const CompareGrid *grid, gboolean wide)
{
    GString *out = g_string_new(NULL), *rule = g_string_new(NULL);
    for (guint c = 0; c < grid->n; c++) {
        if (!is_shown(grid, c, wide))
            continue;
        g_autofree char *title = shown_title(&grid->columns[c], wide);
        g_string_append_printf(out, "| %s ", title);
        g_string_append(rule, is_to_left(&grid->columns[c]) ? "|---" : "|---:");
    }
    g_string_append_printf(out, "|\n%s|\n", rule->str);
    g_string_free(rule, TRUE);
    for (guint r = 0; r < n_rows(grid); r++) {
        for (guint c = 0; c < grid->n; c++) {
            if (!is_shown(grid, c, wide))
                continue;
            g_autofree char *safe = compare_escape_markdown(cell_at(grid, r, c)->text);
            g_string_append_printf(out, "| %s ", safe);
        }
        g_string_append(out, "|\n");
    }
    return g_string_free(out, FALSE);
}

/* Adds the text, which the list owns, unless it is there already. */
static void add_once(GPtrArray *list, char *text)
{
    if (g_ptr_array_find_with_equal_func(list, text, g_str_equal, NULL))
        g_free(text);
    else
        g_ptr_array_add(list, text);
}

void compare_grid_explain(const CompareGrid *grid, CompareStyle style, GPtrArray *legend,
                          GPtrArray *dropped)
{
    g_autofree guint *widths = find_widths(grid, style);
    for (guint c = 0; c < grid->n; c++) {
        const CompareColumn *column = &grid->columns[c];
        if (!is_shown(grid, c, style.wide))
            continue;
        if (!widths[c])
            add_once(dropped, g_strdup(column->title));
        else if (column->about)
            add_once(legend, g_strdup_printf("%s: %s", column->title, column->about));
    }
}

/* --- for programs --- */

static void add_csv(GString *out, const char *text)
{
    g_autofree char *safe = compare_escape_csv(text ? text : "");
    g_string_append_printf(out, ",%s", safe);
}

static void add_csv_header(GString *out, const CompareColumn *column)
{
    static const char *const ends[] = { "_lo", "_hi" };
    for (guint i = 0; i < (column->kind == COMPARE_INTERVAL ? 2 : 1); i++)
        g_string_append_printf(out, ",%s%s%s%s", column->group ? column->group : "",
                               column->group ? "_" : "", column->key,
                               column->kind == COMPARE_INTERVAL ? ends[i] : "");
}

/* Writes each cell after a comma; then removes the first comma of the line. */
static char *print_csv(const CompareGrid *grid)
{
    GString *out = g_string_new(NULL);
    for (guint r = 0; r <= n_rows(grid); r++) { /* row 0: the keys */
        gsize start = out->len;
        for (guint c = 0; c < grid->n; c++) {
            const CompareColumn *column = &grid->columns[c];
            if (!(column->flags & COMPARE_CSV))
                continue;
            if (r == 0) {
                add_csv_header(out, column);
                continue;
            }
            const Cell *cell = cell_at(grid, r - 1, c);
            add_csv(out, cell->exact[0]);
            if (column->kind == COMPARE_INTERVAL)
                add_csv(out, cell->exact[1]);
        }
        g_string_erase(out, (gssize)start, 1);
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static json_object *json_number(const char *digits)
{
    return compare_json_number(g_ascii_strtod(digits, NULL), digits);
}

static json_object *json_cell(const CompareColumn *column, const Cell *cell)
{
    if (!cell->exact[0])
        return NULL;
    if (column->kind == COMPARE_TEXT || column->kind == COMPARE_HASH)
        return compare_json_text(cell->exact[0]);
    if (column->kind == COMPARE_BOOLEAN)
        return compare_json_boolean(!cell->is_zero);
    if (column->kind != COMPARE_INTERVAL)
        return json_number(cell->exact[0]);
    json_object *ends = compare_json_array();
    compare_json_append(ends, json_number(cell->exact[0]));
    compare_json_append(ends, json_number(cell->exact[1]));
    return ends;
}

/* TRUE if a column of the group that begins at c has a value other than zero. */
static gboolean has_group(const CompareGrid *grid, guint r, guint c)
{
    for (const char *group = grid->columns[c].group;
         c < grid->n && g_strcmp0(grid->columns[c].group, group) == 0; c++) {
        const Cell *cell = cell_at(grid, r, c);
        if (cell->exact[0] && !cell->is_zero)
            return TRUE;
    }
    return FALSE;
}

static json_object *json_row(const CompareGrid *grid, guint r)
{
    json_object *row = compare_json_object(), *inside = row;
    const char *open = NULL;
    for (guint c = 0; c < grid->n; c++) {
        const CompareColumn *column = &grid->columns[c];
        if (!(column->flags & COMPARE_JSON))
            continue;
        if (g_strcmp0(column->group, open) != 0) {
            open = column->group;
            inside = !open ? row : has_group(grid, r, c) ? compare_json_object() : NULL;
            if (open)
                compare_json_add(row, open, inside);
        }
        if (inside)
            compare_json_add(inside, column->key, json_cell(column, cell_at(grid, r, c)));
    }
    return row;
}

json_object *compare_grid_json(const CompareGrid *grid)
{
    json_object *rows = compare_json_array();
    for (guint r = 0; r < n_rows(grid); r++)
        compare_json_append(rows, json_row(grid, r));
    return rows;
}

char *compare_grid_print(const CompareGrid *grid, CompareStyle style)
{
    switch (style.format) {
    case COMPARE_FORMAT_TABLE:
        return print_table(grid, style);
    case COMPARE_FORMAT_MARKDOWN:
        return print_markdown(grid, style.wide);
    case COMPARE_FORMAT_CSV:
        return print_csv(grid);
    case COMPARE_FORMAT_JSON:
    case COMPARE_FORMAT_HTML:
        break;
    }
    return compare_json_print(compare_grid_json(grid), COMPARE_JSON_PRETTY);
}
