/* onion-saved: loads onion trees from files (bsp-saved.h) without copying them.
 *
 *     const char *why;
 *     OnionTree *tree = onion_tree_load(bytes, length, &why);
 *     if (!tree) ... the file cannot be used, because `why`
 *     ... query it like a tree that was built (onion-tree.h)
 *     onion_tree_free(tree); and then the bytes may go
 *
 * onion_tree_save() (onion-build.h) and `bspcompare build` write such files. */
#ifndef ONION_SAVED_H
#define ONION_SAVED_H

#include "bsp-saved.h"
#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Loads the tree that the bytes hold. The bytes must not change while the tree exists, because the
 * tree, with its names of spaces, points into them. Returns NULL and sets *why on failure. Free
 * with onion_tree_free(). */
OnionTree *onion_tree_load(const void *bytes, size_t length, const char **why);

#ifdef __cplusplus
}
#endif

#endif
