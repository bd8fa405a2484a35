/* grid-read: reads a row back from its JSON object. */
#include "output/grid-read.h"

#include <json-c/json.h>
#include <math.h>
#include <string.h>

/* No printed count is greater, so every count is exact as a floating-point number. */
#define MOST_COUNTED ((guint64)1 << 53)

/* The greatest magnitude of a printed number, */
#define FARTHEST 1e18

/* and the smallest magnitude of a measured one. */
#define NEAREST 1e-9

static gboolean read_boolean(const BspJsonRef *ref, gboolean *value, GError **error)
{
    if (!json_object_is_type(ref->value, json_type_boolean))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "true or false is wanted");
    *value = json_object_get_boolean(ref->value) ? TRUE : FALSE;
    return TRUE;
}

gboolean compare_read_hash(const BspJsonRef *ref, guint64 *hash, GError **error)
{
    const char *text;
    if (!bsp_json_string(ref, &text, error))
        return FALSE;
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "16 hexadecimal digits are wanted");
    *hash = g_ascii_strtoull(text, NULL, 16);
    return TRUE;
}

static gboolean read_number(const CompareColumn *column, const BspJsonRef *ref, double *x,
                            GError **error)
{
    gboolean measured = (column->flags & COMPARE_MEASURED) != 0;
    if (!bsp_json_number(ref, measured ? 0 : -FARTHEST, FARTHEST, x, error))
        return FALSE;
    if (measured && *x > 0 && *x < NEAREST)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%g is less than can be measured", *x);
    return TRUE;
}

static gboolean read_interval(const CompareColumn *column, const BspJsonRef *ref, double *ends,
                              GError **error)
{
    guint n;
    if (!bsp_json_array(ref, 2, 2, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef end;
        bsp_json_item(ref, i, &end);
        if (!read_number(column, &end, &ends[i], error))
            return FALSE;
    }
    return ends[0] <= ends[1] ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the interval ends before it begins");
}

static gboolean read_count(const BspJsonRef *ref, guint64 most, guint64 *n, GError **error)
{
    return bsp_json_uint(ref, 0, most, n, error);
}

static gboolean read_value(const CompareColumn *column, const BspJsonRef *ref, char *value,
                           GError **error)
{
    guint64 n;
    switch (column->kind) {
    case COMPARE_TEXT:
        return bsp_json_string(ref, (const char **)(gpointer)value, error);
    case COMPARE_COUNT:
        if (!read_count(ref, G_MAXUINT, &n, error))
            return FALSE;
        *(guint *)(gpointer)value = (guint)n;
        return TRUE;
    case COMPARE_COUNT64:
        return read_count(ref, MOST_COUNTED, (guint64 *)(gpointer)value, error);
    case COMPARE_BYTES:
        if (!read_count(ref, MOST_COUNTED, &n, error))
            return FALSE;
        *(gsize *)(gpointer)value = (gsize)n;
        return TRUE;
    case COMPARE_NUMBER:
    case COMPARE_RATIO: /* its interval has a column of its own */
        return read_number(column, ref, (double *)(gpointer)value, error);
    case COMPARE_INTERVAL:
        return read_interval(column, ref, (double *)(gpointer)value, error);
    case COMPARE_BOOLEAN:
        return read_boolean(ref, (gboolean *)(gpointer)value, error);
    case COMPARE_HASH:
        return compare_read_hash(ref, (guint64 *)(gpointer)value, error);
    }
    return TRUE;
}

/* TRUE if the count that says whether there is a value is not a column. Then a value that is
 * present counts. */
static gboolean is_unread(const CompareColumn *columns, guint n, gsize of)
{
    for (guint c = 0; of && c < n; c++)
        if (columns[c].offset == of && (columns[c].flags & COMPARE_JSON))
            return FALSE;
    return of != 0;
}

/* Finds the object that contains the column. FALSE without an error if it is null, or if it may be
 * missing. */
static gboolean find_group(const CompareColumn *column, const BspJsonRef *object, BspJsonRef *group,
                           GError **error)
{
    if (!column->group)
        *group = *object;
    else if (!bsp_json_require(object, column->group, group, error))
        return FALSE;
    return group->value != NULL;
}

static gboolean read_column(const CompareColumn *columns, guint n, guint c,
                            const BspJsonRef *object, char *row, GError **error)
{
    const CompareColumn *column = &columns[c];
    GError *failure = NULL;
    BspJsonRef group, value;
    if (!find_group(column, object, &group, &failure)) {
        if (failure)
            g_propagate_error(error, failure);
        return failure == NULL;
    }
    if ((column->flags & COMPARE_LATER) && bsp_json_is_object(&group) &&
        !bsp_json_member(&group, column->key, &value))
        return TRUE;
    if (!bsp_json_require(&group, column->key, &value, error))
        return FALSE;
    if (!value.value) {
        if (column->kind == COMPARE_NUMBER && !(column->flags & COMPARE_MEASURED))
            *(double *)(gpointer)(row + column->offset) = (double)NAN;
        return TRUE;
    }
    if (is_unread(columns, n, column->of))
        *(guint *)(gpointer)(row + column->of) = 1;
    return read_value(column, &value, row + column->offset, error);
}

gboolean compare_grid_read(const CompareColumn *columns, guint n, const BspJsonRef *object,
                           gpointer row, GError **error)
{
    for (guint c = 0; c < n; c++)
        if ((columns[c].flags & COMPARE_JSON) && !read_column(columns, n, c, object, row, error))
            return FALSE;
    return TRUE;
}

gboolean compare_grid_read_all(const CompareColumn *columns, guint n, const BspJsonRef *rows,
                               gpointer row, gsize size, CompareGridRowFunc func, gpointer data,
                               GError **error)
{
    guint count;
    if (!bsp_json_array(rows, 0, COMPARE_MAX_ROWS, &count, error))
        return FALSE;
    for (guint i = 0; i < count; i++) {
        BspJsonRef object;
        bsp_json_item(rows, i, &object);
        memset(row, 0, size);
        if (!compare_grid_read(columns, n, &object, row, error))
            return FALSE;
        if (func)
            func(row, data);
    }
    return TRUE;
}
