/* When a delivery is finished, and when it has failed. */
#include "cluster/wait_delivery.h"

#include "support/table.h"

/* ---------------------------------------------------------------- revisions */

static const struct revision_row {
    TABLE_ROW;
    const char *revisions, *wanted;
    bool is;
} revision_rows[] = {
    { "the same", "6.5.0", "6.5.0", true },
    { "another", "6.5.0", "6.5.1", false },
    { "without the branch", "main@sha1:4f2c91d0aa", "4f2c91d0aa", true },
    { "with a branch of the old form", "main/4f2c91d0aa", "4f2c91d0aa", true },
    { "seven characters", "main@sha1:4f2c91d0aa", "4f2c91d", true },
    { "six are too few", "main@sha1:4f2c91d0aa", "4f2c91", false },
    { "longer than it is", "4f2c91d", "4f2c91d0aa", false },
    { "none is known", "", "4f2c91d", false },
    { "nothing is wanted", "4f2c91d0aa", "", false },
    { "one for each source", "4f2c91d0aa,1.2.3", "4f2c91d,1.2.3", true },
    { "one source is behind", "4f2c91d0aa,1.2.2", "4f2c91d,1.2.3", false },
    { "any of a source", "4f2c91d0aa,1.2.3", "4f2c91d,", true },
    { "any of the first", "4f2c91d0aa,1.2.3", ",1.2.3", true },
    { "a source is missing", "4f2c91d0aa", "4f2c91d,1.2.3", false },
    { "a source more", "4f2c91d0aa,1.2.3,7", "4f2c91d,1.2.3", false },
    { "one for all", "4f2c91d0aa,4f2c91d0aa", "4f2c91d", true },
    { "one that a source does not have", "4f2c91d0aa,1.2.3", "4f2c91d", false },
};

static void check_revision(void **state) {
    const struct revision_row *row = *state;
    assert_int_equal(wait_delivery_is(row->revisions, row->wanted), row->is);
}

/* --------------------------------------------------------------- deliveries */

#define ARGOCD(rest)                                                                               \
    "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Application\",\"metadata\":{\"name\":"    \
    "\"shop\",\"namespace\":\"argocd\"" rest "}"
#define SYNC(status, revision) "\"sync\":{\"status\":\"" status "\",\"revision\":\"" revision "\"}"
#define OPERATION(phase, revision)                                                                 \
    ",\"operationState\":{\"phase\":\"" phase                                                      \
    "\",\"message\":\"one\\ntwo\",\"syncResult\":{\"revision\":\"" revision "\"}}"
#define CONDITION(type) ",\"conditions\":[{\"type\":\"" type "\",\"message\":\"why\"}]"
#define FLUX(kind, metadata, rest)                                                                 \
    "{\"apiVersion\":\"kustomize.toolkit.fluxcd.io/v1\",\"kind\":\"" kind                          \
    "\",\"metadata\":{\"name\":\"apps\",\"namespace\":\"flux\"" metadata "}," rest "}"
#define READY(status, reason)                                                                      \
    "{\"type\":\"Ready\",\"status\":\"" status "\",\"reason\":\"" reason "\",\"message\":\"m\"}"
#define AT(applied, attempted)                                                                     \
    ",\"lastAppliedRevision\":\"" applied "\",\"lastAttemptedRevision\":\"" attempted "\""

