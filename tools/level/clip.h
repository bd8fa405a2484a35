/* clip: writes the clip hulls of a Quake or GoldSrc level anew, for boxes of other sizes.
 *
 * An engine of these games moves a point in a clip hull that the compiler has expanded for one box.
 * A mover of another size goes through corners, or stops in empty space. With hulls made for its
 * size, it moves exactly. */
#ifndef LEVEL_CLIP_H
#define LEVEL_CLIP_H

#include "bsp-world.h"

/* The most clip hulls of a level besides hull 0. */
#define LEVEL_CLIP_HULLS 3

/* A hull to be replaced. The engine moves the mover so that its mins lie at the mins of the hull's
 * usual box, which are constants of the engine. So the hull is made for a box of the mover's size
 * with these mins, unless `as_given` is set for an engine that has other constants. */
typedef struct {
    guint hull;    /* 1 or more */
    BspBounds box; /* the mover */
    gboolean as_given;
} LevelClipBox;

/* A hull that was replaced. */
typedef struct {
    guint hull, usual; /* usual: the hull that the game's own code takes for a mover of this size */
    BspBounds box;     /* the mover */
    BspBounds made_for;
    guint before, after;  /* clip nodes of all models in the hull */
    guint n_kept, n_lost; /* cells of the old hull that hull 0 does not explain, such as clip
                             brushes: those that are in the new hull, and those that are not because
                             the new box does not contain the old one */
    double lost;          /* the farthest that a lost cell reaches from hull 0, in units ... */
    BspVec lost_at;       /* ... and where, in the coordinates of model lost_model */
    guint lost_model;
    guint n_thin;    /* cells too thin for a brush, which were left out */
    guint n_unmoved; /* faces at which the old hull ends: the new hull ends there, too */
} LevelClipHull;

typedef struct {
    LevelClipHull hulls[LEVEL_CLIP_HULLS];
    guint n_hulls, n_models;
    guint n_nodes, n_planes, n_new_planes; /* of the new file */
    guint most;             /* the greatest number of clip nodes, and of planes, of the format */
    gboolean half_open;     /* the outside of the world is partly solid: it is empty in new hulls */
    gboolean brushes_given; /* the solids are those of the BRUSHLIST, not cells of hull 0 */
} LevelClipReport;

/* The bytes of a level, which belong to the caller. */
typedef struct {
    const char *path; /* for messages */
    const char *data;
    gsize length;
} LevelClipFile;

/* Replaces n hulls, at least one, of all models in the level. Returns the bytes of the new
 * file: all lumps are as before, except the clip nodes, new planes, the heads of hulls in the
 * models, and the keys "_bsp_hullN" of worldspawn, which store the boxes. Readers of bsp-world.h
 * heed these keys.
 *
 * Returns NULL with BSP_ERROR_SYNTAX, BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY, BSP_ERROR_CANCELLED or
 * BSP_ERROR_LIMIT, which is also the error if the numbers of nodes or planes are too large for the
 * format. options: filling is ignored. */
GBytes *level_clip_replace(const LevelClipFile *file, const LevelClipBox *boxes, guint n,
                           const BspBuildOptions *options, LevelClipReport *report, GError **error);

#endif
