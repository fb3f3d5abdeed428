/* Rules from where people keep them: which form gives which rule, and its place in the file. */
#include "rules/argocd_data.h"
#include "support/health.h"
#include "support/table.h"

#include <stdio.h>

#define WIDGET                                                                                     \
    "{\"apiVersion\":\"x.io/"                                                                      \
    "v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"a\"},\"status\":{\"ready\":true}}"
#define KEY "resource.customizations.health.x.io_Widget"
#define SAYS(text) "return {status = \"Suspended\", message = \"" text "\"}"
#define KUSTOMIZATION                                                                              \
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nconfigMapGenerator:\n"      \
    "- literals:\n"
#define KARMADA(version, script)                                                                   \
    "apiVersion: config.karmada.io/v1alpha1\n"                                                     \
    "kind: ResourceInterpreterCustomization\n"                                                     \
    "spec:\n"                                                                                      \
    "  target: {apiVersion: x.io/" version ", kind: Widget}\n"                                     \
    "  customizations:\n"                                                                          \
    "    healthInterpretation:\n"                                                                  \
    "      luaScript: |\n" script

static const struct row {
    TABLE_ROW;
    const char *rules, *more, *key;
    const char *message; /* of the verdict; NULL: no rule */
    const char *at;      /* of the rule */
} rows[] = {
    { "a ConfigMap", "kind: ConfigMap\ndata:\n  " KEY ": '" SAYS("cm") "'\n", NULL, NULL, "cm",
      "rules.yaml:3" },
    { "a bare map of data", KEY ": '" SAYS("bare") "'\n", NULL, NULL, "bare", "rules.yaml:1" },
    { "the second document",
      "kind: Secret\n---\nkind: ConfigMap\ndata:\n  " KEY ": '" SAYS("two") "'\n", NULL, NULL,
      "two", "rules.yaml:5" },
    { "a List", "kind: List\nitems:\n- kind: ConfigMap\n  data:\n    " KEY ": '" SAYS("item") "'\n",
      NULL, NULL, "item", "rules.yaml:5" },
    { "values of the chart", "configs:\n  cm:\n    " KEY ": '" SAYS("values") "'\n", NULL, NULL,
      "values", "rules.yaml:3" },
    { "older values",
      "server:\n  config:\n    resource.customizations: |\n      x.io/Widget:\n        health.lua: "
      "|\n"
      "          " SAYS("old") "\n",
      NULL, NULL, "old", "rules.yaml:5" },
    { "values of an umbrella chart with an alias",
      "gitops:\n  argo:\n    configs:\n      cm:\n        " KEY ": '" SAYS("alias") "'\n", NULL,
      NULL, "alias", "rules.yaml:5" },
    { "JSON",
      "{\"configs\":{\"cm\":{\"" KEY "\":\"return {status = 'Suspended', message = 'json'}\"}}}",
      NULL, NULL, "json", "rules.yaml:1" },
    { "text in an Application",
      "kind: Application\nspec:\n  source:\n    helm:\n      values: |\n        configs:\n"
      "          cm:\n            " KEY ": |\n              " SAYS("text") "\n",
      NULL, NULL, "text", "rules.yaml:8" },
    { "text in text",
      "kind: ApplicationSet\nspec:\n  values: |\n    apps:\n      values: |\n        " KEY
      ": '" SAYS("deep") "'\n",
      NULL, NULL, "deep", "rules.yaml:6" },
    { "valuesObject of a source",
      "kind: Application\nspec:\n  sources:\n  - helm:\n      valuesObject:\n        configs: {cm: "
      "{" KEY ": '" SAYS("object") "'}}\n",
      NULL, NULL, "object", "rules.yaml:6" },
    { "values of a HelmRelease",
      "kind: HelmRelease\nspec:\n  values:\n    configs: {cm: {" KEY ": '" SAYS("flux") "'}}\n",
      NULL, NULL, "flux", "rules.yaml:4" },
    { "values in a ConfigMap",
      "kind: ConfigMap\ndata:\n  values.yaml: |\n    configs:\n      cm:\n        " KEY
      ": '" SAYS("from") "'\n",
      NULL, NULL, "from", "rules.yaml:6" },
    { "what the cluster adds to an Application is not read",
      "kind: Application\nstatus: {sync: {comparedTo: {source: {helm: {valuesObject: {" KEY
      ": '" SAYS("x") "'}}}}}}\n",
      NULL, NULL, NULL, NULL },
    { "the operator: a check",
      "kind: ArgoCD\nspec:\n  resourceHealthChecks:\n  - group: x.io\n    kind: Widget\n    check: "
      "|\n"
      "      " SAYS("check") "\n",
      NULL, NULL, "check", "rules.yaml:6" },
    { "the operator: customizations",
      "kind: ArgoCD\nspec:\n  resourceCustomizations: |\n    x.io/Widget:\n      health.lua: |\n"
      "        " SAYS("legacy") "\n",
      NULL, NULL, "legacy", "rules.yaml:5" },
    { "the operator: extraConfig has the last word",
      "kind: ArgoCD\nspec:\n  extraConfig:\n    " KEY
      ": '" SAYS("extra") "'\n  resourceHealthChecks:\n"
                          "  - {group: x.io, kind: Widget, check: '" SAYS("check") "'}\n",
      NULL, NULL, "extra", "rules.yaml:4" },
    { "a strategic merge patch in a kustomization",
      "kind: Kustomization\npatches:\n- patch: |\n    kind: ConfigMap\n    data:\n      " KEY
      ": '" SAYS("merge") "'\n",
      NULL, NULL, "merge", "rules.yaml:6" },
    { "patchesStrategicMerge",
      "kind: Kustomization\npatchesStrategicMerge:\n- other.yaml\n- |-\n  kind: ConfigMap\n  "
      "data:\n    " KEY ": '" SAYS("strategic") "'\n",
      NULL, NULL, "strategic", "rules.yaml:7" },
    { "a JSON patch in a kustomization",
      "kind: Kustomization\npatches:\n- patch: |\n    - op: replace\n      path: /data/" KEY
      "\n      value: '" SAYS("op") "'\n",
      NULL, NULL, "op", "rules.yaml:6" },
    { "a JSON patch as a file",
      "[{\"op\":\"add\",\"path\":\"/data/" KEY
      "\",\"value\":\"return {status = 'Suspended', message = 'file'}\"}]",
      NULL, NULL, "file", "rules.yaml:1" },
    { "a YAML patch of all data",
      "- op: add\n  path: /data\n  value:\n    " KEY ": '" SAYS("all") "'\n", NULL, NULL, "all",
      "rules.yaml:4" },
    { "a literal of a generator", KUSTOMIZATION "  - " KEY "=" SAYS("literal") "\n", NULL, NULL,
      "literal", "rules.yaml:5" },
    { "a literal in quotes",
      KUSTOMIZATION "  - '" KEY "=\"return {status = [[Suspended]], message = [[quoted]]}\"'\n",
      NULL, NULL, "quoted", "rules.yaml:5" },
    { "a literal of lines",
      KUSTOMIZATION "  - url=x\n  - |-\n    " KEY "=\n    hs = {}\n    hs.status = [[Suspended]]\n"
                    "    hs.message = [[lines]]\n    return hs\n",
      NULL, NULL, "lines", "rules.yaml:7" },
    { "a literal that is something else", KUSTOMIZATION "  - url=" SAYS("url") "\n  - alone\n",
      NULL, NULL, NULL, NULL },
    { "a literal outside of a kustomization",
      "configMapGenerator:\n- literals: ['" KEY "=return {}']\n", NULL, NULL, NULL, NULL },
    { "a file of a generator is not read",
      "apiVersion: kustomize.config.k8s.io/v1beta1\nconfigMapGenerator:\n- files: [" KEY
      "=x.lua]\n",
      NULL, NULL, NULL, NULL },
    { "a parameter of Helm",
      "kind: Application\nspec:\n  source:\n    helm:\n      parameters:\n      - name: "
      "configs.cm.resource\\.customizations\\.health\\.x\\.io_Widget\n        value: '" SAYS(
          "parameter") "'\n",
      NULL, NULL, "parameter", "rules.yaml:7" },
    { "a parameter in JSON",
      "{\"kind\":\"Application\",\"spec\":{\"sources\":[{\"helm\":{\"parameters\":[{\"name\":\"cd."
      "configs.cm.resource\\\\.customizations\\\\.health\\\\.x\\\\.io_Widget\",\"value\":\"return "
      "{status = 'Suspended', message = 'twice'}\"}]}}]}}",
      NULL, NULL, "twice", "rules.yaml:1" },
    { "a pointer with escapes",
      "- op: add\n  path: /data/resource.customizations\n  value: '{x.io/Widget: {health.lua: "
      "\"return {status = ''Suspended'', message = ''escaped''}\"}}'\n",
      NULL, NULL, "escaped", "rules.yaml:3" },
    { "a patch replaces", "kind: ConfigMap\ndata: {" KEY ": '" SAYS("base") "'}\n",
      "kind: ConfigMap\ndata: {" KEY ": '" SAYS("patch") "'}\n", NULL, "patch", "more.yaml:2" },
    { "a patch removes", "kind: ConfigMap\ndata: {" KEY ": '" SAYS("base") "'}\n",
      "- {op: remove, path: /data/" KEY "}\n", NULL, NULL, NULL },
    { "null removes", "kind: ConfigMap\ndata: {" KEY ": '" SAYS("base") "'}\n",
      "kind: ConfigMap\ndata: {" KEY ": null}\n", NULL, NULL, NULL },
    { "a split key of a patch comes before the older form",
      "kind: ConfigMap\ndata: {" KEY ": '" SAYS("split") "'}\n",
      "kind: ConfigMap\ndata: {resource.customizations: '{x.io/Widget: {health.lua: x}}'}\n", NULL,
      "split", "rules.yaml:2" },
    { "the path of a map",
      "mine:\n  cm.data:\n    " KEY ": '" SAYS("map") "'\nother: {" KEY ": x}\n", NULL,
      ".mine[\"cm.data\"]", "map", "rules.yaml:3" },
    { "the path of a text", "mine: |\n  " KEY ": '" SAYS("path") "'\n", NULL, ".mine", "path",
      "rules.yaml:2" },
    { "Karmada: healthy",
      KARMADA(
          "v1",
          "        function InterpretHealth(o)\n          return o.status.ready\n        end\n"),
      NULL, NULL, "", "rules.yaml:7" },
    { "Karmada: not healthy",
      KARMADA("v1", "        function InterpretHealth(o) return not o.status.ready end\n"), NULL,
      NULL, "InterpretHealth returned false", "rules.yaml:7" },
    { "Karmada: the module kube",
      KARMADA("v1", "        local kube = require(\"kube\")\n"
                    "        function InterpretHealth(o)\n"
                    "          return kube.resourceAdd(\"1.5Gi\", nil, \"512Mi\") == \"2Gi\"\n"
                    "        end\n"),
      NULL, NULL, "", "rules.yaml:7" },
    { "Karmada: a function for schedulers",
      KARMADA("v1",
              "        local kube = require('kube')\n"
              "        function InterpretHealth(o) return kube.getPodDependencies(o, 'a') end\n"),
      NULL, NULL,
      "<string>:2: kube.getPodDependencies is not available here: health scripts see objects, not "
      "templates to schedule",
      "rules.yaml:7" },
    { "Karmada: what is not a quantity",
      KARMADA("v1", "        local kube = require('kube')\n"
                    "        function InterpretHealth(o) return kube.resourceAdd('1x') end\n"),
      NULL, NULL,
      "<string>:2: cannot parse '1x': quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      "rules.yaml:7" },
    { "Karmada: another version",
      KARMADA("v2", "        function InterpretHealth(o) return true end\n"), NULL, NULL, NULL,
      NULL },
    { "Karmada: no function",
      KARMADA("v1", "        local function InterpretHealth(o) return true end\n"), NULL, NULL,
      "the script has no global function InterpretHealth", "rules.yaml:7" },
    { "Karmada: no boolean",
      KARMADA("v1", "        function InterpretHealth(o) return 'yes' end\n"), NULL, NULL,
      "InterpretHealth returned a string, not a boolean", "rules.yaml:7" },
    { "Karmada: the first of two",
      "\n" KARMADA("v1", "        function InterpretHealth(o) return false end\n"),
      KARMADA("v1", "        function InterpretHealth(o) return true end\n"), NULL,
      "InterpretHealth returned false", "rules.yaml:8" },
    { "Karmada: after customizations",
      KARMADA("v1", "        function InterpretHealth(o) return true end\n"),
      "kind: ConfigMap\ndata: {" KEY ": '" SAYS("cm") "'}\n", NULL, "cm", "more.yaml:2" },
    { "Karmada: before expressions",
      KARMADA("v1", "        function InterpretHealth(o) return false end\n"),
      "- {apiVersion: x.io/v1, kind: Widget, current: 'true'}\n", NULL,
      "InterpretHealth returned false", "rules.yaml:7" },
    { "expressions in a List",
      "kind: List\nitems:\n- apiVersion: kustomize.toolkit.fluxcd.io/v1\n  kind: Kustomization\n"
      "  spec:\n    wait: true\n    healthCheckExprs:\n    - {apiVersion: x.io/v1, kind: Widget, "
      "current: 'true'}\n",
      NULL, NULL, "current holds: true", "rules.yaml:8" },
    { "a JSON list of expressions",
      "[{\"apiVersion\":\"x.io/v1\",\"kind\":\"Widget\",\"current\":\"true\"}]", NULL, NULL,
      "current holds: true", "rules.yaml:1" },
    { "a document without rules need not parse", "a: {{ .b }\n---\n" KEY ": '" SAYS("later") "'\n",
      NULL, NULL, "later", "rules.yaml:3" },
    { "nothing", "kind: ConfigMap\ndata: {url: x}\n", NULL, NULL, NULL, NULL },
};

static void check(void **state) {
    const struct row *row = *state;
    const health_setup setup = { .rules = row->rules, .more_rules = row->more, .key = row->key };
    health_run run;
    const vitals_status status = health_open(&setup, &run);
    if (status) print_error("%s\n", health_reported(&run, 0));
    assert_int_equal(status, VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, WIDGET);
    if (row->message) {
        const vitals_text error = vitals_verdict_error(run.verdict);
        assert_string_equal(error.bytes ? error.bytes : vitals_verdict_message(run.verdict).bytes,
                            row->message);
        assert_string_equal(vitals_verdict_rule_at(run.verdict).bytes, row->at);
    } else {
        assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_UNASSESSED);
    }
    health_close(&run);
}

