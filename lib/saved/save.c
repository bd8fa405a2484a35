/* save: assembles the file of a saved tree. */
#include "saved/save.h"

#include "bsp-solid.h"
#include "table/flat.h"

#define TOO_LARGE "the tree is too large to be saved"

/* One array of the file, which is a section. */
typedef struct {
    const char *name;
    gconstpointer array; /* owned by the caller; NULL if `own` is set */
    GByteArray *own;     /* a copy that the part owns; NULL if `array` is set */
    gsize size, n;       /* bytes of an element, and number of elements */
} Part;

struct BspSaving {
    BspSavedHeader header;
    GArray *parts;       /* the sections of the file (Part) */
    BspBrushTable *flat; /* a flat copy, if the brush table is a version of an editor; else NULL */
    const char *why;     /* the reason why the tree cannot be saved; NULL if it can be saved */
};

static void part_clear(gpointer data)
{
    Part *part = data;
    if (part->own)
        g_byte_array_unref(part->own);
}

void bsp_saving_free(BspSaving *saving)
{
    if (!saving)
        return;
    g_array_unref(saving->parts);
    bsp_brush_table_free(saving->flat);
    g_free(saving);
}

void bsp_saving_add(BspSaving *saving, const char *name, gconstpointer array, gsize size, gsize n)
{
    BSP_ASSERT(strlen(name) < sizeof((BspSavedSection *)0)->name);
    Part part = { name, array, NULL, size, n };
    g_array_append_val(saving->parts, part);
}

void bsp_saving_append(BspSaving *saving, const char *name, gconstpointer array, gsize size,
                       gsize n)
{
    Part *part = NULL;
    for (guint i = 0; i < saving->parts->len && !part; i++)
        if (strcmp(g_array_index(saving->parts, Part, i).name, name) == 0)
            part = &g_array_index(saving->parts, Part, i);
    if (!part) {
        bsp_saving_add(saving, name, NULL, size, 0);
        part = &g_array_index(saving->parts, Part, saving->parts->len - 1);
        part->own = g_byte_array_new();
    }
    BSP_ASSERT(part->own && part->size == size && part->own->len == part->n * size);
    if (size * n > G_MAXUINT - part->own->len) {
        saving->why = TOO_LARGE;
        return;
    }
    g_byte_array_append(part->own, array, (guint)(size * n));
    part->n += n;
}

/* --- the brush table --- */

static void add_brush_table(BspSaving *s, const BspBrushTable *table)
{
    gsize n_names = BSP_TABLE_LANES * (gsize)table->n_groups, n = table->n_brushes;
    bsp_saving_add(s, "side-grid", &table->hierarchy.grid, sizeof table->hierarchy.grid, 1);
    bsp_saving_add(s, "side-nodes", table->hierarchy.nodes, sizeof *table->hierarchy.nodes,
                   table->hierarchy.n_nodes);
    bsp_saving_add(s, "side-brushes", table->brushes, sizeof *table->brushes, n);
    bsp_saving_add(s, "side-planes", table->groups, sizeof *table->groups, table->n_groups);
    bsp_saving_add(s, "side-names", table->names, sizeof *table->names, n_names);
    bsp_saving_add(s, "side-axials", table->axials, sizeof *table->axials, BSP_TABLE_AXIAL * n);
    if (!table->vertices)
        return;
    bsp_saving_add(s, "side-vertices", table->vertices, sizeof *table->vertices, table->n_vertices);
    bsp_saving_add(s, "side-bodies", table->bodies, sizeof *table->bodies, n);
}

/* --- the header --- */

/* Sets the checksum from 64 hexadecimal digits. Sets all bytes to zero if a digit is not
 * hexadecimal, or digits is NULL. */
static void set_sha256(guchar sha256[32], const char *digits)
{
    for (guint i = 0; digits && i < 64; i++) {
        gint digit = g_ascii_xdigit_value(digits[i]);
        if (digit < 0) {
            memset(sha256, 0, 32);
            return;
        }
        sha256[i / 2] = (guchar)(sha256[i / 2] << 4 | digit);
    }
}