static const struct delivery_row {
    TABLE_ROW;
    const char *json;
    const char *wanted, *applied, *compared, *message;
    bool finished, failed;
    const char *failed_at;
} delivery_rows[] = {
    /* clang-format off */
    { "an operation has ended",
      ARGOCD("},\"status\":{" SYNC("Synced", "b") OPERATION("Succeeded", "b") "}"), "b", "b", "b", "one", true, false, "" },
    { "in step without an operation for it: nothing to apply",
      ARGOCD("},\"status\":{" SYNC("Synced", "b") OPERATION("Succeeded", "a") "}"), "b", "a", "b", "one", true, false, "" },
    { "an operation runs",
      ARGOCD("},\"status\":{" SYNC("Synced", "b") OPERATION("Running", "b") "}"), "b", "", "b", "one", false, false, "" },
    { "an operation is asked for",
      ARGOCD("},\"operation\":{\"sync\":{}},\"status\":{" SYNC("Synced", "b") OPERATION("Succeeded", "b") "}"),
      "b", "b", "b", "one", false, false, "" },
    { "a refresh is asked for",
      ARGOCD(",\"annotations\":{\"argocd.argoproj.io/refresh\":\"hard\"}},\"status\":{" SYNC("Synced", "b") "}"),
      "b", "", "b", "", false, false, "" },
    { "the spec asks for another branch than was compared",
      ARGOCD("},\"spec\":{\"source\":{\"targetRevision\":\"v2\"}},\"status\":{\"sync\":{\"status\":\"Synced\",\"revision\":\"b\","
             "\"comparedTo\":{\"source\":{\"targetRevision\":\"v1\"}}}}"), "b", "", "b", "", false, false, "" },
    { "the same of one of several sources",
      ARGOCD("},\"spec\":{\"sources\":[{\"targetRevision\":\"v1\"},{\"targetRevision\":\"2.0\"}]},\"status\":{\"sync\":{\"status\":\"Synced\","
             "\"revisions\":[\"b\",\"1.0\"],\"comparedTo\":{\"sources\":[{\"targetRevision\":\"v1\"},{\"targetRevision\":\"1.0\"}]}}}"),
      "b,1.0", "", "b,1.0", "", false, false, "" },
    { "several sources",
      ARGOCD("},\"status\":{\"sync\":{\"status\":\"Synced\",\"revisions\":[\"b\",\"1.0\"]},\"operationState\":{\"phase\":\"Succeeded\","
             "\"syncResult\":{\"revisions\":[\"b\",\"1.0\"]}}}"), "b,1.0", "b,1.0", "b,1.0", "", true, false, "" },
    { "out of step", ARGOCD("},\"status\":{" SYNC("OutOfSync", "b") OPERATION("Succeeded", "a") "}"),
      "b", "a", "", "one", false, false, "" },
    { "an operation failed", ARGOCD("},\"status\":{" SYNC("OutOfSync", "b") OPERATION("Failed", "b") "}"),
      "b", "", "", "Failed: one", false, true, "b" },
    { "an operation failed before it had a result",
      ARGOCD("},\"status\":{" SYNC("OutOfSync", "b") ",\"operationState\":{\"phase\":\"Error\",\"operation\":{\"sync\":{\"revision\":\"a\"}}}}"),
      "b", "", "", "Error", false, true, "a" },
    { "a hook failed after all was applied", ARGOCD("},\"status\":{" SYNC("Synced", "b") OPERATION("Failed", "b") "}"),
      "b", "", "b", "Failed: one", true, true, "b" },
    { "SyncError", ARGOCD("},\"status\":{" SYNC("OutOfSync", "b") CONDITION("SyncError") "}"),
      "b", "", "", "SyncError: why", false, true, "b" },
    { "ComparisonError", ARGOCD("},\"status\":{" SYNC("Unknown", "") CONDITION("ComparisonError") "}"),
      "", "", "", "ComparisonError: why", false, true, "" },
    { "a warning is not an error", ARGOCD("},\"status\":{" SYNC("Synced", "b") CONDITION("SharedResourceWarning") "}"),
      "b", "", "b", "", true, false, "" },
    { "a former error, while the next operation runs",
      ARGOCD("},\"status\":{" SYNC("OutOfSync", "b") OPERATION("Running", "b") CONDITION("SyncError") "}"),
      "b", "", "", "one", false, false, "" },
    { "Flux has applied it", FLUX("Kustomization", "", "\"status\":{\"conditions\":[" READY("True", "R") "]" AT("b", "b") "}"),
      "b", "b", "b", "m", true, false, "b" },
    { "Flux works", FLUX("Kustomization", "", "\"status\":{\"conditions\":[" READY("Unknown", "R") "]" AT("a", "b") "}"),
      "b", "a", "a", "m", false, false, "b" },
    { "Flux failed", FLUX("Kustomization", "", "\"status\":{\"conditions\":[" READY("False", "BuildFailed") "]" AT("a", "b") "}"),
      "b", "a", "a", "m", false, true, "b" },
    { "Flux waits for a dependency",
      FLUX("Kustomization", "", "\"status\":{\"conditions\":[" READY("False", "DependencyNotReady") "]" AT("a", "b") "}"),
      "b", "a", "a", "m", false, false, "b" },
    { "Stalled, whatever is waited for",
      FLUX("Kustomization", "", "\"status\":{\"conditions\":[{\"type\":\"Stalled\",\"status\":\"True\",\"message\":\"stuck\"}]" AT("a", "b") "}"),
      "b", "a", "a", "stuck", false, true, "" },
    { "Flux is asked to reconcile and has not yet",
      FLUX("Kustomization", ",\"annotations\":{\"reconcile.fluxcd.io/requestedAt\":\"2\"}",
           "\"status\":{\"lastHandledReconcileAt\":\"1\",\"conditions\":[" READY("False", "BuildFailed") "]" AT("b", "b") "}"),
      "b", "b", "b", "m", false, false, "b" },
    { "the controller has not seen the last change",
      FLUX("Kustomization", ",\"generation\":2", "\"status\":{\"observedGeneration\":1,\"conditions\":[" READY("True", "R") "]" AT("b", "b") "}"),
      "b", "b", "b", "m", false, false, "b" },
    /* clang-format on */
};

static void check_delivery(void **state) {
    const struct delivery_row *row = *state;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(row->json, strlen(row->json), NULL, &document, NULL),
                     VITALS_OK);
    wait_delivery delivery = wait_delivery_of(document);
    assert_string_equal(delivery.wanted, row->wanted);
    assert_string_equal(delivery.applied, row->applied);
    assert_string_equal(delivery.compared, row->compared);
    assert_string_equal(delivery.message, row->message);
    assert_int_equal(delivery.finished, row->finished);
    assert_int_equal(delivery.failed, row->failed);
    assert_string_equal(delivery.failed_at, row->failed_at);
    wait_delivery_done(&delivery);
    vitals_document_free(document);
}

int main(void) {
    return TABLE_RUN("revisions", check_revision, revision_rows) +
           TABLE_RUN("deliveries", check_delivery, delivery_rows);
}
