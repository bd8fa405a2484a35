/* gltf-data: the data of a glTF 2.0 document: its JSON, its buffers, and its accessors.
 *
 * Numbers of the file are at most 2^32 - 1 and are computed with in 64 bits. Section numbers refer
 * to the specification of glTF 2.0. */
#include "mesh/gltf-data.h"

#include <math.h>
#include <string.h>

#include "tools/bsp-file.h"

/* Bytes of a file, of a buffer, and of all buffers together. */
#define MAX_FILE_BYTES (256 << 20)
#define MAX_BUFFER_BYTES (256u << 20)
#define MAX_ALL_BUFFER_BYTES ((guint64)512 << 20)

/* Bytes of JSON that are not in strings. Parsed, they may need 260 times as much memory. Buffers
 * may be embedded as long strings. */
#define MAX_JSON_BYTES (4 << 20)

/* --- values --- */

gboolean bsp_gltf_uint(const BspJsonRef *ref, guint32 min, guint32 max, guint32 *number,
                       GError **error)
{
    double x;
    if (!bsp_json_number(ref, min, max, &x, error))
        return FALSE;
    if (x != floor(x))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "expected a whole number, found %.17g",
                             x);
    *number = (guint32)x;
    return TRUE;
}

gboolean bsp_gltf_member_uint(const BspJsonRef *object, const char *key, guint32 max,
                              guint32 *number, GError **error)
{
    BspJsonRef member;
    return !bsp_json_member(object, key, &member) || bsp_gltf_uint(&member, 0, max, number, error);
}

static gboolean require_uint(const BspJsonRef *object, const char *key, guint32 min, guint32 max,
                             guint32 *number, GError **error)
{
    BspJsonRef member;
    return bsp_json_require(object, key, &member, error) &&
           bsp_gltf_uint(&member, min, max, number, error);
}

gboolean bsp_gltf_follow(const BspGltf *gltf, const BspJsonRef *index, const char *array,
                         BspGltfItem *item, GError **error)
{
    guint n = 0;
    if (!bsp_gltf_uint(index, 0, G_MAXUINT32, &item->number, error))
        return FALSE;
    if (bsp_json_member(&gltf->root, array, &item->array) &&
        !bsp_json_array(&item->array, 0, G_MAXUINT, &n, error))
        return FALSE;
    if (item->number >= n)
        return bsp_json_fail(index, error, BSP_ERROR_VALUE,
                             "item %u of \"%s\" does not exist: there are %u", item->number, array,
                             n);
    bsp_json_item(&item->array, item->number, &item->ref);
    return TRUE;
}

/* --- the container of a .glb (section 4) --- */

#define MAGIC "glTF"
#define HEADER_BYTES 12
#define CHUNK_HEADER_BYTES 8
#define CHUNK_JSON 0x4e4f534au
#define CHUNK_BINARY 0x004e4942u

G_GNUC_PRINTF(4, 5)
static gboolean fail_at_offset(const char *path, gsize offset, GError **error, const char *format,
                               ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: offset %" G_GSIZE_FORMAT ": %s", path,
                offset, message);
    return FALSE;
}

static guint32 read_u32(const void *p)
{
    guint32 x;
    memcpy(&x, p, sizeof x);
    return GUINT32_FROM_LE(x);
}

static guint16 read_u16(const void *p)
{
    guint16 x;
    memcpy(&x, p, sizeof x);
    return GUINT16_FROM_LE(x);
}

typedef struct {
    const char *data;          /* the file */
    gsize total;               /* bytes of the file that belong to the container */
    const char *json, *binary; /* the chunks; NULL if there are none */
    gsize n_json, n_binary;
} Container;

