/* test-world-gltf: worlds from glTF 2.0 files, and the checks of their reader. */
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "brush-by-brush.h"
#include "gltf-files.h"
#include "test-world-files.h"

/* A cube from -1 to 1 along all axes. */
static void expect_cube(const BspWorld *world, const char *name)
{
    cr_expect_eq(world->solid->brushes->len, 1u, "%s", name);
    cr_expect_float_eq(world_volume(world), 8, 1e-5, "%s: %.17g", name, world_volume(world));
    cr_expect(brushes_contain(world->solid, bsp_vec(0.99, -0.99, 0.99)), "%s", name);
}

Test(world_gltf, ways_of_writing_a_cube)
{
    for (guint i = 0; i < gltf_n_examples(); i++) {
        const char *name;
        g_autoptr(GByteArray) file = gltf_example(i, &name);
        g_autoptr(BspWorld) world = read_or_fail(name, file->data, file->len, 0);
        expect_cube(world, name);
        cr_expect_eq(world->n_skipped, 0u);
    }
}

/* --- variants of the first example --- */

/* Replaces the first occurrence of `from`. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    cr_assert(at, "'%s' is not in the JSON", from);
    g_autofree char *before = g_strndup(text, (gsize)(at - text));
    return g_strconcat(before, to, at + strlen(from), NULL);
}

static GByteArray *changed_cube(const char *from, const char *to)
{
    const char *name;
    g_autofree char *json = replaced(gltf_cube_json, from, to);
    g_autoptr(GByteArray) cube = gltf_example(0, &name);
    return gltf_container(json, cube->data + cube->len - 168, 168);
}

/* The bounds of the world, in thousandths of a unit. */
static char *bounds_text(const BspWorld *world)
{
    const BspBounds *b = &world->solid->bounds;
    return g_strdup_printf("%.0f %.0f %.0f to %.0f %.0f %.0f", 1000 * b->mins.x, 1000 * b->mins.y,
                           1000 * b->mins.z, 1000 * b->maxs.x, 1000 * b->maxs.y, 1000 * b->maxs.z);
}

