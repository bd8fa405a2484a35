/* bsp-build: how a tree is built: the options that all builders share.
 *
 * What chooses the splitting planes, whether the outside is filled, and what the work may take. */
#ifndef BSP_BUILD_H
#define BSP_BUILD_H

#include <glib.h>

G_BEGIN_DECLS

/* The score of a candidate is
 *     on * faces on it - split * faces it splits - balance * |front - back|
 *     - likely * sum over both sides of (likelihood of the side * faces on the side * spaces),
 * and the candidate with the highest score wins, the first of equals. */
typedef struct {
    double on, split, balance;
    double likely;
    double volume; /* 0 to 1: the likelihood of a side is its share of the volume rather than of the
                      surface */
    double spaces; /* 0 to 1: a side counts less in proportion to the spaces that have no face
                      there, since their queries end on entering it */
    guint max_candidates; /* per node, taken at even steps through the faces; 0: every face */
    guint max_faces;      /* that each candidate is held against, likewise; 0: every face */
    double near;          /* units: a face within this of a plane lies on it; 0: BSP_ON_PLANE */
} BspSplitWeights;

/* What measured best on real levels: likelihood, each face that is cut counting as one more face.
 */
BspSplitWeights bsp_split_weights_default(void);

/* Counting alone, as the articles do. */
BspSplitWeights bsp_split_weights_counting(void);

/* Told now and then how much is done, 0 to 1, never less than before; returns FALSE to give up, and
 * is not called again then. Any of the building threads may call it, one at a time: the others wait
 * if they have something to tell, so it should not take long. */
typedef gboolean (*BspProgressFunc)(double done, gpointer user_data);

typedef enum {
    BSP_FILL_OFF,  /* only matter is solid */
    BSP_FILL_AUTO, /* fill sealed worlds, leave leaking ones as they are */
    BSP_FILL_ON    /* a leak, or no start in empty space, is an error: BSP_ERROR_VALUE */
} BspFillMode;

typedef struct {
    BspFillMode fill;
    const GArray *starts; /* BspVec; needed unless fill is off */
    BspSplitWeights weights;
    gboolean plain; /* leave out what makes finished trees small and fast: equal subtrees held once,
                       and space nodes of an onion. The answers are the same */
    guint n_threads;          /* that build: 0 for one per processor, 1 for none but the caller's */
    BspProgressFunc progress; /* may be NULL; of the whole tree's building */
    gpointer progress_data;
    double max_seconds; /* that the whole tree's building may take; 0: as long as it takes */
    guint64 max_bytes;  /* that the process may have resident while building, looked at every few
                           milliseconds, and so passed by tens of megabytes; 0: any number */
} BspBuildOptions;

/* Not filled, the default weights, a thread for each processor, no limits. */
BspBuildOptions bsp_build_options_default(void);

G_END_DECLS

#endif
