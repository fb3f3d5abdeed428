/*
** Rules that run elsewhere: every fixture has the same verdict, and the first one of each check the same
** explanation, as where the rule runs in place; whatever comes back instead of an answer is an Unknown
** verdict, and never anything worse.
*/
#include <stdio.h>

#include <vitals/explain.h>

#include "rules/check_tree.h"
#include "support/files.h"
#include "support/health.h"
#include "support/table.h"

#define CHECKS VITALS_SOURCE_DIR "/resource_customizations"
#define EXPRESSIONS VITALS_SOURCE_DIR "/docs/expressions"

/* The other side, in this process. */
typedef struct other_side {
    vitals_runner *runner;
    size_t questions;
    void (*spoil)(char *answer, size_t *size); /* NULL: answers are what they are */
    vitals_status fails;                       /* instead of an answer */
} other_side;

static vitals_status carry(void *user, vitals_text request, const vitals_allocator *allocator,
                           vitals_interrupt_fn interrupt, void *interrupt_user, char **answer,
                           size_t *size) {
    other_side *side = user;
    vitals_text reply;
    (void)allocator; /* malloc here */
    side->questions++;
    if (side->fails) return side->fails;
    vitals_status status =
        vitals_runner_run(side->runner, request, interrupt, interrupt_user, &reply);
    if (status) return status;
    *answer = malloc(reply.size + 1);
    assert_non_null(*answer);
    memcpy(*answer, reply.bytes, reply.size);
    *size = reply.size;
    if (side->spoil) side->spoil(*answer, size);
    /* The block has the size that it says. */
    char *fitting = realloc(*answer, *size + 1);
    assert_non_null(fitting);
    *answer = fitting;
    return VITALS_OK;
}

static other_side side;

static int open_side(void **state) {
    (void)state;
    side = (other_side){ .runner = NULL };
    return vitals_runner_new(NULL, &side.runner);
}

static int close_side(void **state) {
    (void)state;
    vitals_runner_free(side.runner);
    return 0;
}

/* ------------------------------------------------------------------- fixtures */

static vitals_call call_of(vitals_profile profile, bool elsewhere) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = profile;
    call.now_seconds = 1767323045;
    call.explain = true;
    if (elsewhere) {
        call.remote = carry;
        call.remote_user = &side;
    }
    return call;
}

typedef struct outcome {
    char *json;
    uint64_t steps;
    int64_t until;
    const char *limit;
    uint32_t line;
} outcome;

static outcome assess(health_run *run, const vitals_document *object, vitals_profile profile,
                      bool elsewhere) {
    const vitals_call call = call_of(profile, elsewhere);
    vitals_text json;
    assert_int_equal(vitals_assess(run->worker, object, &call, run->verdict), VITALS_OK);
    assert_int_equal(vitals_verdict_json(run->verdict, &json), VITALS_OK);
    return (outcome){ strndup(json.bytes, json.size), vitals_verdict_steps(run->verdict),
                      vitals_verdict_valid_until(run->verdict), vitals_verdict_limit(run->verdict),
                      vitals_verdict_line(run->verdict) };
}

static void compare_verdicts(health_run *run, const vitals_document *object,
                             vitals_profile profile) {
    const outcome here = assess(run, object, profile, false);
    const outcome there = assess(run, object, profile, true);
    assert_string_equal(there.json, here.json);
    /* Here helpers are compiled apart, there as a part of the script: their first lines differ by a few bytes. */
    assert_in_range(here.steps + 64, there.steps, there.steps + 128);
    assert_true(there.until == here.until);
    assert_string_equal(there.limit ? there.limit : "", here.limit ? here.limit : "");
    assert_int_equal(there.line, here.line);
    free(here.json);
    free(there.json);
}

static char *explain(const health_run *run, const vitals_document *object, vitals_profile profile,
                     bool elsewhere) {
    const vitals_call call = call_of(profile, elsewhere);
    vitals_explanation *explanation = NULL;
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(vitals_explain(run->engine, object, &call, NULL, &explanation), VITALS_OK);
    assert_int_equal(vitals_explanation_json(explanation, &text, &size), VITALS_OK);
    vitals_explanation_free(explanation);
    return text;
}

