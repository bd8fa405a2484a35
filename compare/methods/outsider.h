/* outsider: a contestant from outside: a program of somebody else's that was asked the same moves,
 * or a file of its answers, and what that tells (docs/contestants.md).
 *
 * To whom prints results it is a method like others: its class has a name and a claim, and says
 * that it is an outsider. It is not built or asked. */
#ifndef COMPARE_OUTSIDER_H
#define COMPARE_OUTSIDER_H

#include "methods/method.h"

/* What it says of a move. */
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
    char *from; /* the command that was run; or the file that was read, where: */
    gboolean is_file;
    char *error;      /* in words, why it has no answers; NULL: it has */
    GPtrArray *about; /* char *: lines that it tells of itself */
    double skin;      /* units that it stops short, on purpose */
    guint exact;      /* 1 << BspShapeKind: the kinds for which it claims to be exact */
    double load_ms;   /* COMPARE_UNTOLD; so, too, the next ones */
    double bytes;     /* that a query needs resident */
    double again_ns;  /* for a query, in random order */
    GArray *told;     /* CompareTold, one for each move */
    GArray *claims;   /* CompareClaim: of spaces, then of shapes */
    guint n_spaces;
};

CompareOutsider *compare_outsider_new(const char *name, const char *from, gboolean is_file);
void compare_outsider_free(CompareOutsider *outsider);

/* It is of no use, for this reason (taken): what it told is forgotten. */
void compare_outsider_fail(CompareOutsider *outsider, char *error);

/* Works out what it claims from what it told: `movers` (gint, as compare_scenario_mover()) is what
 * each move moves. */
void compare_outsider_claim(CompareOutsider *outsider, const CompareScenario *scenario,
                            const GArray *movers);

/* What it claims for that mover: nothing where it was not asked, or failed. */
CompareClaim compare_outsider_claims(const CompareOutsider *outsider, gint mover);

/* The word for a kind of shape: "box". And the kind of a word; FALSE when it is none. */
const char *compare_outsider_kind_name(BspShapeKind kind);
gboolean compare_outsider_find_kind(const char *word, BspShapeKind *kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOutsider, compare_outsider_free)

#endif
