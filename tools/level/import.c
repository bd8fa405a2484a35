/* import: reads meshes in the formats of other programs, by libassimp.
 *
 * libassimp parses the file and places its nodes. The numbers that it returns are checked here. */
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
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* As many as an .obj may have: see docs/formats.md. Each copy of a mesh counts. */
#define MAX_CORNERS 786432

/* libassimp needs several times the memory of the file. */
#define MAX_BYTES (256 << 20)

/* --- meshes --- */

typedef struct {
    const char *path;
    const struct aiScene *scene;
    BspMesh *mesh;
    guint n_corners, n_places; /* in the mesh */
    guint n_lines;             /* faces that are points or lines */
    guint n_at_rest;           /* meshes with bones or morph targets */
} Import;

/* Returns the place of the faces, for messages: "mesh 2 of node 'wall'". */
static char *describe_place(guint mesh, const struct aiNode *node)
{
    g_autofree char *start = g_strndup(node->mName.data, MIN(node->mName.length, 40));
    g_autofree char *name = compare_escape_terminal(start);
    return *name ? g_strdup_printf("mesh %u of node '%s'", mesh, name)
                 : g_strdup_printf("mesh %u", mesh);
}

static gboolean fail(const Import *import, GError **error, BspErrorCode code, const char *message)
{
    g_set_error(error, BSP_ERROR, (gint)code, "%s: %s", import->path, message);
    return FALSE;
}

/* Appends a face of a mesh whose points begin at number `first`. */
static gboolean add_face(Import *import, const struct aiMesh *from, const struct aiFace *face,
                         guint first, GError **error)
{
    guint n = face->mNumIndices;
    if (n < 3) {
        import->n_lines++;
        return TRUE;
    }
    if (n > MAX_CORNERS - import->n_corners)
        return fail(import, error, BSP_ERROR_LIMIT,
                    "the scene has more corners of faces than the limit of " G_STRINGIFY(
                        MAX_CORNERS) ": export a collision mesh, or a part of the scene");
    g_autofree guint *corners = g_new(guint, n);
    for (guint k = 0; k < n; k++) {
        if (face->mIndices[k] >= from->mNumVertices)
            return fail(import, error, BSP_ERROR_VALUE,
                        "a face has a corner beyond the last vertex of its mesh");
        corners[k] = first + face->mIndices[k];
    }
    bsp_mesh_add_face(import->mesh, corners, n, import->n_places);
    import->n_corners += n;
    return TRUE;
}

static gboolean add_mesh(Import *import, const struct aiNode *node, guint number, GError **error)
{
    if (number >= import->scene->mNumMeshes)
        return fail(import, error, BSP_ERROR_VALUE, "a node has a mesh that the scene lacks");
    const struct aiMesh *from = import->scene->mMeshes[number];
    import->n_at_rest += from->mNumBones || from->mNumAnimMeshes;
    g_autofree char *place = describe_place(number, node);
    bsp_mesh_add_place(import->mesh, place);
    import->n_places++;
    guint first;
    bsp_mesh_points(import->mesh, &first);
    for (guint i = 0; i < from->mNumVertices; i++) {
        const struct aiVector3D *v = &from->mVertices[i];
        bsp_mesh_add_point(import->mesh, bsp_vec((double)v->x, (double)v->y, (double)v->z));
    }
    for (guint i = 0; i < from->mNumFaces; i++)
        if (!add_face(import, from, &from->mFaces[i], first, error))
            return FALSE;
    return TRUE;
}

/* Adds the meshes of a node and of all nodes below it, which libassimp has placed. */
static gboolean add_node(Import *import, const struct aiNode *node, GError **error)
{
    for (guint i = 0; i < node->mNumMeshes; i++)
        if (!add_mesh(import, node, node->mMeshes[i], error))
            return FALSE;
    for (guint i = 0; i < node->mNumChildren; i++)
        if (!add_node(import, node->mChildren[i], error))
            return FALSE;
    return TRUE;
}

static gboolean add_scene(Import *import, GError **error)
{
    return add_node(import, import->scene->mRootNode, error) &&
           (import->n_corners ||
            fail(import, error, BSP_ERROR_GEOMETRY, "the scene has no triangles"));
}

