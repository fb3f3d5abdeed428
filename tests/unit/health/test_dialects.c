/* Rules in CEL of other projects: which objects they are for, what they say, and what an error means. */
#include "rules/dialects/dialects.h"
#include "support/health.h"
#include "support/table.h"

#define OBJECT(metadata, status)                                                                   \
    "{\"apiVersion\":\"x.io/"                                                                      \
    "v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"a\",\"namespace\":\"ns\"" metadata          \
    "},\"spec\":{\"size\":2},\"status\":" status "}"
#define READY OBJECT("", "{\"size\":2,\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}")
#define YOUNG OBJECT("", "{}")
#define SMALL OBJECT("", "{\"size\":1}")

#define KRO(more)                                                                                  \
    "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nmetadata: {name: web}\nspec:\n"  \
    "  resources:\n  - id: box\n    template: {apiVersion: x.io/v1, kind: Widget}\n" more
#define KRO_SIZE KRO("    readyWhen: ['${box.status.size == box.spec.size}']\n")
#define CROSSPLANE(key, expression)                                                                \
    "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: c}\nspec:\n"  \
    "  pipeline:\n  - step: ready\n    input:\n      kind: Input\n"                                \
    "      celHealthCheckCustomization: {" key ": \"" expression "\"}\n"
#define OCM(id, rule)                                                                              \
    "apiVersion: work.open-cluster-management.io/v1\nkind: ManifestWork\n"                         \
    "metadata: {name: w, namespace: c}\nspec:\n  manifestConfigs:\n"                               \
    "  - resourceIdentifier: {" id "}\n    conditionRules:\n    - {type: CEL, " rule "}\n"
#define WIDGETS "group: x.io, resource: widgets, name: a, namespace: ns"
#define SVELTOS(more, rules)                                                                       \
    "apiVersion: config.projectsveltos.io/v1beta1\nkind: ClusterProfile\nmetadata: {name: p}\n"    \
    "spec:\n  validateHealths:\n  - {name: v, group: x.io, version: v1, kind: Widget" more         \
    ", evaluateCEL: [" rules "]}\n"
#define RESOURCE_SET(more)                                                                         \
    "apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: {name: r}\nspec:\n"       \
    "  dependsOn:\n  - {apiVersion: x.io/v1, kind: Widget, name: a, namespace: ns" more "}\n"

/* Loops of 8 and 10 elements, five deep: Open Cluster Management counts some 0.4 and 1.2 million for them. */
#define EIGHT "[1,2,3,4,5,6,7,8]"
#define TEN "[1,2,3,4,5,6,7,8,9,10]"
#define LOOPS(list)                                                                                \
    "'" list ".all(a, " list ".all(b, " list ".all(c, " list ".all(d, " list                       \
    ".all(e, a + b + c + d > 0)))))'"
#define FIVE_TIMES(text) text "," text "," text "," text "," text

