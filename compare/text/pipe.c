/* pipe: reads arguments that name pipes, which can be read only once. */
#include "text/pipe.h"

#include <string.h>
#include <sys/stat.h>

#include "bsp-error.h"
#include "bsp-saved.h"
#include "text/path.h"
#include "tools/bsp-file.h"

#define STDIN "/dev/stdin"

/* --- formats --- */

/* The first bytes of formats that are not text, or that begin with a fixed word. */
static const struct {
    const char *bytes;
    gsize n;
    const char *ending;
} starts[] = {
    { "PK\3\4", 4, ".zip" },       { BSP_SAVED_MAGIC, 8, ".level" },
    { "IBSP", 4, ".bsp" },         { "RBSP", 4, ".bsp" },
    { "FBSP", 4, ".bsp" },         { "BSP2", 4, ".bsp" },
    { "2PSB", 4, ".bsp" },         { "\x1d\0\0\0", 4, ".bsp" },
    { "\x1e\0\0\0", 4, ".bsp" },   { "glTF", 4, ".glb" },
    { "ply", 3, ".ply" },          { "solid", 5, ".stl" },
    { "Kaydara FBX", 11, ".fbx" }, { "; FBX", 5, ".fbx" },
    { "<?xml", 5, ".dae" },        { "Version", 7, ".map" },
};

/* Bytes. A binary .stl has a header of STL_HEADER bytes without a fixed word, the number of its
 * triangles, and STL_TRIANGLE bytes for each triangle. */
#define STL_HEADER 80
#define STL_TRIANGLE 50

static gboolean is_binary_stl(const char *bytes, gsize n)
{
    guint32 n_triangles;
    if (n < STL_HEADER + sizeof n_triangles)
        return FALSE;
    memcpy(&n_triangles, bytes + STL_HEADER, sizeof n_triangles);
    return n - STL_HEADER - sizeof n_triangles ==
           (gsize)GUINT32_FROM_LE(n_triangles) * STL_TRIANGLE;
}

static const char *skip_space(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

/* Returns the extension of a text that begins with a brace. In JSON, a colon follows the first
 * string. In a .map, no colon follows it. */
static const char *extension_after_brace(const char *text)
{
    const char *at = skip_space(text + 1);
    if (*at == '}')
        return ".json";
    if (*at != '"')
        return ".map";
    at += strcspn(at + 1, "\"") + 1;
    return *at && *skip_space(at + 1) == ':' ? ".json" : ".map";
}

/* Returns whether the text begins with a line of an .obj, which is a comment, or a keyword and a
 * space. */
static gboolean is_obj(const char *text)
{
    static const char *const words[] = { "v", "vn", "vt", "vp",     "f",     "l",
                                         "g", "o",  "s",  "mtllib", "usemtl" };
    gsize n = strcspn(text, " \t\r\n");
    if (*text == '#')
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (strlen(words[i]) == n && strncmp(text, words[i], n) == 0)
            return TRUE;
    return FALSE;
}

/* Returns the extension of the format that the first bytes show, or NULL. A NUL must follow the
 * bytes. A .gltf looks like any other JSON, so the user must name its format. */
static const char *ending_of_bytes(const char *bytes, gsize n)
{
    const char *text = skip_space(g_str_has_prefix(bytes, "\xef\xbb\xbf") ? bytes + 3 : bytes);
    if (is_binary_stl(bytes, n))
        return ".stl";
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++)
        if (n >= starts[i].n && memcmp(bytes, starts[i].bytes, starts[i].n) == 0)
            return starts[i].ending;
    if (g_str_has_prefix(text, "//") || g_str_has_prefix(text, "/*"))
        return ".map"; /* other formats have no comments */
    if (*text == '{')
        return extension_after_brace(text);
    return *text == '[' ? ".json" : is_obj(text) ? ".obj" : NULL;
}

/* --- arguments --- */

/* Returns whether the path names a pipe. Standard input and other open files count as pipes,
 * whatever they are, because their names show no format. */
static gboolean is_pipe(const char *path)
{
    struct stat info;
    return strcmp(path, STDIN) == 0 || g_str_has_prefix(path, "/dev/fd/") ||
           (stat(path, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode)));
}

static gboolean is_kept(const char *path)
{
    return bsp_file_kept(path, NULL) != NULL;
}

static gboolean keep(const char *file, const char *ending, gboolean ending_needed, GError **error)
{
    gsize n;
    char *bytes = bsp_read_file(file, &n, error);
    if (!bytes)
        return FALSE;
    g_autoptr(GBytes) owner = g_bytes_new_take(bytes, n);
    if (!ending)
        ending = bsp_ending_text(file);
    if (!ending)
        ending = ending_of_bytes(bytes, n);
    bsp_file_keep(file, owner, ending);
    if (ending || !ending_needed)
        return TRUE;
    g_set_error(
        error, BSP_ERROR, BSP_ERROR_VALUE,
        n ? "%s: the first bytes show no format; name the format, such as --input-format=map"
          : "%s: the input is empty",
        file);
    return FALSE;
}

void compare_pipe_name(char **argument)
{
    if (**argument != '-' || !(*argument)[1] || !strchr(":#", (*argument)[1]))
        return;
    char *named = g_strconcat(STDIN, *argument + 1, NULL);
    g_free(*argument);
    *argument = named;
}

gboolean compare_pipe_keep(char **argument, const char *ending, gboolean ending_needed,
                           GError **error)
{
    if (strcmp(*argument, "-") == 0) {
        g_free(*argument);
        *argument = g_strdup(STDIN);
    }
    g_autofree char *file = compare_path_find(*argument, is_pipe);
    return !file || is_kept(file) || keep(file, ending, ending_needed, error);
}

gboolean compare_pipe_has(const char *path)
{
    g_autofree char *file = compare_path_find(path, is_kept);
    return file != NULL;
}
