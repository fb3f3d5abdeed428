/* A copy of a verdict says the same, and owns what it says. */
#include <stdio.h>

#include "base/memory/buffer.h"
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

static const char configmap[] =
    "kind: ConfigMap\ndata:\n"
    "  resource.customizations.health.x.io_Script: |\n"
    "    return {status = 'Degraded', message = obj.status.conditions[1].message}\n"
    "  resource.customizations.health.x.io_Error: error('no')\n"
    "  resource.customizations.health.x.io_Loop: while true do end\n"
    "  resource.customizations.health.x.io_Nothing: return nil\n";
static const char expressions[] = "- apiVersion: x.io/v1\n  kind: Expressed\n"
                                  "  current: status.phase == 'Ready'\n";

#define OBJECT(version, kind, rest)                                                                \
    "{\"apiVersion\":\"" version "\",\"kind\":\"" kind                                             \
    "\",\"metadata\":{\"name\":\"n\",\"namespace\":\"s\",\"uid\":\"u\",\"generation\":2}," rest    \
    "}"

static const struct copy_row {
    const char *name;
    vitals_profile profile;
    const char *object;
} copy_rows[] = {
    { "script with a condition", VITALS_PROFILE_ARGOCD,
      OBJECT("x.io/v1", "Script",
             "\"status\":{\"observedGeneration\":1,\"conditions\":[{\"type\":\"Ready\",\"message\":"
             "\"bad\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}") },
    { "error", VITALS_PROFILE_ARGOCD, OBJECT("x.io/v1", "Error", "\"status\":{}") },
    { "limit", VITALS_PROFILE_ARGOCD, OBJECT("x.io/v1", "Loop", "\"status\":{}") },
    { "nothing", VITALS_PROFILE_ARGOCD, OBJECT("x.io/v1", "Nothing", "\"status\":{}") },
    { "expression", VITALS_PROFILE_FLUX,
      OBJECT("x.io/v1", "Expressed", "\"status\":{\"phase\":\"Ready\"}") },
    { "kstatus", VITALS_PROFILE_KSTATUS,
      OBJECT("apps/v1", "Deployment", "\"status\":{\"observedGeneration\":1}") },
    { "native", VITALS_PROFILE_COMBINED,
      OBJECT("v1", "PersistentVolumeClaim", "\"status\":{\"phase\":\"Lost\"}") },
    { "suspended", VITALS_PROFILE_COMBINED,
      OBJECT("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "\"spec\":{\"suspend\":true}") },
    { "unassessed", VITALS_PROFILE_COMBINED, OBJECT("x.io/v1", "Unknown", "\"spec\":{}") },
};

static void add(vt_buffer *out, const char *name, vitals_text text) {
    vt_buffer_printf(out, "%s=%s'%.*s'\n", name, text.bytes ? "" : "absent ", (int)text.size,
                     text.size ? text.bytes : "");
}

/* Everything that a verdict says. */
static char *describe(vitals_verdict *verdict, size_t *size) {
    vt_buffer out;
    vitals_text json;
    vt_buffer_init(&out, NULL, SIZE_MAX / 2);
    assert_int_equal(vitals_verdict_json(verdict, &json), VITALS_OK);
    add(&out, "json", json);
    add(&out, "message", vitals_verdict_message(verdict));
    add(&out, "rule", vitals_verdict_rule(verdict));
    add(&out, "rule_at", vitals_verdict_rule_at(verdict));
    add(&out, "row", vitals_verdict_row(verdict));
    add(&out, "line_at", vitals_verdict_line_at(verdict));
    add(&out, "error", vitals_verdict_error(verdict));
    add(&out, "kstatus", vitals_verdict_kstatus_message(verdict));
    add(&out, "since", vitals_verdict_since(verdict));
    add(&out, "suspension", vitals_verdict_suspension(verdict));
    const char *limit = vitals_verdict_limit(verdict);
    vt_buffer_printf(&out, "%s %d %d %u %d %d %d %d %llu %lld\n", limit ? limit : "-",
                     (int)vitals_verdict_health(verdict), (int)vitals_verdict_source(verdict),
                     vitals_verdict_line(verdict), (int)vitals_verdict_kstatus(verdict),
                     vitals_verdict_stale(verdict), (int)vitals_verdict_counting(verdict),
                     vitals_verdict_terminal(verdict),
                     (unsigned long long)vitals_verdict_steps(verdict),
                     (long long)vitals_verdict_valid_until(verdict));
    char *text = vt_buffer_take(&out, size);
    vt_buffer_done(&out);
    assert_non_null(text);
    return text;
}

static void same_and_its_own(void **state) {
    (void)state;
    const health_setup setup = { .configmap = configmap,
                                 .expressions = expressions,
                                 .bundled = true };
    health_run run;
    vitals_verdict *copy = NULL;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &copy), VITALS_OK);
    for (size_t i = 0; i < TABLE_COUNT(copy_rows); i++) {
        size_t before_size, after_size;
        health_assess(&run, copy_rows[i].profile, copy_rows[i].object);
        char *before = describe(run.verdict, &before_size);
        assert_int_equal(vitals_verdict_copy(run.verdict, copy), VITALS_OK);
        vitals_worker_scrub(run.worker);
        vitals_verdict_free(run.verdict);
        run.verdict = NULL;
        char *after = describe(copy, &after_size);
        if (strcmp(before, after) != 0) {
            fail_msg("%s\n%s\n%s", copy_rows[i].name, before, after);
        }
        vitals_text_free(NULL, before, before_size);
        vitals_text_free(NULL, after, after_size);
        assert_int_equal(vitals_verdict_new(NULL, &run.verdict), VITALS_OK);
    }
    assert_int_equal(vitals_verdict_copy(copy, copy), VITALS_OK);
    assert_int_equal(vitals_verdict_health(copy), VITALS_HEALTH_UNASSESSED);
    assert_int_equal(vitals_verdict_copy(NULL, copy), VITALS_EINVAL);
    vitals_verdict_free(copy);
    health_close(&run);
}

static vitals_status copy_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_verdict *copy = NULL;
    const health_run *run = user;
    vitals_status status = vitals_verdict_new(&allocator, &copy);
    if (!status) status = vitals_verdict_copy(run->verdict, copy);
    if (copy && status) assert_int_equal(vitals_verdict_message(copy).size, 0);
    vitals_verdict_free(copy);
    return status;
}

static void without_memory(void **state) {
    (void)state;
    const health_setup setup = { .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_KSTATUS, copy_rows[5].object);
    assert_true(torture_run(copy_once, &run) > 1);
    health_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(same_and_its_own),
                                        cmocka_unit_test(without_memory) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
