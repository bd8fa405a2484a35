/* test-import: meshes that libassimp reads: the models of Debian's package assimp-testmodels,
 * worlds that assimp (assimp-utils) and gltfpack convert, and cubes made here. Without libassimp,
 * or without these packages, the tests are skipped. */
#include <math.h>

#include "brush-by-brush.h"
#include "bsp-mesh.h"
#include "level/import.h"
#include "level/obj.h"
#include "sanitized.h"
#include "test-world-files.h"

#define MODELS "/usr/share/assimp/models/"

static void need(gboolean is_there, const char *what)
{
    if (!is_there)
        cr_skip_test("%s is not installed", what);
}

static void need_libassimp(void)
{
#ifndef WITH_ASSIMP
    need(FALSE, "libassimp");
#endif
}

static BspWorld *import_or_fail(const char *path, const char *up)
{
    g_autoptr(GError) error = NULL;
    BspWorld *world = level_import(path, up, &(BspMeshOptions){ 0 }, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "no error");
    return world;
}

/* message: a part of the message. */
static void expect_refused(const char *path, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = level_import(path, NULL, &(BspMeshOptions){ 0 }, &error);
    cr_assert_null(world, "%s", path);
    cr_expect(g_error_matches(error, BSP_ERROR, (gint)code), "%s", error->message);
    cr_expect(g_str_has_prefix(error->message, path) && strstr(error->message, message), "%s",
              error->message);
}

/* --- models --- */

/* Brushes of glTF, but for two of the last, and volumes are those of the reader that this project
 * had before libassimp. */
Test(import, models)
{
    static const struct {
        const char *name;
        guint n_brushes;
        double volume;
    } models[] = {
        { "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb", 1, 1 },
        { "glTF2/BoxTextured-glTF/BoxTextured.gltf", 1, 1 },
        { "glTF2/BoxTextured-glTF-Embedded/BoxTextured.gltf", 1, 1 },
        { "glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf", 1, 8 },
        { "glTF2/IncorrectVertexArrays/Cube.gltf", 4, 32 },
        { "FBX/box.fbx", 1, 0.035796 },
        { "Collada/cube_UTF8BOM.dae", 1, 1 },
        { "PLY/cube.ply", 1, 1 },
        { "glTF2/ClearCoat-glTF/ClearCoatTest.gltf", 16138, 19.2193 },
    };
    need_libassimp();
    need(g_file_test(MODELS, G_FILE_TEST_IS_DIR), "assimp-testmodels");
    /* The last one takes a minute with sanitizers. */
    for (guint i = 0; i < G_N_ELEMENTS(models) - (SANITIZED ? 1 : 0); i++) {
        g_autofree char *path = g_strconcat(MODELS, models[i].name, NULL);
        g_autoptr(BspWorld) world = import_or_fail(path, NULL);
        cr_expect_eq(world->solid->brushes->len, models[i].n_brushes, "%s: %u brushes",
                     models[i].name, world->solid->brushes->len);
        cr_expect_float_eq(world_volume(world), models[i].volume, 2e-5 * models[i].volume,
                           "%s: %.9g", models[i].name, world_volume(world));
    }
}

Test(import, refused)
{
    static const struct {
        const char *name;
        BspErrorCode code;
        const char *message;
    } models[] = {
        { "glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb", BSP_ERROR_VALUE,
          "out of range" },
        { "glTF2/MissingBin/BoxTextured.gltf", BSP_ERROR_SYNTAX, "libassimp cannot read it" },
        { "glTF2/RecursiveNodes/RecursiveNodes.gltf", BSP_ERROR_SYNTAX,
          "libassimp cannot read it" },
        { "glTF2/wrongTypes/badArray.gltf", BSP_ERROR_SYNTAX, "libassimp cannot read it" },
        { "glTF2/glTF-Asset-Generator/Mesh_PrimitiveMode/Mesh_PrimitiveMode_00.gltf",
          BSP_ERROR_GEOMETRY, "the scene has no triangles" },
        { "glTF2/none.gltf", BSP_ERROR_IO, "No such file or directory" },
        { "glTF2", BSP_ERROR_IO, "not a regular file" },
    };
    need_libassimp();
    need(g_file_test(MODELS, G_FILE_TEST_IS_DIR), "assimp-testmodels");
    for (guint i = 0; i < G_N_ELEMENTS(models); i++) {
        g_autofree char *path = g_strconcat(MODELS, models[i].name, NULL);
        expect_refused(path, models[i].code, models[i].message);
    }
}