/* What cannot be used is reported where it is written, and its kind is Unknown. */
static const struct broken_row {
    TABLE_ROW;
    const char *rules, *reported;
    uint32_t line;
    vitals_health health;
} broken_rows[] = {
    { "a value is a template",
      "configs:\n  cm:\n    " KEY ": |\n      -- a comment\n      {{ include \"health\" . }}\n",
      KEY " has the template {{ include \"health\" . }}: render it first", 5,
      VITALS_HEALTH_UNKNOWN },
    { "the older form is a template",
      "configs:\n  cm:\n    resource.customizations: |\n      {{- toYaml .Values.x | nindent 2 "
      "}}\n",
      "resource.customizations has the template {{- toYaml .Values.x | nindent 2 }}: render it "
      "first",
      4, VITALS_HEALTH_UNASSESSED },
    { "a text inside does not parse",
      "kind: Application\nspec:\n  values: |\n    a: [\n    " KEY ": x\n",
      "yaml: line 2: did not find expected ',' or ']'", 6, VITALS_HEALTH_UNASSESSED },
    { "a script does not compile", "configs:\n  cm:\n    " KEY ": |\n      if\n",
      "x.io/Widget: <string> at EOF:   syntax error\n", 5, VITALS_HEALTH_UNKNOWN },
    { "a map where text is wanted", "configs:\n  cm:\n    " KEY ": {a: 1}\n",
      "value of a ConfigMap must be a string", 3, VITALS_HEALTH_UNKNOWN },
    { "Karmada without a target", KARMADA("v1", "        x = 1\n") "  target: {}\n",
      "spec.target needs an apiVersion and a kind", 7, VITALS_HEALTH_UNASSESSED },
};

