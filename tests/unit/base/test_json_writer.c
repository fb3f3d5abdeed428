/* Objects and arrays, their commas, and what happens when the buffer is full. */
#include "base/text/json_writer.h"

#include "support/table.h"

static void writes_members_and_elements(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 1024);
    vt_json_writer root = vt_json_open_object(&out);
    vt_json_add_text(&root, "text", VT_TEXT("a\"b"));
    vt_json_add_text(&root, "absent", VT_TEXT_ABSENT);
    vt_json_add_text_if(&root, "left out", VT_TEXT_ABSENT);
    vt_json_add_text_if(&root, "empty", VT_TEXT(""));
    vt_json_add_integer(&root, "least", INT64_MIN);
    vt_json_add_unsigned(&root, "most", UINT64_MAX);
    vt_json_add_bool(&root, "yes", true);
    vt_json_add_null(&root, "none");
    vt_json_writer list = vt_json_add_array(&root, "list");
    vt_json_add_word(&list, NULL, "one");
    vt_json_writer inner = vt_json_add_object(&list, NULL);
    vt_json_close(&inner);
    vt_json_add_json(&list, NULL, VT_TEXT("[3]"));
    vt_json_close(&list);
    vt_json_close(&root);
    assert_string_equal(
        vt_buffer_text(&out).bytes,
        "{\"text\":\"a\\\"b\",\"absent\":\"\",\"empty\":\"\",\"least\":-9223372036854775808,"
        "\"most\":18446744073709551615,\"yes\":true,\"none\":null,\"list\":[\"one\",{},[3]]}");
    vt_buffer_done(&out);
}

static void fails_in_the_buffer(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 8);
    vt_json_writer root = vt_json_open_object(&out);
    vt_json_add_text(&root, "name", VT_TEXT("too long for it"));
    vt_json_close(&root);
    assert_true(out.failed);
    vt_buffer_done(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_members_and_elements),
        cmocka_unit_test(fails_in_the_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
