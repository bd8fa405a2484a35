/* clip: rewrites the clip hulls of a Quake or GoldSrc level for boxes of other sizes.
 *
 * An engine of these games moves a point in a clip hull that the compiler has expanded for one box.
 * A mover of another size goes through corners, or stops in empty space. With hulls made for its
 * size, it moves exactly. */
#ifndef LEVEL_CLIP_H
#define LEVEL_CLIP_H

#include "bsp-world.h"

/* The number of clip hulls of a level besides hull 0, in the formats of both games. */
#define LEVEL_CLIP_HULLS 3

/* A hull to replace. The engine shifts the mover so that its mins are at the mins of the hull's
 * usual box, which are constants of the engine. So the hull is made for a box of the mover's size
 * that has these mins. If an engine has other constants, `as_given` is set, and the hull is made
 * for the mover's own box. */
typedef struct {
    guint hull;    /* 1 or more */
    BspBounds box; /* the box of the mover */
    gboolean as_given;
} LevelClipBox;

/* A hull that was replaced. */
typedef struct {
    guint hull, usual; /* `usual` is the hull that the game's own code takes for a mover of this
                          size */
    BspBounds box;     /* the box of the mover */
    BspBounds made_for;
    /* The numbers of clip nodes, over all models, in the old hull and in the new hull. */
    guint before, after;
    /* The numbers of cells of the old hull that hull 0 does not explain, such as clip brushes. The
     * new hull has n_kept of them. It lacks n_lost, because the new box does not contain the old
     * one. */
    guint n_kept, n_lost;
    double lost;    /* the largest distance of a lost cell from hull 0, in units */
    BspVec lost_at; /* the point of that cell that is farthest from hull 0, in the coordinates of
                       model lost_model */
    guint lost_model;
    /* The number of cells that were left out, because they are too thin for a brush. */
    guint n_thin;
    guint n_unmoved; /* the number of faces at which the old hull ends; the new hull ends there, too
                      */
} LevelClipHull;

typedef struct {
    LevelClipHull hulls[LEVEL_CLIP_HULLS];
    guint n_hulls, n_models;
    /* The numbers of nodes, planes, and added planes in the new file. */
    guint n_nodes, n_planes, n_new_planes;
    guint most;             /* the maximum number of clip nodes, and of planes, in the format */
    gboolean half_open;     /* if set, the outside of the world is partly solid in old hulls; it is
                               empty in new hulls */
    gboolean brushes_given; /* if set, the solids come from the BRUSHLIST, and not from the cells of
                               hull 0 */
} LevelClipReport;

/* The bytes of a level, which belong to the caller. */
typedef struct {
    const char *path; /* the path of the level, for messages */
    const char *data;
    gsize length;
} LevelClipFile;

/* Replaces n hulls, at least one, of all models in the level. Returns the bytes of the new file.
 * These have new clip nodes, new numbers of root nodes in the models, and, in worldspawn, new keys
 * "_bsp_hullN" with the boxes, which the readers of bsp-world.h use. Planes may be added. All other
 * lumps are as before.
 *
 * Returns NULL with BSP_ERROR_SYNTAX, BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY, BSP_ERROR_CANCELLED or
 * BSP_ERROR_LIMIT. BSP_ERROR_LIMIT is also the error if the numbers of nodes or planes are too
 * large for the format. The fill mode in `options` is ignored. */
GBytes *level_clip_replace(const LevelClipFile *file, const LevelClipBox *boxes, guint n,
                           const BspBuildOptions *options, LevelClipReport *report, GError **error);

#endif
