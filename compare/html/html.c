/* html: results as one page that needs nothing else. */
#include "html/html.h"

#include <gio/gio.h>
#include <string.h>

#include "html/gnuplot.h"
#include "html/markup.h"
#include "html/section.h"
#include "html/sweep.h"
#include "html/value.h"
#include "text/json-value.h"

/* --- style and script, which are files of their own --- */

/* Made of page.css and page.js by glib-compile-resources. */
GResource *compare_page_get_resource(void);

static char *resource_text(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = g_resource_lookup_data(compare_page_get_resource(), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
    if (!bytes)
        g_error("%s", error->message); /* it is part of the program */
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* As Content-Security-Policy wants it: this script runs, and no other. */
static char *script_hash(const char *script)
{
    guint8 digest[32];
    gsize length = sizeof digest;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)script, -1);
    g_checksum_get_digest(checksum, digest, &length);
    return g_base64_encode(digest, length);
}

/* --- parts --- */

static guint n_results(json_object *root)
{
    return json_object_is_type(root, json_type_array) ? (guint)json_object_array_length(root) : 1;
}

/* The pointer to result i: "" where there is but one. Free with g_free(). */
static char *pointer_to(json_object *root, guint i)
{
    return json_object_is_type(root, json_type_array) ? g_strdup_printf("/%u", i) : g_strdup("");
}

static gboolean is_sweep(json_object *root, const char *at)
{
    json_object *format = compare_html_at(root, "%s/format", at);
    return format && strcmp(json_object_get_string(format), "bsp-sweep") == 0;
}

static const char *name_of(json_object *root, const char *at)
{
    json_object *name =
        compare_html_at(root, is_sweep(root, at) ? "%s/scenario" : "%s/scenario/name", at);
    return name ? json_object_get_string(name) : "";
}

static void add_head(GString *out, json_object *root, const char *script)
{
    g_autofree char *style = resource_text("/html/page.css"), *hash = script_hash(script);
    g_autofree char *first = pointer_to(root, 0);
    g_string_append_printf(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'sha256-%s'; img-src data:; base-uri 'none'; "
        "form-action "
        "'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>bspcompare: ",
        hash);
    compare_html_text(out, name_of(root, first));
    g_string_append_printf(out, "%s</title>\n<style>\n%s</style>\n</head>\n<body>\n",
                           n_results(root) > 1 ? " and more" : "", style);
}

static void add_contents(GString *out, json_object *root)
{
    g_string_append(out, "<nav aria-label=\"contents\"><ul>\n");
    for (guint i = 0; i < n_results(root); i++) {
        g_autofree char *at = pointer_to(root, i);
        g_string_append_printf(out, "<li><a href=\"#r%u\">", i);
        compare_html_text(out, name_of(root, at));
        g_string_append(out, "</a></li>\n");
    }
    g_string_append(out, "<li><a href=\"#how\">How it was measured</a></li>\n"
                         "<li><a href=\"#json\">JSON</a></li>\n</ul></nav>\n");
}

static void add_section(CompareFigures *figures, json_object *root, const GPtrArray *pictures,
                        guint i)
{
    g_autofree char *at = pointer_to(root, i);
    g_string_append_printf(figures->out, "<section id=\"r%u\">\n<h2>", i);
    compare_html_text(figures->out, name_of(root, at));
    g_string_append(figures->out, "</h2>\n");
    if (is_sweep(root, at))
        compare_html_sweep(figures, root, at);
    else
        compare_html_section(figures, root, at);
    compare_html_pictures(figures, pictures, i);
    g_string_append(figures->out, "</section>\n");
}

/* Bytes of a section without what it can do without. */
static gsize bytes_of_section(json_object *root, const GPtrArray *pictures, guint i)
{
    g_autoptr(GString) bare = g_string_new(NULL);
    CompareFigures *figures = compare_figures_new(bare, COMPARE_HTML_MAX_BYTES);
    add_section(figures, root, pictures, i);
    compare_figures_free(figures);
    return bare->len;
}

/* Each section leaves room for what the later ones cannot do without. */
static void add_sections(GString *out, json_object *root, const GPtrArray *pictures, gsize reserved)
{
    guint n = n_results(root);
    g_autofree gsize *bytes = g_new(gsize, n);
    for (guint i = 0; i < n; i++) {
        bytes[i] = bytes_of_section(root, pictures, i);
        reserved += bytes[i];
    }
    CompareFigures *figures = compare_figures_new(out, reserved);
    g_string_append(out, compare_gnuplot_marks);
    for (guint i = 0; i < n; i++) {
        add_section(figures, root, pictures, i);
        figures->reserved -= bytes[i];
    }
    compare_figures_free(figures);
}

