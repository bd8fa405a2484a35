/* json-pieces: a JSON object read piece by piece. */
#include "world/json-pieces.h"

#include <json-c/json.h>

#include "geometry/out-of-memory.h"

/* In json-c's words, as if it had come here itself. */
static gboolean unexpected(const BspJsonText *text, enum json_tokener_error code, GError **error)
{
    if (text->p == text->end)
        code = json_tokener_error_parse_eof;
    return bsp_json_text_fail(text, text->p, error, BSP_ERROR_SYNTAX, "%s",
                              json_tokener_error_desc(code));
}

gboolean bsp_json_pieces_items(BspJsonText *text, BspJsonPieceFunc func, gpointer data,
                               GError **error)
{
    guint i = 0;
    bsp_json_text_accept(text, '[');
    if (bsp_json_text_accept(text, ']'))
        return TRUE;
    do {
        json_object *item;
        if (!bsp_json_text_value(text, BSP_JSON_MAX_PIECE_BYTES, &item, error))
            return FALSE;
        gboolean ok = func(item, i++, data, error);
        json_object_put(item);
        if (!ok)
            return FALSE;
    } while (bsp_json_text_accept(text, ','));
    return bsp_json_text_accept(text, ']') ||
           unexpected(text, json_tokener_error_parse_array, error);
}

/* --- the frame --- */

typedef struct {
    BspJsonText *text;
    json_object *object;
    GHashTable *arrays;
    gsize n_bytes; /* of text, without what the arrays hold */
    guint n_items; /* of all arrays */
} Frame;

static gboolean read_key(const Frame *frame, char **key, GError **error)
{
    BspJsonText *text = frame->text;
    const char *quote = text->p;
    json_object *string;
    if (*quote != '"')
        return unexpected(text, json_tokener_error_parse_object_key_name, error);
    if (!bsp_json_text_value(text, BSP_JSON_MAX_PIECE_BYTES, &string, error))
        return FALSE;
    *key = g_strdup(json_object_get_string(string));
    json_object_put(string);
    if (json_object_object_get_ex(frame->object, *key, NULL))
        return bsp_json_text_fail_duplicate(text, quote, error);
    return bsp_json_text_accept(text, ':') ||
           unexpected(text, json_tokener_error_parse_object_key_sep, error);
}

static gboolean count_item(json_object *item, guint i, gpointer data, GError **error)
{
    (void)item;
    (void)i;
    Frame *frame = data;
    if (++frame->n_items <= BSP_JSON_MAX_PIECES)
        return TRUE;
    return bsp_json_text_fail(frame->text, frame->text->p, error, BSP_ERROR_LIMIT,
                              "the arrays have more items than the limit of %d",
                              BSP_JSON_MAX_PIECES);
}

/* Takes the value. */
static void add(const Frame *frame, const char *key, json_object *value)
{
    if (json_object_object_add(frame->object, key, value) != 0)
        bsp_out_of_memory();
}

static gboolean read_array(Frame *frame, const char *key, GError **error)
{
    g_hash_table_insert(frame->arrays, g_strdup(key), (gpointer)frame->text->p);
    add(frame, key, bsp_need(json_object_new_array()));
    return bsp_json_pieces_items(frame->text, count_item, frame, error);
}

static gboolean read_value(Frame *frame, const char *key, GError **error)
{
    const char *start = frame->text->p;
    json_object *value;
    if (!bsp_json_text_value(frame->text, BSP_JSON_MAX_PIECE_BYTES, &value, error))
        return FALSE;
    add(frame, key, value);
    frame->n_bytes += (gsize)(frame->text->p - start);
    return TRUE;
}

static gboolean read_member(Frame *frame, GError **error)
{
    BspJsonText *text = frame->text;
    const char *quote = text->p;
    g_autofree char *key = NULL;
    if (!read_key(frame, &key, error))
        return FALSE;
    frame->n_bytes += (gsize)(text->p - quote);
    if (!(*text->p == '[' ? read_array : read_value)(frame, key, error))
        return FALSE;
    return frame->n_bytes <= BSP_JSON_MAX_PIECE_BYTES ||
           bsp_json_text_fail(text, quote, error, BSP_ERROR_LIMIT,
                              "the document without its arrays' items is longer than the limit of "
                              "%d bytes",
                              BSP_JSON_MAX_PIECE_BYTES);
}

static gboolean read_object(Frame *frame, GError **error)
{
    BspJsonText *text = frame->text;
    bsp_json_text_accept(text, '{');
    if (bsp_json_text_accept(text, '}'))
        return TRUE;
    do {
        if (!read_member(frame, error))
            return FALSE;
    } while (bsp_json_text_accept(text, ','));
    return bsp_json_text_accept(text, '}') ||
           unexpected(text, json_tokener_error_parse_object_value_sep, error);
}

gboolean bsp_json_pieces_frame(BspJsonText *text, json_object **frame, GHashTable *arrays,
                               GError **error)
{
    *frame = NULL;
    if (*text->p != '{')
        return bsp_json_text_value(text, BSP_JSON_MAX_PIECE_BYTES, frame, error);
    Frame object = { .text = text, .object = bsp_need(json_object_new_object()), .arrays = arrays };
    *frame = object.object;
    return read_object(&object, error);
}
