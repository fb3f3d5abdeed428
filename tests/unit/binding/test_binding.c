/* The flat interface: results as text, requests that are wrong, and every function once. */
#include <stdio.h>

#include <vitals/binding.h>
#include <vitals/vitals.h>

#include "support/files.h"
#include "support/table.h"

#define NOW 1767225600 /* 2026-01-01 */
#define DEGRADED                                                                                   \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\","          \
    "\"namespace\":\"shop\",\"uid\":\"u1\",\"generation\":1},\"spec\":{\"replicas\":1},"           \
    "\"status\":"                                                                                  \
    "{\"observedGeneration\":1,\"conditions\":[{\"type\":\"Progressing\",\"status\":\"False\","    \
    "\"reason\":\"ProgressDeadlineExceeded\",\"message\":\"too late\"}]}}"
#define WIDGET                                                                                     \
    "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\","         \
    "\"uid\":\"u2\"},\"status\":{\"ready\":true}}"

static int new_binding(void **state) {
    *state = vitals_binding_new();
    return *state ? 0 : -1;
}

static int free_binding(void **state) {
    vitals_binding_free(*state);
    return 0;
}

static const char *text_of(vitals_binding *binding) {
    const char *text = vitals_binding_text(binding);
    assert_int_equal(strlen(text), vitals_binding_text_size(binding));
    return text;
}

static void assert_has(vitals_binding *binding, const char *part) {
    if (!strstr(text_of(binding), part)) fail_msg("no %s in %s", part, text_of(binding));
}

static int32_t configure(vitals_binding *binding, const char *options) {
    return vitals_binding_configure(binding, options, strlen(options));
}

/* ---------------------------------------------------------------- assessment */