/* y of the file becomes z, and z becomes -y. Mirrored triangles are turned. */
Test(world_gltf, transforms)
{
    static const struct {
        const char *node, *bounds;
    } cases[] = {
        { "\"translation\":[1,2,3]", "0 -4000 1000 to 2000 -2000 3000" },
        { "\"scale\":[1,2,3]", "-1000 -3000 -2000 to 1000 3000 2000" },
        { "\"scale\":[1,-2,3]", "-1000 -3000 -2000 to 1000 3000 2000" },
        { "\"scale\":[-1,-2,-3],\"translation\":[5,0,0]", "4000 -3000 -2000 to 6000 3000 2000" },
        { "\"rotation\":[0,0,2,2],\"scale\":[1,2,3]", "-2000 -3000 -1000 to 2000 3000 1000" },
        { "\"matrix\":[1,0,0,0, 0,2,0,0, 0,0,3,0, 1,2,3,1]", "0 -6000 0 to 2000 0 4000" },
        { "\"matrix\":[0,1,0,0, 1,0,0,0, 0,0,1,0, 0,0,7.5e0,1]",
          "-1000 -8500 -1000 to 1000 -6500 1000" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *node = g_strconcat("\"mesh\":0,", cases[i].node, NULL);
        g_autoptr(GByteArray) file = changed_cube("\"mesh\":0", node);
        g_autoptr(BspWorld) world = read_or_fail("a.glb", file->data, file->len, 0);
        g_autofree char *found = bounds_text(world);
        cr_expect_str_eq(found, cases[i].bounds, "%s: %s", cases[i].node, found);
    }
}

Test(world_gltf, scale)
{
    const char *name;
    g_autoptr(GByteArray) file = gltf_example(0, &name);
    g_autofree char *path = scratch_file(name, file->data, file->len);
    g_autoptr(BspWorld) world =
        bsp_world_load_options(path, &(BspWorldOptions){ .mesh.scale = 32 }, NULL);
    cr_assert_not_null(world);
    g_autofree char *found = bounds_text(world);
    cr_expect_str_eq(found, "-32000 -32000 -32000 to 32000 32000 32000");
    remove_scratch();
}

/* Documents that are unusual, but valid, and the remarks about them. */
Test(world_gltf, valid_variants)
{
    static const struct {
        const char *from, *to, *remark;
    } cases[] = {
        { "\"scene\":0,", "", NULL },
        { "\"count\":36", "\"count\":3.6e1", NULL },
        { "\"version\":\"2.0\"", "\"version\":\"2.1\",\"minVersion\":\"2.0\"", NULL },
        { "\"scene\":0", "\"extensionsRequired\":[\"KHR_materials_unlit\"],\"scene\":0", NULL },
        { "\"mode\":4}", "\"mode\":4},{\"mode\":1,\"attributes\":{}}",
          "primitives left out: 1: points, lines, or without positions" },
        { "\"mode\":4", "\"mode\":4,\"targets\":[]",
          "meshes read without skin and morph targets: 1" },
        { "\"mesh\":0}", "\"mesh\":0},{\"mesh\":0,\"scale\":[0,1,1]}", NULL },
        { "[0]}],\"nodes\":[{", "[1,0]}],\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"scale\":[0,1,1]},{",
          "nodes left out: 1: they scale their mesh to nothing" },
        { "\"mesh\":0", "\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{}}",
          "nodes with EXT_mesh_gpu_instancing: 1: only one copy of each mesh is read" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = changed_cube(cases[i].from, cases[i].to);
        g_autoptr(BspWorld) world = read_or_fail("a.glb", file->data, file->len, 0);
        expect_cube(world, cases[i].to);
        if (cases[i].remark)
            expect_message(world, cases[i].remark);
    }
}

/* --- errors --- */

static void expect_refused(const GByteArray *file, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_read("bad.glb", file->data, file->len, 0, &error);
    cr_assert_null(world, "read, where '%s' was expected", message);
    cr_assert_not_null(error);
    cr_expect(g_str_has_prefix(error->message, "bad.glb: ") || strstr(error->message, ":1:"), "%s",
              error->message);
    cr_expect(g_str_has_suffix(error->message, message), "found    %s\nexpected %s", error->message,
              message);
    cr_expect(error->domain == BSP_ERROR && error->code == (gint)code, "code %d, not %d: %s",
              error->code, code, error->message);
}

typedef struct {
    const char *from, *to;
    BspErrorCode code;
    const char *message;
} BadCube;

static void expect_bad_cubes(const BadCube *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autoptr(GByteArray) file = changed_cube(cases[i].from, cases[i].to);
        expect_refused(file, cases[i].code, cases[i].message);
    }
}

#define SPARSE(values) "\"type\":\"VEC3\",\"sparse\":{" values "}"
#define OF_INDICES(view, type) "\"indices\":{\"bufferView\":" view ",\"componentType\":" type "}"

Test(world_gltf, bad_documents)
{
    static const BadCube cases[] = {
        { "{", "[", BSP_ERROR_SYNTAX, "bad.glb:1:9: array value separator ',' expected" },
        { "\"asset\"", "\"Asset\"", BSP_ERROR_VALUE, "\"asset\" is missing" },
        { "\"version\":\"2.0\"", "\"version\":2", BSP_ERROR_VALUE,
          "/asset/version: expected a string, found a number" },
        { "\"2.0\"", "\"1.0\"", BSP_ERROR_VALUE,
          "/asset/version: not version 2 of glTF: convert the file to it" },
        { "\"2.0\"", "\"2.0\",\"minVersion\":\"2.1\"", BSP_ERROR_VALUE,
          "/asset/minVersion: needs a later version than 2.0" },
        { "\"scene\"", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"scene\"",
          BSP_ERROR_VALUE,
          "/extensionsRequired/0: needs the extension KHR_draco_mesh_compression: export without "
          "compression" },
        { "\"scene\"", "\"extensionsRequired\":[\"a b\"],\"scene\"", BSP_ERROR_VALUE,
          "/extensionsRequired/0: needs the extension a?b: export without it" },
        { "\"scene\":0", "\"scene\":1", BSP_ERROR_VALUE,
          "/scene: item 1 of \"scenes\" does not exist: there are 1" },
        { "\"scene\":0", "\"scene\":0.5", BSP_ERROR_VALUE,
          "/scene: expected a whole number, found 0.5" },
        { "\"scene\":0", "\"scene\":-1", BSP_ERROR_VALUE,
          "/scene: -1 is out of range, 0 to 4294967295" },
        { "\"scenes\":[", "\"scenes\":[{}],\"Scenes\":[", BSP_ERROR_GEOMETRY,
          "bad.glb: the scene has no triangles" },
    };
    expect_bad_cubes(cases, G_N_ELEMENTS(cases));
}

Test(world_gltf, bad_nodes)
{
    static const BadCube cases[] = {
        { "\"nodes\":[0]", "\"nodes\":[7]", BSP_ERROR_VALUE,
          "/scenes/0/nodes/0: item 7 of \"nodes\" does not exist: there are 1" },
        { "\"nodes\":[0]", "\"nodes\":[0,0]", BSP_ERROR_VALUE,
          "/scenes/0/nodes/0: node 0 occurs twice in the scene, or contains itself" },
        { "\"mesh\":0", "\"children\":[0]", BSP_ERROR_VALUE,
          "/nodes/0/children/0: node 0 occurs twice in the scene, or contains itself" },
        { "\"mesh\":0", "\"children\":[]", BSP_ERROR_VALUE,
          "/nodes/0/children: 0 items, expected at least 1" },
        { "\"mesh\":0", "\"mesh\":4294967296", BSP_ERROR_VALUE,
          "/nodes/0/mesh: 4294967296 is out of range, 0 to 4294967295" },
        { "\"mesh\":0", "\"mesh\":1", BSP_ERROR_VALUE,
          "/nodes/0/mesh: item 1 of \"meshes\" does not exist: there are 1" },
        { "{\"name\":\"wall\",\"mesh\":0}", "3", BSP_ERROR_VALUE, "/nodes/0: expected an object" },
        { "\"mesh\":0", "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0]", BSP_ERROR_VALUE,
          "/nodes/0/matrix: 15 items, expected at least 16" },
        { "\"mesh\":0", "\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]", BSP_ERROR_VALUE,
          "/nodes/0: the last row of \"matrix\" must be 0, 0, 0, 1" },
        { "\"mesh\":0", "\"scale\":[1,1,1],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]",
          BSP_ERROR_VALUE, "/nodes/0/scale: not beside \"matrix\"" },
        { "\"mesh\":0", "\"rotation\":[0,0,0,0]", BSP_ERROR_VALUE,
          "/nodes/0: \"rotation\" has no direction" },
        { "\"mesh\":0", "\"translation\":[1e308,1e308],\"mesh\":0", BSP_ERROR_VALUE,
          "/nodes/0/translation: 2 items, expected at least 3" },
        { "\"mesh\":0}", "\"scale\":[1e308,1,1],\"children\":[1]},{\"scale\":[1e308,1,1]}",
          BSP_ERROR_VALUE, "/nodes/1: the transform is too large to compute" },
        { "\"mesh\":0", "\"mesh\":0,\"translation\":[0,0,5e6]", BSP_ERROR_VALUE,
          "bad.glb: node 0 'wall', mesh 0, primitive 0: vertex 0: the coordinate -5e+06 is out of "
          "range, +-4.1943e+06" },
    };
    expect_bad_cubes(cases, G_N_ELEMENTS(cases));
}

Test(world_gltf, bad_primitives)
{
    static const BadCube cases[] = {
        { "[{\"attributes\"", "[],\"a\":[{\"attributes\"", BSP_ERROR_VALUE,
          "/meshes/0/primitives: 0 items, expected at least 1" },
        { "\"primitives\":[{", "\"primitives\":{\"a\":0},\"a\":[{", BSP_ERROR_VALUE,
          "/meshes/0/primitives: expected an array, found an object" },
        { "\"mode\":4", "\"mode\":7", BSP_ERROR_VALUE,
          "/meshes/0/primitives/0/mode: 7 is out of range, 0 to 6" },
        { "{\"POSITION\":0}", "[]", BSP_ERROR_VALUE,
          "/meshes/0/primitives/0/attributes: expected an object" },
        { "\"POSITION\":0", "\"POSITION\":\"0\"", BSP_ERROR_VALUE,
          "/meshes/0/primitives/0/attributes/POSITION: expected a number, found a string" },
        { "\"POSITION\":0", "\"POSITION\":1", BSP_ERROR_VALUE,
          "/POSITION: positions must be of type VEC3 and of component type 5126" },
        { "\"indices\":1", "\"indices\":0", BSP_ERROR_VALUE,
          "/indices: indices must be unsigned integers of type SCALAR, without a byteStride, and "
          "not normalized" },
        { "\"count\":8", "\"count\":5", BSP_ERROR_VALUE,
          "/indices: index 2 is 6, but there are only 5 positions" },
        { "\"mode\":4", "\"mode\":0}]},{\"primitives\":[{\"attributes\":{\"POSITION\":0}",
          BSP_ERROR_GEOMETRY, "bad.glb: the scene has no triangles" },
        { "5123,\"count\":36", "5123,\"count\":2", BSP_ERROR_GEOMETRY,
          "bad.glb: the scene has no triangles" },
        { "\"indices\":1,\"mode\":4}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
          "\"count\":8",
          "\"mode\":5}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2",
          BSP_ERROR_VALUE,
          "bad.glb: node 0 'wall', mesh 0, primitive 0: a strip or fan needs 3 corners, found 2" },
    };
    expect_bad_cubes(cases, G_N_ELEMENTS(cases));
}

Test(world_gltf, bad_buffers)
{
    static const BadCube cases[] = {
        { "\"byteLength\":168", "\"byteLength\":169", BSP_ERROR_VALUE,
          "/buffers/0: the buffer has 168 bytes, fewer than its byteLength, 169" },
        { "\"byteLength\":168", "\"byteLength\":0", BSP_ERROR_VALUE,
          "/buffers/0/byteLength: 0 is out of range, 1 to 268435456" },
        { "\"byteLength\":168", "\"byteLength\":268435457", BSP_ERROR_VALUE,
          "/buffers/0/byteLength: 268435457 is out of range, 1 to 268435456" },
        { "{\"byteLength\":168}", "{}", BSP_ERROR_VALUE, "/buffers/0: \"byteLength\" is missing" },
        { "\"buffer\":0", "\"buffer\":1", BSP_ERROR_VALUE,
          "/bufferViews/0/buffer: item 1 of \"buffers\" does not exist: there are 1" },
        { "\"buffers\":[", "\"buffers\":[{\"uri\":\"data:;base64,AAAA\",\"byteLength\":4},",
          BSP_ERROR_VALUE, "/buffers/0: the buffer has 3 bytes, fewer than its byteLength, 4" },
        { "\"byteLength\":168", "\"uri\":\"data:,abc\",\"byteLength\":3", BSP_ERROR_VALUE,
          "/buffers/0/uri: embedded data must be in base64" },
        { "\"byteLength\":168", "\"uri\":\"a.bin\",\"byteLength\":3", BSP_ERROR_VALUE,
          "/buffers/0/uri: the data are in another file, which cannot be read when the document is "
          "in memory" },
        { "\"buffer\":0,\"byteOffset\":96", "\"buffer\":0,\"byteOffset\":169", BSP_ERROR_VALUE,
          "/bufferViews/1/byteOffset: 169 is out of range, 0 to 168" },
        { "\"byteLength\":72", "\"byteLength\":73", BSP_ERROR_VALUE,
          "/bufferViews/1: bytes 96 to 169 of a buffer of 168 bytes" },
        { "\"byteLength\":72", "\"byteLength\":4294967295", BSP_ERROR_VALUE,
          "/bufferViews/1: bytes 96 to 4294967391 of a buffer of 168 bytes" },
        { "\"byteLength\":72", "\"byteLength\":0", BSP_ERROR_VALUE,
          "/bufferViews/1/byteLength: 0 is out of range, 1 to 4294967295" },
        { "\"byteLength\":96", "\"byteLength\":96,\"byteStride\":256", BSP_ERROR_VALUE,
          "/bufferViews/0/byteStride: 256 is out of range, 4 to 252" },
        { "\"byteLength\":96", "\"byteLength\":96,\"byteStride\":13", BSP_ERROR_VALUE,
          "/bufferViews/0/byteStride: 13 is not a multiple of 4" },
        { "\"byteLength\":96", "\"byteLength\":96,\"byteStride\":8", BSP_ERROR_VALUE,
          "/accessors/0: an element has 12 bytes, more than the byteStride, 8" },
        { "\"byteLength\":72", "\"byteLength\":72,\"byteStride\":4", BSP_ERROR_VALUE,
          "/accessors/1: 36 elements of 2 bytes at offset 0 do not fit into a buffer view of 72 "
          "bytes" },
    };
    expect_bad_cubes(cases, G_N_ELEMENTS(cases));
    static const char *const names[] = { "/etc/passwd", "../a.bin",   "a/../../b", "..%2fa",
                                         "http://a/b",  "file:a.bin", "a\\\\b",    "a%00b",
                                         "%2fetc/a",    "c:a",        ".." };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *uri = g_strdup_printf("\"uri\":\"%s\",\"byteLength\":168", names[i]);
        g_autoptr(GByteArray) file = changed_cube("\"byteLength\":168", uri);
        expect_refused(file, BSP_ERROR_VALUE,
                       "/buffers/0/uri: must name a file in the same directory or below, or embed "
                       "the data");
    }
}

