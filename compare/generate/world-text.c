/* world-text: writes a world as JSON, brush by brush, while it is generated. */
#include "generate/world-text.h"

static void add_tuple(GString *out, const double *numbers, guint n)
{
    for (guint i = 0; i < n; i++) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_dtostr(digits, sizeof digits, numbers[i] + 0.0); /* adding 0.0 turns -0 into 0 */
        g_string_append_printf(out, "%c%s", i ? ',' : '[', digits);
    }
    g_string_append_c(out, ']');
}

static void begin_item(CompareWorldText *text)
{
    g_string_append(text->out, text->n++ ? ",\n    " : "\n    ");
}

/* Writes a brush as n tuples of `width` numbers each. */
static void add_brush(CompareWorldText *text, const char *key, gconstpointer tuples, guint n,
                      guint width)
{
    const double *numbers = tuples;
    begin_item(text);
    g_string_append_printf(text->out, "{ \"%s\": [", key);
    for (guint i = 0; i < n; i++) {
        g_string_append(text->out, i ? ", " : "");
        add_tuple(text->out, numbers + i * width, width);
    }
    g_string_append(text->out, "] }");
}

CompareWorldText compare_world_text_begin(const char *name, GRand *rand)
{
    CompareWorldText text = { .out = g_string_new(NULL), .rand = rand };
    g_string_append_printf(text.out,
                           "{\n  \"format\": \"bsp-world\",\n  \"version\": 1,\n"
                           "  \"name\": \"%s\",\n  \"brushes\": [",
                           name);
    return text;
}

void compare_world_text_box(CompareWorldText *text, BspVec mins, BspVec maxs)
{
    add_brush(text, "box", (BspVec[]){ mins, maxs }, 2, 3);
}

void compare_world_text_planes(CompareWorldText *text, const BspPlane *planes, guint n)
{
    G_STATIC_ASSERT(sizeof *planes == 4 * sizeof(double));
    add_brush(text, "planes", planes, n, 4);
}

/* Units. The thickness of the walls, the floor and the sky around a generated world. They are so
 * thick that no box of a generated scenario reaches through them. */
#define SHELL 16

/* Writes the shell. The floor and the sky cover the ends of the walls, and walls along y cover the
 * ends of walls along x. These boxes touch, and share no volume. */
void compare_world_text_shell(CompareWorldText *text, BspVec mins, BspVec maxs)
{
    BspVec a = bsp_vec(mins.x - SHELL, mins.y - SHELL, mins.z - SHELL);
    BspVec b = bsp_vec(maxs.x + SHELL, maxs.y + SHELL, maxs.z + SHELL);
    compare_world_text_box(text, a, bsp_vec(b.x, b.y, mins.z));
    compare_world_text_box(text, bsp_vec(a.x, a.y, maxs.z), b);
    compare_world_text_box(text, bsp_vec(a.x, a.y, mins.z), bsp_vec(mins.x, b.y, maxs.z));
    compare_world_text_box(text, bsp_vec(maxs.x, a.y, mins.z), bsp_vec(b.x, b.y, maxs.z));
    compare_world_text_box(text, bsp_vec(mins.x, a.y, mins.z), bsp_vec(maxs.x, mins.y, maxs.z));
    compare_world_text_box(text, bsp_vec(mins.x, maxs.y, mins.z), bsp_vec(maxs.x, b.y, maxs.z));
}

void compare_world_text_end_brushes(CompareWorldText *text)
{
    g_string_append(text->out, "\n  ],\n  \"starts\": [");
    text->n = 0;
}

void compare_world_text_start(CompareWorldText *text, BspVec start)
{
    begin_item(text);
    add_tuple(text->out, start.v, 3);
}

char *compare_world_text_end(CompareWorldText *text)
{
    g_string_append(text->out, "\n  ]\n}\n");
    return g_string_free(text->out, FALSE);
}