static void gives_the_lines_of_the_library(void **state) {
    vitals_worker *worker;
    vitals_engine *engine;
    vitals_text line;
    vitals_call call = VITALS_CALL_INIT;
    call.now_seconds = NOW;
    assert_int_equal(vitals_engine_new(NULL, &engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_assess_text(worker, DEGRADED, strlen(DEGRADED), &call, &line, NULL), 0);
    assert_int_equal(vitals_binding_assess(*state, DEGRADED, strlen(DEGRADED), NOW), VITALS_OK);
    assert_string_equal(text_of(*state), line.bytes);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
}

static void gives_health_and_message(void **state) {
    assert_int_equal(vitals_binding_health(*state, DEGRADED, strlen(DEGRADED), NOW),
                     VITALS_HEALTH_DEGRADED);
    assert_has(*state, "exceeded its progress deadline");
    assert_int_equal(vitals_binding_health(*state, "{", 1, NOW), VITALS_ESYNTAX);
    assert_has(*state, "\"rule\":\"json-syntax\"");
}

static void assesses_a_column(void **state) {
    static const char bytes[] = DEGRADED WIDGET "{" DEGRADED;
    const size_t a = strlen(DEGRADED), b = strlen(WIDGET);
    const uint32_t narrow[] = { 0, (uint32_t)a, (uint32_t)(a + b), (uint32_t)(a + b + 1),
                                (uint32_t)(2 * a + b + 1) };
    const uint64_t wide[] = { 0, a, a + b, a + b + 1, 2 * a + b + 1 };
    const uint64_t wrong[] = { 0, a, a - 1, a + b, 2 * a + b };
    uint8_t out[4];
    for (int i = 0; i < 2; i++) {
        memset(out, 9, sizeof out);
        assert_int_equal(vitals_binding_many(*state, bytes, sizeof bytes - 1,
                                             i ? (const void *)wide : (const void *)narrow, 4, i,
                                             NOW, out),
                         1);
        assert_int_equal(out[0], VITALS_HEALTH_DEGRADED);
        assert_int_equal(out[1], VITALS_HEALTH_UNASSESSED);
        assert_int_equal(out[2], VITALS_BINDING_UNREADABLE);
        assert_int_equal(out[3], VITALS_HEALTH_DEGRADED);
        assert_has(*state, "{\"unreadable\":[{\"row\":2,\"diagnostics\":[");
    }
    assert_int_equal(vitals_binding_many(*state, bytes, sizeof bytes - 1, wrong, 4, 1, NOW, out),
                     VITALS_EINVAL);
    assert_int_equal(vitals_binding_many(*state, bytes, 10, narrow, 4, 0, NOW, out), VITALS_EINVAL);
    assert_int_equal(vitals_binding_many(*state, NULL, 0, NULL, 0, 0, NOW, NULL), 0);
}

#define TRACKED(name, more)                                                                        \
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"" name                       \
    "\",\"namespace\":\"d\"," more "},\"status\":{\"phase\":\"Failed\"}}"
#define LABEL(app) "\"labels\":{\"app.kubernetes.io/instance\":\"" app "\"}"
#define ANNOTATION(app) "\"annotations\":{\"argocd.argoproj.io/tracking-id\":\"" app ":/Pod:d/x\"}"
#define OWNED "\"ownerReferences\":[{\"uid\":\"u\",\"controller\":true}]"

/* An application of each line, in the order of names; what counts, by the object alone. */
static void aggregates_a_column(void **state) {
    static const char *const objects[] = {
        TRACKED("b", LABEL("zoo")),
        TRACKED("a", ANNOTATION("zoo")),
        "{",
        DEGRADED,
        TRACKED("c", LABEL("zoo") "," ANNOTATION("app")),
        TRACKED("owned", LABEL("zoo") "," OWNED),
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}",
    };
    enum { COUNT = sizeof objects / sizeof *objects };
    char bytes[2000] = "";
    uint32_t offsets[COUNT + 1] = { 0 };
    for (int i = 0; i < COUNT; i++) {
        offsets[i + 1] =
            offsets[i] +
            (uint32_t)snprintf(bytes + offsets[i], sizeof bytes - offsets[i], "%s", objects[i]);
    }
    assert_int_equal(vitals_binding_partials(*state, bytes, strlen(bytes), offsets, COUNT, 0, NOW),
                     1);
    const char *lines = strchr(text_of(*state), '\n');
    assert_has(*state, "{\"unreadable\":[{\"row\":2,\"diagnostics\":[");
#define LINE(name, resources)                                                                      \
    "\n{\"schema\":\"vitals/partial/v1\",\"application\":\"" name                                  \
    "\",\"aggregate\":\"argocd\",\"resources\":[" resources                                        \
    "],\"coverage\":{\"complete\":false,\"parts\":["                                               \
    "{\"state\":\"unreadable\",\"what\":\"column\",\"reason\":\"1 of 7 objects could not be "      \
    "read; the first "                                                                             \
    "is row 2: unexpected end of input: a key in quotes is expected\"}]}}"
    assert_string_equal(lines, LINE("", "[\"apps\",\"Deployment\",\"shop\",\"web\",\"Degraded\"]")
                                   LINE("app", "[\"\",\"Pod\",\"d\",\"c\",\"Degraded\"]")
                                       LINE("zoo", "[\"\",\"Pod\",\"d\",\"a\",\"Degraded\"],"
                                                   "[\"\",\"Pod\",\"d\",\"b\",\"Degraded\"]"));
    offsets[1] = 1000000;
    assert_int_equal(vitals_binding_partials(*state, bytes, strlen(bytes), offsets, COUNT, 0, NOW),
                     VITALS_EINVAL);
    assert_int_equal(vitals_binding_partials(*state, NULL, 0, NULL, 0, 0, NOW), 0);
}

/* -------------------------------------------------------------- configuration */

static void takes_rules(void **state) {
    assert_int_equal(configure(*state,
                               "{\"profile\":\"argocd\",\"checks\":{\"example.com/Widget\":"
                               "\"return {status='Healthy', message='checked'}\"},\"limits\":"
                               "{\"lua_steps\":100000},\"drop\":[\".metadata.managedFields\"]}"),
                     VITALS_OK);
    assert_string_equal(text_of(*state), "{\"diagnostics\":[]}");
    assert_int_equal(vitals_binding_health(*state, WIDGET, strlen(WIDGET), NOW),
                     VITALS_HEALTH_HEALTHY);
    assert_string_equal(text_of(*state), "checked");
    assert_int_equal(configure(*state, ""), VITALS_OK);
    assert_int_equal(vitals_binding_health(*state, WIDGET, strlen(WIDGET), NOW),
                     VITALS_HEALTH_UNASSESSED);
}