/* What an object holds, and what the objects in it hold, each with its name. */
static void add_facts(GString *out, json_object *root, const char *at, const char *before)
{
    gboolean in_bytes = g_str_has_suffix(at, "/caches");
    json_object_object_foreach(compare_html_at(root, "%s", at), key, value)
    {
        if (!value || strpbrk(key, "/~") || strcmp(key, "command") == 0)
            continue; /* the command stands above */
        g_autofree char *title = g_strdelimit(g_strconcat(before, key, NULL), "_", ' ');
        g_autofree char *pointer = g_strdup_printf("%s/%s", at, key);
        if (json_object_is_type(value, json_type_object)) {
            g_autofree char *inside = g_strconcat(title, " ", NULL);
            add_facts(out, root, pointer, inside);
            continue;
        }
        CompareHtmlUnit unit = in_bytes ? COMPARE_HTML_BYTES : compare_html_unit(key);
        g_string_append(out, "<dt>");
        compare_html_text(out, title);
        g_string_append(out, "</dt><dd>");
        compare_html_add(out, root, unit, "%s", pointer);
        g_string_append(out, "</dd>\n");
    }
}

static void add_environment(GString *out, json_object *root, guint i)
{
    g_autofree char *result = pointer_to(root, i);
    g_autofree char *at = g_strconcat(result, "/environment", NULL);
    if (!json_object_is_type(compare_html_at(root, "%s", at), json_type_object))
        return;
    g_string_append(out, "<dl>\n");
    add_facts(out, root, at, "");
    g_string_append(out, "</dl>\n");
}

static json_object *environment_of(json_object *root, guint i)
{
    g_autofree char *at = pointer_to(root, i);
    return compare_html_at(root, "%s/environment", at);
}

/* Results that were kept may be of several runs, on several machines: what one says that is not
 * as the one before it. That of the first is told above. */
static void add_other_runs(GString *out, json_object *root)
{
    for (guint i = 1; i < n_results(root); i++) {
        json_object *environment = environment_of(root, i);
        if (json_object_equal(environment, environment_of(root, i - 1)))
            continue;
        g_autofree char *at = pointer_to(root, i);
        json_object *command = compare_html_at(environment, "/command");
        g_string_append(out, "<h3>From here on: ");
        compare_html_text(out, name_of(root, at));
        g_string_append(out, "</h3>\n");
        if (command) {
            g_string_append(out, "<pre class=\"command\">");
            compare_html_text(out, json_object_get_string(command));
            g_string_append(out, "</pre>\n");
        }
        add_environment(out, root, i);
    }
}

static void add_how(GString *out, json_object *root, const char *command)
{
    g_string_append(out, "<section id=\"how\">\n<h2>How it was measured</h2>\n"
                         "<p>Every method was asked the same moves, and every answer held against "
                         "an oracle that works from the solids alone.");
    if (command) {
        g_string_append(out, " This is the command:</p>\n<pre class=\"command\">");
        compare_html_text(out, command);
        g_string_append(out, "</pre>\n");
    } else {
        g_string_append(out, "</p>\n");
    }
    add_environment(out, root, 0);
    add_other_runs(out, root);
    g_string_append(out, "</section>\n");
}

static void add_json(GString *out, const char *json, const char *script)
{
    g_string_append(out,
                    "<section id=\"json\">\n<h2>JSON</h2>\n<p>The results as they are, of which "
                    "every number above is one. <a id=\"save\" download=\"results.json\" "
                    "hidden>Save them</a></p>\n<details id=\"raw\"><summary>Show them</summary>"
                    "<pre></pre></details>\n</section>\n"
                    "<script type=\"application/json\" id=\"results\">\n");
    compare_html_json(out, json);
    g_string_append(out, "</script>\n<script>");
    g_string_append(out, script);
    g_string_append(out, "</script>\n</body>\n</html>\n");
}

char *compare_html_print(const char *text, const char *command, const GPtrArray *pictures)
{
    json_object *root = json_tokener_parse(text);
    g_return_val_if_fail(root != NULL, NULL);
    g_autofree char *json = compare_json_print_part(root, JSON_C_TO_STRING_PLAIN);
    g_autofree char *script = resource_text("/html/page.js");
    GString *out = g_string_new(NULL);
    add_head(out, root, script);
    g_string_append(out,
                    "<header>\n<h1>Collision methods compared</h1>\n<p class=\"quiet\">How far "
                    "an object moves through a level before it hits: onion BSPs, plane "
                    "shifting, and what they compete with.</p>\n");
    add_contents(out, root);
    g_string_append(out, "</header>\n<main>\n");
    g_autoptr(GString) rest = g_string_new(NULL);
    add_how(rest, root, command);
    g_string_append(rest, "</main>\n");
    add_json(rest, json, script);
    add_sections(out, root, pictures, rest->len);
    g_string_append_len(out, rest->str, (gssize)rest->len);
    json_object_put(root);
    return g_string_free(out, FALSE);
}
