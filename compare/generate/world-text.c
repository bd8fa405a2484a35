/* world-text: writes a world as JSON, brush by brush, while it is generated. */
#include "generate/world-text.h"

static void begin_item(CompareWorldText *text)
{
    g_string_append(text->out, text->n++ ? ",\n    " : "\n    ");
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

void compare_world_text_box(CompareWorldText *text, CompareGridVec mins, CompareGridVec maxs)
{
    begin_item(text);
    g_string_append_printf(text->out, "{ \"box\": [[%d,%d,%d], [%d,%d,%d]] }", mins.x, mins.y,
                           mins.z, maxs.x, maxs.y, maxs.z);
}

void compare_world_text_planes(CompareWorldText *text, const CompareGridPlane *planes, guint n)
{
    begin_item(text);
    g_string_append(text->out, "{ \"planes\": [");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(text->out, "%s[%d,%d,%d,%d]", i ? ", " : "", planes[i].normal.x,
                               planes[i].normal.y, planes[i].normal.z, planes[i].dist);
    g_string_append(text->out, "] }");
}

void compare_world_text_exact_planes(CompareWorldText *text, const BspPlane *planes, guint n)
{
    begin_item(text);
    g_string_append(text->out, "{ \"planes\": [");
    for (guint i = 0; i < n; i++) {
        const double numbers[] = { planes[i].normal.x, planes[i].normal.y, planes[i].normal.z,
                                   planes[i].dist };
        for (guint k = 0; k < 4; k++) {
            char digits[G_ASCII_DTOSTR_BUF_SIZE];
            g_ascii_dtostr(digits, sizeof digits, numbers[k] + 0.0); /* turns -0 into 0 */
            g_string_append_printf(text->out, "%s%s", k ? "," : i ? ", [" : "[", digits);
        }
        g_string_append(text->out, "]");
    }
    g_string_append(text->out, "] }");
}

void compare_world_text_points(CompareWorldText *text, const CompareGridVec *points, guint n)
{
    begin_item(text);
    g_string_append(text->out, "{ \"points\": [");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(text->out, "%s[%d,%d,%d]", i ? ", " : "", points[i].x, points[i].y,
                               points[i].z);
    g_string_append(text->out, "] }");
}

/* Units. No box of a scenario extends through a shell this thick. */
#define SHELL 16

/* The floor and the sky overlap the ends of the walls, and walls along y overlap those along x. */
void compare_world_text_shell(CompareWorldText *text, CompareGridVec mins, CompareGridVec maxs)
{
    CompareGridVec a = { mins.x - SHELL, mins.y - SHELL, mins.z - SHELL };
    CompareGridVec b = { maxs.x + SHELL, maxs.y + SHELL, maxs.z + SHELL };
    compare_world_text_box(text, a, (CompareGridVec){ b.x, b.y, mins.z });
    compare_world_text_box(text, (CompareGridVec){ a.x, a.y, maxs.z }, b);
    compare_world_text_box(text, (CompareGridVec){ a.x, a.y, mins.z },
                           (CompareGridVec){ mins.x, b.y, maxs.z });
    compare_world_text_box(text, (CompareGridVec){ maxs.x, a.y, mins.z },
                           (CompareGridVec){ b.x, b.y, maxs.z });
    compare_world_text_box(text, (CompareGridVec){ mins.x, a.y, mins.z },
                           (CompareGridVec){ maxs.x, mins.y, maxs.z });
    compare_world_text_box(text, (CompareGridVec){ mins.x, maxs.y, mins.z },
                           (CompareGridVec){ maxs.x, b.y, maxs.z });
}

void compare_world_text_end_brushes(CompareWorldText *text)
{
    g_string_append(text->out, "\n  ],\n  \"starts\": [");
    text->n = 0;
}

void compare_world_text_start(CompareWorldText *text, CompareGridVec start)
{
    begin_item(text);
    g_string_append_printf(text->out, "[%d,%d,%d]", start.x, start.y, start.z);
}

char *compare_world_text_end(CompareWorldText *text)
{
    g_string_append(text->out, "\n  ]\n}\n");
    return g_string_free(text->out, FALSE);
}
