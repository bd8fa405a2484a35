/* subject: the content of one kind of drawing, found once and painted as often as needed. */
#ifndef COMPARE_SUBJECT_H
#define COMPARE_SUBJECT_H

#include "draw/drawing.h"
#include "draw/legend.h"

typedef struct CompareSubject CompareSubject;

struct CompareSubject {
    const CompareDrawing *drawing;
    char *title, *subtitle; /* owned */
    /* Paints the content of the map and fills the legend. */
    void (*paint)(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend);
    void (*free)(CompareSubject *subject);
};

/* One for each kind of drawing; the map gives the part of the level. NULL with BSP_ERROR. */
CompareSubject *compare_slice_new(const CompareDrawing *drawing, const CompareMap *map,
                                  GError **error);
CompareSubject *compare_plan_new(const CompareDrawing *drawing, const CompareMap *map,
                                 GError **error);
CompareSubject *compare_cost_new(const CompareDrawing *drawing, const CompareMap *map,
                                 GError **error);

#endif
