/* log: reads text: the moves that an engine has logged, and points, spaces and shapes of the
 * command line. */
#include "scenario/log.h"

#include <string.h>

#include "scenario/reading.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

/* Skips a leading 0x: logs and the command line may have it or not. */
static const char *mask_digits(const char *text)
{
    return g_str_has_prefix(text, "0x") || g_str_has_prefix(text, "0X") ? text + 2 : text;
}

/* --- parses points, spaces and shapes of the command line --- */

/* --- numbers and points --- */

/* Reads n numbers separated by commas, all within the world's limits. */
static gboolean parse_numbers(const char *text, guint n, double *numbers)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    if (g_strv_length(parts) != n)
        return FALSE;
    for (guint i = 0; i < n; i++) {
        if (!compare_number_read(g_strstrip(parts[i]), &numbers[i]) ||
            fabs(numbers[i]) > BSP_WORLD_HALF)
            return FALSE;
        numbers[i] += 0.0; /* turns -0 into 0 */
    }
    return TRUE;
}

gboolean compare_parse_point(const char *text, BspVec *point)
{
    return parse_numbers(text, 3, point->v);
}

/* --- spaces --- */

/* Splits "x,y,z:x,y,z:CONTENTS" or "x,y,z,x,y,z:CONTENTS" into two corners and the contents, if
 * any. */
static char **split_space(const char *text)
{
    g_autofree char *copy = g_strdup(text);
    char *middle = copy, *colon = strchr(copy, ':');
    for (guint i = 0; i < 3 && middle; i++)
        middle = strchr(i ? middle + 1 : middle, ',');
    if (middle && (!colon || middle < colon))
        *middle = ':';
    return g_strsplit(copy, ":", 3);
}

/* Reads "solid,playerclip"; an empty name is an error. text: the whole option, for the message. */
static gboolean parse_contents(const char *text, const char *list, guint32 *contents,
                               GError **error)
{
    g_auto(GStrv) names = g_strsplit(list, ",", -1);
    for (char **name = names; *name || name == names; name++) {
        const char *word = *name ? *name : "";
        if (!bsp_contents_add(mask_digits(word), contents)) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                        "'%s': '%s' is neither contents such as solid or playerclip, nor one to "
                        "eight hexadecimal digits",
                        text, word);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean compare_parse_space(const char *text, CompareMover *space, GError **error)
{
    const char *equals = strchr(text, '=');
    g_auto(GStrv) parts = split_space(equals ? equals + 1 : "");
    guint n = g_strv_length(parts);
    BspVec mins, maxs;
    guint32 mask = 0;
    gboolean ok = equals && equals > text && g_utf8_validate(text, -1, NULL) && n >= 2 &&
                  compare_parse_point(parts[0], &mins) && compare_parse_point(parts[1], &maxs) &&
                  mins.x <= maxs.x && mins.y <= maxs.y && mins.z <= maxs.z;
    if (!ok)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "'%s' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins "
                    "up to maxs",
                    text);
    else if (n == 3)
        ok = parse_contents(text, parts[2], &mask, error);
    if (ok)
        *space = (CompareMover){ .name = g_strndup(text, (gsize)(equals - text)),
                                 .shape = compare_space_shape(mins, maxs),
                                 .mask = mask };
    return ok;
}

/* --- shapes --- */

/* The kinds of shapes, with the number of numbers that each needs. */
static const struct {
    const char *name;
    guint n;
    BspShapeKind kind;
} kinds[] = { { "sphere", 1, BSP_SHAPE_SPHERE },
              { "cylinder", 3, BSP_SHAPE_CYLINDER },
              { "capsule", 3, BSP_SHAPE_CAPSULE } };

static BspShape round_shape(BspShapeKind kind, const double *numbers)
{
    switch (kind) {
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(numbers[0], numbers[1], numbers[2]);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(numbers[0], numbers[1], numbers[2]);
    default:
        return bsp_shape_sphere(numbers[0]);
    }
}

