/* Obstacles: the budget that holds up a drain, finalizers of a deletion, objects and hooks of a sync. */
#include "why/details.h"

enum { MOST_NAMED = 5 };

static void add_name(vt_buffer *out, const vitals_document *document) {
    vt_buffer_add(out, vitals_document_kind(document));
    vt_buffer_add_byte(out, '/');
    vt_buffer_add(out, vitals_document_name(document));
}

/* ---------------------------------------------------------------------- budgets */

bool vt_why_is_ready(const vitals_document *pod) {
    return vt_text_is(vt_why_text(pod, vt_why_condition(pod, "Ready"), "status"), "True");
}

/* "protects Pod/web-1 on n1 (not ready), Pod/web-2 on n2". */
static void add_protected(vt_why_details *details, const vitals_document *budget) {
    const vitals_document *pods[MOST_NAMED + 1];
    const size_t count = vt_why_selected_pods(details->why, budget, pods, MOST_NAMED + 1);
    vt_buffer *line = &details->line;
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
        const vt_text node = vt_why_text(pods[i], vt_document_spec(pods[i]), "nodeName");
        vt_buffer_add_terminated(line, i ? ", " : "protects ");
        add_name(line, pods[i]);
        if (node.size) vt_buffer_add_terminated(line, " on ");
        vt_buffer_add(line, node);
        if (!vt_why_is_ready(pods[i])) vt_buffer_add_terminated(line, " (not ready)");
    }
    if (count > MOST_NAMED) vt_buffer_add_terminated(line, " and more");
    vt_why_end_detail(details);
}

static bool is_cordoned(const vitals_document *document) {
    return vt_why_is(document, "", "Node") &&
           vt_value_is_true(vt_why_field(document, vt_document_spec(document), "unschedulable"));
}

bool vt_why_holds_up(vitals_why *why, const vitals_document *document) {
    return vt_why_blocks_evictions(document) ||
           (is_cordoned(document) && vt_why_budgets_of(why, vitals_document_name(document)));
}

/* Of a node that is being drained: the budgets that let none of its Pods go. */
static void add_drain(vt_why_details *details, const vitals_document *node) {
    if (!is_cordoned(node)) return;
    const vt_why_item *item = vt_why_budgets_of(details->why, vitals_document_name(node));
    for (; item; item = item->next) {
        add_name(&details->line, item->document);
        vt_buffer_add_terminated(&details->line, " in ");
        vt_buffer_add(&details->line, vitals_document_namespace(item->document));
        vt_buffer_add_terminated(&details->line, ": ");
        vt_why_add_budget(&details->line, item->document);
        vt_why_end_detail(details);
    }
}

/* -------------------------------------------------------------------- finalizers */

/* Who removes a finalizer, and when. `tail` of the name, or the whole of it. */
static const struct finalizer {
    const char *name, *remover;
} finalizers[] = {
    { "kubernetes.io/pvc-protection",
      "the controller manager removes it when no Pod uses the claim" },
    { "kubernetes.io/pv-protection",
      "the controller manager removes it when no claim is bound to the volume" },
    { "foregroundDeletion", "the garbage collector removes it when what the object owns is gone" },
    { "orphan", "the garbage collector removes it" },
    { "batch.kubernetes.io/job-tracking", "the Job controller removes it" },
    { "service.kubernetes.io/load-balancer-cleanup",
      "the cloud controller removes it when the load balancer is gone" },
    { "customresourcecleanup.apiextensions.k8s.io",
      "the API server removes it when all objects of the kind are gone" },
    { "resources-finalizer.argocd.argoproj.io",
      "Argo CD's application controller removes it when the resources are gone" },
    { "post-delete-finalizer.argocd.argoproj.io",
      "Argo CD removes it when the PostDelete hooks have run" },
    { "foreground-finalizer.argocd.argoproj.io", "Argo CD's application controller removes it" },
    { "finalizers.fluxcd.io", "the controller of Flux removes it" },
    { "finalizer.acme.cert-manager.io", "cert-manager removes it" },
    { "cluster.cluster.x-k8s.io", "Cluster API removes it when the machines are gone" },
    { "machine.cluster.x-k8s.io",
      "Cluster API removes it when the node is drained and its machine is gone" },
    { "karpenter.sh/termination", "Karpenter removes it when the node is drained" },
    { "finalizer.apiextensions.crossplane.io", "Crossplane removes it" },
    { "finalizer.managedresource.crossplane.io",
      "the provider of Crossplane removes it when the external resource is gone" },
};

static void add_remover(vt_buffer *out, vt_text name) {
    for (size_t i = 0; i < sizeof finalizers / sizeof finalizers[0]; i++) {
        const vt_text known = vt_text_from(finalizers[i].name);
        const bool is = vt_text_starts(name, known) &&
                        (name.size == known.size || name.bytes[known.size] == '/');
        if (!is) continue;
        vt_buffer_printf(out, ": %s", finalizers[i].remover);
        return;
    }
    const size_t slash = vt_text_find_byte(name, '/', 0);
    vt_buffer_add_terminated(out, ": only the controller that set it removes it");
    if (slash == SIZE_MAX) return;
    vt_buffer_add_terminated(out, " (");
    vt_buffer_add(out, vt_text_between(name, 0, slash));
    vt_buffer_add_terminated(out, ")");
}

/* The Pods that use a claim hold it. */
static void add_users(vt_why_details *details, const vitals_document *claim) {
    enum { MOST_PODS = 3 };
    size_t count = 0;
    const vt_why_item *item = vt_why_pods_with_claim(details->why, claim);
    for (; item && count < MOST_PODS; item = item->next, count++) {
        vt_buffer_add_terminated(&details->line, count ? ", " : "; used by ");
        add_name(&details->line, item->document);
    }
}

