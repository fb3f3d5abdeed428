/* Running a single script: vitals_run_script and vitals_run_script_line. */
#include <vitals/vitals.h>

#include "support/table.h"
#include "support/torture.h"

static const struct row {
    TABLE_ROW;
    const char *line;
    const char *answer; /* NULL: rejected */
} rows[] = {
    { "a status and a message",
      "{\"script\":\"return {status='Healthy', message=obj.m}\",\"object\":{\"m\":\"x\"}}",
      "{\"outcome\":\"status\",\"status\":\"Healthy\",\"message\":\"x\",\"error\":null}" },
    { "an empty script returns nothing", "{\"script\":\"\",\"object\":{}}",
      "{\"outcome\":\"status\",\"status\":\"\",\"message\":\"\",\"error\":null}" },
    { "deletion is ignored",
      "{\"script\":\"return {status='Degraded'}\",\"object\":{\"metadata\":{\"deletionTimestamp\":"
      "\"2024-01-01T00:00:00Z\"}}}",
      "{\"outcome\":\"status\",\"status\":\"Degraded\",\"message\":\"\",\"error\":null}" },
    { "a failure", "{\"script\":\"error('boom')\",\"object\":{}}",
      "{\"outcome\":\"error\",\"status\":null,\"message\":null,\"error\":\"<string>:1: boom\"}" },
    { "what does not compile", "{\"script\":\"return (\",\"object\":{}}",
      "{\"outcome\":\"error\",\"status\":null,\"message\":null,"
      "\"error\":\"<string> at EOF:   syntax error\\n\"}" },
    { "closed libraries", "{\"script\":\"return {status=type(string)}\",\"object\":{}}",
      "{\"outcome\":\"status\",\"status\":\"Unknown\",\"message\":"
      "\"Lua returned an invalid health status\",\"error\":null}" },
    { "open libraries",
      "{\"script\":\"return {status=string.sub('Healthyx', 1, 7)}\",\"open_libs\":true,"
      "\"object\":{}}",
      "{\"outcome\":\"status\",\"status\":\"Healthy\",\"message\":\"\",\"error\":null}" },
    { "no object", "{\"script\":\"return {}\"}", NULL },
    { "a script that is not a string", "{\"script\":5,\"object\":{}}", NULL },
    { "not JSON", "nothing", NULL },
};

static vitals_status answer(vitals_engine *engine, const char *line, vitals_text *out,
                            vitals_worker **worker) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    vitals_status status = vitals_worker_new(engine, worker);
    if (status) return status;
    return vitals_run_script_line(*worker, (vitals_text){ line, strlen(line) }, &call, out, NULL);
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_text got = { "", 0 };
    assert_int_equal(vitals_engine_new(NULL, &engine, NULL), VITALS_OK);
    vitals_status status = answer(engine, row->line, &got, &worker);
    if (row->answer) {
        assert_int_equal(status, VITALS_OK);
        assert_string_equal(got.bytes, row->answer);
    } else {
        assert_int_equal(status, VITALS_ESYNTAX);
    }
    vitals_worker_free(worker);
    vitals_engine_release(engine);
}

static vitals_status make_and_answer(torture *state, void *line) {
    vitals_allocator allocator = torture_allocator(state);
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_text got;
    vitals_status status = vitals_configuration_new(&allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        status = vitals_engine_new(configuration, &engine, NULL);
    }
    if (!status) status = answer(engine, line, &got, &worker);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    static char line[] = "{\"script\":\"return {status='Healthy'}\",\"object\":{\"a\":[1]}}";
    assert_true(torture_run(make_and_answer, line) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation_fails) };
    return TABLE_RUN("script", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
