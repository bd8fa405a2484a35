/* models: lists the models of a level besides the world, such as doors and lifts, and chooses those
 * that are read.
 *
 * An entity refers to model 3 as "*3". It stands at the entity's origin. A reader reads the world
 * or the selected model, and then the model of each entity whose class the options include. */
#ifndef BSP_WORLD_MODELS_H
#define BSP_WORLD_MODELS_H

#include "world/map-parse.h"
#include "world/reading.h"

/* The highest number of a model that can be selected. */
#define BSP_MODELS_MAX G_MAXUINT16

/* The maximum number of entities whose models are added to the world. Levels of the games have at
 * most 1024 models, and some entities may share one. */
#define BSP_MODELS_MAX_INCLUDED 8192

/* A model that is added to the world. */
typedef struct {
    guint number;
    BspVec origin; /* the origin of its entity */
} BspIncludedModel;

typedef struct {
    guint selected;      /* number of the selected model; 0 for the world */
    const char *include; /* classes of the entities whose models are added to the world, or NULL */
    GArray *models;      /* models 1, 2, ... (BspWorldModel) */
    GArray *included; /* the included models (BspIncludedModel), in the order of their entities */
    guint n_again;    /* number of included models that several entities have */
    guint n_hidden;   /* number of included models that are hidden when the game starts */
    GTree *counts;    /* classes of entities with a model, with the number of these entities */
    GTree *targets;   /* places (BspVec) of entities without a model, by their targetnames */
    char *missing; /* names of included classes that no entity with a model has; NULL if there are
                      none */

    /* The number of the model that is being read. */
    guint number;
    /* The origin, which may be 0 0 0, is added to coordinates, so -0 becomes 0. */
    gboolean is_moved;
    BspVec origin;
} BspModels;

/* Prepares the list of models. The options must stay valid until bsp_models_close(). */
void bsp_models_open(BspModels *models, const BspWorldOptions *options);
void bsp_models_close(BspModels *models);

/* Lists the models of a .bsp with n models. */
void bsp_models_list(BspModels *models, guint n);

/* Returns an error message if the options select or include something impossible; the caller frees
 * the message with g_free(). */
char *bsp_models_check_selected(const BspModels *models);

/* Stores the class, origin and angles of the entity in the model. */
void bsp_model_describe(BspWorldModel *model, const BspMapEntity *entity);

/* Describes the model of a .bsp to which the entity refers. `game` is the game of the level. */
void bsp_models_add_entity(BspModels *models, BspGame game, const BspMapEntity *entity);

/* Stores the place of the entity if other entities can target it. */
void bsp_models_add_target(BspModels *models, const BspMapEntity *entity);

/* Returns an error message if no entity has one of the included classes, or if too many have; the
 * caller frees the message with g_free(). */
char *bsp_models_check_included(BspModels *models);

/* Reads a model. Returns FALSE, with an error set, to stop. */
typedef gboolean (*BspModelFunc)(guint number, gpointer user_data);

/* Reads the world or the selected model, and then each included model. */
gboolean bsp_models_read(BspModels *models, BspModelFunc read, gpointer user_data);

/* Moves the models to the world. If one is selected, adds its number to the world's name, and
 * removes the starts, which belong to the world. */
void bsp_models_finish(BspModels *models, BspWorld *world);

#endif
