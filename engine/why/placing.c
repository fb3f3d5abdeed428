/*
** A Pod that no node takes, against the nodes: what it requests and what is free, node selector, node affinity, taints,
** Pods that it must not share a node with, and where its volumes are.
** KUBERNETES: api/core/v1; component-helpers, scheduling/corev1/nodeaffinity and helpers.go (tolerations).
*/
#include "why/details.h"

enum {
    MOST_NAMED = 3,             /* values, taints or nodes in a line */
    MOST_NODES_LOOKED = 2000000 /* by all questions together, so that they take linear time */
};

/* A Pod and a line that is written about it. */
typedef struct placing {
    vt_why_details *details;
    vitals_why *why;
    const vitals_document *pod;
} placing;

/* Texts and how often each was there, in the order in which they came. */
typedef struct tally {
    vt_text texts[MOST_NAMED];
    size_t counts[MOST_NAMED], count, others;
} tally;

static void count(tally *t, vt_text text) {
    size_t i = 0;
    while (i < t->count && !vt_text_equal(t->texts[i], text)) i++;
    if (i == MOST_NAMED) {
        t->others++;
        return;
    }
    if (i == t->count) {
        t->texts[t->count] = text;
        t->counts[t->count++] = 0;
    }
    t->counts[i]++;
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* -------------------------------------------------------------------- requests */

/* What Pods leave of a resource on a node. false: the node does not have it. */
static bool free_on(const vt_why_node *node, vt_text resource, vt_quantity *out, vt_quantity *all) {
    const vitals_document *document = node->document;
    const vt_value *map = vt_why_field(document, vt_document_status(document), "allocatable");
    const vt_why_use *use = node->use;
    if (!vt_why_quantity(document, map, resource, all)) return false;
    *out = *all;
    while (use && !vt_text_equal(use->resource, resource)) use = use->next;
    if (!use) return true;
    vt_quantity less = use->sum;
    less.negative = !less.negative;
    return vt_quantity_add(out, &less);
}

static void add_quantity(vt_buffer *out, const vt_quantity *quantity) {
    char text[VT_QUANTITY_TEXT_BYTES];
    vt_buffer_add(out, vt_quantity_text(quantity, text));
}

/* "requests 100 cpu; the most that is free is 7200m, on node n1 (8 allocatable)". */
static void add_request(placing *p, vt_text resource) {
    const vt_quantity wanted = vt_why_request(p->pod, resource);
    const vt_why_node *best = NULL;
    vt_quantity most = { .whole = 0 }, of = most;
    vt_buffer *line = &p->details->line;
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        vt_quantity free_, all;
        if (!free_on(node, resource, &free_, &all)) continue;
        if (best && vt_why_compare(&free_, &most) <= 0) continue;
        best = node;
        most = free_;
        of = all;
    }
    if (best && vt_why_compare(&wanted, &most) <= 0) return;
    vt_buffer_add_terminated(line, "requests ");
    add_quantity(line, &wanted);
    vt_buffer_add_terminated(line, " ");
    vt_buffer_add(line, resource);
    if (best) {
        vt_buffer_add_terminated(line, "; the most that is free is ");
        add_quantity(line, &most);
        vt_buffer_add_terminated(line, ", on node ");
        vt_buffer_add(line, vitals_document_name(best->document));
        vt_buffer_add_terminated(line, " (");
        add_quantity(line, &of);
        vt_buffer_add_terminated(line, " allocatable)");
    } else if (p->why->nodes) {
        vt_buffer_add_terminated(line, "; no node has this resource");
    }
    vt_why_end_detail(p->details);
}

static void add_requests(placing *p) {
    enum { MOST = 8 };
    vt_text names[MOST];
    const size_t count = vt_why_requested(p->pod, names, MOST);
    for (size_t i = 0; i < count; i++) {
        vt_buffer said;
        vt_buffer_init(&said, &p->why->allocator, VT_WHY_MOST_LINE_BYTES);
        vt_buffer_add_terminated(&said, "Insufficient ");
        vt_buffer_add(&said, names[i]);
        const bool is_short =
            vt_text_find(p->details->because, vt_buffer_text(&said), 0) != SIZE_MAX;
        vt_buffer_done(&said);
        if (p->why->nodes || is_short) add_request(p, names[i]);
    }
}

/* --------------------------------------------------------------------- labels */