Test(world_gltf, bad_accessors)
{
    static const BadCube cases[] = {
        { "\"count\":36", "\"count\":37", BSP_ERROR_VALUE,
          "/accessors/1: 37 elements of 2 bytes at offset 0 do not fit into a buffer view of 72 "
          "bytes" },
        { "\"count\":36", "\"count\":0", BSP_ERROR_VALUE,
          "/accessors/1/count: 0 is out of range, 1 to 4294967295" },
        { "\"count\":36", "\"count\":4294967295", BSP_ERROR_LIMIT,
          "/accessors/1/count: 4294967295 elements are more than the limit of 786432" },
        { "\"count\":8", "\"count\":1048577", BSP_ERROR_LIMIT,
          "/accessors/0/count: 1048577 elements are more than the limit of 1048576" },
        { "\"componentType\":5126", "\"componentType\":5124", BSP_ERROR_VALUE,
          "/accessors/0/componentType: 5124 is no type of components" },
        { "\"componentType\":5126", "\"componentType\":5121", BSP_ERROR_VALUE,
          "/POSITION: positions must be of type VEC3 and of component type 5126" },
        { "\"componentType\":5123", "\"componentType\":5122", BSP_ERROR_VALUE,
          "/indices: indices must be unsigned integers of type SCALAR, without a byteStride, and "
          "not normalized" },
        { "\"VEC3\"", "\"VEC5\"", BSP_ERROR_VALUE,
          "/accessors/0/type: \"VEC5\" is none of \"SCALAR\", \"VEC2\", \"VEC3\", \"VEC4\", "
          "\"MAT2\", \"MAT3\", \"MAT4\"" },
        { "\"SCALAR\"", "\"SCALAR\",\"byteOffset\":73", BSP_ERROR_VALUE,
          "/accessors/1/byteOffset: 73 is out of range, 0 to 72" },
        { "\"SCALAR\"", "\"SCALAR\",\"byteOffset\":1", BSP_ERROR_VALUE,
          "/accessors/1: 36 elements of 2 bytes at offset 1 do not fit into a buffer view of 72 "
          "bytes" },
        { "\"SCALAR\"", "\"SCALAR\",\"normalized\":1", BSP_ERROR_VALUE,
          "/accessors/1/normalized: expected true or false, found a number" },
        { "\"bufferView\":0", "\"bufferView\":2", BSP_ERROR_VALUE,
          "/accessors/0/bufferView: item 2 of \"bufferViews\" does not exist: there are 2" },
    };
    expect_bad_cubes(cases, G_N_ELEMENTS(cases));
}

