/* read-manifest: reads a manifest from its file, which is not trusted. */
#include <json-c/json.h>
#include <string.h>

#include "batch/manifest.h"
#include "bsp-file.h"
#include "bsp-json.h"

/* The state of reading, line by line. */
typedef struct {
    CompareManifest *manifest;
    char **lines;
    guint n_pieces; /* as stated in the first line */
    char *head_id;
    GHashTable *seen; /* from the text of a piece's work to its line's number */
} Reader;

/* --- lines --- */

/* Parses one line. If it is not JSON, it is parsed again after empty lines, so that the error has
 * the line's number in the file. */
static BspJson *parse_line(const Reader *reader, guint number, GError **error)
{
    const char *line = reader->lines[number - 1], *path = reader->manifest->path;
    g_autofree char *place = g_strdup_printf("%s:%u", path, number);
    g_autoptr(GError) failure = NULL;
    BspJson *json = bsp_json_parse(place, line, strlen(line), &failure);
    if (json)
        return json;
    g_autoptr(GString) padded = g_string_new(NULL);
    for (guint i = 1; i < number; i++)
        g_string_append_c(padded, '\n');
    g_string_append(padded, line);
    return bsp_json_parse(path, padded->str, padded->len, error);
}

/* ,"id":"..."} */
#define ID_LENGTH 64
#define TAIL_LENGTH (7 + ID_LENGTH + 2)

/* Checks that the id at the end of the line is that of the line. */
static gboolean check_id(const BspJsonRef *root, const char *line, const char *head_id, char **id,
                         GError **error)
{
    gsize n = strlen(line);
    *id = NULL;
    if (n > TAIL_LENGTH && g_str_has_prefix(line + n - TAIL_LENGTH, ",\"id\":\"") &&
        g_str_has_suffix(line, "\"}"))
        *id = compare_manifest_id(head_id, line, n - TAIL_LENGTH);
    if (*id && strncmp(*id, line + n - 2 - ID_LENGTH, ID_LENGTH) == 0)
        return TRUE;
    g_clear_pointer(id, g_free);
    return bsp_json_fail(root, error, BSP_ERROR_VALUE,
                         "the line or the first one has been changed since it was planned: its id "
                         "does not hold; plan anew with 'bspcompare plan'");
}

/* --- members --- */

static gboolean read_text(const BspJsonRef *root, const char *key, char **text, GError **error)
{
    BspJsonRef ref;
    const char *string;
    if (!bsp_json_require(root, key, &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    if (strpbrk(string, "\r\n")) /* it would break the messages that contain it */
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "a text of more than one line");
    *text = g_strdup(string);
    return TRUE;
}

/* Whether the member is not null. The member must exist; if not, returns FALSE with an error. */
static gboolean is_there(const BspJsonRef *root, const char *key, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(root, key, &ref, error) && ref.value;
}

/* As read_text(); null gives NULL. */
static gboolean read_text_or_null(const BspJsonRef *root, const char *key, char **text,
                                  GError **error)
{
    GError *failure = NULL;
    if (is_there(root, key, &failure))
        return read_text(root, key, text, error);
    if (failure)
        g_propagate_error(error, failure);
    return !failure;
}

static gboolean read_sha256(const BspJsonRef *root, const char *key, char **sha256, GError **error)
{
    BspJsonRef ref;
    if (!read_text_or_null(root, key, sha256, error))
        return FALSE;
    bsp_json_member(root, key, &ref);
    return !*sha256 ||
           (strlen(*sha256) == ID_LENGTH && strspn(*sha256, "0123456789abcdef") == ID_LENGTH) ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "no SHA-256 of 64 hexadecimal digits");
}

static gboolean read_count(const BspJsonRef *root, const char *key, guint64 min, guint64 max,
                           guint64 *number, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(root, key, &ref, error) && bsp_json_uint(&ref, min, max, number, error);
}

static char **read_texts(const BspJsonRef *root, const char *key, guint min, guint max,
                         GError **error)
{
    BspJsonRef ref, item;
    guint n;
    if (!bsp_json_require(root, key, &ref, error) || !bsp_json_array(&ref, min, max, &n, error))
        return NULL;
    g_auto(GStrv) texts = g_new0(char *, n + 1);
    for (guint i = 0; i < n; i++) {
        const char *string;
        bsp_json_item(&ref, i, &item);
        if (!bsp_json_string(&item, &string, error))
            return NULL;
        texts[i] = g_strdup(string);
    }
    return g_steal_pointer(&texts);
}

/* --- the first line --- */

static gboolean read_methods(CompareManifest *manifest, const BspJsonRef *root, GError **error)
{
    g_auto(GStrv) names = read_texts(root, "methods", 1, 1000, error);
    if (!names)
        return FALSE;
    guint n = g_strv_length(names);
    const CompareMethodClass **classes = g_new0(const CompareMethodClass *, n + 1);
    manifest->asked.methods = classes;
    for (guint i = 0; i < n; i++) {
        BspJsonRef ref, item;
        bsp_json_member(root, "methods", &ref);
        bsp_json_item(&ref, i, &item);
        classes[i] = compare_method_find(names[i]);
        if (!classes[i])
            return bsp_json_fail(&item, error, BSP_ERROR_VALUE, "there is no such method");
        for (guint k = 0; k < i; k++)
            if (classes[k] == classes[i])
                return bsp_json_fail(&item, error, BSP_ERROR_VALUE, "the method is named twice");
    }
    return TRUE;
}

