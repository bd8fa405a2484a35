/* gltf-data: the data of a glTF 2.0 document: its JSON, its buffers, and its accessors.
 *
 * Errors are BSP_ERROR_SYNTAX, BSP_ERROR_VALUE, BSP_ERROR_LIMIT or BSP_ERROR_IO. Messages have the
 * form "FILE: /json/pointer: message", or "FILE: offset N: message" for the container of a .glb. */
#ifndef BSP_WORLD_GLTF_DATA_H
#define BSP_WORLD_GLTF_DATA_H

#include "tools/bsp-json.h"

/* A document. Do not copy the struct, because `root` refers to its own fields. */
typedef struct {
    const char *path;
    BspJson *json;
    BspJsonRef root;
    const char *binary; /* .glb: the binary chunk; NULL if there is none */
    gsize n_binary;
    gboolean may_read_files; /* whether buffers in other files are read */
    gboolean quantized;      /* positions may be integers (KHR_mesh_quantization) */
    GPtrArray *buffers;      /* GBytes of each buffer; NULL: not yet used */
    guint64 n_buffer_bytes;  /* bytes of all buffers so far */
    GChecksum *others;       /* of the other files that were read; NULL: none */
} BspGltf;

/* Reads the container and the JSON, and checks the version and the extensions. text[length] must be
 * NUL. path and text must outlive the document. */
BspGltf *bsp_gltf_open(const char *path, const char *text, gsize length, gboolean may_read_files,
                       GError **error);
void bsp_gltf_free(BspGltf *gltf);

/* --- values --- */

/* Reads a whole number, which may be written with a point or an exponent. */
gboolean bsp_gltf_uint(const BspJsonRef *ref, guint32 min, guint32 max, guint32 *number,
                       GError **error);

/* As bsp_gltf_uint(), for a member that may be absent; then *number is not changed. */
gboolean bsp_gltf_member_uint(const BspJsonRef *object, const char *key, guint32 max,
                              guint32 *number, GError **error);

/* An item of an array of the document. Do not copy the struct, because `ref` refers to `array`. */
typedef struct {
    BspJsonRef array, ref;
    guint32 number; /* index in the array */
} BspGltfItem;

/* Finds the object to which `index` refers: an item of the document's array of that name. */
gboolean bsp_gltf_follow(const BspGltf *gltf, const BspJsonRef *index, const char *array,
                         BspGltfItem *item, GError **error);

/* --- accessors --- */

/* Types of components, by their numbers in the format. */
enum {
    BSP_GLTF_BYTE = 5120,
    BSP_GLTF_UNSIGNED_BYTE = 5121,
    BSP_GLTF_SHORT = 5122,
    BSP_GLTF_UNSIGNED_SHORT = 5123,
    BSP_GLTF_UNSIGNED_INT = 5125,
    BSP_GLTF_FLOAT = 5126
};

/* An array of scalars, vectors or matrices in a buffer. */
typedef struct {
    guint32 count;
    guint32 type;        /* of a component */
    guint n;             /* components of an element */
    guint stride;        /* bytes from an element to the next */
    gboolean has_stride; /* the buffer view has a byteStride */
    gboolean normalized; /* integers stand for -1 to 1, or 0 to 1 */
    const guint8 *data;  /* NULL: all components are 0 */
    guint8 *own;         /* the data, if they belong to the accessor; else NULL */
} BspGltfAccessor;

/* Opens the accessor to which `index` refers, and checks that its data lie within their buffer.
 * Fails with BSP_ERROR_LIMIT if it has more than max_count elements. The caller frees the accessor
 * with bsp_gltf_accessor_clear(), also after an error. The document must outlive the accessor. */
gboolean bsp_gltf_accessor_open(BspGltf *gltf, const BspJsonRef *index, guint32 max_count,
                                BspGltfAccessor *accessor, GError **error);
void bsp_gltf_accessor_clear(BspGltfAccessor *accessor);

/* Component k of element i. It may be not finite. */
double bsp_gltf_accessor_value(const BspGltfAccessor *accessor, guint32 i, guint k);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspGltf, bsp_gltf_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(BspGltfAccessor, bsp_gltf_accessor_clear)

#endif
