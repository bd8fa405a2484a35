#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "bsp-brush.h"
#include "bsp-hull.h"
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

/* Makes a brush of the planes in the text, of the six numbers of a box, or of points. */
static BspBrush *read_brush(char *text)
{
    BspPlane planes[32];
    BspVec lo, hi, points[32];
    gboolean is_hull = g_str_has_prefix(g_strstrip(text), "hull ");
    if (sscanf(text, "%lf %lf %lf %lf %lf %lf", &lo.x, &lo.y, &lo.z, &hi.x, &hi.y, &hi.z) == 6)
        return bsp_brush_new_box(lo, hi, NULL);
    guint n = 0;
    g_auto(GStrv) parts = g_strsplit(is_hull ? text + 5 : text, ",", -1);
    for (; parts[n]; n++) {
        char *at = parts[n];
        for (guint k = 0; k < 3; k++)
            points[n].v[k] = g_ascii_strtod(at, &at);
        planes[n] = (BspPlane){ points[n], g_ascii_strtod(at, NULL) };
    }
    return is_hull ? bsp_brush_new_points(points, n, NULL) : bsp_brush_new_planes(planes, n, NULL);
}

static BspSolid *read_solid(const char *text)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_auto(GStrv) texts = g_strsplit(text, "/", -1);
    for (guint i = 0; texts[i]; i++)
        g_ptr_array_add(brushes, read_brush(texts[i]));
    return bsp_solid_new(brushes);
}

/* Reads the points of a hull, which are between commas. */
static BspHull *read_hull(const char *text)
{
    BspVec points[16];
    guint n = 0;
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    for (; parts[n]; n++)
        sscanf(parts[n], "%lf %lf %lf", &points[n].x, &points[n].y, &points[n].z);
    return bsp_hull_new(points, n, NULL);
}

/* Reads a shape. For a hull, stores it in *hull, which the caller frees. */
static BspShape read_shape(const char *text, BspHull **hull)
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
    if (!strcmp(kind, "hull")) {
        *hull = read_hull(text + strlen("hull"));
        return bsp_shape_hull(*hull);
    }
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

/* Returns the parts of a key between slashes. If the row lacks the key, returns one empty part. */
static char **parts_of(GKeyFile *file, const char *what, const char *key)
{
    g_autofree char *text = g_key_file_get_string(file, what, key, NULL);
    char **parts = g_strsplit(text ? text : " ", "/", -1);
    for (guint i = 0; parts[i]; i++)
        g_strstrip(parts[i]);
    return parts;
}

static void check_body(GuardRow *row, const char *shape, const char *from,
                       void (*check)(const GuardRow *row))
{
    g_autoptr(BspHull) hull = NULL;
    row->shape = read_shape(shape, &hull);
    cr_assert(!*from || sscanf(from, "%lf %lf %lf", &row->from.x, &row->from.y, &row->from.z) == 3,
              "%s", row->what);
    if (guard_numbers(row, "to", row->to.v, 3) != 3)
        row->to = row->from;
    check(row);
}

/* Calls the check for a row. A row may have several bodies, and each is checked. */
static void check_row(GKeyFile *file, const char *what, void (*check)(const GuardRow *row))
{
    g_autofree char *brushes = g_key_file_get_string(file, what, "brushes", NULL);
    g_auto(GStrv) shapes = parts_of(file, what, "shape"), places = parts_of(file, what, "from");
    guint n_shapes = g_strv_length(shapes), n_places = g_strv_length(places);
    GuardRow row = { .file = file, .what = what, .solid = brushes ? read_solid(brushes) : NULL };
    row.type = read_type(&row);
    row.t = guard_number(&row, "t");
    for (guint i = 0; i < MAX(n_shapes, n_places); i++)
        check_body(&row, shapes[MIN(i, n_shapes - 1)], places[MIN(i, n_places - 1)], check);
    g_clear_pointer(&row.solid, bsp_solid_free);
}

void guard_cases(const GuardRow *row, void (*check)(const GuardRow *row, const GuardCase *c))
{
    static const char *const others[] = { "brushes", "shape", "from", "within", "to", "t", NULL };
    guint n = 0;
    g_auto(GStrv) keys = g_key_file_get_keys(row->file, row->what, NULL, NULL);
    for (guint i = 0; keys[i]; i++) {
        g_autofree char *text = g_key_file_get_string(row->file, row->what, keys[i], NULL);
        GuardCase c = { .what = keys[i] };
        int end = 0;
        if (g_strv_contains(others, keys[i]))
            continue;
        cr_assert(sscanf(text, "%lf %lf %lf, %lf %lf %lf: %n", &c.a.x, &c.a.y, &c.a.z, &c.b.x,
                         &c.b.y, &c.b.z, &end) == 6 &&
                      end > 0,
                  "%s: %s", row->what, keys[i]);
        c.answer = text + end;
        check(row, &c);
        n++;
    }
    cr_assert_neq(n > 0, g_key_file_has_key(row->file, row->what, "to", NULL), "%s: %u cases",
                  row->what, n);
}

/* Checks that keys are known and names are unique, because GKeyFile merges rows of one name and
 * keeps the last value of a key. */
static void check_keys(GKeyFile *file, const char *path, const char *known)
{
    guint n_lines = 0, n_names = 0;
    g_autofree char *text = NULL;
    g_autofree char *list = g_strconcat("brushes, shape, from, to, type, t, ", known, NULL);
    cr_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1), names = g_key_file_get_groups(file, NULL),
                  allowed = g_strsplit(list, ", ", -1);
    for (guint i = 0; lines[i]; i++)
        n_lines += *lines[i] && *lines[i] != '#';
    for (guint i = 0; names[i]; i++, n_names++) {
        g_auto(GStrv) keys = g_key_file_get_keys(file, names[i], NULL, NULL);
        for (guint k = 0; keys[k]; k++, n_names++) {
            cr_assert(!known || g_strv_contains((const char *const *)allowed, keys[k]), "%s: %s",
                      names[i], keys[k]);
            cr_assert(!g_strv_contains((const char *const *)keys + k + 1, keys[k]), "%s: two %s",
                      names[i], keys[k]);
        }
    }
    cr_assert_eq(n_lines, n_names, "%s: two rows have the same name", path);
}

void guard_rows(const char *name, const char *keys, void (*check)(const GuardRow *row))
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autofree char *path =
        g_build_filename(g_getenv("BSP_DATA_DIR"), "..", "tests", "guards", name, NULL);
    cr_assert(g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error), "%s",
              error ? error->message : "");
    g_auto(GStrv) names = g_key_file_get_groups(file, NULL);
    cr_assert_gt(g_strv_length(names), 0u);
    check_keys(file, path, keys);
    for (guint i = 0; names[i]; i++)
        check_row(file, names[i], check);
}
