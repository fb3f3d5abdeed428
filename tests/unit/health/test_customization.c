/* Reading an argocd-cm: its two forms, what they accept, and the errors that drop all of it. */
#include "base/run/limits.h"
#include "health/health.h"
#include "support/health.h"
#include "support/table.h"

#define CM "apiVersion: v1\nkind: ConfigMap\ndata:\n"
#define SPLIT "  resource.customizations."
#define LEGACY "  resource.customizations: |\n"
#define DECODING "error unmarshaling JSON: while decoding JSON: "
#define CONVERTING "error converting YAML to JSON: "
#define FORMAT                                                                                     \
    "group kind should be in format `resource.customizations.<type>.<group_kind>` or "             \
    "resource.customizations.<type>.<kind>`, got group kind: "

/* A ConfigMap that loads, and the script for a kind. */
static const struct found_row {
    TABLE_ROW;
    const char *configmap, *group, *kind;
    const char *script; /* NULL: none */
    bool open_libraries;
} found_rows[] = {
    { "no data", "kind: ConfigMap\n", "", "Pod", NULL, false },
    { "unrelated keys", CM "  url: x\n", "", "Pod", NULL, false },
    { "split key", CM SPLIT "health.apps_Deployment: s\n", "apps", "Deployment", "s", false },
    { "split key of a core kind", CM SPLIT "health.Pod: s\n", "", "Pod", "s", false },
    { "split key, group with dots", CM SPLIT "health.a.b.io_K: s\n", "a.b.io", "K", "s", false },
    { "split key for another kind", CM SPLIT "health.apps_X: s\n", "apps", "Y", NULL, false },
    { "all is */*", CM SPLIT "health.all: s\n", "apps", "Deployment", "s", false },
    { "all does not cover core kinds", CM SPLIT "health.all: s\n", "", "Pod", NULL, false },
    { "a leading slash matches nothing", CM SPLIT "health._Pod: s\n", "", "Pod", NULL, false },
    { "empty kind matches nothing", CM SPLIT "health.apps_: s\n", "apps", "D", NULL, false },
    { "lone underscore", CM SPLIT "health._: s\n", "", "Pod", NULL, false },
    { "three parts are not a split key", CM SPLIT "health: s\n", "", "Pod", NULL, false },
    { "open libraries", CM SPLIT "health.Pod: s\n" SPLIT "useOpenLibs.Pod: \"true\"\n", "", "Pod",
      "s", true },
    { "open libraries before the script",
      CM SPLIT "useOpenLibs.Pod: \"1\"\n" SPLIT "health.Pod: s\n", "", "Pod", "s", true },
    { "unquoted true, as the documentation prints it",
      CM SPLIT "health.Pod: s\n" SPLIT "useOpenLibs.Pod: true\n", "", "Pod", "s", true },
    { "unquoted number as a script", CM SPLIT "health.Pod: 5\n", "", "Pod", "5", false },
    { "open libraries without a script", CM SPLIT "useOpenLibs.Pod: \"true\"\n", "", "Pod", NULL,
      false },
    { "empty script is none", CM SPLIT "health.Pod: \"\"\n", "", "Pod", NULL, false },
    { "null is empty", CM SPLIT "health.Pod:\n", "", "Pod", NULL, false },
    { "blank script is one", CM SPLIT "health.Pod: \" \"\n", "", "Pod", " ", false },
    { "the other types",
      CM SPLIT "actions.Pod: '{'\n" SPLIT "ignoreDifferences.Pod: 'a: b'\n" SPLIT
               "ignoreResourceUpdates.Pod: ''\n" SPLIT
               "knownTypeFields.Pod: '[{field: a, type: b}]'\n",
      "", "Pod", NULL, false },
    { "number in a list of strings", CM SPLIT "ignoreDifferences.Pod: 'jsonPointers: [5]'\n", "",
      "Pod", NULL, false },
    { "legacy key", CM LEGACY "    apps/Deployment:\n      health.lua: s\n", "apps", "Deployment",
      "s", false },
    { "legacy key, core kind", CM LEGACY "    Pod: {health.lua: s}\n", "", "Pod", "s", false },
    { "legacy key, wildcard", CM LEGACY "    'a*/*': {health.lua: s}\n", "apps", "D", "s", false },
    { "legacy all is not a wildcard", CM LEGACY "    all: {health.lua: s}\n", "apps", "D", NULL,
      false },
    { "legacy open libraries", CM LEGACY "    Pod: {health.lua: s, health.lua.useOpenLibs: yes}\n",
      "", "Pod", "s", true },
    { "legacy sub-keys in any case", CM LEGACY "    Pod: {HEALTH.LUA: s}\n", "", "Pod", "s",
      false },
    { "lower case comes last", CM LEGACY "    Pod: {health.lua: b, Health.lua: a}\n", "", "Pod",
      "b", false },
    { "unknown sub-keys", CM LEGACY "    Pod: {health.lua: s, more: [1]}\n", "", "Pod", "s",
      false },
    { "null sub-key", CM LEGACY "    Pod: {health.lua: null}\n", "", "Pod", NULL, false },
    { "empty entry", CM LEGACY "    Pod: {}\n", "", "Pod", NULL, false },
    { "number as actions", CM LEGACY "    Pod: {actions: 5, health.lua: s}\n", "", "Pod", "s",
      false },
    { "legacy ignoreDifferences",
      CM LEGACY "    Pod: {ignoreDifferences: 'jsonPointers: [a]', health.lua: s}\n", "", "Pod",
      "s", false },
    { "blank legacy key", CM "  resource.customizations: '  '\n", "", "Pod", NULL, false },
    { "empty legacy key", CM "  resource.customizations: ''\n", "", "Pod", NULL, false },
    { "comment only", CM "  resource.customizations: '# x'\n", "", "Pod", NULL, false },
    { "null legacy key", CM "  resource.customizations: '~'\n", "", "Pod", NULL, false },
    { "split merges into legacy",
      CM LEGACY "    Pod: {health.lua: old, health.lua.useOpenLibs: true}\n" SPLIT
                "health.Pod: new\n",
      "", "Pod", "new", true },
    { "an exact key beats a wildcard",
      CM LEGACY "    '*': {health.lua: wild}\n    Pod: {health.lua: exact}\n", "", "Pod", "exact",
      false },
    { "an exact key without a script falls through to the wildcard",
      CM LEGACY "    '*': {health.lua: wild}\n    Pod: {actions: x}\n", "", "Pod", "wild", false },
    { "the most specific wildcard",
      CM LEGACY
      "    '*/*': {health.lua: a}\n    'apps/*': {health.lua: b}\n    '*': {health.lua: c}\n",
      "apps", "D", "b", false },
    { "every key is tried as a pattern", CM LEGACY "    '\\Pod': {health.lua: s}\n", "", "Pod", "s",
      false },
    { "a bad pattern is a warning",
      CM LEGACY "    '[': {health.lua: s}\n    Pod: {health.lua: t}\n", "", "Pod", "t", false },
    { "compare options", CM "  resource.compareoptions: 'ignoreAggregatedRoles: true'\n", "", "Pod",
      NULL, false },
};

