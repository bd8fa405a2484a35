/* json-world: reads and writes worlds as JSON documents of format "bsp-world". */
#include <string.h>

#include "compile/solid.h"
#include "geometry/brush.h"
#include "geometry/fail.h"
#include "tools/bsp-json.h"
#include "world/reading.h"

#define FORMAT "bsp-world"

/* --- reading --- */

/* Reads an array of min to max rows. A row has `width` numbers, 3 for a BspVec or 4 for a BspPlane.
 * The first three numbers of a row have the limits of coordinates. The distance of a plane has no
 * limit, because it grows with the length of the normal, and only the solid must lie in the world.
 * *n receives the number of rows. The caller frees the result with g_free(). */
static gpointer read_rows(const BspJsonRef *array, guint min, guint max, guint width, guint *n,
                          GError **error)
{
    if (!bsp_json_array(array, min, max, n, error))
        return NULL;
    g_autofree double *rows = g_new(double, (gsize)*n *width + 1);
    for (guint i = 0; i < *n * width; i++) {
        BspJsonRef row, number;
        guint k = i % width;
        bsp_json_item(array, i / width, &row);
        if (k == 0 && !bsp_json_array(&row, width, width, &width, error))
            return NULL;
        bsp_json_item(&row, k, &number);
        double limit = k < 3 ? BSP_WORLD_HALF : G_MAXDOUBLE;
        if (!bsp_json_number(&number, -limit, limit, &rows[i], error))
            return NULL;
    }
    return g_steal_pointer(&rows);
}

static BspBrush *read_planes(const BspJsonRef *array, GError **error)
{
    guint n;
    g_autofree BspPlane *planes = read_rows(array, 4, BSP_BRUSH_MAX_SIDES, 4, &n, error);
    return planes ? bsp_brush_new_planes(planes, n, error) : NULL;
}

static BspBrush *read_box(const BspJsonRef *array, GError **error)
{
    guint n;
    g_autofree BspVec *corner = read_rows(array, 2, 2, 3, &n, error);
    return corner ? bsp_brush_new_box(corner[0], corner[1], error) : NULL;
}

static BspBrush *read_points(const BspJsonRef *array, GError **error)
{
    guint n;
    g_autofree BspVec *points = read_rows(array, 4, BSP_BRUSH_MAX_SIDES, 3, &n, error);
    BspBrush *brush = points ? bsp_brush_new_points(points, n, error) : NULL;
    if (brush && brush->cell->n_faces > BSP_BRUSH_MAX_SIDES) {
        bsp_json_fail(array, error, BSP_ERROR_LIMIT,
                      "the hull has %u faces, more than the limit of %d", brush->cell->n_faces,
                      BSP_BRUSH_MAX_SIDES);
        g_clear_pointer(&brush, bsp_brush_free);
    }
    return brush;
}

