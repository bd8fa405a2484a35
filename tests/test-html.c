/* test-html: the pictures of a page. tests/transcripts/page.t tests the rest of the page, and
 * tests/check-page what its script draws. */
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <string.h>

#include "html/html.h"

/* The list of pictures in the page's extras. The caller frees *extras with json_object_put(). */
static json_object *pictures_of(const char *page, json_object **extras)
{
    static const char start[] = "<script type=\"application/json\" id=\"extras\">";
    const char *text = strstr(page, start);
    cr_assert_not_null(text);
    g_autofree char *json = g_strndup(text + strlen(start), strcspn(text + strlen(start), "<"));
    *extras = json_tokener_parse(json);
    cr_assert_not_null(*extras, "%s", json);
    return json_object_object_get(*extras, "pictures");
}

static CompareHtmlPicture *picture_new(gsize size)
{
    CompareHtmlPicture *picture = g_new0(CompareHtmlPicture, 1);
    picture->result = 1;
    picture->caption = g_strdup("a </figcaption> of it");
    picture->svg = size ? g_strnfill(size, 'x') : NULL;
    return picture;
}

/* If a picture does not fit, the caption says that it is missing. */
Test(pictures, fill_at_most_a_megabyte)
{
    g_autoptr(GPtrArray) pictures = g_ptr_array_new_with_free_func(compare_html_picture_free);
    g_ptr_array_add(pictures, picture_new(300));
    g_ptr_array_add(pictures, picture_new(0));
    g_ptr_array_add(pictures, picture_new(600000));
    g_ptr_array_add(pictures, picture_new(300000));
    g_autofree char *page = compare_html_print("[{},{}]", NULL, NULL, pictures);
    cr_expect_lt(strlen(page), COMPARE_HTML_MAX_BYTES);
    json_object *extras, *all = pictures_of(page, &extras);
    static const struct {
        gboolean is_there, own_caption;
    } expected[] = { { 1, 1 }, { 0, 1 }, { 1, 1 }, { 0, 0 } };
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        json_object *one = json_object_array_get_idx(all, i);
        cr_expect_eq(json_object_get_int(json_object_object_get(one, "result")), 1);
        gboolean is_there = json_object_object_get(one, "svg") != NULL;
        cr_expect_eq(is_there, expected[i].is_there, "%u", i);
        const char *caption = json_object_get_string(json_object_object_get(one, "caption"));
        cr_expect_eq(strcmp(caption, "a </figcaption> of it") == 0, expected[i].own_caption);
    }
    json_object_put(extras);
}
