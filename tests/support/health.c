/* An engine, a worker and a verdict, built from texts. */
#include "support/health.h"

#include "document/document.h"
#include "support/table.h"

static vitals_status add_checks(const health_setup *setup, vitals_configuration *configuration) {
    vitals_status status = VITALS_OK;
    for (const health_check *check = setup->checks; !status && check && check->directory; check++) {
        status = vitals_configuration_add_check(configuration, check->directory, "", check->script,
                                                strlen(check->script), NULL);
    }
    return status;
}

typedef vitals_status (*adder)(vitals_configuration *configuration, const char *file,
                               const char *bytes, size_t size, vitals_diagnostics *diagnostics);

static vitals_status add(adder add_text, vitals_configuration *configuration, const char *file,
                         const char *text, vitals_diagnostics *diagnostics) {
    return text ? add_text(configuration, file, text, strlen(text), diagnostics) : VITALS_OK;
}

static vitals_status add_rules(const health_setup *setup, vitals_configuration *configuration,
                               const char *file, const char *text,
                               vitals_diagnostics *diagnostics) {
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    if (setup->take) options.take = setup->take;
    options.key = setup->key;
    if (!text) return VITALS_OK;
    return vitals_configuration_add_rules(configuration, file, text, strlen(text), &options,
                                          diagnostics);
}

static vitals_status configure(const health_setup *setup, vitals_configuration *configuration,
                               vitals_diagnostics *diagnostics) {
    vitals_configuration_set_owned_only(configuration, setup->owned_only);
    vitals_configuration_set_bundled(configuration, setup->bundled);
    if (setup->skip) vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    vitals_status status = add(vitals_configuration_add_argocd_cm, configuration, "cm.yaml",
                               setup->configmap, diagnostics);
    if (!status) {
        status = add(vitals_configuration_add_expressions, configuration, "exprs.yaml",
                     setup->expressions, diagnostics);
    }
    if (!status) {
        status = add(vitals_configuration_add_policy, configuration, "policy.yaml", setup->policy,
                     diagnostics);
    }
    if (!status) {
        status = add_rules(setup, configuration, "rules.yaml", setup->rules, diagnostics);
    }
    if (!status) {
        status = add_rules(setup, configuration, "more.yaml", setup->more_rules, diagnostics);
    }
    return status ? status : add_checks(setup, configuration);
}

vitals_status health_open(const health_setup *setup, health_run *run) {
    memset(run, 0, sizeof *run);
    vitals_configuration *configuration = NULL;
    vitals_status status = vitals_diagnostics_new(setup->allocator, &run->diagnostics);
    if (!status) status = vitals_configuration_new(setup->allocator, &configuration);
    if (!status) status = configure(setup, configuration, run->diagnostics);
    if (!status) status = vitals_engine_new(configuration, &run->engine, run->diagnostics);
    if (!status) status = vitals_worker_new(run->engine, &run->worker);
    if (!status) status = vitals_verdict_new(setup->allocator, &run->verdict);
    vitals_configuration_free(configuration);
    return status;
}

void health_close(health_run *run) {
    vitals_verdict_free(run->verdict);
    vitals_worker_free(run->worker);
    vitals_engine_release(run->engine);
    vitals_diagnostics_free(run->diagnostics);
    memset(run, 0, sizeof *run);
}

vitals_status health_call(health_run *run, const vitals_call *call, const char *object) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    vitals_status status = vitals_assess(run->worker, document, call, run->verdict);
    vt_document_scrub(document); /* the verdict owns copies of all that it returns */
    vitals_document_free(document);
    return status;
}

void health_assess(health_run *run, vitals_profile profile, const char *object) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = profile;
    assert_int_equal(health_call(run, &call, object), VITALS_OK);
}

const char *health_reported(const health_run *run, size_t index) {
    const vitals_diagnostic *reported = vitals_diagnostics_at(run->diagnostics, index);
    return reported ? reported->text.bytes : "";
}