/* The helpers of a tree are found though their key comes last. */
static void takes_helpers(void **state) {
    static const char options[] =
        "{\"checks\":{\"example.com/Widget\":\"-- uses: status\\nreturn status(obj)\",%s"
        "\"prelude.lua\":\"local function status(of)\\n  return {status='Healthy', "
        "message=of.kind}\\nend\\n\"}}";
    char given[512];
    snprintf(given, sizeof given, options, "");
    assert_int_equal(configure(*state, given), VITALS_OK);
    assert_string_equal(text_of(*state), "{\"diagnostics\":[]}");
    assert_int_equal(vitals_binding_health(*state, WIDGET, strlen(WIDGET), NOW),
                     VITALS_HEALTH_HEALTHY);
    assert_string_equal(text_of(*state), "Widget");
    snprintf(given, sizeof given, options, "\"example.com/Other\":\"-- uses: none\\nreturn {}\",");
    assert_int_equal(configure(*state, given), VITALS_OK);
    assert_has(*state, "prelude.lua has no helper 'none'");
}

static void reports_warnings_of_rules(void **state) {
    assert_int_equal(configure(*state, "{\"checks\":{\"example.com/Widget\":\"return {\"}}"), 0);
    assert_has(*state, "\"rule\":\"lua-syntax\"");
    assert_int_equal(vitals_binding_health(*state, WIDGET, strlen(WIDGET), NOW),
                     VITALS_HEALTH_UNKNOWN);
    assert_int_equal(
        configure(*state, "{\"expressions\":[\"apiVersion: kustomize.toolkit.fluxcd.io/v1\\n"
                          "kind: Kustomization\\nmetadata: {name: k}\\nspec:\\n"
                          "  healthCheckExprs:\\n  - {apiVersion: example.com/v1, kind: Widget, "
                          "current: status.ready}\\n\"]}"),
        VITALS_OK);
    assert_has(*state, "\"severity\":\"warning\"");
}

static const struct wrong_row {
    TABLE_ROW;
    const char *options, *want;
} wrong_rows[] = {
    { "not an object", "[]", "the request is not an object" },
    { "syntax", "{\"a\":", "\"rule\":\"json-syntax\"" },
    { "unknown option", "{\"profil\":\"argocd\"}", "there is no option \\\"profil\\\"" },
    { "unknown profile", "{\"profile\":\"argo\"}", "there is no profile \\\"argo\\\"" },
    { "another type", "{\"bundled\":\"yes\"}", "bundled is not true or false" },
    { "a list of numbers", "{\"expressions\":[1]}", "expressions holds something" },
    { "a check that is a number", "{\"checks\":{\"a/B\":1}}", "check a/B is not a string" },
    { "unknown limit", "{\"limits\":{\"lua_step\":1}}", "there is no limit \\\"lua_step\\\"" },
    { "negative limit", "{\"limits\":{\"lua_steps\":-1}}", "is not a positive integer" },
    { "unknown word", "{\"onBroken\":\"stop\"}", "onBroken is neither" },
    { "drop", "{\"drop\":[\"nowhere\"]}", "drop holds" },
    { "zone", "{\"zoneOffsetSeconds\":1000000}", "more than a day" },
    { "rejected",
      "{\"onBroken\":\"reject\",\"argocdCM\":\"kind: ConfigMap\\ndata: {resource.customizations: "
      "'['}\"}",
      "\"file\":\"argocdCM\"" },
    { "not a ConfigMap", "{\"argocdCM\":\"kind: Pod\"}", "\"file\":\"argocdCM\"" },
};

static void keeps_the_rules_after_an_error(void **state) {
    const struct wrong_row *row = *state;
    vitals_binding *binding = vitals_binding_new();
    assert_non_null(binding);
    assert_int_equal(configure(binding, "{\"profile\":\"kstatus\"}"), VITALS_OK);
    assert_true(configure(binding, row->options) < 0);
    assert_has(binding, row->want);
    assert_int_equal(vitals_binding_assess(binding, DEGRADED, strlen(DEGRADED), NOW), VITALS_OK);
    assert_has(binding, "\"kstatus\":{\"status\":\"Failed\"");
    vitals_binding_free(binding);
}

/* ------------------------------------------------------------------- authors */

