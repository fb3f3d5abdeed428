/* Delivery beside health. */
#include "base/text/text.h"
#include "objects/live/delivery.h"
#include "support/table.h"

#define APP "apiVersion: argoproj.io/v1alpha1\nkind: Application\nstatus: "
#define KS(generation)                                                                             \
    "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: "                  \
    "{generation: " generation "}\n"
#define HR "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n"

static const struct row {
    TABLE_ROW;
    const char *object;
    vitals_live_delivery state;
    const char *wanted, *applied, *message;
} rows[] = {
    /* clang-format off */
    { "another kind", "kind: Pod", VITALS_LIVE_DELIVERY_NONE, NULL, NULL, NULL },
    { "synced", APP "{sync: {status: Synced, revision: b}, history: [{revision: a}, {revision: b}], operationState: {phase: Succeeded, message: ok}}", VITALS_LIVE_DELIVERY_IN_STEP, "b", "b", "ok" },
    { "out of sync", APP "{sync: {status: OutOfSync, revision: b}, history: [{revision: a}]}", VITALS_LIVE_DELIVERY_BEHIND, "b", "a", NULL },
    { "out of sync after a failure", APP "{sync: {status: OutOfSync, revision: b}, operationState: {phase: Failed, message: denied}}", VITALS_LIVE_DELIVERY_FAILED, "b", NULL, "denied" },
    { "syncing", APP "{sync: {status: OutOfSync, revision: b}, operationState: {phase: Running, message: waits}}", VITALS_LIVE_DELIVERY_APPLYING, "b", NULL, "waits" },
    { "comparison failed", APP "{sync: {status: Unknown}, conditions: [{type: X, message: x}, {type: ComparisonError, message: no repo}]}", VITALS_LIVE_DELIVERY_FAILED, NULL, NULL, "no repo" },
    { "synced, but no longer compared", APP "{sync: {status: Synced, revision: b}, operationState: {phase: Succeeded, message: ok}, conditions: [{type: ComparisonError, message: no repo}]}", VITALS_LIVE_DELIVERY_FAILED, "b", NULL, "no repo" },
    { "synced, with a sync that failed", APP "{sync: {status: Synced}, conditions: [{type: SyncError, message: denied}]}", VITALS_LIVE_DELIVERY_FAILED, NULL, NULL, "denied" },
    { "synced, after an operation that failed", APP "{sync: {status: Synced}, operationState: {phase: Failed, message: denied}}", VITALS_LIVE_DELIVERY_FAILED, NULL, NULL, "denied" },
    { "synced, after an operation with an error", APP "{sync: {status: Synced}, operationState: {phase: Error, message: denied}}", VITALS_LIVE_DELIVERY_FAILED, NULL, NULL, "denied" },
    { "synced, with a warning", APP "{sync: {status: Synced}, conditions: [{type: OrphanedResourceWarning, message: 3 orphans}]}", VITALS_LIVE_DELIVERY_IN_STEP, NULL, NULL, NULL },
    { "tried again after an error", APP "{sync: {status: OutOfSync}, operationState: {phase: Running, message: waits}, conditions: [{type: SyncError, message: denied}]}", VITALS_LIVE_DELIVERY_APPLYING, NULL, NULL, "waits" },
    { "several sources", APP "{sync: {status: Synced, revisions: [b, c]}, history: [{revisions: [b, c]}]}", VITALS_LIVE_DELIVERY_IN_STEP, "b", "b", NULL },
    { "no status", "apiVersion: argoproj.io/v1alpha1\nkind: Application\n", VITALS_LIVE_DELIVERY_UNKNOWN, NULL, NULL, NULL },
    { "applied", KS("2") "status: {observedGeneration: 2, lastAppliedRevision: r2, lastAttemptedRevision: r2, conditions: [{type: Ready, status: 'True', message: Applied}]}", VITALS_LIVE_DELIVERY_IN_STEP, "r2", "r2", "Applied" },
    { "a newer spec", KS("3") "status: {observedGeneration: 2, conditions: [{type: Ready, status: 'True', message: Applied}]}", VITALS_LIVE_DELIVERY_BEHIND, NULL, NULL, "Applied" },
    { "failed", KS("2") "status: {observedGeneration: 2, lastAppliedRevision: r1, lastAttemptedRevision: r2, conditions: [{type: Ready, status: 'False', reason: ReconciliationFailed, message: denied}, {type: Reconciling, status: 'True'}]}", VITALS_LIVE_DELIVERY_FAILED, "r2", "r1", "denied" },
    { "stalled", KS("2") "status: {conditions: [{type: Ready, status: 'False', message: denied}, {type: Stalled, status: 'True', message: gave up}]}", VITALS_LIVE_DELIVERY_STALLED, NULL, NULL, "gave up" },
    { "suspended", KS("2") "spec: {suspend: true}\nstatus: {conditions: [{type: Ready, status: 'True', message: Applied}]}", VITALS_LIVE_DELIVERY_SUSPENDED, NULL, NULL, "Applied" },
    { "waits for another", KS("2") "status: {conditions: [{type: Ready, status: 'False', reason: DependencyNotReady, message: waits}]}", VITALS_LIVE_DELIVERY_BEHIND, NULL, NULL, "waits" },
    { "applying", KS("2") "status: {conditions: [{type: Ready, status: Unknown, reason: Progressing, message: builds}]}", VITALS_LIVE_DELIVERY_APPLYING, NULL, NULL, "builds" },
    { "applied, and reconciling", KS("2") "status: {conditions: [{type: Ready, status: 'True'}, {type: Reconciling, status: 'True'}]}", VITALS_LIVE_DELIVERY_APPLYING, NULL, NULL, NULL },
    { "an older revision is applied", KS("2") "status: {lastAppliedRevision: r1, lastAttemptedRevision: r2, conditions: [{type: Ready, status: 'True'}]}", VITALS_LIVE_DELIVERY_BEHIND, "r2", "r1", NULL },
    { "no conditions", KS("2"), VITALS_LIVE_DELIVERY_UNKNOWN, NULL, NULL, NULL },
    { "a release", HR "status: {lastAttemptedRevision: 2.0.0, history: [{chartVersion: 2.0.0, status: deployed}, {chartVersion: 1.0.0, status: superseded}], conditions: [{type: Ready, status: 'True', message: Helm}]}", VITALS_LIVE_DELIVERY_IN_STEP, "2.0.0", "2.0.0", "Helm" },
    { "a failed upgrade", HR "status: {lastAttemptedRevision: 2.0.0, history: [{chartVersion: 2.0.0, status: failed}, {chartVersion: 1.0.0, status: deployed}], conditions: [{type: Ready, status: 'False', message: denied}]}", VITALS_LIVE_DELIVERY_FAILED, "2.0.0", "1.0.0", "denied" },
    { "an older release", HR "status: {lastAttemptedRevision: 2.0.0, lastAppliedRevision: 2.0.0, conditions: [{type: Ready, status: 'True'}]}", VITALS_LIVE_DELIVERY_IN_STEP, "2.0.0", "2.0.0", NULL },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    vitals_document *document = NULL;
    assert_int_equal(
        vitals_document_parse(row->object, strlen(row->object), &options, &document, NULL),
        VITALS_OK);
    vitals_live_delivery_info info;
    vitals_live_delivery_of_document(document, &info, sizeof info);
    assert_int_equal(info.state, row->state);
    assert_true(vt_text_equal(info.wanted, vt_text_from(row->wanted)));
    assert_true(vt_text_equal(info.applied, vt_text_from(row->applied)));
    assert_true(vt_text_equal(info.message, vt_text_from(row->message)));
    vitals_document_free(document);
}

int main(void) {
    return TABLE_RUN("delivery", check, rows);
}
