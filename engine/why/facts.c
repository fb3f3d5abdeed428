/* The objects of a set that explain many others: nodes with what their Pods request, budgets, and what is being deleted. */
#include "base/run/limits.h"
#include "objects/set/set.h"
#include "why/details.h"

static vt_text text_at(const vitals_document *document, const vt_value *map, const char *name) {
    return vt_why_text(document, map, name);
}

/* ------------------------------------------------------------------------ use */

static vt_why_use *use_of(vitals_why *why, vt_why_node *node, vt_text resource) {
    vt_why_use *use = node->use;
    while (use && !vt_text_equal(use->resource, resource)) use = use->next;
    if (use) return use;
    use = vt_arena_allocate_zeroed(&why->arena, sizeof *use);
    if (!use) {
        why->no_memory = true;
        return NULL;
    }
    use->resource = resource;
    use->next = node->use;
    node->use = use;
    return use;
}

/* KUBERNETES: a Pod that has ended uses nothing. */
static bool has_ended(const vitals_document *pod) {
    const vt_text phase = text_at(pod, vt_document_status(pod), "phase");
    return vt_text_is(phase, "Succeeded") || vt_text_is(phase, "Failed");
}

static void add_use(vitals_why *why, const vitals_document *pod) {
    enum { MOST = 8 };
    vt_text names[MOST];
    vt_why_node *node =
        vt_map_get(&why->nodes_by_name, text_at(pod, vt_document_spec(pod), "nodeName"));
    if (!node || has_ended(pod)) return;
    const size_t count = vt_why_requested(pod, names, MOST);
    for (size_t i = 0; i < count; i++) {
        vt_why_use *use = use_of(why, node, names[i]);
        const vt_quantity request = vt_why_request(pod, names[i]);
        if (use) (void)vt_quantity_add(&use->sum, &request);
    }
}

/* ----------------------------------------------------------------------- claims */

/* NAMESPACE/NAME; a name has no slash. Absent: no memory. */
static vt_text claim_key(vitals_why *why, const vitals_document *in, vt_text name) {
    const vt_text key = VT_JOIN(&why->arena, vitals_document_namespace(in), VT_TEXT("/"), name);
    if (vt_text_is_absent(key)) why->no_memory = true;
    return key;
}

static void add_claims(vitals_why *why, const vitals_document *pod) {
    const vt_value *list = vt_why_field(pod, vt_document_spec(pod), "volumes");
    if (has_ended(pod)) return;
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const vt_value *claim = vt_why_field(pod, one, "persistentVolumeClaim");
        const vt_text name = text_at(pod, claim, "claimName");
        const vt_text key = name.size ? claim_key(why, pod, name) : VT_TEXT_ABSENT;
        if (key.size) vt_why_add_to(why, &why->claims, key, pod);
    }
}

const vt_why_item *vt_why_pods_with_claim(vitals_why *why, const vitals_document *claim) {
    if (!vt_why_collect_facts(why)) return NULL;
    return vt_why_first_of(&why->claims, claim_key(why, claim, vitals_document_name(claim)));
}

/* ------------------------------------------------------------------ collecting */

/* By each node that has one of its Pods, once. */
static void add_budget(vitals_why *why, const vitals_document *budget) {
    enum { MOST_PODS = 256 };
    const vitals_document *pods[MOST_PODS];
    const size_t count = vt_why_selected_pods(why, budget, pods, MOST_PODS);
    for (size_t i = 0; i < count; i++) {
        const vt_text node = text_at(pods[i], vt_document_spec(pods[i]), "nodeName");
        const vt_why_list *list = vt_map_get(&why->blocking, node);
        if (!node.size || (list && list->last->document == budget)) continue;
        vt_why_add_to(why, &why->blocking, node, budget);
    }
}

static void add_node(vitals_why *why, const vitals_document *document) {
    vt_why_node *node = vt_arena_allocate_zeroed(&why->arena, sizeof *node);
    if (!node || !vt_map_put(&why->nodes_by_name, vitals_document_name(document), node)) {
        why->no_memory = true;
        return;
    }
    *node = (vt_why_node){ document, NULL, why->nodes };
    why->nodes = node;
    why->node_count++;
}