static gboolean check_header(const char *path, gsize length, Container *container, GError **error)
{
    if (length < HEADER_BYTES + CHUNK_HEADER_BYTES)
        return fail_at_offset(path, length, error, "the file ends in its header");
    guint32 version = read_u32(container->data + 4);
    container->total = read_u32(container->data + 8);
    if (version != 2) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: offset 4: version %u of glTF: convert the file to version 2", path,
                    version);
        return FALSE;
    }
    if (container->total > length || container->total < HEADER_BYTES + CHUNK_HEADER_BYTES)
        return fail_at_offset(path, 8, error,
                              "the length is %" G_GSIZE_FORMAT ", but the file has %" G_GSIZE_FORMAT
                              " bytes",
                              container->total, length);
    return TRUE;
}

/* Reads the chunk at *at, and sets *at to its end. */
static gboolean read_chunk(const char *path, Container *container, gsize *at, GError **error)
{
    gsize left = container->total - *at;
    if (left < CHUNK_HEADER_BYTES)
        return fail_at_offset(path, *at, error, "the file ends in the header of a chunk");
    guint32 n = read_u32(container->data + *at), type = read_u32(container->data + *at + 4);
    left -= CHUNK_HEADER_BYTES;
    if (n > left)
        return fail_at_offset(
            path, *at, error,
            "the chunk has %u bytes, but only %" G_GSIZE_FORMAT " are left of the file", n, left);
    const char *content = container->data + *at + CHUNK_HEADER_BYTES;
    if ((type == CHUNK_JSON) != !container->json)
        return fail_at_offset(path, *at, error,
                              container->json ? "a second chunk of JSON"
                                              : "the first chunk is not JSON");
    if (type == CHUNK_JSON) {
        container->json = content;
        container->n_json = n;
    } else if (type == CHUNK_BINARY && !container->binary) {
        container->binary = content;
        container->n_binary = n;
    }
    /* Chunks are padded to multiples of 4 bytes. Some writers do not pad the last chunk. */
    *at += CHUNK_HEADER_BYTES + MIN(left, ((gsize)n + 3) / 4 * 4);
    return TRUE;
}

static gboolean read_container(const char *path, gsize length, Container *container, GError **error)
{
    if (!check_header(path, length, container, error))
        return FALSE;
    for (gsize at = HEADER_BYTES; at < container->total;)
        if (!read_chunk(path, container, &at, error))
            return FALSE;
    /* JSON is padded with spaces, but some writers use NULs. */
    while (container->n_json && !container->json[container->n_json - 1])
        container->n_json--;
    return TRUE;
}

/* --- opening --- */

/* Whether files with this extension can be read without knowledge of the extension, because it
 * changes only the appearance. */
static gboolean extension_is_harmless(const char *name)
{
    return g_str_has_prefix(name, "KHR_materials_") || g_str_has_prefix(name, "KHR_texture_") ||
           g_str_has_prefix(name, "EXT_texture_") || strcmp(name, "KHR_lights_punctual") == 0;
}

static gboolean check_extension(const BspJsonRef *item, gpointer data, GError **error)
{
    BspGltf *gltf = data;
    const char *name;
    if (!bsp_json_string(item, &name, error))
        return FALSE;
    if (strcmp(name, "KHR_mesh_quantization") == 0) {
        gltf->quantized = TRUE;
        return TRUE;
    }
    if (extension_is_harmless(name))
        return TRUE;
    gboolean compressed = strstr(name, "compression") != NULL;
    g_autofree char *shown = g_strndup(name, 60);
    for (char *p = shown; *p; p++)
        if (!g_ascii_isgraph(*p))
            *p = '?';
    return bsp_json_fail(item, error, BSP_ERROR_VALUE, "needs the extension %s: export without %s",
                         shown, compressed ? "compression" : "it");
}

static gboolean check_version(const BspJsonRef *version, gboolean least, GError **error)
{
    const char *text;
    if (!bsp_json_string(version, &text, error))
        return FALSE;
    gsize n = strlen(text);
    gboolean is_2 =
        n > 2 && g_str_has_prefix(text, "2.") && strspn(text + 2, "0123456789") == n - 2;
    if (is_2 && !(least && strcmp(text, "2.0") != 0))
        return TRUE;
    return bsp_json_fail(version, error, BSP_ERROR_VALUE,
                         is_2 ? "needs a later version than 2.0"
                              : "not version 2 of glTF: convert the file to it");
}