static void check_broken(void **state) {
    const struct broken_row *row = *state;
    const health_setup setup = { .rules = row->rules, .skip = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_string_equal(health_reported(&run, 0), row->reported);
    assert_int_equal(vitals_diagnostics_at(run.diagnostics, 0)->line, row->line);
    health_assess(&run, VITALS_PROFILE_COMBINED, WIDGET);
    assert_int_equal(vitals_verdict_health(run.verdict), row->health);
    health_close(&run);
}

/* Each sort alone takes nothing of the others. */
static void sorts(void **state) {
    (void)state;
    static const char *const rules =
        "kind: ConfigMap\ndata: {" KEY
        ": '" SAYS("cm") "'}\n---\n" KARMADA("v1", "        function InterpretHealth(o) return "
                                                   "true end\n") "---\n"
                                                                 "- {apiVersion: x.io/v1, kind: "
                                                                 "Widget, current: 'true'}\n";
    static const vitals_source sources[] = { [1] = VITALS_SOURCE_CUSTOMIZATION,
                                             [2] = VITALS_SOURCE_EXPRESSION,
                                             [4] = VITALS_SOURCE_INTERPRETER };
    for (unsigned take = 1; take <= 4; take *= 2) {
        const health_setup setup = { .rules = rules, .take = take };
        health_run run;
        vitals_rule rule;
        assert_int_equal(health_open(&setup, &run), VITALS_OK);
        assert_true(vitals_engine_rule_at(run.engine, 0, &rule, sizeof rule));
        assert_int_equal(rule.source, sources[take]);
        assert_true(vitals_engine_rule_at(run.engine, 1, &rule, sizeof rule));
        assert_int_equal(rule.source, VITALS_SOURCE_NATIVE);
        health_close(&run);
    }
}

static void options(void **state) {
    (void)state;
    vitals_configuration *configuration = NULL;
    vitals_rules_options given = VITALS_RULES_OPTIONS_INIT;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    given.take = 16;
    assert_int_equal(vitals_configuration_add_rules(configuration, "", "", 0, &given, NULL),
                     VITALS_EINVAL);
    given.take = VITALS_RULES_FOLLOW;
    assert_int_equal(vitals_configuration_add_rules(configuration, "", "", 0, &given, NULL),
                     VITALS_EINVAL);
    given.take = 0;
    assert_int_equal(vitals_configuration_add_rules(configuration, "", "", 0, &given, NULL),
                     VITALS_EINVAL);
    assert_int_equal(vitals_configuration_add_rules(configuration, "", "", 0, NULL, NULL),
                     VITALS_OK);
    vitals_configuration_free(configuration);
}

/* Tables of Lua begin with two braces as well. */
static const struct template_row {
    TABLE_ROW;
    const char *text, *found;
    uint32_t line;
} template_rows[] = {
    { "a value", "a\nb {{ .Values.x }} c", "{{ .Values.x }}", 2 },
    { "without blanks", "{{.Values.x}}", "{{.Values.x}}", 1 },
    { "a variable", "{{ $x }}", "{{ $x }}", 1 },
    { "trimmed", "{{- if .x }}", "{{- if .x }}", 1 },
    { "not closed", "{{- with .x", "{{- with .x", 1 },
    { "a table of tables", "local t = {{1, 2}, {3}}", NULL, 0 },
    { "a table of numbers", "local t = {{.5, 1}}", NULL, 0 },
    { "a table of negative numbers", "local t = {{-1}}", NULL, 0 },
    { "a table of names", "local t = {{ name = 'x' }}", NULL, 0 },
    { "nothing", "", NULL, 0 },
};

static void check_template(void **state) {
    const struct template_row *row = *state;
    uint32_t line = 7;
    const vt_text found = vt_argocd_template(vt_text_from(row->text), &line);
    assert_int_equal(line, row->line);
    assert_true(row->found ? vt_text_is(found, row->found) : vt_text_is_absent(found));
}

enum { BYTES = 1000, TIMES = 10 };
#define BEFORE_COMMENT "resource.customizations: x\n# "

/* Build an engine from a text and ten aliases of it, with this limit. */
static vitals_status build_repeated(uint64_t configuration_bytes, vitals_diagnostics *diagnostics) {
    char rules[4096], comment[BYTES + 1];
    memset(comment, 'x', BYTES);
    comment[BYTES] = '\0';
    int size = snprintf(rules, sizeof rules,
                        "values: &text |\n  resource.customizations: x\n  # %s\nlist:\n", comment);
    for (int i = 0; i < TIMES; i++) {
        size += snprintf(rules + size, sizeof rules - (size_t)size, "- values: *text\n");
    }
    vitals_limits *limits = NULL;
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "configuration_bytes", configuration_bytes),
                     VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_limits(configuration, limits);
    assert_int_equal(
        vitals_configuration_add_rules(configuration, "r", rules, strlen(rules), NULL, diagnostics),
        VITALS_OK);
    const vitals_status status = vitals_engine_new(configuration, &engine, diagnostics);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    vitals_limits_free(limits);
    return status;
}

