/* Delivery of Argo CD Applications, Flux Kustomizations and Flux HelmReleases. */
#include "objects/live/delivery.h"

#include "base/memory/sized.h"
#include "document/document.h"

/* The object whose delivery is read. */
typedef struct delivery {
    const vitals_document *document;
    vitals_live_delivery_info info;
} delivery;

static vt_text at(const delivery *d, const vt_value *object, vt_text key) {
    return vt_value_text(vt_document_field(d->document, object, key));
}

static const vt_value *status_field(const delivery *d, vt_text key) {
    return vt_document_field(d->document, vt_document_status(d->document), key);
}

/* The condition of a type, or NULL. */
static const vt_value *condition(const delivery *d, vt_text type) {
    const vt_value *list = status_field(d, VT_TEXT("conditions"));
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_text_equal(at(d, item, VT_TEXT("type")), type)) return item;
    }
    return NULL;
}

static bool is_true(const delivery *d, const vt_value *one) {
    return vt_text_is(at(d, one, VT_TEXT("status")), "True");
}

static void set(delivery *d, vitals_live_delivery state, vt_text message) {
    d->info.state = state;
    d->info.message = message;
}

/* ------------------------------------------------------------------ Argo CD */

/* A revision, or the first of those of an Application with several sources. */
static vt_text revision_of(const delivery *d, const vt_value *object) {
    vt_text one = at(d, object, VT_TEXT("revision"));
    if (one.size) return one;
    const vt_value *several = vt_document_field(d->document, object, VT_TEXT("revisions"));
    return vt_value_text(vt_array_first(several));
}

/* status.history is in the order of time. */
static vt_text last_deployed(const delivery *d) {
    const vt_value *list = status_field(d, VT_TEXT("history")), *last = NULL;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        last = item;
    }
    return revision_of(d, last);
}

/* The first condition whose type says that it is an error, such as ComparisonError and SyncError; or NULL. */
static const vt_value *error_of(const delivery *d) {
    const vt_value *list = status_field(d, VT_TEXT("conditions"));
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_text_ends(at(d, item, VT_TEXT("type")), VT_TEXT("Error"))) return item;
    }
    return NULL;
}

/* ARGO: the status of the sync is that of the last comparison that worked. With an error it says nothing about
** what is wanted now, and an operation that failed has not applied all of it. */
static void read_application(delivery *d) {
    const vt_value *sync = status_field(d, VT_TEXT("sync"));
    const vt_value *operation = status_field(d, VT_TEXT("operationState"));
    const vt_value *error = error_of(d);
    vt_text phase = at(d, operation, VT_TEXT("phase"));
    vt_text message = at(d, operation, VT_TEXT("message"));
    vt_text status = at(d, sync, VT_TEXT("status"));
    d->info.wanted = revision_of(d, sync);
    d->info.applied = last_deployed(d);
    if (vt_text_is(phase, "Running") || vt_text_is(phase, "Terminating")) {
        set(d, VITALS_LIVE_DELIVERY_APPLYING, message);
    } else if (error) {
        set(d, VITALS_LIVE_DELIVERY_FAILED, at(d, error, VT_TEXT("message")));
    } else if (vt_text_is(phase, "Failed") || vt_text_is(phase, "Error")) {
        set(d, VITALS_LIVE_DELIVERY_FAILED, message);
    } else if (vt_text_is(status, "Synced")) {
        set(d, VITALS_LIVE_DELIVERY_IN_STEP, message);
    } else if (vt_text_is(status, "OutOfSync")) {
        set(d, VITALS_LIVE_DELIVERY_BEHIND, message);
    } else {
        set(d, VITALS_LIVE_DELIVERY_UNKNOWN, VT_TEXT_ABSENT);
    }
}

/* --------------------------------------------------------------------- Flux */