static gboolean parse_round(const char *text, BspShape *shape)
{
    const char *colon = strchr(text, ':');
    double numbers[3];
    for (guint i = 0; colon && i < G_N_ELEMENTS(kinds); i++) {
        if (strlen(kinds[i].name) != (gsize)(colon - text) ||
            !g_str_has_prefix(text, kinds[i].name))
            continue;
        if (!parse_numbers(colon + 1, kinds[i].n, numbers))
            return FALSE;
        *shape = round_shape(kinds[i].kind, numbers);
        return TRUE;
    }
    return FALSE;
}

gboolean compare_parse_shape(const char *text, CompareMover *shape, GError **error)
{
    const char *equals = strchr(text, '=');
    BspShape is;
    if (!equals || equals == text || !g_utf8_validate(text, -1, NULL) ||
        !parse_round(equals + 1, &is)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "'%s' is not NAME=sphere:RADIUS, nor NAME=cylinder:RADIUS,BOTTOM,TOP, "
                    "nor NAME=capsule:RADIUS,BOTTOM,TOP",
                    text);
        return FALSE;
    }
    g_autofree char *wrong = compare_round_wrong(&is);
    if (wrong) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "'%s': %s", text, wrong);
        return FALSE;
    }
    *shape = (CompareMover){ .name = g_strndup(text, (gsize)(equals - text)), .shape = is };
    return TRUE;
}

/* A line with more fields is in another format. A longer number or name is invalid. */
#define MAX_FIELDS 256
#define MAX_FIELD_BYTES 63

#define MOVE_FIELDS 13

/* --- lines and their fields --- */

typedef struct {
    const char *path;
    const char *p, *end; /* the unread text */
    guint line;          /* number of the line read last */
    guint n;             /* fields of that line */
    struct {
        const char *start;
        gsize length;
    } fields[MAX_FIELDS];
} Log;

static void log_open(Log *log, const char *path, const char *text, gsize length)
{
    static const char mark[] = "\xef\xbb\xbf"; /* spreadsheets put this before UTF-8 */
    gboolean marked = length >= 3 && memcmp(text, mark, 3) == 0;
    log->path = path;
    log->p = text + (marked ? 3 : 0);
    log->end = text + length;
    log->line = 0;
}

static gboolean fail_at_line(const Log *log, GError **error, BspErrorCode code, const char *format,
                             ...) G_GNUC_PRINTF(4, 5);

static gboolean fail_at_line(const Log *log, GError **error, BspErrorCode code, const char *format,
                             ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, (gint)code, "%s:%u: %s", log->path, log->line, message);
    return FALSE;
}

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

/* Splits the line into fields. Between two commas there is a field, which may be empty. */
static gboolean split_fields(Log *log, const char *p, const char *end, GError **error)
{
    log->n = 0;
    p = skip_blanks(p, end);
    gboolean comma = FALSE;
    while (p < end || comma) {
        if (log->n == MAX_FIELDS)
            return fail_at_line(log, error, BSP_ERROR_SYNTAX, "more than %d fields", MAX_FIELDS);
        log->fields[log->n].start = p;
        while (p < end && !is_blank(*p) && *p != ',')
            p++;
        log->fields[log->n].length = (gsize)(p - log->fields[log->n].start);
        log->n++;
        p = skip_blanks(p, end);
        comma = p < end && *p == ',';
        if (comma)
            p = skip_blanks(p + 1, end);
    }
    return TRUE;
}

/* Reads the next line. It has no fields if it is empty or a comment. FALSE at the end, or with an
 * error. */
static gboolean next_line(Log *log, GError **error)
{
    if (log->p >= log->end)
        return FALSE;
    const char *start = log->p;
    const char *newline = memchr(start, '\n', (gsize)(log->end - start));
    const char *end = newline ? newline : log->end;
    log->p = newline ? newline + 1 : log->end;
    log->line++;
    log->n = 0;
    const char *first = skip_blanks(start, end);
    return first == end || *first == '#' || split_fields(log, start, end, error);
}

