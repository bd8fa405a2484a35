/* recording: makes scenarios of recorded moves from an engine's log. */
#include "scenario/recording.h"

#include <string.h>

#include "bsp-error.h"
#include "scenario/log.h"
#include "scenario/reading.h"
#include "text/strings.h"

/* The most boxes in one log. No engine has that many, so a log with more is not a log of moves. */
#define MAX_BOXES 1024

/* --- names of spaces --- */

static char *join_coordinates(BspVec v, const char *between)
{
    g_autofree char *x = compare_number_exact(v.x), *y = compare_number_exact(v.y);
    g_autofree char *z = compare_number_exact(v.z);
    return g_strjoin(between, x, y, z, NULL);
}

static char *name_of(const CompareScenario *s, const BspShape *shape)
{
    if (shape->kind == BSP_SHAPE_POINT)
        return g_strdup("point");
    const BspBounds *b = &shape->bounds;
    gint mover;
    g_autofree char *extents = join_coordinates(bsp_vec_sub(b->maxs, b->mins), "x");
    if (!compare_has_mover(s, extents, &mover))
        return g_steal_pointer(&extents);
    g_autofree char *mins = join_coordinates(b->mins, ","), *maxs = join_coordinates(b->maxs, ",");
    return g_strdup_printf("%s:%s", mins, maxs);
}

/* --- from moves --- */

/* The index of the move's space; adds the space if it is missing. -1 if there are too many. */
static gint space_of(CompareScenario *s, const CompareLogged *logged)
{
    CompareMover space = { .shape = compare_space_shape(logged->mins, logged->maxs) };
    for (guint i = 0; i < s->spaces->len; i++)
        if (memcmp(&g_array_index(s->spaces, CompareMover, i).shape.bounds, &space.shape.bounds,
                   sizeof space.shape.bounds) == 0)
            return (gint)i;
    if (s->spaces->len == MAX_BOXES)
        return -1;
    space.name = name_of(s, &space.shape);
    return compare_add_mover(s, space);
}

static guint add_trajectory(CompareScenario *s, gint space, guint32 mask)
{
    const char *name = compare_mover(s, space)->name;
    CompareTrajectory t =
        compare_trajectory_recorded(g_strdup_printf("%s under %x", name, mask), space);
    t.has_mask = TRUE;
    t.mask = mask;
    t.order = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_append_val(s->trajectories, t);
    return s->trajectories->len - 1;
}

/* The trajectory of the space and mask; adds it if it is missing. `known` has the indices of
 * existing ones. */
static CompareTrajectory *trajectory_of(CompareScenario *s, GHashTable *known, gint space,
                                        guint32 mask)
{
    gint64 key = (gint64)((guint64)space << 32 | mask);
    gpointer index;
    if (!g_hash_table_lookup_extended(known, &key, NULL, &index)) {
        index = GUINT_TO_POINTER(add_trajectory(s, space, mask));
        g_hash_table_insert(known, g_memdup2(&key, sizeof key), index);
    }
    return compare_scenario_trajectory(s, GPOINTER_TO_UINT(index));
}

CompareScenario *compare_recording_of_moves(const char *path, const GArray *logged, GError **error)
{
    g_autoptr(CompareScenario) s = compare_scenario_new(path);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint i = 0; i < logged->len; i++) {
        const CompareLogged *move = &g_array_index(logged, CompareLogged, i);
        gint space = space_of(s, move);
        if (space < 0) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "%s: more than %d different boxes", path,
                        MAX_BOXES);
            return NULL;
        }
        CompareTrajectory *t = trajectory_of(s, known, space, move->mask);
        g_array_append_val(t->moves, move->move);
        g_array_append_val(t->order, i);
    }
    return g_steal_pointer(&s);
}
