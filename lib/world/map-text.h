/* map-text: the tokens of Quake .map files: brackets, words, and strings in quotes.
 *
 * Between tokens there may be white space and comments: from `//`, `;` or `#` to the end of the
 * line, and from slash-star to star-slash. A byte order mark before the text is skipped.
 *
 * Errors are BSP_ERROR_SYNTAX and read "FILE:LINE:COLUMN: message" (column in bytes, from 1). */
#ifndef BSP_WORLD_MAP_TEXT_H
#define BSP_WORLD_MAP_TEXT_H

#include "bsp-error.h"

typedef struct {
    const char *start; /* for a string, after its quote */
    gsize length;
    guint line, column;
    gboolean is_string;
} BspMapToken;

/* A reader of tokens. A copy saves the position. */
typedef struct {
    const char *file;    /* name in error messages */
    const char *p, *end; /* *end is NUL, the only one */
    const char *line_start;
    guint line;
    BspMapToken token; /* the last token; empty at the end of the file */
} BspMapText;

/* Starts at the beginning of chars[0 .. length). chars[length] must be NUL. The caller keeps the
 * characters. */
void bsp_map_text_open(BspMapText *text, const char *file, const char *chars, gsize length);

/* Reads a token: a bracket of any kind, a string, or a word, which ends at a bracket or white
 * space. */
gboolean bsp_map_text_next(BspMapText *text, GError **error);

/* As bsp_map_text_next(), but brackets are ordinary characters of words. */
gboolean bsp_map_text_next_word(BspMapText *text, GError **error);

/* As bsp_map_text_next_word(), but a leading `;` or `#` begins no comment: for names of textures.
 */
gboolean bsp_map_text_next_name(BspMapText *text, GError **error);

/* Whether the last token is this word, ignoring case, and not a string. */
gboolean bsp_map_text_is(const BspMapText *text, const char *word);
gboolean bsp_map_text_at_end(const BspMapText *text);

/* Reads a token and fails unless it is this word. */
gboolean bsp_map_text_expect(BspMapText *text, const char *word, GError **error);

/* Set an error and return FALSE. The second reports "expected WHAT, found" and the last token. */
gboolean bsp_map_text_fail(const BspMapText *text, const BspMapToken *at, GError **error,
                           const char *format, ...) G_GNUC_PRINTF(4, 5);
gboolean bsp_map_text_expected(const BspMapText *text, const char *what, GError **error);

/* The token in quotes, for a message. The caller frees the string with g_free(). */
char *bsp_map_token_quoted(const BspMapToken *token);

#endif
