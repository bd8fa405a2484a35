/* table-move: moves among the brushes of a table, and parts of methods that answer with the table,
 * right or wrong. */
#ifndef TABLE_MOVE_H
#define TABLE_MOVE_H

#include "methods/method.h"

static inline BspTransition table_move(const BspBrushTable *table, const BspShape *shape,
                                       BspVec from, BspVec to)
{
    BspTrace answer;
    bsp_brush_table_trace(table, &(BspMove){ from, to, shape, 0, 0 }, &answer);
    return answer.tr;
}

static inline gpointer table_method_build(const CompareMethodClass *klass, const CompareScenario *s,
                                          const CompareTrees *trees, GError **error)
{
    (void)klass, (void)trees, (void)error;
    return bsp_brush_table_new(s->world->solid, 0);
}

static inline void table_method_free(gpointer table)
{
    bsp_brush_table_free(table);
}

static inline void table_method_size(gpointer table, CompareSize *size)
{
    (void)table;
    *size = (CompareSize){ 0 };
}

/* The members of a method of a table. */
#define TABLE_METHOD(word, kinds, sizer, asker)                                                    \
    {                                                                                              \
        .name = word, .summary = word, .build = table_method_build, .free = table_method_free,     \
        .exact = kinds, .size = sizer, .query = asker                                              \
    }

#endif
