/* answers: reads a contestant's answers line by line, and checks every value, because it trusts no
 * contestant. */
#include "contest/answers.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "text/strings.h"

/* Bytes. The longest allowed line of a contestant, as docs/contestants.md says. An answer has fewer
 * than 256. */
#define MAX_LINE 4096

/* The largest number of "about" lines. They are printed below the table, and more would hide the
 * numbers. */
#define MAX_ABOUT 32

/* Units. The largest skin that a contestant may declare, because a skin forgives early answers.
 * Engines keep skins far below a unit. */
#define MAX_SKIN 16.0

/* Units. The largest coordinate of a navigator's answer, far outside of any level. */
#define MAX_COORDINATE 1e6

/* The range of reported nanoseconds, milliseconds, bytes and units, apart from 0. Results in this
 * range can be saved and read back. */
#define LEAST_REPORTED 1e-6
#define MOST_REPORTED 1e16

/* The length of a normal may differ from 1 by this value, because contestants may use floats or
 * fewer bits. */
#define UNIT_NORMAL 1e-3

/* The largest number of words that are read from a line other than "about". No valid line has more
 * words. */
#define MAX_WORDS 10

typedef struct {
    CompareOutsider *outsider; /* the reader fills it in */
    const char *hash;          /* the hash of the moves that the contestant answers */
    guint n_moves;
    guint n_places; /* 0 unless the contestant is a navigator */
    guint number;   /* the line's number, from 1 */
    guint seen;     /* one bit for each kind of line that may occur only once */
    gboolean ended;
    char *word[MAX_WORDS];
    guint n; /* the number of words */
    GError **error;
} Line;

