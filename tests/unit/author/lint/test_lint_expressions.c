/* Rules about healthCheckExprs. */
#include <stdio.h>

#include "support/lint.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *part; /* inProgress, failed or current; current comes along where it is another */
    const char *expression;
    const char *findings; /* all but notes */
} rows[] = {
    { "a good one", "current",
      "has(status.conditions) && status.conditions.exists(e, e.type == 'Ready')", "" },
    { "filter and all in failed", "failed",
      "has(status.conditions) && status.conditions.filter(e, e.type == 'A').all(e, e.status == "
      "'B')",
      "expression-vacuous" },
    { "filter and all in current", "current",
      "has(status.conditions) && status.conditions.filter(e, e.type == 'A').all(e, e.status == "
      "'B')",
      "expression-vacuous" },
    { "filter and all after exists", "failed",
      "has(status.conditions) && status.conditions.exists(e, e.type == 'A') && "
      "status.conditions.filter(e, e.type == 'A').all(e, e.status == 'B')",
      "" },
    { "filter and all after a size", "failed",
      "has(status.conditions) && size(status.conditions) > 0 && "
      "status.conditions.filter(e, e.type == 'A').all(e, e.status == 'B')",
      "" },
    { "a field that is not there yet", "current", "status.phase == 'Ready'",
      "expression-missing-field" },
    { "one that is asked for first", "current", "has(status.phase) && status.phase == 'Ready'",
      "" },
    { "a field of the spec", "current", "spec.replicas == 1", "" },
    { "always current", "current", "true", "expression-current-young" },
    { "always in progress", "inProgress", "true", "" },
    { "has() of a variable", "current", "has(status)", "expression-has-root" },
    { "a syntax error", "current", "status.", "expression-broken" },
    { "a constant error", "current", "int('abc') == 1", "expression-broken" },
    { "a misspelt root", "current", "statuss.phase == 'a'", "expression-root" },
    { "the variable of another expression", "current", "self.status.phase == 'a'",
      "expression-root" },
    { "a misspelt macro", "current", "status.conditions.exist(e, e.type == 'Ready')",
      "expression-function" },
    { "a macro of another shape", "current", "status.conditions.exists(e)", "expression-function" },
    { "an unknown function", "current", "foo(status.phase)", "expression-function" },
    { "a misspelt function", "current", "status.phase.startWith('Rea')", "expression-function" },
    { "a text without quotes", "current", "status.phase == Ready", "expression-root" },
    { "a part of a root", "current", "stat.phase == 'Ready'", "expression-root" },
    { "a root of few kinds", "current", "data['a'] == 'b'", "" },
    { "operands of two types", "current", "1 + 'a' == 2", "expression-type" },
    { "one operand", "current", "!status.phase", "expression-type" },
    { "a text as a bool", "current", "status.phase || true", "expression-type" },
    { "a field of a text", "current", "status.phase.name == 'a'", "expression-type" },
    { "a text as the result", "current", "status.phase", "expression-not-bool" },
    { "a number as the result", "inProgress", "status.observedGeneration", "expression-not-bool" },
    { "a field as the result", "current", "has(status.ready) && status.ready", "" },
    { "a truth that is a text", "current",
      "has(status.conditions) && status.conditions.exists(e, e.status == true)",
      "expression-comparison" },
    { "a truth in lower case", "current",
      "has(status.conditions) && status.conditions.exists(e, e.status in ['True', 'false'])",
      "expression-comparison" },
    { "a number and its text", "current",
      "has(status.observedGeneration) && status.observedGeneration == string(metadata.generation)",
      "expression-comparison" },
    { "two kinds of numbers", "current", "1 == 1.0 && has(spec.a)", "" },
    { "a branch of another type", "current", "has(spec.a) ? true : spec.a == 1", "" },
    { "a status of its own", "current",
      "has(status.conditions) && status.conditions.exists(e, e.status == 'Installed')", "" },
    { "a field of a condition", "current",
      "has(status.conditions) && status.conditions.exists(e, e.staus == 'True')",
      "expression-field" },
    { "a field of some conditions", "current",
      "has(status.conditions) && status.conditions.exists(e, e.owner == 'x')", "" },
    { "a list of another name", "current", "has(status.condition) && status.condition == 'x'", "" },
    { "a misspelt list", "current", "has(status.conditons)", "expression-field" },
    { "a map by its key", "current", "'phase' in status && status['phase'] == 'x'", "" },
    { "a loop variable", "current", "has(status.a) && status.a.exists(stats, stats.b == 1)", "" },
};

