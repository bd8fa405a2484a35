/* info: what "bsplevel info" prints about a saved tree (info-tree.c), a leak of a world (leak.c),
 * and a box merged into a world's tree (info-merge.c; Melax 2000, section 6). The caller frees
 * texts with g_free(). */
#ifndef LEVEL_INFO_H
#define LEVEL_INFO_H

#include "methods/method.h"

/* Whether a regular file begins like a saved tree or, because it may be damaged, has the name of
 * one. Not for compressed files. */
gboolean level_info_is_tree(const char *path);

/* Lines about a saved tree. NULL with BSP_ERROR if the tree cannot be loaded. */
char *level_info_tree(const char *path, GError **error);

/* Adds how many bodies the game puts into the level, and a line for each, and for each start, that
 * is in solid or in a room that no player can walk to. Adds nothing for a file without entities. */
void level_info_bodies(const BspWorld *world, GString *out);

/* JSON: the faces of the world, the size of its tree without bevels, and the counts and times of
 * M() and F() (shift/merge.h) for a box. NULL with an error. */
char *level_info_merge(const BspWorld *world, const BspBounds *box, GError **error);

/* Lines that say whether a box can leave the world, and by which hole. If box is NULL, a point is
 * moved, which only solid brushes stop: the games' compilers flood through clip brushes (q3map2,
 * Portal_Passable(); Quake II, Portal_EntityFlood()). Trees are built as `trees` says, except for
 * its fill mode. *points: the way out as a Quake point file, one place on each line, to 0.1 unit,
 * which the caller frees, too; NULL if the world is sealed. NULL with BSP_ERROR. */
char *level_info_leak(const BspWorld *world, const CompareMover *box, const CompareTrees *trees,
                      char **points, GError **error);

#endif