BspSaving *bsp_saving_new(BspSavedKind kind, const BspSaveOptions *options)
{
    BspSaving *s = g_new0(BspSaving, 1);
    s->header = (BspSavedHeader){ .version = BSP_SAVED_VERSION,
                                  .mark = BSP_SAVED_MARK,
                                  .kind = (uint32_t)kind };
    memcpy(s->header.magic, BSP_SAVED_MAGIC, sizeof s->header.magic);
    s->parts = g_array_new(FALSE, FALSE, sizeof(Part));
    g_array_set_clear_func(s->parts, part_clear);
    if (!options)
        return s;
    s->header.flags = options->flags;
    set_sha256(s->header.sha256, options->sha256);
    if (options->world)
        bsp_saving_append(s, "world", options->world, 1, strlen(options->world) + 1);
    if (options->sides && options->sides->pages)
        s->flat = bsp_brush_table_flat(options->sides);
    if (options->sides)
        add_brush_table(s, s->flat ? s->flat : options->sides);
    return s;
}

/* --- nodes --- */

typedef struct {
    const BspNodes *nodes;
    BspSavedProof *proof; /* the proofs of the nodes, then those of the space nodes. `paths` is 0
                             until the node is visited */
} Proving;

static BspSavedProof prove(Proving *p, gint32 at);

static BspSavedProof prove_space_node(Proving *p, gint32 at)
{
    const BspNodes *n = p->nodes;
    BspSavedProof *proof = &p->proof[n->n_nodes + ((guint)~at - n->first_space_node)];
    gboolean known = proof->paths > 0;
    for (guint k = 0; !known && k < n->n_spaces; k++) {
        BspSavedProof below = prove(p, bsp_nodes_in_space(n, at, k));
        proof->paths = MAX(proof->paths, below.paths);
        proof->height = MAX(proof->height, below.height);
    }
    return *proof;
}

/* Returns the proof of a node or leaf. It counts the paths from the node down to leaves, up to a
 * maximum. The recursion is at most BSP_MAX_DEPTH deep. */
static BspSavedProof prove(Proving *p, gint32 at)
{
    if (at < 0 && !bsp_nodes_is_space_node(p->nodes, at))
        return (BspSavedProof){ 1, 0 };
    if (at < 0)
        return prove_space_node(p, at);
    BSP_ASSERT((guint)at < p->nodes->n_nodes);
    BspSavedProof *proof = &p->proof[at];
    if (proof->paths == 0) {
        const BspNode *node = &p->nodes->nodes[at];
        BspSavedProof a = prove(p, bsp_node_child(node, 0)), b = prove(p, bsp_node_child(node, 1));
        guint64 paths = (guint64)a.paths + b.paths;
        *proof = (BspSavedProof){ (guint32)MIN(paths, G_MAXUINT32), 1 + MAX(a.height, b.height) };
    }
    return *proof;
}

/* Adds the proof that bsp_nodes_load() checks. The builder never makes a space node the direct
 * child of another space node. */
static void add_proof(BspSaving *s, const BspNodes *n)
{
    gsize n_proofs = (gsize)n->n_nodes + n->n_space_nodes;
    g_autofree BspSavedProof *proofs = g_new0(BspSavedProof, n_proofs + 1);
    Proving p = { n, proofs };
    BspSavedProof root = prove(&p, n->root);
    if (root.paths > bsp_saved_max_paths(n->n_nodes))
        s->why = "the tree shares subtrees too often to be saved; build it with options.plain";
    bsp_saving_append(s, "proof", proofs, sizeof *proofs, n_proofs);
}

