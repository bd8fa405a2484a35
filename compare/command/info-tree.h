/* info-tree: describes a saved tree for people. */
#ifndef COMPARE_COMMAND_INFO_TREE_H
#define COMPARE_COMMAND_INFO_TREE_H

#include <glib.h>

/* Lines of text. NULL with BSP_ERROR if the tree cannot be loaded. The caller frees the text with
 * g_free(). */
char *compare_info_tree(const char *path, GError **error);

#endif