static void collect(vitals_why *why, const vitals_document *document) {
    const vt_value *finalizers =
        vt_why_field(document, vt_document_metadata(document), "finalizers");
    const vt_text namespace_ = vitals_document_namespace(document);
    if (vt_why_is(document, "", "Node")) add_node(why, document);
    if (vt_why_is(document, "", "Pod")) add_claims(why, document);
    if (vt_why_is(document, "", "Service")) {
        vt_why_add_to(why, &why->services, namespace_, document);
    }
    if (vt_why_blocks_evictions(document)) add_budget(why, document);
    if (vt_document_parts(document)->deletion_timestamp && namespace_.size &&
        vt_array_first(finalizers)) {
        vt_why_add_to(why, &why->deleted, namespace_, document);
    }
    const vt_text kind = vitals_document_kind(document);
    if (vt_text_is(vitals_document_group(document), "admissionregistration.k8s.io")) {
        vt_why_add_to(why, &why->kinds, VT_TEXT("webhooks"), document);
    } else if (vt_text_is(kind, "StorageClass") || vt_text_is(kind, "APIService")) {
        vt_why_add_to(why, &why->kinds, kind, document);
    }
}

bool vt_why_collect_facts(vitals_why *why) {
    uint64_t cursor = 0;
    const vitals_document *document;
    if (why->has_facts || !why->set) return !why->no_memory;
    why->has_facts = true;
    while ((document = vitals_set_next(why->set, &cursor))) collect(why, document);
    cursor = 0;
    while (why->nodes && (document = vitals_set_next(why->set, &cursor))) {
        if (vt_why_is(document, "", "Pod")) add_use(why, document);
    }
    return !why->no_memory;
}

const vt_why_item *vt_why_deleted_in(vitals_why *why, vt_text namespace_) {
    return vt_why_collect_facts(why) ? vt_why_first_of(&why->deleted, namespace_) : NULL;
}

const vt_why_item *vt_why_budgets_of(vitals_why *why, vt_text node) {
    return vt_why_collect_facts(why) ? vt_why_first_of(&why->blocking, node) : NULL;
}

const vt_why_item *vt_why_all_of(vitals_why *why, vt_text which) {
    return vt_why_collect_facts(why) ? vt_why_first_of(&why->kinds, which) : NULL;
}

const vt_why_item *vt_why_services_in(vitals_why *why, vt_text namespace_) {
    return vt_why_collect_facts(why) ? vt_why_first_of(&why->services, namespace_) : NULL;
}

/* ------------------------------------------------------------------- selection */

static size_t select_pods(vitals_why *why, vt_text namespace_, const vt_label_selector *selector,
                          const vitals_document **pods, size_t most) {
    vt_set_lookup lookup;
    vt_steps cost = vt_steps_of(VT_LIMIT_NAME(set_steps), why->set_steps, (vt_interrupt){ 0 });
    size_t count = 0;
    vt_set_select(&lookup, why->set, namespace_, VT_TEXT(""), VT_TEXT("Pod"), selector, &cost);
    for (const vt_set_entry *entry; count < most && (entry = vt_set_lookup_next(&lookup));) {
        const vitals_document *pod = vt_set_entry_document(entry);
        if (pod) pods[count++] = pod;
    }
    return count;
}

size_t vt_why_pods_of(vitals_why *why, const vitals_document *document, const vt_value *selector,
                      const vitals_document **pods, size_t most) {
    vt_label_selector read;
    if (!why->set || !vt_value_is_object(selector)) return 0;
    if (!vt_label_selector_read(document, selector, &why->arena, &read)) {
        why->no_memory = true;
        return 0;
    }
    return select_pods(why, vitals_document_namespace(document), &read, pods, most);
}

size_t vt_why_selected_pods(vitals_why *why, const vitals_document *document,
                            const vitals_document **pods, size_t most) {
    const vt_value *labels = vt_why_selector_of(document);
    vt_label_selector read;
    if (!labels) {
        return vt_why_pods_of(why, document,
                              vt_why_field(document, vt_document_spec(document), "selector"), pods,
                              most);
    }
    if (!why->set || !vt_why_read_labels(why, labels, &read)) return 0;
    return select_pods(why, vitals_document_namespace(document), &read, pods, most);
}
