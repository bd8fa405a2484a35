/* q1-level: reads the records of a .bsp file of Quake or GoldSrc. */
#ifndef BSP_WORLD_Q1_LEVEL_H
#define BSP_WORLD_Q1_LEVEL_H

#include "bsp-bounds.h"
#include "world/lumps.h"

enum {
    BSP_Q1_ENTITIES = BSP_LUMPS_ENTITIES,
    BSP_Q1_PLANES = 1,
    BSP_Q1_NODES = 5,
    BSP_Q1_CLIP_NODES = 9,
    BSP_Q1_LEAVES = 10,
    BSP_Q1_MODELS = 14,
    BSP_Q1_LUMPS = 15
};

/* A file that is being read. Its bytes and its error belong to the caller. */
typedef struct {
    BspLumps lumps;
    gint32 version;     /* the version whose rules apply: 29 (Quake) or 30 (GoldSrc) */
    gboolean narrow;    /* children of nodes are shorts */
    guint64 n_faces[2]; /* number of faces of all cells so far, of hull 0 and of the clip hulls */
} BspQ1Level;

/* Reads the header of a level of Quake or GoldSrc, of which the data are `length` bytes. */
gboolean bsp_q1_level_open(BspQ1Level *level, const char *path, const char *data, gsize length,
                           GError **error);

/* Returns the level that has these lumps. */
BspQ1Level bsp_q1_level_of(const BspLumps *lumps);

/* --- the lumps of BSPX, behind the lumps of the format ---
 *
 * The directory of BSPX follows the last lump. It has the bytes "BSPX", the number of lumps, and
 * for each lump its name, offset and length. */

/* Bytes of a name, and of a whole record, in the directory of BSPX. */
#define BSP_BSPX_NAME 24
#define BSP_BSPX_RECORD (BSP_BSPX_NAME + 8)

/* Finds the directory. *records receives the offset of its first record, or 0 if there is no
 * directory. *n receives the number of records. Returns FALSE with an error if the file ends within
 * the records. */
gboolean bsp_bspx_find(const BspLumps *lumps, gsize *records, guint *n);

/* Offsets in a model's record. */
enum { BSP_Q1_MODEL_MINS = 0, BSP_Q1_MODEL_MAXS = 12, BSP_Q1_MODEL_HEADS = 36 };

/* Returns the bounds of the model in the file. id's compiler stores them 1 unit short on each side
 * (qbsp WRITEBSP.C, WriteDrawNodes), and engines enlarge them when they load the model
 * (Mod_LoadSubmodels). */
BspBounds bsp_q1_level_bounds(const BspQ1Level *level, guint model);

/* Returns the root of the model's tree for a hull. */
gint32 bsp_q1_level_head(const BspQ1Level *level, guint model, guint hull);

/* Returns child 0 or 1 of a node that exists. `nodes` is the lump of nodes or of clip nodes. A
 * child that is not negative is the number of a node. The first child is in front of the node's
 * plane. */
gint32 bsp_q1_level_child(const BspQ1Level *level, guint nodes, guint node, guint i);

/* Converts the contents of a leaf of hull 0, which are a negative number, to a set of bits. Sky is
 * solid, as for all shapes except points. Currents are water. */
guint32 bsp_q1_contents(gint32 quake);

#endif
