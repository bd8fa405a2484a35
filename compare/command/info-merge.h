/* info-merge: a box merged into a world's tree, and passed down it (Melax 2000, section 6). */
#ifndef COMPARE_COMMAND_INFO_MERGE_H
#define COMPARE_COMMAND_INFO_MERGE_H

#include "bsp-world.h"

/* JSON: the faces of the world, the size of its tree without bevels, and the counts and times of
 * M() and F() (shift/merge.h) for a box such as "-8,-8,-8:8,8,8". NULL with an error. The caller
 * frees it with g_free(). */
char *compare_info_merge(const BspWorld *world, const char *box, GError **error);

#endif