/* View 1 has the numbers 0, 4, 6, 0, 6, 2, ... of 16 bits. */
Test(world_gltf, bad_sparse_accessors)
{
    static const BadCube cases[] = {
        { "\"type\":\"VEC3\"", SPARSE("\"count\":9"), BSP_ERROR_VALUE,
          "/accessors/0/sparse/count: 9 is out of range, 1 to 8" },
        { "\"type\":\"VEC3\"", SPARSE("\"count\":0"), BSP_ERROR_VALUE,
          "/accessors/0/sparse/count: 0 is out of range, 1 to 8" },
        { "\"type\":\"VEC3\"", SPARSE("\"count\":1"), BSP_ERROR_VALUE,
          "/accessors/0/sparse: \"indices\" is missing" },
        { "\"type\":\"VEC3\"",
          SPARSE("\"count\":1,\"values\":{\"bufferView\":0}," OF_INDICES("1", "5126")),
          BSP_ERROR_VALUE,
          "/sparse/indices: component type 5126: indices must be unsigned integers" },
        { "\"type\":\"VEC3\"",
          SPARSE("\"count\":4,\"values\":{\"bufferView\":0}," OF_INDICES("1", "5123")),
          BSP_ERROR_VALUE,
          "/sparse/indices: index 3 is 0: indices must increase and be less than 8" },
        { "\"type\":\"VEC3\"",
          SPARSE("\"count\":2,\"values\":{\"bufferView\":0}," OF_INDICES("1", "5125")),
          BSP_ERROR_VALUE,
          "/sparse/indices: index 0 is 262144: indices must increase and be less than 8" },
        { "\"type\":\"VEC3\"",
          SPARSE("\"count\":8,\"values\":{\"bufferView\":1}," OF_INDICES("1", "5123")),
          BSP_ERROR_VALUE,
          "/sparse/values: 8 elements of 12 bytes at offset 0 do not fit into a buffer view of 72 "
          "bytes" },
    };
    expect_bad_cubes(cases, G_N_ELEMENTS(cases));
    g_autoptr(GByteArray) file = changed_cube(
        "\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,\"count\":36,"
        "\"type\":\"SCALAR\"}],\"bufferViews\":[{",
        SPARSE("\"count\":2,\"values\":{\"bufferView\":0}," OF_INDICES(
            "1",
            "5123")) "},{"
                     "\"bufferView\":1,\"componentType\":5123,\"count\":36,\"type\":\"SCALAR\"}],"
                     "\"bufferViews\":[{\"byteStride\":12,");
    expect_refused(file, BSP_ERROR_VALUE,
                   "/sparse/values/bufferView: the view of sparse data must not have a byteStride");
}

