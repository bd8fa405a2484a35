/* manifest: a sweep over worlds, seeds and options, as pieces of work that any machine can do. */
#include "batch/manifest.h"

#include <string.h>

#include "text/json-value.h"

const char *const compare_manifest_head_keys[] = { "format",  "version", "program", "pieces",
                                                   "methods", "builder", "plain",   "fill",
                                                   "repeat",  "vary",    "id",      NULL };
const char *const compare_manifest_piece_keys[] = { "piece",  "scenario",     "scenario_sha256",
                                                    "world",  "world_sha256", "seed",
                                                    "values", "id",           NULL };

static void clear_plan(gpointer plan)
{
    compare_sweep_plan_clear(plan);
}

static void free_piece(gpointer piece)
{
    compare_piece_free(piece);
}

CompareManifest *compare_manifest_new(const char *path)
{
    CompareManifest *manifest = g_new0(CompareManifest, 1);
    manifest->path = g_strdup(path);
    manifest->asked.trees = compare_trees_default();
    manifest->plans = g_array_new(FALSE, FALSE, sizeof(CompareSweepPlan));
    g_array_set_clear_func(manifest->plans, clear_plan);
    manifest->pieces = g_ptr_array_new_with_free_func(free_piece);
    return manifest;
}

void compare_manifest_free(CompareManifest *manifest)
{
    if (!manifest)
        return;
    g_free(manifest->path);
    g_free((gpointer)manifest->asked.methods);
    g_array_unref(manifest->plans);
    g_ptr_array_unref(manifest->pieces);
    g_free(manifest);
}

void compare_piece_free(ComparePiece *piece)
{
    if (!piece)
        return;
    g_free(piece->scenario);
    g_free(piece->scenario_sha256);
    g_free(piece->world);
    g_free(piece->world_sha256);
    g_strfreev(piece->values);
    g_free(piece->id);
    g_free(piece);
}

char *compare_manifest_resolve(const CompareManifest *manifest, const char *path)
{
    g_autofree char *directory = g_path_get_dirname(manifest->path);
    if (g_path_is_absolute(path) || strcmp(directory, ".") == 0)
        return g_strdup(path);
    return g_build_filename(directory, path, NULL);
}

char *compare_manifest_place(const CompareManifest *manifest, guint piece)
{
    return g_strdup_printf("%s:%u", manifest->path, piece + 2);
}

/* --- lines --- */

char *compare_manifest_id(const char *head_id, const char *line, gsize length)
{
    g_autoptr(GString) text = g_string_new(head_id);
    g_string_append_len(text, line, (gssize)length);
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text->str, text->len);
}

static json_object *texts(char *const *list)
{
    json_object *array = compare_json_array();
    for (; *list; list++)
        compare_json_append(array, compare_json_text(*list));
    return array;
}

static json_object *methods(const CompareManifest *manifest)
{
    json_object *array = compare_json_array();
    for (guint i = 0; manifest->asked.methods[i]; i++)
        compare_json_append(array, compare_json_text(manifest->asked.methods[i]->name));
    return array;
}

static json_object *plans(const CompareManifest *manifest)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < manifest->plans->len; i++) {
        const CompareSweepPlan *plan = &g_array_index(manifest->plans, CompareSweepPlan, i);
        json_object *object = compare_json_object();
        compare_json_add(object, "what", compare_json_text(compare_sweep_vary_name(plan->vary)));
        compare_json_add(object, "values", texts(plan->values));
        compare_json_append(array, object);
    }
    return array;
}

static json_object *head_object(const CompareManifest *manifest)
{
    const CompareTrees *trees = &manifest->asked.trees;
    json_object *object = compare_json_object();
    compare_json_add(object, "format", compare_json_text("bsp-manifest"));
    compare_json_add(object, "version", compare_json_count(1));
    compare_json_add(object, "program", compare_json_text(COMPARE_PROGRAM));
    compare_json_add(object, "pieces", compare_json_count(manifest->pieces->len));
    compare_json_add(object, "methods", methods(manifest));
    compare_json_add(object, "builder", compare_json_text(compare_builder_names[trees->builder]));
    compare_json_add(object, "plain", compare_json_boolean(trees->build.plain));
    compare_json_add(object, "fill", compare_json_text(compare_fill_names[trees->build.fill]));
    compare_json_add(object, "repeat",
                     manifest->repeat ? compare_json_count(manifest->repeat) : NULL);
    compare_json_add(object, "vary", plans(manifest));
    return object;
}

static json_object *piece_object(const ComparePiece *piece, guint number)
{
    json_object *object = compare_json_object();
    compare_json_add(object, "piece", compare_json_count(number));
    compare_json_add(object, "scenario", compare_json_text(piece->scenario));
    compare_json_add(object, "scenario_sha256", compare_json_text(piece->scenario_sha256));
    compare_json_add(object, "world", compare_json_text(piece->world));
    compare_json_add(object, "world_sha256", compare_json_text(piece->world_sha256));
    compare_json_add(object, "seed", piece->has_seed ? compare_json_count(piece->seed) : NULL);
    compare_json_add(object, "values", texts(piece->values));
    return object;
}

/* Appends the object, which is freed, and its id, which is returned. */
static char *add_line(GString *out, const char *head_id, json_object *object)
{
    g_autofree char *line = compare_json_print(object, JSON_C_TO_STRING_PLAIN);
    char *id = compare_manifest_id(head_id, line, strlen(line) - 1);
    g_string_append_printf(out, "%.*s,\"id\":\"%s\"}\n", (int)(strlen(line) - 1), line, id);
    return id;
}

char *compare_manifest_text(CompareManifest *manifest)
{
    GString *out = g_string_new(NULL);
    g_autofree char *head_id = add_line(out, NULL, head_object(manifest));
    for (guint i = 0; i < manifest->pieces->len; i++) {
        ComparePiece *piece = manifest->pieces->pdata[i];
        g_free(piece->id);
        piece->id = add_line(out, head_id, piece_object(piece, i));
    }
    return g_string_free(out, FALSE);
}
