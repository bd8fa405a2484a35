/* classes: searches lists of classes of entities, and counts the entities of each class.
 *
 * A list such as "func_wall,func_door*" names classes, separated by commas. A * at the end of a
 * name stands for any ending. Upper and lower case are equal. */
#ifndef BSP_WORLD_CLASSES_H
#define BSP_WORLD_CLASSES_H

#include <glib.h>

/* Returns whether the list names the class. `list` may be NULL, which names no class. */
gboolean bsp_classes_have(const char *list, const char *classname);

/* Returns an empty tree that maps a class to the number of its entities. */
GTree *bsp_class_counts_new(void);
/* Counts one more entity of the class. */
void bsp_class_counts_add(GTree *counts, const char *classname);

/* Returns a text such as "func_door 12, func_wall 3", with the largest numbers first. If there are
 * many classes, it has only a few. The caller frees it with g_free(). */
char *bsp_class_counts_text(GTree *counts);

/* Returns the names of the list that no class of the tree has, such as "func_wall, func_glass";
 * NULL if there are none. *all receives whether these are all names of the list. The caller frees
 * the text with g_free(). */
char *bsp_class_counts_missing(GTree *counts, const char *list, gboolean *all);

#endif
