/* edit: the internals of BspEditor (bsp-edit.h). */
#ifndef BSP_EDIT_INSIDE_H
#define BSP_EDIT_INSIDE_H

#include <stdatomic.h>

#include "bsp-edit.h"
#include "compile/listing.h"

/* Versions have numbers, from 1 on. Each part of memory is born in the version that is made next.
 * While a version lives that sees a part, no edit may overwrite it; a part that is born after the
 * newest version may change in place. */
typedef struct BspVersion BspVersion;
struct BspVersion {
    BspBrushTable table; /* the first member, because the table's release() gets its address */
    BspEditor *editor;
    guint64 number;
    BspVersion *older, *newer; /* of the versions that live; for the editor's thread */
    BspVersion *next;          /* in the list of released ones */
    GArray *retired; /* of BspRetired, the parts that this version sees but no newer one */
};

typedef enum { BSP_PART_NODE, BSP_PART_GROUPS, BSP_PART_VERTICES, BSP_PART_MEMORY } BspPartKind;

/* A part that is not in the editor's state any more. */
typedef struct {
    BspPartKind kind;
    guint32 first, n; /* of an array's elements or blocks */
    gpointer memory;  /* BSP_PART_MEMORY */
    guint64 born;
} BspRetired;

/* The use of an array: the first `n` of `most` elements are in use or in the lists of free ones. An
 * element is a group, or BSP_EDIT_VERTICES vertices. */
typedef struct {
    guint32 n, most;
    GPtrArray *unused; /* lists of free runs by their length: GArray of guint32, or NULL */
} BspRuns;

/* Vertices of brushes begin at multiples of this, so that there are fewer different lengths. */
#define BSP_EDIT_VERTICES 4

struct BspEditor {
    BspBrushTable now; /* the state; its pages and arrays are those of the editor */
    BspBounds room;
    guint most; /* brushes */

    /* Versions. */
    guint64 next_number;
    BspVersion *newest;             /* of those that live; NULL: none */
    _Atomic(BspVersion *) released; /* a list of those that do not */
    atomic_uint n_owners;           /* the editor and the versions that live */

    /* The hierarchy. Node 0 is never used, because it stands for no child. */
    guint32 most_nodes;
    GArray *free_nodes;  /* guint32 */
    guint64 *nodes_born; /* of each node */
    guint8 *heights;     /* of each node: the number of nodes on the longest way down, with it */
    guint n_insertions;

    /* Brushes. */
    guint64 *pages_born, *brushes_born; /* of each page; of each brush's groups and vertices */
    guint64 *used;                      /* bits of numbers that brushes have */
    guint32 first_free;                 /* the words of bits before this one are full */
    BspRuns groups, vertices;
    BspListing listing; /* of the brush that is added */
};

/* Whether a version sees what was born then. */
static inline gboolean bsp_edit_is_seen(const BspEditor *e, guint64 born)
{
    return e->newest && born <= e->newest->number;
}

gboolean bsp_edit_has(const BspEditor *editor, guint32 brush);

/* Takes a part out of the state. The part is free as soon as no version sees it. */
void bsp_edit_retire(BspEditor *editor, const BspRetired *part);

/* --- the hierarchy (edit-hierarchy.c) --- */

/* The most nodes that one edit needs, for a copy of a path and for a subtree that is made anew. */
#define BSP_EDIT_SPARE (2 * BSP_NEAR_MAX_DEPTH + 2 * BSP_EDIT_SUBTREE)

/* The most brushes of a subtree that is made anew. One that is twice as large takes twice as long:
 * with 192 the slowest edit takes a third of a millisecond. */
#define BSP_EDIT_SUBTREE 192

/* A higher hierarchy is made anew. A search goes through at most BSP_NEAR_MAX_DEPTH nodes, and an
 * insertion adds one. */
#define BSP_EDIT_HEIGHT (BSP_NEAR_MAX_DEPTH - 4)

/* The brush is in its page. There must be room for BSP_EDIT_SPARE nodes. */
void bsp_edit_insert(BspEditor *editor, guint32 brush);
void bsp_edit_take_out(BspEditor *editor, guint32 brush);

/* Makes the hierarchy of all brushes anew. */
void bsp_edit_rebuild(BspEditor *editor);

/* Makes room for n more nodes. Returns FALSE if there is no memory. */
gboolean bsp_edit_reserve_nodes(BspEditor *editor, guint n);

#endif
