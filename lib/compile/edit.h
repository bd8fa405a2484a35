/* edit: the internals of BspEditor (bsp-edit.h). */
#ifndef BSP_EDIT_INSIDE_H
#define BSP_EDIT_INSIDE_H

#include <stdatomic.h>

#include "bsp-edit.h"
#include "compile/listing.h"

/* Versions have numbers, from 1 on. The birth of a part of memory is the number of the version that
 * is made next after it. While any version sees a part, no edit may overwrite the part. A part that
 * was born after the newest version may change in place. */
typedef struct BspVersion BspVersion;
struct BspVersion {
    /* Must be the first member, because the table's release() gets its address. */
    BspBrushTable table;
    BspEditor *editor;
    guint64 number;
    /* Neighbours in the list of versions that are not freed; only the editor's thread uses it. */
    BspVersion *older, *newer;
    BspVersion *next; /* the next version in the list `released` */
    GArray *retired;  /* the parts (BspRetired) that this version sees, but no newer version sees */
};

typedef enum { BSP_PART_NODE, BSP_PART_GROUPS, BSP_PART_VERTICES, BSP_PART_MEMORY } BspPartKind;

/* A part that the editor's present state no longer contains. */
typedef struct {
    BspPartKind kind;
    /* Index of the part's first element in its array, and number of elements. */
    guint32 first, n;
    gpointer memory; /* the block of memory, if the kind is BSP_PART_MEMORY */
    guint64 born;
} BspRetired;

/* The use of an array of `most` elements. The first `n` of them are in use or in the lists of free
 * runs. An element is a group, or BSP_EDIT_VERTICES vertices. */
typedef struct {
    guint32 n, most;
    GPtrArray *unused; /* lists of free runs: unused[length] is an array of first elements
                          (guint32), or NULL */
} BspRuns;

/* The vertices of a brush begin at a multiple of this number, so that there are fewer different
 * lengths. */
#define BSP_EDIT_VERTICES 4

struct BspEditor {
    BspBrushTable now; /* the present state; the editor owns its pages and arrays */
    BspBounds room;
    guint most; /* the maximum number of brushes */

    /* The versions. */
    guint64 next_number;
    BspVersion *newest; /* the newest version that is not freed; NULL if there is none */
    _Atomic(BspVersion *) released; /* the list of versions that their users have freed */
    atomic_uint n_owners;           /* 1 for the editor, and 1 for each version that is not freed */

    /* The hierarchy. Node 0 is never used, because it stands for no child. */
    guint32 most_nodes;
    GArray *free_nodes;  /* numbers of unused nodes (guint32) */
    guint64 *nodes_born; /* the birth of each node */
    guint8 *heights; /* for each node, the number of nodes on the longest path down, including the
                        node */
    guint n_insertions;

    /* The brushes. */
    /* The birth of each page, and of each brush's groups and vertices. */
    guint64 *pages_born, *brushes_born;
    guint64 *used;      /* a bit for each number that a brush has */
    guint32 first_free; /* index of a word of `used`; all words before it are full */
    BspRuns groups, vertices;
    BspListing listing; /* arrays for the brush that is being added */
};

/* Returns whether a version sees a part with this birth. */
static inline gboolean bsp_edit_is_seen(const BspEditor *e, guint64 born)
{
    return e->newest && born <= e->newest->number;
}

gboolean bsp_edit_has(const BspEditor *editor, guint32 brush);

/* Removes a part from the present state. The part is free as soon as no version sees it. */
void bsp_edit_retire(BspEditor *editor, const BspRetired *part);

/* --- the hierarchy (edit-hierarchy.c) --- */

/* The maximum number of nodes that one edit needs, for a copy of a path and for a subtree that is
 * built anew. */
#define BSP_EDIT_SPARE (2 * BSP_NEAR_MAX_DEPTH + 2 * BSP_EDIT_SUBTREE)

/* The maximum number of brushes in a subtree that is built anew. The time is proportional to this
 * number. With 192 the slowest edit takes a third of a millisecond. */
#define BSP_EDIT_SUBTREE 192

/* The maximum height of a hierarchy. A higher hierarchy is built anew. A search goes through at
 * most BSP_NEAR_MAX_DEPTH nodes, and an insertion adds one node. */
#define BSP_EDIT_HEIGHT (BSP_NEAR_MAX_DEPTH - 4)

/* Inserts a brush, which its page already contains, in the hierarchy. There must be room for
 * BSP_EDIT_SPARE nodes. */
void bsp_edit_insert(BspEditor *editor, guint32 brush);
void bsp_edit_take_out(BspEditor *editor, guint32 brush);

/* Builds the hierarchy of all brushes anew. */
void bsp_edit_rebuild(BspEditor *editor);

/* Makes room for n more nodes. Returns FALSE if there is no memory. */
gboolean bsp_edit_reserve_nodes(BspEditor *editor, guint n);

#endif
