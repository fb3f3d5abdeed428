/*
** What an object refers to by name: the members that it lists, and others. The paths are fields of the kinds' own types.
*/
#include "why/why.h"

#define FLUX_SOURCE "source.toolkit.fluxcd.io"
#define KUSTOMIZE "kustomize.toolkit.fluxcd.io"
#define HELM "helm.toolkit.fluxcd.io"
#define GATEWAY "gateway.networking.k8s.io"
#define CERT_MANAGER "cert-manager.io"
#define EXTERNAL_SECRETS "external-secrets.io"

/* A path to a name, or to a map with kind, name and others. "[]" is every item of a list. */
typedef struct reference_row {
    const char *group, *kind; /* NULL: any */
    const char *path;
    const char *to_group, *to_kind; /* unless the reference names them */
    const char *reason; /* follow it only for this reason of condition Ready; NULL: any */
    bool beside;        /* name the object that refers too */
} reference_row;

/* clang-format off */
static const reference_row references[] = {
    { "", "Pod", "spec.nodeName", "", "Node", NULL, true },
    { "", "Pod", "spec.volumes[].persistentVolumeClaim.claimName", "", "PersistentVolumeClaim", NULL, true },
    { "", "PersistentVolumeClaim", "spec.volumeName", "", "PersistentVolume", NULL, false },
    { "apiregistration.k8s.io", "APIService", "spec.service", "", "Service", NULL, false },
    { "autoscaling", "HorizontalPodAutoscaler", "spec.scaleTargetRef", "", "", NULL, false },
    { "keda.sh", "ScaledObject", "spec.scaleTargetRef", "apps", "Deployment", NULL, false },
    { "networking.k8s.io", "Ingress", "spec.rules[].http.paths[].backend.service", "", "Service", NULL, false },
    { "networking.k8s.io", "Ingress", "spec.defaultBackend.service", "", "Service", NULL, false },
    { GATEWAY, NULL, "spec.parentRefs[]", GATEWAY, "Gateway", NULL, false },
    { GATEWAY, NULL, "spec.rules[].backendRefs[]", "", "Service", NULL, false },
    { GATEWAY, "Gateway", "spec.gatewayClassName", GATEWAY, "GatewayClass", NULL, false },
    { CERT_MANAGER, NULL, "spec.issuerRef", CERT_MANAGER, "Issuer", NULL, false },
    { "acme." CERT_MANAGER, NULL, "spec.issuerRef", CERT_MANAGER, "Issuer", NULL, false },
    { EXTERNAL_SECRETS, NULL, "spec.secretStoreRef", EXTERNAL_SECRETS, "SecretStore", NULL, false },
    { EXTERNAL_SECRETS, NULL, "spec.secretStoreRefs[]", EXTERNAL_SECRETS, "SecretStore", NULL, false },
    { KUSTOMIZE, "Kustomization", "spec.dependsOn[]", KUSTOMIZE, "Kustomization", "DependencyNotReady", false },
    { KUSTOMIZE, "Kustomization", "spec.sourceRef", FLUX_SOURCE, "GitRepository", NULL, false },
    { HELM, "HelmRelease", "spec.dependsOn[]", HELM, "HelmRelease", "DependencyNotReady", false },
    { HELM, "HelmRelease", "spec.chartRef", FLUX_SOURCE, "HelmChart", NULL, false },
    { HELM, "HelmRelease", "spec.chart.spec.sourceRef", FLUX_SOURCE, "HelmRepository", NULL, false },
    { HELM, "HelmRelease", "status.helmChart", FLUX_SOURCE, "HelmChart", NULL, false },
    { FLUX_SOURCE, "HelmChart", "spec.sourceRef", FLUX_SOURCE, "HelmRepository", NULL, false },
    { "image.toolkit.fluxcd.io", "ImageUpdateAutomation", "spec.sourceRef", FLUX_SOURCE, "GitRepository", NULL, false },
    { "image.toolkit.fluxcd.io", "ImagePolicy", "spec.imageRepositoryRef", "image.toolkit.fluxcd.io", "ImageRepository", NULL, false },
    { "cluster.x-k8s.io", NULL, "spec.infrastructureRef", "", "", NULL, false },
    { "cluster.x-k8s.io", NULL, "spec.controlPlaneRef", "", "", NULL, false },
    { "cluster.x-k8s.io", NULL, "spec.bootstrap.configRef", "", "", NULL, false },
    { NULL, NULL, "spec.resourceRef", "", "", NULL, false },              /* Crossplane: a claim */
    { NULL, NULL, "spec.resourceRefs[]", "", "", NULL, false },           /* a composite */
    { NULL, NULL, "spec.crossplane.resourceRefs[]", "", "", NULL, false } /* and in version 2 */
};

/* Reasons of condition Ready that are about the object itself: its members did not cause them. */
static const char *const own_reasons[] = { "BuildFailed", "ArtifactFailed", "DependencyNotReady",
                                           "ReconciliationFailed", "PruneFailed", "SourceNotReady" };
/* clang-format on */

/* What is followed from one object. */
typedef struct follower {
    const vitals_document *from;
    const vitals_allocator *allocator;
    vt_why_lead_fn lead;
    void *user;
    const reference_row *row;
} follower;

static void lead_to(const follower *f, vt_text group, vt_text kind, vt_text namespace_,
                    vt_text name) {
    const vt_why_reference to = { .group = group,
                                  .kind = kind,
                                  .namespace_ = namespace_,
                                  .name = name,
                                  .link = f->row ? VT_WHY_REFERENCE : VT_WHY_MEMBER,
                                  .beside = f->row && f->row->beside };
    f->lead(f->user, &to);
}

/* ------------------------------------------------------------------ references */