static gboolean is_word(const Log *log, guint i, const char *word)
{
    return log->fields[i].length == strlen(word) &&
           g_ascii_strncasecmp(log->fields[i].start, word, strlen(word)) == 0;
}

/* Copies a field as a string. The string is empty if the field is too long or has a NUL in it. */
static void copy_field(const Log *log, guint i, char text[MAX_FIELD_BYTES + 1])
{
    gsize n = log->fields[i].length;
    text[0] = '\0';
    if (n <= MAX_FIELD_BYTES && !memchr(log->fields[i].start, '\0', n)) {
        memcpy(text, log->fields[i].start, n);
        text[n] = '\0';
    }
}

static gboolean bad_field(const Log *log, guint i, const char *wanted, GError **error)
{
    g_autofree char *found = g_utf8_make_valid(log->fields[i].start,
                                               (gssize)MIN(log->fields[i].length, MAX_FIELD_BYTES));
    return fail_at_line(log, error, BSP_ERROR_SYNTAX, "field %u, \"%s\", is not %s", i + 1, found,
                        wanted);
}

/* --- values --- */

static gboolean read_number(const Log *log, guint i, double *number, GError **error)
{
    char text[MAX_FIELD_BYTES + 1];
    double found;
    copy_field(log, i, text);
    if (!compare_number_read(text, &found))
        return bad_field(log, i, "a number", error);
    if (!(fabs(found) <= BSP_WORLD_HALF))
        return fail_at_line(log, error, BSP_ERROR_VALUE,
                            "field %u, %s, is out of range, %.17g to %.17g", i + 1, text,
                            -BSP_WORLD_HALF, BSP_WORLD_HALF);
    *number = found + 0.0; /* turns -0 into 0 */
    return TRUE;
}

static gboolean read_vec_at(const Log *log, guint first, BspVec *vec, GError **error)
{
    for (guint i = 0; i < 3; i++)
        if (!read_number(log, first + i, &vec->v[i], error))
            return FALSE;
    return TRUE;
}

/* --- moves --- */

static gboolean read_logged(const Log *log, CompareLogged *logged, GError **error)
{
    char mask[MAX_FIELD_BYTES + 1];
    if (log->n != MOVE_FIELDS)
        return fail_at_line(log, error, BSP_ERROR_SYNTAX,
                            "%u fields, not the %d of a move: mask, mins, maxs, start and end",
                            log->n, MOVE_FIELDS);
    copy_field(log, 0, mask);
    if (!compare_mask_parse(mask_digits(mask), &logged->mask))
        return bad_field(log, 0, "a mask of one to eight hexadecimal digits", error);
    if (!read_vec_at(log, 1, &logged->mins, error) || !read_vec_at(log, 4, &logged->maxs, error) ||
        !read_vec_at(log, 7, &logged->move.from, error) ||
        !read_vec_at(log, 10, &logged->move.to, error))
        return FALSE;
    for (guint i = 0; i < 3; i++) {
        double least = logged->mins.v[i], most = logged->maxs.v[i];
        if (least > most)
            return fail_at_line(log, error, BSP_ERROR_VALUE,
                                "mins exceed maxs on the %c axis (%.15g > %.15g)", "xyz"[i], least,
                                most);
    }
    return TRUE;
}

GArray *compare_log_read_moves(const char *path, const char *text, gsize length, guint max,
                               GError **error)
{
    Log log;
    GError *failure = NULL;
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(CompareLogged));
    log_open(&log, path, text, length);
    while (moves->len < max && next_line(&log, &failure)) {
        CompareLogged logged;
        if (log.n == 0 || (log.line == 1 && is_word(&log, 0, "mask")))
            continue;
        if (!read_logged(&log, &logged, &failure))
            break;
        g_array_append_val(moves, logged);
    }
    if (failure) {
        g_propagate_error(error, failure);
        return NULL;
    }
    if (moves->len)
        return g_steal_pointer(&moves);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: there is no move in it", path);
    return NULL;
}
