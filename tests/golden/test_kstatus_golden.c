/* kstatus against the answers of the real code: status, message, conditions, errors, Augment. */
#include <stdio.h>

#include "base/number/clock.h"
#include "kstatus/kstatus.h"
#include "support/evaluation.h"
#include "support/golden.h"

/* The name of a field differs between the two files. */
typedef struct fields {
    const char *status, *message, *conditions, *after;
} fields;

static const fields edge = { "status", "message", "conditions", "after" };
static const fields upstream = { "oracleStatus", "oracleMessage", "oracleConditions",
                                 "oracleAfter" };

static vt_text text_of(const vitals_document *row, const char *key) {
    return golden_text(row, vt_document_root(row), key);
}

/* Absent and empty are one here: the files write null where there is nothing to say. */
static bool same_text(const char *what, vt_text want, vt_text got) {
    return golden_same(what, got.bytes ? got : VT_TEXT(""), want.bytes ? want : VT_TEXT(""));
}

static int64_t clock_of(const vitals_document *row) {
    vt_instant instant;
    return vt_instant_parse(text_of(row, "now"), &instant) ? instant.seconds : INT64_C(4102444800);
}

static bool same_conditions(const vitals_document *row, const char *key,
                            const vt_kstatus_result *result) {
    const vt_value *want = vt_document_find(row, key, NULL);
    if (!want || vt_value_is_null(want)) return true;
    if (vt_value_count(want) != result->condition_count)
        return same_text("conditions", VT_TEXT("other"), VT_TEXT("count"));
    bool same = true;
    for (size_t i = 0; i < result->condition_count; i++) {
        const vt_value *item = vt_array_at(want, i);
        const vt_kstatus_condition *got = &result->conditions[i];
        same &= same_text("type", vt_value_text(vt_document_get(row, item, VT_TEXT("type"))),
                          got->type);
        same &= same_text("reason", vt_value_text(vt_document_get(row, item, VT_TEXT("reason"))),
                          got->reason);
        same &= same_text("text", vt_value_text(vt_document_get(row, item, VT_TEXT("message"))),
                          got->message);
    }
    return same;
}

static bool same_result(const vitals_document *row, const fields *names,
                        const vt_kstatus_result *result) {
    vt_text status = text_of(row, names->status);
    if (vt_text_is_absent(status)) {
        vt_text error = text_of(row, "error");
        /* Where upstream panics we give the text as an error. */
        if (vt_text_is_absent(error)) error = text_of(row, "panic");
        /* The decoder in front of kstatus refuses these; that is the reader's business. */
        if (vt_text_starts(error, VT_TEXT("decode: "))) return true;
        if (vt_text_starts(error, VT_TEXT("augment: ")))
            error = vt_text_between(error, 9, error.size);
        return same_text("error", error, result->failed ? result->message : VT_TEXT("no error"));
    }
    return same_text("status", status, vt_text_from(vitals_kstatus_name(result->status))) &
           same_text("message", text_of(row, names->message), result->message) &
           same_conditions(row, names->conditions, result);
}

static bool same_augmented(const vitals_document *row, const fields *names, evaluated *e) {
    vitals_document *got = NULL, *want = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) return false;
    bool same = true;
    vt_text after = text_of(row, names->after);
    if (vt_kstatus_augment(&e->evaluation, &got, diagnostics) != VITALS_OK) {
        vt_text error = text_of(row, "error");
        same = same_text("error", vt_text_between(error, 9, error.size),
                         vitals_diagnostics_at(diagnostics, 0)->text);
    } else if (vitals_document_parse(after.bytes, after.size, NULL, &want, NULL) != VITALS_OK ||
               !golden_equal(want, vt_document_root(want), got, vt_document_root(got))) {
        char *text = NULL;
        size_t size = 0;
        if (vitals_document_write_yaml(got, NULL, &text, &size) == VITALS_OK) {
            same = same_text("after", after, (vt_text){ text, size }) && false;
        }
        vitals_text_free(NULL, text, size);
    }
    vitals_document_free(got);
    vitals_document_free(want);
    vitals_diagnostics_free(diagnostics);
    return same;
}

static bool check(const vitals_document *row, const fields *names) {
    evaluated e;
    bool same = false;
    if (vt_text_is(text_of(row, "fork"), "upstream")) return true; /* not what Flux runs */
    vt_text object = text_of(row, vt_document_find(row, "json", NULL) ? "json" : "object");
    if (evaluated_begin(&e, object, clock_of(row))) {
        vt_kstatus_result result = vt_kstatus_compute(&e.evaluation);
        same = same_result(row, names, &result);
        if (same && vt_text_is(text_of(row, "suite"), "augment"))
            same = same_augmented(row, names, &e);
    }
    evaluated_end(&e);
    return same;
}

static bool check_edge(const vitals_document *row) {
    return check(row, &edge);
}
static bool check_upstream(const vitals_document *row) {
    return check(row, &upstream);
}

/* The Flux Job reader: {"oracle": {"Status", "Message", "Error", "Conditions"}}. */
static bool check_job(const vitals_document *row) {
    evaluated e;
    bool same = false;
    if (evaluated_begin(&e, text_of(row, "object"), clock_of(row))) {
        vt_kstatus_result result = vt_kstatus_flux_job(&e.evaluation);
        vt_text error = vt_value_text(vt_document_find(row, "oracle", "Error", NULL));
        vt_text status = vt_value_text(vt_document_find(row, "oracle", "Status", NULL));
        vt_text message = vt_value_text(vt_document_find(row, "oracle", "Message", NULL));
        same = same_text("status", status,
                         vt_text_from(result.failed ? "" : vitals_kstatus_name(result.status))) &
               same_text("message", error.size ? error : message, result.message);
    }
    evaluated_end(&e);
    return same;
}

int main(void) {
    int status = golden_run("kstatus/edge-cases.jsonl", check_edge);
    status |= golden_run("kstatus/upstream-cases.jsonl", check_upstream);
    return status | golden_run("flux/job-cases.jsonl", check_job);
}