static gboolean check_document(BspGltf *gltf, GError **error)
{
    BspJsonRef asset, version, extensions;
    return bsp_json_require(&gltf->root, "asset", &asset, error) &&
           bsp_json_require(&asset, "version", &version, error) &&
           check_version(&version, FALSE, error) &&
           (!bsp_json_member(&asset, "minVersion", &version) ||
            check_version(&version, TRUE, error)) &&
           (!bsp_json_member(&gltf->root, "extensionsRequired", &extensions) ||
            bsp_json_each(&extensions, check_extension, gltf, error));
}

/* The number of bytes that are not inside strings. */
static gsize bytes_outside_strings(const char *text, gsize length)
{
    gsize n = 0;
    gboolean inside = FALSE;
    for (gsize i = 0; i < length; i++) {
        if (inside && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            inside = !inside;
        n += !inside;
    }
    return n;
}

static BspJson *parse_json(const char *path, const char *text, gsize length, GError **error)
{
    gsize n = bytes_outside_strings(text, length);
    if (n > MAX_JSON_BYTES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: %" G_GSIZE_FORMAT " bytes of JSON are more than the limit of %d, strings "
                    "not counted",
                    path, n, MAX_JSON_BYTES);
        return NULL;
    }
    return bsp_json_parse(path, text, length, error);
}

BspGltf *bsp_gltf_open(const char *path, const char *text, gsize length, gboolean may_read_files,
                       GError **error)
{
    if (length > MAX_FILE_BYTES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: %" G_GSIZE_FORMAT " bytes are more than the limit of %d", path, length,
                    MAX_FILE_BYTES);
        return NULL;
    }
    Container container = { .data = text, .json = NULL };
    if (length >= 4 && memcmp(text, MAGIC, 4) == 0) {
        if (!read_container(path, length, &container, error))
            return NULL;
    } else {
        container.json = text;
        container.n_json = length;
    }
    g_autofree char *json = g_malloc(container.n_json + 1);
    memcpy(json, container.json, container.n_json);
    json[container.n_json] = '\0';
    g_autoptr(BspGltf) gltf = g_new0(BspGltf, 1);
    *gltf = (BspGltf){ .path = path,
                       .binary = container.binary,
                       .n_binary = container.n_binary,
                       .may_read_files = may_read_files,
                       .buffers = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref) };
    gltf->json = parse_json(path, json, container.n_json, error);
    if (!gltf->json)
        return NULL;
    gltf->root = bsp_json_root(gltf->json);
    return check_document(gltf, error) ? g_steal_pointer(&gltf) : NULL;
}

void bsp_gltf_free(BspGltf *gltf)
{
    if (!gltf)
        return;
    bsp_json_free(gltf->json);
    g_ptr_array_unref(gltf->buffers);
    g_clear_pointer(&gltf->others, g_checksum_free);
    g_free(gltf);
}

/* --- buffers (section 3.6.1) --- */

/* Decodes "data:TYPE;base64,...". */
static GBytes *decode_data_uri(const BspJsonRef *ref, const char *uri, GError **error)
{
    const char *comma = strchr(uri, ','), ending[] = ";base64";
    gsize n = sizeof ending - 1;
    if (!comma || (gsize)(comma - uri) < n || g_ascii_strncasecmp(comma - n, ending, n) != 0) {
        bsp_json_fail(ref, error, BSP_ERROR_VALUE, "embedded data must be in base64");
        return NULL;
    }
    gsize length;
    guchar *data = g_base64_decode(comma + 1, &length);
    return g_bytes_new_take(data, length);
}