/* "; nodes have disk=hdd (2)" or "; no node has the label disk". */
static void add_values(placing *p, vt_text key) {
    vt_buffer *line = &p->details->line;
    tally t = { .count = 0 };
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        const vt_text value = vitals_document_label(node->document, key);
        if (!vt_text_is_absent(value)) count(&t, value);
    }
    if (!t.count) {
        vt_buffer_add_terminated(line, "; no node has the label ");
        vt_buffer_add(line, key);
    }
    for (size_t i = 0; i < t.count; i++) {
        vt_buffer_add_terminated(line, i ? ", " : "; nodes have ");
        vt_buffer_add(line, key);
        vt_buffer_add_terminated(line, "=");
        vt_buffer_add(line, t.texts[i]);
        vt_buffer_printf(line, " (%zu)", t.counts[i]);
    }
    if (t.others) vt_buffer_printf(line, ", other values (%zu)", t.others);
}

static void add_selector_pair(placing *p, vt_text key, vt_text value) {
    vt_buffer *line = &p->details->line;
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        if (vt_text_equal(vitals_document_label(node->document, key), value)) return;
    }
    vt_buffer_add_terminated(line, "node selector ");
    vt_buffer_add(line, key);
    vt_buffer_add_terminated(line, "=");
    vt_buffer_add(line, value);
    vt_buffer_printf(line, " matches none of %zu node%s", p->why->node_count,
                     plural(p->why->node_count));
    add_values(p, key);
    vt_why_end_detail(p->details);
}

static bool matches_all(const vt_value *map, const vitals_document *node) {
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        if (!vt_text_equal(vitals_document_label(node, vt_value_text(key)),
                           vt_value_text(vt_object_value(key)))) {
            return false;
        }
    }
    return true;
}

static void add_selector(placing *p) {
    const vt_value *map = vt_why_field(p->pod, vt_document_spec(p->pod), "nodeSelector");
    const size_t before = p->details->count;
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        add_selector_pair(p, vt_value_text(key), vt_value_text(vt_object_value(key)));
    }
    if (!vt_value_count(map) || p->details->count > before) return;
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        if (matches_all(map, node->document)) return;
    }
    vt_buffer_add_terminated(&p->details->line, "node selector: no node has all of its labels");
    vt_why_end_detail(p->details);
}

/* ------------------------------------------------------------------- affinity */

/* A term of a NodeSelector, in the object that has it. */
typedef struct node_term {
    const vitals_document *of;
    const vt_value *expression;
} node_term;

static bool has_value(const node_term *term, vt_text label) {
    const vt_value *list = vt_why_field(term->of, term->expression, "values");
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        if (vt_text_equal(vt_value_text(one), label)) return true;
    }
    return false;
}

static bool is_greater(const node_term *term, vt_text label, bool greater) {
    const vt_value *list = vt_why_field(term->of, term->expression, "values");
    vt_quantity own, other;
    if (vt_quantity_parse(label, &own) ||
        vt_quantity_parse(vt_value_text(vt_array_first(list)), &other)) {
        return false;
    }
    const int order = vt_why_compare(&own, &other);
    return greater ? order > 0 : order < 0;
}

static bool holds(const node_term *term, vt_text label) {
    const vt_text operation = vt_why_text(term->of, term->expression, "operator");
    const bool has = !vt_text_is_absent(label);
    if (vt_text_is(operation, "In")) return has && has_value(term, label);
    if (vt_text_is(operation, "NotIn")) return !has || !has_value(term, label);
    if (vt_text_is(operation, "Exists")) return has;
    if (vt_text_is(operation, "DoesNotExist")) return !has;
    if (vt_text_is(operation, "Gt")) return has && is_greater(term, label, true);
    return vt_text_is(operation, "Lt") && has && is_greater(term, label, false);
}

static vt_text label_of(const node_term *term, const vitals_document *node) {
    return vitals_document_label(node, vt_why_text(term->of, term->expression, "key"));
}

/* "volume pv-1: topology.kubernetes.io/zone In a, b matches none of 3 nodes; nodes have …". */
static void add_expression(placing *p, const node_term *term, vt_text what) {
    vt_buffer *line = &p->details->line;
    const vt_value *list = vt_why_field(term->of, term->expression, "values");
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        if (holds(term, label_of(term, node->document))) return;
    }
    const vt_text key = vt_why_text(term->of, term->expression, "key");
    vt_buffer_add(line, what);
    vt_buffer_add_terminated(line, ": ");
    vt_buffer_add(line, key);
    vt_buffer_add_terminated(line, " ");
    vt_buffer_add(line, vt_why_text(term->of, term->expression, "operator"));
    const char *before = " ";
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        vt_buffer_add_terminated(line, before);
        vt_buffer_add(line, vt_value_text(one));
        before = ", ";
    }
    vt_buffer_printf(line, " matches none of %zu node%s", p->why->node_count,
                     plural(p->why->node_count));
    add_values(p, key);
    vt_why_end_detail(p->details);
}

