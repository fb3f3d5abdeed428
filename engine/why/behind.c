/*
** One step behind a cause: the limit that was exceeded, the probe that failed, the service of a webhook or of an API, the
** class of a claim.
*/
#include "why/details.h"

/* The word in double quotes behind `before`. */
static vt_text quoted_behind(vt_text text, const char *before) {
    const size_t at = vt_text_find(text, vt_text_from(before), 0);
    if (at == SIZE_MAX) return VT_TEXT_ABSENT;
    const size_t start = at + strlen(before), end = vt_text_find_byte(text, '"', start);
    return vt_text_between(text, start, end == SIZE_MAX ? start : end);
}

/* ------------------------------------------------------------------- containers */

/* The container of a Pod's spec that the cause names. */
static const vt_value *container_of(const vt_why_details *details, const vitals_document *pod) {
    static const char *const lists[] = { "initContainers", "containers" };
    const vt_value *status = vt_why_container_status(pod, details->because);
    const vt_text name = vt_why_text(pod, status, "name");
    if (!name.size) return NULL;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const vt_value *list = vt_why_field(pod, vt_document_spec(pod), lists[i]);
        for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
            if (vt_text_equal(vt_why_text(pod, one, "name"), name)) return one;
        }
    }
    return NULL;
}

/* KUBERNETES: without a limit of its own a container may use what the node has. */
static void add_memory(vt_why_details *details, const vitals_document *pod,
                       const vt_value *container) {
    char scratch[40];
    const vt_value *resources = vt_why_field(pod, container, "resources");
    const vt_value *limit = vt_why_field(pod, vt_why_field(pod, resources, "limits"), "memory");
    vt_buffer_add_terminated(&details->line, "container ");
    vt_buffer_add(&details->line, vt_why_text(pod, container, "name"));
    if (limit) {
        vt_buffer_add_terminated(&details->line, ": memory limit ");
        vt_buffer_add(&details->line, vt_document_scalar_text(pod, limit, scratch));
    } else {
        vt_buffer_add_terminated(&details->line, ": no memory limit; the node ran out of memory");
    }
    vt_why_end_detail(details);
}

/* "readiness probe: GET :8080/ready". */
static void add_probe(vt_why_details *details, const vitals_document *pod,
                      const vt_value *container, const char *which, const char *name) {
    char scratch[40];
    const vt_value *probe = vt_why_field(pod, container, which);
    const vt_value *http = vt_why_field(pod, probe, "httpGet");
    const vt_value *tcp = vt_why_field(pod, probe, "tcpSocket");
    const vt_value *command = vt_why_field(pod, vt_why_field(pod, probe, "exec"), "command");
    vt_buffer *line = &details->line;
    if (!http && !tcp && !command) return;
    vt_buffer_printf(line, "%s probe: %s", name, http ? "GET :" : tcp ? "connects to :" : "runs");
    if (http || tcp) {
        vt_buffer_add(line, vt_document_scalar_text(
                                pod, vt_why_field(pod, http ? http : tcp, "port"), scratch));
        vt_buffer_add(line, vt_why_text(pod, http, "path"));
    }
    for (const vt_value *one = vt_array_first(command); one && !http && !tcp;
         one = vt_array_next(command, one)) {
        vt_buffer_add_byte(line, ' ');
        vt_why_add_line(line, "", vt_value_text(one));
    }
    vt_why_end_detail(details);
}

static void add_container(vt_why_details *details, const vitals_document *pod) {
    const vt_value *container = container_of(details, pod);
    if (!container) return;
    if (vt_why_has_said(details, "OOMKilled")) add_memory(details, pod, container);
    if (vt_why_has_said(details, "not ready") || vt_why_has_said(details, "Readiness probe")) {
        add_probe(details, pod, container, "readinessProbe", "readiness");
    }
    if (vt_why_has_said(details, "Liveness probe")) {
        add_probe(details, pod, container, "livenessProbe", "liveness");
    }
    if (vt_why_has_said(details, "Startup probe")) {
        add_probe(details, pod, container, "startupProbe", "startup");
    }
}

/* ---------------------------------------------------------------------- services */