static bool is_behind_generation(const delivery *d) {
    const vt_value *wanted = vt_document_parts(d->document)->generation;
    const vt_value *seen = vt_document_parts(d->document)->observed_generation;
    return vt_value_is_integer(wanted) && vt_value_is_integer(seen) &&
           seen->as.integer < wanted->as.integer;
}

/* FLUX: the conditions of the kstatus contract. Ready is False with DependencyNotReady while nothing
** was tried yet. */
static void read_flux(delivery *d) {
    const vt_value *ready = condition(d, VT_TEXT("Ready"));
    const vt_value *stalled = condition(d, VT_TEXT("Stalled"));
    vt_text message = at(d, ready, VT_TEXT("message"));
    vt_text status = at(d, ready, VT_TEXT("status"));
    bool behind = d->info.wanted.size && !vt_text_equal(d->info.wanted, d->info.applied);
    if (vt_value_is_true(
            vt_document_field(d->document, vt_document_spec(d->document), VT_TEXT("suspend")))) {
        set(d, VITALS_LIVE_DELIVERY_SUSPENDED, message);
    } else if (is_behind_generation(d)) {
        set(d, VITALS_LIVE_DELIVERY_BEHIND, message);
    } else if (is_true(d, stalled)) {
        set(d, VITALS_LIVE_DELIVERY_STALLED, at(d, stalled, VT_TEXT("message")));
    } else if (vt_text_is(status, "False")) {
        bool waits = vt_text_is(at(d, ready, VT_TEXT("reason")), "DependencyNotReady");
        set(d, waits ? VITALS_LIVE_DELIVERY_BEHIND : VITALS_LIVE_DELIVERY_FAILED, message);
    } else if (vt_text_is(status, "Unknown") || is_true(d, condition(d, VT_TEXT("Reconciling")))) {
        set(d, VITALS_LIVE_DELIVERY_APPLYING, message);
    } else if (vt_text_is(status, "True")) {
        set(d, behind ? VITALS_LIVE_DELIVERY_BEHIND : VITALS_LIVE_DELIVERY_IN_STEP, message);
    } else {
        set(d, VITALS_LIVE_DELIVERY_UNKNOWN, message);
    }
}

static void read_kustomization(delivery *d) {
    d->info.applied = vt_value_text(status_field(d, VT_TEXT("lastAppliedRevision")));
    d->info.wanted = vt_value_text(status_field(d, VT_TEXT("lastAttemptedRevision")));
    read_flux(d);
}

/* FLUX: since v2beta2 the releases are in status.history, the latest first. */
static vt_text released(const delivery *d) {
    const vt_value *list = status_field(d, VT_TEXT("history"));
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_text_is(at(d, item, VT_TEXT("status")), "deployed")) {
            return at(d, item, VT_TEXT("chartVersion"));
        }
    }
    return vt_value_text(status_field(d, VT_TEXT("lastAppliedRevision")));
}

static void read_helmrelease(delivery *d) {
    d->info.applied = released(d);
    d->info.wanted = vt_value_text(status_field(d, VT_TEXT("lastAttemptedRevision")));
    read_flux(d);
}

static const struct delivery_kind {
    const char *group, *kind;
    void (*read)(delivery *d);
} kinds[] = {
    { "argoproj.io", "Application", read_application },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", read_kustomization },
    { "helm.toolkit.fluxcd.io", "HelmRelease", read_helmrelease },
};

vitals_live_delivery_info vt_delivery_of(const vitals_document *document) {
    delivery d = { document, { 0 } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (vt_text_is(vitals_document_kind(document), kinds[i].kind) &&
            vt_text_is(vitals_document_group(document), kinds[i].group)) {
            kinds[i].read(&d);
            break;
        }
    }
    return d.info;
}

void vitals_live_delivery_of_document(const vitals_document *document,
                                      vitals_live_delivery_info *out, size_t out_bytes) {
    vitals_live_delivery_info info = vt_delivery_of(document);
    vt_sized_write(out, out_bytes, &info, sizeof info);
}
