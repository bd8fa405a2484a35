/* parse-shape: parses points, spaces and shapes of the command line. */
#ifndef COMPARE_PARSE_SHAPE_H
#define COMPARE_PARSE_SHAPE_H

#include "scenario/scenario.h"

/* Parses a point "x,y,z" within the world's limits. */
gboolean compare_parse_point(const char *text, BspVec *point);

/* Parses a space "NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS]". A comma may replace the first
 * colon. CONTENTS, such as "solid,playerclip", are the contents that stop the space. Fails with
 * BSP_ERROR_VALUE. */
gboolean compare_parse_space(const char *text, CompareMover *space, GError **error);

/* Parses a shape "NAME=sphere:RADIUS", "NAME=cylinder:RADIUS,BOTTOM,TOP", or a capsule written like
 * a cylinder. Fails with BSP_ERROR_VALUE. */
gboolean compare_parse_shape(const char *text, CompareMover *shape, GError **error);

#endif
