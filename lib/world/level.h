/* level: a world under construction, which the readers of .bsp and .map files share. */
#ifndef BSP_WORLD_LEVEL_H
#define BSP_WORLD_LEVEL_H

#include "world/bodies.h"
#include "world/lumps.h"
#include "world/models.h"
#include "world/reading.h"
#include "world/sides.h"
#include "world/textures.h"

typedef struct BspReadLevel {
    const char *file;
    const BspWorldOptions *options;
    const BspLumps *lumps; /* the lumps of a .bsp; else NULL */
    BspGame game;          /* the game by whose rules the file is read; the reader sets it */
    GPtrArray *brushes;
    GArray *places; /* place of each brush (BspBrushPlace) */
    BspTextures *textures;
    BspBodies bodies;
    char *name;           /* the key "message" of worldspawn, which is the level's name */
    guint32 wanted;       /* a brush must have at least one of these contents */
    const char *stopping; /* describes, in messages, the contents of brushes that are left out */
    BspLeftOut hollow;    /* brushes without any of the wanted contents */
    BspLeftOut others;    /* brushes of models that are not read */
    guint n_degenerate;
    char *degenerate; /* message about the first degenerate brush */
    /* Receives the sides of the brushes. NULL if they are not watched. */
    const BspSidesWatch *watch;
    guint64 n_records; /* number of records of all models so far */
    BspModels models;
} BspReadLevel;

/* Opens a level. The wanted contents are those that stop a player in most games, SOLID and
 * PLAYERCLIP, or, with BSP_WORLD_ALL_CONTENTS, all contents. The options must stay valid until
 * bsp_level_close(), which the caller must call in any case. */
void bsp_level_open(BspReadLevel *level, const char *file, const BspWorldOptions *options);
void bsp_level_close(BspReadLevel *level);

/* Lists the models of a .bsp, one for each record of the lump `models`, and parses its entities.
 * Fails if there is no model 0, if the selected model is missing, or if no entity of an included
 * class has a model. */
gboolean bsp_level_read_entities(BspReadLevel *level, guint models);

/* Dimensionless. Several entities may have the same model. The work for all of them may be at most
 * this multiple of the work for the file, because 1024 doors that shared a patch took 11 s and 1.4
 * GB. */
#define BSP_LEVEL_MOST_OFTEN 16

/* Returns the maximum number of sides of brushes, or control points of patches, that may be read if
 * the file has n_in_file of them. Each side or point belongs to one brush or patch, so more may be
 * read only if models are read several times. */
guint64 bsp_level_most_records(const BspReadLevel *level, guint n_in_file);

/* Adds n to the number of records that the models have read. These records belong to the model that
 * is being read, such as its brushes or the leaves of its tree. The file has n_in_file of them.
 * Fails if the models share too many records, because a small file could then cause much work. The
 * limit is looser than bsp_level_most_records(), because models and leaves may share such records
 * in a valid file. 65536 records are little work, so a file of any size may have them. */
gboolean bsp_level_count_records(BspReadLevel *level, guint n, guint n_in_file);

/* Adds the brush with these sides, which are relative to the origin of the model that is being
 * read. If its contents are not wanted (it is hollow), or if it is degenerate, counts it as left
 * out instead. `tags` is NULL if all tags are 0. Returns whether the brush was added. */
gboolean bsp_level_add_brush(BspReadLevel *level, const BspBrushPlace *place, guint32 contents,
                             const BspPlane *planes, const guint32 *tags, guint n);

/* Sets the texture of a side of the brush that was added last. Sides must be set in ascending
 * order. `name` has `most` bytes, or fewer if there is a NUL. */
void bsp_level_set_texture(BspReadLevel *level, guint side, const char *name, gsize most);

/* If players start at the entity, adds its origin as a start. If it is worldspawn, stores its
 * message as the name. Returns FALSE with an error if the start is not a point of the world. `text`
 * names the file or lump of the entity in messages. */
gboolean bsp_level_add_entity(BspReadLevel *level, const char *text, const BspMapEntity *entity,
                              GError **error);

/* Makes the world of the brushes, places, starts, models and name read so far, and takes ownership
 * of them. */
BspWorld *bsp_level_make_world(BspReadLevel *level);

/* Adds the messages about brushes that are left out, because their models are not read, they have
 * no wanted contents, or they are degenerate. */
void bsp_level_report_left_out(const BspReadLevel *level, BspWorld *world);

/* Adds only the message about degenerate brushes. */
void bsp_level_report_degenerate(const BspReadLevel *level, BspWorld *world);

/* Each of these functions reads .bsp files of an engine. It reads the models and entities first. */
BspWorld *bsp_q1bsp_read(BspReadLevel *level);
BspWorld *bsp_q2bsp_read(BspReadLevel *level);
BspWorld *bsp_q3bsp_read(BspReadLevel *level);

#endif
