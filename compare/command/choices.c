/* choices: the values of options that accept a fixed list. */
#include "command/choices.h"

#include <string.h>

#include "draw/drawing.h"
#include "generate/aim.h"
#include "generate/generated.h"
#include "methods/method.h"
#include "output/report.h"
#include "paper/paper.h"
#include "run/vary.h"

static void add(GPtrArray *names, const char *name)
{
    g_ptr_array_add(names, g_strdup(name));
}

static void add_methods(GPtrArray *names, gboolean drawn)
{
    for (guint i = 0; compare_methods[i]; i++)
        if (!drawn || compare_methods[i]->view)
            add(names, compare_methods[i]->name);
}

static void add_saved_methods(GPtrArray *names)
{
    for (guint i = 0; compare_methods[i]; i++)
        if (compare_methods[i]->save)
            add(names, compare_methods[i]->name);
}

static void add_vary(GPtrArray *names)
{
    for (guint i = 0; compare_sweep_vary_names[i]; i++)
        g_ptr_array_add(names, g_strconcat(compare_sweep_vary_names[i], "=", NULL));
}

/* Adds the names of tables, figures or claims. */
static void add_parts(GPtrArray *names, const char *option)
{
    for (const ComparePaperKind *kind = compare_paper_kinds; kind->option; kind++)
        if (g_str_equal(kind->option, option))
            add(names, kind->name);
}

static void add_world_kinds(GPtrArray *names)
{
    for (guint i = 0; compare_world_kinds[i]; i++)
        add(names, compare_world_kinds[i]->name);
}

static void add_move_kinds(GPtrArray *names)
{
    add(names, "walks");
    for (guint i = 0; i < COMPARE_AIM_KINDS; i++)
        add(names, compare_aim_kind_name((CompareAimKind)i));
    add(names, "thin");
}

/* The options whose values are in an array. */
static const struct {
    const char *option;
    const char *const *names;
} arrays[] = {
    { "--builder", compare_builder_names },
    { "--fill", compare_fill_names },
    { "--only", compare_moves_only_names },
    { "--layers", compare_layer_names },
};

/* Commands that do not print in all formats, with their formats. */
static const struct {
    const char *command;
    guint formats; /* bits of CompareFormat */
} some_formats[] = {
    { "paper", ~(1u << COMPARE_FORMAT_HTML) },
    { "diff", ~(1u << COMPARE_FORMAT_HTML) },
    { "merge", ~(1u << COMPARE_FORMAT_HTML) },
    { "audit", 1u << COMPARE_FORMAT_TABLE | 1u << COMPARE_FORMAT_JSON },
    { "explain", 1u << COMPARE_FORMAT_TABLE | 1u << COMPARE_FORMAT_JSON },
};

static void add_formats(GPtrArray *names, const char *command)
{
    guint formats = ~0u;
    for (guint i = 0; i < G_N_ELEMENTS(some_formats); i++)
        if (g_str_equal(command, some_formats[i].command))
            formats = some_formats[i].formats;
    for (guint i = 0; compare_format_names[i]; i++)
        if (formats & 1u << i)
            add(names, compare_format_names[i]);
}

static void add_array(GPtrArray *names, const char *option)
{
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
        for (guint k = 0; g_str_equal(option, arrays[i].option) && arrays[i].names[k]; k++)
            add(names, arrays[i].names[k]);
}

char **compare_choices(const char *command, const char *option)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    if (g_str_equal(option, "--methods") || g_str_equal(option, "--cost"))
        add_methods(names, FALSE);
    else if (g_str_equal(option, "--method") && g_str_equal(command, "build"))
        add_saved_methods(names);
    else if (g_str_equal(option, "--method"))
        add_methods(names, TRUE);
    else if (g_str_equal(option, "--vary"))
        add_vary(names);
    else if (g_str_equal(option, "--format"))
        add_formats(names, command);
    else if (g_str_equal(option, "--kind"))
        add_move_kinds(names);
    else if (g_str_equal(option, "KIND"))
        add_world_kinds(names);
    else if (g_str_equal(command, "paper") && g_str_has_prefix(option, "--"))
        add_parts(names, option + 2);
    if (names->len == 0)
        add_array(names, option);
    if (names->len == 0)
        return NULL;
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_steal(names, NULL);
}
