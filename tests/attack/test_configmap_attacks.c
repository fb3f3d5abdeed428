/*
** Hostile configurations: argocd-cm, patterns, healthCheckExprs, policies. Each row is read, an engine
** is built that skips what cannot be used, and an object of kind Bad, which the row is about, is assessed,
** then one of kind Good, whose rule is beside it: Good is Healthy, whatever Bad is. The limits of
** time and memory are those of attack/apart.h.
*/
#include <stdio.h>

#include "attack/apart.h"
#include "attack/hostile.h"

static vitals_worker *worker; /* of an engine without these configurations */
static vitals_text text;      /* of the row; made before the process that reads it */

typedef enum input_kind { INPUT_CONFIGMAP, INPUT_EXPRESSIONS, INPUT_POLICY } input_kind;

#define CM "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
#define GOOD "  resource.customizations.health.x.io_Good: return {status='Healthy'}\n"
#define BAD "  resource.customizations.health.x.io_Bad: |\n    "
#define LEGACY CM GOOD "  resource.customizations: |\n"
#define FLUX                                                                                       \
    "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n"                            \
    "metadata: {name: a, namespace: b}\nspec:\n  wait: true\n  healthCheckExprs:\n"
#define FLUX_GOOD "  - {apiVersion: x.io/v1, kind: Good, current: 'true'}\n"
#define FLUX_BAD "  - {apiVersion: x.io/v1, kind: Bad, current: '"

/* --------------------------------------------------- texts that need more than a pattern */

static void laughs_inside(vt_buffer *out) {
    vt_buffer_add_terminated(out, LEGACY "    a0: &a0 {health.lua: 'return {}'}\n");
    for (int i = 1; i < 40; i++) {
        vt_buffer_printf(out, "    a%d: &a%d {x: *a%d, y: *a%d}\n", i, i, i - 1, i - 1);
    }
}
static void script_aliased(vt_buffer *out) {
    vt_buffer_add_terminated(out, LEGACY "    a.io/A: {health.lua: &a \"return {} --");
    hostile_repeat(out, "0123456789abcdef", 50000);
    vt_buffer_add_terminated(out, "\"}\n");
    for (int i = 0; i < 2000; i++) vt_buffer_printf(out, "    b%d.io/B: {health.lua: *a}\n", i);
}
static void scripts_of_a_megabyte(vt_buffer *out) {
    vt_buffer_add_terminated(out, CM GOOD);
    for (int i = 0; i < 4; i++) {
        vt_buffer_printf(out, "  resource.customizations.health.b%d.io_B: \"return {} --", i);
        hostile_repeat(out, "0123456789abcdef", 62500);
        vt_buffer_add_terminated(out, "\"\n");
    }
}
static void long_kind_pattern(vt_buffer *out) {
    vt_buffer_add_terminated(out, LEGACY "    '");
    hostile_repeat(out, "*a", 50000);
    vt_buffer_add_terminated(out, "/Bad': {health.lua: 'return {}'}\n");
}
static void many_stars(vt_buffer *out) {
    vt_buffer_add_terminated(out, LEGACY);
    for (int i = 0; i < 200; i++) {
        vt_buffer_printf(out, "    '*%d", i);
        hostile_repeat(out, "*?*", 300);
        vt_buffer_add_terminated(out, "': {health.lua: 'return {}'}\n");
    }
}
static void braces(vt_buffer *out) {
    vt_buffer_add_terminated(out, LEGACY "    '");
    hostile_repeat(out, "{a,", 60);
    hostile_repeat(out, "}", 60);
    vt_buffer_add_terminated(out, "/Bad': {health.lua: 'return {}'}\n");
}
static void braces_in_a_row(vt_buffer *out) {
    vt_buffer_add_terminated(out, LEGACY "    '");
    hostile_repeat(out, "{x.io/B,x.io/,B,a,d,}", 60);
    vt_buffer_add_terminated(out, "': {health.lua: 'return {}'}\n");
}
static void nul_in_key(vt_buffer *out) {
    vt_buffer_add(out, VT_TEXT("{\"kind\":\"ConfigMap\",\"data\":{"
                               "\"resource.customizations.health.x.io_Bad\\u0000\":\"return {}\","
                               "\"resource.customizations.health.x.io_Good\":"
                               "\"return {status='Healthy'}\"}}"));
}

/* ------------------------------------------------------------------------- rows */