static void explains(void **state) {
    assert_int_equal(vitals_binding_explain(*state, DEGRADED, strlen(DEGRADED), NOW), VITALS_OK);
    assert_has(*state, "\"health\":{\"status\":\"Degraded\"");
    assert_has(*state, "\"decidedBy\":{\"source\":\"native\"");
    assert_has(*state, "{\"path\":\".status.conditions[0].reason\",\"value\":"
                       "\"ProgressDeadlineExceeded\"}");
}

static void evaluates(void **state) {
    static const char cel[] = "{\"env\":\"flux\",\"mode\":\"parse_only\",\"expr\":\"a.b + "
                              "1\",\"vars\":{\"a\":{\"b\":2}}}";
    static const char lua[] =
        "{\"script\":\"return {status='Healthy', message=obj.kind}\",\"open_libs\":false,"
        "\"object\":{\"kind\":\"Widget\"}}";
    assert_int_equal(vitals_binding_cel(*state, cel, sizeof cel - 1), VITALS_OK);
    assert_has(*state, "\"text\":\"3\"");
    assert_int_equal(vitals_binding_lua(*state, lua, sizeof lua - 1, NOW), VITALS_OK);
    assert_has(*state, "\"message\":\"Widget\"");
    assert_int_equal(vitals_binding_cel(*state, "{", 1), VITALS_ESYNTAX);
}

static void lints(void **state) {
    static const char request[] =
        "{\"files\":{\"a.b/C/health.lua\":\"hs = {}\\nreturn hs\\n\",\"README.md\":\"x\"}}";
    assert_int_equal(vitals_binding_lint(*state, request, sizeof request - 1), VITALS_OK);
    assert_has(*state,
               "{\"schema\":\"vitals/lint/v1\",\"findings\":[{\"file\":\"a.b/C/health.lua\"");
}

#define TREE                                                                                       \
    "{\"coverage\":true,\"files\":{"                                                               \
    "\"example.com/Widget/health.lua\":\"if obj.status and obj.status.ready then\\n"               \
    "  return {status='Healthy', message='fine'}\\nend\\n"                                         \
    "return {status='Progressing', message='wait'}\\n\","                                          \
    "\"example.com/Widget/health_test.yaml\":\"tests:\\n"                                          \
    "- healthStatus: {status: Healthy, message: fine}\\n  inputPath: testdata/w.yaml\\n"           \
    "- healthStatus: {status: Healthy, message: fine}\\n  inputPath: testdata/young.yaml\\n"       \
    "- healthStatus: {status: Healthy, message: fine}\\n  inputPath: ../../secret.yaml\\n\","      \
    "\"example.com/Widget/testdata/young.yaml\":\"apiVersion: example.com/v1\\nkind: Widget\\n\"," \
    "\"example.com/Widget/testdata/w.yaml\":\"apiVersion: example.com/v1\\nkind: Widget\\n"        \
    "status: {ready: true}\\n\"}}"

static void tests_trees_in_memory(void **state) {
    assert_int_equal(vitals_binding_test(*state, TREE, sizeof TREE - 1, NOW), VITALS_OK);
    assert_has(*state, "{\"schema\":\"vitals/test/v1\",\"passed\":1,\"failed\":2,\"skipped\":0,");
    assert_has(*state, "{\"outcome\":\"passed\",\"name\":\"example.com/Widget/testdata/w.yaml\"");
    assert_has(*state, "\"actual\":{\"status\":\"Progressing\",\"message\":\"wait\"}");
    assert_has(*state, "No such file or directory");
    assert_has(*state,
               "\"coverage\":{\"percent\":100,\"checks\":[{\"check\":\"example.com/Widget\"");
}

/* -------------------------------------------------------------- applications */

