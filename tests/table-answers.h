/* table-answers: tests whether two brush tables of the same brushes give the same answers, to the
 * last bit. */
#ifndef TABLE_ANSWERS_H
#define TABLE_ANSWERS_H

#include "random.h"
#include "table/brush-table.h"

/* Queries both tables n times. Most queries are moves of all shapes, with skins and without, long
 * and short. Many of them start at the contact of the move before. The others are turning moves,
 * contacts, brushes that contain a shape, ways out, lists of everything met, contents and overlaps.
 * All are within the bounds of the first table. Counts the answers that differ. Stores a
 * description of the first such answer in *first, which the caller frees with g_free(). *first is
 * NULL if there is none. */
guint table_answers_differ(const BspBrushTable *a, const BspBrushTable *b, Random *r, guint n,
                           char **first);

/* Replaces the hierarchy of a table by another hierarchy of the same brushes, with its children in
 * another order. */
void table_shuffle(BspBrushTable *table, Random *r);

#endif