static const struct row {
    TABLE_ROW;
    const char *rules, *object;
    vitals_health health; /* UNASSESSED: no rule is for the object, or none has an opinion */
    const char *message;  /* or the error */
} rows[] = {
    /* clang-format off */
    { "kro: holds", KRO_SIZE, READY, VITALS_HEALTH_HEALTHY, "readyWhen holds: box.status.size == box.spec.size" },
    { "kro: does not hold", KRO_SIZE, SMALL, VITALS_HEALTH_PROGRESSING, "readyWhen does not hold: box.status.size == box.spec.size" },
    { "kro: a missing field waits", KRO_SIZE, YOUNG, VITALS_HEALTH_PROGRESSING, "readyWhen fails: box.status.size == box.spec.size: no such key: size" },
    { "kro: any other error is Unknown", KRO("    readyWhen: ['${box.spec.size / (box.spec.size - 2) == 1}']\n"), READY, VITALS_HEALTH_UNKNOWN, "readyWhen fails: box.spec.size / (box.spec.size - 2) == 1: division by zero" },
    { "kro: all must hold", KRO("    readyWhen: ['${true}', '${box.status.size > 5}', '${box.nothing}']\n"), READY, VITALS_HEALTH_PROGRESSING, "readyWhen does not hold: box.status.size > 5" },
    { "kro: each of a collection", KRO("    forEach: [{x: '${[1]}'}]\n    readyWhen: ['${each.status.size == 2}']\n"), READY, VITALS_HEALTH_HEALTHY, "readyWhen holds: each.status.size == 2" },
    { "kro: an optional without a value does not hold", KRO("    readyWhen: ['${box.?nothing.optMap(v, true)}']\n"), READY, VITALS_HEALTH_PROGRESSING, "readyWhen does not hold: box.?nothing.optMap(v, true)" },
    { "kro: the labels of the node", KRO_SIZE, OBJECT(",\"labels\":{\"kro.run/node-id\":\"other\"}", "{\"size\":2}"), VITALS_HEALTH_UNASSESSED, NULL },
    { "kro: the labels of the graph", KRO_SIZE, OBJECT(",\"labels\":{\"kro.run/node-id\":\"box\",\"kro.run/resource-graph-definition-name\":\"web\"}", "{\"size\":2}"), VITALS_HEALTH_HEALTHY, "readyWhen holds: box.status.size == box.spec.size" },
    { "Crossplane: holds", CROSSPLANE("x.io_v1_Widget", "object.status.size == 2"), READY, VITALS_HEALTH_HEALTHY, "celHealthCheckCustomization holds: object.status.size == 2" },
    { "Crossplane: does not hold", CROSSPLANE("x.io_v1_Widget", "object.status.size == 2"), SMALL, VITALS_HEALTH_PROGRESSING, "celHealthCheckCustomization does not hold: object.status.size == 2" },
    { "Crossplane: an error leaves the answer to others", CROSSPLANE("x.io_v1_Widget", "object.status.size == 2"), YOUNG, VITALS_HEALTH_UNASSESSED, NULL },
    { "Crossplane: another version", CROSSPLANE("x.io_v2_Widget", "object.status.size == 2"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "Crossplane: an Input alone", "apiVersion: autoready.fn.crossplane.io/v1beta1\nkind: Input\ncelHealthCheckCustomization: {x.io_v1_Widget: 'object.spec.size == 2'}\n", READY, VITALS_HEALTH_HEALTHY, "celHealthCheckCustomization holds: object.spec.size == 2" },
    { "OCM: holds", OCM(WIDGETS, "condition: Complete, celExpressions: ['object.status.size == 2', 'hasConditions(object.status)']"), READY, VITALS_HEALTH_HEALTHY, "conditionRules holds" },
    { "OCM: does not hold", OCM(WIDGETS, "condition: Complete, celExpressions: ['object.status.size == 2']"), SMALL, VITALS_HEALTH_PROGRESSING, "conditionRules does not hold: object.status.size == 2" },
    { "OCM: an error does not hold", OCM(WIDGETS, "condition: Complete, celExpressions: ['object.status.size == 2']"), YOUNG, VITALS_HEALTH_PROGRESSING, "conditionRules fails: object.status.size == 2: no such key: size" },
    { "OCM: no bool does not hold", OCM(WIDGETS, "condition: Complete, celExpressions: ['object.status.size']"), READY, VITALS_HEALTH_PROGRESSING, "conditionRules fails: object.status.size: the result is not a bool" },
    { "OCM: a message", OCM(WIDGETS, "condition: Complete, message: done, celExpressions: ['true']"), READY, VITALS_HEALTH_HEALTHY, "done" },
    { "OCM: an expression for the message", OCM(WIDGETS, "condition: Complete, messageExpression: \"result ? 'yes ' + object.metadata.name : 'no'\", celExpressions: ['true']"), READY, VITALS_HEALTH_HEALTHY, "yes a" },
    { "OCM: Degraded", OCM(WIDGETS, "condition: Degraded, celExpressions: ['object.status.size < object.spec.size']"), SMALL, VITALS_HEALTH_DEGRADED, "conditionRules holds: object.status.size < object.spec.size" },
    { "OCM: a wildcard", OCM("group: x.io, resource: widgets, name: '*', namespace: 'n*'", "condition: Complete, celExpressions: ['true']"), READY, VITALS_HEALTH_HEALTHY, "conditionRules holds: true" },
    { "OCM: another object", OCM("group: x.io, resource: widgets, name: b, namespace: ns", "condition: Complete, celExpressions: ['true']"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "OCM: stars inside, and what is special elsewhere is not", OCM("group: x.io, resource: widgets, name: '*a', namespace: 'n?'", "condition: Complete, celExpressions: ['true']"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "OCM: no namespace is that of what has none", OCM("group: x.io, resource: widgets, name: a", "condition: Complete, celExpressions: ['true']"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "OCM: the cost of one expression", OCM(WIDGETS, "condition: Complete, celExpressions: [" LOOPS(TEN) "]"), READY, VITALS_HEALTH_PROGRESSING, "conditionRules fails: " TEN ".all(a, " TEN ".all(b, " TEN ".all(c, " TEN ".all(d, " TEN ".all(e, a + b + c + d > 0))))): operation cancelled: actual cost limit exceeded" },
    { "OCM: within the cost of one expression", OCM(WIDGETS, "condition: Complete, celExpressions: [" LOOPS(EIGHT) "]"), READY, VITALS_HEALTH_HEALTHY, "conditionRules holds: " EIGHT ".all(a, " EIGHT ".all(b, " EIGHT ".all(c, " EIGHT ".all(d, " EIGHT ".all(e, a + b + c + d > 0)))))" },
    { "OCM: the cost of all expressions", OCM(WIDGETS, "condition: Complete, celExpressions: [&x " LOOPS(EIGHT) "," FIVE_TIMES(FIVE_TIMES(" *x")) "," FIVE_TIMES(FIVE_TIMES(" *x")) "]"), READY, VITALS_HEALTH_PROGRESSING, "conditionRules fails: " EIGHT ".all(a, " EIGHT ".all(b, " EIGHT ".all(c, " EIGHT ".all(d, " EIGHT ".all(e, a + b + c + d > 0))))): CEL evaluation budget exceeded" },
    { "OCM: only the first of several sets", OCM("group: x.io, resource: widgets, name: '*', namespace: ns", "condition: Z, celExpressions: ['true']") "  - resourceIdentifier: {" WIDGETS "}\n    conditionRules:\n    - {type: CEL, condition: A, celExpressions: ['false']}\n", READY, VITALS_HEALTH_HEALTHY, "conditionRules holds: true" },
    { "OCM: a second set, when the first is for others", OCM("group: x.io, resource: widgets, name: b, namespace: ns", "condition: Z, celExpressions: ['true']") "  - resourceIdentifier: {" WIDGETS "}\n    conditionRules:\n    - {type: CEL, condition: A, celExpressions: ['false']}\n", READY, VITALS_HEALTH_PROGRESSING, "conditionRules does not hold: false" },
    { "Sveltos: the first that holds", SVELTOS("", "{name: a, rule: 'resource.nothing.x'}, {name: b, rule: 'resource.status.size == 2'}"), READY, VITALS_HEALTH_HEALTHY, "evaluateCEL holds: resource.status.size == 2" },
    { "Sveltos: none holds, errors are skipped", SVELTOS("", "{name: a, rule: 'resource.nothing.x'}, {name: b, rule: 'resource.status.size == 2'}"), SMALL, VITALS_HEALTH_PROGRESSING, "evaluateCEL does not hold" },
    { "Sveltos: a namespace", SVELTOS(", namespace: m", "{name: a, rule: 'true'}"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "Sveltos: a label", SVELTOS(", labelFilters: [{key: k, operation: Has}]", "{name: a, rule: 'true'}"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "Sveltos: a label that differs", SVELTOS(", labelFilters: [{key: k, operation: Different, value: v}]", "{name: a, rule: 'true'}"), READY, VITALS_HEALTH_HEALTHY, "evaluateCEL holds: true" },
    { "flux-operator: holds", RESOURCE_SET(", ready: true, readyExpr: status.size == spec.size"), READY, VITALS_HEALTH_HEALTHY, "readyExpr holds: status.size == spec.size" },
    { "flux-operator: an error is not ready", RESOURCE_SET(", ready: true, readyExpr: status.size == spec.size"), YOUNG, VITALS_HEALTH_PROGRESSING, "readyExpr fails: status.size == spec.size: no such key: size" },
    { "flux-operator: only with ready", RESOURCE_SET(", readyExpr: status.size == spec.size"), READY, VITALS_HEALTH_UNASSESSED, NULL },
    { "two rules: the worse", KRO_SIZE "---\n" SVELTOS("", "{name: a, rule: 'resource.status.size == 7'}"), READY, VITALS_HEALTH_PROGRESSING, "evaluateCEL does not hold: resource.status.size == 7" },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    const health_setup setup = { .rules = row->rules };
    health_run run;
    const vitals_status status = health_open(&setup, &run);
    if (status) print_error("%s\n", health_reported(&run, 0));
    assert_int_equal(status, VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, row->object);
    const vitals_text error = vitals_verdict_error(run.verdict);
    const vitals_text text = error.bytes ? error : vitals_verdict_message(run.verdict);
    if (row->message) assert_string_equal(text.bytes, row->message);
    if (row->health == VITALS_HEALTH_UNASSESSED)
        assert_int_not_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_EXPRESSION);
    else
        assert_int_equal(vitals_verdict_health(run.verdict), row->health);
    health_assess(&run, VITALS_PROFILE_ARGOCD, row->object);
    assert_int_not_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_EXPRESSION);
    health_close(&run);
}

/* What cannot be used, and rules that vitals does not evaluate, are reported where they are written. */
static const struct told_row {
    TABLE_ROW;
    const char *rules, *reported; /* how the report starts */
    uint32_t line;
} told_rows[] = {
    { "kro: no braces", KRO("    readyWhen: ['box.status']\n"),
      "only standalone expressions are allowed: ${…}", 8 },
    { "kro: another variable", KRO("    readyWhen: ['${other.status}']\n"),
      "readyWhen does not compile: ERROR: <input>:1:1: undeclared reference to 'other'", 8 },
    { "kro: not a bool", KRO("    readyWhen: ['${1}']\n"), "readyWhen must be a bool", 8 },
    { "Crossplane: of no known type", CROSSPLANE("x.io_v1_Widget", "object.ready"),
      "celHealthCheckCustomization must be a bool", 9 },
    { "Crossplane: a key without a kind", CROSSPLANE("x.io_Widget", "true"),
      "a key of celHealthCheckCustomization is group_version_Kind", 9 },
    { "OCM: syntax", OCM(WIDGETS, "condition: Complete, celExpressions: ['1 +']"),
      "conditionRules does not compile: ERROR: <input>:1:4: Syntax error", 8 },
    { "Sveltos in Lua",
      "apiVersion: config.projectsveltos.io/v1beta1\nkind: ClusterProfile\nspec:\n  "
      "validateHealths:\n  - script: x\n",
      "this ClusterProfile has rules in Lua (spec.validateHealths[].script), which vitals does not "
      "evaluate",
      5 },
    { "a HealthCheck of Sveltos",
      "apiVersion: lib.projectsveltos.io/v1beta1\nkind: HealthCheck\nspec:\n  evaluateHealth: x\n",
      "this HealthCheck has rules in Lua", 4 },
    { "kapp",
      "apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\nwaitRules:\n- supportsObservedGeneration: "
      "true\n",
      "this Config has rules as waitRules of kapp", 4 },
    { "KubeVela",
      "apiVersion: core.oam.dev/v1beta1\nkind: ComponentDefinition\nspec:\n  status:\n    "
      "healthPolicy: x\n",
      "this ComponentDefinition has rules in CUE", 5 },
    { "Kyverno", "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nspec:\n  rules: [{name: a}]\n",
      "this ClusterPolicy has rules of Kyverno", 4 },
    { "flux-operator without ready", RESOURCE_SET(", readyExpr: status.ready"),
      "flux-operator evaluates a readyExpr only with ready: true", 6 },
};

static void check_told(void **state) {
    const struct told_row *row = *state;
    const health_setup setup = { .rules = row->rules, .skip = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    const char *report = health_reported(&run, 0);
    if (strncmp(report, row->reported, strlen(row->reported)) != 0)
        fail_msg("%s, not %s", report, row->reported);
    assert_int_equal(vitals_diagnostics_at(run.diagnostics, 0)->line, row->line);
    health_close(&run);
}

/* Each row of the table is whole. */
static void the_table_is_whole(void **state) {
    (void)state;
    const vt_dialect *dialect;
    for (size_t i = 0; (dialect = vt_dialect_at(i)); i++) {
        assert_true(dialect->name && dialect->field && dialect->word);
        assert_ptr_equal(
            vt_dialect_of_kind(vt_text_from(dialect->group), vt_text_from(dialect->kind)), dialect);
    }
    assert_true(vt_dialect_of_kind(VT_TEXT("apps"), VT_TEXT("Deployment")) == NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_table_is_whole) };
    return TABLE_RUN("dialects", check, rows) +
           TABLE_RUN("dialects: reports", check_told, told_rows) +
           cmocka_run_group_tests_name("the table", tests, NULL, NULL);
}
