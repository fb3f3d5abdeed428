/* Flux's status evaluator and reader: entries, objects, and the status or the error. */
#include "health/health.h"
#include "support/golden.h"
#include "support/table.h"

static const vt_value *member(const vitals_document *line, const char *name) {
    return vt_document_get(line, vt_document_root(line), vt_text_from(name));
}

/* One entry out of `exprs`, for the object's group or, without an apiVersion, the core group. */
static void add_entry(const vitals_document *line, vt_buffer *out) {
    vt_text api_version = vt_value_text(vt_document_find(line, "object", "apiVersion", NULL));
    vt_buffer_printf(out, "[{\"apiVersion\":\"%.*s\"",
                     VT_TEXT_ARG(api_version.size ? api_version : VT_TEXT("v1")));
    const vt_value *entry = member(line, "exprs");
    const vt_value *key = vt_object_first(entry);
    for (; key; key = vt_object_next(entry, key)) {
        vt_buffer_add_byte(out, ',');
        vt_document_append_json(line, key, 0, out);
        vt_buffer_add_byte(out, ':');
        vt_document_append_json(line, vt_object_value(key), 0, out);
    }
    vt_buffer_add_terminated(out, "}]");
}

static vitals_status make_engine(const vitals_document *line, vitals_engine **engine,
                                 vitals_diagnostics *diagnostics) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    const vt_value *list = member(line, "healthchecks");
    if (list) {
        vt_document_append_json(line, list, 0, &text);
    } else {
        add_entry(line, &text);
    }
    vitals_configuration *configuration = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_expressions(configuration, "exprs", text.bytes, text.size, NULL),
        VITALS_OK);
    vitals_status status = vitals_engine_new(configuration, engine, diagnostics);
    vitals_configuration_free(configuration);
    vt_buffer_done(&text);
    return status;
}

static bool contains(vt_text text, const vt_value *wanted) {
    bool found = vt_text_find(text, vt_value_text(wanted), 0) != SIZE_MAX;
    if (!found) golden_same("error", text, vt_value_text(wanted));
    return found;
}

/* What must be in the error: the whole of the real one, or some pieces of it. */
static bool error_agrees(const vitals_document *line, vt_text got) {
    const vt_value *whole = member(line, "oracleError");
    if (whole) return contains(got, whole);
    const vt_value *pieces = member(line, "expectedErrorContains");
    if (!vt_value_is_array(pieces)) return contains(got, pieces);
    bool same = true;
    for (const vt_value *piece = vt_array_first(pieces); piece;
         piece = vt_array_next(pieces, piece)) {
        same &= contains(got, piece);
    }
    return same;
}

/* An entry that does not hold for an object leaves it to the next source. */
static bool unsupported_agrees(const vitals_document *line, const vitals_verdict *verdict) {
    vt_text error = vt_value_text(member(line, "expectedErrorContains"));
    return vitals_verdict_source(verdict) != VITALS_SOURCE_EXPRESSION &&
           vt_text_ends(error, VT_TEXT(" is not supported"));
}

static bool verdict_agrees(const vitals_document *line, const vitals_verdict *verdict) {
    if (vitals_verdict_source(verdict) != VITALS_SOURCE_EXPRESSION) {
        return unsupported_agrees(line, verdict);
    }
    const vt_value *want = member(line, "expected");
    if (!vt_value_is_string(want)) {
        return vitals_verdict_kstatus(verdict) == VITALS_KSTATUS_UNKNOWN &&
               error_agrees(line, vitals_verdict_error(verdict));
    }
    return golden_same("status", vt_text_from(vitals_kstatus_name(vitals_verdict_kstatus(verdict))),
                       vt_value_text(want));
}

static bool assess_agrees(const vitals_document *line, vitals_engine *engine) {
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_document *object = golden_document(line, member(line, "object"));
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    call.helm_controller_order = true;
    assert_int_equal(vitals_assess(worker, object, &call, verdict), VITALS_OK);
    bool same = verdict_agrees(line, verdict);
    vitals_document_free(object);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    return same;
}

static bool is_ours(const vitals_document *line) {
    static const char *const kinds[] = { "status", "newStatus", "reader", "newReader" };
    for (size_t i = 0; i < TABLE_COUNT(kinds); i++) {
        if (vt_text_is(vt_value_text(member(line, "kind")), kinds[i])) return true;
    }
    return false;
}

static bool agrees(const vitals_document *line) {
    if (!is_ours(line)) return true; /* single expressions: the tests of CEL */
    vitals_engine *engine = NULL;
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_status status = make_engine(line, &engine, diagnostics);
    bool same;
    if (status == VITALS_ECONFIG) {
        same = error_agrees(line, vitals_diagnostics_at(diagnostics, 0)->text);
    } else if (member(line, "object")) {
        same = status == VITALS_OK && assess_agrees(line, engine);
    } else {
        same = status == VITALS_OK && !member(line, "expectedErrorContains");
    }
    vitals_engine_release(engine);
    vitals_diagnostics_free(diagnostics);
    return same;
}

int main(void) {
    return golden_run("flux/cel-cases.jsonl", agrees);
}