/* Positions that are not finite in single precision. */
Test(world_gltf, bad_positions)
{
    static const guint32 bits[] = { 0x7f800000, 0xff800000, 0x7fc00000 };
    for (guint i = 0; i < G_N_ELEMENTS(bits); i++) {
        const char *name;
        g_autoptr(GByteArray) file = gltf_example(0, &name);
        guint32 value = GUINT32_TO_LE(bits[i]);
        memcpy(file->data + file->len - 168 + 7 * 12, &value, sizeof value);
        expect_refused(file, BSP_ERROR_VALUE,
                       "bad.glb: node 0 'wall', mesh 0, primitive 0: vertex 7 has a coordinate "
                       "that is not finite");
    }
}

/* --- limits --- */

/* A file of n nodes, each with the text. */
static GByteArray *many_nodes(guint n, const char *node, const char *mesh)
{
    g_autoptr(GString) nodes = g_string_new("\"nodes\":[");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(nodes, "%s%s", i ? "," : "", node);
    g_autofree char *listed =
        replaced(gltf_cube_json, "\"nodes\":[{\"name\":\"wall\",\"mesh\":0}", nodes->str);
    g_autofree char *all = replaced(listed, "\"scene\":0,", "");
    g_autofree char *json = replaced(all, "\"mode\":4", mesh);
    const char *name;
    g_autoptr(GByteArray) cube = gltf_example(0, &name);
    return gltf_container(json, cube->data + cube->len - 168, 168);
}

