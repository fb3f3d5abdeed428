/*
** Finding the rules of an object: what it costs, limit look_up_steps, and the host's interrupt.
*/
#include <stdio.h>

#include "base/memory/buffer.h"
#include "health/assessment.h"
#include "support/table.h"

#define CM "apiVersion: v1\nkind: ConfigMap\ndata:\n  resource.customizations: |\n"
#define FLUX "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n"

/* ---------------------------------------------------------------- the inputs */

typedef enum input {
    INPUT_ARGOCD_CM,
    INPUT_CHECKS, /* one check for each item, its directory */
    INPUT_EXPRESSIONS,
    INPUT_POLICY
} input;

/* `head`, `count` times `item` with its number, and `tail`. */
typedef struct generated {
    input input;
    const char *head, *item, *tail;
} generated;

static const generated wildcards = { INPUT_ARGOCD_CM, CM,
                                     "    '*.x%zu.io/*':\n      health.lua: return {}\n", "" };
static const generated check_wildcards = { INPUT_CHECKS, "", "*x%zu.io/_", "" };
static const generated owners = { INPUT_EXPRESSIONS, "",
                                  FLUX
                                  "metadata: {name: a%zu, namespace: b}\nspec: {wait: true}\n---\n",
                                  "" };
static const generated listed = { INPUT_EXPRESSIONS,
                                  FLUX "metadata: {name: a}\nspec:\n  healthChecks:\n",
                                  "  - {apiVersion: x.io/v1, kind: K, name: n%zu}\n", "" };
static const generated entries = {
    INPUT_EXPRESSIONS, "",
    FLUX "metadata: {name: a%zu, namespace: b}\nspec:\n  wait: true\n  healthCheckExprs:\n"
         "  - {apiVersion: example.com/v1, kind: Other, current: 'true'}\n---\n",
    ""
};
static const generated policies = { INPUT_POLICY, "policy:\n",
                                    "- {match: {name: '*x%zu*'}, countsAs: Healthy}\n", "" };

static void add_checks(vitals_configuration *configuration, const generated *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char directory[60];
        snprintf(directory, sizeof directory, from->item, i);
        assert_int_equal(
            vitals_configuration_add_check(configuration, directory, "", "return {}", 9, NULL),
            VITALS_OK);
    }
}

static void add(vitals_configuration *configuration, const generated *from, size_t count) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, from->head);
    for (size_t i = 0; i < count; i++) vt_buffer_printf(&text, from->item, i);
    vt_buffer_add_terminated(&text, from->tail);
    vt_text all = vt_buffer_text(&text);
    vitals_status status = VITALS_OK;
    switch (from->input) {
    case INPUT_ARGOCD_CM:
        status = vitals_configuration_add_argocd_cm(configuration, "a", all.bytes, all.size, NULL);
        break;
    case INPUT_CHECKS:
        add_checks(configuration, from, count);
        break;
    case INPUT_EXPRESSIONS:
        status =
            vitals_configuration_add_expressions(configuration, "a", all.bytes, all.size, NULL);
        break;
    case INPUT_POLICY:
        status = vitals_configuration_add_policy(configuration, "a", all.bytes, all.size, NULL);
        break;
    }
    assert_int_equal(status, VITALS_OK);
    vt_buffer_done(&text);
}

/* An engine with `count` items; `most_steps` 0 is the default. */
static vitals_engine *build(const generated *from, size_t count, uint64_t most_steps) {
    vitals_configuration *configuration = NULL;
    vitals_limits *limits = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "look_up_steps", most_steps), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_limits(configuration, limits);
    vitals_configuration_set_bundled(configuration, false);
    add(configuration, from, count);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
    vitals_limits_free(limits);
    return engine;
}

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

/* Whose kind nothing matches. */
static const char other[] =
    "apiVersion: example.com/v1\nkind: Other\nmetadata: {name: some-name}\n";

/* ---------------------------------------------------------------- what it costs */