static bool term_matches(const vitals_document *of, const vt_value *term,
                         const vitals_document *node) {
    const vt_value *list = vt_why_field(of, term, "matchExpressions");
    const vt_value *fields = vt_why_field(of, term, "matchFields");
    bool is = true;
    for (const vt_value *one = vt_array_first(list); one && is; one = vt_array_next(list, one)) {
        const node_term expression = { of, one };
        is = holds(&expression, label_of(&expression, node));
    }
    /* KUBERNETES: metadata.name is the only field. */
    for (const vt_value *one = vt_array_first(fields); one && is;
         one = vt_array_next(fields, one)) {
        const node_term expression = { of, one };
        is = holds(&expression, vitals_document_name(node));
    }
    return is && (vt_value_count(list) || vt_value_count(fields));
}

static bool any_node_matches(const placing *p, const vitals_document *of, const vt_value *terms) {
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        for (const vt_value *term = vt_array_first(terms); term;
             term = vt_array_next(terms, term)) {
            if (term_matches(of, term, node->document)) return true;
        }
    }
    return false;
}

/* A NodeSelector: one of its terms must hold. */
static void add_node_selector(placing *p, const vitals_document *of, const vt_value *selector,
                              vt_text what) {
    const vt_value *terms = vt_why_field(of, selector, "nodeSelectorTerms");
    const size_t before = p->details->count;
    if (!vt_value_count(terms) || any_node_matches(p, of, terms)) return;
    for (const vt_value *term = vt_array_first(terms); term; term = vt_array_next(terms, term)) {
        const vt_value *list = vt_why_field(of, term, "matchExpressions");
        for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
            const node_term expression = { of, one };
            add_expression(p, &expression, what);
        }
    }
    if (p->details->count > before) return;
    vt_buffer_add(&p->details->line, what);
    vt_buffer_printf(&p->details->line, ": none of %zu node%s matches all of a term",
                     p->why->node_count, plural(p->why->node_count));
    vt_why_end_detail(p->details);
}

static const vt_value *required(const placing *p, const char *which) {
    const vt_value *affinity = vt_why_field(p->pod, vt_document_spec(p->pod), "affinity");
    return vt_why_field(p->pod, vt_why_field(p->pod, affinity, which),
                        "requiredDuringSchedulingIgnoredDuringExecution");
}

/* ---------------------------------------------------------------------- volumes */

static void add_volume(placing *p, vt_text claim_name) {
    const vitals_set *set = p->why->set;
    const vitals_document *claim =
        vitals_set_find(set, VT_TEXT(""), VT_TEXT("PersistentVolumeClaim"),
                        vitals_document_namespace(p->pod), claim_name);
    if (!claim) return;
    const vt_text name = vt_why_text(claim, vt_document_spec(claim), "volumeName");
    const vitals_document *volume =
        vitals_set_find(set, VT_TEXT(""), VT_TEXT("PersistentVolume"), VT_TEXT(""), name);
    if (!volume) return;
    const vt_value *affinity = vt_why_field(volume, vt_document_spec(volume), "nodeAffinity");
    const vt_text what = VT_JOIN(&p->why->arena, VT_TEXT("volume "), name);
    add_node_selector(p, volume, vt_why_field(volume, affinity, "required"), what);
}

static void add_volumes(placing *p) {
    const vt_value *list = vt_why_field(p->pod, vt_document_spec(p->pod), "volumes");
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const vt_value *claim = vt_why_field(p->pod, one, "persistentVolumeClaim");
        const vt_text name = vt_why_text(p->pod, claim, "claimName");
        if (name.size) add_volume(p, name);
    }
}

/* ----------------------------------------------------------------------- taints */

static bool tolerates(const vitals_document *pod, const vitals_document *node,
                      const vt_value *taint) {
    const vt_value *list = vt_why_field(pod, vt_document_spec(pod), "tolerations");
    const vt_text key = vt_why_text(node, taint, "key"), value = vt_why_text(node, taint, "value");
    const vt_text effect = vt_why_text(node, taint, "effect");
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const vt_text own_key = vt_why_text(pod, one, "key");
        const vt_text own_effect = vt_why_text(pod, one, "effect");
        const bool exists = vt_text_is(vt_why_text(pod, one, "operator"), "Exists");
        if ((own_effect.size && !vt_text_equal(own_effect, effect)) ||
            (own_key.size ? !vt_text_equal(own_key, key) : !exists)) {
            continue;
        }
        if (exists || vt_text_equal(vt_why_text(pod, one, "value"), value)) return true;
    }
    return false;
}

