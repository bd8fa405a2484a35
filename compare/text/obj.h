/* obj: text of Wavefront .obj files. */
#ifndef COMPARE_TEXT_OBJ_H
#define COMPARE_TEXT_OBJ_H

#include "bsp-world.h"
#include "tools/bsp-cell.h"

typedef struct {
    GString *text;
    guint n_vertices; /* written so far; numbers begin at 1 and continue through the file */
} CompareObj;

void compare_obj_add_vertex(CompareObj *obj, BspVec p);

/* Adds the cell's faces, anticlockwise seen from outside, with vertices of their own. */
void compare_obj_add_cell(CompareObj *obj, const BspCell *cell);

/* Adds a brush of the world as an object "brush-I". suffix: follows the object's name. */
void compare_obj_add_brush(CompareObj *obj, const BspWorld *world, guint i, const char *suffix);

/* The text of a world: an object for each brush. Numbers are exact. The caller frees the text with
 * g_free(). */
char *compare_obj_of_world(const BspWorld *world);

#endif
