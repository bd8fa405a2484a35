/* bsp-build: the options that all tree builders share.
 *
 * They set the choice of splitting planes, the filling of the outside, and the limits of the work.
 */
#ifndef BSP_BUILD_H
#define BSP_BUILD_H

#include <glib.h>

G_BEGIN_DECLS

/* The weights by which a builder chooses the next splitting plane. The score of a candidate is
 *     on * faces on it - split * faces it splits - balance * |front - back|
 *     - likely * sum over both sides of (likelihood of the side * faces on the side * spaces).
 * The highest score wins; among equals, the first. */
typedef struct {
    double on, split, balance;
    double likely;
    double volume; /* 0 to 1: share of the volume, not the surface, in a side's likelihood */
    double spaces; /* 0 to 1: reduces a side's cost in proportion to the spaces without a face on
                      it, since their queries end on that side */
    guint max_candidates; /* per node, taken at even steps through the faces; 0: every face */
    guint max_faces;      /* faces that score each candidate, taken likewise; 0: every face */
    double near;          /* units: a face within this of a plane lies on it; 0: BSP_ON_PLANE */
} BspSplitWeights;

/* The weights that gave the fastest queries on real levels: likelihood, and each split face counts
 * as one face more. */
BspSplitWeights bsp_split_weights_default(void);

/* Counts of faces alone, as in the articles. */
BspSplitWeights bsp_split_weights_counting(void);

/* Receives the fraction of the work that is done, 0 to 1, which never decreases. Returns FALSE to
 * cancel the build; it is not called again then. Any building thread may call it, but only one at a
 * time. It should return soon, because it blocks other threads that report. */
typedef gboolean (*BspProgressFunc)(double done, gpointer user_data);

typedef enum {
    BSP_FILL_OFF,  /* only brushes are solid */
    BSP_FILL_AUTO, /* fill sealed worlds, but not leaking ones */
    BSP_FILL_ON    /* BSP_ERROR_VALUE for a leak, or if no start is in empty space */
} BspFillMode;

/* The builder copies nothing: all pointers must stay valid while it works. */
typedef struct {
    BspFillMode fill;
    const GArray *starts; /* BspVec: positions known to be inside; required unless fill is off */
    BspSplitWeights weights;
    gboolean plain;  /* makes a larger and slower tree with the same answers: equal subtrees are not
                        shared, and an onion has no space nodes */
    guint n_threads; /* threads that build, the caller's included; 0: one per processor */
    BspProgressFunc progress; /* reports on the whole build; may be NULL */
    gpointer progress_data;
    double max_seconds; /* limit for the whole build; 0: none */
    guint64 max_bytes;  /* limit for the resident memory of the process while it builds, checked
                           every few milliseconds: tens of megabytes more are possible; 0: none */
} BspBuildOptions;

/* No filling, the default weights, one thread per processor, no limits. */
BspBuildOptions bsp_build_options_default(void);

G_END_DECLS

#endif
