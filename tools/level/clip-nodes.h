/* clip-nodes: makes the clip nodes and planes of a new file, from trees of the old file that stay,
 * and from new trees. */
#ifndef LEVEL_CLIP_NODES_H
#define LEVEL_CLIP_NODES_H

#include "bsp-nodes.h"
#include "world/q1-level.h"

typedef struct {
    gint32 plane, child[2]; /* plane is the number of the plane; a child below 0 is contents */
} LevelClipNode;

typedef struct {
    GByteArray *planes; /* the lump of planes */
    GHashTable *known;  /* maps the bytes of a plane's record to its number */
    GHashTable *heads;  /* maps the number of a root node that stays, in the old file, to its number
                           in the new file */
    GArray *nodes;      /* an array of LevelClipNode */
} LevelClipNodes;

/* Starts with the planes of the level, and without nodes. */
void level_clip_nodes_init(LevelClipNodes *out, const BspQ1Level *level);
void level_clip_nodes_clear(LevelClipNodes *out);

/* Keeps the nodes below a root node of the level, and replaces *head by its new number. Equal heads
 * stay equal. */
gboolean level_clip_nodes_keep(LevelClipNodes *out, const BspQ1Level *level, gint32 *head);

/* Adds a map tree, and stores the number of its root node in *head. The root gets the smallest
 * number of the tree's nodes, as engines require. If `guard` is not NULL, all space outside of
 * these bounds is solid. Returns FALSE if a plane is too far from the origin for the precision of
 * floats. */
gboolean level_clip_nodes_add(LevelClipNodes *out, const BspNodes *tree, const BspBounds *guard,
                              gint32 *head);

#endif
