/* subject: what one kind of drawing shows: found once, then painted as often as needed. */
#ifndef COMPARE_SUBJECT_H
#define COMPARE_SUBJECT_H

#include "draw/drawing.h"
#include "draw/legend.h"

typedef struct CompareSubject CompareSubject;

struct CompareSubject {
    const CompareDrawing *drawing;
    char *title, *subtitle; /* owned */
    /* Paints what is on the map, and tells the legend. */
    void (*paint)(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend);
    void (*free)(CompareSubject *subject);
};

/* For each kind of drawing; the map says what of the level is looked at. NULL with BSP_ERROR. */
CompareSubject *compare_slice_new(const CompareDrawing *drawing, const CompareMap *map,
                                  GError **error);
CompareSubject *compare_plan_new(const CompareDrawing *drawing, const CompareMap *map,
                                 GError **error);
CompareSubject *compare_cost_new(const CompareDrawing *drawing, const CompareMap *map,
                                 GError **error);

#endif
