/* outsider: a contestant from outside: another program that answered the same moves, or a file of
 * its answers (docs/contestants.md).
 *
 * In results it appears like other methods: its class has a name and claims, and is marked as an
 * outsider. It is not built or queried here. */
#ifndef COMPARE_OUTSIDER_H
#define COMPARE_OUTSIDER_H

#include "methods/method.h"

/* Its answer to a move. */
typedef struct {
    gboolean is_skipped;
    BspTransitionClass type;
    double t;
    BspVec normal;
    double ns; /* COMPARE_UNTOLD: not measured */
} CompareTold;

#define COMPARE_UNTOLD (-1.0)

struct CompareOutsider {
    CompareMethodClass klass;
    char *name;
    char *from; /* the command that was run; or, if is_file, the file that was read */
    gboolean is_file;
    char *error;      /* why it has no answers, as text; NULL: it has answers */
    GPtrArray *about; /* char *: lines in which it describes itself */
    double skin;      /* units by which it intentionally stops short */
    guint exact;      /* 1 << BspShapeKind: the kinds for which it claims to be exact */
    double load_ms;   /* COMPARE_UNTOLD if unknown; so are the next two */
    double bytes;     /* memory that a query uses */
    double again_ns;  /* time of a query, in random order */
    GArray *told;     /* CompareTold, one for each move */
    GArray *claims;   /* CompareClaim: for each space, then for each shape */
    guint n_spaces;
};

CompareOutsider *compare_outsider_new(const char *name, const char *from, gboolean is_file);
void compare_outsider_free(CompareOutsider *outsider);

/* Marks the outsider as failed for this reason, and takes ownership of `error`. Its answers are
 * discarded. */
void compare_outsider_fail(CompareOutsider *outsider, char *error);

/* Determines the outsider's claims from its answers. movers: for each move its mover (gint, as
 * compare_scenario_mover()). */
void compare_outsider_claim(CompareOutsider *outsider, const CompareScenario *scenario,
                            const GArray *movers);

/* The claim for that mover: COMPARE_CLAIMS_NOTHING if the outsider was not run, or failed. */
CompareClaim compare_outsider_claims(const CompareOutsider *outsider, gint mover);

/* The word for a kind of shape, such as "box"; and the kind for a word, or FALSE if there is none.
 */
const char *compare_outsider_kind_name(BspShapeKind kind);
gboolean compare_outsider_find_kind(const char *word, BspShapeKind *kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOutsider, compare_outsider_free)

#endif
