/* walker: the toolkit's own character as a mover for examples/movers/judge.
 *
 *     cc walker.c $(pkg-config --cflags --libs bspbuild) -o walker
 *     ./judge ./walker */
#include <bsp-brush.h>
#include <bsp-character.h>
#include <bsp-solid.h>
#include <stdio.h>
#include <string.h>

#define SKIN 0.125 /* units that the body keeps from brushes, as in Quake III */

typedef struct {
    BspShape shape;
    BspStepping stepping;
    double gravity;
    GPtrArray *brushes; /* until the first frame, then the table has them */
    BspMover mover;
    BspBody body;
} Walker;

static bool read_walker(Walker *w)
{
    BspVec mins, maxs;
    int n = scanf("%lf%lf%lf%lf%lf%lf%lf%lf%lf", &mins.x, &mins.y, &mins.z, &maxs.x, &maxs.y,
                  &maxs.z, &w->stepping.height, &w->stepping.walkable, &w->gravity);
    w->shape = bsp_shape_box(mins, maxs);
    return n == 9;
}

static bool read_brush(Walker *w)
{
    BspPlane planes[64];
    unsigned n;
    if (scanf("%u", &n) != 1 || n > G_N_ELEMENTS(planes))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (scanf("%lf%lf%lf%lf", &planes[i].normal.x, &planes[i].normal.y, &planes[i].normal.z,
                  &planes[i].dist) != 4)
            return false;
    BspBrush *brush = bsp_brush_new_planes(planes, n, NULL);
    if (brush)
        g_ptr_array_add(w->brushes, brush);
    return brush != NULL;
}

static bool read_start(Walker *w)
{
    BspSolid *solid = bsp_solid_new(w->brushes);
    w->mover = (BspMover){ bsp_brush_table_new(solid, 0), &w->shape, 0, SKIN, NULL, 0 };
    bsp_solid_free(solid);
    return scanf("%lf%lf%lf", &w->body.at.x, &w->body.at.y, &w->body.at.z) == 3;
}

static bool play_frame(Walker *w)
{
    double seconds;
    BspVec wanted = { { 0 } };
    if (!w->mover.table || scanf("%lf%lf%lf", &seconds, &wanted.x, &wanted.y) != 3)
        return false;
    w->body.velocity = bsp_along_ground(&w->body, wanted);
    if (!w->body.on_ground)
        w->body.velocity.z -= w->gravity * seconds;
    bsp_walk(&w->mover, &w->stepping, seconds, &w->body, NULL);
    return printf("%.17g %.17g %.17g\n", w->body.at.x, w->body.at.y, w->body.at.z) > 0;
}

int main(void)
{
    static const struct {
        const char *word;
        bool (*read)(Walker *w);
    } lines[] = { { "walker", read_walker },
                  { "brush", read_brush },
                  { "start", read_start },
                  { "frame", play_frame } };
    static Walker walker;
    char word[16];
    bool good = true;
    walker.brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    while (good && scanf("%15s", word) == 1) {
        good = false;
        for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
            if (strcmp(word, lines[i].word) == 0)
                good = lines[i].read(&walker);
    }
    if (!good)
        fprintf(stderr, "walker: a line is not as the judge writes it\n");
    return good ? 0 : 1;
}
