/* edits: the world of a scenario changes between moves, and each method follows.
 *
 * The brush table is edited (bsp-edit.h). All other methods are built anew, and so is a second
 * brush table, whose answers the edited one must give to the last bit. After each edit the methods
 * answer the next moves of the scenario, and the oracle judges their answers in the new world. */
#ifndef COMPARE_EDITS_H
#define COMPARE_EDITS_H

#include "run/run.h"

/* Sums over all edits. */
typedef struct {
    const char *method; /* its name; borrowed */
    const char *how;    /* "edited" or "built anew" */
    guint n_edits;
    double ms, ms_worst; /* the median and the worst time of an edit; 0: not measured */
    guint n_moves, n_early, n_late;
    guint n_wrong; /* wrong answers, and edits after which the edited table gave other answers than
                      the table that was built anew */
    guint64 hash;  /* of the answers */
} CompareEditRow;

/* Edits the world as the report's scenario says, and lets each method follow. The outside is never
 * filled. Returns an array of CompareEditRow. Fails with BSP_ERROR if a method cannot be built for
 * an edited world. */
GArray *compare_edits(const CompareReport *report, const CompareAsked *asked, gboolean is_timed,
                      const CompareStage *stage, GError **error);

/* Wrong answers of all rows. rows may be NULL. */
guint compare_edits_n_wrong(const GArray *rows);

#endif
