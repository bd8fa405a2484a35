/* reading: reads a scenario's file and its world. */
#include "scenario/reading.h"

#include <json-c/json.h>
#include <string.h>

#include "bsp-hull.h"
#include "text/pipe.h"
#include "text/selection.h"
#include "text/strings.h"
#include "tools/bsp-file.h"
#include "tools/bsp-json.h"

static gboolean read_text(const BspJsonRef *object, const char *key, char **text, GError **error)
{
    BspJsonRef ref;
    const char *string;
    if (!bsp_json_require(object, key, &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    *text = g_strdup(string);
    return TRUE;
}

/* --- the contents that stop spaces and shapes --- */

gboolean compare_scenario_has_masks(const CompareScenario *s)
{
    for (guint i = 0; i < compare_n_movers(s); i++)
        if (compare_mover(s, compare_mover_at(s, i))->mask)
            return TRUE;
    return FALSE;
}

gboolean compare_scenario_has_solids(const CompareScenario *s)
{
    for (guint i = 0; i < s->shapes->len; i++)
        if (g_array_index(s->shapes, CompareMover, i).solid)
            return TRUE;
    return FALSE;
}

/* --- gives the masks of trajectories to spaces and shapes --- */

static char *new_name(const CompareScenario *s, const char *name, guint32 mask)
{
    gint mover;
    char *under = g_strdup_printf("%s under %x", name, mask);
    while (compare_has_mover(s, under, &mover)) {
        char *next = g_strconcat(under, "'", NULL);
        g_free(under);
        under = next;
    }
    return under;
}

/* Returns a mover that is equal to mover `of`, but has this mask. It is `of` itself if it has this
 * mask, and otherwise a copy, which is made if needed. `originals` is an array of gint that has for
 * each space, or for each shape, the mover of which it is a copy. */
static gint mover_under(CompareScenario *s, GArray *originals, gint of, guint32 mask)
{
    for (guint i = 0; i < originals->len; i++) {
        gint mover = of >= 0 ? (gint)i : ~(gint)i;
        if (g_array_index(originals, gint, i) == of && compare_mover(s, mover)->mask == mask)
            return mover;
    }
    CompareMover copy = compare_mover_copy(compare_mover(s, of));
    char *name = new_name(s, copy.name, mask);
    g_free(copy.name);
    copy.name = name;
    copy.mask = mask;
    g_array_append_val(originals, of);
    return compare_add_mover(s, copy);
}

/* Returns the mover of user i. The users are the trajectories, then the crowds, and then the
 * agents. */
static gint *nth_mover(CompareScenario *s, guint i)
{
    guint n = s->trajectories->len, n_crowds = s->crowds->len;
    if (i < n)
        return &compare_scenario_trajectory(s, i)->mover;
    return i - n < n_crowds ? &g_array_index(s->crowds, CompareCrowd, i - n).mover
                            : &g_array_index(s->agents, CompareAgents, i - n - n_crowds).mover;
}

/* Removes the spaces or shapes that no trajectory, crowd or agents move, from the last to the
 * first, and renumbers the others. */
static void drop_unused(CompareScenario *s, GArray *list)
{
    gboolean are_shapes = list == s->shapes;
    guint n = s->trajectories->len + s->crowds->len + s->agents->len;
    for (guint i = list->len; i-- > 0;) {
        gint mover = are_shapes ? ~(gint)i : (gint)i;
        gboolean used = FALSE;
        for (guint k = 0; k < n; k++)
            used |= *nth_mover(s, k) == mover;
        if (used)
            continue;
        g_array_remove_index(list, i);
        for (guint k = 0; k < n; k++) {
            gint *at = nth_mover(s, k);
            if (are_shapes ? *at < mover : *at > mover)
                *at += are_shapes ? 1 : -1;
        }
    }
}

static GArray *own_numbers(guint n, gboolean are_shapes)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint));
    for (gint i = 0; i < (gint)n; i++) {
        gint number = are_shapes ? ~i : i;
        g_array_append_val(numbers, number);
    }
    return numbers;
}