/* The Pods behind a Service. */
static void add_pods_of(vt_why_details *details, const vitals_document *service) {
    enum { MOST_PODS = 64 };
    const vitals_document *pods[MOST_PODS];
    size_t ready = 0;
    const size_t count = vt_why_selected_pods(details->why, service, pods, MOST_PODS);
    for (size_t i = 0; i < count; i++) ready += vt_why_is_ready(pods[i]);
    vt_buffer_printf(&details->line, ": %zu of %zu Pod%s behind it %s ready", ready, count,
                     count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

/* "Service/guard in policy: 0 of 2 Pods behind it are ready". */
static void add_service(vt_why_details *details, vt_text namespace_, vt_text name) {
    const vitals_set *set = details->why->set;
    const vitals_document *service =
        vitals_set_find(set, VT_TEXT(""), VT_TEXT("Service"), namespace_, name);
    vt_buffer *line = &details->line;
    vt_buffer_add_terminated(line, "Service/");
    vt_buffer_add(line, name);
    vt_buffer_add_terminated(line, " in ");
    vt_buffer_add(line, namespace_);
    if (service && vt_why_selector_of(service)) {
        add_pods_of(details, service);
    } else if (!service && vt_why_services_in(details->why, namespace_)) {
        vt_buffer_add_terminated(line, ", which does not exist");
    }
}

static void add_client(vt_why_details *details, const vitals_document *of, const vt_value *client) {
    const vt_value *service = vt_why_field(of, client, "service");
    vt_buffer_add_terminated(&details->line, " calls ");
    if (service) {
        add_service(details, vt_why_text(of, service, "namespace"),
                    vt_why_text(of, service, "name"));
    } else {
        vt_why_add_line(&details->line, "", vt_why_text(of, client, "url"));
    }
}

static void add_webhook(vt_why_details *details) {
    static const char *const before[] = { "failed calling webhook \"", "admission webhook \"" };
    vt_text name = VT_TEXT_ABSENT;
    for (size_t i = 0; i < sizeof before / sizeof before[0] && !name.size; i++) {
        name = quoted_behind(details->because, before[i]);
    }
    if (!name.size) return;
    const vt_why_item *item = vt_why_all_of(details->why, VT_TEXT("webhooks"));
    for (; item; item = item->next) {
        const vitals_document *of = item->document;
        const vt_value *list = vt_why_field(of, vt_document_root(of), "webhooks");
        for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
            if (!vt_text_equal(vt_why_text(of, one, "name"), name)) continue;
            vt_buffer_add(&details->line, vitals_document_kind(of));
            vt_buffer_add_terminated(&details->line, "/");
            vt_buffer_add(&details->line, vitals_document_name(of));
            add_client(details, of, vt_why_field(of, one, "clientConfig"));
            vt_why_end_detail(details);
        }
    }
}

/* -------------------------------------------------------------------------- APIs */

/* The API that an autoscaler could not ask, by what its controller says. KUBERNETES: pkg/controller/podautoscaler. */
static const struct metrics_api {
    const char *says, *name;
} metrics_apis[] = {
    { "resource metrics API", "v1beta1.metrics.k8s.io" },
    { "custom.metrics.k8s.io", "v1beta1.custom.metrics.k8s.io" },
    { "custom metrics API", "v1beta1.custom.metrics.k8s.io" },
    { "external.metrics.k8s.io", "v1beta1.external.metrics.k8s.io" },
    { "external metrics API", "v1beta1.external.metrics.k8s.io" },
};

const char *vt_why_metrics_api(vt_text because) {
    for (size_t i = 0; i < sizeof metrics_apis / sizeof metrics_apis[0]; i++) {
        if (vt_text_find(because, vt_text_from(metrics_apis[i].says), 0) != SIZE_MAX) {
            return metrics_apis[i].name;
        }
    }
    return NULL;
}

static void add_api_state(vt_why_details *details, const vitals_document *api) {
    const vt_value *available = vt_why_condition(api, "Available");
    const vt_value *service = vt_why_field(api, vt_document_spec(api), "service");
    vt_buffer *line = &details->line;
    if (vt_text_is(vt_why_text(api, available, "status"), "True")) {
        vt_buffer_add_terminated(line, " is available");
    } else {
        vt_buffer_add_terminated(line, " is not available");
        vt_why_add_line(line, ": ", vt_why_text(api, available, "message"));
    }
    if (!service) return;
    vt_buffer_add_terminated(line, "; ");
    add_service(details, vt_why_text(api, service, "namespace"), vt_why_text(api, service, "name"));
}

static void add_metrics(vt_why_details *details, const vitals_document *cause) {
    const char *name = vt_why_metrics_api(details->because);
    const vt_why_item *item = vt_why_all_of(details->why, VT_TEXT("APIService"));
    if (!vt_why_is(cause, "autoscaling", "HorizontalPodAutoscaler") || !name || !item) return;
    while (item && !vt_text_is(vitals_document_name(item->document), name)) item = item->next;
    vt_buffer_printf(&details->line, "APIService/%s", name);
    if (item) {
        add_api_state(details, item->document);
    } else {
        vt_buffer_add_terminated(&details->line, " does not exist");
    }
    vt_why_end_detail(details);
}

/* ------------------------------------------------------------------------ claims */

static void add_class(vt_why_details *details, const vitals_document *claim) {
    const vt_text name = vt_why_text(claim, vt_document_spec(claim), "storageClassName");
    const bool pending =
        vt_text_is(vt_why_text(claim, vt_document_status(claim), "phase"), "Pending");
    const vt_why_item *item = vt_why_all_of(details->why, VT_TEXT("StorageClass"));
    if (!pending || !name.size || !item) return;
    while (item && !vt_text_equal(vitals_document_name(item->document), name)) item = item->next;
    vt_buffer *line = &details->line;
    vt_buffer_add_terminated(line, "StorageClass/");
    vt_buffer_add(line, name);
    if (item) {
        const vitals_document *class_ = item->document;
        const vt_value *root = vt_document_root(class_);
        vt_buffer_add_terminated(line, ": provisioner ");
        vt_buffer_add(line, vt_why_text(class_, root, "provisioner"));
        if (vt_text_is(vt_why_text(class_, root, "volumeBindingMode"), "WaitForFirstConsumer")) {
            vt_buffer_add_terminated(line, ", waits for a Pod with a node");
        }
    } else {
        vt_buffer_add_terminated(line, " does not exist");
    }
    vt_why_end_detail(details);
}

void vt_why_add_behind(vt_why_details *details, const vitals_document *cause) {
    if (vt_why_is(cause, "", "Pod")) add_container(details, cause);
    if (vt_why_is(cause, "", "PersistentVolumeClaim")) add_class(details, cause);
    add_webhook(details);
    add_metrics(details, cause);
}