/* The rules found, in order, without places and notes. */
static const char *rules_of(const char *path, const char *text) {
    static char rules[1024];
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    rules[0] = '\0';
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, path, text, strlen(text)), VITALS_OK);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        size_t used = strlen(rules);
        if (finding.rule->severity == VITALS_SEVERITY_NOTE) continue;
        snprintf(rules + used, sizeof rules - used, "%s%s", used ? " " : "", finding.rule->id);
    }
    vitals_lint_free(lint);
    return rules;
}

static void check(void **state) {
    const struct row *row = *state;
    char text[2048];
    bool current = strcmp(row->part, "current") == 0;
    snprintf(text, sizeof text, "- apiVersion: e.io/v1\n  kind: W\n  %s: \"%s\"\n%s", row->part,
             row->expression, current ? "" : "  current: \"has(status.x)\"\n");
    assert_string_equal(rules_of("e.io/W/health.cel.yaml", text), row->findings);
}

static const struct file_row {
    TABLE_ROW;
    const char *text;
    const char *findings;
} files[] = {
    { "nothing is waited for",
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a "
      "}\nspec:\n"
      "  healthCheckExprs:\n    - { apiVersion: e.io/v1, kind: W, current: has(spec.x) }\n",
      "6:5 expressions-idle" },
    { "the older name",
      "kind: HelmRelease\napiVersion: helm.toolkit.fluxcd.io/v2\nmetadata: { name: a }\nspec:\n"
      "  customHealthChecksExprs:\n    - { apiVersion: e.io/v1, kind: W, current: has(spec.x) }\n",
      "6:5 expressions-old-name" },
    { "readyWhen that does not compile",
      "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nspec:\n  resources:\n"
      "  - id: a\n    template: { apiVersion: e.io/v1, kind: W }\n    readyWhen: ['${a.}', "
      "'${a.b}']\n",
      "7:17 rule-broken" },
    { "readyWhen that does",
      "apiVersion: kro.run/v1alpha1\nkind: ResourceGraphDefinition\nspec:\n  resources:\n"
      "  - id: a\n    template: { apiVersion: e.io/v1, kind: W }\n    readyWhen: ['${a.b == 1}']\n",
      "" },
    { "a script of Karmada that does not compile",
      "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\nspec:\n"
      "  target: { apiVersion: e.io/v1, kind: W }\n  customizations:\n    healthInterpretation:\n"
      "      luaScript: |\n        function (\n",
      "8:9 rule-broken" },
    { "a kind twice",
      "healthCheckExprs:\n- { apiVersion: e.io/v1, kind: W, current: has(spec.x) }\n"
      "- { apiVersion: e.io/v1, kind: W, current: has(spec.x) }\n",
      "3:3 expression-broken" },
    { "healthChecks beside wait",
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a "
      "}\nspec:\n  wait: true\n  healthChecks:\n  - { apiVersion: v1, kind: Pod, name: p }\n",
      "7:5 health-checks-ignored" },
    { "healthChecks without wait",
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a "
      "}\nspec:\n  wait: false\n  healthChecks:\n  - { apiVersion: v1, kind: Pod, name: p }\n",
      "" },
    { "wait with an empty list",
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a "
      "}\nspec: { wait: true, healthChecks: [] }\n",
      "" },
    { "a rule is said once an entry",
      "healthCheckExprs:\n- apiVersion: e.io/v1\n  kind: W\n"
      "  failed: status.conditions.filter(e, e.type == 'A').all(e, e.status == 'False')\n"
      "  current: status.conditions.filter(e, e.type == 'A').all(e, e.status == 'True')\n",
      "4:11 expression-vacuous" },
    { "no current", "healthCheckExprs:\n- { apiVersion: e.io/v1, kind: W }\n",
      "2:3 expression-broken" },
    { "the place in a block",
      "healthCheckExprs:\n- apiVersion: e.io/v1\n  kind: W\n  current: |\n"
      "    has(spec.x) &&\n      stats.a == 1\n",
      "6:7 expression-root" },
};

static void check_file(void **state) {
    const struct file_row *row = *state;
    assert_string_equal(lint_one("a.yaml", row->text), row->findings);
}

/* ------------------------------------------------------------------ readyExpr */