/* Gives each trajectory with a known mask a space or shape with that mask. If its own space or
 * shape has another mask, the trajectory gets a copy named "NAME under MASK". Spaces and shapes
 * that no trajectory moves are removed. */
static void scenario_split_by_masks(CompareScenario *s)
{
    g_autoptr(GArray) spaces = own_numbers(s->spaces->len, FALSE);
    g_autoptr(GArray) shapes = own_numbers(s->shapes->len, TRUE);
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = compare_scenario_trajectory(s, i);
        if (t->has_mask)
            t->mover = mover_under(s, t->mover >= 0 ? spaces : shapes, t->mover, t->mask);
    }
    drop_unused(s, s->spaces);
    drop_unused(s, s->shapes);
}

static gboolean read_list(CompareScenario *s, const BspJsonRef *root, const char *key, guint min,
                          BspJsonItemFunc read_item, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(root, key, &ref, error) &&
           bsp_json_each(&ref, min, COMPARE_MAX_LIST, read_item, s, error);
}

static gboolean read_options(CompareScenario *s, const BspJsonRef *root, GError **error)
{
    static const char *const keys[] = { "bevel_angle", "space_node_faces", "repeat", "masks",
                                        NULL };
    BspJsonRef ref, member;
    guint64 repeat = s->repeat, space_node_faces = s->space_node_faces;
    if (!bsp_json_member(root, "options", &ref))
        return TRUE;
    if (!bsp_json_check_object(&ref, keys, error) ||
        (bsp_json_member(&ref, "bevel_angle", &member) &&
         !bsp_json_number(&member, 0, 180, &s->bevel_angle, error)) ||
        (bsp_json_member(&ref, "space_node_faces", &member) &&
         !bsp_json_uint(&member, 0, G_MAXUINT32, &space_node_faces, error)) ||
        (bsp_json_member(&ref, "repeat", &member) &&
         !bsp_json_uint(&member, 1, COMPARE_MAX_REPEAT, &repeat, error)) ||
        (bsp_json_member(&ref, "masks", &member) && !bsp_json_boolean(&member, &s->masks, error)))
        return FALSE;
    if (bsp_json_member(&ref, "bevel_angle", &member) && s->bevel_angle == 0)
        return bsp_json_fail(&member, error, BSP_ERROR_VALUE, "the number must be above 0");
    s->space_node_faces = (guint)space_node_faces;
    s->repeat = (guint)repeat;
    return TRUE;
}

char *compare_resolve_path(const char *scenario, const char *world)
{
    g_autofree char *directory = g_path_get_dirname(compare_pipe_has(scenario) ? "" : scenario);
    if (g_path_is_absolute(world) || strcmp(directory, ".") == 0)
        return g_strdup(world);
    return g_build_filename(directory, world, NULL);
}

char *compare_scenario_select(const char *path, const char *selection)
{
    g_auto(BspWorldOptions) options = { 0 };
    if (selection && compare_selection(selection, &options) >
                         0) /* with this selection, reading the world will fail */
        return g_strconcat(path, selection, NULL);
    return compare_select(path, &options);
}

/* Returns the path of the world to load, with its selected part. It is `over`, or, if `over` is
 * NULL or only a selection, the path that the scenario names. */
static char *world_path(const CompareScenario *s, const char *named, const char *over)
{
    if (over && over[0] != '#')
        return g_strdup(over);
    g_autofree char *own = compare_resolve_path(s->path, named);
    return compare_scenario_select(own, over);
}

static gboolean may_have_patches(const char *world)
{
    g_autofree char *file = g_strndup(world, compare_selection(world, NULL));
    return bsp_ending_is(file, BSP_FILE_LEVEL) && strcmp(bsp_ending_text(file), ".obj") != 0;
}