/* key=value:Effect, as kubectl writes it. */
static vt_text taint_text(placing *p, const vitals_document *node, const vt_value *taint) {
    const vt_text value = vt_why_text(node, taint, "value");
    return VT_JOIN(&p->why->arena, vt_why_text(node, taint, "key"),
                   value.size ? VT_TEXT("=") : VT_TEXT(""), value, VT_TEXT(":"),
                   vt_why_text(node, taint, "effect"));
}

static void count_taints(placing *p, const vitals_document *node, tally *t,
                         vt_text names[MOST_NAMED]) {
    const vt_value *list = vt_why_field(node, vt_document_spec(node), "taints");
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        const size_t before = t->count;
        if (vt_text_is(vt_why_text(node, one, "effect"), "PreferNoSchedule") ||
            tolerates(p->pod, node, one)) {
            continue;
        }
        count(t, taint_text(p, node, one));
        if (t->count > before) names[before] = vitals_document_name(node);
    }
}

/* "taint dedicated=gpu:NoSchedule of 2 of 3 nodes (n1 and others) is not tolerated". */
static void add_taints(placing *p) {
    vt_buffer *line = &p->details->line;
    vt_text names[MOST_NAMED];
    tally t = { .count = 0 };
    for (const vt_why_node *node = p->why->nodes; node; node = node->next) {
        count_taints(p, node->document, &t, names);
    }
    for (size_t i = 0; i < t.count; i++) {
        vt_buffer_add_terminated(line, "taint ");
        vt_buffer_add(line, t.texts[i]);
        vt_buffer_printf(line, " of %zu of %zu node%s (", t.counts[i], p->why->node_count,
                         plural(p->why->node_count));
        vt_buffer_add(line, names[i]);
        vt_buffer_add_terminated(line, t.counts[i] > 1 ? " and others) is not tolerated"
                                                       : ") is not tolerated");
        vt_why_end_detail(p->details);
    }
}

/* ----------------------------------------------------------- Pods that stand apart */

static const vitals_document *node_of(const placing *p, const vitals_document *pod) {
    const vt_why_node *node =
        vt_map_get(&p->why->nodes_by_name, vt_why_text(pod, vt_document_spec(pod), "nodeName"));
    return node ? node->document : NULL;
}

static bool is_taken(const placing *p, const vitals_document *const *pods, size_t count,
                     vt_text key, vt_text domain) {
    for (size_t i = 0; i < count; i++) {
        const vitals_document *node = node_of(p, pods[i]);
        if (node && vt_text_equal(vitals_document_label(node, key), domain)) return true;
    }
    return false;
}

/* "Pod anti-affinity by kubernetes.io/hostname: 2 of 2 nodes have such a Pod, as Pod/db-0". */
static void add_apart(placing *p, const vt_value *term) {
    enum { MOST_PODS = 64 };
    const vitals_document *pods[MOST_PODS];
    const vt_text key = vt_why_text(p->pod, term, "topologyKey");
    const size_t count = vt_why_pods_of(p->why, p->pod, vt_why_field(p->pod, term, "labelSelector"),
                                        pods, MOST_PODS);
    size_t taken = 0;
    vt_buffer *line = &p->details->line;
    for (const vt_why_node *node = p->why->nodes; node && count; node = node->next) {
        const vt_text domain = vitals_document_label(node->document, key);
        taken += !vt_text_is_absent(domain) && is_taken(p, pods, count, key, domain);
    }
    if (!taken) return;
    vt_buffer_add_terminated(line, "Pod anti-affinity by ");
    vt_buffer_add(line, key);
    vt_buffer_printf(line, ": %zu of %zu node%s have such a Pod, as Pod/", taken,
                     p->why->node_count, plural(p->why->node_count));
    size_t first = 0;
    while (first + 1 < count && !node_of(p, pods[first])) first++;
    vt_buffer_add(line, vitals_document_name(pods[first]));
    vt_why_end_detail(p->details);
}

void vt_why_add_placing(vt_why_details *details, const vitals_document *cause) {
    placing p = { details, details->why, cause };
    const bool waits = vt_why_is(cause, "", "Pod") &&
                       !vt_why_text(cause, vt_document_spec(cause), "nodeName").size &&
                       vt_why_has_said(details, "not scheduled");
    if (!waits || !vt_why_collect_facts(p.why)) return;
    if (p.why->nodes_looked > MOST_NODES_LOOKED) return;
    p.why->nodes_looked += p.why->node_count;
    add_requests(&p);
    if (!p.why->nodes) return;
    add_selector(&p);
    add_node_selector(&p, cause, required(&p, "nodeAffinity"), VT_TEXT("node affinity"));
    add_volumes(&p);
    add_taints(&p);
    const vt_value *terms = required(&p, "podAntiAffinity");
    for (const vt_value *one = vt_array_first(terms); one; one = vt_array_next(terms, one)) {
        add_apart(&p, one);
    }
}