static const vt_rule *find(const vitals_engine *engine, vt_text group, vt_text kind) {
    vt_steps steps = vt_health_look_up_steps(engine, (vt_interrupt){ NULL, NULL });
    return vt_health_find_customization(engine, group, kind, &steps);
}

static void check_found(void **state) {
    const struct found_row *row = *state;
    health_setup setup = { .configmap = row->configmap };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    const vt_rule *rule = find(run.engine, vt_text_from(row->group), vt_text_from(row->kind));
    assert_int_equal(rule != NULL, row->script != NULL);
    if (rule) {
        assert_string_equal(rule->script.bytes, row->script);
        assert_int_equal(rule->open_libraries, row->open_libraries);
    }
    health_close(&run);
}

/* A ConfigMap that Argo CD drops, its first error, and the line of it. */
static const struct broken_row {
    TABLE_ROW;
    const char *configmap, *error;
    uint32_t line;
} broken_rows[] = {
    { "list", CM LEGACY "    [a]\n",
      DECODING
      "json: cannot unmarshal array into Go value of type map[string]v1alpha1.ResourceOverride",
      5 },
    { "string", CM "  resource.customizations: text\n",
      DECODING
      "json: cannot unmarshal string into Go value of type map[string]v1alpha1.ResourceOverride",
      4 },
    { "number", CM "  resource.customizations: 5\n",
      DECODING
      "json: cannot unmarshal number into Go value of type map[string]v1alpha1.ResourceOverride",
      4 },
    { "entry is a scalar", CM LEGACY "    a: 5\n",
      DECODING "json: cannot unmarshal number into Go value of type v1alpha1.rawResourceOverride",
      5 },
    { "script is a number", CM LEGACY "    a:\n      health.lua: 5\n",
      DECODING
      "json: cannot unmarshal number into Go struct field rawResourceOverride.health.lua of "
      "type string",
      6 },
    { "open libraries is text", CM LEGACY "    a: {health.lua.useOpenLibs: 'true'}\n",
      DECODING "json: cannot unmarshal string into Go struct field "
               "rawResourceOverride.health.lua.useOpenLibs of type bool",
      5 },
    { "ignoreDifferences is a map", CM LEGACY "    a: {ignoreDifferences: {}}\n",
      DECODING "json: cannot unmarshal object into Go struct field "
               "rawResourceOverride.ignoreDifferences of type string",
      5 },
    { "ignoreDifferences holds another type",
      CM LEGACY "    a: {ignoreDifferences: 'jsonPointers: x'}\n",
      DECODING DECODING "json: cannot unmarshal string into Go struct field "
                        "OverrideIgnoreDiff.jsonPointers of type []string",
      5 },
    { "knownTypeFields is text", CM LEGACY "    a: {knownTypeFields: x}\n",
      DECODING "json: cannot unmarshal string into Go struct field "
               "rawResourceOverride.knownTypeFields of type []v1alpha1.KnownTypeField",
      5 },
    { "entry is null", CM LEGACY "    a:\n",
      "entry is null, which crashes Argo CD; write {} for an empty entry", 5 },
    { "not a number", CM LEGACY "    a: .nan\n", CONVERTING "json: unsupported value: NaN", 5 },
    { "flow map never closed", CM "  resource.customizations: '{a'\n",
      CONVERTING "yaml: line 1: did not find expected ',' or '}'", 4 },
    { "first error in order of keys", CM LEGACY "    b: 5\n    a: x\n",
      DECODING "json: cannot unmarshal string into Go value of type v1alpha1.rawResourceOverride",
      6 },
    { "split: three parts", CM SPLIT "health.a_b_c: s\n", FORMAT "'a_b_c'", 4 },
    { "split: nothing", CM SPLIT "health.: s\n", FORMAT "''", 4 },
    { "split: unknown type", CM SPLIT "bogus.Pod: s\n",
      "resource customization type bogus not supported", 4 },
    { "split: empty type", CM SPLIT ".Pod: s\n", "resource customization type  not supported", 4 },
    { "split: the prefix has no dot", CM "  resource.customizationsfoo.bar.a_B: s\n",
      "resource customization type bar not supported", 4 },
    { "split: the group kind is checked first", CM SPLIT "bogus.a_b_c: s\n", FORMAT "'a_b_c'", 4 },
    { "split: not a bool", CM SPLIT "useOpenLibs.Pod: \"yes\\n\"\n",
      "strconv.ParseBool: parsing \"yes\\n\": invalid syntax", 4 },
    { "split: ignoreDifferences is a list", CM SPLIT "ignoreDifferences.Pod: '[a]'\n",
      DECODING "json: cannot unmarshal array into Go value of type v1alpha1.OverrideIgnoreDiff",
      4 },
    { "split: knownTypeFields is a map", CM SPLIT "knownTypeFields.Pod: '{a: b}'\n",
      DECODING "json: cannot unmarshal object into Go value of type []v1alpha1.KnownTypeField", 4 },
    { "split: knownTypeFields of text", CM SPLIT "knownTypeFields.Pod: '- a'\n",
      DECODING "json: cannot unmarshal string into Go value of type v1alpha1.KnownTypeField", 4 },
    { "split: value is a map", CM SPLIT "health.Pod: {a: b}\n",
      "value of a ConfigMap must be a string", 4 },
    { "compare options", CM "  resource.compareoptions: '[a]'\n",
      "failed to get compare options: " DECODING
      "json: cannot unmarshal array into Go value of type settings.ArgoCDDiffOptions",
      4 },
};