/* An explanation has the number of steps, which is compared with the verdicts. */
static void drop_digits(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        if (*at < '0' || *at > '9') *to++ = *at;
    }
    *to = '\0';
}

static void compare_explanations(const health_run *run, const vitals_document *object,
                                 vitals_profile profile) {
    char *here = explain(run, object, profile, false);
    char *there = explain(run, object, profile, true);
    const size_t here_bytes = strlen(here), there_bytes = strlen(there);
    drop_digits(here);
    drop_digits(there);
    assert_string_equal(there, here);
    vitals_text_free(NULL, here, here_bytes);
    vitals_text_free(NULL, there, there_bytes);
}

static void compare_fixtures(health_run *run, const check_tree *tree, const char *directory,
                             vitals_profile profile) {
    vitals_document *tests = tree_document(tree, directory, VT_TEXT("health_test.yaml"));
    tree_case test;
    bool explained = false;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        vitals_document *object = tree_document(tree, directory, test.input);
        compare_verdicts(run, object, profile);
        if (!explained) compare_explanations(run, object, profile);
        explained = true;
        vitals_document_free(object);
    }
    vitals_document_free(tests);
}

static check_tree tree;

static void every_script_answers_the_same(void **state) {
    const health_setup setup = { .bundled = true };
    health_run run;
    (void)state;
    assert_true(tree_read(&tree, CHECKS, "health.lua"));
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    for (size_t i = 0; i < tree.count; i++) {
        compare_fixtures(&run, &tree, tree.directories[i], VITALS_PROFILE_ARGOCD);
        compare_fixtures(&run, &tree, tree.directories[i], VITALS_PROFILE_COMBINED);
    }
    assert_true(side.questions > tree.count);
    health_close(&run);
    tree_done(&tree);
}

static void every_expression_answers_the_same(void **state) {
    char path[8192];
    (void)state;
    assert_true(tree_read(&tree, EXPRESSIONS, "health.cel.yaml"));
    for (size_t i = 0; i < tree.count; i++) {
        health_run run;
        size_t size;
        snprintf(path, sizeof path, "%s/%s/health.cel.yaml", tree.root, tree.directories[i]);
        char *text = file_read(path, &size);
        assert_non_null(text);
        const health_setup setup = { .expressions = text };
        assert_int_equal(health_open(&setup, &run), VITALS_OK);
        compare_fixtures(&run, &tree, tree.directories[i], VITALS_PROFILE_FLUX);
        health_close(&run);
        free(text);
    }
    assert_true(side.questions > tree.count);
    tree_done(&tree);
}

/* ------------------------------------------------- values that JSON cannot hold */

#define WIDGET "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n"

static const struct value_row {
    TABLE_ROW;
    const char *script, *object;
} value_rows[] = {
    { "all_types", "return {status='Healthy', message=tostring(obj.spec.a)..tostring(obj.spec.b)}",
      WIDGET "spec: {a: 9007199254740993, b: 1.0, c: null, d: true}\n" },
    { "order_of_keys",
      "local m = '' for k, v in pairs(obj.spec) do m = m..k end return {status='Healthy', "
      "message=m}",
      WIDGET "spec: {z: 1, a: 2, m: 3, b: 4}\n" },
    { "managed_fields", "return {status='Healthy', message=obj.metadata.managedFields[1].manager}",
      "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\","
      "\"managedFields\":[{\"manager\":\"kubectl\",\"fieldsV1\":{\"f:a\":{}}}],\"uid\":\"u\"}}" },
    { "many_keys", "return {status='Healthy', message=obj.spec.k17}",
      WIDGET "spec: {k1: a, k2: a, k3: a, k4: a, k5: a, k6: a, k7: a, k8: a, k9: a, k10: a, k11: a,"
             " k12: a, k13: a, k14: a, k15: a, k16: a, k17: seventeen, k18: a}\n" },
    { "a_key_twice", "return {status='Healthy', message=obj.spec}",
      "{\"apiVersion\":\"example.com/"
      "v1\",\"kind\":\"Widget\",\"spec\":{\"a\":1},\"spec\":\"two\"}" },
    { "names_nobody_else_has", "return {status='Healthy', message=obj.spec['a.b/c']['']['\\n']}",
      "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"spec\":{\"a.b/c\":{\"\":{\"\\n\":"
      "\"x\"}}}}" },
    { "the_clock", "return {status='Healthy', message=tostring(os.time())}", WIDGET },
    { "an_error", "error('no ' .. obj.metadata.name)", WIDGET },
    { "a_field_that_is_missing", "return {status='Healthy', message=obj.spec.missing.too}",
      WIDGET },
    { "no_end", "while true do end", WIDGET },
    { "no_memory", "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000)..i end", WIDGET },
    { "does_not_compile", "return {", WIDGET },
    { "text_that_is_not_utf8", "return {status='Healthy', message='\\255'}", WIDGET },
    { "print", "print('one', 2) return {status='Healthy'}", WIDGET },
};