static void aggregates(void **state) {
    static const char argocd[] = "{\"aggregate\":\"argocd\"}", best[] = "{\"aggregate\":\"best\"}";
    const int64_t one = vitals_binding_application(*state, NULL, 0);
    const int64_t two = vitals_binding_application(*state, argocd, sizeof argocd - 1);
    assert_true(one > 0 && two > one);
    assert_int_equal(vitals_binding_application(*state, best, sizeof best - 1), VITALS_EINVAL);
    assert_int_equal(vitals_binding_application_put(*state, one, "a", 1, NULL, 0, DEGRADED,
                                                    strlen(DEGRADED), 0, NOW),
                     0);
    assert_int_equal(vitals_binding_application_put(*state, two, "b", 1, WIDGET, strlen(WIDGET),
                                                    WIDGET, strlen(WIDGET), 0, NOW),
                     0);
    assert_int_equal(vitals_binding_application_health(*state, two), VITALS_HEALTH_HEALTHY);
    assert_int_equal(vitals_binding_application_merge(*state, two, one), VITALS_OK);
    assert_int_equal(vitals_binding_application_health(*state, two), VITALS_HEALTH_DEGRADED);
    assert_string_equal(
        text_of(*state),
        "{\"status\":\"Degraded\",\"message\":\"Caused by apps/Deployment:shop/web\","
        "\"resources\":2,\"counts\":{\"Degraded\":1}}");
    assert_int_equal(vitals_binding_application_remove(*state, two, "a", 1), VITALS_OK);
    assert_int_equal(vitals_binding_application_health(*state, two), VITALS_HEALTH_HEALTHY);
    assert_int_equal(vitals_binding_application_put(*state, two, NULL, 0, NULL, 0, DEGRADED,
                                                    strlen(DEGRADED), 0, NOW),
                     VITALS_OK);
    assert_string_equal(text_of(*state), "Deployment.apps/shop/web");
    assert_int_equal(vitals_binding_application_health(*state, two), VITALS_HEALTH_DEGRADED);
    assert_int_equal(vitals_binding_application_remove(*state, two, "Deployment.apps/shop/web",
                                                       strlen("Deployment.apps/shop/web")),
                     VITALS_OK);
    assert_int_equal(vitals_binding_application_partial(*state, one), VITALS_OK);
    char partial[200];
    snprintf(partial, sizeof partial, "%s", text_of(*state));
    assert_string_equal(
        partial, "{\"schema\":\"vitals/partial/v1\",\"aggregate\":\"argocd\",\"resources\":[["
                 "\"apps\",\"Deployment\",\"shop\",\"web\",\"Degraded\",\"\",\"a\"]]}");
    assert_int_equal(
        vitals_binding_application_merge_partial(*state, two, partial, strlen(partial)), VITALS_OK);
    assert_int_equal(vitals_binding_application_health(*state, two), VITALS_HEALTH_DEGRADED);
    assert_int_equal(vitals_binding_application_merge_partial(*state, two, "{}", 2),
                     VITALS_ESYNTAX);
    assert_non_null(strstr(text_of(*state), "its schema is not"));
    assert_int_equal(vitals_binding_application_free(*state, one), VITALS_OK);
    assert_int_equal(vitals_binding_application_partial(*state, one), VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_application_merge_partial(*state, one, "{}", 2),
                     VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_application_free(*state, one), VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_application_health(*state, one), VITALS_ENOTFOUND);
}

static void covers_what_was_not_read(void **state) {
    static const char lost[] =
        "{\"parts\":[{\"state\":\"lost\",\"what\":\"pods\",\"namespace\":\"shop\","
        "\"reason\":\"no answer\"}]}";
    static const char forbidden[] =
        "{\"parts\":[{\"state\":\"forbidden\",\"what\":\"jobs\",\"reason\":\"no right\"}]}";
    const int64_t one = vitals_binding_application(*state, NULL, 0);
    assert_int_equal(vitals_binding_application_put(*state, one, NULL, 0, NULL, 0, WIDGET,
                                                    strlen(WIDGET), 0, NOW),
                     0);
    const int32_t before = vitals_binding_application_health(*state, one);
    assert_int_equal(vitals_binding_application_cover(*state, one, forbidden, sizeof forbidden - 1),
                     VITALS_OK);
    assert_int_equal(vitals_binding_application_health(*state, one), before);
    assert_has(*state, "\"incomplete\":true,\"coverage\":{\"complete\":false,\"parts\":[{\"state\":"
                       "\"forbidden\",\"what\":\"jobs\",\"reason\":\"no right\"}]}");
    assert_int_equal(vitals_binding_application_cover(*state, one, lost, sizeof lost - 1),
                     VITALS_OK);
    assert_int_equal(vitals_binding_application_health(*state, one), VITALS_HEALTH_UNKNOWN);
    assert_has(*state, "\"message\":\"1 of 2 members could not be read: pods in shop: no answer");
    assert_int_equal(vitals_binding_application_cover(*state, one, "{}", 2), VITALS_EINVAL);
    assert_int_equal(vitals_binding_application_cover(*state, one, "{", 1), VITALS_ESYNTAX);
    assert_int_equal(vitals_binding_application_cover(*state, one + 9, "{}", 2), VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_application_partial(*state, one), VITALS_OK);
    char partial[600];
    snprintf(partial, sizeof partial, "%s", text_of(*state));
    const int64_t two = vitals_binding_application(*state, NULL, 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            vitals_binding_application_merge_partial(*state, two, partial, strlen(partial)),
            VITALS_OK);
    }
    assert_int_equal(vitals_binding_application_partial(*state, two), VITALS_OK);
    assert_string_equal(text_of(*state), partial);
    assert_int_equal(vitals_binding_application_health(*state, two), VITALS_HEALTH_UNKNOWN);
    static const char odd[] = "{\"schema\":\"vitals/partial/v1\",\"aggregate\":\"argocd\","
                              "\"resources\":[],\"coverage\":7}";
    assert_int_equal(vitals_binding_application_merge_partial(*state, two, odd, sizeof odd - 1),
                     VITALS_ESYNTAX);
    assert_int_equal(vitals_binding_application_free(*state, one), VITALS_OK);
    assert_int_equal(vitals_binding_application_free(*state, two), VITALS_OK);
}

