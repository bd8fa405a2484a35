/* import: reads meshes in the formats of other programs, by libassimp.
 *
 * In a child process, libassimp parses the file and places its nodes, because damaged files make it
 * crash. The parent checks the numbers that libassimp returns. */
#include "level/import.h"

#include "command/options.h"
#include "level/obj.h"
#include "text/strings.h"
#include "tools/bsp-file.h"
#include "world/reading.h"

#ifdef WITH_ASSIMP

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "level/child.h"

/* The maximum number of corners, as for .obj files (docs/formats.md). Each copy of a mesh
 * counts. */
#define MAX_CORNERS 786432

/* Bytes. libassimp needs several times the file's bytes as memory, and the child process gets 16
 * times these bytes. */
#define MAX_BYTES (256 << 20)

/* Seconds that libassimp may take for a file, and for each MiB of the file. It reads most formats
 * at more than 10 MiB/s, so this is ten times as long as it takes. */
#define SECONDS_PER_FILE 10
#define SECONDS_PER_MIB 1

/* The name that libassimp gives a file in memory, in its messages. */
#define NAME_OF_BYTES "$$$___magic___$$$"

/* --- in the child process --- */

typedef struct {
    const char *path;
    GBytes *kept;   /* the bytes of a pipe or of a compressed file; NULL if libassimp reads the file
                       by its name */
    const char *up; /* the axis that is up, as for level_read_mesh() */
} Request;

/* The type of the value in which the child process returns the scene. It has the reason why there
 * is no scene, or "". Then follow whether y is up, and the meshes. Each mesh has its place in the
 * file, whether it has bones or morph targets, the coordinates of its points, and its faces. Each
 * face is its number of corners followed by the corners. */
#define SCENE_TYPE "(sba(sbadau))"

/* Returns the place of the faces in the file for messages, such as "mesh 2 of node 'wall'". */
static char *describe_place(guint mesh, const struct aiNode *node)
{
    g_autofree char *start = g_strndup(node->mName.data, MIN(node->mName.length, 40));
    g_autofree char *name = compare_escape_terminal(start);
    return *name ? g_strdup_printf("mesh %u of node '%s'", mesh, name)
                 : g_strdup_printf("mesh %u", mesh);
}

static void pack_mesh(GVariantBuilder *meshes, const struct aiMesh *mesh, const char *place)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double)),
                      faces = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        const double point[3] = { (double)v->x, (double)v->y, (double)v->z };
        g_array_append_vals(points, point, 3);
    }
    for (guint i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        g_array_append_val(faces, face->mNumIndices);
        g_array_append_vals(faces, face->mIndices, face->mNumIndices);
    }
    g_variant_builder_add(
        meshes, "(sb@ad@au)", place, mesh->mNumBones || mesh->mNumAnimMeshes,
        g_variant_new_fixed_array(G_VARIANT_TYPE_DOUBLE, points->data, points->len, sizeof(double)),
        g_variant_new_fixed_array(G_VARIANT_TYPE_UINT32, faces->data, faces->len, sizeof(guint)));
}

/* Packs the meshes of a node and of all nodes below it, which libassimp has placed. */
static void pack_node(GVariantBuilder *meshes, const struct aiScene *scene,
                      const struct aiNode *node)
{
    for (guint i = 0; i < node->mNumMeshes; i++) {
        g_autofree char *place = describe_place(node->mMeshes[i], node);
        pack_mesh(meshes, scene->mMeshes[node->mMeshes[i]], place);
    }
    for (guint i = 0; i < node->mNumChildren; i++)
        pack_node(meshes, scene, node->mChildren[i]);
}

/* Returns the number of the axis that an .fbx file names as up. 1 is y, which is the default. */
static gint fbx_up_axis(const struct aiScene *scene)
{
    const struct aiMetadata *data = scene->mMetaData;
    for (guint i = 0; data && i < data->mNumProperties; i++)
        if (strcmp(data->mKeys[i].data, "UpAxis") == 0 && data->mValues[i].mType == AI_INT32)
            return *(const gint32 *)data->mValues[i].mData;
    return 1;
}

static gboolean is_y_up(const Request *request, const struct aiScene *scene)
{
    const char *ending = bsp_ending_text(request->path);
    /* A .dae file names the axis that is up, and libassimp turns it to y. */
    if (request->up && g_strcmp0(ending, ".dae") != 0)
        return *request->up == 'y';
    if (g_strcmp0(ending, ".fbx") == 0)
        return fbx_up_axis(scene) == 1;
    return g_strcmp0(ending, ".ply") != 0 && g_strcmp0(ending, ".stl") != 0;
}

