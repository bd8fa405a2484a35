/* map-text: the tokens of Quake .map files: brackets, words, and strings in quotes.
 *
 * Between tokens there may be white space and comments: from `//`, `;` or `#` to the end of the
 * line, and between slash-star and star-slash. A byte order mark before the text is passed over.
 *
 * Errors are BSP_ERROR_SYNTAX and read "FILE:LINE:COLUMN: message" (column in bytes, from 1). */
#ifndef BSP_WORLD_MAP_TEXT_H
#define BSP_WORLD_MAP_TEXT_H

#include "bsp-error.h"

typedef struct {
    const char *start; /* a string's begins after its quote */
    gsize length;
    guint line, column;
    gboolean is_string;
} BspMapToken;

/* A copy of it is a place to go back to. */
typedef struct {
    const char *file;    /* as errors name it */
    const char *p, *end; /* *end is NUL, and no other character is */
    const char *line_start;
    guint line;
    BspMapToken token; /* the last one read; at the end of the file it is empty */
} BspMapText;

/* At the beginning of chars[0 .. length), of which chars[length] must be NUL. Borrows them. */
void bsp_map_text_open(BspMapText *text, const char *file, const char *chars, gsize length);

/* Reads a token: a bracket of any kind, a word that ends at one or at white space, a string. */
gboolean bsp_map_text_next(BspMapText *text, GError **error);

/* The same where brackets are letters like any other. */
gboolean bsp_map_text_next_word(BspMapText *text, GError **error);

/* The same where, on this line, `;` and `#` begin no comment: for names that may hold anything. */
gboolean bsp_map_text_next_name(BspMapText *text, GError **error);

/* Whether the last token is this word, in whatever case, and no string. */
gboolean bsp_map_text_is(const BspMapText *text, const char *word);
gboolean bsp_map_text_at_end(const BspMapText *text);

/* Reads a token, which must be this word. */
gboolean bsp_map_text_expect(BspMapText *text, const char *word, GError **error);

/* Set an error and return FALSE; the second says "expected WHAT, found" and the last token. */
gboolean bsp_map_text_fail(const BspMapText *text, const BspMapToken *at, GError **error,
                           const char *format, ...) G_GNUC_PRINTF(4, 5);
gboolean bsp_map_text_expected(const BspMapText *text, const char *what, GError **error);

/* What the token says, fit for a message; free with g_free(). */
char *bsp_map_token_quoted(const BspMapToken *token);

#endif