static gboolean read_trees(CompareManifest *manifest, const BspJsonRef *root, GError **error)
{
    BspJsonRef builder, fill, plain;
    guint which, how;
    gboolean is_plain;
    if (!bsp_json_require(root, "builder", &builder, error) ||
        !bsp_json_choice(&builder, compare_builder_names, &which, error) ||
        !bsp_json_require(root, "fill", &fill, error) ||
        !bsp_json_choice(&fill, compare_fill_names, &how, error) ||
        !bsp_json_require(root, "plain", &plain, error) ||
        !bsp_json_boolean(&plain, &is_plain, error))
        return FALSE;
    compare_trees_set_builder(&manifest->asked.trees, (CompareBuilder)which);
    manifest->asked.trees.build.fill = (BspFillMode)how;
    manifest->asked.trees.build.plain = is_plain;
    return TRUE;
}

/* Reads a plan in the syntax of --vary. */
static gboolean read_plan(CompareManifest *manifest, const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "what", "values", NULL };
    g_autofree char *what = NULL;
    if (!bsp_json_check_object(ref, keys, error) || !read_text(ref, "what", &what, error))
        return FALSE;
    g_auto(GStrv) values = read_texts(ref, "values", 1, COMPARE_SWEEP_VALUES, error);
    if (!values)
        return FALSE;
    g_autofree char *list = g_strjoinv(",", values);
    g_autofree char *text = g_strdup_printf("%s=%s", what, list);
    CompareSweepPlan plan;
    if (!compare_sweep_plan_parse(text, &plan, error)) {
        bsp_json_prefix_error(ref, error);
        return FALSE;
    }
    g_array_append_val(manifest->plans, plan);
    return g_strv_equal((const char *const *)values, (const char *const *)plan.values) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "values are not single ones");
}

static gboolean read_plans(CompareManifest *manifest, const BspJsonRef *root, GError **error)
{
    BspJsonRef ref, item;
    guint n;
    if (!bsp_json_require(root, "vary", &ref, error) ||
        !bsp_json_array(&ref, 0, COMPARE_MAX_VARIED, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&ref, i, &item);
        if (!read_plan(manifest, &item, error))
            return FALSE;
        for (guint k = 0; k < i; k++)
            if (g_array_index(manifest->plans, CompareSweepPlan, k).vary ==
                g_array_index(manifest->plans, CompareSweepPlan, i).vary)
                return bsp_json_fail(&item, error, BSP_ERROR_VALUE, "it is varied twice");
    }
    return TRUE;
}

static gboolean read_repeat(CompareManifest *manifest, const BspJsonRef *root, GError **error)
{
    guint64 repeat = 0;
    GError *failure = NULL;
    if (is_there(root, "repeat", &failure) &&
        !read_count(root, "repeat", 1, COMPARE_MAX_REPEAT, &repeat, error))
        return FALSE;
    manifest->repeat = (guint)repeat;
    if (failure)
        g_propagate_error(error, failure);
    return !failure;
}

static gboolean check_program(const BspJsonRef *root, GError **error)
{
    BspJsonRef ref;
    const char *program;
    if (!bsp_json_require(root, "program", &ref, error) || !bsp_json_string(&ref, &program, error))
        return FALSE;
    return strcmp(program, COMPARE_PROGRAM) == 0 ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                         "planned by another version, and this is " COMPARE_PROGRAM
                         ": plan anew, or run that one");
}

static gboolean read_head(Reader *reader, GError **error)
{
    CompareManifest *manifest = reader->manifest;
    g_autoptr(BspJson) json = parse_line(reader, 1, error);
    if (!json)
        return FALSE;
    BspJsonRef root = bsp_json_root(json);
    guint64 n;
    if (!bsp_json_check_format(&root, "bsp-manifest", 1, error) || !check_program(&root, error) ||
        !bsp_json_check_object(&root, compare_manifest_head_keys, error) ||
        !check_id(&root, reader->lines[0], NULL, &reader->head_id, error) ||
        !read_count(&root, "pieces", 1, COMPARE_MAX_PIECES, &n, error) ||
        !read_methods(manifest, &root, error) || !read_trees(manifest, &root, error) ||
        !read_repeat(manifest, &root, error) || !read_plans(manifest, &root, error))
        return FALSE;
    reader->n_pieces = (guint)n;
    return TRUE;
}

/* --- pieces --- */

static gboolean read_seed(ComparePiece *piece, const BspJsonRef *root, GError **error)
{
    GError *failure = NULL;
    piece->has_seed = is_there(root, "seed", &failure);
    if (failure)
        g_propagate_error(error, failure);
    return !failure &&
           (!piece->has_seed || read_count(root, "seed", 0, G_MAXUINT64, &piece->seed, error));
}