void bsp_saving_add_nodes(BspSaving *s, const BspNodes *n)
{
    BspSavedTree tree = { n->n_leaves,
                          n->n_space_nodes ? n->n_spaces : 0,
                          n->first_space_node,
                          n->depth,
                          n->root,
                          n->n_built,
                          n->n_planes,
                          0 };
    bsp_saving_append(s, "tree", &tree, sizeof tree, 1);
    bsp_saving_add(s, "nodes", n->nodes, sizeof *n->nodes, n->n_nodes);
    bsp_saving_add(s, "exact", n->exact, sizeof *n->exact, n->n_exact);
    bsp_saving_add(s, "normals", n->normals, sizeof *n->normals, n->n_normals);
    bsp_saving_add(s, "rows", n->rows, sizeof *n->rows, (gsize)n->n_space_nodes * n->n_spaces);
    add_proof(s, n);
}

/* --- the file --- */

static gsize aligned(gsize at)
{
    return (at + BSP_SAVED_ALIGN - 1) / BSP_SAVED_ALIGN * BSP_SAVED_ALIGN;
}

static gsize file_length(const BspSaving *s)
{
    gsize length = aligned(sizeof s->header + s->parts->len * sizeof(BspSavedSection));
    for (guint i = 0; i < s->parts->len; i++) {
        const Part *part = &g_array_index(s->parts, Part, i);
        length = aligned(length + part->size * part->n);
    }
    return length;
}

/* Writes all of the file except the header. The bytes must be zero on entry, since gaps between
 * sections are not written. */
static void write_parts(const BspSaving *s, guchar *bytes)
{
    guchar *list = bytes + sizeof s->header;
    gsize at = aligned(sizeof s->header + s->parts->len * sizeof(BspSavedSection));
    for (guint i = 0; i < s->parts->len; i++) {
        const Part *part = &g_array_index(s->parts, Part, i);
        gsize length = part->size * part->n;
        BspSavedSection section = { .offset = at, .count = part->n, .size = (guint32)part->size };
        g_strlcpy(section.name, part->name, sizeof section.name);
        memcpy(list + i * sizeof section, &section, sizeof section);
        if (length)
            memcpy(bytes + at, part->own ? part->own->data : part->array, length);
        at = aligned(at + length);
    }
    BSP_ASSERT(at == file_length(s));
}

GBytes *bsp_saving_finish(const BspSaving *s, GError **error)
{
    const char *why = s->why;
    for (guint i = 0; i < s->parts->len && !why; i++)
        if (g_array_index(s->parts, Part, i).n > G_MAXINT32)
            why = TOO_LARGE;
    if (!bsp_saved_can_be_read())
        why = "this machine is big-endian, so it can neither save trees, which are little-endian, "
              "nor load them";
    if (why) {
        g_set_error_literal(error, BSP_ERROR, BSP_ERROR_LIMIT, why);
        return NULL;
    }
    gsize length = file_length(s), after = offsetof(BspSavedHeader, kind);
    guchar *bytes = g_malloc0(length);
    BspSavedHeader header = s->header;
    header.length = length;
    header.n_sections = s->parts->len;
    write_parts(s, bytes);
    memcpy(bytes, &header, sizeof header);
    header.checksum = bsp_saved_checksum(bytes + after, length - after);
    memcpy(bytes, &header, sizeof header);
    return g_bytes_new_take(bytes, length);
}

gboolean bsp_saving_write(GBytes *bytes, const char *path, GError **error)
{
    if (!bytes)
        return FALSE;
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    g_autoptr(GError) why = NULL;
    gboolean ok = g_file_set_contents(path, data, (gssize)length, &why);
    if (!ok)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot be written: %s", path,
                    why->message);
    g_bytes_unref(bytes);
    return ok;
}

GBytes *bsp_level_to_bytes(const BspBrushTable *level, const BspSaveOptions *options,
                           GError **error)
{
    BspSaveOptions own = options ? *options : (BspSaveOptions){ 0 };
    own.sides = level;
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_LEVEL, &own);
    return bsp_saving_finish(s, error);
}

gboolean bsp_level_save(const BspBrushTable *level, const char *path, const BspSaveOptions *options,
                        GError **error)
{
    return bsp_saving_write(bsp_level_to_bytes(level, options, error), path, error);
}