static const struct cost_row {
    TABLE_ROW;
    const generated *from;
    vitals_profile profile;
} cost_rows[] = {
    { "wildcards of an argocd-cm", &wildcards, VITALS_PROFILE_ARGOCD },
    { "wildcards of checks", &check_wildcards, VITALS_PROFILE_ARGOCD },
    { "Kustomizations", &owners, VITALS_PROFILE_FLUX },
    { "objects under healthChecks", &listed, VITALS_PROFILE_FLUX },
    { "entries of one kind", &entries, VITALS_PROFILE_FLUX },
    { "wildcards of an argocd-cm, combined", &wildcards, VITALS_PROFILE_COMBINED },
};

static bool count_asks(void *user) {
    ++*(size_t *)user;
    return false;
}

/* The steps of the look-ups of one call. */
static uint64_t steps_of(const struct cost_row *row, size_t count) {
    vitals_engine *engine = build(row->from, count, 0);
    vitals_document *document = parse(other);
    const vt_reader reader = { document, NULL };
    size_t asks = 0;
    vt_steps steps = vt_health_look_up_steps(engine, (vt_interrupt){ count_asks, &asks });
    vt_text group = vitals_document_group(document), kind = vitals_document_kind(document);
    vt_health_find_customization(engine, group, kind, &steps);
    vt_health_find_bundled(engine, group, kind, row->profile, &steps);
    vt_health_find_expression(engine, &reader, &steps);
    vt_health_is_waited_for(engine, &reader, &steps);
    assert_null(steps.stopped);
    assert_true(asks >= steps.done / 2000); /* the host is asked in proportion */
    vitals_document_free(document);
    vitals_engine_release(engine);
    return steps.done;
}

static void check_cost(void **state) {
    const struct cost_row *row = *state;
    uint64_t once = steps_of(row, 300), four_times = steps_of(row, 1200);
    assert_true(once >= 300);
    assert_true(four_times < 5 * once);
    assert_true(four_times > 3 * once);
}

/* Each state of the pattern that is visited is charged, for each character of the key. */
static void patterns_times_keys(void **state) {
    (void)state;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    uint64_t done[2][2];
    for (size_t i = 0; i < 2; i++) {
        vt_buffer pattern;
        vt_buffer_init(&pattern, NULL, SIZE_MAX / 2);
        for (size_t n = 0; n < (i ? 400 : 100); n++) vt_buffer_add_terminated(&pattern, "*?");
        vt_buffer_add_byte(&pattern, 'x');
        const vt_glob *glob = vt_glob_compile(&arena, vt_buffer_text(&pattern), &error);
        assert_non_null(glob);
        for (size_t k = 0; k < 2; k++) {
            char key[4000];
            memset(key, 'a', sizeof key);
            vt_steps steps = vt_steps_of("", UINT64_MAX, (vt_interrupt){ NULL, NULL });
            assert_false(vt_glob_match(glob, vt_text_slice(key, k ? 4000 : 1000), &steps));
            done[i][k] = steps.done;
        }
        vt_buffer_done(&pattern);
    }
    assert_true(done[0][1] > 3 * done[0][0]);
    assert_true(done[1][0] > 3 * done[0][0]);
    assert_true(done[1][1] > 1000000);
    vt_arena_done(&arena);
}

/* ------------------------------------------------------------- limit and interrupt */

typedef struct call_row {
    TABLE_ROW;
    const generated *from;
    vitals_profile profile;
    bool traced;
} call_row;

static const call_row call_rows[] = {
    { "wildcards of an argocd-cm", &wildcards, VITALS_PROFILE_ARGOCD, false },
    { "wildcards of an argocd-cm, traced", &wildcards, VITALS_PROFILE_ARGOCD, true },
    { "wildcards of an argocd-cm, combined", &wildcards, VITALS_PROFILE_COMBINED, false },
    { "wildcards of checks", &check_wildcards, VITALS_PROFILE_ARGOCD, false },
    { "Kustomizations", &owners, VITALS_PROFILE_FLUX, false },
    { "objects under healthChecks", &listed, VITALS_PROFILE_FLUX, false },
    { "entries of one kind", &entries, VITALS_PROFILE_FLUX, false },
    { "entries of one kind, combined", &entries, VITALS_PROFILE_COMBINED, true },
};

