/* frame: what is round a map: its axes, with the level's coordinates, and a scale. */
#ifndef COMPARE_FRAME_H
#define COMPARE_FRAME_H

#include "draw/canvas.h"

/* Pixels that it needs beside the map, and below. */
#define COMPARE_FRAME_LEFT 58.0
#define COMPARE_FRAME_BOTTOM 58.0

void compare_frame_paint(CompareCanvas *canvas);

#endif
