/* save: assembles the file of a saved tree (saved/saved.h). */
#ifndef BSP_SAVE_INSIDE_H
#define BSP_SAVE_INSIDE_H

#include "bsp-error.h"
#include "saved/saved.h"

/* A file under construction. */
typedef struct BspSaving BspSaving;

/* Begins a file. options may be NULL. */
BspSaving *bsp_saving_new(BspSavedKind kind, const BspSaveOptions *options);
void bsp_saving_free(BspSaving *saving);

/* Adds an array of n elements of `size` bytes each. The array must stay valid until
 * bsp_saving_finish(). */
void bsp_saving_add(BspSaving *saving, const char *name, gconstpointer array, gsize size, gsize n);

/* Appends a copy of n elements to an array. The first call begins the array. */
void bsp_saving_append(BspSaving *saving, const char *name, gconstpointer array, gsize size,
                       gsize n);

void bsp_saving_add_nodes(BspSaving *saving, const BspNodes *nodes);

/* Returns the finished file. Returns NULL with BSP_ERROR_LIMIT if the file would be rejected by
 * loading, or if this machine cannot load files. */
GBytes *bsp_saving_finish(const BspSaving *saving, GError **error);

/* Writes the bytes to a file, which is replaced atomically. Takes ownership of bytes. If bytes is
 * NULL, the error must already be set, and FALSE is returned. Returns FALSE with BSP_ERROR_IO if
 * writing fails. */
gboolean bsp_saving_write(GBytes *bytes, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSaving, bsp_saving_free)

#endif
