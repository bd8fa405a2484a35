/* json-pieces: reads a JSON object piece by piece. */
#include "world/json-pieces.h"

#include <json-c/json.h>

#include "geometry/out-of-memory.h"

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
           bsp_json_text_unexpected(text, text->p, "array value separator ',' expected", error);
}

/* --- the frame --- */

typedef struct {
    BspJsonText *text;
    json_object *object;
    GHashTable *arrays;
    gsize n_bytes; /* of text, without the items of arrays */
    guint n_items; /* of all arrays */
} Frame;

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

/* Adds a member to the frame. Takes ownership of the value. */
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
    g_autoptr(GString) key = g_string_new(NULL);
    if (!bsp_json_text_key(text, frame->object, key, error))
        return FALSE;
    frame->n_bytes += (gsize)(text->p - quote);
    if (!(*text->p == '[' ? read_array : read_value)(frame, key->str, error))
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
           bsp_json_text_unexpected(text, text->p, "object value separator ',' expected", error);
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
