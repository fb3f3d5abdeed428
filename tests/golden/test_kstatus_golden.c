/* kstatus against the answers of the real code: status, message, conditions, errors, Augment. */
#include <stdio.h>

#include "base/clock.h"
#include "kstatus/kstatus.h"
#include "support/answers.h"
#include "support/evaluation.h"

/* The name of a field differs between the two files. */
typedef struct fields {
    const char *status, *message, *conditions, *after;
} fields;

static const fields edge = { "status", "message", "conditions", "after" };
static const fields upstream = { "oracleStatus", "oracleMessage", "oracleConditions",
                                 "oracleAfter" };

static int64_t clock_of(const vitals_document *row) {
    vt_instant instant;
    return vt_instant_parse(answers_text(row, "now"), &instant) ? instant.seconds
                                                                : INT64_C(4102444800);
}

static bool same_conditions(const vitals_document *row, const char *key,
                            const vt_kstatus_result *result) {
    const vt_value *want = answers_field(row, key);
    if (!want || vt_value_is_null(want)) return true;
    if (vt_value_count(want) != result->condition_count)
        return answers_same(row, "conditions", VT_TEXT("other"), VT_TEXT("count"));
    bool same = true;
    for (size_t i = 0; i < result->condition_count; i++) {
        const vt_value *item = vt_array_at(want, i);
        const vt_kstatus_condition *got = &result->conditions[i];
        same &= answers_same(row, "type",
                             vt_value_text(vt_document_get(row, item, VT_TEXT("type"))), got->type);
        same &=
            answers_same(row, "reason",
                         vt_value_text(vt_document_get(row, item, VT_TEXT("reason"))), got->reason);
        same &=
            answers_same(row, "text", vt_value_text(vt_document_get(row, item, VT_TEXT("message"))),
                         got->message);
    }
    return same;
}

static bool same_result(const vitals_document *row, const fields *names,
                        const vt_kstatus_result *result) {
    vt_text status = answers_text(row, names->status);
    if (vt_text_is_absent(status)) {
        vt_text error = answers_text(row, "error");
        /* Where upstream panics we give the text as an error. */
        if (vt_text_is_absent(error)) error = answers_text(row, "panic");
        /* The decoder in front of kstatus refuses these; that is the reader's business. */
        if (vt_text_starts(error, VT_TEXT("decode: "))) return true;
        if (vt_text_starts(error, VT_TEXT("augment: ")))
            error = vt_text_between(error, 9, error.size);
        return answers_same(row, "error", error,
                            result->failed ? result->message : VT_TEXT("no error"));
    }
    return answers_same(row, "status", status, vt_text_from(vitals_kstatus_name(result->status))) &
           answers_same(row, "message", answers_text(row, names->message), result->message) &
           same_conditions(row, names->conditions, result);
}

static bool same_augmented(const vitals_document *row, const fields *names, evaluated *e) {
    vitals_document *got = NULL, *want = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) return false;
    bool same = true;
    vt_text after = answers_text(row, names->after);
    if (vt_kstatus_augment(&e->evaluation, &got, diagnostics) != VITALS_OK) {
        vt_text error = answers_text(row, "error");
        same = answers_same(row, "error", vt_text_between(error, 9, error.size),
                            vitals_diagnostics_at(diagnostics, 0)->text);
    } else if (vitals_document_parse(after.bytes, after.size, NULL, &want, NULL) != VITALS_OK ||
               !answers_equal(want, vt_document_root(want), got, vt_document_root(got))) {
        char *text = NULL;
        size_t size = 0;
        if (vitals_document_write_yaml(got, NULL, &text, &size) == VITALS_OK) {
            same = answers_same(row, "after", after, (vt_text){ text, size }) && false;
        }
        vitals_text_free(NULL, text, size);
    }
    vitals_document_free(got);
    vitals_document_free(want);
    vitals_diagnostics_free(diagnostics);
    return same;
}

static bool judge(const vitals_document *row, void *user) {
    const fields *names = user;
    evaluated e;
    bool same = false;
    if (vt_text_is(answers_text(row, "fork"), "upstream")) return true; /* not what Flux runs */
    vt_text object = answers_text(row, answers_field(row, "json") ? "json" : "object");
    if (evaluated_begin(&e, object, clock_of(row))) {
        vt_kstatus_result result = vt_kstatus_compute(&e.evaluation);
        same = same_result(row, names, &result);
        if (same && vt_text_is(answers_text(row, "suite"), "augment"))
            same = same_augmented(row, names, &e);
    }
    evaluated_end(&e);
    return same;
}

/* The Flux Job reader: {"oracle": {"Status", "Message", "Error", "Conditions"}}. */
static bool judge_job(const vitals_document *row, void *user) {
    (void)user;
    evaluated e;
    bool same = false;
    if (evaluated_begin(&e, answers_text(row, "object"), clock_of(row))) {
        vt_kstatus_result result = vt_kstatus_flux_job(&e.evaluation);
        vt_text error = vt_value_text(vt_document_find(row, "oracle", "Error", NULL));
        vt_text status = vt_value_text(vt_document_find(row, "oracle", "Status", NULL));
        vt_text message = vt_value_text(vt_document_find(row, "oracle", "Message", NULL));
        same = answers_same(row, "status", status,
                            vt_text_from(result.failed ? "" : vitals_kstatus_name(result.status))) &
               answers_same(row, "message", error.size ? error : message, result.message);
    }
    evaluated_end(&e);
    return same;
}

int main(void) {
    int status = answers_run("kstatus/edge-cases.jsonl", judge, (void *)(uintptr_t)&edge);
    status |= answers_run("kstatus/upstream-cases.jsonl", judge, (void *)(uintptr_t)&upstream);
    return status | answers_run("flux/job-cases.jsonl", judge_job, NULL);
}
