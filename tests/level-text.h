/* level-text: assembles compiled levels of each game from the lines of a row (format-rows.h), and
 * changes their bytes.
 *
 *   brush: MINS MAXS [OPTION]...      a box
 *   hull: POINT POINT... [OPTION]...  the convex hull of points
 *   patch: POINT... [OPTION]...       id Tech 3: control points, row by row
 *   options: WORD...                  Quake, filled, clips (bsp-levels.h), list (has a BRUSHLIST)
 *
 * An OPTION is contents N (1 by default), model N, flags N or texture NAME. Patches also have width
 * N (3) and kind N, the type of the face (2). Boxes of a mesh also have inward 1 (faces point
 * inwards) and faces N, the bits of the faces that the box has (63). Each brush and patch of an id
 * Tech 3 level has a texture of its own, in the order of the lines. An unknown word ends the
 * program. */
#ifndef LEVEL_TEXT_H
#define LEVEL_TEXT_H

#include "bsp-solid.h"
#include "format-rows.h"

/* Returns whether lines with this key describe the file. */
gboolean level_text_has_key(const char *key);

/* Appends the level of the row in this format, which is quake, goldsrc, 2psb, bsp2, quake2, ibsp46,
 * ibsp47, rbsp, fbsp, map or obj. */
void level_text_append(GByteArray *out, const FormatRow *row, const char *format);

/* Returns the brushes of a model of the level. */
BspSolid *level_text_solid(const FormatRow *row, guint model);

/* Changes the bytes of a file. Values are numbers after the words int, short, byte or float, or
 * "zeros N". Lumps are numbered as in the directory of the file.
 *
 *   lump N at OFFSET VALUES    lump N is VALUES    lump N grows VALUES
 *   entry N VALUES             in the directory: offset and length of the lump
 *   file OFFSET VALUES         end OFFSET VALUES   before the end of the file
 *   swap N M                   exchanges two lumps
 *   cut LENGTH                 add VALUES          gzip */
void level_text_change(GByteArray *file, const char *change);

#endif
