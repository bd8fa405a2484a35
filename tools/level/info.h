/* info: makes the texts of "bsplevel info" about a saved tree (info-tree.c), a leak of a world
 * (leak.c), bodies (info-bodies.c), and a box merged into a world's tree (info-merge.c; Melax 2000,
 * section 6). The caller frees texts with g_free(). */
#ifndef LEVEL_INFO_H
#define LEVEL_INFO_H

#include "methods/method.h"

/* Returns whether a regular file begins like a saved tree. A file whose name is that of a saved
 * tree counts, too, because its beginning may be damaged. Does not recognise compressed files. */
gboolean level_info_is_tree(const char *path);

/* Returns lines about a saved tree, or NULL with BSP_ERROR if the tree cannot be loaded. */
char *level_info_tree(const char *path, GError **error);

/* Adds the number of bodies that the game puts into the level. Adds a line for each body and each
 * start in solid, or in a room to which no player can walk. Adds nothing for a file without
 * entities. */
void level_info_bodies(const BspWorld *world, GString *out);

/* Returns JSON with the faces of the world and the size of its tree without bevels. The JSON also
 * has the counts and times of M() and F() (shift/merge.h) for the box. Returns NULL with an
 * error. */
char *level_info_merge(const BspWorld *world, const BspBounds *box, GError **error);

/* Returns lines about whether a box can leave the world, and by which hole. If `box` is NULL, a
 * point moves, which only solid brushes stop. Compilers of the games let their flood fill pass clip
 * brushes, too (q3map2, Portal_Passable(); Quake II, Portal_EntityFlood()). Trees are built with
 * the options `trees`, except for its fill mode. Stores in *sealed whether the world is known to be
 * sealed; without a free start it is not known. Stores the way out in *points as a Quake point
 * file, with one point on each line, rounded to 0.1 unit, or NULL if there is none. The caller
 * frees it, too. Returns NULL with BSP_ERROR. */
char *level_info_leak(const BspWorld *world, const CompareMover *box, const CompareTrees *trees,
                      gboolean *sealed, char **points, GError **error);

#endif