static const struct ready_row {
    TABLE_ROW;
    const char *group;
    const char *expression; /* on line 6, from column 17 on */
    const char *findings;
} ready[] = {
#define READY(name, expression, findings)                                                          \
    { name, "kustomize.toolkit.fluxcd.io/v1", expression, findings }
#define SET(name, expression, findings)                                                            \
    { name, "fluxcd.controlplane.io/v1", expression, findings }
    READY("compares both", "dep.metadata.labels.v == self.metadata.labels.v", ""),
    READY("has of a field", "has(dep.status) && dep.status.ready == true", ""),
    READY("a misspelt root", "dip.status.ready == true", "6:17 expression-broken"),
    READY("a field as the root", "true && status.ready == true", "6:25 expression-broken"),
    READY("not a bool", "dep.status.ready", "6:17 expression-broken"),
    READY("a syntax error", "dep.status.", "6:28 expression-broken"),
    READY("types that do not fit", "dep.a == 1 || 1 == 'a'", "6:33 expression-broken"),
    READY("a constant error", "int('abc') == 1", "6:17 expression-broken"),
    READY("has() of a variable", "has(dep)", "6:17 expression-has-root"),
    READY("filter and all", "dep.s.filter(e, e.t == 'A').all(e, e.s == 'B')",
          "6:17 expression-vacuous"),
    SET("the fields of the dependency", "status.ready", ""),
    SET("a misspelt field", "statuss.ready == true", "6:17 expression-root"),
    SET("the variables of a Kustomization", "dep.status.ready", "6:17 expression-root"),
    SET("a syntax error", "status.", "6:24 expression-broken"),
};

static void check_ready(void **state) {
    const struct ready_row *row = *state;
    char text[1024];
    snprintf(text, sizeof text,
             "apiVersion: %s\nkind: K\nmetadata: { name: a }\nspec:\n  dependsOn:\n"
             "  - readyExpr: \"%s\"\n    name: b\n",
             row->group, row->expression);
    assert_string_equal(lint_one("a.yaml", text), row->findings);
}

static const struct file_row advice[] = {
    { "a misspelt root", "dip.a == 1",
      "Flux rejects the readyExpr: undeclared reference to 'dip' (in container ''): Write dep" },
    { "no root of these", "status.a == 1",
      "Flux rejects the readyExpr: undeclared reference to 'status' (in container ''): "
      "Begin with dep, the dependency, or self, as in dep.status.conditions" },
    { "no bool", "dep.a",
      "Flux rejects the readyExpr: CEL expression output type mismatch: expected bool, got dyn: "
      "The type of a field is unknown: compare it, as in dep.status.ready == true" },
};

static void check_advice(void **state) {
    const struct file_row *row = *state;
    char text[1024], reported[1024];
    snprintf(text, sizeof text, "spec: { dependsOn: [{ readyExpr: \"%s\" }] }\n", row->text);
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, "a.yaml", text, strlen(text)), VITALS_OK);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    assert_true(vitals_lint_finding_at(lint, 0, &finding, sizeof finding));
    snprintf(reported, sizeof reported, "%.*s: %.*s", (int)finding.text.size, finding.text.bytes,
             (int)finding.advice.size, finding.advice.bytes);
    assert_string_equal(reported, row->findings);
    vitals_lint_free(lint);
}

/* --------------------------------------------------------------------- fields */

static const char fixture[] =
    "apiVersion: e.io/v1\nkind: W\nspec: { size: 1 }\n"
    "metadata: { labels: { a: b } }\n"
    "status: { phase: Ready, conditions: [{ type: Ready, status: x }] }\n";

static const struct file_row fields[] = {
    { "fields that are there",
      "has(status.phase) && status.phase == 'a' && status.conditions.exists(c, c.type == 'x')",
      "" },
    { "a field that is not", "has(status.fase)", "expression-field" },
    { "a field of a loop variable",
      "has(status.conditions) && status.conditions.filter(c, c.typ == 'x').size() > 0",
      "expression-field" },
    { "the generation of a condition",
      "has(status.conditions) && status.conditions.exists(c, !has(c.observedGeneration))", "" },
    { "a label", "has(metadata.labels.app)", "" },
    { "below what no fixture has", "has(spec.template.x)", "expression-field" },
};

static void check_field(void **state) {
    const struct file_row *row = *state;
    char text[1024];
    snprintf(text, sizeof text, "- apiVersion: e.io/v1\n  kind: W\n  current: \"%s\"\n", row->text);
    const lint_file both[] = { { "e.io/W/health.cel.yaml", text },
                               { "e.io/W/testdata/a.yaml", fixture } };
    const char *found = lint_findings(both, TABLE_COUNT(both));
    if (*row->findings) {
        assert_non_null(strstr(found, row->findings));
    } else {
        assert_null(strstr(found, "expression-field"));
    }
}

int main(void) {
    return TABLE_RUN("lint_expression", check, rows) + TABLE_RUN("lint_file", check_file, files) +
           TABLE_RUN("lint_field", check_field, fields) +
           TABLE_RUN("lint_ready", check_ready, ready) +
           TABLE_RUN("lint_ready_advice", check_advice, advice);
}
