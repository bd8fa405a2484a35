/* saved-files: saved trees for tests: damaging them, and asking whatever can be loaded of them. */
#ifndef SAVED_FILES_H
#define SAVED_FILES_H

#include "random.h"
#include "trace/saved.h"

/* A file in memory as a caller has it; its owner frees bytes. */
typedef struct {
    GBytes *bytes;
    gconstpointer data;
    gsize length;
} SavedFile;

/* Takes the bytes; the test fails where they are NULL. */
SavedFile saved_file_of(GBytes *bytes);

/* A copy whose bytes end where the memory does; free with free(). */
guint8 *saved_copy(gconstpointer bytes, gsize length);

/* Makes the checksum that of what is there, as who means harm would. */
void saved_seal(guint8 *bytes, gsize length);

/* The array of that name, and how many elements it has; the test fails where it is not there. */
gpointer saved_array(guint8 *bytes, const char *name, gsize *n);

/* Puts something else in place of one to four words, or bytes, of a whole file: in its header, its
 * list of sections, or in any section. */
void saved_damage(Random *r, guint8 *bytes, gsize length);

/* Loads all that can be loaded of it, and asks that every kind of question n times. Returns how
 * many of the tree and its sides could be loaded. What is wrong is told by the reason
 * alone: it must be there. */
guint saved_ask(Random *r, const guint8 *bytes, gsize length, guint n);

/* A file of some kind, small: of a scene, one space or more, with cells and sides or without. The
 * same for the same number. */
GBytes *saved_example(guint number);

#define SAVED_EXAMPLES 8

#endif
