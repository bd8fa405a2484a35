/* frame: the frame of a map: axes with the level's coordinates, and a scale. */
#ifndef COMPARE_FRAME_H
#define COMPARE_FRAME_H

#include "draw/canvas.h"

/* Pixels that the frame needs to the left of the map and below it. */
#define COMPARE_FRAME_LEFT 58.0
#define COMPARE_FRAME_BOTTOM 58.0

void compare_frame_paint(CompareCanvas *canvas);

#endif
