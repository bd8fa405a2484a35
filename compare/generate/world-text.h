/* world-text: writes a world as JSON, brush by brush, while it is generated.
 *
 * Coordinates are whole numbers or have all their digits, so that a world has the same bytes on
 * every machine. Brushes come first, then starts. */
#ifndef COMPARE_WORLD_TEXT_H
#define COMPARE_WORLD_TEXT_H

#include <glib.h>

#include "bsp-plane.h"

typedef struct {
    GString *out;
    GRand *rand; /* the kinds draw from it */
    guint n;     /* items written so far in the current list */
} CompareWorldText;

/* A corner, or a vector parallel to a plane's normal. */
typedef struct {
    gint x, y, z;
} CompareGridVec;

static inline CompareGridVec compare_grid(gint x, gint y, gint z)
{
    return (CompareGridVec){ x, y, z };
}

/* A plane whose inside is normal . x <= dist. */
typedef struct {
    CompareGridVec normal;
    gint dist;
} CompareGridPlane;

CompareWorldText compare_world_text_begin(const char *name, GRand *rand);
void compare_world_text_box(CompareWorldText *text, CompareGridVec mins, CompareGridVec maxs);
void compare_world_text_planes(CompareWorldText *text, const CompareGridPlane *planes, guint n);

/* Planes with all digits. */
void compare_world_text_exact_planes(CompareWorldText *text, const BspPlane *planes, guint n);
void compare_world_text_points(CompareWorldText *text, const CompareGridVec *points, guint n);

/* Writes six boxes that enclose the box from mins to maxs. */
void compare_world_text_shell(CompareWorldText *text, CompareGridVec mins, CompareGridVec maxs);

/* Ends the list of brushes and begins the list of starts. */
void compare_world_text_end_brushes(CompareWorldText *text);
void compare_world_text_start(CompareWorldText *text, CompareGridVec start);

/* Returns the whole text. The caller frees it with g_free(). */
char *compare_world_text_end(CompareWorldText *text);

#endif
