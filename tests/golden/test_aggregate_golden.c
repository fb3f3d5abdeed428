/* The health of an application over pairs of target and live objects. */
#include <stdio.h>

#include "support/golden.h"
#include "support/table.h"

typedef struct pairs_run {
    const vitals_document *line;
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_verdict *verdict;
    vitals_application *application;
} pairs_run;

static void add_configmap(const vitals_document *line, vitals_configuration *configuration) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":");
    vt_document_append_json(line, vt_document_find(line, "configmap", NULL), 0, &text);
    vt_buffer_add_byte(&text, '}');
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "cm", text.bytes, text.size, NULL),
        VITALS_OK);
    vt_buffer_done(&text);
}

static void start(pairs_run *run) {
    vitals_configuration *configuration = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_bundled(configuration, false);
    add_configmap(run->line, configuration);
    assert_int_equal(vitals_engine_new(configuration, &run->engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
    assert_int_equal(vitals_worker_new(run->engine, &run->worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &run->verdict), VITALS_OK);
    const vitals_document *line = run->line;
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    options.uid = vt_value_text(vt_document_find(line, "application", "metadata", "uid", NULL));
    options.name = vt_value_text(vt_document_find(line, "application", "metadata", "name", NULL));
    options.namespace_ =
        vt_value_text(vt_document_find(line, "application", "metadata", "namespace", NULL));
    assert_int_equal(vitals_application_new(run->engine, &options, &run->application), VITALS_OK);
}

static void finish(pairs_run *run) {
    vitals_application_free(run->application);
    vitals_verdict_free(run->verdict);
    vitals_worker_free(run->worker);
    vitals_engine_release(run->engine);
}

/* "untouched" and null are the same here: both mean that nothing is kept. */
static bool resource_agrees(pairs_run *run, vt_text key, const vt_value *want, bool live) {
    vitals_application_entry entry;
    assert_int_equal(vitals_application_entry_of(run->application, key, &entry, sizeof entry),
                     VITALS_OK);
    if (!vt_value_is_object(want)) return true;
    vt_text message = live ? vitals_verdict_message(run->verdict) : VT_TEXT("");
    return golden_same("resource status", vt_text_from(vitals_health_name(entry.health)),
                       golden_text(run->line, want, "status")) &&
           golden_same("resource message", message, golden_text(run->line, want, "message"));
}

static bool put(pairs_run *run, size_t index, const vt_value *pair, const vt_value *want) {
    vitals_document *target =
        golden_document(run->line, vt_document_get(run->line, pair, VT_TEXT("target")));
    vitals_document *live =
        golden_document(run->line, vt_document_get(run->line, pair, VT_TEXT("live")));
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    if (live) assert_int_equal(vitals_assess(run->worker, live, &call, run->verdict), VITALS_OK);
    char name[32];
    snprintf(name, sizeof name, "%zu", index);
    vt_text key = vt_text_from(name);
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = key;
    resource.target = target;
    resource.live = live;
    resource.verdict = live ? run->verdict : NULL;
    resource.ordinal = index;
    assert_int_equal(vitals_application_put(run->application, &resource), VITALS_OK);
    bool same = resource_agrees(run, key, want, live != NULL);
    vitals_document_free(target);
    vitals_document_free(live);
    return same;
}

static bool put_all(pairs_run *run) {
    const vt_value *pairs = vt_document_find(run->line, "resources", NULL);
    const vt_value *wanted = vt_document_find(run->line, "per_resource", NULL);
    const vt_value *want = vt_array_first(wanted);
    bool same = true;
    size_t index = 0;
    for (const vt_value *pair = vt_array_first(pairs); pair; pair = vt_array_next(pairs, pair)) {
        same &= put(run, index++, pair, want);
        want = vt_array_next(wanted, want);
    }
    return same;
}

static bool agrees(const vitals_document *line) {
    pairs_run run = { .line = line };
    start(&run);
    bool same = put_all(&run);
    vitals_health health;
    vitals_text message;
    assert_int_equal(vitals_application_health(run.application, &health, &message), VITALS_OK);
    const vt_value *want = vt_document_find(line, "app", NULL);
    same &= golden_same("status", vt_text_from(vitals_health_name(health)),
                        golden_text(line, want, "status"));
    same &= golden_same("message", message, golden_text(line, want, "message"));
    same &= golden_same("error", vitals_application_error(run.application),
                        vt_value_text(vt_document_find(line, "error", NULL)));
    finish(&run);
    return same;
}

int main(void) {
    return golden_run("argocd/aggregate-golden.jsonl", agrees);
}