/* ----------------------------------------------------------------------- live */

static void follows_objects(void **state) {
    static const char options[] = "{\"keep\":\"all\",\"epoch\":7}";
    assert_int_equal(vitals_binding_live_source(*state, NULL, 0), VITALS_EINVAL);
    assert_int_equal(vitals_binding_live_open(*state, options, sizeof options - 1), VITALS_OK);
    assert_int_equal(vitals_binding_live_open(*state, NULL, 0), VITALS_EINVAL);
    static const char east[] = "{\"name\":\"east\",\"byNamespace\":true}";
    static const char filter[] = "{\"namespaces\":[\"shop\"]}";
    const int64_t source = vitals_binding_live_source(*state, east, sizeof east - 1);
    assert_true(source > 0);
    const int64_t scope = vitals_binding_live_scope(*state, source, NULL, 0);
    const int64_t view = vitals_binding_live_view(*state, filter, sizeof filter - 1);
    assert_true(scope > 0 && view > 0);
    assert_int_equal(vitals_binding_live_begin(*state, scope), VITALS_OK);
    assert_int_equal(vitals_binding_live_put(*state, scope, DEGRADED, strlen(DEGRADED)), VITALS_OK);
    assert_int_equal(vitals_binding_live_put(*state, scope, WIDGET, strlen(WIDGET)), VITALS_OK);
    assert_int_equal(vitals_binding_live_synced(*state, scope), VITALS_OK);
    assert_int_equal(vitals_binding_live_next_ms(*state), 0);
    assert_int_equal(vitals_binding_live_run(*state, NOW * INT64_C(1000), 1), VITALS_EAGAIN);
    assert_int_equal(vitals_binding_live_run(*state, NOW * INT64_C(1000), 100), VITALS_OK);
    assert_int_equal(vitals_binding_live_snapshot(*state, view, 0, 10), VITALS_OK);
    assert_has(*state, "{\"position\":{\"epoch\":7,\"sequence\":");
    assert_has(*state, "\"counts\":{\"rows\":1,\"applications\":1,");
    assert_has(*state, "\"kind\":\"Deployment\",\"namespace\":\"shop\",\"name\":\"web\"");
    assert_null(strstr(text_of(*state), "Widget"));
    assert_null(strstr(text_of(*state), "\"after\""));
    static const char gone[] = "{\"uid\":\"u1\"}";
    assert_int_equal(vitals_binding_live_remove(*state, scope, gone, sizeof gone - 1), VITALS_OK);
    assert_int_equal(vitals_binding_live_remove(*state, scope, gone, sizeof gone - 1),
                     VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_live_run(*state, NOW * INT64_C(1000) + 1, 100), VITALS_OK);
    assert_int_equal(vitals_binding_live_changes(*state, view, 7, 0, 100), VITALS_OK);
    assert_has(*state, "\"kind\":\"row-added\"");
    assert_has(*state, "\"kind\":\"row-removed\"");
    assert_int_equal(vitals_binding_live_changes(*state, view, 8, 0, 100), VITALS_ENOTFOUND);
    assert_int_equal(vitals_binding_live_lost(*state, scope, 2, "EOF", 3), VITALS_OK);
    assert_int_equal(vitals_binding_live_use(*state, source), VITALS_OK);
    assert_int_equal(vitals_binding_live_view_free(*state, view), VITALS_OK);
    assert_int_equal(vitals_binding_live_snapshot(*state, view, 0, 1), VITALS_ENOTFOUND);
}