static vitals_document *read_object(const char *text) {
    vitals_document *object = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &object, NULL), VITALS_OK);
    return object;
}

static void check_value(void **state) {
    const struct value_row *row = *state;
    const health_check checks[] = { { "example.com/Widget", row->script }, { NULL, NULL } };
    const health_setup setup = { .checks = checks, .skip = true };
    health_run run;
    assert_int_equal(open_side(NULL), VITALS_OK);
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_document *object = read_object(row->object);
    compare_verdicts(&run, object, VITALS_PROFILE_ARGOCD);
    compare_verdicts(&run, object, VITALS_PROFILE_COMBINED);
    compare_explanations(&run, object, VITALS_PROFILE_COMBINED);
    vitals_document_free(object);
    health_close(&run);
    close_side(NULL);
}

/* ------------------------------------------------------- answers that are not any */

static void empty(char *answer, size_t *size) {
    (void)answer;
    *size = 0;
}

static void cut(char *answer, size_t *size) {
    (void)answer;
    *size = *size / 2;
}

static void fill(char *answer, size_t *size) {
    memset(answer, 0xff, *size);
}

static const struct spoilt_row {
    TABLE_ROW;
    void (*spoil)(char *answer, size_t *size);
    vitals_status fails;
} spoilt_rows[] = {
    { "empty", empty, VITALS_OK },          { "cut", cut, VITALS_OK },
    { "garbage", fill, VITALS_OK },         { "it_ended", NULL, VITALS_EREAD },
    { "it_refused", NULL, VITALS_ESYNTAX },
};

static const char both_rules[] =
    "- {apiVersion: example.com/v1, kind: Gadget, current: status.ready == true}\n";

static void check_spoilt(void **state) {
    const struct spoilt_row *row = *state;
    const health_check checks[] = { { "example.com/Widget", "return {status='Healthy'}" },
                                    { NULL, NULL } };
    const health_setup setup = { .checks = checks, .expressions = both_rules };
    const char *const objects[] = { WIDGET,
                                    "apiVersion: example.com/v1\nkind: Gadget\nstatus: {}\n" };
    assert_int_equal(open_side(NULL), VITALS_OK);
    for (size_t i = 0; i < 2; i++) {
        health_run run;
        assert_int_equal(health_open(&setup, &run), VITALS_OK);
        vitals_document *object = read_object(objects[i]);
        const vitals_call call = call_of(VITALS_PROFILE_COMBINED, true);
        side.spoil = row->spoil;
        side.fails = row->fails;
        assert_int_equal(vitals_assess(run.worker, object, &call, run.verdict), VITALS_OK);
        assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_UNKNOWN);
        assert_non_null(strstr(vitals_verdict_error(run.verdict).bytes, "is run again soon"));
        assert_true(vitals_verdict_valid_until(run.verdict) == call.now_seconds + 10);
        side.spoil = NULL;
        side.fails = VITALS_OK;
        compare_verdicts(&run, object, VITALS_PROFILE_COMBINED);
        vitals_document_free(object);
        health_close(&run);
    }
    close_side(NULL);
}

