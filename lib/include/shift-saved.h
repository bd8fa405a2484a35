/* shift-saved: loads shift trees from files (bsp-saved.h) without copying them.
 *
 *     const char *why;
 *     ShiftTree *tree = shift_tree_load(bytes, length, &why);
 *     if (!tree) ... the file cannot be used, because `why`
 *     ... query it like a tree that was built (shift-tree.h)
 *     shift_tree_free(tree); and then the bytes may go
 *
 * shift_tree_save() (shift-build.h) and `bspcompare build` write such files. */
#ifndef SHIFT_SAVED_H
#define SHIFT_SAVED_H

#include "bsp-saved.h"
#include "shift-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Loads the tree that the bytes hold. The bytes must not change while the tree exists. The tree has
 * its cells if it was built with them. Returns NULL and sets *why on failure. Free with
 * shift_tree_free(). */
ShiftTree *shift_tree_load(const void *bytes, size_t length, const char **why);

#ifdef __cplusplus
}
#endif

#endif
