/* mover-text: points, and what moves, as the command line says them. */
#ifndef COMPARE_SCENARIO_MOVER_TEXT_H
#define COMPARE_SCENARIO_MOVER_TEXT_H

#include "scenario/scenario.h"

/* A point as "x,y,z", of the world. */
gboolean compare_parse_point(const char *text, BspVec *point);

/* A space as "NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS]", or with a comma for the first colon;
 * CONTENTS, as "solid,playerclip", stop it. Fails with BSP_ERROR_VALUE. */
gboolean compare_parse_space(const char *text, CompareSpace *space, GError **error);

/* A shape as "NAME=sphere:RADIUS", "NAME=cylinder:RADIUS,BOTTOM,TOP", or a capsule like that. Fails
 * with BSP_ERROR_VALUE. */
gboolean compare_parse_shape(const char *text, CompareShape *shape, GError **error);

/* What a space of these corners is: a box, or a point. */
BspShape compare_space_shape(BspVec mins, BspVec maxs);

#endif
