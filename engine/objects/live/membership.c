/* Memberships by annotation and label, and inventories. */
#include "objects/live/membership.h"

#include "document/document.h"

/* --------------------------------------------------------------- tracking ids */

/* ARGO: util/argo/resource_tracking.go, ParseAppInstanceValue: the first two colons separate, then
** each part has exactly one slash. */
typedef struct tracking_id {
    vt_text application, group, kind, namespace_, name;
} tracking_id;

static bool split_pair(vt_text text, vt_text *first, vt_text *second) {
    size_t slash = vt_text_find_byte(text, '/', 0);
    if (slash == SIZE_MAX || vt_text_find_byte(text, '/', slash + 1) != SIZE_MAX) return false;
    *first = vt_text_between(text, 0, slash);
    *second = vt_text_between(text, slash + 1, text.size);
    return true;
}

static bool parse_tracking_id(vt_text text, tracking_id *out) {
    size_t first = vt_text_find_byte(text, ':', 0);
    size_t second = first == SIZE_MAX ? SIZE_MAX : vt_text_find_byte(text, ':', first + 1);
    if (second == SIZE_MAX) return false;
    out->application = vt_text_between(text, 0, first);
    return split_pair(vt_text_between(text, first + 1, second), &out->group, &out->kind) &&
           split_pair(vt_text_between(text, second + 1, text.size), &out->namespace_, &out->name) &&
           out->application.size > 0;
}

/* Operators copy annotations: an id that names another object is of a copy. A cluster-scoped object
** carries the namespace of the application's destination. */
static bool names(const tracking_id *id, const vitals_document *document) {
    vt_text namespace_ = vitals_document_namespace(document);
    return vt_text_equal(id->group, vitals_document_group(document)) &&
           vt_text_equal(id->kind, vitals_document_kind(document)) &&
           vt_text_equal(id->name, vitals_document_name(document)) &&
           (namespace_.size == 0 || vt_text_equal(id->namespace_, namespace_));
}

/* ARGO: namespace_name for an Application outside the namespace of the control plane. */
static vitals_live_application_key argocd_key(vt_text instance, const vt_tracking *tracking) {
    vitals_live_application_key key = { VITALS_LIVE_ARGOCD, VT_TEXT(""), instance };
    size_t mark = vt_text_find_byte(instance, '_', 0);
    if (mark == SIZE_MAX) return key;
    key.name = vt_text_between(instance, mark + 1, instance.size);
    key.namespace_ = vt_text_between(instance, 0, mark);
    if (vt_text_equal(key.namespace_, tracking->argocd_namespace)) key.namespace_ = VT_TEXT("");
    return key;
}

/* ---------------------------------------------------------------- memberships */

typedef bool (*find_membership)(const vitals_document *document, const vt_tracking *tracking,
                                vitals_live_application_key *out);

static bool by_annotation(const vitals_document *document, const vt_tracking *tracking,
                          vitals_live_application_key *out) {
    if (tracking->method == VITALS_LIVE_TRACKING_LABEL) return false;
    tracking_id id;
    vt_text value = vitals_document_annotation(document, VT_TEXT("argocd.argoproj.io/tracking-id"));
    if (value.size == 0 || !parse_tracking_id(value, &id) || !names(&id, document)) return false;
    if (tracking->installation_id.size) {
        vt_text installation =
            vitals_document_annotation(document, VT_TEXT("argocd.argoproj.io/installation-id"));
        if (!vt_text_equal(installation, tracking->installation_id)) return false;
    }
    *out = argocd_key(id.application, tracking);
    return true;
}

static bool by_labels(const vitals_document *document, vt_text name, vt_text namespace_,
                      vitals_live_manager manager, vitals_live_application_key *out) {
    *out = (vitals_live_application_key){ manager, vitals_document_label(document, namespace_),
                                          vitals_document_label(document, name) };
    if (vt_text_is_absent(out->namespace_)) out->namespace_ = VT_TEXT("");
    return out->name.size > 0;
}

static bool by_kustomize(const vitals_document *document, const vt_tracking *tracking,
                         vitals_live_application_key *out) {
    (void)tracking;
    return by_labels(document, VT_TEXT("kustomize.toolkit.fluxcd.io/name"),
                     VT_TEXT("kustomize.toolkit.fluxcd.io/namespace"), VITALS_LIVE_KUSTOMIZATION,
                     out);
}