/* A few bytes of JSON for each copy of a mesh must not need unlimited time or memory. */
Test(world_gltf, limits)
{
    g_autoptr(GByteArray) copies = many_nodes(30000, "{\"mesh\":0}", "\"mode\":4");
    expect_refused(copies, BSP_ERROR_LIMIT,
                   "bad.glb: node 21845, mesh 0, primitive 0: the scene has 262152 triangles up to "
                   "here, more than the limit of 262144: export a collision mesh, or a part of the "
                   "scene");
    g_autoptr(GString) points = g_string_new("\"mode\":0}");
    for (guint i = 0; i < 1000; i++)
        g_string_append(points, ",{\"mode\":0,\"attributes\":{}}");
    g_string_truncate(points, points->len - 1);
    g_autoptr(GByteArray) primitives = many_nodes(1000, "{\"mesh\":0}", points->str);
    expect_refused(primitives, BSP_ERROR_LIMIT,
                   "bad.glb: node 261, mesh 0, primitive 883: the scene has more primitives than "
                   "the limit of 262144");
    /* A long name is not read again for each primitive. */
    g_autofree char *letters = g_strnfill(16 << 20, 'a');
    g_autofree char *named = g_strdup_printf("{\"mesh\":0,\"name\":\"%s\"}", letters);
    for (guint i = 0; i < 20000; i++)
        g_string_append(points, "},{\"mode\":0,\"attributes\":{}");
    g_autoptr(GByteArray) long_name = many_nodes(1, named, points->str);
    expect_refused(long_name, BSP_ERROR_GEOMETRY, "bad.glb: the scene has no triangles");
    g_autofree char *spaces = g_strnfill(4 << 20, ' ');
    g_autoptr(GByteArray) longer = many_nodes(1, spaces, "\"mode\":4");
    expect_refused(longer, BSP_ERROR_LIMIT, "more than the limit of 4194304, strings not counted");
}

