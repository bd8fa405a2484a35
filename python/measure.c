/* measure: runs the loop of measure.py in plain C, over the same moves. It prints seconds, and a
 * checksum of the answers.
 *
 * usage: measure TREE MOVES N SPACE TRIES; the file MOVES has N rows of starts, then N rows of
 * ends, as doubles */
#include <bsp-saved.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    double *t, *normal, *dist, *point;
    unsigned char *kind;
    int32_t *brush;
    uint32_t *contents;
} Answers;

/* Returns the processor time, because other programs on a busy machine change it little. */
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void allocate(Answers *a, size_t n)
{
    a->t = malloc(n * sizeof *a->t);
    a->normal = malloc(3 * n * sizeof *a->normal);
    a->dist = malloc(n * sizeof *a->dist);
    a->point = malloc(3 * n * sizeof *a->point);
    a->kind = malloc(n);
    a->brush = malloc(n * sizeof *a->brush);
    a->contents = malloc(n * sizeof *a->contents);
    if (!a->t || !a->normal || !a->dist || !a->point || !a->kind || !a->brush || !a->contents)
        exit(2);
}

static void deallocate(Answers *a)
{
    free(a->t);
    free(a->normal);
    free(a->dist);
    free(a->point);
    free(a->kind);
    free(a->brush);
    free(a->contents);
}

static void trace(const OnionTree *tree, const BspBrushTable *table, unsigned space,
                  const double *moves, size_t n, Answers *a)
{
    for (size_t i = 0; i < n; i++) {
        const double *from = moves + 3 * i, *to = moves + 3 * (n + i);
        BspMove move = { bsp_vec(from[0], from[1], from[2]), bsp_vec(to[0], to[1], to[2]), NULL, 0,
                         0 };
        BspTrace answer;
        bool named = onion_tree_trace(tree, space, table, &move, &answer, NULL);
        a->t[i] = answer.tr.t;
        a->kind[i] = (unsigned char)answer.tr.type;
        for (size_t k = 0; k < 3; k++) {
            a->normal[3 * i + k] = answer.tr.plane.normal.v[k];
            a->point[3 * i + k] = answer.tr.point.v[k];
        }
        a->dist[i] = answer.tr.plane.dist;
        a->brush[i] = named ? (int32_t)answer.hit.brush : -1;
        a->contents[i] = named ? answer.hit.contents : 0;
    }
}

int main(int argc, char **argv)
{
    const char *why;
    BspLevel *table = argc == 6 ? bsp_level_load(argv[1], &why) : NULL;
    const OnionTree *tree = table ? bsp_level_onion(table) : NULL;
    FILE *file = tree ? fopen(argv[2], "rb") : NULL;
    size_t n = file ? strtoul(argv[3], NULL, 10) : 0;
    double *moves = malloc((6 * n + 1) * sizeof *moves);
    if (!file || !moves || fread(moves, sizeof *moves, 6 * n, file) != 6 * n)
        return 2;
    unsigned space = (unsigned)strtoul(argv[4], NULL, 10);
    Answers a;
    allocate(&a, n);
    trace(tree, table, space, moves, n, &a);
    for (int i = atoi(argv[5]); i > 0; i--) {
        double start = seconds(), sum = 0;
        trace(tree, table, space, moves, n, &a);
        double end = seconds();
        for (size_t k = 0; k < n; k++)
            sum += a.t[k] + a.kind[k] + a.dist[k] + a.brush[k] + a.contents[k];
        printf("%.6f %.17g\n", end - start, sum);
    }
    deallocate(&a);
    fclose(file);
    free(moves);
    bsp_level_free(table);
    return 0;
}