static bool by_helm(const vitals_document *document, const vt_tracking *tracking,
                    vitals_live_application_key *out) {
    (void)tracking;
    return by_labels(document, VT_TEXT("helm.toolkit.fluxcd.io/name"),
                     VT_TEXT("helm.toolkit.fluxcd.io/namespace"), VITALS_LIVE_HELMRELEASE, out);
}

static bool by_instance(const vitals_document *document, const vt_tracking *tracking,
                        vitals_live_application_key *out) {
    if (tracking->method == VITALS_LIVE_TRACKING_ANNOTATION) return false;
    vt_text value = vitals_document_label(document, tracking->instance_label);
    if (value.size == 0) return false;
    *out = argocd_key(value, tracking);
    return true;
}

/* In the order of precedence. Charts set the instance label for purposes of their own, so it names an
** application only where nothing else does, unless it is how the source tracks. */
static const struct finder {
    vitals_live_method method;
    find_membership find;
    bool last_resort;
} finders[] = {
    { VITALS_LIVE_BY_ANNOTATION, by_annotation, false },
    { VITALS_LIVE_BY_KUSTOMIZE_LABEL, by_kustomize, false },
    { VITALS_LIVE_BY_HELM_LABEL, by_helm, false },
    { VITALS_LIVE_BY_INSTANCE_LABEL, by_instance, true },
};

size_t vt_memberships_of(const vitals_document *document, const vt_tracking *tracking,
                         vt_membership out[VT_MOST_MEMBERSHIPS]) {
    size_t count = 0;
    for (size_t i = 0; i < sizeof finders / sizeof finders[0]; i++) {
        const struct finder *finder = &finders[i];
        bool skip = finder->last_resort && count > 0;
        if (finder->method == VITALS_LIVE_BY_INSTANCE_LABEL &&
            tracking->method == VITALS_LIVE_TRACKING_LABEL) {
            skip = false;
        }
        if (skip || !finder->find(document, tracking, &out[count].application)) continue;
        out[count++].method = finder->method;
    }
    return count;
}

bool vt_namespace_application(const vt_tracking *tracking, vt_text namespace_, vt_text owner,
                              vitals_live_application_key *out) {
    *out = (vitals_live_application_key){ VITALS_LIVE_NAMESPACE, namespace_, namespace_ };
    return tracking->by_namespace && namespace_.size > 0 && owner.size == 0;
}

/* --------------------------------------------------------------------- owners */

static const vt_value *owners_of(const vitals_document *document) {
    return vt_document_parts(document)->owner_references;
}

/* The first owner reference whose `controller` is true, or NULL. */
static const vt_value *controller_of(const vitals_document *document) {
    const vt_value *owners = owners_of(document);
    for (const vt_value *owner = vt_array_first(owners); owner;
         owner = vt_array_next(owners, owner)) {
        if (vt_value_is_true(vt_document_field(document, owner, VT_TEXT("controller")))) {
            return owner;
        }
    }
    return NULL;
}

vt_text vt_owner_of(const vitals_document *document) {
    const vt_value *owner = controller_of(document);
    if (!owner) owner = vt_array_first(owners_of(document));
    return vt_value_text(vt_document_field(document, owner, VT_TEXT("uid")));
}

/* --------------------------------------------------------------- applications */

static const struct application_kind {
    const char *group, *kind;
    vitals_live_manager manager;
} application_kinds[] = {
    { "argoproj.io", "Application", VITALS_LIVE_ARGOCD },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", VITALS_LIVE_KUSTOMIZATION },
    { "helm.toolkit.fluxcd.io", "HelmRelease", VITALS_LIVE_HELMRELEASE },
};

static const struct application_kind *find_kind(const vitals_document *document) {
    for (size_t i = 0; i < sizeof application_kinds / sizeof application_kinds[0]; i++) {
        if (vt_text_is(vitals_document_kind(document), application_kinds[i].kind) &&
            vt_text_is(vitals_document_group(document), application_kinds[i].group)) {
            return &application_kinds[i];
        }
    }
    return NULL;
}

bool vt_application_of(const vitals_document *document, const vt_tracking *tracking,
                       vitals_live_application_key *out) {
    const struct application_kind *kind = find_kind(document);
    if (!kind) return false;
    vt_text namespace_ = vitals_document_namespace(document);
    bool control_plane = kind->manager == VITALS_LIVE_ARGOCD &&
                         vt_text_equal(namespace_, tracking->argocd_namespace);
    if (control_plane || vt_text_is_absent(namespace_)) namespace_ = VT_TEXT("");
    *out =
        (vitals_live_application_key){ kind->manager, namespace_, vitals_document_name(document) };
    return true;
}