static gboolean fail(Line *line, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* A format shortens words of the input by "%.40s", because they may be long. */
static gboolean fail(Line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *why = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *valid = g_utf8_make_valid(why, -1);
    return compare_wrong(line->error, "line %u: %s", line->number, valid);
}

/* --- words --- */

static void split_words(Line *line, char *text)
{
    for (line->n = 0; line->n < MAX_WORDS; line->n++) {
        text += strspn(text, " \t\r");
        if (!*text)
            break;
        line->word[line->n] = text;
        text += strcspn(text, " \t\r");
        if (*text)
            *text++ = '\0';
    }
}

static gboolean check_words(Line *line, guint n, const char *form)
{
    return line->n == n || fail(line, "the line has %s words for the form \"%s\"",
                                line->n < n ? "too few" : "too many", form);
}

static gboolean read_number(Line *line, guint i, const char *what, double *number)
{
    return (compare_number_read(line->word[i], number) && isfinite(*number)) ||
           fail(line, "%s must be a finite number, not \"%.40s\"", what, line->word[i]);
}

static gboolean read_at_least_0(Line *line, guint i, const char *what, double *number)
{
    if (!read_number(line, i, what, number))
        return FALSE;
    if (*number < 0)
        return fail(line, "%s must be at least 0, not %g", what, *number);
    if (*number > 0 && (*number < LEAST_REPORTED || *number > MOST_REPORTED))
        return fail(line, "%s must be 0, or from %g to %g, not %g", what, LEAST_REPORTED,
                    MOST_REPORTED, *number);
    return TRUE;
}

/* Reads a number, or "-" if the contestant does not know it. */
static gboolean read_if_known(Line *line, guint i, const char *what, double *number)
{
    *number = COMPARE_UNTOLD;
    return strcmp(line->word[i], "-") == 0 || read_at_least_0(line, i, what, number);
}

/* --- answers --- */

/* Reads the number of the move, which must be the next unanswered move. */
static gboolean read_index(Line *line)
{
    guint next = line->outsider->told->len;
    guint64 i;
    if (!g_ascii_string_to_unsigned(line->word[1], 10, 0, G_MAXUINT, &i, NULL))
        return fail(line, "\"%.40s\" is not the number of a move", line->word[1]);
    if (next == line->n_moves)
        return fail(line, "there are more answers than the %u moves", next);
    return i == next || fail(line, "the line answers move %u, but move %u is next", (guint)i, next);
}

static gboolean read_class(Line *line, BspTransitionClass *type)
{
    for (*type = BSP_EMPTY; *type <= BSP_SOLID_TO_EMPTY; ++*type)
        if (strcmp(line->word[2], bsp_transition_class_name(*type)) == 0)
            return TRUE;
    return fail(line, "\"%.40s\" is not one of E, S, E2S, S2E", line->word[2]);
}

static gboolean check_time(Line *line, const CompareTold *told)
{
    const char *name = bsp_transition_class_name(told->type);
    if (told->t < 0 || told->t > 1)
        return fail(line, "t must be from 0 to 1, not %.17g", told->t);
    if (told->type == BSP_EMPTY && told->t != 1)
        return fail(line, "t is %.17g, but must be 1 in an answer %s", told->t, name);
    if ((told->type == BSP_SOLID || told->type == BSP_SOLID_TO_EMPTY) && told->t != 0)
        return fail(line, "t is %.17g, but must be 0 in an answer %s", told->t, name);
    return TRUE;
}

/* A hit must have a normal. A clear move must have no normal. A start in solid may have one. */
static gboolean check_normal(Line *line, const CompareTold *told)
{
    double length = bsp_vec_length(told->normal);
    gboolean none = length == 0, unit = fabs(length - 1) <= UNIT_NORMAL;
    if (told->type == BSP_EMPTY_TO_SOLID && !unit)
        return fail(line, "the normal must have length 1, not %g", length);
    if (told->type == BSP_EMPTY && !none)
        return fail(line, "the answer E must have the normal 0 0 0, because nothing is hit");
    return none || unit || fail(line, "the normal must have length 1 or 0, not %g", length);
}

static gboolean read_answer(Line *line)
{
    CompareTold told = { 0 };
    if (!check_words(line, 8, "answer I CLASS T NX NY NZ NS") || !read_index(line) ||
        !read_class(line, &told.type) || !read_number(line, 3, "t", &told.t) ||
        !check_time(line, &told))
        return FALSE;
    for (guint i = 0; i < 3; i++)
        if (!read_number(line, 4 + i, "the normal", &told.normal.v[i]))
            return FALSE;
    if (!check_normal(line, &told) || !read_if_known(line, 7, "nanoseconds", &told.ns))
        return FALSE;
    g_array_append_val(line->outsider->told, told);
    return TRUE;
}

static gboolean read_skip(Line *line)
{
    CompareTold told = { .is_skipped = TRUE, .ns = COMPARE_UNTOLD };
    return check_words(line, 2, "skip I") && read_index(line) &&
           g_array_append_val(line->outsider->told, told);
}

/* --- the lines in which the contestant describes itself --- */

static gboolean read_skin(Line *line)
{
    double *skin = &line->outsider->skin;
    return check_words(line, 2, "skin D") && read_at_least_0(line, 1, "the skin", skin) &&
           (*skin <= MAX_SKIN ||
            fail(line, "the skin is %.17g units, but must be at most %g", *skin, MAX_SKIN));
}

static gboolean read_exact(Line *line)
{
    for (guint i = 1; i < line->n; i++) {
        guint kind = 0;
        while (kind <= BSP_SHAPE_HULL &&
               strcmp(line->word[i], bsp_shape_kind_name((BspShapeKind)kind)) != 0)
            kind++;
        if (kind > BSP_SHAPE_HULL)
            return fail(line, "\"%.40s\" is not a kind of shape", line->word[i]);
        line->outsider->exact |= 1u << kind;
    }
    return line->n > 1 || fail(line, "\"exact\" must name at least one kind of shape");
}

static gboolean read_loaded(Line *line)
{
    CompareOutsider *o = line->outsider;
    return check_words(line, 3, "loaded MS BYTES") &&
           read_if_known(line, 1, "milliseconds", &o->load_ms) &&
           read_if_known(line, 2, "bytes", &o->bytes) &&
           (o->bytes < 0x1p53 || fail(line, "%g bytes are more than any machine has", o->bytes));
}

static gboolean read_again(Line *line)
{
    return check_words(line, 2, "again NS") &&
           read_at_least_0(line, 1, "nanoseconds", &line->outsider->again_ns);
}

/* --- answers of a navigator --- */

/* Reads a point from word i on. */
static gboolean read_point(Line *line, guint i, BspVec *point)
{
    for (guint k = 0; k < 3; k++) {
        if (!read_number(line, i + k, "a coordinate", &point->v[k]))
            return FALSE;
        if (fabs(point->v[k]) > MAX_COORDINATE)
            return fail(line, "the coordinate %g is out of range, +-%g", point->v[k],
                        MAX_COORDINATE);
    }
    return TRUE;
}

static gboolean read_areas(Line *line)
{
    return check_words(line, 2, "areas N") &&
           read_at_least_0(line, 1, "the number of areas", &line->outsider->graph.n_areas);
}

static gboolean read_area_point(Line *line)
{
    BspVec point;
    return check_words(line, 4, "point X Y Z") && read_point(line, 1, &point) &&
           g_array_append_val(line->outsider->graph.points, point);
}

static gboolean read_place(Line *line)
{
    guint64 i;
    if (!check_words(line, 5, "place I X Y Z"))
        return FALSE;
    if (!g_ascii_string_to_unsigned(line->word[1], 10, 0, line->n_places - 1, &i, NULL))
        return fail(line, "\"%.40s\" is not the number of a place", line->word[1]);
    return read_point(line, 2, &g_array_index(line->outsider->graph.nearest, BspVec, i));
}

/* The corners follow in lines of their own. */
static gboolean read_path(Line *line)
{
    CompareToldGraph *graph = &line->outsider->graph;
    CompareToldPath path = { .first = graph->corners->len };
    guint64 i;
    if (!check_words(line, 3, "path I NS") || !read_if_known(line, 2, "nanoseconds", &path.ns))
        return FALSE;
    guint next = graph->paths->len, n_pairs = line->n_places / 2;
    if (next >= n_pairs)
        return fail(line, "there are more paths than the %u pairs", n_pairs);
    if (!g_ascii_string_to_unsigned(line->word[1], 10, next, next, &i, NULL))
        return fail(line, "the line has the path of pair \"%.40s\", but pair %u is next",
                    line->word[1], next);
    g_array_append_val(graph->paths, path);
    return TRUE;
}

static gboolean read_corner(Line *line)
{
    CompareToldGraph *graph = &line->outsider->graph;
    BspVec corner;
    if (!check_words(line, 4, "corner X Y Z") || !read_point(line, 1, &corner))
        return FALSE;
    if (graph->paths->len == 0)
        return fail(line, "this \"corner\" line is before the first \"path\" line");
    g_array_index(graph->paths, CompareToldPath, graph->paths->len - 1).n++;
    g_array_append_val(graph->corners, corner);
    return TRUE;
}

static gboolean read_end(Line *line)
{
    if (!check_words(line, 1, "end"))
        return FALSE;
    if (line->outsider->graph.paths->len < line->n_places / 2)
        return fail(line, "\"end\" comes after only %u of %u paths",
                    line->outsider->graph.paths->len, line->n_places / 2);
    if (line->outsider->told->len < line->n_moves)
        return fail(line, "\"end\" comes after only %u of %u answers", line->outsider->told->len,
                    line->n_moves);
    return line->ended = TRUE;
}

/* --- lines --- */

static const struct {
    const char *word;
    gboolean (*read)(Line *line);
    gboolean is_once;
    enum { OF_MOVES = 1, OF_AGENTS = 2, OF_BOTH = 3 } of; /* the streams that have such lines */
} kinds[] = {
    { "answer", read_answer, FALSE, OF_MOVES },  { "skip", read_skip, FALSE, OF_MOVES },
    { "skin", read_skin, TRUE, OF_MOVES },       { "exact", read_exact, TRUE, OF_MOVES },
    { "loaded", read_loaded, TRUE, OF_BOTH },    { "again", read_again, TRUE, OF_MOVES },
    { "areas", read_areas, TRUE, OF_AGENTS },    { "point", read_area_point, FALSE, OF_AGENTS },
    { "place", read_place, FALSE, OF_AGENTS },   { "path", read_path, FALSE, OF_AGENTS },
    { "corner", read_corner, FALSE, OF_AGENTS }, { "end", read_end, TRUE, OF_BOTH },
};

/* Stores the text after "about" unchanged. */
static gboolean read_about(Line *line, const char *text)
{
    if (line->outsider->about->len == MAX_ABOUT)
        return fail(line, "there are more than %d \"about\" lines", MAX_ABOUT);
    g_ptr_array_add(line->outsider->about, g_strstrip(g_utf8_make_valid(text, -1)));
    return TRUE;
}

static gboolean read_first(Line *line)
{
    if (line->n != 3 || strcmp(line->word[0], "bsp-answers") != 0 ||
        strcmp(line->word[1], "1") != 0)
        return fail(line, "the first line must be \"bsp-answers 1\" and the hash of the moves");
    return strcmp(line->word[2], line->hash) == 0 ||
           fail(line,
                "these are answers to other moves, with the hash %.40s; the moves here have the "
                "hash %s",
                line->word[2], line->hash);
}

static gboolean read_kind(Line *line)
{
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (!(kinds[i].of & (line->n_places > 0 ? OF_AGENTS : OF_MOVES)) ||
            strcmp(line->word[0], kinds[i].word) != 0)
            continue;
        if (kinds[i].is_once && line->seen & 1u << i)
            return fail(line, "there is already a line \"%s\"", kinds[i].word);
        line->seen |= 1u << i;
        return kinds[i].read(line);
    }
    return fail(line, "no line of answers begins with \"%.40s\"", line->word[0]);
}