static const struct row {
    TABLE_ROW;
    input_kind kind;
    hostile_text text;
    /* What the row comes to: "limit NAME" in a diagnostic or in Bad's verdict, or the health of Bad.
    ** "rejected NAME": the whole text is not read, at a limit or with a word of the message. */
    const char *want;
} rows[] = {
    /* clang-format off */
    /* sizes */
    { "20,000 entries", INPUT_CONFIGMAP, HOSTILE(LEGACY, 20000, "    x%zu.io/K: {health.lua: 'return {}'}\n", ""), "Unassessed" },
    { "20,000 split keys", INPUT_CONFIGMAP, HOSTILE(CM GOOD, 20000, "  resource.customizations.health.x%zu.io_K: return {}\n", ""), "Unassessed" },
    { "55,000 split keys", INPUT_CONFIGMAP, HOSTILE(CM GOOD, 55000, "  resource.customizations.health.x%zu.io_K: return\n", ""), "rejected rules" },
    { "300,000 split keys", INPUT_CONFIGMAP, HOSTILE(CM GOOD, 300000, "  resource.customizations.health.x%zu.io_K: a\n", ""), "rejected configuration_bytes" },
    { "a ConfigMap of 17 MB", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  a: ", 17 << 16, "0123456789abcdef", "\n"), "rejected configuration_bytes" },
    { "a ConfigMap of 4 MB", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  a: ", 4000 * 64, "0123456789abcdef", "\n"), "Unassessed" },
    { "a ConfigMap of 70 MB", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  a: ", 70 << 16, "0123456789abcdef", "\n"), "rejected configuration_bytes" },
    { "a key of 3 MB", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  ? resource.customizations.health.x.io_", 3 << 16, "0123456789abcdef", "\n  : return {}\n"), "Unassessed" },
    { "a key of a million underscores", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  ? resource.customizations.health.", 1000000, "_", "\n  : return {}\n"), "Unassessed" },
    { "a type of a megabyte", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  ? resource.customizations.", 1 << 16, "0123456789abcdef", ".x.io_Bad\n  : return {}\n"), "" },
    { "4 scripts of a megabyte", INPUT_CONFIGMAP, HOSTILE_MADE(scripts_of_a_megabyte), "Unassessed" },
    { "a script of 2 MB", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD, 125000, "--0123456789abcd ", "\n"), "limit script_bytes" },
    { "one script aliased 2,000 times", INPUT_CONFIGMAP, HOSTILE_MADE(script_aliased), "limit document_bytes" },
    { "2,000 broken scripts", INPUT_CONFIGMAP, HOSTILE(CM GOOD, 2000, "  resource.customizations.health.x%zu.io_K: return {\n", ""), "Unassessed" },
    { "20,000 entries that are null", INPUT_CONFIGMAP, HOSTILE(LEGACY, 20000, "    x%zu.io/K:\n", ""), "Unassessed" },
    { "20,000 entries of wrong types", INPUT_CONFIGMAP, HOSTILE(LEGACY, 20000, "    x%zu.io/K: [5]\n", ""), "Unassessed" },
    /* YAML inside */
    { "laughs inside", INPUT_CONFIGMAP, HOSTILE_MADE(laughs_inside), "limit alias_values" },
    { "nesting inside", INPUT_CONFIGMAP, HOSTILE(LEGACY "    x.io/Bad: ", 100000, "[", ""), "limit document_depth" },
    { "nesting inside ignoreDifferences", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  resource.customizations.ignoreDifferences.x.io_Bad: '", 100000, "[", "'\n"), "limit document_depth" },
    { "legacy key that does not parse", INPUT_CONFIGMAP, HOSTILE(LEGACY "    x.io/Bad: [", 0, "", "\n"), "Unassessed" },
    { "legacy key of a megabyte of quotes", INPUT_CONFIGMAP, HOSTILE(LEGACY "    '", 1000000, "''", "'\n"), "" },
    { "legacy key that is a number", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  resource.customizations: ", 1000, "5", "\n"), "" },
    { "legacy key that is a map", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  resource.customizations: {a: b", 0, "", "}\n"), "" },
    { "one entry 50,000 times", INPUT_CONFIGMAP, HOSTILE(LEGACY, 50000, "    x.io/Bad: {health.lua: \"return {status='Degraded'}\"}\n", ""), "Degraded" },
    /* the ConfigMap itself */
    { "data is null", INPUT_CONFIGMAP, HOSTILE("kind: ConfigMap\ndata:", 0, "", "\n"), "no good" },
    { "data is a list", INPUT_CONFIGMAP, HOSTILE("kind: ConfigMap\ndata: [", 1000, "a,", "]\n"), "rejected data" },
    { "data twice", INPUT_CONFIGMAP, HOSTILE("kind: ConfigMap\ndata: {a: b}\ndata:\n" GOOD, 0, "", ""), "Unassessed" },
    { "another kind", INPUT_CONFIGMAP, HOSTILE("kind: Secret\ndata:\n" GOOD, 0, "", ""), "rejected ConfigMap" },
    { "nothing", INPUT_CONFIGMAP, HOSTILE("", 0, "", ""), "rejected ConfigMap" },
    { "zeroes", INPUT_CONFIGMAP, HOSTILE("\x01\x02\x03", 1000, "\x04", ""), "rejected" },
    { "a key with a NUL", INPUT_CONFIGMAP, HOSTILE_MADE(nul_in_key), "Unassessed" },
    { "a key with line breaks and ESC", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  \"resource.customizations.health.x.io_\\n\\e[2J\": 'return {'\n", 0, "", ""), "Unassessed" },
    { "a key that climbs", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  resource.customizations.health.../../etc_passwd: return {}\n", 0, "", ""), "Unassessed" },
    /* scripts */
    { "a script that never ends", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD "while true do end\n", 0, "", ""), "limit lua_steps" },
    { "a script that fills memory", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD "local t = {} for i = 1, 1e9 do t[i] = i end\n", 0, "", ""), "limit lua_memory_bytes" },
    { "a script nested too deep", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD "return ", 10000, "(", "\n"), "limit script_depth" },
    { "a chain of 100,000 ands", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD "return a", 100000, " and a", "\n"), "limit script_nodes" },
    { "a call with 300,000 arguments", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD "x(1", 300000, ",1", ")\n"), "limit script_nodes" },
    { "5,000 labels", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD, 5000, "::l%zu:: ", "\n"), "limit script_jumps" },
    { "32,000 locals", INPUT_CONFIGMAP, HOSTILE(CM GOOD BAD, 32000, "local a%zu ", "\n"), "Unknown" },
    { "compiled code", INPUT_CONFIGMAP, HOSTILE(CM GOOD "  resource.customizations.health.x.io_Bad: \"\\eLuaT\"\n", 0, "", ""), "Unknown" },
    /* patterns */
    { "a pattern of 50,000 stars", INPUT_CONFIGMAP, HOSTILE_MADE(long_kind_pattern), "" },
    { "200 patterns of 600 stars", INPUT_CONFIGMAP, HOSTILE_MADE(many_stars), "" },
    { "16,000 patterns that overlap", INPUT_CONFIGMAP, HOSTILE(LEGACY, 8000, "    '*%zu*/*': {health.lua: 'return {}'}\n    '*x*i*o*/*%zu*': {health.lua: 'return {}'}\n", ""), "" },
    { "5,000 patterns that all match", INPUT_CONFIGMAP, HOSTILE(LEGACY, 5000, "    '*{x,%zu}*': {health.lua: \"return {status='Degraded'}\"}\n", ""), "Degraded" },
    { "braces in braces", INPUT_CONFIGMAP, HOSTILE_MADE(braces), "" },
    { "60 braces in a row", INPUT_CONFIGMAP, HOSTILE_MADE(braces_in_a_row), "" },
    { "a set of a megabyte", INPUT_CONFIGMAP, HOSTILE(LEGACY "    ? '[", 1000000, "a", "]/Bad'\n    : {health.lua: 'return {}'}\n"), "" },
    { "sets without an end", INPUT_CONFIGMAP, HOSTILE(LEGACY, 5000, "    '[%zu/Bad': {health.lua: 'return {}'}\n", ""), "" },
    { "a set that runs backwards", INPUT_CONFIGMAP, HOSTILE(LEGACY "    'x.io/[z-a]ad", 0, "", "': {health.lua: 'return {}'}\n"), "" },
    { "a backslash at the end", INPUT_CONFIGMAP, HOSTILE(LEGACY "    'x.io/*\\", 0, "", "': {health.lua: 'return {}'}\n"), "" },
    /* healthCheckExprs */
    { "20,000 expressions", INPUT_EXPRESSIONS, HOSTILE(FLUX FLUX_GOOD, 20000, "  - {apiVersion: x%zu.io/v1, kind: K, current: status.ok}\n", ""), "" },
    { "an expression nested too deep", INPUT_EXPRESSIONS, HOSTILE(FLUX FLUX_GOOD FLUX_BAD, 10000, "(", "'}\n"), "Unknown" },
    { "an expression of 200,000 characters", INPUT_EXPRESSIONS, HOSTILE(FLUX FLUX_GOOD FLUX_BAD "true", 20000, " && true  ", "'}\n"), "Unknown" },
    { "an expression that never ends", INPUT_EXPRESSIONS, HOSTILE(FLUX FLUX_GOOD FLUX_BAD "[1,2,3,4,5,6,7,8,9,10]", 8, ".map(x, [1,2,3,4,5,6,7,8,9,10]", "))))))))).size() > 0'}\n"), "" },
    { "lists in lists in an expression", INPUT_EXPRESSIONS, HOSTILE(FLUX FLUX_GOOD FLUX_BAD, 5000, "[", "'}\n"), "Unknown" },
    { "expressions of wrong types", INPUT_EXPRESSIONS, HOSTILE(FLUX FLUX_GOOD, 1000, "  - {apiVersion: [], kind: {}, current: 5}\n", ""), "" },
    /* policies */
    { "20,000 entries of a policy", INPUT_POLICY, HOSTILE("policy:\n", 20000, "- {match: {kind: K%zu}, countsAs: Healthy}\n", ""), "no good" },
    { "a policy nested too deep", INPUT_POLICY, HOSTILE("policy: ", 100000, "[", ""), "rejected document_depth" },
    { "a policy of wrong types", INPUT_POLICY, HOSTILE("policy:\n", 10000, "- [5]\n", ""), "" },
    { "a policy of stars", INPUT_POLICY, HOSTILE("policy:\n- {match: {kind: '", 20000, "*a", "'}, countsAs: Healthy}\n"), "" },
    /* clang-format on */
};

/* ----------------------------------------------------------------- expectations */

static bool is_reported(const vitals_diagnostics *list, const char *word) {
    for (size_t i = 0; i < vitals_diagnostics_count(list); i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(list, i);
        assert_true(one->text.size < 1 << 20);
        if (strstr(one->text.bytes, word)) return true;
    }
    return false;
}

static vitals_status add(const struct row *row, vitals_configuration *configuration,
                         vitals_diagnostics *diagnostics) {
    switch (row->kind) {
    case INPUT_EXPRESSIONS:
        return vitals_configuration_add_expressions(configuration, "a", text.bytes, text.size,
                                                    diagnostics);
    case INPUT_POLICY:
        return vitals_configuration_add_policy(configuration, "a", text.bytes, text.size,
                                               diagnostics);
    case INPUT_CONFIGMAP:
        break;
    }
    return vitals_configuration_add_argocd_cm(configuration, "a", text.bytes, text.size,
                                              diagnostics);
}

static void assess(vitals_worker *own, const char *kind, vitals_verdict *verdict) {
    char object[120];
    vitals_document *document = NULL;
    int size = snprintf(
        object, sizeof object,
        "{\"apiVersion\":\"x.io/v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"a\"}}", kind);
    assert_int_equal(vitals_document_parse(object, (size_t)size, NULL, &document, NULL), VITALS_OK);
    assert_int_equal(vitals_assess(own, document, NULL, verdict), VITALS_OK);
    vitals_document_free(document);
}

static void check_engine(const struct row *row, vitals_engine *engine,
                         const vitals_diagnostics *diagnostics) {
    vitals_worker *own = NULL;
    vitals_verdict *verdict = NULL;
    assert_int_equal(vitals_worker_new(engine, &own), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    assess(own, "Bad", verdict);
    const char *limit = vitals_verdict_limit(verdict);
    const char *health = vitals_health_name(vitals_verdict_health(verdict));
    if (strncmp(row->want, "limit ", 6) == 0) {
        const char *name = row->want + 6;
        bool hit = (limit && strcmp(limit, name) == 0) || is_reported(diagnostics, name);
        if (!hit) print_error("%s: %.300s\n", health, vitals_verdict_message(verdict).bytes);
        assert_true(hit);
    } else if (*row->want && strcmp(row->want, "no good") != 0) {
        assert_string_equal(health, row->want);
    }
    assess(own, "Good", verdict);
    health = vitals_health_name(vitals_verdict_health(verdict));
    if (strcmp(row->want, "no good") != 0 && row->kind != INPUT_POLICY) {
        assert_string_equal(health, "Healthy");
    }
    vitals_verdict_free(verdict);
    vitals_worker_free(own);
}

static void attack(void **state) {
    const struct row *row = *state;
    vitals_configuration *configuration = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    vitals_status status = add(row, configuration, diagnostics);
    if (!status) status = vitals_engine_new(configuration, &engine, diagnostics);
    if (strncmp(row->want, "rejected", 8) == 0) {
        assert_int_not_equal(status, VITALS_OK);
        assert_true(is_reported(diagnostics, row->want[8] ? row->want + 9 : ""));
    } else {
        if (status) print_error("%s\n", vitals_diagnostics_at(diagnostics, 0)->text.bytes);
        assert_int_equal(status, VITALS_OK);
        check_engine(row, engine, diagnostics);
    }
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
    hostile_assess_good(worker);
}

static void check(void **state) {
    const struct row *row = *state;
    text = hostile_make(&row->text);
    apart_check(attack, row);
    hostile_free(text);
}

int main(void) {
    vitals_engine *engine = NULL;
    if (vitals_engine_new(NULL, &engine, NULL) || vitals_worker_new(engine, &worker)) return 1;
    hostile_assess_good(worker);
    int failed = TABLE_RUN("hostile configurations", check, rows);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return failed;
}
