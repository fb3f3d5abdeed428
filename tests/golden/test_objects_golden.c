/* Objects of the built-in kinds, sound and malformed, as Argo CD's health checks, kstatus and Flux's reader
** of Jobs answer them: status, message and conditions, or the error. */
#include <stdio.h>
#include <vitals/kstatus.h>
#include <vitals/vitals.h>

#include "support/golden.h"
#include "support/table.h"

enum { NOW = 1795000000 }; /* long after every time in the objects */

/* Which member of a line has the answer, and which member of the verdict it is. */
static const struct reading {
    const char *name;
    vitals_profile profile;
    const char *member;
} readings[] = {
    { "native", VITALS_PROFILE_ARGOCD, "health" },
    { "kstatus", VITALS_PROFILE_KSTATUS, "kstatus" },
    { "flux", VITALS_PROFILE_FLUX, "kstatus" },
};

static vitals_worker *worker;
static vitals_verdict *verdict;

/* The verdict as a document. */
static vitals_document *assess(const vitals_document *object, vitals_profile profile) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = profile;
    call.now_seconds = NOW;
    vitals_text json;
    vitals_document *document = NULL;
    assert_int_equal(vitals_assess(worker, object, &call, verdict), VITALS_OK);
    assert_int_equal(vitals_verdict_json(verdict, &json), VITALS_OK);
    assert_int_equal(vitals_document_parse(json.bytes, json.size, NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

static bool reading_agrees(const vitals_document *line, const vt_value *want,
                           const vitals_document *object, const struct reading *reading) {
    vitals_document *got = assess(object, reading->profile);
    const vt_value *root = vt_document_root(got);
    vt_text error = golden_text(line, want, "error");
    bool agree = golden_same("error", golden_text(got, root, "error"), error);
    if (vt_text_is_absent(error)) {
        const vt_value *member = vt_document_get(got, root, vt_text_from(reading->member));
        const bool unassessed = vitals_verdict_health(verdict) == VITALS_HEALTH_UNASSESSED &&
                                reading->profile == VITALS_PROFILE_ARGOCD;
        agree &= unassessed ? vt_value_is_null(want) : golden_equal(got, member, line, want);
    }
    if (!agree) {
        vitals_text json;
        assert_int_equal(vitals_verdict_json(verdict, &json), VITALS_OK);
        printf("  %s: got %.*s\n", reading->name, (int)json.size, json.bytes);
    }
    vitals_document_free(got);
    return agree;
}

static bool agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    vitals_document *object = golden_document(line, vt_document_get(line, root, VT_TEXT("object")));
    bool agree = true;
    for (size_t i = 0; i < TABLE_COUNT(readings); i++) {
        const vt_value *want = vt_document_get(line, root, vt_text_from(readings[i].name));
        if (want) agree &= reading_agrees(line, want, object, &readings[i]);
    }
    vitals_document_free(object);
    return agree;
}

/* -------------------------------------------------------------------- augmenting */

static bool augment_agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    vitals_document *augmented = NULL;
    vitals_document *object = golden_document(line, vt_document_get(line, root, VT_TEXT("object")));
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_status status = vitals_kstatus_augment(object, NOW, NULL, &augmented, diagnostics);
    bool agree;
    if (status == VITALS_OK) {
        agree = golden_equal(augmented, vt_document_root(augmented), line,
                             vt_document_get(line, root, VT_TEXT("after")));
    } else {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, 0);
        assert_int_equal(status, VITALS_ESYNTAX);
        agree = golden_same("error", one->text, golden_text(line, root, "error"));
    }
    vitals_document_free(object);
    vitals_document_free(augmented);
    vitals_diagnostics_free(diagnostics);
    return agree;
}

int main(void) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_bundled(configuration, false);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    int failed = golden_run("kubernetes/objects.jsonl", agrees) +
                 golden_run("kstatus/augment.jsonl", augment_agrees);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    return failed;
}
