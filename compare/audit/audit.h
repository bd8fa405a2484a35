/* audit: where the sides or hulls that a level ships differ from the exact expansion.
 *
 * Engines of id Tech 2 and 3 hold a box against a brush's own sides, each moved out by the box. So
 * a compiler adds bevels to a brush, and where it forgets one, or moves it, the brush is larger
 * for the box than the exact sum. Quake and GoldSrc hold a point against clip hulls that the
 * compiler has expanded: those may be solid where the exact expansion of the level is not, and not
 * where it is. */
#ifndef COMPARE_AUDIT_H
#define COMPARE_AUDIT_H

#include "bsp-shape.h"
#include "bsp-world.h"

typedef enum {
    COMPARE_AUDIT_NO_SOLID, /* a brush whose sides bound nothing, or do not close */
    COMPARE_AUDIT_AXIAL,    /* larger for the box: an axial bevel is missing */
    COMPARE_AUDIT_EDGE,     /* larger for the box: the bevel of an edge is missing */
    COMPARE_AUDIT_LOOSE,    /* larger for the box: a side is there, but too far out or askew */
    COMPARE_AUDIT_SHAVED,   /* a side cuts a sliver off the brush */
    COMPARE_AUDIT_TWICE,    /* two sides on one plane: harmless */
    COMPARE_AUDIT_PHANTOM,  /* a hull is solid, the exact expansion is not */
    COMPARE_AUDIT_HOLE,     /* the exact expansion is solid, a hull is not */
    COMPARE_AUDIT_KINDS
} CompareAuditKind;

extern const char *const compare_audit_names[COMPARE_AUDIT_KINDS];
extern const char *const compare_audit_abouts[COMPARE_AUDIT_KINDS];

/* One for each brush and kind; of hulls, one for each cell. */
typedef struct {
    CompareAuditKind kind;
    guint space; /* of the audit's spaces: which box */
    guint brush; /* number in the file; of a hull the cell's */
    guint index; /* of the space's solids: which is larger than the other */
    guint32 contents;
    double distance; /* units; HUGE_VAL for a brush that is none */
    double open;     /* units, of what makes the box collide: how far it is from all matter at the
                        place; 0: what another brush fills, so that nobody can tell */
    BspVec at;       /* the place of the box */
    BspPlane plane;  /* that is missing, moved out, or that shaves; no normal: none */
    char *problem;   /* of a brush that is none */
} CompareFinding;

typedef struct {
    char *name;
    BspShape shape;
    BspSolid *exact;   /* for this box, brush by brush */
    BspSolid *shipped; /* the same as the file has it */
} CompareAuditSpace;

typedef struct {
    char *path;
    const BspWorld *world;
    double least;             /* units: smaller differences were not looked for */
    GArray *spaces;           /* CompareAuditSpace */
    GArray *findings;         /* CompareFinding: the most open first, then the largest */
    guint n_brushes, n_sides; /* looked at */
    guint n_undecided;        /* cells that take too many pieces to tell */
    guint n[COMPARE_AUDIT_KINDS], n_open[COMPARE_AUDIT_KINDS]; /* found; of them, open */
    double worst[COMPARE_AUDIT_KINDS];
} CompareAudit;

/* The brushes of a world that was read with BSP_WORLD_SHIPPED, for this box. The world must outlive
 * the audit. NULL with BSP_ERROR. */
CompareAudit *compare_audit_sides(const char *path, const BspWorld *world, const char *name,
                                  const BspBounds *box, double least, GError **error);

/* Hulls of a level: those of the worlds hulls[0 .. n), each with its number in names. base: its
 * hull 0, and, if it has any, its brushes. */
CompareAudit *compare_audit_hulls(const char *path, const BspWorld *base, const BspWorld *brushes,
                                  const BspWorld *const *hulls, guint n, double least,
                                  GError **error);

void compare_audit_free(CompareAudit *audit);

/* The finding that a picture should show: the worst that can be seen in one. NULL: none. */
const CompareFinding *compare_audit_worst(const CompareAudit *audit);

/* For people, with the n worst, and for programs. Free with g_free(). */
char *compare_audit_text(const CompareAudit *audit, guint n);
char *compare_audit_json(const CompareAudit *audit, guint n);

/* A slice through the finding. NULL with BSP_ERROR. */
char *compare_audit_svg(const CompareAudit *audit, const CompareFinding *finding, GError **error);
GBytes *compare_audit_png(const CompareAudit *audit, const CompareFinding *finding, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareAudit, compare_audit_free)

#endif
