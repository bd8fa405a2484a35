/* html: prints results as one page that needs no network and no other file. */
#include "html/html.h"

#include <gio/gio.h>

#include "text/json-value.h"

/* --- the page's own files --- */

/* glib-compile-resources generates these functions from page.gresource.xml. */
GResource *compare_page_get_resource(void);
void compare_page_register_resource(void);
void compare_page_unregister_resource(void);

static char *resource_text(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = g_resource_lookup_data(compare_page_get_resource(), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
    if (!bytes)
        g_error("%s", error->message); /* cannot fail, because the program contains the file */
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* Returns the hash by which the Content-Security-Policy allows this script and no other. */
static char *script_hash(const char *script)
{
    guint8 digest[32];
    gsize length = sizeof digest;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)script, -1);
    g_checksum_get_digest(checksum, digest, &length);
    return g_base64_encode(digest, length);
}

/* --- JSON inside HTML --- */

/* Prints the JSON, which it frees. In JSON a "<" occurs only in strings, where an escape may
 * replace it. Without "<" no text can end the HTML element that holds the JSON. */
static char *embed_json(json_object *json)
{
    g_autofree char *text = compare_json_print(json, JSON_C_TO_STRING_PLAIN);
    g_auto(GStrv) parts = g_strsplit(text, "<", -1);
    return g_strjoinv("\\u003c", parts);
}

/* --- the template --- */

/* Replaces each "{{}}" of the template by the next of the texts. Inserted text is not searched. */
static char *fill_template(const char *template, const char *const *texts)
{
    g_auto(GStrv) pieces = g_strsplit(template, "{{}}", -1);
    GString *out = g_string_new(pieces[0]);
    for (guint i = 1; pieces[i]; i++) {
        g_string_append(out, texts[i - 1]);
        g_string_append(out, pieces[i]);
    }
    return g_string_free(out, FALSE);
}

char *compare_html_print(json_object *results, json_object *extras)
{
    compare_page_register_resource();
    g_autofree char *template = resource_text("/html/page.html");
    g_autofree char *style = resource_text("/html/page.css");
    g_autofree char *charts = resource_text("/html/charts.js");
    g_autofree char *page = resource_text("/html/page.js");
    compare_page_unregister_resource();
    g_autofree char *script = g_strconcat(charts, page, NULL);
    g_autofree char *hash = script_hash(script);
    g_autofree char *shown = embed_json(results), *beside = embed_json(extras);
    const char *const texts[] = { hash, style, shown, beside, script };
    return fill_template(template, texts);
}
