/* The verdict as a line of JSON. */
#include "base/run/limits.h"
#include "support/health.h"
#include "support/table.h"

#define CM(script) "kind: ConfigMap\ndata:\n  resource.customizations.health.Pod: " script "\n"
#define HEAD                                                                                       \
    "{\"schema\":\"vitals/v1\",\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"namespace\":\"n\","        \
    "\"name\":\"p\",\"uid\":\"u\",\"input\":{\"file\":\"\",\"document\":0,\"line\":1},"
#define POD                                                                                        \
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"n\",\"name\":\"p\","    \
    "\"uid\":\"u\"}}"

static const struct row {
    TABLE_ROW;
    vitals_profile profile;
    const char *configmap, *object, *json;
} rows[] = {
    { "customization", VITALS_PROFILE_COMBINED,
      CM("return {status='Healthy', message='a\"b\\n\\t\xC3\xA9'}"), POD,
      HEAD
      "\"health\":{\"status\":\"Healthy\",\"message\":\"a\\\"b\\n\\t\xC3\xA9\"},\"stale\":false,"
      "\"rule\":{\"source\":\"customization\",\"id\":\"Pod\",\"at\":\"cm.yaml:3\"},"
      "\"counted\":true}" },
    { "empty answer", VITALS_PROFILE_COMBINED, CM("return {}"), POD,
      HEAD "\"health\":{\"status\":\"\",\"message\":\"\"},\"stale\":false,"
           "\"rule\":{\"source\":\"customization\",\"id\":\"Pod\",\"at\":\"cm.yaml:3\"},"
           "\"counted\":true}" },
    { "failed rule", VITALS_PROFILE_COMBINED, CM("error('boom', 0)"), POD,
      HEAD "\"health\":{\"status\":\"Unknown\",\"message\":\"boom\"},\"stale\":false,"
           "\"rule\":{\"source\":\"customization\",\"id\":\"Pod\",\"at\":\"cm.yaml:3\"},"
           "\"error\":\"boom\",\"counted\":true}" },
    { "limit", VITALS_PROFILE_COMBINED, CM("while true do end"), POD,
      HEAD "\"health\":{\"status\":\"Unknown\",\"message\":\"*\"},\"stale\":false,"
           "\"rule\":{\"source\":\"customization\",\"id\":\"Pod\",\"at\":\"cm.yaml:3\"},"
           "\"error\":\"*\",\"limit\":\"lua_steps\",\"counted\":true}" },
    { "unassessed", VITALS_PROFILE_ARGOCD, NULL, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Y\"}",
      "{\"schema\":\"vitals/v1\",\"apiVersion\":\"x.io/v1\",\"kind\":\"Y\",\"namespace\":\"\","
      "\"name\":\"\",\"uid\":\"\",\"input\":{\"file\":\"\",\"document\":0,\"line\":1},\"health\":"
      "{\"status\":\"Unassessed\",\"message\":\"\"},"
      "\"stale\":false,\"rule\":{\"source\":\"none\"},\"counted\":true}" },
    { "a kind without health", VITALS_PROFILE_ARGOCD, NULL,
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}",
      "{\"schema\":\"vitals/v1\",\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"namespace\":\"\","
      "\"name\":\"\",\"uid\":\"\",\"input\":{\"file\":\"\",\"document\":0,\"line\":1},\"health\":"
      "null,\"stale\":false,\"rule\":{\"source\":\"none\"},\"counted\":true}" },
    { "a kind without health in a group", VITALS_PROFILE_ARGOCD, NULL,
      "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"Role\"}",
      "{\"schema\":\"vitals/v1\",\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"Role\","
      "\"namespace\":\"\","
      "\"name\":\"\",\"uid\":\"\",\"input\":{\"file\":\"\",\"document\":0,\"line\":1},\"health\":"
      "null,\"stale\":false,\"rule\":{\"source\":\"none\"},\"counted\":true}" },
    { "hook", VITALS_PROFILE_ARGOCD, NULL,
      "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Y\",\"metadata\":{\"annotations\":"
      "{\"argocd.argoproj.io/hook\":\"Sync\"}}}",
      "{\"schema\":\"vitals/v1\",\"apiVersion\":\"x.io/v1\",\"kind\":\"Y\",\"namespace\":\"\","
      "\"name\":\"\",\"uid\":\"\",\"input\":{\"file\":\"\",\"document\":0,\"line\":1},\"health\":"
      "{\"status\":\"Unassessed\",\"message\":\"\"},"
      "\"stale\":false,\"rule\":{\"source\":\"none\"},\"counted\":false}" },
    { "kstatus", VITALS_PROFILE_KSTATUS, NULL,
      "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Y\",\"metadata\":{\"generation\":2},\"status\":"
      "{\"observedGeneration\":1}}",
      "{\"schema\":\"vitals/v1\",\"apiVersion\":\"x.io/v1\",\"kind\":\"Y\",\"namespace\":\"\","
      "\"name\":\"\",\"uid\":\"\",\"input\":{\"file\":\"\",\"document\":0,\"line\":1},"
      "\"health\":{\"status\":\"Progressing\",\"message\":\"Y generation is 2, but latest observed "
      "generation is 1\"},\"kstatus\":{\"status\":\"InProgress\",\"message\":\"Y generation is 2, "
      "but "
      "latest observed generation is "
      "1\",\"conditions\":[{\"type\":\"Reconciling\",\"status\":\"True\","
      "\"reason\":\"LatestGenerationNotObserved\",\"message\":\"Y generation is 2, but latest "
      "observed "
      "generation is 1\"}]},\"stale\":true,\"rule\":{\"source\":\"kstatus\",\"id\":\"x.io/Y\"},"
      "\"counted\":true}" },
    { "since", VITALS_PROFILE_COMBINED,
      CM("return {status='Healthy', message=obj.status.conditions[1].message}"),
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"n\",\"name\":\"p\","
      "\"uid\":\"u\"},\"status\":{\"conditions\":[{\"message\":\"all good\","
      "\"lastTransitionTime\":\"2026-01-07T10:02:11Z\"}]}}",
      HEAD "\"health\":{\"status\":\"Healthy\",\"message\":\"all good\"},"
           "\"since\":\"2026-01-07T10:02:11Z\",\"stale\":false,"
           "\"rule\":{\"source\":\"customization\",\"id\":\"Pod\",\"at\":\"cm.yaml:3\"},"
           "\"counted\":true}" },
    { "suspension", VITALS_PROFILE_COMBINED, NULL,
      "{\"apiVersion\":\"helm.toolkit.fluxcd.io/"
      "v2\",\"kind\":\"HelmRelease\",\"spec\":{\"suspend\":true},"
      "\"metadata\":{\"annotations\":{\"reconcile.fluxcd.io/suspended\":\"INC-4711\"}}}",
      "{\"schema\":\"vitals/v1\",\"apiVersion\":\"helm.toolkit.fluxcd.io/"
      "v2\",\"kind\":\"HelmRelease\","
      "\"namespace\":\"\",\"name\":\"\",\"uid\":\"\",\"input\":{\"file\":\"\",\"document\":0,"
      "\"line\":1},"
      "\"health\":{\"status\":\"Suspended\",\"message\":\"HelmRelease is suspended: INC-4711\"},"
      "\"stale\":false,\"suspension\":\"INC-4711\",\"rule\":{\"source\":\"suspension\","
      "\"id\":\"helm.toolkit.fluxcd.io/HelmRelease\"},\"counted\":true}" },
};

