/* Lint with schemas of kinds: fields, types, values and what is required. */
#include <stdio.h>

#include "support/lint.h"
#include "support/table.h"

#define CRD(versions)                                                                              \
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: e.io\n"  \
    "  names: { kind: W }\n  versions:\n" versions
#define VERSION(name, status)                                                                      \
    "  - name: " name "\n    served: true\n    schema:\n      openAPIV3Schema:\n"                  \
    "        type: object\n        properties:\n          spec: { type: object, "                  \
    "x-kubernetes-preserve-unknown-fields: true }\n          status: " status "\n"
#define STATUS                                                                                     \
    "{ type: object, required: [phase], properties: { phase: { type: string, enum: [Pending, "     \
    "Running] }, replicas: { type: integer }, port: { x-kubernetes-int-or-string: true }, note: "  \
    "{ type: string }, count: { type: integer, default: 1 }, nodes: { type: array, items: { "      \
    "type: "                                                                                       \
    "object, required: [name], properties: { name: { type: string }, ready: { type: boolean } } "  \
    "} "                                                                                           \
    "}, owners: { type: object, additionalProperties: { type: string } } } }"

static const struct row {
    TABLE_ROW;
    const char *versions, *expression, *findings;
} rows[] = {
#define ONE(name, expression, findings)                                                            \
    { name, VERSION("v1", STATUS), expression, findings }
    ONE("fields that are there", "has(status.note) && status.note == 'a'", ""),
    ONE("an unknown field", "has(status.pahse) && status.pahse == 'Running'",
        "4:16 expression-field"),
    ONE("one deep inside", "has(status.nodes) && status.nodes.all(n, n.redy)",
        "4:56 expression-field"),
    ONE("one of a map", "has(status.owners) && has(status.owners.a)", ""),
    ONE("one of an open object", "spec.anything == 1", ""),
    ONE("a value that is none of them", "status.phase == 'Redy'", "4:29 expression-comparison"),
    ONE("one of a list", "status.phase in ['Running', 'Ready']", "4:41 expression-comparison"),
    ONE("a number as a text", "has(status.replicas) && status.replicas == '3'",
        "4:53 expression-comparison"),
    ONE("an int or a string", "has(status.port) && (status.port == '3' || status.port == 3)", ""),
    ONE("a required field", "status.phase == 'Running'", ""),
    ONE("a field that may be missing", "status.note == 'Running'", "4:13 expression-missing-field"),
    ONE("a boolean", "has(status.nodes) && status.nodes.exists(n, n.ready == 'true')",
        "4:65 expression-comparison"),
    ONE("a number as the result", "status.replicas", "4:13 expression-not-bool"),
    { "the version of the entry", VERSION("v1", STATUS) VERSION("v2", "{ type: object }"),
      "has(status.pahse)", "4:16 expression-field" },
    { "a version that is not there",
      VERSION("v2", STATUS) VERSION("v3", "{ type: object, "
                                          "properties: { other: { type: string } } }"),
      "has(status.phase) && has(status.other) && has(status.third)", "4:58 expression-field" },
};

static void check(void **state) {
    const struct row *row = *state;
    char crd[4096], entry[1024];
    snprintf(crd, sizeof crd, CRD("%s"), row->versions);
    snprintf(entry, sizeof entry,
             "healthCheckExprs:\n- apiVersion: e.io/v1\n  kind: W\n  current: \"%s\"\n",
             row->expression);
    const lint_file files[] = { { "rules.yaml", entry }, { "crds/w.yaml", crd } };
    const char *findings = lint_findings(files, 2);
    if (!*row->findings && strstr(findings, "expression-missing-status")) findings = "";
    assert_string_equal(findings, row->findings);
}

static const struct script_row {
    TABLE_ROW;
    const char *script, *findings;
} scripts[] = {
    { "an unknown field",
      "if obj.status and obj.status.pahse == 'Running' then return { status = 'Healthy' } end\n"
      "return { status = 'Progressing' }\n",
      "1:19 lua-field-spelling" },
    { "one that a loop reads",
      "for _, n in ipairs(obj.status and obj.status.nodes or {}) do\n  if n.redy then return { "
      "status "
      "= 'Healthy' } end\nend\nreturn { status = 'Progressing' }\n",
      "2:6 lua-field-spelling" },
    { "one of an open object",
      "return { status = obj.spec.a and obj.spec.a.b and 'Healthy' or 'Progressing' }\n", "" },
    { "a value that it never has",
      "if obj.status and obj.status.phase == 'Ready' then return { status = 'Healthy' } end\n"
      "return { status = 'Progressing' }\n",
      "1:19 lua-comparison" },
    { "a number as a text",
      "if obj.status and obj.status.replicas == '3' then return { status = 'Healthy' } end\n"
      "return { status = 'Progressing' }\n",
      "1:19 lua-comparison" },
    { "an int or a string",
      "if obj.status and obj.status.port == '3' then return { status = 'Healthy' } end\n"
      "return { status = 'Progressing' }\n",
      "" },
    { "a required field",
      "if not obj.status then return { status = 'Progressing' } end\n"
      "return { status = 'Progressing', message = 'is ' .. obj.status.phase }\n",
      "" },
    { "one with a default",
      "if not obj.status then return { status = 'Progressing' } end\n"
      "return { status = obj.status.count > 0 and 'Progressing' or 'Suspended' }\n",
      "" },
    { "one that may be missing",
      "if not obj.status then return { status = 'Progressing' } end\n"
      "return { status = 'Progressing', message = 'is ' .. obj.status.note }\n",
      "2:53 lua-nil-concat" },
    { "the status itself may be missing",
      "return { status = 'Progressing', message = 'is ' .. obj.status.phase }\n",
      "1:53 lua-nil-index" },
};

static void check_script(void **state) {
    const struct script_row *row = *state;
    char crd[4096];
    snprintf(crd, sizeof crd, CRD(VERSION("v1", STATUS)));
    const lint_file files[] = { { "e.io/W/health.lua", row->script },
                                { "e.io/W/health_test.yaml", "tests: []\n" },
                                { "crds/w.yaml", crd } };
    assert_string_equal(lint_findings(files, 3), row->findings);
}

int main(void) {
    return TABLE_RUN("lint_schema", check, rows) +
           TABLE_RUN("lint_schema_script", check_script, scripts);
}
