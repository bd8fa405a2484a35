/* test-json-limits: documents with too many items are rejected before all of their text is read
 * or in memory. */
#include <criterion/criterion.h>

#include "sanitized.h"
#include "tools/bsp-json.h"
#include "world/json-text.h"
#include "world/reading.h"

static char *text_of_items(guint n, const char *item)
{
    GString *text = g_string_new("{\"format\":\"bsp-world\",\"version\":1,\"starts\":[");
    for (guint i = 0; i < n; i++) {
        g_string_append(text, i ? "," : "");
        g_string_append(text, item);
    }
    return g_string_free(g_string_append(text, "],\"brushes\":[]}"), FALSE);
}

/* The reader stops as soon as a document exceeds the limit. The limit counts the items of all
 * arrays together. */
Test(json_limits, too_many_items)
{
    if (!SANITIZED) {
        g_autofree char *just = text_of_items(BSP_JSON_MAX_PIECES, "[0,0,0]");
        g_autoptr(BspWorld) world =
            bsp_world_read_json("a", just, strlen(just), &(BspWorldOptions){ 0 }, NULL);
        cr_assert_not_null(world);
        cr_expect_eq(world->starts->len, (guint)BSP_JSON_MAX_PIECES);
    }
    g_autofree char *many = text_of_items(BSP_JSON_MAX_PIECES + 1, "{}");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_read_json("a", many, strlen(many), &(BspWorldOptions){ 0 }, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "a:1:6291503: the arrays have more items than the limit of 2097152");
    g_clear_error(&error);
    g_autofree char *full = text_of_items(BSP_JSON_MAX_PIECES, "1");
    *strrchr(full, '}') = '\0';
    g_autofree char *two = g_strconcat(full, ",\"x\":[0, nonsense", NULL);
    cr_expect_null(bsp_world_read_json("a", two, strlen(two), &(BspWorldOptions){ 0 }, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT), "%s", error->message);
}

/* A document that is read as a whole, such as a scenario. */
Test(json_limits, too_many_objects)
{
    g_autoptr(GString) text = g_string_new("[\n");
    for (guint i = 0; i < BSP_JSON_MAX_OBJECTS; i++)
        g_string_append(text, "{},");
    g_string_append(text, "{}]");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_json_parse("a", text->str, text->len, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message, "a:2:3145729: more objects than the limit of 1048576");
}