/* Equal, where a "*" in `want` stands for any string that holds no quote. */
static bool agrees(const char *got, const char *want) {
    while (*want) {
        if (strncmp(want, "\"*\"", 3) == 0 && *got == '"') {
            got = strchr(got + 1, '"');
            if (!got) return false;
            got++;
            want += 3;
        } else if (*got++ != *want++) {
            return false;
        }
    }
    return *got == '\0';
}

static void check(void **state) {
    const struct row *row = *state;
    health_setup setup = { .configmap = row->configmap };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, row->profile, row->object);
    vitals_text json;
    assert_int_equal(vitals_verdict_json(run.verdict, &json), VITALS_OK);
    if (!agrees(json.bytes, row->json)) assert_string_equal(json.bytes, row->json);
    health_close(&run);
}

static void text_in_json_out(void **state) {
    (void)state;
    health_setup setup = { 0 };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_text json;
    static const char yaml[] = "apiVersion: v1\nkind: Service\n";
    assert_int_equal(vitals_assess_text(run.worker, yaml, sizeof yaml - 1, NULL, &json, NULL),
                     VITALS_OK);
    assert_non_null(strstr(json.bytes, "\"status\":\"Healthy\""));
    assert_int_equal(vitals_assess_text(run.worker, "{", 1, NULL, &json, run.diagnostics),
                     VITALS_ESYNTAX);
    assert_int_equal(vitals_diagnostics_count(run.diagnostics), 1);
    assert_int_equal(vitals_assess_text(run.worker, yaml, sizeof yaml - 1, NULL, &json, NULL),
                     VITALS_OK);
    health_close(&run);
}

/* An error in a check names the line of its file. */
static void checks_name_their_line(void **state) {
    (void)state;
    static const char script[] = "local x = 1\nlocal y = 2\nerror('boom')\nreturn {}\n";
    vitals_configuration *configuration;
    health_run run = { 0 };
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_configuration_add_check(configuration, "Pod", "k.lua", script,
                                                    sizeof script - 1, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &run.engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(run.engine, &run.worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &run.verdict), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, POD);
    assert_int_equal(vitals_verdict_line(run.verdict), 3);
    assert_string_equal(vitals_verdict_line_at(run.verdict).bytes, "k.lua:3");
    health_close(&run);
    vitals_configuration_free(configuration);
}

static void long_messages_are_cut(void **state) {
    (void)state;
    static const char cm[] =
        CM("return {status='Healthy', "
           "message='\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9'}");
    vitals_configuration *configuration;
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_limits limits = { .message_bytes = 11 };
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_limits(configuration, &limits);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "cm", cm, sizeof cm - 1, NULL),
        VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    vitals_text json;
    assert_int_equal(vitals_assess_text(worker, POD, sizeof POD - 1, NULL, &json, NULL), VITALS_OK);
    assert_non_null(
        strstr(json.bytes, "\"message\":\"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\"}"));
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(text_in_json_out),
                                        cmocka_unit_test(checks_name_their_line),
                                        cmocka_unit_test(long_messages_are_cut) };
    return TABLE_RUN("verdict_json", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
