/* clip: a contestant that clips moves against the planes of each brush, moved out by the box. It is
 * exact for points. Boxes stop early at slanted edges, which would need bevel planes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TOUCH 1e-5 /* units; a deeper contact is a collision */

typedef struct {
    int n;
    double (*planes)[4];
} Brush;

static const double none[3];

/* Skips to the next word equal to `name` and reads the n numbers after it. Returns the first. */
static int read_after(const char *name, double *numbers, int n)
{
    char word[64] = "";
    while (strcmp(word, name) != 0)
        if (scanf("%63s", word) != 1)
            exit(2);
    for (int i = 0; i < n; i++)
        if (scanf("%lf", &numbers[i]) != 1)
            exit(2);
    return (int)numbers[0];
}

/* Returns the time at which the box (mins, maxs) enters the brush on its move (from, to). Returns 0
 * if it starts inside, and more than 1 if it stays outside. Sets *hit to the plane. */
static double clip_by(const Brush *brush, const double *box, const double *move, const double **hit)
{
    double in = 0, out = 1;
    *hit = none;
    for (int i = 0; i < brush->n; i++) {
        const double *p = brush->planes[i];
        double outside = TOUCH - p[3], speed = 0;
        for (int k = 0; k < 3; k++) { /* uses the box's corner that reaches the plane first */
            outside += p[k] * (move[k] + (p[k] > 0 ? box[k] : box[3 + k]));
            speed += p[k] * (move[3 + k] - move[k]);
        }
        if (outside > 0 && speed >= 0)
            return 2;
        if (speed > 0 && -outside / speed < out)
            out = -outside / speed;
        if (speed < 0 && -outside / speed > in)
            in = -outside / speed, *hit = p;
    }
    return in > out ? 2 : in;
}

int main(void)
{
    char hash[17] = "", kind[16] = "";
    double n;
    if (scanf("bsp-moves 1 %16s", hash) != 1)
        return 2;
    printf("bsp-answers 1 %s\nabout each brush in turn, without bevels\nexact point\n", hash);
    int n_brushes = read_after("brushes", &n, 1);
    Brush *brushes = calloc((size_t)n_brushes + 1, sizeof *brushes);
    for (Brush *b = brushes; b < brushes + n_brushes; b++) {
        b->planes = calloc((size_t)(b->n = read_after("brush", &n, 1)), sizeof *b->planes);
        for (int i = 0; i < b->n; i++)
            read_after("plane", b->planes[i], 4);
    }
    int n_shapes = read_after("shapes", &n, 1); /* each has mins, maxs, and whether it is a box */
    double(*boxes)[7] = calloc((size_t)n_shapes + 1, sizeof *boxes);
    for (int s = 0; s < n_shapes; s++) {
        read_after("shape", boxes[s], 0);
        boxes[s][6] = scanf("%15s", kind) == 1 && strcmp(kind, "point") == 0;
        for (int k = 0; k < 6 && strcmp(kind, "box") == 0; k++)
            boxes[s][6] = scanf("%lf", &boxes[s][k]);
    }
    for (int i = 0, n_moves = read_after("moves", &n, 1); i < n_moves; i++) {
        double move[7]; /* the number of the shape, from, to */
        const double *box = boxes[read_after("move", move, 7)], *by, *normal = none;
        double t = 2, ns;
        struct timespec start, end;
        timespec_get(&start, TIME_UTC);
        for (int b = 0; b < n_brushes; b++) {
            double met = clip_by(&brushes[b], box, move + 1, &by);
            if (met < t)
                t = met, normal = by;
        }
        timespec_get(&end, TIME_UTC);
        ns = 1e9 * difftime(end.tv_sec, start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec);
        const char *class = t > 1 ? "E" : normal == none ? "S" : "E2S";
        if (box[6] == 0)
            printf("skip %d\n", i);
        else
            printf("answer %d %s %.17g %.17g %.17g %.17g %.0f\n", i, class, t > 1 ? 1 : t,
                   normal[0], normal[1], normal[2], ns);
    }
    puts("end");
    while (n_brushes > 0)
        free(brushes[--n_brushes].planes);
    free(brushes), free(boxes);
}