/* Reads the scene with its nodes. Each node gets copies of its meshes. */
static GVariant *read_scene(gconstpointer data)
{
    const Request *request = data;
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_PTV_KEEP_HIERARCHY, 1);
    const struct aiScene *scene =
        request->kept
            ? aiImportFileFromMemoryWithProperties(
                  g_bytes_get_data(request->kept, NULL), (unsigned)g_bytes_get_size(request->kept),
                  aiProcess_PreTransformVertices, bsp_ending_text(request->path) + 1, properties)
            : aiImportFileExWithProperties(request->path, aiProcess_PreTransformVertices, NULL,
                                           properties);
    gboolean good = scene && scene->mRootNode;
    g_autofree char *reason = g_utf8_make_valid(aiGetErrorString(), -1);
    GVariantBuilder meshes;
    g_variant_builder_init(&meshes, G_VARIANT_TYPE("a(sbadau)"));
    if (good)
        pack_node(&meshes, scene, scene->mRootNode);
    return g_variant_new("(sba(sbadau))",
                         good      ? ""
                         : *reason ? reason
                                   : "it has no scene",
                         good && is_y_up(request, scene), &meshes);
}

/* --- the mesh --- */

typedef struct {
    const char *path;
    BspMesh *mesh;
    guint n_corners, n_places; /* the numbers of face corners and meshes added so far */
    guint n_lines;             /* the number of faces that are points or lines */
    guint n_at_rest;           /* the number of meshes with bones or morph targets */
} Import;

static gboolean fail(const Import *import, GError **error, BspErrorCode code, const char *message)
{
    g_set_error(error, BSP_ERROR, (gint)code, "%s: %s", import->path, message);
    return FALSE;
}

/* Appends a face, whose mesh has the last n_points points. */
static gboolean add_face(Import *import, const guint *face, guint n, guint n_points, GError **error)
{
    if (n < 3) {
        import->n_lines++;
        return TRUE;
    }
    if (n > MAX_CORNERS - import->n_corners)
        return fail(import, error, BSP_ERROR_LIMIT,
                    "the scene has more corners of faces than the limit of " G_STRINGIFY(
                        MAX_CORNERS) "; export a collision mesh, or a part of the scene");
    guint end;
    bsp_mesh_points(import->mesh, &end);
    g_autofree guint *corners = g_new(guint, n);
    for (guint k = 0; k < n; k++) {
        if (face[k] >= n_points)
            return fail(import, error, BSP_ERROR_VALUE,
                        "a face has a corner beyond the last vertex of its mesh");
        corners[k] = end - n_points + face[k];
    }
    bsp_mesh_add_face(import->mesh, corners, n, import->n_places);
    import->n_corners += n;
    return TRUE;
}