/* If "patches" is true, and files of the world's format may have patches, adds the selection
 * "patches" to s->world_path, also if the path comes from --world. */
static gboolean select_patches(CompareScenario *s, const BspJsonRef *root, GError **error)
{
    BspJsonRef ref;
    gboolean patches = FALSE;
    if (bsp_json_member(root, "patches", &ref) && !bsp_json_boolean(&ref, &patches, error))
        return FALSE;
    patches = patches && may_have_patches(s->world_path);
    char *path = compare_select(s->world_path,
                                &(BspWorldOptions){ .flags = patches ? BSP_WORLD_PATCHES : 0 });
    g_free(s->world_path);
    s->world_path = path;
    return TRUE;
}

/* The name of the archive of real levels, which is not part of the toolkit. */
#define LEVELS "z_oacmp-volume1-v3.pk3"

void compare_scenario_advise(const char *world, GError **failure)
{
    if (!g_error_matches(*failure, BSP_ERROR, BSP_ERROR_IO) || !strstr(world, LEVELS ":"))
        return;
    g_autofree char *archive =
        g_strndup(world, (gsize)(strstr(world, LEVELS) - world) + strlen(LEVELS));
    if (g_file_test(archive, G_FILE_TEST_EXISTS))
        return;
    char *advice = g_strconcat((*failure)->message,
                               "; data/fetch-levels --link puts it into data/levels", NULL);
    g_free((*failure)->message);
    (*failure)->message = advice;
}

static gboolean read_world(CompareScenario *s, const BspJsonRef *root, const char *over,
                           GError **error)
{
    BspJsonRef ref;
    const char *named = NULL;
    if (!bsp_json_require(root, "world", &ref, error))
        return FALSE;
    gboolean inside = json_object_is_type(ref.value, json_type_object);
    if (!inside && !bsp_json_string(&ref, &named, error))
        return FALSE;
    if (inside && (!over || over[0] == '#')) {
        s->world_path = g_strdup(s->path);
        s->world_is_inside = TRUE;
        s->world = bsp_world_read_json_value(&ref, error);
        return s->world != NULL;
    }
    if (!over &&
        strpbrk(named, "\r\n")) /* a line break would split every message that has the name */
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                             "the name of a file must be on one line");
    s->world_path = world_path(s, named, over);
    if (!select_patches(s, root, error))
        return FALSE;
    s->world_is_inside = compare_pipe_has(s->world_path); /* a document cannot refer to a pipe */
    GError *failure = NULL;
    s->world = compare_world_load(
        s->world_path,
        &(BspWorldOptions){
            .flags = s->masks || compare_scenario_has_masks(s) ? BSP_WORLD_ALL_CONTENTS : 0 },
        &failure);
    if (s->world)
        return TRUE;
    /* The error is also one of the file that names the world, so the message names both files. */
    if (!over && g_error_matches(failure, BSP_ERROR, BSP_ERROR_IO))
        bsp_json_prefix_error(&ref, &failure);
    compare_scenario_advise(s->world_path, &failure);
    if (!over && compare_pipe_has(s->path) && !g_path_is_absolute(named) &&
        g_error_matches(failure, BSP_ERROR, BSP_ERROR_IO)) {
        g_autofree char *message = g_steal_pointer(&failure->message);
        failure->message =
            g_strconcat(message,
                        "; the path is relative to the current folder, because the scenario is "
                        "read from a pipe: name the world by --world",
                        NULL);
    }
    g_propagate_error(error, failure);
    return FALSE;
}

/* Reads the scenario. The world is read late, because reading a level takes long, so that errors in
 * the scenario are reported first. Only trajectories and edits are read after the world, because
 * they need its starts and brushes. */