/* A page ends with the row to go on from; together the pages are everything. */
static void reads_in_pages(void **state) {
    char object[256];
    assert_int_equal(vitals_binding_live_open(*state, NULL, 0), VITALS_OK);
    const int64_t source = vitals_binding_live_source(*state, NULL, 0);
    const int64_t scope = vitals_binding_live_scope(*state, source, NULL, 0);
    const int64_t view = vitals_binding_live_view(*state, NULL, 0);
    for (int i = 0; i < 25; i++) {
        snprintf(object, sizeof object,
                 "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p%d\"}}", i);
        assert_int_equal(vitals_binding_live_put(*state, scope, object, strlen(object)), VITALS_OK);
    }
    assert_int_equal(vitals_binding_live_run(*state, 1, 100), VITALS_OK);
    int rows = 0, pages = 0;
    for (int64_t after = 0; pages == 0 || after; pages++) {
        assert_int_equal(vitals_binding_live_snapshot(*state, view, after, 10), VITALS_OK);
        const char *text = text_of(*state);
        for (const char *at = text; (at = strstr(at, "\"resourceVersion\"")); at++) rows++;
        const char *next = strstr(text, "\"after\":\"");
        after = next ? strtoll(next + 9, NULL, 10) : 0;
    }
    assert_int_equal(rows, 25);
    assert_int_equal(pages, 3);
}

/* Puts with a clock assess what has come before much waits; those that fail do not count. */
static void does_not_pile_up(void **state) {
    enum { WAITING = 256 };
    char object[256];
    assert_int_equal(vitals_binding_live_put_at(*state, 1, "{}", 2, 1000), VITALS_EINVAL);
    assert_int_equal(vitals_binding_live_open(*state, NULL, 0), VITALS_OK);
    const int64_t source = vitals_binding_live_source(*state, NULL, 0);
    const int64_t scope = vitals_binding_live_scope(*state, source, NULL, 0);
    assert_int_equal(vitals_binding_live_put_at(*state, scope, "{", 1, 1000), VITALS_ESYNTAX);
    for (int i = 0; i < 2 * WAITING; i++) {
        snprintf(object, sizeof object,
                 "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p%d\"}}", i);
        assert_int_equal(
            vitals_binding_live_put_at(*state, scope, object, strlen(object), 1000 + i), VITALS_OK);
        const bool none_waits = vitals_binding_live_next_ms(*state) > 1000 + i;
        assert_int_equal(none_waits, i % WAITING == WAITING - 1);
    }
    const int64_t view = vitals_binding_live_view(*state, NULL, 0);
    assert_int_equal(vitals_binding_live_snapshot(*state, view, 0, 1), VITALS_OK);
    assert_has(*state, "\"changedMs\":1255,");
}

/* ---------------------------------------------------------------------- stop */

static void stops(void **state) {
    static const char options[] = "{\"checks\":{\"example.com/Widget\":\"while true do end\"}}";
    assert_int_equal(vitals_binding_configure(*state, options, sizeof options - 1), VITALS_OK);
    *vitals_binding_stop(*state) = 1;
    assert_int_equal(vitals_binding_health(*state, WIDGET, strlen(WIDGET), NOW),
                     VITALS_HEALTH_UNKNOWN);
    assert_has(*state, "stopped by the host");
    const uint32_t offsets[] = { 0, sizeof WIDGET - 1 };
    uint8_t out[1];
    assert_int_equal(
        vitals_binding_many(*state, WIDGET, sizeof WIDGET - 1, offsets, 1, 0, NOW, out),
        VITALS_ESTOPPED);
    *vitals_binding_stop(*state) = 0;
    assert_int_equal(vitals_binding_health(*state, WIDGET, strlen(WIDGET), NOW),
                     VITALS_HEALTH_UNKNOWN);
    assert_has(*state, "lua_steps");
}