/* libassimp would read it for ever. */
Test(import, a_header_without_end)
{
    need_libassimp();
    static const char header[] = "ply\nformat ascii 1.0\nelement vertex 4\n";
    g_autofree char *path = scratch_file("cut.ply", header, strlen(header));
    expect_refused(path, BSP_ERROR_SYNTAX, "the header has no line");
    remove_scratch();
}

/* --- nodes --- */

/* A cube from -1 to 1, as a .gltf whose node has these members. Corner i has the coordinates of its
 * bits. */
static char *write_cube(const char *node, guint8 last_index)
{
    static const guint8 list[36] = { 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6 };
    struct {
        float corners[24];
        guint8 list[36];
    } data = { { 0 }, { 0 } };
    for (guint i = 0; i < 24; i++)
        data.corners[i] = i / 3 >> i % 3 & 1 ? 1 : -1;
    memcpy(data.list, list, sizeof list);
    data.list[35] = last_index;
    g_autofree char *base64 = g_base64_encode((const guchar *)&data, sizeof data);
    g_autofree char *text = g_strdup_printf(
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"translation\":[0,0,8],\"children\":[1]},{\"mesh\":0%s}],\"meshes\":["
        "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"buffers\":[{"
        "\"byteLength\":132,\"uri\":\"data:application/octet-stream;base64,%s\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":96},{\"buffer\":0,\"byteOffset\":96,"
        "\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,"
        "\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,\"count\":36,\"type\":"
        "\"SCALAR\"}]}",
        node, base64);
    return scratch_file("cube.gltf", text, strlen(text));
}

/* The node's parent moves it by 8 along z, which becomes -y. Mirrored nodes keep the front of their
 * faces: else the cube would be a room. */
Test(import, transforms)
{
    static const struct {
        const char *node;
        const char *up;
        const char *bounds;
    } cases[] = {
        { "", NULL, "-1 -9 -1 to 1 -7 1" },
        { "", "y", "-1 -9 -1 to 1 -7 1" },
        { "", "z", "-1 -1 7 to 1 1 9" },
        { ",\"translation\":[1,2,3]", NULL, "0 -12 1 to 2 -10 3" },
        { ",\"scale\":[1,-2,3]", NULL, "-1 -11 -2 to 1 -5 2" },
        { ",\"scale\":[-1,-2,-3],\"translation\":[5,0,0]", NULL, "4 -11 -2 to 6 -5 2" },
        { ",\"matrix\":[0,1,0,0, 1,0,0,0, 0,0,1,0, 0,0,7.5e0,1]", NULL,
          "-1 -16.5 -1 to 1 -14.5 1" },
    };
    need_libassimp();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = write_cube(cases[i].node, 6);
        g_autoptr(BspWorld) world = import_or_fail(path, cases[i].up);
        const BspBounds *b = &world->solid->bounds;
        g_autofree char *bounds = g_strdup_printf("%g %g %g to %g %g %g", b->mins.x, b->mins.y,
                                                  b->mins.z, b->maxs.x, b->maxs.y, b->maxs.z);
        cr_expect_str_eq(bounds, cases[i].bounds, "%s: %s", cases[i].node, bounds);
        cr_expect_eq(world->solid->brushes->len, 1u);
        cr_expect_eq(world->report.mesh->n_inward, 0u, "%s", cases[i].node);
    }
    remove_scratch();
}