static gboolean read_scenario(CompareScenario *s, const BspJsonRef *root, const char *over,
                              GError **error)
{
    static const char *const keys[] = { "format",  "version", "name",   "world", "spaces",
                                        "shapes",  "crowds",  "agents", "edits", "trajectories",
                                        "options", "patches", NULL };
    BspJsonRef shapes, crowds, agents;
    return bsp_json_check_format(root, "bsp-scenario", 1, error) &&
           bsp_json_check_object(root, keys, error) && read_text(root, "name", &s->name, error) &&
           read_list(s, root, "spaces", 0, compare_read_space, error) &&
           (!bsp_json_member(root, "shapes", &shapes) ||
            read_list(s, root, "shapes", 0, compare_read_shape, error)) &&
           (!bsp_json_member(root, "crowds", &crowds) ||
            read_list(s, root, "crowds", 0, compare_read_crowd, error)) &&
           (!bsp_json_member(root, "agents", &agents) ||
            read_list(s, root, "agents", 0, compare_read_agents, error)) &&
           read_options(s, root, error) && read_world(s, root, over, error) &&
           read_list(s, root, "trajectories", 1, compare_read_trajectory, error) &&
           compare_check_order(s, root, error) && compare_read_edits(s, root, error);
}

static CompareScenario *read_document(const char *path, const BspJsonRef *root, const char *over,
                                      GError **error)
{
    g_autoptr(CompareScenario) s = compare_scenario_new(path);
    if (!read_scenario(s, root, over, error))
        return NULL;
    if (s->masks)
        scenario_split_by_masks(s);
    return g_steal_pointer(&s);
}

static gboolean is_world(const BspJsonRef *root)
{
    BspJsonRef format;
    const char *name;
    return bsp_json_member(root, "format", &format) && bsp_json_string(&format, &name, NULL) &&
           strcmp(name, "bsp-world") == 0;
}

gboolean compare_scenario_is_world(const char *path)
{
    g_autofree char *file = g_strndup(path, compare_selection(path, NULL));
    if (bsp_ending_is(file, BSP_FILE_LEVEL) || bsp_ending_is(file, BSP_FILE_MESH))
        return TRUE;
    g_autoptr(BspJsonRef) root = bsp_json_load(file, NULL);
    return root && is_world(root);
}

static void fail_for_level(const char *path, GError **error)
{
    compare_wrong(error,
                  "%s: this is a level; --world needs a scenario (.json), whose world it replaces",
                  path);
}

/* Sets the error for a file that the command line names as a scenario. If the file is a level, the
 * message says so, and has no JSON error. Takes ownership of the failure. */
static void fail_to_load(const char *path, GError *failure, GError **error)
{
    gsize length = compare_selection(path, NULL);
    g_autofree char *file = g_strndup(path, length);
    gboolean missing = g_error_matches(failure, BSP_ERROR, BSP_ERROR_IO) && !path[length];
    gboolean archive = bsp_ending_is(file, BSP_FILE_ARCHIVE);
    if (missing || !(archive || bsp_ending_is(file, BSP_FILE_LEVEL))) {
        g_propagate_error(error, failure);
        return;
    }
    g_error_free(failure);
    if (archive)
        compare_wrong(error, "%s: this is an archive; name a level inside it, as %s:maps/NAME.bsp",
                      path, path);
    else
        fail_for_level(path, error);
}

CompareScenario *compare_scenario_load(const char *path, const char *world, GError **error)
{
    GError *failure = NULL;
    g_autoptr(BspJsonRef) root = bsp_json_load(path, &failure);
    if (!root)
        fail_to_load(path, failure, error);
    else if (is_world(root))
        fail_for_level(path, error);
    else
        return read_document(path, root, world, error);
    return NULL;
}

CompareScenario *compare_scenario_read(const char *path, const char *text, gsize length,
                                       const char *world, GError **error)
{
    g_autoptr(BspJsonRef) root = bsp_json_parse(path, text, length, error);
    return root ? read_document(path, root, world, error) : NULL;
}