static gboolean read_tags(const BspJsonRef *array, BspBrush *brush, GError **error)
{
    guint n, n_sides = bsp_brush_n_sides(brush);
    if (!bsp_json_array(array, n_sides, n_sides, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        guint64 tag;
        bsp_json_item(array, i, &item);
        if (!bsp_json_uint(&item, 0, G_MAXUINT32, &tag, error))
            return FALSE;
        bsp_brush_set_tag(brush, i, (guint32)tag);
    }
    return TRUE;
}

/* Reads the contents and tags of a brush. If the brush is given by points, the order of its sides
 * is unknown, so tags are not allowed. */
static gboolean read_contents_and_tags(const BspJsonRef *ref, gboolean is_points, BspBrush *brush,
                                       GError **error)
{
    BspJsonRef member;
    guint32 contents = bsp_brush_contents(brush);
    if (bsp_json_member(ref, "contents", &member) && !bsp_json_contents(&member, &contents, error))
        return FALSE;
    bsp_brush_set_contents(brush, contents);
    if (!bsp_json_member(ref, "tags", &member))
        return TRUE;
    if (is_points)
        return bsp_json_fail(&member, error, BSP_ERROR_VALUE,
                             "the sides of \"points\" have no order, so they cannot have tags; "
                             "give \"planes\" instead");
    return read_tags(&member, brush, error);
}

/* Finds the member that defines the brush's form ("planes", "box" or "points"). *form receives its
 * index in `forms`. Fails unless there is exactly one such member. */
static gboolean find_form(const BspJsonRef *ref, const char *const *forms, guint n_forms,
                          BspJsonRef *found, guint *form, GError **error)
{
    guint n = 0;
    for (guint i = 0; i < n_forms; i++) {
        BspJsonRef member;
        if (bsp_json_member(ref, forms[i], &member)) {
            *found = member;
            *form = i;
            n++;
        }
    }
    if (n == 1)
        return TRUE;
    return bsp_json_fail(
        ref, error, BSP_ERROR_VALUE,
        "a brush must have exactly one of \"planes\", \"box\" and \"points\", not %u", n);
}

BspBrush *bsp_json_brush(const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "planes", "box", "points", "contents", "tags", NULL };
    static BspBrush *(*const read[])(const BspJsonRef *, GError **) = { read_planes, read_box,
                                                                        read_points };
    BspJsonRef found = { 0 };
    guint form = 0;
    if (!bsp_json_check_object(ref, keys, error) ||
        !find_form(ref, keys, G_N_ELEMENTS(read), &found, &form, error))
        return NULL;
    g_autoptr(GError) problem = NULL;
    g_autoptr(BspBrush) brush = read[form](&found, &problem);
    if (brush)
        return read_contents_and_tags(ref, form == 2, brush, error) ? g_steal_pointer(&brush)
                                                                    : NULL;
    /* Errors about the whole solid do not name a position yet, so add it. */
    if (problem->code == BSP_ERROR_GEOMETRY)
        bsp_json_prefix_error(ref, &problem);
    g_propagate_error(error, g_steal_pointer(&problem));
    return NULL;
}

static gboolean add_brush(gpointer brushes, const BspJsonRef *ref, GError **error)
{
    BspBrush *brush = bsp_json_brush(ref, error);
    if (brush)
        g_ptr_array_add(brushes, brush);
    return brush != NULL;
}

/* Reads a list of points to `points`, if the world has the member `key`. */
static gboolean read_places(const BspJsonRef *root, const char *key, GArray *points, GError **error)
{
    BspJsonRef member;
    guint n;
    if (!bsp_json_member(root, key, &member))
        return TRUE;
    g_autofree BspVec *rows = read_rows(&member, 0, G_MAXUINT, 3, &n, error);
    if (rows)
        g_array_append_vals(points, rows, n);
    return rows != NULL;
}

BspWorld *bsp_world_read_json_value(const BspJsonRef *root, GError **error)
{
    static const char *const keys[] = { "format", "version", "name", "brushes",
                                        "starts", "bodies",  NULL };
    if (!bsp_json_check_format(root, FORMAT, 1, error) || !bsp_json_check_object(root, keys, error))
        return NULL;

    BspJsonRef member, list;
    const char *name = NULL;
    if (bsp_json_member(root, "name", &member) && !bsp_json_string(&member, &name, error))
        return NULL;
    g_autoptr(GPtrArray) brushes = bsp_world_brushes_new();
    if (!bsp_json_require(root, "brushes", &list, error) ||
        !bsp_json_each(&list, 0, G_MAXUINT, add_brush, brushes, error))
        return NULL;
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_autoptr(GArray) bodies = g_array_new(FALSE, FALSE, sizeof(BspVec));
    if (!read_places(root, "starts", starts, error) || !read_places(root, "bodies", bodies, error))
        return NULL;
    g_autofree char *file_name = bsp_world_default_name(root->file);
    BspWorld *world =
        bsp_world_new(name ? name : file_name, g_steal_pointer(&brushes), g_steal_pointer(&starts));
    g_array_append_vals(world->inside, bodies->data, bodies->len);
    world->places->brushes_at = bsp_json_pointer(&list);
    return world;
}

BspWorld *bsp_world_read_json(const char *path, const char *text, gsize length,
                              G_GNUC_UNUSED const BspWorldOptions *options, GError **error)
{
    g_autoptr(BspJsonRef) root = bsp_json_parse(path, text, length, error);
    return root ? bsp_world_read_json_value(root, error) : NULL;
}

/* --- writing --- */

