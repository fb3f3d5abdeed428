/* The data of an argocd-cm: which script each kind gets, or the error that drops it all. */
#include <stdio.h>

#include "health/health.h"
#include "support/golden.h"
#include "support/table.h"

/* The ConfigMap around `data`, as JSON. */
static void add_configmap(const vitals_document *line, vitals_configuration *configuration) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":");
    vt_document_append_json(line, vt_document_find(line, "data", NULL), 0, &text);
    vt_buffer_add_byte(&text, '}');
    assert_int_equal(vitals_configuration_add_argocd_cm(configuration, "argocd-cm.json", text.bytes,
                                                        text.size, NULL),
                     VITALS_OK);
    vt_buffer_done(&text);
}

static bool look_up_agrees(const vitals_engine *engine, const vitals_document *line,
                           const vt_value *look_up) {
    vt_steps steps = vt_health_look_up_steps(engine, (vt_interrupt){ NULL, NULL });
    const vt_rule *rule = vt_health_find_customization(engine, golden_text(line, look_up, "group"),
                                                       golden_text(line, look_up, "kind"), &steps);
    bool found = vt_value_is_true(vt_document_get(line, look_up, VT_TEXT("found")));
    bool open = vt_value_is_true(vt_document_get(line, look_up, VT_TEXT("open_libs")));
    if ((rule != NULL) != found) return false;
    if (!rule) return true;
    return rule->open_libraries == open &&
           golden_same("script", rule->script, golden_text(line, look_up, "script"));
}

static bool look_ups_agree(const vitals_engine *engine, const vitals_document *line) {
    const vt_value *list = vt_document_find(line, "lookups", NULL);
    bool same = true;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        same &= look_up_agrees(engine, line, item);
    }
    return same;
}

/* An error of Argo CD is our first one, to the letter; a crash of Argo CD is a diagnostic. */
static bool error_agrees(vitals_status status, const vitals_document *line,
                         const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (status != VITALS_ECONFIG || !first) return false;
    if (vt_value_is_true(vt_document_find(line, "panic", NULL))) return true;
    return golden_same("error", first->text, vt_value_text(vt_document_find(line, "error", NULL)));
}

static bool agrees(const vitals_document *line) {
    vitals_configuration *configuration = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    add_configmap(line, configuration);
    vitals_status status = vitals_engine_new(configuration, &engine, diagnostics);
    bool fails = vt_value_is_string(vt_document_find(line, "error", NULL)) ||
                 vt_value_is_true(vt_document_find(line, "panic", NULL));
    bool same = fails ? error_agrees(status, line, diagnostics)
                      : status == VITALS_OK && look_ups_agree(engine, line);
    vitals_engine_release(engine);
    vitals_diagnostics_free(diagnostics);
    vitals_configuration_free(configuration);
    return same;
}

int main(void) {
    return golden_run("argocd/configmap-golden.jsonl", agrees) +
           golden_run("argocd/configmap-generated.jsonl", agrees);
}
