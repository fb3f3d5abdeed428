/* An argocd-cm as YAML or JSON, and any file with rules: it is rejected with a diagnostic, or gives an engine that works. */
#include <stdlib.h>

#include <vitals/vitals.h>

#include "base/run/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void assess(vitals_engine *engine) {
    static const char pod[] = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}";
    vitals_worker *worker = NULL;
    vitals_text json;
    if (vitals_worker_new(engine, &worker)) return;
    if (vitals_assess_text(worker, pod, sizeof pod - 1, NULL, &json, NULL)) abort();
    vitals_worker_free(worker);
}

static vitals_status add(vitals_configuration *configuration, const char *bytes, size_t size,
                         bool any, vitals_diagnostics *diagnostics) {
    if (any) {
        return vitals_configuration_add_rules(configuration, "rules", bytes, size, NULL,
                                              diagnostics);
    }
    return vitals_configuration_add_argocd_cm(configuration, "cm", bytes, size, diagnostics);
}

static void make(const char *bytes, size_t size, vitals_on_broken on_broken, bool any) {
    vitals_configuration *configuration = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_engine *engine = NULL;
    vitals_limits limits = { .lua_steps = 10000 };
    if (vitals_configuration_new(NULL, &configuration)) abort();
    if (vitals_diagnostics_new(NULL, &diagnostics)) abort();
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_on_broken(configuration, on_broken);
    vitals_configuration_set_limits(configuration, &limits);
    vitals_status status = add(configuration, bytes, size, any, diagnostics);
    if (!status) status = vitals_engine_new(configuration, &engine, diagnostics);
    if (status && vitals_diagnostics_count(diagnostics) == 0) abort();
    if (!status) assess(engine);
    vitals_engine_release(engine);
    vitals_diagnostics_free(diagnostics);
    vitals_configuration_free(configuration);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    make((const char *)data, size, VITALS_ON_BROKEN_REJECT, false);
    make((const char *)data, size, VITALS_ON_BROKEN_SKIP, false);
    make((const char *)data, size, VITALS_ON_BROKEN_SKIP, true);
    return 0;
}
