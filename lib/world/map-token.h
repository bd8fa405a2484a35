/* map-token: reads the tokens of .map files, which are brackets, words, and strings in quotes.
 *
 * Between tokens there may be white space and comments. A comment goes from `//`, `;` or `#` to the
 * end of the line, or from slash-star to star-slash. A byte order mark before the text is skipped.
 *
 * Errors are BSP_ERROR_SYNTAX and read "FILE:LINE:COLUMN: message" (column in bytes, from 1). After
 * an error the text counts as ended, and further errors are ignored. So callers need not check each
 * token for an error. */
#ifndef BSP_WORLD_MAP_TOKEN_H
#define BSP_WORLD_MAP_TOKEN_H

#include "bsp-error.h"

typedef struct {
    const char *start; /* start of the token; start of a string's content, after the quote */
    gsize length;
    gboolean is_string;
} BspMapToken;

/* A reader of tokens. A copy saves the position. */
typedef struct {
    const char *file;        /* name in error messages */
    const char *begin, *end; /* the text; *end is the only NUL */
    const char *p;           /* the end of the last token */
    const char *counted;     /* position in the text up to which `line` counts the lines */
    guint line;
    GError **error;    /* not NULL */
    BspMapToken token; /* the last token; empty at the end of the file */
} BspMapText;

/* Begins to read chars[0 .. length). `file` is its name in error messages. */
void bsp_map_open_text(BspMapText *text, const char *file, const char *chars, gsize length,
                       GError **error);

/* Reads a token, which is a bracket of any kind, a string, or a word. A word ends at a bracket or
 * white space. Fails at a string or comment that does not end. */
void bsp_map_next_token(BspMapText *text);

/* Reads the name of a texture. Only white space ends the name, and a leading `;` or `#` does not
 * begin a comment. */
void bsp_map_next_name(BspMapText *text);

gboolean bsp_map_at_end(const BspMapText *text);

/* Returns whether the last token is this word, ignoring case, and not a string. */
gboolean bsp_map_token_is(const BspMapText *text, const char *word);

/* Reads a token and fails unless it is this word. */
void bsp_map_expect_token(BspMapText *text, const char *word);

/* Returns the line, from 1, in which the last token ends. */
guint bsp_map_line(BspMapText *text);

/* Sets the error "FILE:LINE:COLUMN: message" with the position `at` in the text. */
void bsp_map_fail_at(const BspMapText *text, const char *at, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Fails with the message "expected WHAT, found TOKEN". TOKEN is the last token. */
void bsp_map_fail_expected(const BspMapText *text, const char *what);

/* Returns the first 40 bytes of the text, in quotes, for a message. The caller frees it with
 * g_free(). */
char *bsp_map_quote(const char *text, gsize length);

#endif
