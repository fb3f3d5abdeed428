/* The table of resources, and the kinds that are left out of it when all are asked for. */
#include "cluster/discovery/resource.h"

bool vt_resource_has_subresource(const vt_resource *resource, vt_text name) {
    for (size_t i = 0; i < resource->subresource_count; i++) {
        if (vt_text_equal(resource->subresources[i], name)) return true;
    }
    return false;
}

const vt_resource *vt_resource_of_kind(const vt_resource_table *table, vt_text group,
                                       vt_text kind) {
    const vt_resource *other = NULL;
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        if (!vt_text_equal(row->kind, kind) || !vt_text_equal(row->group, group)) continue;
        if (row->preferred) return row;
        if (!other) other = row;
    }
    return other;
}

const vt_resource *vt_resource_of_version(const vt_resource_table *table, vt_text group,
                                          vt_text version, vt_text kind) {
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        if (vt_text_equal(row->kind, kind) && vt_text_equal(row->group, group) &&
            vt_text_equal(row->version, version))
            return row;
    }
    return NULL;
}

/* --------------------------------------------------------- what is left out */

bool vt_is_secret(vt_text group, vt_text kind) {
    return group.size == 0 && vt_text_is(kind, "Secret");
}

static const char by_argocd[] = "Argo CD ignores it by default";
static const char unread[] = "no rule reads it";
static const char twice[] = "is served by another group too";

/* Argo CD's built-in exclusions (util/settings/resources_filter.go) and those of its default argocd-cm, and
** our own. "*" is any group or kind. */
static const struct left_out_row {
    const char *group, *kind, *reason;
} left_out[] = {
    { "", "Secret", unread },
    { "", "ConfigMap", unread },
    { "", "ComponentStatus", unread },
    { "extensions", "*", twice },
    { "events.k8s.io", "*", by_argocd },
    { "metrics.k8s.io", "*", by_argocd },
    { "*", "Event", by_argocd },
    { "*", "Lease", by_argocd },
    { "", "Endpoints", by_argocd },
    { "discovery.k8s.io", "EndpointSlice", by_argocd },
    { "authentication.k8s.io", "*", by_argocd },
    { "authorization.k8s.io", "*", by_argocd },
    { "certificates.k8s.io", "CertificateSigningRequest", by_argocd },
    { "cert-manager.io", "CertificateRequest", by_argocd },
    { "cilium.io", "CiliumIdentity", by_argocd },
    { "cilium.io", "CiliumEndpoint", by_argocd },
    { "cilium.io", "CiliumEndpointSlice", by_argocd },
    { "wgpolicyk8s.io", "PolicyReport", by_argocd },
    { "wgpolicyk8s.io", "ClusterPolicyReport", by_argocd },
    { "kyverno.io", "AdmissionReport", by_argocd },
    { "kyverno.io", "ClusterAdmissionReport", by_argocd },
    { "kyverno.io", "BackgroundScanReport", by_argocd },
    { "kyverno.io", "ClusterBackgroundScanReport", by_argocd },
    { "kyverno.io", "UpdateRequest", by_argocd },
    { "reports.kyverno.io", "*", by_argocd },
};

static bool is_any_or(const char *pattern, vt_text text) {
    return strcmp(pattern, "*") == 0 || vt_text_is(text, pattern);
}

const char *vt_resource_left_out(const vt_resource *resource) {
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        if (is_any_or(left_out[i].group, resource->group) &&
            is_any_or(left_out[i].kind, resource->kind))
            return left_out[i].reason;
    }
    return vitals_kind_has_no_health(resource->group, resource->kind) ? "has no health" : NULL;
}