/* --- buffers in other files --- */

static GByteArray *cube_beside(const char *uri)
{
    g_autofree char *buffer = g_strdup_printf("\"uri\":\"%s\",\"byteLength\":168", uri);
    g_autofree char *json = replaced(gltf_cube_json, "\"byteLength\":168", buffer);
    GByteArray *file = g_byte_array_new();
    g_byte_array_append(file, (const guint8 *)json, (guint)strlen(json));
    return file;
}

Test(world_gltf, other_files)
{
    const char *name;
    g_autoptr(GByteArray) cube = gltf_example(0, &name), file = cube_beside("my%20data.bin");
    guint8 *data = cube->data + cube->len - 168;
    g_autofree char *path = scratch_file("a.gltf", file->data, file->len);
    g_autofree char *beside = scratch_path("my data.bin");
    g_autofree char *message =
        g_strdup_printf("@: /buffers/0/uri: %s: cannot read: No such file or directory", beside);
    expect_load_error(path, BSP_ERROR_IO, message);
    g_free(scratch_file("my data.bin", data, 168));
    g_autoptr(BspWorld) world = load_or_fail(path), again = load_or_fail(path);
    expect_cube(world, path);
    cr_expect_eq(world->flags, 0u);
    cr_expect_str_eq(world->sha256, again->sha256);
    /* The checksum of the world covers the other file. */
    data[0] ^= 1;
    g_free(scratch_file("my data.bin", data, 168));
    g_autoptr(BspWorld) other = load_or_fail(path);
    cr_expect_str_neq(world->sha256, other->sha256);
    remove_scratch();
}

/* A pipe without a writer would let the reader wait forever. */
Test(world_gltf, other_files_must_be_regular, .timeout = 60)
{
    g_autoptr(GByteArray) file = cube_beside("pipe");
    g_autofree char *path = scratch_file("a.gltf", file->data, file->len);
    g_autofree char *pipe = scratch_path("pipe");
    g_autofree char *message = g_strdup_printf("@: /buffers/0/uri: %s is not a regular file", pipe);
    cr_assert_eq(mkfifo(pipe, 0600), 0);
    expect_load_error(path, BSP_ERROR_VALUE, message);
    cr_assert_eq(g_unlink(pipe), 0);
    cr_assert_eq(g_mkdir(pipe, 0700), 0);
    expect_load_error(path, BSP_ERROR_VALUE, message);
    cr_assert_eq(g_rmdir(pipe), 0);
    remove_scratch();
}

/* --- the container --- */

static void put_u32(GByteArray *file, guint at, guint32 value)
{
    value = GUINT32_TO_LE(value);
    memcpy(file->data + at, &value, sizeof value);
}