static gboolean read_values(ComparePiece *piece, const CompareManifest *manifest,
                            const BspJsonRef *root, GError **error)
{
    guint n = manifest->plans->len;
    piece->values = read_texts(root, "values", n, n, error);
    if (!piece->values)
        return FALSE;
    for (guint i = 0; i < n; i++) {
        const CompareSweepPlan *plan = &g_array_index(manifest->plans, CompareSweepPlan, i);
        if (!g_strv_contains((const char *const *)plan->values, piece->values[i]))
            return bsp_json_fail(root, error, BSP_ERROR_VALUE,
                                 "value %u is none of those that the first line has of %s", i,
                                 compare_sweep_vary_name(plan->vary));
    }
    return TRUE;
}

static gboolean read_members(ComparePiece *piece, const CompareManifest *manifest,
                             const BspJsonRef *root, GError **error)
{
    if (!read_text(root, "scenario", &piece->scenario, error) ||
        !read_sha256(root, "scenario_sha256", &piece->scenario_sha256, error) ||
        !read_text_or_null(root, "world", &piece->world, error) ||
        !read_sha256(root, "world_sha256", &piece->world_sha256, error) ||
        !read_seed(piece, root, error) || !read_values(piece, manifest, root, error))
        return FALSE;
    if (!piece->scenario_sha256 || (piece->world && !piece->world_sha256))
        return bsp_json_fail(root, error, BSP_ERROR_VALUE, "a file without its SHA-256");
    return TRUE;
}

/* Checks that no earlier line has the same work, which is the text between a line's number and its
 * id. */
static gboolean check_new(Reader *reader, const BspJsonRef *root, guint line, GError **error)
{
    const char *text = reader->lines[line - 1];
    const char *work = strchr(text, ','), *id = g_strrstr(text, ",\"id\"");
    char *key = work && id > work ? g_strndup(work, (gsize)(id - work)) : g_strdup(text);
    gpointer before = g_hash_table_lookup(reader->seen, key);
    g_hash_table_insert(reader->seen, key, GUINT_TO_POINTER(line));
    return !before || bsp_json_fail(root, error, BSP_ERROR_VALUE, "the same work as in line %u",
                                    GPOINTER_TO_UINT(before));
}

static gboolean read_piece(Reader *reader, guint number, GError **error)
{
    CompareManifest *manifest = reader->manifest;
    guint line = number + 2;
    g_autoptr(BspJson) json = parse_line(reader, line, error);
    if (!json)
        return FALSE;
    BspJsonRef root = bsp_json_root(json), ref;
    ComparePiece *piece = g_new0(ComparePiece, 1);
    g_ptr_array_add(manifest->pieces, piece);
    guint64 told;
    if (!check_new(reader, &root, line, error) ||
        !bsp_json_check_object(&root, compare_manifest_piece_keys, error) ||
        !check_id(&root, reader->lines[line - 1], reader->head_id, &piece->id, error) ||
        !read_count(&root, "piece", 0, G_MAXUINT32, &told, error) ||
        !read_members(piece, manifest, &root, error))
        return FALSE;
    bsp_json_member(&root, "piece", &ref);
    return told == number ||
           bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "piece %u is wanted here", number);
}

/* The number of complete lines; the text after the last line break is not one. */
static guint count_whole(const Reader *reader)
{
    guint n = g_strv_length(reader->lines);
    return n ? n - 1 : 0;
}

static gboolean check_length(const Reader *reader, GError **error)
{
    guint whole = count_whole(reader), wanted = reader->n_pieces + 1;
    gboolean more = whole > wanted || *reader->lines[whole];
    if (whole == wanted && !more)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s:%u: %s the %u lines that the first one tells of: plan anew with 'bspcompare "
                "plan'",
                reader->manifest->path, MIN(whole, wanted) + 1,
                whole < wanted ? "the file ends before" : "more than", wanted);
    return FALSE;
}

static gboolean read_lines(Reader *reader, GError **error)
{
    guint whole = count_whole(reader);
    if (!reader->lines[0]) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s:1: the file is empty",
                    reader->manifest->path);
        return FALSE;
    }
    if (!read_head(reader, error))
        return FALSE;
    for (guint i = 0; i + 1 < whole && i < reader->n_pieces; i++)
        if (!read_piece(reader, i, error))
            return FALSE;
    return check_length(reader, error);
}

CompareManifest *compare_manifest_load(const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    if (!text)
        return NULL;
    if (strlen(text) < length) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: no text: there is a NUL in it", path);
        return NULL;
    }
    g_autoptr(CompareManifest) manifest = compare_manifest_new(path);
    Reader reader = { manifest, g_strsplit(text, "\n", -1), 0, NULL,
                      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    gboolean ok = read_lines(&reader, error);
    g_strfreev(reader.lines);
    g_free(reader.head_id);
    g_hash_table_unref(reader.seen);
    return ok ? g_steal_pointer(&manifest) : NULL;
}
