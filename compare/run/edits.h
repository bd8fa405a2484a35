/* edits: changes the world of a scenario between moves, and lets each method follow.
 *
 * The brush table is edited (bsp-edit.h). All other methods are built anew. A second brush table is
 * also built anew, and the edited table must give exactly the same answers. After each edit, the
 * methods answer the next moves of the scenario, and the oracle judges their answers in the new
 * world. */
#ifndef COMPARE_EDITS_H
#define COMPARE_EDITS_H

#include "run/run.h"

/* The results of a method, over all edits. */
typedef struct {
    const char *method; /* the name of the method; borrowed */
    const char *how;    /* "edited" or "built anew" */
    guint n_edits;
    /* The median and the maximum of the milliseconds of an edit; 0 if times were not measured. */
    double ms, ms_worst;
    guint n_moves, n_early, n_late;
    guint n_wrong; /* the number of wrong answers, and of edits after which the edited table gave
                      other answers than the table that was built anew */
    guint64 hash;  /* the hash of the answers */
} CompareEditRow;

/* Edits the world as the report's scenario says, lets each method follow, and stores the rows and
 * the number of wrong answers in the report. The outside is never filled. Fails with BSP_ERROR if a
 * method cannot be built for an edited world. */
gboolean compare_edits(CompareReport *report, const CompareAsked *asked, gboolean is_timed,
                       const CompareStage *stage, GError **error);

#endif