static guint32 get_u32(const GByteArray *file, guint at)
{
    guint32 value;
    memcpy(&value, file->data + at, sizeof value);
    return GUINT32_FROM_LE(value);
}

Test(world_gltf, bad_containers)
{
    const char *name;
    g_autoptr(GByteArray) cube = gltf_example(0, &name);
    guint n = cube->len, binary = 20 + get_u32(cube, 12);
    const struct {
        guint at;
        guint32 value;
        BspErrorCode code;
        const char *message;
    } cases[] = {
        { 4, 1, BSP_ERROR_VALUE,
          "bad.glb: offset 4: version 1 of glTF: convert the file to version 2" },
        { 8, n + 1, BSP_ERROR_SYNTAX, "" },
        { 8, 19, BSP_ERROR_SYNTAX, "" },
        { 8, binary + 4, BSP_ERROR_SYNTAX, ": the file ends in the header of a chunk" },
        { 8, binary, BSP_ERROR_VALUE, "/buffers/0: the buffer has no data: \"uri\" is missing" },
        { 12, G_MAXUINT32, BSP_ERROR_SYNTAX, "" },
        { 12, n - 19, BSP_ERROR_SYNTAX, "" },
        { 16, 0x004e4942, BSP_ERROR_SYNTAX, "offset 12: the first chunk is not JSON" },
        { binary, 172, BSP_ERROR_SYNTAX,
          ": the chunk has 172 bytes, but only 168 are left of the "
          "file" },
        { binary + 4, 0x4e4f534a, BSP_ERROR_SYNTAX, ": a second chunk of JSON" },
        { binary + 4, 0x12345678, BSP_ERROR_VALUE,
          "/buffers/0: the buffer has no data: \"uri\" is missing" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = gltf_example(0, &name);
        put_u32(file, cases[i].at, cases[i].value);
        expect_refused(file, cases[i].code, cases[i].message);
    }
    /* Bytes after the end of the container are ignored, and NULs may follow the JSON. */
    static const guint8 spare[5] = "spare";
    g_byte_array_append(cube, spare, 5);
    memset(cube->data + binary - 1, cube->data[binary - 1] == ' ' ? 0 : '}', 1);
    g_autoptr(BspWorld) world = read_or_fail(name, cube->data, cube->len, 0);
    expect_cube(world, name);
}

/* --- damage --- */

/* Reads a copy that ends at the end of its allocation, so that AddressSanitizer detects reads
 * beyond it. Returns whether it is a world. */
static gboolean read_copy(const guint8 *data, gsize length)
{
    g_autofree char *copy = g_malloc(length + 1);
    if (length)
        memcpy(copy, data, length);
    copy[length] = '\0';
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world =
        bsp_world_read_gltf("f", copy, length, &(BspWorldOptions){ 0 }, &error);
    cr_assert(!world == !!error);
    cr_assert(world || (error->domain == BSP_ERROR && error->message[0] == 'f' &&
                        error->message[1] == ':' && !strchr(error->message, '\n')),
              "%s", error->message);
    return world != NULL;
}

Test(world_gltf, each_byte_damaged)
{
    for (guint i = 0; i < gltf_n_examples(); i++) {
        const char *name;
        g_autoptr(GByteArray) file = gltf_example(i, &name);
        guint n_worlds = 0;
        for (guint at = 0; at < file->len; at++) {
            guint8 before = file->data[at];
            file->data[at] = 0;
            n_worlds += read_copy(file->data, file->len) ? 1 : 0;
            file->data[at] = 255;
            n_worlds += read_copy(file->data, file->len) ? 1 : 0;
            file->data[at] = before;
            cr_assert_not(read_copy(file->data, at), "%s: %u bytes", name, at);
        }
        /* JSON cannot contain these bytes. */
        gboolean is_json = g_str_has_suffix(name, ".gltf");
        cr_expect(is_json ? !n_worlds : n_worlds > 0 && n_worlds < file->len, "%s: %u", name,
                  n_worlds);
    }
}

Test(world_gltf, fuzz)
{
    for (guint i = 0; i < gltf_n_examples(); i++) {
        const char *name;
        g_autoptr(GByteArray) file = gltf_example(i, &name);
        fuzz(bsp_world_read_gltf, file->data, file->len, 1500, i);
    }
}