/* Reads one line, given without its line end, and modifies it. */
static gboolean read_line(Line *line, char *text, gsize length)
{
    line->number++;
    if (line->ended)
        return fail(line, "this line comes after \"end\", which must be the last");
    if (length > MAX_LINE)
        return fail(line, "the line is longer than %d bytes", MAX_LINE);
    if (memchr(text, '\0', length))
        return fail(line, "the line has a zero byte, which text must not have");
    if (line->number > 1 && g_str_has_prefix(text, "about "))
        return read_about(line, text + strlen("about "));
    split_words(line, text);
    if (line->n == 0)
        return fail(line, "empty");
    return line->number == 1 ? read_first(line) : read_kind(line);
}

gboolean compare_answers_read(CompareOutsider *outsider, const CompareStream *asked, GString *text,
                              GError **error)
{
    Line line = { .outsider = outsider,
                  .hash = asked->hash,
                  .n_moves = asked->n_moves,
                  .n_places = asked->n_places,
                  .error = error };
    const BspVec none = bsp_vec((double)NAN, (double)NAN, (double)NAN);
    for (guint i = 0; i < asked->n_places; i++)
        g_array_append_val(outsider->graph.nearest, none);
    for (char *start = text->str, *stop = text->str + text->len; start < stop;) {
        char *end = memchr(start, '\n', (gsize)(stop - start));
        gsize n = (gsize)((end ? end : stop) - start);
        start[n] = '\0';
        if (!read_line(&line, start, n))
            return FALSE;
        start += n + 1;
    }
    if (line.number == 0)
        return compare_wrong(error, "it wrote nothing");
    return line.ended ||
           compare_wrong(error, "it stopped after line %u, with %u of %u answers and no \"end\"",
                         line.number, outsider->told->len, line.n_moves);
}