static gboolean add_mesh(Import *import, GVariant *packed, GError **error)
{
    const char *place;
    gboolean at_rest;
    g_autoptr(GVariant) points = NULL, faces = NULL;
    g_variant_get(packed, "(&sb@ad@au)", &place, &at_rest, &points, &faces);
    import->n_at_rest += at_rest != 0;
    bsp_mesh_add_place(import->mesh, place);
    import->n_places++;
    gsize n_coordinates, n_numbers;
    const double *at = g_variant_get_fixed_array(points, &n_coordinates, sizeof *at);
    const guint *numbers = g_variant_get_fixed_array(faces, &n_numbers, sizeof *numbers);
    for (gsize i = 0; i + 2 < n_coordinates; i += 3)
        bsp_mesh_add_point(import->mesh, bsp_vec(at[i], at[i + 1], at[i + 2]));
    for (gsize i = 0; i < n_numbers; i += 1 + (gsize)numbers[i]) {
        guint n = (guint)MIN(numbers[i], n_numbers - i - 1);
        if (!add_face(import, &numbers[i + 1], n, (guint)(n_coordinates / 3), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean add_meshes(Import *import, GVariant *meshes, GError **error)
{
    for (gsize i = 0; i < g_variant_n_children(meshes); i++) {
        g_autoptr(GVariant) mesh = g_variant_get_child_value(meshes, i);
        if (!add_mesh(import, mesh, error))
            return FALSE;
    }
    return import->n_corners ||
           fail(import, error, BSP_ERROR_GEOMETRY, "the scene has no triangles");
}

static void add_remarks(const Import *import, gboolean y_up, GPtrArray *remarks)
{
    if (import->n_lines)
        g_ptr_array_add(remarks, g_strdup_printf("points and lines left out: %u", import->n_lines));
    if (import->n_at_rest)
        g_ptr_array_add(remarks, g_strdup_printf("meshes read without bones and morph targets: %u",
                                                 import->n_at_rest));
    g_ptr_array_add(remarks, g_strdup_printf("read by libassimp, with %s up", y_up ? "y" : "z"));
}

/* --- the file --- */

/* Checks that the file can be imported. Stores in *seconds the time that libassimp may take.
 * libassimp reads a file by its name, because it also reads the files that this file names. A pipe
 * cannot name other files. */
static gboolean check_file(const char *path, GBytes *kept, guint *seconds, GError **error)
{
    GStatBuf file = { .st_mode = S_IFREG, .st_size = kept ? (goffset)g_bytes_get_size(kept) : 0 };
    const char *problem = !kept && g_stat(path, &file) != 0 ? g_strerror(errno)
                          : !S_ISREG(file.st_mode)          ? "not a regular file"
                          : file.st_size > MAX_BYTES        ? "larger than the limit of 256 MiB"
                                                            : NULL;
    if (problem)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot read: %s", path, problem);
    else
        *seconds = SECONDS_PER_FILE + SECONDS_PER_MIB * (guint)(file.st_size >> 20);
    return !problem;
}

static BspMesh *import_scene(const char *path, const char *up, BspMeshOptions *options,
                             GPtrArray *remarks, GError **error)
{
    g_autoptr(GBytes) unpacked = NULL;
    if (g_str_has_suffix(path, ".gz") && !bsp_file_kept(path, NULL)) {
        gsize length;
        char *data = bsp_read_file(path, &length, error);
        if (!data)
            return NULL;
        unpacked = g_bytes_new_take(data, length);
    }
    Request request = { path, unpacked ? unpacked : bsp_file_kept(path, NULL), up };
    g_autofree char *doing = g_strdup_printf("%s: libassimp, which reads the file,", path);
    guint seconds;
    if (!check_file(path, request.kept, &seconds, error))
        return NULL;
    g_autoptr(GVariant) scene =
        level_child_run(read_scene, &request, G_VARIANT_TYPE(SCENE_TYPE), seconds, doing, error);
    if (!scene)
        return NULL;
    const char *reason;
    g_autoptr(GVariant) meshes = NULL;
    g_variant_get(scene, "(&sb@a(sbadau))", &reason, &options->y_up, &meshes);
    if (*reason) {
        g_autoptr(GString) text = g_string_new(reason);
        g_string_replace(text, NAME_OF_BYTES, path, 0);
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: libassimp cannot read this file: %s",
                    path, text->str);
        return NULL;
    }
    g_autoptr(BspMesh) mesh = bsp_mesh_new(path);
    Import import = { .path = path, .mesh = mesh };
    gboolean good = add_meshes(&import, meshes, error);
    add_remarks(&import, options->y_up, remarks);
    return good ? g_steal_pointer(&mesh) : NULL;
}

#else

static BspMesh *import_scene(const char *path, const char *up, BspMeshOptions *options,
                             GPtrArray *remarks, GError **error)
{
    (void)up, (void)options, (void)remarks;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: this program was built without libassimp, which reads such meshes; install "
                "libassimp-dev and build again, or export an .obj",
                path);
    return NULL;
}

#endif

BspMesh *level_read_mesh(const char *path, const char *up, BspMeshOptions *options,
                         GPtrArray *remarks, GError **error)
{
    if (!level_is_obj(path))
        return import_scene(path, up, options, remarks, error);
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    options->y_up = g_strcmp0(up, "y") == 0;
    return text ? bsp_mesh_read_obj_file(path, text, length, error) : NULL;
}

/* Checks that the value is in range. 0 is allowed, because it stands for the default. */
static gboolean check_option(const char *name, double value, double least, double most,
                             GError **error)
{
    return value == 0 || compare_options_check_number(name, value, least, most, error);
}

gboolean level_check_mesh_options(const BspMeshOptions *options, GError **error)
{
    return check_option("--weld", options->weld, 1e-9, 1, error) &&
           check_option("--snap", options->snap, 1e-9, 1, error) &&
           check_option("--sheet", options->sheet, 0.01, 4096, error) &&
           compare_options_check_number("--scale", options->scale, 1e-6, 1e6, error);
}
