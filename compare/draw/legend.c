/* legend: explains the colours, lines and marks of a picture. */
#include "draw/legend.h"

/* Pixels: height of a row, and other sizes. */
#define ROW 21.0
#define SIGN 22.0 /* width of the signs */
#define GAP 9.0
#define SIZE 12.5

/* Characters. Longer text continues in the next row. */
#define MOST_CHARACTERS 31

typedef enum { SWATCH, LINE, MARK, SCALE, NOTE } Sign;

typedef struct {
    Sign sign;
    CompareColour colour;
    double size; /* a swatch's alpha, a line's width, a mark's radius, or a scale's least amount */
    double dash; /* of a line, as for compare_canvas_dashes() */
    CompareMark mark;
    GPtrArray *rows; /* char * */
} Entry;

struct CompareLegend {
    GArray *entries;
};

static void clear_entry(gpointer data)
{
    g_ptr_array_unref(((Entry *)data)->rows);
}

CompareLegend *compare_legend_new(void)
{
    CompareLegend *legend = g_new(CompareLegend, 1);
    legend->entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    g_array_set_clear_func(legend->entries, clear_entry);
    return legend;
}

void compare_legend_free(CompareLegend *legend)
{
    if (!legend)
        return;
    g_array_unref(legend->entries);
    g_free(legend);
}

/* Splits the text into rows of whole words; shortens words that do not fit one row. */
static GPtrArray *break_rows(const char *text)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_auto(GStrv) words = g_strsplit(valid, " ", -1);
    GString *row = g_string_new(NULL);
    for (guint i = 0; words[i]; i++) {
        g_autofree char *word = g_utf8_strlen(words[i], -1) > MOST_CHARACTERS
                                    ? g_utf8_substring(words[i], 0, MOST_CHARACTERS - 1)
                                    : NULL;
        const char *fitting = word ? word : words[i];
        if (row->len &&
            g_utf8_strlen(row->str, -1) + g_utf8_strlen(fitting, -1) + 1 > MOST_CHARACTERS) {
            g_ptr_array_add(rows, g_string_free(row, FALSE));
            row = g_string_new(NULL);
        }
        g_string_append_printf(row, "%s%s%s", row->len ? " " : "", fitting, word ? "…" : "");
    }
    g_ptr_array_add(rows, g_string_free(row, FALSE));
    return rows;
}

static void add_entry(CompareLegend *legend, Entry entry, const char *format, va_list arguments)
{
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    entry.rows = break_rows(text);
    g_array_append_val(legend->entries, entry);
}

#define ADD(...)                                                                                   \
    do {                                                                                           \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        add_entry(legend, (Entry){ __VA_ARGS__ }, format, arguments);                              \
        va_end(arguments);                                                                         \
    } while (0)

void compare_legend_swatch(CompareLegend *legend, CompareColour colour, double alpha,
                           const char *format, ...)
{
    ADD(.sign = SWATCH, .colour = colour, .size = alpha);
}

void compare_legend_line(CompareLegend *legend, CompareColour colour, double width,
                         const char *format, ...)
{
    ADD(.sign = LINE, .colour = colour, .size = width);
}

void compare_legend_dashes(CompareLegend *legend, CompareColour colour, double width, double dash,
                           const char *format, ...)
{
    ADD(.sign = LINE, .colour = colour, .size = width, .dash = dash);
}

void compare_legend_mark(CompareLegend *legend, CompareColour colour, CompareMark mark,
                         double radius, const char *format, ...)
{
    ADD(.sign = MARK, .colour = colour, .mark = mark, .size = radius);
}

void compare_legend_note(CompareLegend *legend, const char *format, ...)
{
    ADD(.sign = NOTE);
}

void compare_legend_scale(CompareLegend *legend, double from, const char *least, const char *most)
{
    Entry entry = { .sign = SCALE, .size = from, .rows = g_ptr_array_new_with_free_func(g_free) };
    g_ptr_array_add(entry.rows, g_strdup(least));
    g_ptr_array_add(entry.rows, g_strdup(most));
    g_array_append_val(legend->entries, entry);
}

double compare_legend_height(const CompareLegend *legend)
{
    guint rows = 0;
    for (guint i = 0; i < legend->entries->len; i++)
        rows += g_array_index(legend->entries, Entry, i).rows->len;
    return ROW * rows;
}

#define STEPS 32

static void paint_scale(const Entry *entry, CompareCanvas *canvas, ComparePlace at)
{
    double width = COMPARE_LEGEND_WIDTH - 20;
    for (guint i = 0; i < STEPS; i++) { /* each step extends to the end, so that no seams show */
        double left = width * i / STEPS,
               amount = entry->size + (1 - entry->size) * (i + 0.5) / STEPS;
        compare_canvas_box(canvas, (ComparePlace){ at.x + left, at.y + 4 }, width - left, ROW - 8,
                           compare_palette_amount(amount), 1);
    }
    compare_canvas_text(canvas, (ComparePlace){ at.x, at.y + 2 * ROW - 8 }, COMPARE_TEXT_LEFT, SIZE,
                        FALSE, entry->rows->pdata[0]);
    compare_canvas_text(canvas, (ComparePlace){ at.x + width, at.y + 2 * ROW - 8 },
                        COMPARE_TEXT_RIGHT, SIZE, FALSE, entry->rows->pdata[1]);
}

static void paint_sign(const Entry *entry, CompareCanvas *canvas, ComparePlace at)
{
    ComparePlace middle = { at.x + SIGN / 2, at.y + ROW / 2 };
    switch (entry->sign) {
    case SWATCH:
        compare_canvas_box(canvas, (ComparePlace){ at.x, at.y + 4 }, SIGN, ROW - 8, entry->colour,
                           entry->size);
        compare_canvas_frame(canvas, (ComparePlace){ at.x, at.y + 4 }, SIGN, ROW - 8,
                             entry->colour);
        break;
    case LINE:
        cairo_set_dash(canvas->cr, &entry->dash, entry->dash > 0 ? 1 : 0, 0);
        compare_canvas_line(canvas, (ComparePlace){ at.x, middle.y },
                            (ComparePlace){ at.x + SIGN, middle.y }, entry->colour, entry->size);
        cairo_set_dash(canvas->cr, NULL, 0, 0);
        break;
    case MARK:
        compare_canvas_mark(canvas, middle, entry->mark, entry->size, entry->colour);
        break;
    case SCALE:
    case NOTE:
        break;
    }
}

void compare_legend_paint(const CompareLegend *legend, CompareCanvas *canvas, ComparePlace at)
{
    for (guint i = 0; i < legend->entries->len; i++) {
        const Entry *entry = &g_array_index(legend->entries, Entry, i);
        if (entry->sign == SCALE)
            paint_scale(entry, canvas, at);
        else
            paint_sign(entry, canvas, at);
        double indent = entry->sign == NOTE ? 0 : SIGN + GAP;
        for (guint k = 0; k < entry->rows->len; k++, at.y += ROW)
            if (entry->sign != SCALE)
                compare_canvas_text(canvas, (ComparePlace){ at.x + indent, at.y + 15 },
                                    COMPARE_TEXT_LEFT, SIZE, FALSE, entry->rows->pdata[k]);
    }
}
