/* gltf-files: small glTF files, for tests and as seeds for fuzzing. */
#include "gltf-files.h"

#include <string.h>

static void append_u32(GByteArray *out, guint32 x)
{
    x = GUINT32_TO_LE(x);
    g_byte_array_append(out, (const guint8 *)&x, sizeof x);
}

static void append_u16(GByteArray *out, guint x)
{
    guint16 little = GUINT16_TO_LE((guint16)x);
    g_byte_array_append(out, (const guint8 *)&little, sizeof little);
}

static void append_float(GByteArray *out, float x)
{
    guint32 bits;
    memcpy(&bits, &x, sizeof bits);
    append_u32(out, bits);
}

static void append_chunk(GByteArray *out, guint32 type, gconstpointer data, gsize length,
                         guint8 padding)
{
    append_u32(out, (guint32)(length + 3) / 4 * 4);
    append_u32(out, type);
    g_byte_array_append(out, data, (guint)length);
    while (out->len % 4)
        g_byte_array_append(out, &padding, 1);
}

GByteArray *gltf_container(const char *json, gconstpointer binary, gsize n_binary)
{
    GByteArray *out = g_byte_array_new();
    append_u32(out, 0x46546c67);
    append_u32(out, 2);
    append_u32(out, 0);
    append_chunk(out, 0x4e4f534a, json, strlen(json), ' ');
    if (n_binary)
        append_chunk(out, 0x004e4942, binary, n_binary, 0);
    guint32 total = GUINT32_TO_LE(out->len);
    memcpy(out->data + 8, &total, sizeof total);
    return out;
}

/* --- a cube --- */

/* Corner i has the coordinates of its bits: 0 for -1, 1 for 1. Triangles are anticlockwise seen
 * from outside. */
static const guint8 list[36] = { 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6 };
static const guint8 strip[14] = { 0, 1, 4, 5, 7, 1, 3, 0, 2, 4, 6, 7, 2, 3 };

/* Two fans, around opposite corners. */
static const guint8 fans[16] = { 0, 1, 5, 4, 6, 2, 3, 1, 7, 5, 1, 3, 2, 6, 4, 5 };

static float coordinate(guint corner, guint k)
{
    return corner >> k & 1 ? 1 : -1;
}

static void append_corner(GByteArray *out, guint corner)
{
    for (guint k = 0; k < 3; k++)
        append_float(out, coordinate(corner, k));
}

static void append_corners(GByteArray *out)
{
    for (guint i = 0; i < 8; i++)
        append_corner(out, i);
}

#define BEGIN "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
#define NODE "\"nodes\":[{\"name\":\"wall\",\"mesh\":0}],"
#define MESH(rest) "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}" rest "}]}],"
#define POINTS(type, rest)                                                                         \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":" type                                     \
    ",\"count\":8,\"type\":\"VEC3\"" rest "}"
#define INDICES(type, count)                                                                       \
    ",{\"bufferView\":1,\"componentType\":" type ",\"count\":" count ",\"type\":\"SCALAR\"}],"
#define VIEWS(points, first, indices)                                                              \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":" points "},{\"buffer\":0,"                     \
    "\"byteOffset\":" first ",\"byteLength\":" indices "}],"
#define BUFFER(length) "\"buffers\":[{\"byteLength\":" length "}]}"

const char gltf_cube_json[] = BEGIN NODE MESH(",\"indices\":1,\"mode\":4") POINTS("5126", "")
    INDICES("5123", "36") VIEWS("96", "96", "72") BUFFER("168");

static GByteArray *make_indexed(const guint8 *indices, guint n, guint bytes, const char *json)
{
    g_autoptr(GByteArray) data = g_byte_array_new();
    append_corners(data);
    for (guint i = 0; i < n; i++) {
        if (bytes == 1)
            g_byte_array_append(data, &indices[i], 1);
        else if (bytes == 2)
            append_u16(data, indices[i]);
        else
            append_u32(data, indices[i]);
    }
    return gltf_container(json, data->data, data->len);
}

static GByteArray *make_cube(void)
{
    return make_indexed(list, 36, 2, gltf_cube_json);
}

static GByteArray *make_bytes(void)
{
    return make_indexed(list, 36, 1,
                        BEGIN NODE MESH(",\"indices\":1") POINTS("5126", "") INDICES("5121", "36")
                            VIEWS("96", "96", "36") BUFFER("132"));
}