/* Every byte of an answer, changed: the verdict may be another one, and is always one. */
static size_t spoilt_at, spoilt_size;
static char spoilt_with;

static void change(char *answer, size_t *size) {
    spoilt_size = *size;
    if (spoilt_at < *size) answer[spoilt_at] = (char)(answer[spoilt_at] ^ spoilt_with);
}

static void no_byte_of_an_answer_can_harm(void **state) {
    const health_check checks[] = {
        { "example.com/Widget",
          "print('x') return {status='Healthy', message=obj.metadata.name..#obj.spec.list}" },
        { NULL, NULL }
    };
    const health_setup setup = { .checks = checks };
    health_run run;
    (void)state;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_document *object = read_object(WIDGET "spec: {list: [1, {a: b}]}\n");
    side.spoil = change;
    spoilt_size = 1;
    for (spoilt_at = 0; spoilt_at < spoilt_size; spoilt_at++) {
        static const char bits[] = { 1, 2, 0x10, (char)0x80, (char)0xff };
        for (size_t i = 0; i < sizeof bits; i++) {
            spoilt_with = bits[i];
            const vitals_call call = call_of(VITALS_PROFILE_COMBINED, true);
            vitals_explanation *explanation = NULL;
            char *text = NULL;
            size_t size = 0;
            vitals_status status = vitals_explain(run.engine, object, &call, NULL, &explanation);
            if (!status) status = vitals_explanation_json(explanation, &text, &size);
            if (!status) vitals_text_free(NULL, text, size);
            vitals_explanation_free(explanation);
            assert_true(status == VITALS_OK || status == VITALS_ENOMEM);
        }
    }
    vitals_document_free(object);
    health_close(&run);
}

static bool stop(void *user) {
    (void)user;
    return true;
}

static void the_host_can_stop_it(void **state) {
    const health_check checks[] = { { "example.com/Widget", "while true do end" }, { NULL, NULL } };
    const health_setup setup = { .checks = checks };
    health_run run;
    (void)state;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_document *object = read_object(WIDGET);
    vitals_call call = call_of(VITALS_PROFILE_COMBINED, true);
    call.interrupt = stop;
    assert_int_equal(vitals_assess(run.worker, object, &call, run.verdict), VITALS_OK);
    assert_string_equal(vitals_verdict_limit(run.verdict), "interrupt");
    side.fails = VITALS_ESTOPPED;
    assert_int_equal(vitals_assess(run.worker, object, &call, run.verdict), VITALS_OK);
    assert_string_equal(vitals_verdict_limit(run.verdict), "interrupt");
    side.fails = VITALS_ENOMEM;
    assert_int_equal(vitals_assess(run.worker, object, &call, run.verdict), VITALS_ENOMEM);
    vitals_document_free(object);
    health_close(&run);
}

static void what_is_not_a_request_is_refused(void **state) {
    static const char zeroes[64] = { 0 };
    vitals_text answer;
    (void)state;
    for (size_t size = 0; size < sizeof zeroes; size++) {
        const vitals_text request = { zeroes, size };
        assert_int_equal(vitals_runner_run(side.runner, request, NULL, NULL, &answer),
                         VITALS_ESYNTAX);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_script_answers_the_same, open_side, close_side),
        cmocka_unit_test_setup_teardown(every_expression_answers_the_same, open_side, close_side),
        cmocka_unit_test_setup_teardown(no_byte_of_an_answer_can_harm, open_side, close_side),
        cmocka_unit_test_setup_teardown(the_host_can_stop_it, open_side, close_side),
        cmocka_unit_test_setup_teardown(what_is_not_a_request_is_refused, open_side, close_side),
    };
    int failed = cmocka_run_group_tests_name("remote", tests, NULL, NULL);
    failed += TABLE_RUN("values", check_value, value_rows);
    failed += TABLE_RUN("spoilt", check_spoilt, spoilt_rows);
    return failed;
}
