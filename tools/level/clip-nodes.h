/* clip-nodes: the clip nodes and planes of a new file: those that are kept, and those of new trees.
 */
#ifndef LEVEL_CLIP_NODES_H
#define LEVEL_CLIP_NODES_H

#include "bsp-nodes.h"
#include "world/q1-level.h"

typedef struct {
    gint32 plane, child[2]; /* a child below 0 is contents */
} LevelClipNode;

typedef struct {
    GByteArray *planes; /* the lump */
    GHashTable *known;  /* from the bytes of a plane's record to its number */
    GHashTable *heads;  /* from a kept head to its new number */
    GArray *nodes;      /* LevelClipNode */
} LevelClipNodes;

/* Begins with the planes of the level. */
void level_clip_nodes_init(LevelClipNodes *out, const BspQ1Level *level);
void level_clip_nodes_clear(LevelClipNodes *out);

/* Keeps the nodes below a head of the level, and replaces the head by its new number. Heads that
 * are equal stay equal. */
gboolean level_clip_nodes_keep(LevelClipNodes *out, const BspQ1Level *level, gint32 *head);

/* Adds a map tree, and returns the number of its head in *head. The head has the smallest number of
 * the tree's nodes, as engines require. guard: all space outside of these bounds is solid; NULL:
 * none. Returns FALSE if a plane is too far from the origin for the precision of floats. */
gboolean level_clip_nodes_add(LevelClipNodes *out, const BspNodes *tree, const BspBounds *guard,
                              gint32 *head);

#endif