static void append_number(GString *out, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.17g", x);
    g_string_append(out, text);
    if (strcmp(text, "-0") == 0)
        g_string_append(out, ".0"); /* because the whole number -0 would be read as 0 */
}

static void append_numbers(GString *out, const double *numbers, guint n)
{
    g_string_append_c(out, '[');
    for (guint i = 0; i < n; i++) {
        if (i)
            g_string_append(out, ", ");
        append_number(out, numbers[i]);
    }
    g_string_append_c(out, ']');
}

/* Appends a JSON string. json-c is not used, because without memory it cuts off texts. */
static void append_string(GString *out, const char *string)
{
    g_string_append_c(out, '"');
    for (const char *p = string; *p; p++) {
        if ((guchar)*p < 0x20)
            g_string_append_printf(out, "\\u%04x", (guchar)*p);
        else
            g_string_append_printf(out, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
    }
    g_string_append_c(out, '"');
}

/* Appends contents and tags. Sides without a face are not written, so sides are numbered like the
 * faces. */
static void append_contents_and_tags(GString *out, const BspBrush *brush)
{
    guint32 any = 0;
    if (brush->contents != 1)
        g_string_append_printf(out, ", \"contents\": %u", brush->contents);
    for (guint f = 0; f < brush->cell->n_faces; f++)
        any |= bsp_brush_tag(brush, bsp_brush_side_of_face(brush, f));
    for (guint f = 0; f < brush->cell->n_faces && any; f++)
        g_string_append_printf(out, "%s%u", f ? ", " : ", \"tags\": [",
                               bsp_brush_tag(brush, bsp_brush_side_of_face(brush, f)));
    if (any)
        g_string_append_c(out, ']');
}

static void append_brush(GString *out, const BspBrush *brush)
{
    g_string_append(out, "    { \"planes\": [");
    for (guint f = 0; f < brush->cell->n_faces; f++) {
        const BspPlane *plane = &brush->cell->faces[f].plane;
        double numbers[4] = { plane->normal.x, plane->normal.y, plane->normal.z, plane->dist };
        g_string_append(out, f ? ", " : " ");
        append_numbers(out, numbers, 4);
    }
    g_string_append(out, " ]");
    append_contents_and_tags(out, brush);
    g_string_append(out, " }");
}

static void append_points(GString *out, const GArray *points, guint first)
{
    for (guint i = first; i < points->len; i++) {
        g_string_append(out, i > first ? ",\n    " : "\n    ");
        append_numbers(out, g_array_index(points, BspVec, i).v, 3);
    }
    g_string_append(out, "\n  ]");
}

char *bsp_world_to_json(const BspWorld *world)
{
    GString *out =
        g_string_new("{\n  \"format\": \"" FORMAT "\",\n  \"version\": 1,\n  \"name\": ");
    /* Names from .map and .bsp files may be in any encoding. */
    g_autofree char *name = g_utf8_make_valid(*world->name ? world->name : "unnamed", -1);
    append_string(out, name);
    g_string_append(out, ",\n  \"brushes\": [");
    for (guint i = 0; i < world->solid->brushes->len; i++) {
        g_string_append(out, i ? ",\n" : "\n");
        append_brush(out, bsp_solid_brush(world->solid, i));
    }
    g_string_append(out, "\n  ],\n  \"starts\": [");
    append_points(out, world->starts, 0);
    if (world->inside->len > world->starts->len) {
        g_string_append(out, ",\n  \"bodies\": [");
        append_points(out, world->inside, world->starts->len);
    }
    g_string_append(out, "\n}\n");
    return g_string_free(out, FALSE);
}

gboolean bsp_world_json_fits(const BspWorld *world, gsize length, GError **error)
{
    /* each brush is an object, and the world is one, too */
    if (world->solid->brushes->len < BSP_JSON_MAX_OBJECTS && length <= BSP_JSON_MAX_BYTES)
        return TRUE;
    return bsp_fail(error, BSP_ERROR_LIMIT,
                    "as JSON the world has %u brushes and %" G_GSIZE_FORMAT
                    " bytes, but readers accept at most %d brushes and %d bytes",
                    world->solid->brushes->len, length, BSP_JSON_MAX_OBJECTS - 1,
                    BSP_JSON_MAX_BYTES);
}