/* Each once, and only what the library was built with. */
static void takes_assets(void **state) {
    static const char cel[] = "{\"env\":\"flux\",\"mode\":\"parse_only\",\"expr\":\"timestamp("
                              "'2026-07-01T12:00:00Z').getHours('Europe/Berlin')\",\"vars\":{}}";
    size_t size = 0;
    assert_int_equal(vitals_binding_bundle(*state, "x", 1), VITALS_EINVAL);
    assert_has(*state, "the bundled checks are not those of this version");
    assert_int_equal(vitals_binding_zones(*state, NULL, 0), VITALS_EINVAL);
    char *bytes = file_read(VITALS_ASSETS "/checks.bin", &size);
    assert_non_null(bytes);
    bytes[size / 2] ^= 1;
    assert_int_equal(vitals_binding_bundle(*state, bytes, size), VITALS_EINVAL);
    bytes[size / 2] ^= 1;
    assert_int_equal(vitals_binding_bundle(*state, bytes, size), VITALS_OK);
    assert_int_equal(vitals_binding_bundle(*state, bytes, size), VITALS_EINVAL);
    assert_has(*state, "were given already");
    free(bytes);
    bytes = file_read(VITALS_ASSETS "/zones.bin", &size);
    if (bytes && size > 1000) {
        assert_int_equal(vitals_binding_zones(*state, bytes, size), VITALS_OK);
        assert_int_equal(configure(*state, "{\"disableBundled\":[\"batch/CronJob\"]}"), VITALS_OK);
        assert_int_equal(vitals_binding_cel(*state, cel, sizeof cel - 1), VITALS_OK);
        assert_has(*state, "\"text\":\"14\"");
    }
    free(bytes);
}

static void gives_memory(void **state) {
    (void)state;
    char *block = vitals_binding_alloc(0);
    assert_non_null(block);
    vitals_binding_release(block, 0);
    block = vitals_binding_alloc(100);
    memset(block, 1, 100);
    vitals_binding_release(block, 100);
    vitals_binding_free(NULL);
}

/* A row that the host stopped stays due, and is assessed when the host goes on. */
static void stops_the_live(void **state) {
    static const char options[] = "{\"checks\":{\"example.com/Widget\":\"while true do end\"}}";
    assert_int_equal(vitals_binding_configure(*state, options, sizeof options - 1), VITALS_OK);
    assert_int_equal(vitals_binding_live_open(*state, NULL, 0), VITALS_OK);
    const int64_t source = vitals_binding_live_source(*state, NULL, 0);
    const int64_t scope = vitals_binding_live_scope(*state, source, NULL, 0);
    assert_int_equal(vitals_binding_live_put(*state, scope, WIDGET, strlen(WIDGET)), VITALS_OK);
    *vitals_binding_stop(*state) = 1;
    assert_int_equal(vitals_binding_live_run(*state, 1000, 10), VITALS_ESTOPPED);
    assert_int_equal(vitals_binding_live_next_ms(*state), 0);
    *vitals_binding_stop(*state) = 0;
    assert_int_equal(vitals_binding_live_run(*state, 1000, 10), VITALS_OK);
    const int64_t view = vitals_binding_live_view(*state, NULL, 0);
    assert_int_equal(vitals_binding_live_snapshot(*state, view, 0, 1), VITALS_OK);
    assert_has(*state, "\"health\":\"Unknown\"");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, new_binding, free_binding)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(gives_the_lines_of_the_library),
        TEST(gives_health_and_message),
        TEST(assesses_a_column),
        TEST(aggregates_a_column),
        TEST(takes_rules),
        TEST(takes_helpers),
        TEST(reports_warnings_of_rules),
        TEST(explains),
        TEST(evaluates),
        TEST(lints),
        TEST(tests_trees_in_memory),
        TEST(aggregates),
        TEST(covers_what_was_not_read),
        TEST(follows_objects),
        TEST(reads_in_pages),
        TEST(does_not_pile_up),
        TEST(stops),
        TEST(stops_the_live),
        TEST(takes_assets),
        cmocka_unit_test(gives_memory),
    };
    const int wrong = TABLE_RUN("wrong options", keeps_the_rules_after_an_error, wrong_rows);
    return cmocka_run_group_tests(tests, NULL, NULL) + wrong;
}
