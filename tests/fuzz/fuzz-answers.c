/* fuzz-answers: fuzzes the reader of a contestant's answers, once as answers to moves, and once as
 * answers of a navigator. */
#include <string.h>

#include "contest/answers.h"
#include "fuzz.h"

/* The numbers of the answers that the seeds give. */
#define N_MOVES 2
#define N_PLACES 4

static void check_moves(const CompareOutsider *o)
{
    if (o->told->len != N_MOVES)
        fuzz_found("%u answers to %d moves are accepted", o->told->len, N_MOVES);
    for (guint i = 0; i < o->told->len; i++) {
        const CompareTold *told = &g_array_index(o->told, CompareTold, i);
        if (!(told->t >= 0 && told->t <= 1) || !bsp_vec_finite(told->normal))
            fuzz_found("answer %u is accepted, with t %g", i, told->t);
    }
}

static void check_graph(const CompareToldGraph *graph)
{
    if (graph->nearest->len != N_PLACES || graph->paths->len != N_PLACES / 2)
        fuzz_found("%u paths are accepted, of %d", graph->paths->len, N_PLACES / 2);
    for (guint i = 0; i < graph->paths->len; i++) {
        const CompareToldPath *path = &g_array_index(graph->paths, CompareToldPath, i);
        if (path->first > graph->corners->len || path->n > graph->corners->len - path->first)
            fuzz_found("path %u has corners that were not given", i);
    }
}

static void read_as(const CompareStream *asked, const uint8_t *data, size_t size)
{
    g_autoptr(CompareOutsider) outsider = compare_outsider_new("fuzz", "fuzz");
    g_autoptr(GString) text = g_string_new_len((const char *)data, (gssize)size);
    g_autoptr(GError) error = NULL;
    gboolean good = compare_answers_read(outsider, asked, text, &error);
    fuzz_demand_result_or_error(good ? outsider : NULL, error, "");
    if (good && asked->n_places)
        check_graph(&outsider->graph);
    else if (good)
        check_moves(outsider);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const CompareStream moves = { .hash = "0123456789abcdef", .n_moves = N_MOVES };
    const CompareStream agents = { .hash = "0123456789abcdef", .n_places = N_PLACES };
    read_as(&moves, data, size);
    read_as(&agents, data, size);
    return 0;
}