vt_text vt_project_of(const vitals_document *document) {
    const struct application_kind *kind = find_kind(document);
    if (!kind || kind->manager != VITALS_LIVE_ARGOCD) return VT_TEXT_ABSENT;
    return vt_value_text(vt_document_find(document, "spec", "project", NULL));
}

/* ---------------------------------------------------------------- inventories */

/* ARGO: the cluster that Argo CD runs in has this address and this name. */
static bool is_here(const vitals_document *document) {
    const vt_value *destination =
        vt_document_field(document, vt_document_spec(document), VT_TEXT("destination"));
    vt_text server = vt_value_text(vt_document_field(document, destination, VT_TEXT("server")));
    vt_text name = vt_value_text(vt_document_field(document, destination, VT_TEXT("name")));
    return vt_text_is(server, "https://kubernetes.default.svc") || vt_text_is(name, "in-cluster");
}

void vt_inventory_begin(vt_inventory *inventory, const vitals_document *document) {
    const struct application_kind *kind = find_kind(document);
    *inventory = (vt_inventory){ .document = document };
    if (!kind) return;
    inventory->argocd = kind->manager == VITALS_LIVE_ARGOCD;
    if (inventory->argocd && !is_here(document)) return;
    inventory->list = inventory->argocd
                          ? vt_document_find(document, "status", "resources", NULL)
                          : vt_document_find(document, "status", "inventory", "entries", NULL);
    inventory->item = vt_array_first(inventory->list);
}

static vt_text text_in(const vitals_document *document, const vt_value *item, vt_text key) {
    vt_text text = vt_value_text(vt_document_field(document, item, key));
    return vt_text_is_absent(text) ? VT_TEXT("") : text;
}

/* ARGO: ResourceStatus; hooks are not members. */
static bool read_status(const vitals_document *document, const vt_value *item,
                        vitals_live_object *out) {
    out->group = text_in(document, item, VT_TEXT("group"));
    out->kind = text_in(document, item, VT_TEXT("kind"));
    out->namespace_ = text_in(document, item, VT_TEXT("namespace"));
    out->name = text_in(document, item, VT_TEXT("name"));
    return !vt_value_is_true(vt_document_field(document, item, VT_TEXT("hook")));
}

static size_t find_last(vt_text text, char byte) {
    size_t at = text.size;
    while (at > 0 && text.bytes[at - 1] != byte) at--;
    return at ? at - 1 : SIZE_MAX;
}

/* Names of RBAC hold colons, which ids write as two underscores. */
static vt_text with_colons(vt_text name, char scratch[256]) {
    if (vt_text_find(name, VT_TEXT("__"), 0) == SIZE_MAX || name.size > 256) return name;
    size_t size = 0;
    for (size_t i = 0; i < name.size; i++) {
        bool colon = name.bytes[i] == '_' && i + 1 < name.size && name.bytes[i + 1] == '_';
        scratch[size++] = colon ? ':' : name.bytes[i];
        i += colon;
    }
    return vt_text_slice(scratch, size);
}

/* CLI-UTILS: objmetadata.go, ParseObjMetadata: NAMESPACE_NAME_GROUP_KIND. */
static bool read_entry(const vitals_document *document, const vt_value *item, char scratch[256],
                       vitals_live_object *out) {
    vt_text id = text_in(document, item, VT_TEXT("id"));
    size_t first = vt_text_find_byte(id, '_', 0);
    size_t last = find_last(id, '_');
    if (first == SIZE_MAX || last <= first) return false;
    vt_text middle = vt_text_between(id, first + 1, last);
    size_t group = find_last(middle, '_');
    if (group == SIZE_MAX) return false;
    out->namespace_ = vt_text_between(id, 0, first);
    out->kind = vt_text_between(id, last + 1, id.size);
    out->group = vt_text_between(middle, group + 1, middle.size);
    out->name = with_colons(vt_text_between(middle, 0, group), scratch);
    return true;
}

bool vt_inventory_next(vt_inventory *inventory, char scratch[256], vitals_live_object *out) {
    while (inventory->item) {
        const vt_value *item = inventory->item;
        inventory->item = vt_array_next(inventory->list, item);
        *out = (vitals_live_object){ 0 };
        bool read = inventory->argocd ? read_status(inventory->document, item, out)
                                      : read_entry(inventory->document, item, scratch, out);
        if (read && out->kind.size && out->name.size) return true;
    }
    return false;
}
