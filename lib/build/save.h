/* save: putting the file together that a tree is saved in (saved). */
#ifndef BSP_SAVE_INSIDE_H
#define BSP_SAVE_INSIDE_H

#include "bsp-error.h"
#include "bsp-save.h"
#include "trace/saved.h"

/* A file so far. */
typedef struct BspSaving BspSaving;

/* With what the options, which may be NULL, say. */
BspSaving *bsp_saving_new(BspSavedKind kind, const BspSaveOptions *options);
void bsp_saving_free(BspSaving *saving);

/* Adds an array of n elements, which has to be there until the end. */
void bsp_saving_add(BspSaving *saving, const char *name, gconstpointer array, gsize size, gsize n);

/* Adds a copy of more of an array, which is begun by the first of them. */
void bsp_saving_append(BspSaving *saving, const char *name, gconstpointer array, gsize size,
                       gsize n);

void bsp_saving_add_nodes(BspSaving *saving, const BspNodes *nodes);

/* The finished file. NULL with BSP_ERROR_LIMIT for what cannot be loaded again, and on a machine
 * that cannot load. */
GBytes *bsp_saving_finish(const BspSaving *saving, GError **error);

/* Puts the file under that name, in one step. The bytes are taken; where they are NULL, the error
 * is set already. FALSE with BSP_ERROR_IO. */
gboolean bsp_saving_write(GBytes *bytes, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSaving, bsp_saving_free)

#endif
