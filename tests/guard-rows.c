#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "bsp-brush.h"
#include "guard-rows.h"

guint guard_numbers(const GuardRow *row, const char *key, double *numbers, guint n)
{
    guint found = 0;
    g_autofree char *text = g_key_file_get_string(row->file, row->what, key, NULL);
    memset(numbers, 0, n * sizeof *numbers);
    for (char *at = text ? text : (char *)""; found < n; found++) {
        char *end;
        numbers[found] = g_ascii_strtod(at, &end);
        if (end == at)
            break;
        at = end;
    }
    return found;
}

double guard_number(const GuardRow *row, const char *key)
{
    double number;
    guard_numbers(row, key, &number, 1);
    return number;
}

gboolean guard_says(const GuardRow *row, const char *key, const char *word)
{
    g_autofree char *text = g_key_file_get_string(row->file, row->what, key, NULL);
    return g_strcmp0(text, word) == 0;
}

/* Makes a brush of the planes in the text, or of the six numbers of a box. */
static BspBrush *read_brush(const char *text)
{
    BspPlane planes[32];
    BspVec lo, hi;
    if (sscanf(text, "%lf %lf %lf %lf %lf %lf", &lo.x, &lo.y, &lo.z, &hi.x, &hi.y, &hi.z) == 6)
        return bsp_brush_new_box(lo, hi, NULL);
    guint n = 0;
    g_auto(GStrv) sides = g_strsplit(text, ",", -1);
    for (; sides[n]; n++) {
        char *at = sides[n];
        for (guint k = 0; k < 3; k++)
            planes[n].normal.v[k] = g_ascii_strtod(at, &at);
        planes[n].dist = g_ascii_strtod(at, NULL);
    }
    return bsp_brush_new_planes(planes, n, NULL);
}

static BspSolid *read_solid(const char *text)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_auto(GStrv) texts = g_strsplit(text, "/", -1);
    for (guint i = 0; texts[i]; i++)
        g_ptr_array_add(brushes, read_brush(texts[i]));
    return bsp_solid_new(brushes);
}

static BspShape read_shape(const char *text)
{
    char kind[16];
    double s[6] = { 0 };
    int n =
        sscanf(text, "%15s %lf %lf %lf %lf %lf %lf", kind, s, s + 1, s + 2, s + 3, s + 4, s + 5);
    if (n == 7 && !strcmp(kind, "box"))
        return bsp_shape_box(bsp_vec(s[0], s[1], s[2]), bsp_vec(s[3], s[4], s[5]));
    if (n == 2 && !strcmp(kind, "sphere"))
        return bsp_shape_sphere(s[0]);
    if (n == 4 && !strcmp(kind, "cylinder"))
        return bsp_shape_cylinder(s[0], s[1], s[2]);
    if (n == 4 && !strcmp(kind, "capsule"))
        return bsp_shape_capsule(s[0], s[1], s[2]);
    cr_assert_str_eq(text, "point");
    return bsp_shape_point();
}

static BspTransitionClass read_type(const GuardRow *row)
{
    static const char *const names[] = { "empty", "solid", "empty to solid", "solid to empty" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (guard_says(row, "type", names[i]))
            return (BspTransitionClass)i;
    cr_assert(!g_key_file_has_key(row->file, row->what, "type", NULL), "%s", row->what);
    return BSP_EMPTY;
}

static void check_row(GKeyFile *file, const char *what, void (*check)(const GuardRow *row))
{
    g_autofree char *brushes = g_key_file_get_string(file, what, "brushes", NULL);
    g_autofree char *shape = g_key_file_get_string(file, what, "shape", NULL);
    cr_assert(shape, "%s", what);
    GuardRow row = { file, what, brushes ? read_solid(brushes) : NULL, read_shape(shape), .t = 0 };
    cr_assert_eq(guard_numbers(&row, "from", row.from.v, 3), 3u, "%s", what);
    cr_assert_eq(guard_numbers(&row, "to", row.to.v, 3), 3u, "%s", what);
    row.type = read_type(&row);
    row.t = guard_number(&row, "t");
    check(&row);
    g_clear_pointer(&row.solid, bsp_solid_free);
}

void guard_rows(const char *name, void (*check)(const GuardRow *row))
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autofree char *path =
        g_build_filename(g_getenv("BSP_DATA_DIR"), "..", "tests", "guards", name, NULL);
    cr_assert(g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error), "%s",
              error ? error->message : "");
    g_auto(GStrv) names = g_key_file_get_groups(file, NULL);
    cr_assert_gt(g_strv_length(names), 0u);
    for (guint i = 0; names[i]; i++)
        check_row(file, names[i], check);
}
