/* test-gltf-models: glTF files by other programs: the models of Debian's package
 * assimp-testmodels, and worlds that assimp (assimp-utils) and gltfpack convert. Without these
 * packages the tests are skipped. */
#include "level/obj.h"
#include "sanitized.h"
#include "test-world-files.h"

#define MODELS "/usr/share/assimp/models/"

static void need(gboolean is_there, const char *what)
{
    if (!is_there)
        cr_skip_test("%s is not installed", what);
}

/* --- models that can be read --- */

Test(gltf_models, scenes)
{
    static const struct {
        const char *name;
        guint least_brushes;
        double volume; /* -1: not known */
    } models[] = {
        { "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb", 1, 1 },
        { "glTF2/BoxTextured-glTF/BoxTextured.gltf", 1, 1 },
        { "glTF2/BoxTextured-glTF-Embedded/BoxTextured.gltf", 1, 1 },
        { "glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf", 1, 8 },
        { "glTF2/IncorrectVertexArrays/Cube.gltf", 4, -1 },
        { "glTF2/ClearCoat-glTF/ClearCoatTest.gltf", 18, -1 },
    };
    need(g_file_test(MODELS, G_FILE_TEST_IS_DIR), "assimp-testmodels");
    /* The last one takes a minute with sanitizers. */
    for (guint i = 0; i < G_N_ELEMENTS(models) - (SANITIZED ? 1 : 0); i++) {
        g_autofree char *path = g_strconcat(MODELS, models[i].name, NULL);
        g_autoptr(BspWorld) world = load_or_fail(path);
        cr_expect(world->solid->brushes->len >= models[i].least_brushes, "%s: %u brushes",
                  models[i].name, world->solid->brushes->len);
        if (models[i].volume > 0)
            cr_expect_float_eq(world_volume(world), models[i].volume, 1e-5, "%s: %.9g",
                               models[i].name, world_volume(world));
    }
}

/* --- models that must be refused --- */

Test(gltf_models, refused)
{
    static const struct {
        const char *name;
        BspErrorCode code;
        const char *message; /* @: the file */
    } models[] = {
        { "glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb", BSP_ERROR_VALUE,
          "@: node 1 'nodes_1', mesh 0, primitive 0: vertex 0 has a coordinate that is not "
          "finite" },
        { "glTF2/IndexOutOfRange/IndexOutOfRange.gltf", BSP_ERROR_VALUE,
          "@: /meshes/0/primitives/0/indices: index 0 is 255, but there are only 24 positions" },
        { "glTF2/IndexOutOfRange/AllIndicesOutOfRange.gltf", BSP_ERROR_VALUE,
          "@: /meshes/0/primitives/0/indices: index 0 is 65535, but there are only 24 "
          "positions" },
        { "glTF2/MissingBin/BoxTextured.gltf", BSP_ERROR_IO,
          "@: /buffers/0/uri: " MODELS
          "glTF2/MissingBin/BoxTextured0.bin: cannot read: No such file or directory" },
        { "glTF2/RecursiveNodes/RecursiveNodes.gltf", BSP_ERROR_VALUE,
          "@: /nodes/1/children/0: node 0 occurs twice in the scene, or contains itself" },
        { "glTF2/SchemaFailures/sceneWrongType.gltf", BSP_ERROR_VALUE,
          "@: /scene: expected a number, found a string" },
        { "glTF2/TestNoRootNode/NoScene.gltf", BSP_ERROR_VALUE,
          "@: /scene: item 0 of \"scenes\" does not exist: there are 0" },
        { "glTF2/TestNoRootNode/SceneWithoutNodes.gltf", BSP_ERROR_GEOMETRY,
          "@: the scene has no triangles" },
        { "glTF2/wrongTypes/badArray.gltf", BSP_ERROR_VALUE,
          "@: /meshes/0/primitives: expected an array, found an object" },
        { "glTF2/draco/2CylinderEngine.gltf", BSP_ERROR_VALUE,
          "@: /extensionsRequired/0: needs the extension KHR_draco_mesh_compression: export "
          "without compression" },
        { "glTF/BoxTextured-glTF-Binary/BoxTextured.glb", BSP_ERROR_VALUE,
          "@: offset 4: version 1 of glTF: convert the file to version 2" },
        { "glTF/TwoBoxes/TwoBoxes.gltf", BSP_ERROR_VALUE,
          "@: /asset/version: not version 2 of glTF: convert the file to it" },
        { "glTF2/glTF-Asset-Generator/Mesh_PrimitiveMode/Mesh_PrimitiveMode_00.gltf",
          BSP_ERROR_GEOMETRY, "@: the scene has no triangles" },
    };
    need(g_file_test(MODELS, G_FILE_TEST_IS_DIR), "assimp-testmodels");
    for (guint i = 0; i < G_N_ELEMENTS(models); i++) {
        g_autofree char *path = g_strconcat(MODELS, models[i].name, NULL);
        expect_load_error(path, models[i].code, models[i].message);
    }
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
static void expect_same_brushes(const BspWorld *world, const char *path, double precision)
{
    g_autoptr(BspWorld) back = load_or_fail(path);
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
    g_autofree char *path = shipped_path("worlds", name);
    g_autoptr(BspWorld) world = load_or_fail(path);
    g_autofree char *text = level_obj_of_world(world);
    g_autofree char *obj = scratch_file("a.obj", text, strlen(text));
    g_autofree char *glb = scratch_path("a.glb"), *gltf = scratch_path("a.gltf");
    g_autofree char *packed = scratch_path("p.glb"), *quantized = scratch_path("q.glb");
    expect_same_brushes(world, obj, 1e-9);
    gboolean any = run_program((const char *const[]){ "assimp", "export", obj, glb, NULL });
    if (any) {
        expect_same_brushes(world, glb, 1e-5);
        run_program((const char *const[]){ "assimp", "export", obj, gltf, NULL });
        expect_same_brushes(world, gltf, 1e-5);
    }
    if (run_program((const char *const[]){ "gltfpack", "-noq", "-i", obj, "-o", packed, NULL })) {
        any = TRUE;
        expect_same_brushes(world, packed, 1e-5);
        /* 16 bits for the whole extent of the world */
        run_program(
            (const char *const[]){ "gltfpack", "-vp", "16", "-i", obj, "-o", quantized, NULL });
        expect_same_brushes(world, quantized, 0.002);
    }
    remove_scratch();
    return any;
}

Test(gltf_models, worlds_converted_by_other_programs)
{
    static const char *const names[] = { "courtyard.map", "two-rooms.json", "ridge.json",
                                         "stairs.json",   "pillars.json",   "touching.json" };
    gboolean any = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        any = expect_converted(names[i]) || any;
    need(any, "assimp or gltfpack");
}