/* Decodes a relative URI. Returns NULL if it does not name a file in the document's directory or
 * below. */
static char *decode_file_name(const char *uri)
{
    g_autofree char *name = g_uri_unescape_string(uri, NULL);
    if (!name || !*name || *name == '/' || strpbrk(name, ":\\"))
        return NULL;
    g_auto(GStrv) segments = g_strsplit(name, "/", -1);
    return g_strv_contains((const char *const *)segments, "..") ? NULL : g_steal_pointer(&name);
}

/* The length of "ARCHIVE:" at the start of a path; 0 if the file is in no archive. */
static gsize archive_length(const char *path)
{
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return 0;
    for (const char *colon = strchr(path, ':'); colon; colon = strchr(colon + 1, ':')) {
        g_autofree char *archive = g_strndup(path, (gsize)(colon - path));
        if (g_file_test(archive, G_FILE_TEST_IS_REGULAR))
            return (gsize)(colon + 1 - path);
    }
    return 0;
}

/* The path of a file beside `path`, which may be in an archive. */
static char *path_beside(const char *path, const char *name)
{
    gsize n = archive_length(path);
    const char *slash = strrchr(path + n, '/');
    g_autofree char *directory = g_strndup(path, slash ? (gsize)(slash + 1 - path) : n);
    return g_strconcat(directory, name, NULL);
}

static GBytes *read_other_file(BspGltf *gltf, const BspJsonRef *ref, const char *uri,
                               GError **error)
{
    g_autofree char *name = decode_file_name(uri);
    if (!name || !gltf->may_read_files) {
        bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                      name ? "the data are in another file, which cannot be read when the document "
                             "is in memory"
                           : "must name a file in the same directory or below, or embed the data");
        return NULL;
    }
    g_autofree char *path = path_beside(gltf->path, name);
    /* Reading a pipe or a terminal could wait forever. A member of an archive does not exist. */
    if (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        bsp_json_fail(ref, error, BSP_ERROR_VALUE, "%s is not a regular file", path);
        return NULL;
    }
    gsize length;
    char *data = bsp_read_file(path, &length, error);
    if (!data) {
        bsp_json_prefix_error(ref, error);
        return NULL;
    }
    if (!gltf->others)
        gltf->others = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(gltf->others, (const guchar *)data, (gssize)length);
    return g_bytes_new_take(data, length);
}

static GBytes *read_buffer_data(BspGltf *gltf, const BspGltfItem *buffer, GError **error)
{
    BspJsonRef uri;
    const char *text;
    if (!bsp_json_member(&buffer->ref, "uri", &uri)) {
        if (buffer->number == 0 && gltf->binary)
            return g_bytes_new_static(gltf->binary, gltf->n_binary);
        bsp_json_fail(&buffer->ref, error, BSP_ERROR_VALUE,
                      "the buffer has no data: \"uri\" is missing");
        return NULL;
    }
    if (!bsp_json_string(&uri, &text, error))
        return NULL;
    return g_ascii_strncasecmp(text, "data:", 5) == 0 ? decode_data_uri(&uri, text, error)
                                                      : read_other_file(gltf, &uri, text, error);
}

/* Reads the buffer. Its data may be longer than byteLength. */
static GBytes *read_buffer(BspGltf *gltf, const BspGltfItem *buffer, GError **error)
{
    guint32 length;
    if (!require_uint(&buffer->ref, "byteLength", 1, MAX_BUFFER_BYTES, &length, error))
        return NULL;
    GBytes *data = read_buffer_data(gltf, buffer, error);
    if (!data)
        return NULL;
    gsize found = g_bytes_get_size(data);
    gltf->n_buffer_bytes += found;
    if (found < length)
        bsp_json_fail(&buffer->ref, error, BSP_ERROR_VALUE,
                      "the buffer has %" G_GSIZE_FORMAT " bytes, fewer than its byteLength, %u",
                      found, length);
    else if (gltf->n_buffer_bytes > MAX_ALL_BUFFER_BYTES)
        bsp_json_fail(&buffer->ref, error, BSP_ERROR_LIMIT,
                      "the buffers up to this one have more bytes than the limit of "
                      "%" G_GUINT64_FORMAT,
                      MAX_ALL_BUFFER_BYTES);
    else
        return data;
    g_bytes_unref(data);
    return NULL;
}