#ifndef WITH_ASSIMP
Test(import, the_message_names_the_package)
{
    expect_refused("a.glb", BSP_ERROR_VALUE, "apt-get install libassimp-dev");
}
#endif

Test(import, sizes_are_limited)
{
    need_libassimp();
    g_autofree char *far = write_cube(",\"translation\":[1e7,0,0]", 6);
    expect_refused(far, BSP_ERROR_VALUE, "the coordinate 1e+07 of vertex 1 is out of range");
    g_autofree char *flat = write_cube(",\"scale\":[1,0,1]", 6);
    expect_refused(flat, BSP_ERROR_GEOMETRY, "the mesh encloses no volume");
    g_autofree char *beyond = write_cube("", 200);
    g_autoptr(GError) error = NULL;
    /* libassimp may drop the face, but no corner is read beyond the vertices. */
    g_autoptr(BspWorld) world = level_import(beyond, NULL, &(BspMeshOptions){ 0 }, &error);
    cr_expect(world || error);
    remove_scratch();
}

/* --- worlds that other programs convert --- */

/* Runs a program with up to 7 arguments, and returns whether it is installed. */
static gboolean run_program(const char *const *arguments)
{
    g_autofree char *found = g_find_program_in_path(arguments[0]);
    g_autofree char *output = NULL;
    gint status = 0;
    if (!found)
        return FALSE;
    cr_assert(g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                           NULL, &status, NULL));
    cr_assert_eq(status, 0, "%s: %s", arguments[0], output);
    return TRUE;
}

/* The world that is read back must have the same brushes, to the precision of the file. */
static void expect_same_brushes(const BspWorld *world, const char *path, const char *up,
                                double precision)
{
    g_autoptr(BspWorld) back = import_or_fail(path, up);
    cr_expect_eq(back->solid->brushes->len, world->solid->brushes->len, "%s: %u brushes, not %u",
                 path, back->solid->brushes->len, world->solid->brushes->len);
    double volume = world_volume(world);
    cr_expect_float_eq(world_volume(back), volume, precision * volume, "%s: %.9g, not %.9g", path,
                       world_volume(back), volume);
}

/* Writes the world as a mesh, lets the programs convert it, and reads it back. Returns FALSE if no
 * program is installed. */
static gboolean expect_converted(const char *name)
{
    /* assimp turns nothing when it writes, so the axis that is up stays z. */
    static const struct {
        const char *name;
        const char *up;
    } formats[] = {
        { "a.glb", "z" }, { "a.gltf", "z" }, { "a.ply", NULL }, { "a.stl", NULL }, { "a.dae", "z" }
    };
    g_autofree char *path = shipped_path("worlds", name);
    g_autoptr(BspWorld) world = load_or_fail(path);
    g_autofree char *text = level_obj_of_world(world);
    g_autofree char *obj = scratch_file("a.obj", text, strlen(text));
    gboolean any = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *copy = scratch_path(formats[i].name);
        if (!run_program((const char *const[]){ "assimp", "export", obj, copy, NULL }))
            break;
        any = TRUE;
        expect_same_brushes(world, copy, formats[i].up, 1e-5);
    }
    g_autofree char *packed = scratch_path("p.glb");
    if (run_program((const char *const[]){ "gltfpack", "-noq", "-i", obj, "-o", packed, NULL })) {
        any = TRUE;
        expect_same_brushes(world, packed, NULL, 1e-5);
    }
    remove_scratch();
    return any;
}

Test(import, worlds_converted_by_other_programs)
{
    need_libassimp();
    static const char *const names[] = { "courtyard.map", "two-rooms.json", "ridge.json",
                                         "stairs.json",   "pillars.json",   "touching.json" };
    gboolean any = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        any = expect_converted(names[i]) || any;
    need(any, "assimp or gltfpack");
}
