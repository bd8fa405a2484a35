/* q1-level: the records of a .bsp file of Quake or GoldSrc, and the cells of its trees. */
#ifndef BSP_WORLD_Q1_LEVEL_H
#define BSP_WORLD_Q1_LEVEL_H

#include "world/tree-walk.h"

enum {
    BSP_Q1_ENTITIES = 0,
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
    gint32 version;       /* the version whose rules apply: 29 (Quake) or 30 (GoldSrc) */
    gboolean narrow;      /* children of nodes are shorts */
    BspTreeWalk trees[2]; /* of the nodes that are drawn, and of the clip nodes */
} BspQ1Level;

/* Reads the header of length bytes of data. */
gboolean bsp_q1_level_open(BspQ1Level *level, const char *path, const char *data, gsize length,
                           GError **error);

/* --- BSPX: more lumps, after the others ---
 *
 * The directory of BSPX follows the last lump: "BSPX", the number of lumps, and for each lump its
 * name, offset and length. */

/* Bytes of a name, and of a record, in the directory of BSPX. */
#define BSP_BSPX_NAME 24
#define BSP_BSPX_RECORD (BSP_BSPX_NAME + 8)

/* Finds the directory. *records receives the offset of its first record, 0 if there is no
 * directory; *n the number of records. Returns FALSE with an error if the file ends within them. */
gboolean bsp_bspx_find(const BspLumps *lumps, gsize *records, guint *n);

/* Offsets in a model's record. */
enum { BSP_Q1_MODEL_MINS = 0, BSP_Q1_MODEL_MAXS = 12, BSP_Q1_MODEL_HEADS = 36 };

/* The bounds of the model as the file has them. id's compiler stores them 1 unit short on each
 * side (qbsp WRITEBSP.C, WriteDrawNodes); engines make up for it when they load the model
 * (Mod_LoadSubmodels). */
BspBounds bsp_q1_level_bounds(const BspQ1Level *level, guint model);

/* The root of the model's tree for a hull. */
gint32 bsp_q1_level_head(const BspQ1Level *level, guint model, guint hull);

/* Converts the contents of hull 0, a negative number, to a set of bits. Sky is solid, as it is for
 * all shapes except points. Currents are water. */
guint32 bsp_q1_contents(gint32 quake);

/* --- the cells of a tree --- */

/* Units. If the outside of a level is solid, the solid has no end. The cells are then cut this far
 * outside the bounds that the file has for the model. */
#define BSP_Q1_MARGIN 8

typedef struct {
    GPtrArray *cells;   /* BspCell */
    GArray *contents;   /* guint32 of each cell */
    guint n_endless[2]; /* leaves without end: those that are not solid, and those that are */
    guint n_sky;        /* sky leaves of a clip hull, which stop nothing there */
} BspQ1Cells;

/* Finds the cells of the model in a hull whose contents have a bit of `wanted`. hull 0: the tree
 * that is drawn. box: the box of the hull. If no solid leaf is endless, the cells are exact,
 * whatever bounds the file has. The caller calls bsp_q1_cells_clear() in any case. */
gboolean bsp_q1_cells_read(BspQ1Cells *cells, BspQ1Level *level, guint model, guint hull,
                           const BspBounds *box, guint32 wanted);
void bsp_q1_cells_clear(BspQ1Cells *cells);

#endif