static const guint8 *open_buffer(BspGltf *gltf, const BspJsonRef *view, guint32 *length,
                                 GError **error)
{
    BspJsonRef index;
    BspGltfItem buffer;
    if (!bsp_json_require(view, "buffer", &index, error) ||
        !bsp_gltf_follow(gltf, &index, "buffers", &buffer, error))
        return NULL;
    if (buffer.number >= gltf->buffers->len)
        g_ptr_array_set_size(gltf->buffers, (gint)buffer.number + 1);
    GBytes *data = gltf->buffers->pdata[buffer.number];
    if (!data) {
        data = read_buffer(gltf, &buffer, error);
        if (!data)
            return NULL;
        gltf->buffers->pdata[buffer.number] = data;
    }
    return require_uint(&buffer.ref, "byteLength", 1, MAX_BUFFER_BYTES, length, error)
               ? g_bytes_get_data(data, NULL)
               : NULL;
}

/* --- buffer views (section 3.6.1.2) --- */

typedef struct {
    const guint8 *data;
    guint32 length;
    guint32 stride; /* 0: elements are adjacent */
} View;

static gboolean open_view(BspGltf *gltf, const BspJsonRef *index, View *view, GError **error)
{
    BspGltfItem item;
    BspJsonRef stride;
    guint32 buffer_length = 0, offset = 0;
    view->stride = 0;
    if (!bsp_gltf_follow(gltf, index, "bufferViews", &item, error))
        return FALSE;
    const guint8 *buffer = open_buffer(gltf, &item.ref, &buffer_length, error);
    if (!buffer || !bsp_gltf_member_uint(&item.ref, "byteOffset", buffer_length, &offset, error) ||
        !require_uint(&item.ref, "byteLength", 1, G_MAXUINT32, &view->length, error))
        return FALSE;
    if (view->length > buffer_length - offset)
        return bsp_json_fail(&item.ref, error, BSP_ERROR_VALUE,
                             "bytes %u to %" G_GUINT64_FORMAT " of a buffer of %u bytes", offset,
                             (guint64)offset + view->length, buffer_length);
    if (bsp_json_member(&item.ref, "byteStride", &stride)) {
        if (!bsp_gltf_uint(&stride, 4, 252, &view->stride, error))
            return FALSE;
        if (view->stride % 4)
            return bsp_json_fail(&stride, error, BSP_ERROR_VALUE, "%u is not a multiple of 4",
                                 view->stride);
    }
    view->data = buffer + offset;
    return TRUE;
}

/* --- accessors (section 3.6.2) --- */