static bool stop_at(void *user) {
    size_t *left = user;
    return *left == 0 || --*left == 0;
}

/* Assess `other`; the host stops at question `stop`, or never (0). */
static void assess(const call_row *row, uint64_t most_steps, size_t stop, const char *limit) {
    vitals_engine *engine = build(row->from, 1200, most_steps);
    vitals_document *document = parse(other);
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_call call = VITALS_CALL_INIT;
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    if (row->traced) assert_int_equal(vitals_trace_new(NULL, &call.trace), VITALS_OK);
    call.profile = row->profile;
    if (stop) call.interrupt = stop_at;
    call.interrupt_user = &stop;
    assert_int_equal(vitals_assess(worker, document, &call, verdict), VITALS_OK);
    assert_int_equal(vitals_verdict_health(verdict), VITALS_HEALTH_UNKNOWN);
    assert_non_null(vitals_verdict_limit(verdict));
    assert_string_equal(vitals_verdict_limit(verdict), limit);
    assert_non_null(strstr(vitals_verdict_error(verdict).bytes, limit));
    if (row->profile == VITALS_PROFILE_FLUX) {
        assert_int_equal(vitals_verdict_kstatus(verdict), VITALS_KSTATUS_UNKNOWN);
    }
    vitals_trace_free(call.trace);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_document_free(document);
    vitals_engine_release(engine);
}

static void check_limit(void **state) {
    assess(*state, 200, 0, "look_up_steps");
}

static void check_interrupt(void **state) {
    assess(*state, 0, 1, "interrupt");
    assess(*state, 0, 2, "interrupt");
}

/* An exact key is found whatever the wildcards would cost. */
static void exact_keys_cost_nothing(void **state) {
    (void)state;
    static const generated mixed = { INPUT_ARGOCD_CM,
                                     CM "    x.io/K: {health.lua: \"return {status='Healthy'}\"}\n",
                                     "    '*.x%zu.io/*':\n      health.lua: return {}\n", "" };
    vitals_engine *engine = build(&mixed, 1000, 1);
    vt_steps steps = vt_health_look_up_steps(engine, (vt_interrupt){ NULL, NULL });
    assert_non_null(vt_health_find_customization(engine, VT_TEXT("x.io"), VT_TEXT("K"), &steps));
    assert_int_equal(steps.done, 0);
    vitals_engine_release(engine);
}

/* A policy that takes too long is not applied, and the entry names the limit. */
static void policies_have_the_limit_too(void **state) {
    (void)state;
    vitals_engine *engine = build(&policies, 500, 400);
    vitals_application *application = NULL;
    vitals_document *document = parse(other);
    vitals_resource resource = VITALS_RESOURCE_INIT;
    vitals_application_entry entry;
    assert_int_equal(vitals_application_new(engine, NULL, &application), VITALS_OK);
    resource.key = VT_TEXT("k");
    resource.target = document;
    assert_int_equal(vitals_application_put(application, &resource), VITALS_OK);
    assert_int_equal(vitals_application_entry_of(application, VT_TEXT("k"), &entry, sizeof entry),
                     VITALS_OK);
    assert_non_null(strstr(entry.why, "look_up_steps"));
    vitals_application_free(application);
    vitals_document_free(document);
    vitals_engine_release(engine);
}

/* ------------------------------------------------------------ found before */