static void check_broken(void **state) {
    const struct broken_row *row = *state;
    health_setup setup = { .configmap = row->configmap };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_ECONFIG);
    assert_string_equal(health_reported(&run, 0), row->error);
    const vitals_diagnostic *reported = vitals_diagnostics_at(run.diagnostics, 0);
    assert_string_equal(reported->file, "cm.yaml");
    assert_int_equal(reported->line, row->line);
    health_close(&run);
}

static void not_a_configmap(void **state) {
    (void)state;
    static const char *const texts[] = { "[a]", "kind: Secret", "kind: ConfigMap\ndata: [a]", "{" };
    for (size_t i = 0; i < TABLE_COUNT(texts); i++) {
        health_setup setup = { .configmap = texts[i] };
        health_run run;
        assert_int_equal(health_open(&setup, &run), VITALS_ESYNTAX);
        assert_int_equal(vitals_diagnostics_count(run.diagnostics), 1);
        health_close(&run);
    }
}

/* With SKIP the affected kinds answer Unknown with the error, and the others are unaffected. */
static void broken_is_skipped(void **state) {
    (void)state;
    health_setup setup = { .configmap = CM SPLIT "health.Pod: return {}\n" SPLIT
                                                 "useOpenLibs.Pod: maybe\n" SPLIT "bogus.X: y\n",
                           .skip = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(vitals_diagnostics_count(run.diagnostics), 2);
    health_assess(&run, VITALS_PROFILE_ARGOCD, "apiVersion: v1\nkind: Pod");
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_UNKNOWN);
    assert_string_equal(vitals_verdict_error(run.verdict).bytes,
                        "strconv.ParseBool: parsing \"maybe\": invalid syntax");
    assert_int_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_CUSTOMIZATION);
    health_assess(&run, VITALS_PROFILE_ARGOCD, "apiVersion: v1\nkind: Service");
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_HEALTHY);
    health_close(&run);
}