/* Bytes of a component; 0 if there is no such type. */
static guint component_bytes(guint32 type)
{
    switch (type) {
    case BSP_GLTF_BYTE:
    case BSP_GLTF_UNSIGNED_BYTE:
        return 1;
    case BSP_GLTF_SHORT:
    case BSP_GLTF_UNSIGNED_SHORT:
        return 2;
    case BSP_GLTF_UNSIGNED_INT:
    case BSP_GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

/* Checks that `count` elements of `size` bytes lie in the view, from byteOffset of the object. */
static gboolean place_in_view(const BspJsonRef *object, const View *view, guint size,
                              BspGltfAccessor *accessor, GError **error)
{
    guint32 offset = 0;
    accessor->stride = view->stride ? view->stride : size;
    accessor->has_stride = view->stride != 0;
    if (accessor->stride < size)
        return bsp_json_fail(object, error, BSP_ERROR_VALUE,
                             "an element has %u bytes, more than the byteStride, %u", size,
                             accessor->stride);
    if (!bsp_gltf_member_uint(object, "byteOffset", view->length, &offset, error))
        return FALSE;
    guint32 left = view->length - offset;
    /* Dividing avoids an overflow. count is at least 1. */
    if (size > left || accessor->count - 1 > (left - size) / accessor->stride)
        return bsp_json_fail(object, error, BSP_ERROR_VALUE,
                             "%u elements of %u bytes at offset %u do not fit into a buffer view "
                             "of %u bytes",
                             accessor->count, size, offset, view->length);
    accessor->data = view->data + offset;
    return TRUE;
}

static gboolean read_component_type(const BspJsonRef *object, guint32 *type, GError **error)
{
    BspJsonRef ref;
    if (!bsp_json_require(object, "componentType", &ref, error) ||
        !bsp_gltf_uint(&ref, 0, G_MAXUINT32, type, error))
        return FALSE;
    return component_bytes(*type) ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "%u is no type of components", *type);
}

/* Reads the type and number of the elements. */
static gboolean read_shape(const BspJsonRef *object, guint32 max_count, BspGltfAccessor *accessor,
                           GError **error)
{
    static const char *const names[] = { "SCALAR", "VEC2", "VEC3", "VEC4",
                                         "MAT2",   "MAT3", "MAT4", NULL };
    static const guint n_components[] = { 1, 2, 3, 4, 4, 9, 16 };
    BspJsonRef type, count, normalized;
    guint choice;
    if (!read_component_type(object, &accessor->type, error) ||
        !bsp_json_require(object, "type", &type, error) ||
        !bsp_json_choice(&type, names, &choice, error) ||
        !bsp_json_require(object, "count", &count, error) ||
        !bsp_gltf_uint(&count, 1, G_MAXUINT32, &accessor->count, error) ||
        (bsp_json_member(object, "normalized", &normalized) &&
         !bsp_json_boolean(&normalized, &accessor->normalized, error)))
        return FALSE;
    accessor->n = n_components[choice];
    return accessor->count <= max_count ||
           bsp_json_fail(&count, error, BSP_ERROR_LIMIT,
                         "%u elements are more than the limit of %u", accessor->count, max_count);
}

static guint element_bytes(const BspGltfAccessor *accessor)
{
    return accessor->n * component_bytes(accessor->type);
}

/* Opens one of the two arrays of a sparse accessor, whose elements are adjacent. */
static gboolean open_sparse_part(BspGltf *gltf, const BspJsonRef *object, BspGltfAccessor *part,
                                 GError **error)
{
    BspJsonRef index;
    View view;
    if (!bsp_json_require(object, "bufferView", &index, error) ||
        !open_view(gltf, &index, &view, error))
        return FALSE;
    if (view.stride)
        return bsp_json_fail(&index, error, BSP_ERROR_VALUE,
                             "the view of sparse data must not have a byteStride");
    return place_in_view(object, &view, element_bytes(part), part, error);
}

static gboolean check_index_type(const BspJsonRef *object, guint32 type, GError **error)
{
    return type == BSP_GLTF_UNSIGNED_BYTE || type == BSP_GLTF_UNSIGNED_SHORT ||
           type == BSP_GLTF_UNSIGNED_INT ||
           bsp_json_fail(object, error, BSP_ERROR_VALUE,
                         "component type %u: indices must be unsigned integers", type);
}

/* Copies the data, so that elements can be replaced. */
static void make_own(BspGltfAccessor *accessor)
{
    gsize size = element_bytes(accessor);
    accessor->own = g_malloc0(accessor->count * size);
    for (guint32 i = 0; accessor->data && i < accessor->count; i++)
        memcpy(accessor->own + i * size, accessor->data + (gsize)i * accessor->stride, size);
    accessor->data = accessor->own;
    accessor->stride = (guint)size;
}

/* Replaces elements of the accessor. The indices must increase. */
static gboolean replace_elements(BspGltfAccessor *accessor, const BspJsonRef *object,
                                 const BspGltfAccessor *indices, const BspGltfAccessor *values,
                                 GError **error)
{
    gsize size = element_bytes(accessor);
    double last = -1;
    make_own(accessor);
    for (guint32 i = 0; i < indices->count; i++) {
        double index = bsp_gltf_accessor_value(indices, i, 0);
        if (index <= last || index >= accessor->count)
            return bsp_json_fail(object, error, BSP_ERROR_VALUE,
                                 "index %u is %.0f: indices must increase and be less than %u", i,
                                 index, accessor->count);
        memcpy(accessor->own + (gsize)index * size, values->data + (gsize)i * values->stride, size);
        last = index;
    }
    return TRUE;
}

/* Applies "sparse": a list of elements that differ (section 3.6.2.3). */
static gboolean read_sparse(BspGltf *gltf, const BspJsonRef *sparse, BspGltfAccessor *accessor,
                            GError **error)
{
    BspJsonRef of_indices, of_values;
    BspGltfAccessor indices = { .n = 1 }, values = { .n = accessor->n, .type = accessor->type };
    if (!require_uint(sparse, "count", 1, accessor->count, &indices.count, error) ||
        !bsp_json_require(sparse, "indices", &of_indices, error) ||
        !bsp_json_require(sparse, "values", &of_values, error) ||
        !read_component_type(&of_indices, &indices.type, error) ||
        !check_index_type(&of_indices, indices.type, error))
        return FALSE;
    values.count = indices.count;
    return open_sparse_part(gltf, &of_indices, &indices, error) &&
           open_sparse_part(gltf, &of_values, &values, error) &&
           replace_elements(accessor, &of_indices, &indices, &values, error);
}

gboolean bsp_gltf_accessor_open(BspGltf *gltf, const BspJsonRef *index, guint32 max_count,
                                BspGltfAccessor *accessor, GError **error)
{
    BspGltfItem item;
    BspJsonRef view_index, sparse;
    View view;
    *accessor = (BspGltfAccessor){ .count = 0 };
    if (!bsp_gltf_follow(gltf, index, "accessors", &item, error) ||
        !read_shape(&item.ref, max_count, accessor, error))
        return FALSE;
    if (bsp_json_member(&item.ref, "bufferView", &view_index) &&
        !(open_view(gltf, &view_index, &view, error) &&
          place_in_view(&item.ref, &view, element_bytes(accessor), accessor, error)))
        return FALSE;
    return !bsp_json_member(&item.ref, "sparse", &sparse) ||
           read_sparse(gltf, &sparse, accessor, error);
}

void bsp_gltf_accessor_clear(BspGltfAccessor *accessor)
{
    g_clear_pointer(&accessor->own, g_free);
}

static double read_float(const guint8 *p)
{
    guint32 bits = read_u32(p);
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

double bsp_gltf_accessor_value(const BspGltfAccessor *accessor, guint32 i, guint k)
{
    if (!accessor->data)
        return 0;
    const guint8 *p =
        accessor->data + (gsize)i * accessor->stride + k * component_bytes(accessor->type);
    gboolean normalized = accessor->normalized;
    switch (accessor->type) {
    case BSP_GLTF_BYTE:
        return normalized ? MAX((gint8)*p / 127.0, -1) : (gint8)*p;
    case BSP_GLTF_UNSIGNED_BYTE:
        return normalized ? *p / 255.0 : *p;
    case BSP_GLTF_SHORT:
        return normalized ? MAX((gint16)read_u16(p) / 32767.0, -1) : (gint16)read_u16(p);
    case BSP_GLTF_UNSIGNED_SHORT:
        return normalized ? read_u16(p) / 65535.0 : read_u16(p);
    case BSP_GLTF_UNSIGNED_INT:
        return read_u32(p);
    default:
        return read_float(p);
    }
}
