/* table-answers: whether two brush tables of the same brushes answer alike, to the last bit. */
#ifndef TABLE_ANSWERS_H
#define TABLE_ANSWERS_H

#include "random.h"
#include "table/brush-table.h"

/* Asks both tables n times: mostly moves of all shapes, with skins and without, long and short,
 * many of which start at the contact of the one before; and turning moves, contacts, brushes that
 * contain a shape, ways out, everything met, contents and overlaps. All within the bounds of the
 * first table. Counts the answers that differ. *first receives a description of the first such
 * answer, to be freed with g_free(); NULL if there is none. */
guint table_answers_differ(const BspBrushTable *a, const BspBrushTable *b, Random *r, guint n,
                           char **first);

/* Replaces the hierarchy of a table by another one of the same brushes, with its children in
 * another order. */
void table_shuffle(BspBrushTable *table, Random *r);

#endif
