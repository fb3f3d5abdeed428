/*
** Lint against what Argo CD makes of the same texts: it reports that a ConfigMap is broken when Argo CD
** drops it and only then, that a script is refused when Argo CD refuses it and only then, and of a
** script whose answer is good it never says that the answer is none.
*/
#include <vitals/lint.h>

#include "support/golden.h"
#include "support/table.h"

/* Rules of which one is reported. */
typedef struct rule_set {
    const char *ids[8];
} rule_set;

static const rule_set broken = { { "configmap-broken", "configmap-null-entry",
                                   "configmap-unquoted-wildcard", NULL } };
static const rule_set refused = { { "lua-syntax", NULL } };
static const rule_set no_answer = { { "lua-empty-answer", "lua-invalid-status", "lua-message-type",
                                      NULL } };

static bool is_in(const rule_set *set, const char *id) {
    for (size_t i = 0; set->ids[i]; i++) {
        if (strcmp(set->ids[i], id) == 0) return true;
    }
    return false;
}

/* A text under lint. */
static vitals_lint *lint_of(const char *file, vt_text text) {
    vitals_lint *lint = NULL;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, file, text.bytes, text.size), VITALS_OK);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    return lint;
}

static bool reports(const vitals_lint *lint, const rule_set *set) {
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        if (is_in(set, finding.rule->id)) return true;
    }
    return false;
}

static bool configmap_agrees(const vitals_document *line) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "{\"kind\":\"ConfigMap\",\"data\":");
    vt_document_append_json(line, vt_document_find(line, "data", NULL), 0, &text);
    vt_buffer_add_byte(&text, '}');
    vitals_lint *lint = lint_of("argocd-cm.json", vt_buffer_text(&text));
    bool fails = vt_value_is_string(vt_document_find(line, "error", NULL)) ||
                 vt_value_is_true(vt_document_find(line, "panic", NULL));
    bool agrees = reports(lint, &broken) == fails;
    vitals_lint_free(lint);
    vt_buffer_done(&text);
    return agrees;
}

/* Errors that come before the script runs. */
static bool is_refusal(vt_text error) {
    static const vt_text signs[] = { VT_TEXT_INIT("<string> line:"),
                                     VT_TEXT_INIT("<string> at EOF"),
                                     VT_TEXT_INIT("compile error") };
    for (size_t i = 0; i < TABLE_COUNT(signs); i++) {
        if (vt_text_starts(error, signs[i])) return true;
    }
    return false;
}

static bool has_answer(const vitals_document *line) {
    vt_text status = vt_value_text(vt_document_find(line, "status", NULL));
    vt_text message = vt_value_text(vt_document_find(line, "message", NULL));
    return status.size > 0 && !vt_text_is(message, "Lua returned an invalid health status");
}

static bool script_agrees(const vitals_document *line) {
    vt_text error = vt_value_text(vt_document_find(line, "error", NULL));
    vt_text script = vt_value_text(vt_document_find(line, "script", NULL));
    vitals_lint *lint = lint_of("tree/example.com/Widget/health.lua", script);
    bool agrees = reports(lint, &refused) == is_refusal(error);
    if (vt_text_is_absent(error) && has_answer(line)) agrees &= !reports(lint, &no_answer);
    vitals_lint_free(lint);
    return agrees;
}

int main(void) {
    int configmaps = golden_run("argocd/configmap-golden.jsonl", configmap_agrees);
    int scripts = golden_run("argocd/lua-golden.jsonl", script_agrees);
    return configmaps ? configmaps : scripts;
}
