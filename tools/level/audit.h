/* audit: finds differences between a level's own sides or hulls and the exact expansion.
 *
 * Engines of id Tech 2 and 3 test a box against a brush's own sides, each shifted outward for the
 * box. So a compiler adds bevels to a brush. If a bevel is missing or misplaced, the brush is
 * larger for the box than the exact sum. Quake and GoldSrc test a point against clip hulls that the
 * compiler has expanded. A hull may be solid although the exact expansion of the level is not, or
 * the reverse. The file has bounds of each model, too. If a model is solid beyond them, the engine
 * does not test it there. */
#ifndef LEVEL_AUDIT_H
#define LEVEL_AUDIT_H

#include "bsp-world.h"
#include "scenario/scenario.h"

typedef enum {
    LEVEL_AUDIT_NO_SOLID, /* a brush is endless, or its sides enclose no volume */
    LEVEL_AUDIT_AXIAL,    /* a brush is larger for the box, because an axial bevel is missing */
    LEVEL_AUDIT_EDGE,   /* a brush is larger for the box, because the bevel of an edge is missing */
    LEVEL_AUDIT_LOOSE,  /* a brush is larger for the box, because a side is too far out or tilted */
    LEVEL_AUDIT_SHAVED, /* a side cuts a sliver off the brush */
    LEVEL_AUDIT_TWICE,  /* a brush has two sides on one plane, which is harmless */
    LEVEL_AUDIT_PHANTOM, /* a hull is solid but the exact expansion is not */
    LEVEL_AUDIT_HOLE,    /* the exact expansion is solid but a hull is not */
    LEVEL_AUDIT_BOUNDS,  /* a model is solid beyond the bounds that the file has for it */
    LEVEL_AUDIT_KINDS
} LevelAuditKind;

extern const struct LevelAuditWord {
    const char *name, *about;
} level_audit_kinds[LEVEL_AUDIT_KINDS];

/* A box, and the two solids that are compared for it. */
typedef struct {
    char *name;
    BspShape shape;
    /* The exact expansion for this box; it has a brush for each brush of the level. */
    BspSolid *exact;
    BspSolid *shipped; /* the expansion by the level's own sides or hulls; it has a brush for each
                          brush or cell of the level */
} LevelAuditSpace;

/* One difference. A brush has at most one difference of each kind. A cell of a hull has at most one
 * difference. */
typedef struct {
    LevelAuditKind kind;
    const LevelAuditSpace *space; /* a space of the audit; NULL for bounds */
    guint brush; /* the number of the brush in the file; for a hull, the number of the cell; for
                    bounds, the number of the model */
    guint index; /* index of the brush in the larger of the space's two solids */
    guint32 contents;
    double distance; /* the size of the difference in units; HUGE_VAL for an invalid brush */
    /* The distance of the box at this position from all solid, in units; 0 if another brush fills
     * the position, so that the difference has no effect. */
    double open;
    BspVec at;      /* the position of the box */
    BspPlane plane; /* the missing or shaving plane, shifted outward; its normal is zero if there is
                       none */
    char *problem;  /* the fault of an invalid brush; NULL for other findings */
} LevelFinding;

typedef struct {
    char *path;
    BspWorld *world;   /* the level; for hulls, the world of hull 0 */
    double least;      /* smaller differences, in units, are ignored */
    GPtrArray *spaces; /* array of LevelAuditSpace */
    GArray *findings; /* array of LevelFinding, sorted by `open` and then by `distance`, the largest
                         first */
    /* The numbers of brushes and sides that were examined; n_sides is 0 if hulls were audited. */
    guint n_brushes, n_sides;
    guint n_unmoved; /* the number of faces, over all hulls, that the compiler did not move outward,
                        as GoldSrc's compiler does for BEVEL; they are no findings */
    /* n is the number of findings of each kind, n_open the number of those with open > 0, and worst
     * the largest distance of each kind */
    guint n[LEVEL_AUDIT_KINDS], n_open[LEVEL_AUDIT_KINDS];
    double worst[LEVEL_AUDIT_KINDS];
} LevelAudit;

/* Audits a .bsp in memory. Audits all its clip hulls, or, if it has none, the sides of its brushes
 * for the box. The path is for messages, and may select the part that is read. `box` is NULL for
 * hulls, which have boxes of their own, and for the default box. Returns NULL with an error as of
 * bsp_world_read(). */
LevelAudit *level_audit_level(const char *path, const char *data, gsize length,
                              const CompareMover *box, double least, GError **error);
void level_audit_free(LevelAudit *audit);

/* Adds a finding. The audit then owns the finding's `problem`. Only the files of the audit call
 * this function. */
void level_audit_add(LevelAudit *audit, LevelFinding finding);

/* Adds a box that has no solids yet. Takes ownership of the name. */
LevelAuditSpace *level_audit_add_space(LevelAudit *audit, char *name, const BspBounds *box);

/* Audits the sides of the world's brushes (audit-sides.c). `path` is the path of the file, without
 * a selection such as "#hull1" (text/selection.h). */
gboolean level_audit_sides(LevelAudit *audit, const char *path, const char *data, gsize length,
                           const CompareMover *box, GError **error);

/* Returns the worst of the findings that can be drawn. Returns NULL if there is none. */
const LevelFinding *level_audit_worst(const LevelAudit *audit);

/* Return texts with the n worst findings, for people and for programs. The caller frees them with
 * g_free(). */
char *level_audit_text(const LevelAudit *audit, guint n);
char *level_audit_json(const LevelAudit *audit, guint n);

/* Returns a picture of a slice through the finding. Returns NULL with BSP_ERROR. */
char *level_audit_svg(const LevelAudit *audit, const LevelFinding *finding, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(LevelAudit, level_audit_free)

#endif
