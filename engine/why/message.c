/* What an object's own fields say about its state, in one line. */
#include "why/why.h"

/* The message of the last condition with this status whose type begins and ends so. */
static vt_text message_of(const vitals_document *document, const char *head, const char *tail,
                          const char *status) {
    const vt_value *list = vt_document_parts(document)->conditions;
    vt_text found = VT_TEXT_ABSENT;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        const vt_text type = vt_why_text(document, item, "type");
        const vt_text own = vt_why_text(document, item, "status");
        if (vt_text_starts(type, vt_text_from(head)) && vt_text_ends(type, vt_text_from(tail)) &&
            (!status || vt_text_is(own, status))) {
            found = vt_why_text(document, item, "message");
        }
    }
    return found;
}

/* ---------------------------------------------------------------------- kinds */

/* KUBERNETES: a claim without a class is bound to volumes without one, and to nothing else. One with a class whose
** volumes wait for a Pod is not known to be such here: it says no more than that it waits. */
static void add_claim(vt_buffer *out, const vitals_document *claim) {
    const vt_value *spec = vt_document_spec(claim);
    if (vt_text_is(vt_why_text(claim, vt_document_status(claim), "phase"), "Pending") &&
        !vt_why_field(claim, spec, "volumeName") &&
        !vt_why_field(claim, spec, "storageClassName")) {
        vt_buffer_add_terminated(out,
                                 "no persistent volumes available for this claim, and it has no "
                                 "storage class");
    }
}

/* KUBERNETES: what remains while a namespace is deleted is in conditions with status True. */
static void add_namespace(vt_buffer *out, const vitals_document *namespace_) {
    if (vt_document_parts(namespace_)->deletion_timestamp) {
        vt_why_add_line(out, "", message_of(namespace_, "Namespace", "", "True"));
    }
}

/* ARGO: errors are conditions without a status, and the operation has a message of its own. */
static void add_application(vt_buffer *out, const vitals_document *application) {
    const vt_value *status = vt_document_status(application);
    const vt_value *operation = vt_why_field(application, status, "operationState");
    const vt_text phase = vt_why_text(application, operation, "phase");
    if (vt_text_is(phase, "Failed") || vt_text_is(phase, "Error")) {
        vt_why_add_line(out, "", vt_why_text(application, operation, "message"));
    } else {
        vt_why_add_line(out, "", message_of(application, "", "Error", NULL));
    }
}

static void add_node(vt_buffer *out, const vitals_document *node) {
    const vt_value *ready = vt_why_condition(node, "Ready");
    if (!vt_text_is(vt_why_text(node, ready, "status"), "True")) {
        vt_why_add_line(out, "", vt_why_text(node, ready, "message"));
    }
}

static const struct kind_message {
    const char *group, *kind;
    void (*add)(vt_buffer *out, const vitals_document *document);
} kinds[] = {
    { "", "Pod", vt_why_add_pod },
    { "", "PersistentVolumeClaim", add_claim },
    { "", "Namespace", add_namespace },
    { "", "Node", add_node },
    { "policy", "PodDisruptionBudget", vt_why_add_budget },
    { "argoproj.io", "Application", add_application },
};

/* -------------------------------------------------------------------- message */

/* Finalizers hold an object that is being deleted. */
static void add_finalizers(vt_buffer *out, const vitals_document *document) {
    const vt_value *list = vt_why_field(document, vt_document_metadata(document), "finalizers");
    const vt_value *item = vt_array_first(list);
    if (!vt_document_parts(document)->deletion_timestamp || !item) return;
    vt_buffer_add_terminated(out, "being deleted, waits for finalizers ");
    for (const char *before = ""; item; item = vt_array_next(list, item), before = ", ") {
        vt_buffer_add_terminated(out, before);
        vt_why_add_line(out, "", vt_value_text(item));
    }
}

/* For a rule without a message: that of a condition that is False. */
static void add_condition(vt_buffer *out, const vitals_document *document) {
    static const char *const types[] = { "Ready", "Available", "Synced", "Succeeded", "" };
    const size_t before = out->size;
    for (size_t i = 0; i < sizeof types / sizeof types[0] && out->size == before; i++) {
        vt_why_add_line(out, "", message_of(document, types[i], types[i], "False"));
    }
}

void vt_why_add_message(vt_buffer *out, const vitals_document *document, vt_text message) {
    const size_t before = out->size;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (vt_why_is(document, kinds[i].group, kinds[i].kind)) kinds[i].add(out, document);
    }
    if (out->size == before) add_finalizers(out, document);
    if (out->size == before) vt_why_add_line(out, "", message);
    if (out->size == before) add_condition(out, document);
}

/* Events and conditions differ in what they put before the same words, such as the name of the Pod that
** could not be created: the second half decides. */
bool vt_why_covers(vt_text text, vt_text other) {
    if (other.size == 0) return true;
    return vt_text_find(text, vt_text_between(other, other.size / 2, other.size), 0) != SIZE_MAX;
}

static void add_part(vt_buffer *out, size_t before, vt_text part) {
    vt_why_add_line(out, out->size > before ? "; " : "", part);
}

void vt_why_add_explanation(const vitals_why *why, vt_buffer *out, const vt_why_object *object,
                            vt_text known) {
    const size_t before = out->size;
    const vt_text event = vt_why_event_message(why, object);
    vt_buffer message;
    vt_buffer_init(&message, &why->allocator, SIZE_MAX / 2);
    if (object->note) {
        vt_buffer_add(&message, vt_why_note_text(object->note, VT_WHY_OWN_MESSAGE));
    } else {
        vt_why_add_message(&message, object->document, object->message);
    }
    const vt_text own = vt_buffer_text(&message);
    if (own.size && vt_text_find(known, own, 0) == SIZE_MAX) add_part(out, before, own);
    if (event.size && !vt_why_covers(own, event) && !vt_why_covers(known, event)) {
        add_part(out, before, event);
    }
    if (message.failed) out->failed = true;
    vt_buffer_done(&message);
}
