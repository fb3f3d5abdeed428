/*
** Each argocd-cm made by a grammar is read three times: strictly, skipping what cannot be used, and
** skipping, written as JSON, after another ConfigMap. Errors come with diagnostics; the three give the
** same rules and the same answers; a good script decides about its kind, whatever else is wrong, and
** its line is found.
*/
#include <stdio.h>
#include <stdlib.h>

#include <vitals/vitals.h>

#include "base/memory/buffer.h"
#include "grammar_configmap.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void demand(bool good, const made_configmap *made, const char *what) {
    if (!good) {
        fprintf(stderr, "%s\n%.*s\n", what, (int)made->text.size, made->text.bytes);
        abort();
    }
}

typedef struct reading {
    vitals_status status;
    vitals_engine *engine;
    vitals_diagnostics *diagnostics;
} reading;

static const char earlier[] = "kind: ConfigMap\ndata:\n"
                              "  resource.customizations.health.a.io_Ka: return {message='old'}\n";

static vitals_status add_to(vitals_configuration *configuration, const char *bytes, size_t size,
                            vitals_diagnostics *diagnostics) {
    return vitals_configuration_add_argocd_cm(configuration, "cm", bytes, size, diagnostics);
}

/* An engine from the text; `after`: which replaces another one. */
static reading read(const made_configmap *made, const char *bytes, size_t size,
                    vitals_on_broken on_broken, bool after) {
    reading result = { VITALS_OK, NULL, NULL };
    vitals_configuration *configuration = NULL;
    demand(!vitals_configuration_new(NULL, &configuration) &&
               !vitals_diagnostics_new(NULL, &result.diagnostics),
           made, "no memory");
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_on_broken(configuration, on_broken);
    vitals_configuration_set_limits(configuration, &made->limits);
    if (after) {
        vitals_status status = add_to(configuration, earlier, sizeof earlier - 1, NULL);
        demand(!status || made->is_damaged, made, "the earlier one is not added");
    }
    result.status = add_to(configuration, bytes, size, result.diagnostics);
    if (!result.status) {
        result.status = vitals_engine_new(configuration, &result.engine, result.diagnostics);
    }
    demand(!result.status || vitals_diagnostics_count(result.diagnostics) > 0, made,
           "an error without a diagnostic");
    vitals_configuration_free(configuration);
    return result;
}

static void done(reading *result) {
    vitals_engine_release(result->engine);
    vitals_diagnostics_free(result->diagnostics);
}

/* ------------------------------------------------------------------- answers */

static uint32_t line_of(const made_configmap *made, int marker) {
    char text[16];
    uint32_t line = 1;
    size_t size = (size_t)snprintf(text, sizeof text, "'m%d'", marker);
    const char *bytes = made->text.bytes;
    size_t start = 0, step = 0;
    /* In a text in single quotes, each of them is written twice. */
    for (size_t i = 0; i + size <= made->text.size && start == 0; i++) {
        if (memcmp(bytes + i, text, size) == 0) start = i;
    }
    for (; step < start; step++) line += bytes[step] == '\n';
    return line;
}

static void check_answer(const made_configmap *made, const vitals_verdict *verdict, unsigned kind,
                         bool has_lines) {
    char want[32];
    int marker = made_marker(made, kind);
    vitals_text message = vitals_verdict_message(verdict), at = vitals_verdict_line_at(verdict);
    if (marker == MADE_ODD) return;
    if (marker == 0) {
        demand(vitals_verdict_source(verdict) != VITALS_SOURCE_CUSTOMIZATION, made,
               "a rule from nowhere");
        return;
    }
    snprintf(want, sizeof want, "m%d", marker);
    demand(strcmp(message.bytes, want) == 0, made, want);
    snprintf(want, sizeof want, "cm:%u", (unsigned)line_of(made, marker));
    demand(!has_lines || (at.bytes && strcmp(at.bytes, want) == 0), made, want);
}