/* --- the file --- */

/* The number of the axis that an .fbx names as up: 1 is y. Programs write y by default. */
static gint fbx_up_axis(const struct aiScene *scene)
{
    const struct aiMetadata *data = scene->mMetaData;
    for (guint i = 0; data && i < data->mNumProperties; i++)
        if (strcmp(data->mKeys[i].data, "UpAxis") == 0 && data->mValues[i].mType == AI_INT32)
            return *(const gint32 *)data->mValues[i].mData;
    return 1;
}

static gboolean is_y_up(const Import *import, const char *up)
{
    const char *ending = bsp_ending_text(import->path);
    /* A .dae file says which axis is up, and libassimp turns it to y. */
    if (up && g_strcmp0(ending, ".dae") != 0)
        return *up == 'y';
    if (g_strcmp0(ending, ".fbx") == 0)
        return fbx_up_axis(import->scene) == 1;
    return g_strcmp0(ending, ".ply") != 0 && g_strcmp0(ending, ".stl") != 0;
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

/* libassimp reads for ever if the header of a .ply file has no end. */
static gboolean check_ply_header(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (g_strcmp0(bsp_ending_text(path), ".ply") != 0)
        return TRUE;
    if (!g_file_get_contents(path, &text, &length, error))
        return FALSE;
    if (g_strstr_len(text, (gssize)length, "end_header"))
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: the header has no line \"end_header\"",
                path);
    return FALSE;
}

/* libassimp reads the file by its name, because it also reads the files that this one names. */
static gboolean check_file(const char *path, GError **error)
{
    GStatBuf file;
    const char *problem = g_stat(path, &file) != 0   ? g_strerror(errno)
                          : !S_ISREG(file.st_mode)   ? "not a regular file"
                          : file.st_size > MAX_BYTES ? "larger than the limit of 256 MiB"
                                                     : NULL;
    if (problem)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot read: %s", path, problem);
    return !problem;
}

/* Reads the scene with its nodes, whose meshes are copied to their places. */
static const struct aiScene *read_placed(const char *path)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_PTV_KEEP_HIERARCHY, 1);
    const struct aiScene *scene =
        aiImportFileExWithProperties(path, aiProcess_PreTransformVertices, NULL, properties);
    aiReleasePropertyStore(properties);
    return scene;
}

static BspMesh *import_scene(const char *path, const char *up, BspMeshOptions *options,
                             GPtrArray *remarks, GError **error)
{
    if (!check_file(path, error) || !check_ply_header(path, error))
        return NULL;
    const struct aiScene *scene = read_placed(path);
    if (!scene || !scene->mRootNode) {
        g_autofree char *reason = g_utf8_make_valid(aiGetErrorString(), -1);
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: libassimp cannot read it: %s", path,
                    *reason ? reason : "it has no scene");
        aiReleaseImport(scene);
        return NULL;
    }
    g_autoptr(BspMesh) mesh = bsp_mesh_new(path);
    Import import = { .path = path, .scene = scene, .mesh = mesh };
    gboolean good = add_scene(&import, error);
    options->y_up = is_y_up(&import, up);
    add_remarks(&import, options->y_up, remarks);
    aiReleaseImport(scene);
    return good ? g_steal_pointer(&mesh) : NULL;
}

#else

static BspMesh *import_scene(const char *path, const char *up, BspMeshOptions *options,
                             GPtrArray *remarks, GError **error)
{
    (void)up, (void)options, (void)remarks;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: this program was built without libassimp, which reads such meshes: apt-get "
                "install libassimp-dev, and build again; or export an .obj",
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

BspWorld *level_import(const char *path, const char *up, const BspMeshOptions *options,
                       GError **error)
{
    BspMeshOptions all = *options;
    g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(BspMesh) mesh = level_read_mesh(path, up, &all, remarks, error);
    BspWorld *world = mesh ? bsp_world_of_mesh(path, mesh, &all, error) : NULL;
    for (guint i = 0; world && i < remarks->len; i++)
        g_ptr_array_add(world->report.messages, g_strdup(remarks->pdata[i]));
    return world;
}

/* 0 stands for the default. */
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
