/* test-world-json: tests the functions that read JSON. tests/formats/json.rows has tests of whole
 * worlds. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-error.h"
#include "tools/bsp-json.h"

/* json-c needs 800 bytes for an object, so documents with too many objects are rejected before it
 * reads them. */
Test(world_json, too_many_objects_are_refused)
{
    g_autoptr(GString) text = g_string_new("[\n");
    for (guint i = 0; i < BSP_JSON_MAX_OBJECTS; i++)
        g_string_append(text, "{},");
    g_string_append(text, "{}]");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_json_parse("a", text->str, text->len, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "a:2:3145729: there are more objects than the limit of 1048576");
}

/* --- the helpers that only scenarios use --- */

static const char *check_json(const char *text, gboolean (*check)(const BspJsonRef *, GError **))
{
    static GError *error;
    g_clear_error(&error);
    g_autoptr(BspJsonRef) root = bsp_json_parse("f", text, strlen(text), NULL);
    cr_assert_not_null(root);
    BspJsonRef member;
    cr_assert(bsp_json_require(root, "a/b~", &member, NULL));
    return check(&member, &error) ? "ok" : error->message;
}

static gboolean check_choice(const BspJsonRef *ref, GError **error)
{
    static const char *const names[] = { "stop", "slide", NULL };
    guint choice = 7;
    return bsp_json_choice(ref, names, &choice, error) && choice == 1;
}

static gboolean check_uint(const BspJsonRef *ref, GError **error)
{
    guint64 value = 0;
    return bsp_json_uint(ref, 2, G_MAXUINT64, &value, error) && value == G_MAXUINT64;
}

static gboolean check_number(const BspJsonRef *ref, GError **error)
{
    double value = 0;
    return bsp_json_number(ref, -1, 1, &value, error) && value == 0.1;
}

Test(world_json, helpers)
{
    cr_expect_str_eq(check_json("{\"a/b~\":\"slide\"}", check_choice), "ok");
    cr_expect_str_eq(check_json("{\"a/b~\":\"jump\"}", check_choice),
                     "f: /a~1b~0: \"jump\" is not one of \"stop\", \"slide\"");
    cr_expect_str_eq(check_json("{\"a/b~\":\"\\n\\u007f\"}", check_choice),
                     "f: /a~1b~0: \"??\" is not one of \"stop\", \"slide\"");
    cr_expect_str_eq(check_json("{\"a/b~\":18446744073709551615}", check_uint), "ok");
    cr_expect_str_eq(check_json("{\"a/b~\":1}", check_uint),
                     "f: /a~1b~0: 1 is out of range, 2 to 18446744073709551615");
    cr_expect_str_eq(check_json("{\"a/b~\":1e3}", check_uint),
                     "f: /a~1b~0: expected a whole number, found a number");
    cr_expect_str_eq(check_json("{\"a/b~\":0.1}", check_number), "ok");
    cr_expect_str_eq(check_json("{\"a/b~\":-1.5}", check_number),
                     "f: /a~1b~0: -1.5 is out of range, -1 to 1");
}

Test(world_json, members_and_null)
{
    g_autoptr(BspJsonRef) root = bsp_json_parse("f", "{\"a\":null,\"b\":[]}", 17, NULL);
    cr_assert_not_null(root);
    BspJsonRef a, b, c;
    cr_expect(bsp_json_member(root, "a", &a));
    cr_expect(bsp_json_member(root, "b", &b));
    cr_expect_not(bsp_json_member(root, "c", &c));
    cr_expect_not(bsp_json_member(&b, "c", &c));
    g_autoptr(GError) error = NULL;
    cr_expect_not(bsp_json_require(&b, "c", &c, &error));
    cr_expect_str_eq(error->message, "f: /b: expected an object, found an array");
}