/* Append all that the engine says: its rules, and its answers about each kind. */
static void append_answers(const made_configmap *made, vitals_engine *engine, bool has_lines,
                           vt_buffer *out) {
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_call call = VITALS_CALL_INIT; /* with a trace, which finds lines */
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        vt_buffer_printf(out, "%d %s %d %d %s\n", (int)rule.source, rule.id, rule.wildcard,
                         rule.open_libraries, rule.broken ? rule.broken : "");
    }
    demand(!vitals_worker_new(engine, &worker) && !vitals_verdict_new(NULL, &verdict) &&
               !vitals_trace_new(NULL, &call.trace),
           made, "no memory");
    for (unsigned kind = 0; kind < MADE_KINDS; kind++) {
        char object[120];
        vitals_document *document = NULL;
        const char *group = made_kinds[kind].group;
        int size = snprintf(object, sizeof object, "{\"apiVersion\":\"%s%sv1\",\"kind\":\"%s\"}",
                            group, *group ? "/" : "", made_kinds[kind].kind);
        demand(!vitals_document_parse(object, (size_t)size, NULL, &document, NULL) &&
                   !vitals_assess(worker, document, &call, verdict),
               made, "not assessed");
        check_answer(made, verdict, kind, has_lines);
        vt_buffer_printf(out, "%s %s\n", vitals_health_name(vitals_verdict_health(verdict)),
                         vitals_verdict_message(verdict).bytes);
        vitals_trace_clear(call.trace);
        vitals_document_free(document);
    }
    vitals_trace_free(call.trace);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
}

static void demand_same(const made_configmap *made, vitals_engine *a, bool a_has_lines,
                        vitals_engine *b, bool b_has_lines, const char *what) {
    vt_buffer one, other;
    vt_buffer_init(&one, NULL, SIZE_MAX / 2);
    vt_buffer_init(&other, NULL, SIZE_MAX / 2);
    append_answers(made, a, a_has_lines, &one);
    append_answers(made, b, b_has_lines, &other);
    if (!vt_text_equal(vt_buffer_text(&one), vt_buffer_text(&other))) {
        fprintf(stderr, "%.*sbut\n%.*s", VT_TEXT_ARG(vt_buffer_text(&one)),
                VT_TEXT_ARG(vt_buffer_text(&other)));
        demand(false, made, what);
    }
    vt_buffer_done(&one);
    vt_buffer_done(&other);
}

/* -------------------------------------------------------------------- checks */

static void check_as_json(const made_configmap *made, vitals_engine *engine) {
    vitals_document *document = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    char *json = NULL;
    size_t size = 0;
    options.format = made->is_json ? VITALS_FORMAT_JSON : VITALS_FORMAT_YAML;
    if (vitals_document_parse(made->text.bytes, made->text.size, &options, &document, NULL)) {
        return;
    }
    demand(!vitals_document_write_json(document, 0, NULL, &json, &size), made, "no JSON");
    reading again = read(made, json, size, VITALS_ON_BROKEN_SKIP, true);
    demand(!again.status || made->is_damaged, made, "another status as JSON");
    if (!again.status)
        demand_same(made, engine, true, again.engine, false, "other answers as JSON");
    done(&again);
    vitals_text_free(NULL, json, size);
    vitals_document_free(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_configmap made;
    make_configmap(&made, bytes, size);
    reading strict = read(&made, made.text.bytes, made.text.size, VITALS_ON_BROKEN_REJECT, false);
    reading skipping = read(&made, made.text.bytes, made.text.size, VITALS_ON_BROKEN_SKIP, false);
    demand(!skipping.status || made.is_damaged, &made, "not a ConfigMap");
    demand(!skipping.status || strict.status, &made, "only an error when it skips");
    if (strict.status && !skipping.status) {
        demand(vitals_diagnostics_count(skipping.diagnostics) > 0, &made, "skipped in silence");
    }
    if (!strict.status) {
        demand_same(&made, strict.engine, true, skipping.engine, true, "other answers if skipping");
    }
    if (!skipping.status) check_as_json(&made, skipping.engine);
    done(&strict);
    done(&skipping);
    return 0;
}
