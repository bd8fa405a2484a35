/* fill-notes: why the outside of some spaces of a method is not filled. */
#ifndef COMPARE_FILL_NOTES_H
#define COMPARE_FILL_NOTES_H

#include "bsp-build.h"
#include "scenario/scenario.h"

typedef struct CompareFillNotes CompareFillNotes;

/* The scenario must outlive the notes. The caller frees them with compare_fill_notes_free(). */
CompareFillNotes *compare_fill_notes_new(const CompareScenario *scenario);
void compare_fill_notes_free(CompareFillNotes *notes);

/* Collects the result for one space. This is a BspFillFunc; its user data is the notes. */
void compare_fill_notes_add(const BspFillNote *note, gpointer notes);

/* The reasons in alphabetical order, each once: "no start is free for big; point leaks from ...".
 * NULL if all spaces are filled. The caller frees the text with g_free(). */
char *compare_fill_notes_text(const CompareFillNotes *notes);

/* TRUE if a space leaks. */
gboolean compare_fill_notes_leak(const CompareFillNotes *notes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareFillNotes, compare_fill_notes_free)

#endif
