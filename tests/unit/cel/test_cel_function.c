/* Every row of the function tables: its example is true in each environment that has it, its id is
** unique, and it has the texts of `list functions`. */
#include "cel/function.h"

#include <stdio.h>

#include "cel/environment.h"
#include "support/cel.h"
#include "support/table.h"

static vitals_cel_batch *batch;

static void check_example(const vt_cel_function *row, const char *environment, uint32_t mask,
                          const char *mode) {
    if (!(row->environments & mask)) return;
    vt_buffer line;
    vt_buffer_init(&line, NULL, SIZE_MAX / 2);
    vt_buffer_printf(&line, "{\"env\":\"%s\",\"mode\":\"%s\",\"expr\":\"", environment, mode);
    for (const char *at = row->example; *at; at++) {
        if (*at == '"' || *at == '\\') vt_buffer_add_byte(&line, '\\');
        vt_buffer_add_byte(&line, *at);
    }
    vt_buffer_add(&line, VT_TEXT("\"}"));
    cel_reply reply = cel_evaluate(batch, vt_buffer_text(&line));
    if (!vt_text_is(reply.text, "true")) {
        print_error("%s, %s, %s: %s gives %.*s\n", row->id, environment, mode, row->example,
                    VT_TEXT_ARG(reply.text));
    }
    assert_true(vt_text_is(reply.text, "true"));
    cel_reply_done(&reply);
    vt_buffer_done(&line);
}

static void examples_are_true(void **state) {
    (void)state;
    const vt_cel_function *row;
    for (size_t i = 0; (row = vt_cel_function_at(i)); i++) {
        check_example(row, "flux", VT_CEL_IN_FLUX, "parse_only");
        for (int e = 1; e < VITALS_CEL_ENVIRONMENT_COUNT; e++) {
            const vt_cel_rules *rules = vt_cel_rules_of((vt_cel_environment)e);
            check_example(row, rules->name, rules->mask, "parse_only");
            if (e > VITALS_CEL_ENVIRONMENT_SPEC && !(row->flags & VT_CEL_HIDDEN))
                check_example(row, rules->name, rules->mask, "compile");
        }
    }
}

static void rows_are_whole(void **state) {
    (void)state;
    const vt_cel_function *row, *other;
    for (size_t i = 0; (row = vt_cel_function_at(i)); i++) {
        assert_non_null(row->result);
        assert_non_null(row->run);
        assert_true(row->doc && *row->doc && row->library && *row->library);
        assert_true(row->environments != 0);
        for (size_t k = i + 1; (other = vt_cel_function_at(k)); k++) {
            assert_string_not_equal(row->id, other->id);
        }
    }
}

static void lists_by_environment(void **state) {
    (void)state;
    vitals_cel_function function;
    char signature[128];
    size_t flux = 0, spec = 0;
    while (vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, flux, &function, sizeof function,
                                  signature, 128)) {
        assert_string_not_equal(function.library, "math");
        flux++;
    }
    while (vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_SPEC, spec, &function, sizeof function,
                                  NULL, 0))
        spec++;
    assert_true(flux > 150 && spec > flux);
    assert_true(vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, 0, &function, sizeof function,
                                       signature, 128));
    assert_string_equal(signature, "(bytes, bytes) -> bytes");
}

static void environments_have_names(void **state) {
    (void)state;
    vitals_cel_environment environment;
    assert_string_equal(vitals_cel_environment_name(VITALS_CEL_ENVIRONMENT_SPEC), "spec");
    assert_int_equal(vitals_cel_environment_from_name("flux", &environment), VITALS_OK);
    assert_int_equal(environment, VITALS_CEL_ENVIRONMENT_FLUX);
    assert_int_equal(vitals_cel_environment_from_name("x", &environment), VITALS_ENOTFOUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_true),
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(lists_by_environment),
        cmocka_unit_test(environments_have_names),
    };
    batch = cel_batch();
    int failed = cmocka_run_group_tests_name("cel functions", tests, NULL, NULL);
    vitals_cel_batch_free(batch);
    return failed;
}
