/*
** What a Pod requests of a resource. KUBERNETES: k8s.io/component-helpers v0.35, resource/helpers.go, PodRequests.
*/
#include "why/details.h"

bool vt_why_quantity(const vitals_document *document, const vt_value *map, vt_text name,
                     vt_quantity *out) {
    char scratch[40];
    const vt_value *value = vt_document_field(document, map, name);
    return value && !vt_quantity_parse(vt_document_scalar_text(document, value, scratch), out);
}

int vt_why_compare(const vt_quantity *one, const vt_quantity *other) {
    if (one->negative != other->negative) return one->negative ? -1 : 1;
    const int sign = one->negative ? -1 : 1;
    if (one->whole != other->whole) return one->whole < other->whole ? -sign : sign;
    if (one->nano != other->nano) return one->nano < other->nano ? -sign : sign;
    return 0;
}

static const vt_value *requests_of(const vitals_document *pod, const vt_value *container) {
    return vt_why_field(pod, vt_why_field(pod, container, "resources"), "requests");
}

static bool is_sidecar(const vitals_document *pod, const vt_value *container) {
    return vt_text_is(vt_why_text(pod, container, "restartPolicy"), "Always");
}

/* Add what a container requests, if it does. */
static void add(vt_quantity *sum, const vitals_document *pod, const vt_value *map,
                vt_text resource) {
    vt_quantity one;
    if (vt_why_quantity(pod, map, resource, &one)) (void)vt_quantity_add(sum, &one);
}

/* The most that is used while init containers run; the sidecars among them are added to `sidecars`. */
static vt_quantity most_of_init(const vitals_document *pod, vt_text resource,
                                vt_quantity *sidecars) {
    const vt_value *list = vt_why_field(pod, vt_document_spec(pod), "initContainers");
    vt_quantity most = { .whole = 0 };
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        vt_quantity now = *sidecars;
        add(&now, pod, requests_of(pod, one), resource);
        if (is_sidecar(pod, one)) *sidecars = now;
        if (vt_why_compare(&now, &most) > 0) most = now;
    }
    return most;
}

vt_quantity vt_why_request(const vitals_document *pod, vt_text resource) {
    const vt_value *spec = vt_document_spec(pod), *list = vt_why_field(pod, spec, "containers");
    vt_quantity sum = { .whole = 0 }, own;
    const vt_quantity most = most_of_init(pod, resource, &sum);
    for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
        add(&sum, pod, requests_of(pod, one), resource);
    }
    if (vt_why_compare(&most, &sum) > 0) sum = most;
    if (vt_why_quantity(pod, requests_of(pod, spec), resource, &own)) sum = own;
    add(&sum, pod, vt_why_field(pod, spec, "overhead"), resource);
    return sum;
}

static void add_names(const vt_value *map, vt_text *names, size_t *count, size_t most) {
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        const vt_text name = vt_value_text(key);
        size_t i = 0;
        while (i < *count && !vt_text_equal(names[i], name)) i++;
        if (i == *count && i < most) names[(*count)++] = name;
    }
}

size_t vt_why_requested(const vitals_document *pod, vt_text *names, size_t most) {
    static const char *const lists[] = { "containers", "initContainers" };
    const vt_value *spec = vt_document_spec(pod);
    size_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const vt_value *list = vt_why_field(pod, spec, lists[i]);
        for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
            add_names(requests_of(pod, one), names, &count, most);
        }
    }
    add_names(requests_of(pod, spec), names, &count, most);
    return count;
}
