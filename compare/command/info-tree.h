/* info-tree: what a saved tree holds, for people. */
#ifndef COMPARE_COMMAND_INFO_TREE_H
#define COMPARE_COMMAND_INFO_TREE_H

#include <glib.h>

/* Lines. NULL with BSP_ERROR where it cannot be loaded. Free with g_free(). */
char *compare_info_tree(const char *path, GError **error);

#endif
