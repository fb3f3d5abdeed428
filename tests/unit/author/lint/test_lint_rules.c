/* The table of rules against docs/lint.md, the project's own checks, and failing allocations. */
#include <stdio.h>

#include "support/files.h"
#include "support/lint.h"
#include "support/table.h"
#include "support/torture.h"

static const char *const severities[] = { "error", "warning", "note" };

/* Every rule is in the documentation with its severity and both of its sentences, in this order. */
static void check_documentation(void **state) {
    (void)state;
    size_t size;
    char *text = file_read(VITALS_SOURCE_DIR "/docs/lint.md", &size);
    assert_non_null(text);
    const char *at = text;
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        char line[1024];
        snprintf(line, sizeof line, "| `%s` | %s | %s | %s |\n", rule->id,
                 rule->off ? "off" : severities[rule->severity], rule->summary, rule->advice);
        at = strstr(at, line);
        if (!at) fail_msg("not in docs/lint.md: %s", line);
    }
    free(text);
}

static void check_ids(void **state) {
    (void)state;
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        assert_int_equal(strspn(rule->id, "abcdefghijklmnopqrstuvwxyz-"), strlen(rule->id));
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(rule->id, vitals_lint_rule_at(k)->id);
        }
    }
}

/* The project's own checks and expressions have no findings, except the note that CEL cannot test
** for a missing status. */
static void check_own_tree(void **state) {
    (void)state;
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_path(lint, VITALS_SOURCE_DIR "/resource_customizations", NULL),
                     VITALS_OK);
    assert_int_equal(vitals_lint_path(lint, VITALS_SOURCE_DIR "/docs/expressions", NULL),
                     VITALS_OK);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    assert_in_range(vitals_lint_file_count(lint), 1, 100000);
    bool clean = true;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        if (finding.ignored || strcmp(finding.rule->id, "expression-missing-status") == 0) continue;
        print_error("%s:%u:%u %s\n", finding.file, finding.line, finding.column, finding.rule->id);
        clean = false;
    }
    vitals_lint_free(lint);
    assert_true(clean);
}

static const char configmap[] =
    "kind: ConfigMap\ndata:\n  resource.customizations.health.app_Deployment: |\n"
    "    -- vitals:ignore lua-global because\n    hs = {}\n    if obj.a then hs.status = 'x' end\n"
    "    return hs\n"
    "  resource.customizations: |\n    \"*.a/*\":\n      health.lua: return {}\n"
    "    \"b.*/*\":\n      health.lua: return string.x\n    c/D:\n"
    "    e/F:\n      actions: |\n        discovery.lua: return {}\n        definitions:\n"
    "        - name: a\n          action.lua: return x\n";
static const char expressions[] =
    "healthCheckExprs:\n- apiVersion: e.io/v1\n  kind: W\n"
    "  current: status.conditions.filter(e, e.type == 'a').all(e, e.status == 'b')\n"
    "- apiVersion: e.io/v1\n  kind: W\n  current: has(status)\n";

static const char settings[] = "lint:\n  exclude: [b]\n  levels: {lua-global: note}\n";

static vitals_status take(vitals_lint *lint, const char *file, const char *text) {
    return vitals_lint_text(lint, file, text, strlen(text));
}

static vitals_status lint_everything(torture *state, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_lint *lint = NULL;
    vitals_status status = vitals_lint_new(&allocator, NULL, &lint);
    if (!status) {
        status =
            vitals_lint_configure(lint, ".vitals.yaml", settings, strlen(settings), ".", "a", NULL);
    }
    if (!status) status = take(lint, "e/W/actions/a/action.lua", "obj.x = null\nreturn obj\n");
    if (!status) status = take(lint, "cm.yaml", configmap);
    if (!status) status = take(lint, "e/W/health.cel.yaml", expressions);
    if (!status) status = take(lint, "e/W/testdata/a.yaml", "apiVersion: e.io/v1\nkind: W\n");
    if (!status) status = take(lint, "e/W/health.lua", "local x = 1\nreturn obj.status\n");
    if (!status) status = take(lint, "e/W/health_test.yaml", "tests: []\n");
    if (!status) status = vitals_lint_finish(lint);
    vitals_lint_free(lint);
    return status;
}

static void check_memory(void **state) {
    (void)state;
    assert_in_range(torture_run(lint_everything, NULL), 10, 1000000);
}

static void check_order_of_calls(void **state) {
    (void)state;
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    assert_false(vitals_lint_finding_at(lint, 0, &finding, sizeof finding));
    assert_int_equal(vitals_lint_path(lint, "no/such/path", NULL), VITALS_EREAD);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    assert_int_equal(vitals_lint_finish(lint), VITALS_EINVAL);
    assert_int_equal(take(lint, "a.yaml", ""), VITALS_EINVAL);
    assert_int_equal(vitals_lint_path(lint, ".", NULL), VITALS_EINVAL);
    vitals_lint_free(lint);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_documentation),  cmocka_unit_test(check_ids),
        cmocka_unit_test(check_own_tree),       cmocka_unit_test(check_memory),
        cmocka_unit_test(check_order_of_calls),
    };
    return cmocka_run_group_tests_name("lint_rules", tests, NULL, NULL);
}