/* An engine whose only check is that of a directory. */
static vitals_engine *build_check(const char *directory) {
    static const char script[] = "return {status = 'Healthy'}";
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_bundled(configuration, false);
    assert_int_equal(
        vitals_configuration_add_check(configuration, directory, "", script, strlen(script), NULL),
        VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
    return engine;
}

static void expect_source(vitals_worker *worker, const char *text, vitals_profile profile,
                          vitals_source source) {
    vitals_document *document = parse(text);
    vitals_verdict *verdict = NULL;
    vitals_call call = VITALS_CALL_INIT;
    call.profile = profile;
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    assert_int_equal(vitals_assess(worker, document, &call, verdict), VITALS_OK);
    assert_int_equal(vitals_verdict_source(verdict), source);
    vitals_verdict_free(verdict);
    vitals_document_free(document);
}

/* What a worker found for one object says nothing about kinds with other names, another profile or another
** engine. The first three kinds have the same place. */
static void found_rules_are_those_of_the_kind(void **state) {
    (void)state;
#define OF(group, kind) "apiVersion: " group "/v1\nkind: " kind "\n"
#define LONG "a234567890123456789012345678901234567890123456789012345678901234567890"
    static const struct {
        const char *text;
        vitals_source source;
    } rows[] = {
        { OF("a.x.io", "Kind"), VITALS_SOURCE_BUNDLED },
        { OF("a.y.io", "Kind"), VITALS_SOURCE_NONE },
        { OF("a.x.io", "Knid"), VITALS_SOURCE_BUNDLED },
        { OF("b.x.io", "K"), VITALS_SOURCE_BUNDLED },
        { OF("b.x.ioK", "K"), VITALS_SOURCE_NONE },
        { OF("b.x.io", "KK"), VITALS_SOURCE_BUNDLED },
        { OF(LONG ".x.io", "K"), VITALS_SOURCE_BUNDLED },
    };
    vitals_engine *engine = build_check("*.x.io/_"), *without = build_check("z.io/Z");
    vitals_worker *worker = NULL;
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    for (size_t i = 0; i < 3 * TABLE_COUNT(rows); i++) {
        const size_t at = i % TABLE_COUNT(rows);
        expect_source(worker, rows[at].text, VITALS_PROFILE_ARGOCD, rows[at].source);
    }
    expect_source(worker, rows[0].text, VITALS_PROFILE_KSTATUS, VITALS_SOURCE_KSTATUS);
    expect_source(worker, rows[0].text, VITALS_PROFILE_ARGOCD, VITALS_SOURCE_BUNDLED);
    assert_int_equal(vitals_worker_use(worker, without), VITALS_OK);
    expect_source(worker, rows[0].text, VITALS_PROFILE_ARGOCD, VITALS_SOURCE_NONE);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    vitals_engine_release(without);
}

/* A rule that was found before is charged as the first time, and the host is asked. */
static void found_rules_cost_the_same(void **state) {
    (void)state;
    vitals_engine *engine = build(&check_wildcards, 100, 0);
    vitals_worker *worker = NULL;
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    const vt_text group = VT_TEXT("example.com"), kind = VT_TEXT("Other");
    uint64_t done[2];
    for (size_t i = 0; i < 2; i++) {
        size_t asks = 0;
        vt_steps steps = vt_health_look_up_steps(engine, (vt_interrupt){ count_asks, &asks });
        assert_null(vt_found_rules_bundled(&worker->found, engine, group, kind,
                                           VITALS_PROFILE_ARGOCD, &steps));
        assert_int_equal(asks, 1);
        done[i] = steps.done;
    }
    assert_true(done[0] >= 100);
    assert_int_equal(done[0], done[1]);
    vt_steps few = vt_steps_of("few", done[0] - 1, (vt_interrupt){ NULL, NULL });
    assert_null(
        vt_found_rules_bundled(&worker->found, engine, group, kind, VITALS_PROFILE_ARGOCD, &few));
    assert_string_equal(few.stopped, "few");
    vitals_worker_free(worker);
    vitals_engine_release(engine);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_times_keys),
        cmocka_unit_test(exact_keys_cost_nothing),
        cmocka_unit_test(policies_have_the_limit_too),
        cmocka_unit_test(found_rules_are_those_of_the_kind),
        cmocka_unit_test(found_rules_cost_the_same),
    };
    int failed = TABLE_RUN("cost of look-ups", check_cost, cost_rows);
    failed += TABLE_RUN("limit look_up_steps", check_limit, call_rows);
    failed += TABLE_RUN("interrupted look-ups", check_interrupt, call_rows);
    return failed + cmocka_run_group_tests_name("look-ups", tests, NULL, NULL);
}
