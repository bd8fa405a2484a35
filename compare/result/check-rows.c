/* check-rows: checks JSON rows by the description of their columns. */
#include "result/grid.h"

#include <json-c/json.h>
#include <string.h>

/* No printed count is greater, so every count is exact as a floating-point number. */
#define MOST_COUNTED ((guint64)1 << 53)

/* The greatest magnitude of a printed number. */
#define FARTHEST 1e18

/* The smallest magnitude of a measured number other than 0. */
#define NEAREST 1e-9

static gboolean check_boolean(const BspJsonRef *ref, GError **error)
{
    return json_object_is_type(ref->value, json_type_boolean) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "must be true or false");
}

gboolean compare_check_hash(const BspJsonRef *ref, GError **error)
{
    const char *text;
    if (!bsp_json_string(ref, &text, error))
        return FALSE;
    return (strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "must be 16 hexadecimal digits");
}

static gboolean check_number(const CompareColumn *column, const BspJsonRef *ref, double *x,
                             GError **error)
{
    gboolean measured = (column->flags & COMPARE_MEASURED) != 0;
    if (!bsp_json_number(ref, measured ? 0 : -FARTHEST, FARTHEST, x, error))
        return FALSE;
    if (measured && *x > 0 && *x < NEAREST)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%g is less than can be measured", *x);
    return TRUE;
}

static gboolean check_interval(const CompareColumn *column, const BspJsonRef *ref, GError **error)
{
    double ends[2];
    guint n;
    if (!bsp_json_array(ref, 2, 2, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef end;
        bsp_json_item(ref, i, &end);
        if (!check_number(column, &end, &ends[i], error))
            return FALSE;
    }
    return ends[0] <= ends[1] ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the interval ends before it begins");
}

static gboolean check_value(const CompareColumn *column, const BspJsonRef *ref, GError **error)
{
    const char *text;
    guint64 n;
    double x;
    switch (column->kind) {
    case COMPARE_TEXT:
        return bsp_json_string(ref, &text, error);
    case COMPARE_COUNT:
        return bsp_json_uint(ref, 0, G_MAXUINT, &n, error);
    case COMPARE_COUNT64:
    case COMPARE_BYTES:
        return bsp_json_uint(ref, 0, MOST_COUNTED, &n, error);
    case COMPARE_NUMBER:
    case COMPARE_RATIO: /* the ratio's interval is a column of its own */
        return check_number(column, ref, &x, error);
    case COMPARE_INTERVAL:
        return check_interval(column, ref, error);
    case COMPARE_BOOLEAN:
        return check_boolean(ref, error);
    case COMPARE_HASH:
        break;
    }
    return compare_check_hash(ref, error);
}

/* Every value may be null, and so may the object that contains a group of values. */
static gboolean check_column(const CompareColumn *column, const BspJsonRef *row, GError **error)
{
    BspJsonRef group = *row, value;
    if (column->group && !bsp_json_require(row, column->group, &group, error))
        return FALSE;
    if (!group.value)
        return column->group != NULL || bsp_json_require(row, column->key, &value, error);
    if ((column->flags & COMPARE_LATER) && bsp_json_is_object(&group) &&
        !bsp_json_member(&group, column->key, &value))
        return TRUE;
    return bsp_json_require(&group, column->key, &value, error) &&
           (!value.value || check_value(column, &value, error));
}

gboolean compare_columns_check(const CompareColumn *columns, guint n, const BspJsonRef *row,
                               GError **error)
{
    for (guint c = 0; c < n; c++)
        if ((columns[c].flags & COMPARE_JSON) && !check_column(&columns[c], row, error))
            return FALSE;
    return TRUE;
}

gboolean compare_columns_check_all(const CompareColumn *columns, guint n, const BspJsonRef *rows,
                                   GError **error)
{
    guint count;
    if (!bsp_json_array(rows, 0, COMPARE_MAX_ROWS, &count, error))
        return FALSE;
    for (guint i = 0; i < count; i++) {
        BspJsonRef row;
        bsp_json_item(rows, i, &row);
        if (!compare_columns_check(columns, n, &row, error))
            return FALSE;
    }
    return TRUE;
}