static GByteArray *make_strip(void)
{
    return make_indexed(strip, 14, 4,
                        BEGIN NODE MESH(",\"indices\":1,\"mode\":5") POINTS("5126", "")
                            INDICES("5125", "14") VIEWS("96", "96", "56") BUFFER("152"));
}

/* Two primitives that share their positions; a node with a parent that turns y to z and back. */
static GByteArray *make_fans(void)
{
    return make_indexed(
        fans, 16, 1,
        BEGIN "\"nodes\":[{\"children\":[1],\"rotation\":[0.5,0.5,0.5,0.5]},"
              "{\"mesh\":0,\"scale\":[-1,1,1]}],"
              "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,"
              "\"mode\":6},{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":6}]}]," POINTS(
                  "5126", "") ",{\"bufferView\":1,\"componentType\":5121,\"count\":8,"
                              "\"type\":\"SCALAR\"},{\"bufferView\":1,\"byteOffset\":8,"
                              "\"componentType\":5121,\"count\":8,\"type\":\"SCALAR\"}]," VIEWS(
                                  "96", "96", "16") BUFFER("112"));
}

/* Corners without indices, 16 bytes apart, in a buffer that is embedded in the JSON. */
static GByteArray *make_embedded(void)
{
    g_autoptr(GByteArray) data = g_byte_array_new();
    for (guint i = 0; i < 36; i++) {
        append_corner(data, list[i]);
        append_float(data, 7);
    }
    g_autofree char *base64 = g_base64_encode(data->data, data->len);
    g_autofree char *json = g_strconcat(
        BEGIN NODE MESH("") "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":36,"
                            "\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,"
                            "\"byteLength\":576,\"byteStride\":16}],\"buffers\":[{"
                            "\"byteLength\":576,\"uri\":\"data:application/octet-stream;base64,",
        base64, "\"}]}", NULL);
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, (const guint8 *)json, (guint)strlen(json));
    return out;
}

/* Positions that are 0 except for a list. */
static GByteArray *make_sparse(void)
{
    g_autoptr(GByteArray) data = g_byte_array_new();
    append_corners(data);
    g_byte_array_append(data, list, 36);
    for (guint8 i = 0; i < 8; i++)
        g_byte_array_append(data, &i, 1);
    return gltf_container(
        BEGIN NODE MESH(",\"indices\":1") "\"accessors\":[{\"componentType\":5126,\"count\":8,"
                                          "\"type\":\"VEC3\",\"sparse\":{\"count\":8,"
                                          "\"indices\":{\"bufferView\":1,\"byteOffset\":36,"
                                          "\"componentType\":5121},\"values\":{"
                                          "\"bufferView\":0}}}" INDICES("5121", "36")
                                              VIEWS("96", "96", "44") BUFFER("140"),
        data->data, data->len);
}

/* Positions that are normalized bytes. */
static GByteArray *make_quantized(void)
{
    g_autoptr(GByteArray) data = g_byte_array_new();
    for (guint i = 0; i < 8; i++) {
        for (guint k = 0; k < 4; k++) {
            guint8 byte = (guint8)(k == 3 ? 0 : coordinate(i, k) > 0 ? 127 : -127);
            g_byte_array_append(data, &byte, 1);
        }
    }
    g_byte_array_append(data, list, 36);
    return gltf_container(
        "{\"extensionsRequired\":[\"KHR_mesh_quantization\"],\"asset\":{\"version\":\"2.0\"},"
        "\"nodes\":[{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]," MESH(
            ",\"indices\":1") POINTS("5120", ",\"normalized\":true")
            INDICES("5121", "36") "\"bufferViews\":[{\"buffer\":0,\"byteLength\":32,\"byteStride\":"
                                  "4},{\"buffer\":0,"
                                  "\"byteOffset\":32,\"byteLength\":36}]," BUFFER("68"),
        data->data, data->len);
}

static const struct {
    const char *name;
    GByteArray *(*make)(void);
} examples[] = {
    { "cube.glb", make_cube },           { "bytes.glb", make_bytes },
    { "strip.glb", make_strip },         { "fans.glb", make_fans },
    { "embedded.gltf", make_embedded },  { "sparse.glb", make_sparse },
    { "quantized.glb", make_quantized },
};

guint gltf_n_examples(void)
{
    return G_N_ELEMENTS(examples);
}

GByteArray *gltf_example(guint i, const char **name)
{
    *name = examples[i].name;
    return examples[i].make();
}