/* An alias repeats a text that is read each time: what that costs has a limit. */
static void repeated_text(void **state) {
    (void)state;
    const uint64_t all = (1 + TIMES) * (strlen(BEFORE_COMMENT) + BYTES + 1);
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    build_repeated(all, diagnostics);
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        assert_null(vitals_diagnostics_at(diagnostics, i)->limit);
    }
    vitals_diagnostics_clear(diagnostics);
    assert_int_equal(build_repeated(all - 1, diagnostics), VITALS_ECONFIG);
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    assert_non_null(first);
    assert_non_null(first->limit);
    assert_string_equal(first->limit, "configuration_bytes");
    vitals_diagnostics_free(diagnostics);
}

/* KUSTOMIZE: the three names of a kustomization file, in any directory. */
static void kustomization_files(void **state) {
    (void)state;
    assert_true(vt_argocd_is_kustomization(VT_TEXT("kustomization.yaml")));
    assert_true(vt_argocd_is_kustomization(VT_TEXT("a/kustomization.yml")));
    assert_true(vt_argocd_is_kustomization(VT_TEXT("a/b/Kustomization")));
    assert_false(vt_argocd_is_kustomization(VT_TEXT("a/mykustomization.yaml")));
    assert_false(vt_argocd_is_kustomization(VT_TEXT("Kustomization.yaml")));
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(sorts), cmocka_unit_test(options),
                                               cmocka_unit_test(repeated_text),
                                               cmocka_unit_test(kustomization_files) };
    int failed = TABLE_RUN("forms", check, rows);
    failed += TABLE_RUN("broken", check_broken, broken_rows);
    failed += TABLE_RUN("templates", check_template, template_rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
