/* world-text: writes a world as JSON, brush by brush, while it is generated.
 *
 * Numbers have all their digits, so that a world has the same bytes on every machine. A plane's
 * normal may have any length. Brushes come first, then starts. */
#ifndef COMPARE_WORLD_TEXT_H
#define COMPARE_WORLD_TEXT_H

#include <glib.h>

#include "bsp-plane.h"

typedef struct {
    GString *out;
    GRand *rand; /* the source of all random choices of the kinds */
    guint n;     /* the number of items that were written so far into the current list */
} CompareWorldText;

CompareWorldText compare_world_text_begin(const char *name, GRand *rand);
void compare_world_text_box(CompareWorldText *text, BspVec mins, BspVec maxs);
void compare_world_text_planes(CompareWorldText *text, const BspPlane *planes, guint n);

/* Writes six boxes that enclose the space from mins to maxs. */
void compare_world_text_shell(CompareWorldText *text, BspVec mins, BspVec maxs);

/* Ends the list of brushes and begins the list of starts. */
void compare_world_text_end_brushes(CompareWorldText *text);
void compare_world_text_start(CompareWorldText *text, BspVec start);

/* Returns the whole text. The caller frees it with g_free(). */
char *compare_world_text_end(CompareWorldText *text);

#endif
