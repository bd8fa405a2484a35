/* bsp-levels: .bsp files of Quake, GoldSrc and Quake II, compiled in memory from brushes, for tests
 * and as seeds for fuzzing. The trees are those of a plain compiler: good to be read, not to be
 * fast. */
#ifndef BSP_LEVELS_H
#define BSP_LEVELS_H

#include "build/solid.h"

typedef enum { LEVEL_QUAKE, LEVEL_GOLDSRC, LEVEL_2PSB, LEVEL_BSP2 } LevelFormat;

typedef struct {
    LevelFormat format;
    gboolean no_edge_bevels; /* hulls are expanded by faces and axial planes alone */
    gboolean holes;          /* hulls lack the first brush */
    const char *entities;    /* NULL: a worldspawn and a start */
} LevelOptions;

/* The bounds of model 0 are those of the solid. Contents 1 (SOLID) become Quake's -2, 0x20 (WATER)
 * -3, which hulls leave out. */
GByteArray *level_q1(const BspSolid *solid, const LevelOptions *options);

/* Adds a BSPX lump of that name: behind all that is there. */
void level_add_bspx(GByteArray *file, const char *name, const GByteArray *lump);

/* A BRUSHLIST of these brushes, of model 0, and of another of model 1. */
GByteArray *level_brushlist(const BspSolid *solid, gint contents);

/* Where record `record` of a lump begins, whose records have that size, and the lump's number of
 * bytes. at: of the directory. */
guint level_record(const GByteArray *file, guint at, guint lump, guint size, guint record);
guint level_lump_length(const GByteArray *file, guint at, guint lump);

/* The brush that a level of Quake II has of model 0 and its sides as they are given: the planes
 * first .. first + n of all. */
typedef struct {
    guint first, n;
    gint contents;
} LevelBrush;

/* n brushes of model 0, and, if there is more than one, the last of model 1. Planes of the file are
 * rounded to floats. Texinfo i has the flags i + 1; side i has texinfo i % 4, of which the last is
 * none. */
GByteArray *level_q2(const BspPlane *planes, guint n_planes, const LevelBrush *brushes, guint n);

#endif
