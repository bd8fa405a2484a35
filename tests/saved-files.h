/* saved-files: makes saved trees for tests, damages them at random, and queries the trees that
 * still load. */
#ifndef SAVED_FILES_H
#define SAVED_FILES_H

#include "random.h"
#include "saved/saved.h"

/* A file in memory. The owner frees `bytes`. */
typedef struct {
    GBytes *bytes;
    gconstpointer data;
    gsize length;
} SavedFile;

static inline void saved_file_clear(SavedFile *file)
{
    g_bytes_unref(file->bytes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SavedFile, saved_file_clear)

/* Returns the file of these bytes, and takes ownership of them. The test fails if they are NULL. */
SavedFile saved_file_of(GBytes *bytes);

/* Returns a copy that ends at the end of its allocation. The caller frees it with free(). */
guint8 *saved_copy(gconstpointer bytes, gsize length);

/* Writes the checksum of the present content. Only deeper checks can then find damage. */
void saved_seal(guint8 *bytes, gsize length);

/* Returns the array of this name, and stores its number of elements. The test fails if the file has
 * no such array. */
gpointer saved_array(guint8 *bytes, const char *name, gsize *n);

/* Overwrites one to four words or bytes of a file at random offsets in its header, its list of
 * sections, or a section. */
void saved_damage(Random *r, guint8 *bytes, gsize length);

/* Loads the tree or graph and the sides from the file, and runs n random queries of each kind.
 * Returns the number of these two that could be loaded. If one of them cannot be loaded, the error
 * must give a reason. */
guint saved_load_and_query(Random *r, const guint8 *bytes, gsize length, guint n);

/* Returns a small saved tree. The number decides its scene, its kind, its spaces, and whether it
 * has cells and sides. The last one is a navigation graph. */
GBytes *saved_example(guint number);

#define SAVED_EXAMPLES 9

#endif
