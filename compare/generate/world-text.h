/* world-text: a world as JSON, written brush by brush while it is thought up.
 *
 * Coordinates are whole numbers, or have all their digits, so that a world has the same bytes on
 * every machine. Brushes come first, then starts. */
#ifndef COMPARE_WORLD_TEXT_H
#define COMPARE_WORLD_TEXT_H

#include "bsp-plane.h"
#include "text/file.h"

typedef struct {
    CompareOutput *out;
    guint n; /* items so far of the list being written */
} CompareWorldText;

/* A corner, or what is parallel to a plane's normal. */
typedef struct {
    gint x, y, z;
} CompareGridVec;

/* The inside is normal . x <= dist. */
typedef struct {
    CompareGridVec normal;
    gint dist;
} CompareGridPlane;

void compare_world_text_begin(CompareWorldText *text, CompareOutput *out, const char *name);
void compare_world_text_box(CompareWorldText *text, CompareGridVec mins, CompareGridVec maxs);
void compare_world_text_planes(CompareWorldText *text, const CompareGridPlane *planes, guint n);

/* With all digits. */
void compare_world_text_exact_planes(CompareWorldText *text, const BspPlane *planes, guint n);
void compare_world_text_points(CompareWorldText *text, const CompareGridVec *points, guint n);

/* Six boxes round the box from mins to maxs, which close it. */
void compare_world_text_shell(CompareWorldText *text, CompareGridVec mins, CompareGridVec maxs);

/* No more brushes: starts follow. */
void compare_world_text_end_brushes(CompareWorldText *text);
void compare_world_text_start(CompareWorldText *text, CompareGridVec start);
void compare_world_text_end(CompareWorldText *text);

#endif
