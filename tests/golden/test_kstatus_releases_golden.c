/*
** The kstatus of released programs of Flux and Helm, replayed: objects beside the Pods of their namespace.
** tests/peers/releases/record-kstatus writes the file, with the number of a text for each of the readers below.
*/
#include <stdio.h>

#include <vitals/kstatus.h>

#include "support/golden.h"
#include "support/health.h"
#include "support/table.h"

#define FILE_NAME "kstatus/releases.jsonl"
#define NOW INT64_C(1795000000)

/* In the order of READERS in record-kstatus: a release of Flux, whose profile is asked, or a reader of Helm. */
static const struct reader_row {
    const char *name, *flux;
    vitals_kstatus_reader helm;
} readers[] = {
    { "Flux 2.7", "2.7", 0 },
    { "Flux 2.9", "2.9", 0 },
    { "Helm 4.0.5, wait", NULL, VITALS_KSTATUS_READER_HELM_4_0 },
    { "Helm 4.0.5, wait for jobs", NULL, VITALS_KSTATUS_READER_HELM_4_0_JOBS },
    { "Helm 4.1.0, wait", NULL, VITALS_KSTATUS_READER_HELM_4_0 },
    { "Helm 4.2.0, wait", NULL, VITALS_KSTATUS_READER_HELM },
    { "Helm 4.3.1, wait", NULL, VITALS_KSTATUS_READER_HELM },
    { "Helm 4.3.1, wait for jobs", NULL, VITALS_KSTATUS_READER_HELM_JOBS },
};
static size_t asked[TABLE_COUNT(readers)];

static vitals_set *others_of(const vitals_document *line) {
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    const vt_value *list = vt_document_find(line, "others", NULL);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item))
        assert_int_equal(vitals_set_put(set, golden_document(line, item)), VITALS_OK);
    return set;
}

/* "Status<tab>message", as the recording has it. */
static bool is_said(const struct reader_row *row, vt_text want, vitals_kstatus status,
                    vt_text message) {
    vt_buffer got;
    vt_buffer_init(&got, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&got, vitals_kstatus_name(status));
    vt_buffer_add_byte(&got, '\t');
    vt_buffer_add(&got, message);
    const bool same = golden_same(row->name, vt_buffer_text(&got), want);
    vt_buffer_done(&got);
    return same;
}

static bool agrees_helm(const struct reader_row *row, const vitals_document *object,
                        const vitals_set *set, vt_text want) {
    vitals_kstatus_result *result = NULL;
    assert_int_equal(vitals_kstatus_result_new(NULL, &result), VITALS_OK);
    assert_int_equal(vitals_kstatus_compute(object, row->helm, NOW, set, result), VITALS_OK);
    const vt_text error = vitals_kstatus_result_error(result);
    const bool same = is_said(row, want, vitals_kstatus_result_status(result),
                              error.bytes ? error : vitals_kstatus_result_message(result));
    vitals_kstatus_result_free(result);
    return same;
}

static bool agrees_flux(const struct reader_row *row, const vitals_document *object,
                        const vitals_set *set, vt_text want) {
    const health_setup setup = { 0 };
    health_run run;
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    call.now_seconds = NOW;
    call.set = set;
    assert_int_equal(vitals_flux_release_from_name(row->flux, &call.flux_release), VITALS_OK);
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(vitals_assess(run.worker, object, &call, run.verdict), VITALS_OK);
    const vitals_kstatus status = vitals_verdict_kstatus(run.verdict);
    const bool same =
        status == VITALS_KSTATUS_NONE
            ? is_said(row, want, VITALS_KSTATUS_UNKNOWN, vitals_verdict_message(run.verdict))
            : is_said(row, want, status, vitals_verdict_kstatus_message(run.verdict));
    health_close(&run);
    return same;
}

static bool check(const vitals_document *line) {
    vitals_document *object = golden_document(line, vt_document_find(line, "object", NULL));
    vitals_set *set = others_of(line);
    const vt_value *texts = vt_document_find(line, "texts", NULL);
    const vt_value *answers = vt_document_find(line, "answers", NULL);
    bool same = true;
    for (size_t i = 0; i < TABLE_COUNT(readers); i++) {
        const int64_t number = vt_array_at(answers, i)->as.integer;
        if (number < 0) continue;
        const vt_text want = vt_value_text(vt_array_at(texts, (size_t)number));
        same &= readers[i].flux ? agrees_flux(&readers[i], object, set, want)
                                : agrees_helm(&readers[i], object, set, want);
        asked[i]++;
    }
    vitals_set_free(set);
    vitals_document_free(object);
    return same;
}

int main(void) {
    const int failed = golden_run(FILE_NAME, check);
    for (size_t i = 0; i < TABLE_COUNT(readers); i++)
        printf("%s: %zu answers\n", readers[i].name, asked[i]);
    return failed;
}