/* The objects that a foreground deletion waits for. */
static void add_dependents(vt_why_details *details, const vitals_document *owner) {
    const vt_text uid = vitals_document_uid(owner);
    const vitals_document *child;
    uint64_t cursor = 0;
    size_t count = 0;
    while (uid.size && details->why->set && count < MOST_NAMED &&
           (child = vitals_set_next_child(details->why->set, uid, &cursor))) {
        vt_buffer_add_terminated(&details->line, count++ ? ", " : "; left: ");
        add_name(&details->line, child);
    }
}

static void add_finalizers(vt_why_details *details, const vitals_document *document) {
    const vt_value *list = vt_why_field(document, vt_document_metadata(document), "finalizers");
    if (!vt_document_parts(document)->deletion_timestamp) return;
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const vt_text name = vt_value_text(one);
        vt_buffer_add_terminated(&details->line, "finalizer ");
        vt_why_add_line(&details->line, "", name);
        add_remover(&details->line, name);
        if (vt_text_is(name, "kubernetes.io/pvc-protection")) add_users(details, document);
        if (vt_text_is(name, "foregroundDeletion")) add_dependents(details, document);
        vt_why_end_detail(details);
    }
}

/* What is left in a namespace: each object that is being deleted, and its finalizers. */
static void add_content(vt_why_details *details, const vitals_document *namespace_) {
    if (!vt_document_parts(namespace_)->deletion_timestamp) return;
    const vt_why_item *item = vt_why_deleted_in(details->why, vitals_document_name(namespace_));
    for (size_t i = 0; item && i < MOST_NAMED; item = item->next, i++) {
        const vitals_document *document = item->document;
        const vt_value *list = vt_why_field(document, vt_document_metadata(document), "finalizers");
        const vt_value *first = vt_array_first(list);
        add_name(&details->line, document);
        for (const vt_value *one = first; one; one = vt_array_next(list, one)) {
            vt_buffer_add_terminated(&details->line, one == first ? " has finalizer " : ", ");
            vt_why_add_line(&details->line, "", vt_value_text(one));
        }
        add_remover(&details->line, vt_value_text(first));
        vt_why_end_detail(details);
    }
    size_t more = 0;
    for (; item; item = item->next) more++;
    if (more) vt_buffer_printf(&details->line, "and %zu more objects with finalizers", more);
    vt_why_end_detail(details);
}

/* -------------------------------------------------------------------------- sync */

/* ARGO: pkg/apis/application/v1alpha1, ResourceResult. A hook has no status but a phase. */
static bool is_in_the_way(const vitals_document *application, const vt_value *one) {
    const vt_text phase = vt_why_text(application, one, "hookPhase");
    const vt_text status = vt_why_text(application, one, "status");
    if (!vt_why_text(application, one, "hookType").size) return vt_text_is(status, "SyncFailed");
    return vt_text_is(phase, "Failed") || vt_text_is(phase, "Error") ||
           vt_text_is(phase, "Running");
}

/* The wave of a resource is in another list. */
static void add_wave(vt_buffer *out, const vitals_document *application, const vt_value *result) {
    static const char *const same[] = { "group", "kind", "namespace", "name" };
    const vt_value *list = vt_why_field(application, vt_document_status(application), "resources");
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        size_t i = 0;
        while (i < 4 && vt_text_equal(vt_why_text(application, one, same[i]),
                                      vt_why_text(application, result, same[i]))) {
            i++;
        }
        const vt_value *wave = vt_why_field(application, one, "syncWave");
        if (i < 4 || !vt_value_is_integer(wave)) continue;
        vt_buffer_printf(out, " of wave %lld", (long long)wave->as.integer);
        return;
    }
}

/* "PreSync hook Job/migrate is Failed: …", "Deployment/web of wave 2: …". */
static void add_result(vt_why_details *details, const vitals_document *application,
                       const vt_value *one) {
    const vt_text hook = vt_why_text(application, one, "hookType");
    vt_buffer *line = &details->line;
    if (hook.size) {
        vt_buffer_add(line, hook);
        vt_buffer_add_terminated(line, " hook ");
    }
    vt_buffer_add(line, vt_why_text(application, one, "kind"));
    vt_buffer_add_byte(line, '/');
    vt_buffer_add(line, vt_why_text(application, one, "name"));
    if (hook.size) {
        vt_buffer_add_terminated(line, " is ");
        vt_buffer_add(line, vt_why_text(application, one, "hookPhase"));
    } else {
        add_wave(line, application, one);
    }
    vt_why_add_line(line, ": ", vt_why_text(application, one, "message"));
    vt_why_end_detail(details);
}

static void add_sync(vt_why_details *details, const vitals_document *application) {
    const vt_value *operation =
        vt_why_field(application, vt_document_status(application), "operationState");
    const vt_value *result = vt_why_field(application, operation, "syncResult");
    const vt_value *list = vt_why_field(application, result, "resources");
    size_t count = 0;
    for (const vt_value *one = vt_array_first(list); one && count < MOST_NAMED;
         one = vt_array_next(list, one)) {
        if (!is_in_the_way(application, one)) continue;
        add_result(details, application, one);
        count++;
    }
}

void vt_why_add_blocks(vt_why_details *details, const vitals_document *cause) {
    add_finalizers(details, cause);
    if (vt_why_is(cause, "", "Namespace")) add_content(details, cause);
    add_drain(details, cause);
    if (vt_why_blocks_evictions(cause)) add_protected(details, cause);
    if (vt_why_is(cause, "argoproj.io", "Application")) add_sync(details, cause);
}
