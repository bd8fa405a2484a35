/* bsp-levels: compiles .bsp files of Quake, GoldSrc and Quake II in memory from brushes, for tests
 * and as seeds for fuzzing. The compiler is simple, so the trees are correct but not fast. */
#ifndef BSP_LEVELS_H
#define BSP_LEVELS_H

#include "compile/solid.h"

typedef enum { LEVEL_QUAKE, LEVEL_GOLDSRC, LEVEL_2PSB, LEVEL_BSP2 } LevelFormat;

typedef struct {
    LevelFormat format;
    gboolean no_edge_bevels;       /* hulls are expanded along faces and axial planes only */
    gboolean bevel;                /* hulls do not move face 0 of the first brush */
    gboolean holes;                /* hulls lack the first brush */
    gboolean clips;                /* hull 0 lacks the first brush, like a clip brush */
    gboolean filled;               /* the outermost faces are left out, so that the outside is
                                      solid */
    const char *entities;          /* NULL for a worldspawn and a player start */
    const BspSolid *const *models; /* the solids of models 1, 2, ... */
    guint n_models;
} LevelOptions;

/* Compiles the solid. Its bounds become those of model 0, 1 unit short on each side for all formats
 * except GoldSrc's, as the games' compilers store them. Contents 1 (SOLID) become Quake's -2,
 * and 0x20 (WATER) -3. The hulls for boxes have no water. */
GByteArray *level_q1(const BspSolid *solid, const LevelOptions *options);

/* Appends a BSPX section with this one lump. */
void level_add_bspx(GByteArray *file, const char *name, const GByteArray *lump);

/* Returns a BRUSHLIST lump of solid brushes of models 0, 1, ... */
GByteArray *level_brushlist(const BspSolid *const *models, guint n);

/* Return the offset in bytes of a record in a lump, and the lump's length in bytes. `at` is the
 * offset of the directory, and `size` is the size of a record. */
guint level_record(const GByteArray *file, guint at, guint lump, guint size, guint record);
guint level_lump_length(const GByteArray *file, guint at, guint lump);

/* Compiles a Quake II level of one solid brush with n sides. The file stores planes as floats.
 * Texinfo i has the flags i + 1. Side i has texinfo i % 4, and 3 means none. */
GByteArray *level_q2(const BspPlane *sides, guint n);

/* A brush of a Quake II level. Its sides are the planes first to first + n - 1 of the level. */
typedef struct {
    guint first, n;
    gint contents;
    guint model;
} LevelBrush;

/* Compiles a level of brushes in the order of their models, which have all numbers from 0, and of
 * these entities. */
GByteArray *level_q2_models(const BspPlane *planes, guint n_planes, const LevelBrush *brushes,
                            guint n, const char *entities);

#endif