static void places_of_rules(void **state) {
    (void)state;
    health_setup setup = { .configmap = CM LEGACY "    Pod:\n      health.lua: s\n" SPLIT
                                                  "health.apps_D: |\n    s\n" };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    const vt_rule *rule = find(run.engine, VT_TEXT(""), VT_TEXT("Pod"));
    assert_string_equal(rule->at.bytes, "cm.yaml:6");
    rule = find(run.engine, VT_TEXT("apps"), VT_TEXT("D"));
    assert_string_equal(rule->at.bytes, "cm.yaml:7");
    assert_int_equal(vt_source_map_place(rule->map, 1, 1).line, 8);
    health_close(&run);
}

static void a_later_configmap_replaces_an_earlier_one(void **state) {
    (void)state;
    static const char first[] = CM SPLIT "health.Pod: a\n", second[] = CM SPLIT "health.X: b\n";
    vitals_configuration *configuration;
    vitals_engine *engine;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "a", first, sizeof first - 1, NULL),
        VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "b", second, sizeof second - 1, NULL),
        VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    assert_null(find(engine, VT_TEXT(""), VT_TEXT("Pod")));
    assert_non_null(find(engine, VT_TEXT(""), VT_TEXT("X")));
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
}

static void over_the_limit(void **state) {
    (void)state;
    vitals_configuration *configuration;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_limits limits = { .configuration_bytes = 10 };
    vitals_configuration_set_limits(configuration, &limits);
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "cm", "kind: ConfigMap", 15, diagnostics),
        VITALS_ELIMIT);
    assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->limit, "configuration_bytes");
    limits.configuration_bytes = 15;
    vitals_configuration_set_limits(configuration, &limits);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "cm", "kind: ConfigMap", 15, NULL),
        VITALS_OK);
    vitals_diagnostics_free(diagnostics);
    vitals_configuration_free(configuration);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_a_configmap),
        cmocka_unit_test(broken_is_skipped),
        cmocka_unit_test(places_of_rules),
        cmocka_unit_test(a_later_configmap_replaces_an_earlier_one),
        cmocka_unit_test(over_the_limit),
    };
    return TABLE_RUN("customization", check_found, found_rows) +
           TABLE_RUN("customization_broken", check_broken, broken_rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