/* The group of a reference: GROUP/VERSION, or the group alone. */
static vt_text group_of(const vitals_document *document, const vt_value *reference) {
    const vt_text version = vt_why_text(document, reference, "apiVersion");
    if (version.size) {
        const size_t slash = vt_text_find_byte(version, '/', 0);
        return slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(version, 0, slash);
    }
    const vt_text group = vt_why_text(document, reference, "group");
    return group.bytes ? group : vt_why_text(document, reference, "apiGroup");
}

static vt_text text_or(vt_text text, vt_text otherwise) {
    return text.size ? text : otherwise;
}

static void reach_reference(const follower *f, const vt_value *reference) {
    const vt_text kind = vt_why_text(f->from, reference, "kind");
    const vt_text group = group_of(f->from, reference);
    const vt_text own = vitals_document_namespace(f->from);
    lead_to(f, group.bytes ? group : vt_text_from(f->row->to_group),
            text_or(kind, vt_text_from(f->row->to_kind)),
            text_or(vt_why_text(f->from, reference, "namespace"), own),
            vt_why_text(f->from, reference, "name"));
}

/* NAME, or NAMESPACE/NAME. */
static void reach_name(const follower *f, vt_text name) {
    const size_t slash = vt_text_find_byte(name, '/', 0);
    vt_text namespace_ = vitals_document_namespace(f->from);
    if (slash != SIZE_MAX) {
        namespace_ = vt_text_between(name, 0, slash);
        name = vt_text_between(name, slash + 1, name.size);
    }
    lead_to(f, vt_text_from(f->row->to_group), vt_text_from(f->row->to_kind), namespace_, name);
}

/* One name after another, which the longest path of the table bounds. */
static void follow_path(const follower *f, const vt_value *at, vt_text path) {
    if (!at) return;
    if (path.size == 0 && vt_value_is_string(at)) {
        reach_name(f, vt_value_text(at));
    } else if (path.size == 0) {
        reach_reference(f, at);
    } else if (vt_text_starts(path, VT_TEXT("[]"))) {
        const size_t skip = path.size > 2 ? 3 : 2; /* the point behind it */
        for (const vt_value *item = vt_array_first(at); item; item = vt_array_next(at, item)) {
            follow_path(f, item, vt_text_between(path, skip, path.size));
        }
    } else {
        size_t end = 0;
        while (end < path.size && path.bytes[end] != '.' && path.bytes[end] != '[') end++;
        const size_t next = end < path.size && path.bytes[end] == '.' ? end + 1 : end;
        follow_path(f, vt_document_get(f->from, at, vt_text_between(path, 0, end)),
                    vt_text_between(path, next, path.size));
    }
}

static bool applies(const reference_row *row, const vitals_document *from) {
    return (!row->group || vt_text_is(vitals_document_group(from), row->group)) &&
           (!row->kind || vt_text_is(vitals_document_kind(from), row->kind)) &&
           (!row->reason || vt_text_is(vt_why_ready_reason(from), row->reason));
}

static void follow_references(follower *f) {
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        f->row = &references[i];
        if (applies(f->row, f->from)) {
            follow_path(f, vt_document_root(f->from), vt_text_from(f->row->path));
        }
    }
}

/* --------------------------------------------------------------------- members */

/* FLUX: NAMESPACE_NAME_GROUP_KIND; "__" in the name stands for a colon. */
static void lead_to_entry(const follower *f, vt_text id) {
    const size_t first = vt_text_find_byte(id, '_', 0);
    size_t kind = id.size;
    while (kind > 0 && id.bytes[kind - 1] != '_') kind--;
    size_t group = kind > 1 ? kind - 1 : 0;
    while (group > 0 && id.bytes[group - 1] != '_') group--;
    if (first == SIZE_MAX || group < first + 2) return;
    vt_buffer name;
    vt_buffer_init(&name, f->allocator, VT_WHY_MOST_LINE_BYTES);
    for (size_t i = first + 1; i + 1 < group; i++) {
        const bool colon = id.bytes[i] == '_' && i + 2 < group && id.bytes[i + 1] == '_';
        vt_buffer_add_byte(&name, colon ? ':' : id.bytes[i]);
        i += colon;
    }
    lead_to(f, vt_text_between(id, group, kind - 1), vt_text_between(id, kind, id.size),
            vt_text_between(id, 0, first), vt_buffer_text(&name));
    vt_buffer_done(&name);
}

/* The list that an application keeps of its members. */
static void follow_listed(const follower *f) {
    const vt_value *status = vt_document_status(f->from);
    const vt_value *inventory = vt_why_field(f->from, status, "inventory");
    const vt_value *list = vt_why_field(f->from, inventory, "entries");
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        lead_to_entry(f, vt_why_text(f->from, item, "id"));
    }
    if (!vt_why_is(f->from, "argoproj.io", "Application")) return;
    list = vt_why_field(f->from, status, "resources");
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        lead_to(f, vt_why_text(f->from, item, "group"), vt_why_text(f->from, item, "kind"),
                vt_why_text(f->from, item, "namespace"), vt_why_text(f->from, item, "name"));
    }
}

bool vt_why_members_matter(const vitals_document *application) {
    const vt_text reason = vt_why_ready_reason(application);
    for (size_t i = 0; i < sizeof own_reasons / sizeof own_reasons[0]; i++) {
        if (vt_text_is(reason, own_reasons[i])) return false;
    }
    return true;
}

void vt_why_lead(const vitals_document *from, const vitals_allocator *allocator,
                 vt_why_lead_fn lead, void *user) {
    follower f = { from, allocator, lead, user, NULL };
    if (vt_why_members_matter(from)) follow_listed(&f);
    follow_references(&f);
}

bool vt_why_starts_others(const vitals_document *document) {
    return vt_why_is(document, "batch", "CronJob");
}
