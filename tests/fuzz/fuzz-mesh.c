/* fuzz-mesh: fuzzes the reading of meshes by libassimp, which runs in a child process. A crash of
 * libassimp is an error there and no finding here; a mesh that it returns must make a world, or an
 * error. */
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "level/import.h"

/* Returns the ending of a file that begins with these bytes. It selects libassimp's reader. */
static const char *ending_of(const uint8_t *data, size_t size)
{
    static const struct {
        const char *start, *ending;
    } kinds[] = { { "glTF", "glb" },  { "{", "gltf" }, { "ply", "ply" },
                  { "solid", "stl" }, { "<", "dae" },  { "", "fbx" } };
    guint i = 0;
    while (size < strlen(kinds[i].start) ||
           memcmp(data, kinds[i].start, strlen(kinds[i].start)) != 0)
        i++;
    return kinds[i].ending;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_strdup_printf("%s/fuzz-mesh-%d.%s", g_get_tmp_dir(), (int)getpid(),
                                            ending_of(data, size));
    if (!g_file_set_contents_full(path, (const char *)data, (gssize)size, G_FILE_SET_CONTENTS_NONE,
                                  0600, &error))
        g_error("%s", error->message);
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    BspMeshOptions options = { .scale = 1, .bodies = TRUE };
    g_autoptr(BspMesh) mesh = level_read_mesh(path, NULL, &options, remarks, &error);
    unlink(path);
    fuzz_demand_result_or_error(mesh, error, path);
    if (mesh) {
        g_autoptr(BspWorld) world = bsp_world_of_mesh(path, mesh, &options, &error);
        fuzz_demand_result_or_error(world, error, path);
    }
    return 0;
}
