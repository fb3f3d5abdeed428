/*
** Suspended Flux objects. The switch is .spec.suspend; the proposal "Alternative Suspend Control"
** adds an annotation, and the effective state is the union. No released Flux reads the annotation.
** `vitals suspend` keeps the reason in an annotation of its own, which suspends nothing.
*/
#include "health/assessment.h"
#include "health/kind_table.h"

/* Annotations with the reason; of Flux's proposals the last one also suspends. */
static const char *const reasons[] = { "suspend.vitals/message",
                                       "suspend.toolkit.fluxcd.io/message",
                                       "reconcile.fluxcd.io/suspended" };
enum { REASONS = sizeof reasons / sizeof reasons[0] };

/* clang-format off */
/* FLUX: the kinds of `flux suspend`. Sorted by group, then kind, bytewise. */
static const vt_kind_row suspendable_kinds[] = {
    { "helm.toolkit.fluxcd.io", "HelmRelease" },
    { "image.toolkit.fluxcd.io", "ImagePolicy" },
    { "image.toolkit.fluxcd.io", "ImageRepository" },
    { "image.toolkit.fluxcd.io", "ImageUpdateAutomation" },
    { "kustomize.toolkit.fluxcd.io", "Kustomization" },
    { "notification.toolkit.fluxcd.io", "Alert" },
    { "notification.toolkit.fluxcd.io", "Provider" },
    { "notification.toolkit.fluxcd.io", "Receiver" },
    { "source.toolkit.fluxcd.io", "Bucket" },
    { "source.toolkit.fluxcd.io", "GitRepository" },
    { "source.toolkit.fluxcd.io", "HelmChart" },
    { "source.toolkit.fluxcd.io", "HelmRepository" },
    { "source.toolkit.fluxcd.io", "OCIRepository" },
};
/* clang-format on */

/* How an object is suspended. `reason` may be empty. */
typedef struct suspension {
    bool by_spec, by_annotation;
    vt_text reason;
} suspension;

/* Most objects are ruled out by the suffix of their group. */
static bool is_suspendable(const vitals_document *document) {
    vt_text group = vitals_document_group(document);
    return vt_text_ends(group, VT_TEXT(".toolkit.fluxcd.io")) &&
           vt_kind_table_has(group, vitals_document_kind(document), suspendable_kinds,
                             sizeof suspendable_kinds / sizeof suspendable_kinds[0]);
}

static suspension read_suspension(const vt_reader *reader) {
    suspension found = { 0 };
    if (!is_suspendable(reader->document)) return found;
    found.by_spec = vt_value_is_true(vt_read_field(reader, vt_read_spec(reader), "suspend"));
    const vt_value *annotations = vt_read_field(reader, vt_read_metadata(reader), "annotations");
    for (size_t i = 0; i < REASONS; i++) {
        const vt_value *value = vt_read(reader, annotations, vt_text_from(reasons[i]));
        if (!found.reason.size) found.reason = vt_value_text(value);
        if (i == REASONS - 1) found.by_annotation = value != NULL; /* with any value */
    }
    return found;
}

vt_text vt_suspension_of(const vt_reader *reader, vt_arena *arena) {
    suspension found = read_suspension(reader);
    if (!found.by_spec && !found.by_annotation) return VT_TEXT_ABSENT;
    if (!found.by_spec) {
        return VT_JOIN(arena, found.reason, found.reason.size ? VT_TEXT("; ") : VT_TEXT(""),
                       VT_TEXT("annotation only, which no released Flux acts on"));
    }
    return found.reason.size ? vt_arena_copy(arena, found.reason) : VT_TEXT(".spec.suspend");
}

vt_opinion vt_evaluate_suspension(vt_assessment *assessment) {
    suspension found = read_suspension(&assessment->evaluation.reader);
    if (!found.by_spec && !found.by_annotation) return (vt_opinion){ 0 };
    static const vt_text by_annotation =
        VT_TEXT_INIT(" (only by the annotation reconcile.fluxcd.io/suspended, which no released "
                     "Flux acts on; .spec.suspend is not set)");
    vt_text message =
        VT_JOIN(assessment->evaluation.arena, assessment->kind, VT_TEXT(" is suspended"),
                found.reason.size ? VT_TEXT(": ") : VT_TEXT(""), found.reason,
                found.by_spec ? VT_TEXT("") : by_annotation);
    if (vt_text_is_absent(message)) assessment->no_memory = true;
    return vt_opinion_status(VITALS_HEALTH_SUSPENDED, message,
                             found.by_spec ? "suspended-by-spec" : "suspended-by-annotation");
}
