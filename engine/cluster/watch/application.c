/* What belongs to an application: functions of documents. */
#include "cluster/watch/application.h"

#include <vitals/cluster.h>

#include "cluster/watch/fields.h"

/* ------------------------------------------------------------------ tracking */

static const char usual_label[] = "app.kubernetes.io/instance";

static vt_text data_of(const vitals_document *configmap, const char *key) {
    const vitals_value *data = configmap ? vt_field(configmap, NULL, ".data") : NULL, *value;
    uint64_t cursor = 0;
    vt_text name;
    while (vt_field_next(data, &cursor, &name, &value)) {
        if (vt_text_is(name, key)) return vitals_value_string(value);
    }
    return VT_TEXT_ABSENT;
}

vt_tracking_settings vt_tracking_settings_of(const vitals_document *configmap) {
    vt_text method = data_of(configmap, "application.resourceTrackingMethod");
    vt_text label = data_of(configmap, "application.instanceLabelKey");
    vt_text installation = data_of(configmap, "installationID");
    vt_tracking_settings settings = { VT_TRACKING_ANNOTATION, vt_text_from(usual_label),
                                      VT_TEXT_ABSENT };
    if (vt_text_is(method, "label")) settings.method = VT_TRACKING_LABEL;
    if (vt_text_is(method, "annotation+label")) settings.method = VT_TRACKING_ANNOTATION_AND_LABEL;
    if (label.size) settings.instance_label = label;
    if (installation.size) settings.installation_id = installation;
    return settings;
}

void vitals_cluster_read_tracking(const vitals_document *argocd_cm,
                                  vitals_live_source_options *options) {
    static const vitals_live_tracking methods[] = {
        [VT_TRACKING_ANNOTATION] = VITALS_LIVE_TRACKING_ANNOTATION,
        [VT_TRACKING_LABEL] = VITALS_LIVE_TRACKING_LABEL,
        [VT_TRACKING_ANNOTATION_AND_LABEL] = VITALS_LIVE_TRACKING_ANNOTATION,
    };
    const vt_tracking_settings settings = vt_tracking_settings_of(argocd_cm);
    options->tracking = methods[settings.method];
    options->instance_label = settings.instance_label;
    options->installation_id = settings.installation_id;
}

static bool cut(vt_text *rest, char separator, vt_text *head) {
    size_t at = vt_text_find_byte(*rest, separator, 0);
    if (at == SIZE_MAX) return false;
    *head = vt_text_between(*rest, 0, at);
    *rest = vt_text_between(*rest, at + 1, rest->size);
    return true;
}

/* -------------------------------------------------------------- applications */

/* The three kinds and their words. */
static const struct application_row {
    const char *group, *kind;
    const char *words[3];
} applications[] = {
    { "argoproj.io", "Application", { "application", "app", "applications" } },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", { "kustomization", "ks", "kustomizations" } },
    { "helm.toolkit.fluxcd.io", "HelmRelease", { "helmrelease", "hr", "helmreleases" } },
};

enum { APPLICATIONS = sizeof applications / sizeof *applications };

/* Argo CD's destination is this cluster when it names none, or the address of the cluster from within. Flux
** reads another cluster's credentials from spec.kubeConfig. */
static bool is_elsewhere(const vitals_document *document, const vt_application *application) {
    if (application->kind != VT_APPLICATION_ARGOCD)
        return vitals_value_type_of(vt_field(document, NULL, ".spec.kubeConfig")) ==
               VITALS_VALUE_MAP;
    if (application->destination_server.size)
        return !vt_text_is(application->destination_server, "https://kubernetes.default.svc");
    return application->destination_name.size &&
           !vt_text_is(application->destination_name, "in-cluster");
}

static const vitals_value *inventory_of(const vitals_document *document, vt_application_kind kind) {
    return vt_field(document, NULL,
                    kind == VT_APPLICATION_ARGOCD ? ".status.resources"
                                                  : ".status.inventory.entries");
}

bool vt_application_read(const vitals_document *document, vt_application *out) {
    vt_text group = vitals_document_group(document), kind = vitals_document_kind(document);
    for (size_t i = 0; i < APPLICATIONS; i++) {
        if (!vt_text_is(group, applications[i].group) || !vt_text_is(kind, applications[i].kind))
            continue;
        vt_application found = { .kind = (vt_application_kind)i,
                                 .namespace_ = vitals_document_namespace(document),
                                 .name = vitals_document_name(document) };
        if (i == VT_APPLICATION_ARGOCD) {
            found.destination_server = vt_field_text(document, NULL, ".spec.destination.server");
            found.destination_name = vt_field_text(document, NULL, ".spec.destination.name");
            found.destination_namespace =
                vt_field_text(document, NULL, ".spec.destination.namespace");
        }
        found.elsewhere = is_elsewhere(document, &found);
        found.has_inventory =
            vitals_value_type_of(inventory_of(document, found.kind)) == VITALS_VALUE_LIST;
        *out = found;
        return found.name.size > 0;
    }
    return false;
}

static bool kind_of_word(vt_text word, vt_application_kind *out) {
    for (size_t i = 0; i < APPLICATIONS; i++) {
        for (size_t k = 0; k < 3; k++) {
            if (!vt_text_equal_fold(word, vt_text_from(applications[i].words[k]))) continue;
            *out = (vt_application_kind)i;
            return true;
        }
    }
    return false;
}

/* Of KIND/NAME and NAMESPACE/NAME the first counts when the word is one of a kind. */
bool vt_application_word_read(vt_text word, vt_application_word *out) {
    vt_application_word read = { .any_kind = true, .name = word };
    vt_text rest = word, first;
    if (cut(&rest, '/', &first)) {
        read.any_kind = !kind_of_word(first, &read.kind);
        if (read.any_kind) {
            read.namespace_ = first;
        } else {
            (void)cut(&rest, '/', &read.namespace_);
        }
        read.name = rest;
    }
    bool empty_namespace = read.namespace_.bytes && !read.namespace_.size;
    if (!read.name.size || empty_namespace || vt_text_find_byte(read.name, '/', 0) != SIZE_MAX)
        return false;
    *out = read;
    return true;
}

/* -------------------------------------------------------------------- members */

/* cli-utils' objmetadata: the namespace ends at the first '_', the kind begins behind the last one and the
** group behind the one before; `__` in the name is a colon. */
bool vt_inventory_id_read(vt_text id, char scratch[256], vt_member *out) {
    vt_member member = { .version = VT_TEXT_ABSENT };
    vt_text name = id;
    size_t kind, group, size = 0;
    if (!cut(&name, '_', &member.namespace_)) return false;
    for (kind = name.size; kind > 0 && name.bytes[kind - 1] != '_';) kind--;
    if (kind == 0 || kind == name.size) return false;
    for (group = kind - 1; group > 0 && name.bytes[group - 1] != '_';) group--;
    if (group < 2) return false;
    member.kind = vt_text_between(name, kind, name.size);
    member.group = vt_text_between(name, group, kind - 1);
    name = vt_text_between(name, 0, group - 1);
    if (name.size > 255) return false;
    for (size_t i = 0; i < name.size; i++) {
        bool colon = name.bytes[i] == '_' && i + 1 < name.size && name.bytes[i + 1] == '_';
        scratch[size++] = colon ? ':' : name.bytes[i];
        i += colon;
    }
    member.name = size == name.size ? name : vt_text_slice(scratch, size);
    *out = member;
    return true;
}

void vt_members_begin(vt_members *members, const vitals_document *document,
                      const vt_application *application) {
    *members = (vt_members){ .document = document,
                             .list = inventory_of(document, application->kind),
                             .kind = application->kind };
}

static bool read_resource(const vt_members *members, const vitals_value *item, vt_member *out) {
    const vitals_document *document = members->document;
    *out = (vt_member){ .group = vt_field_text(document, item, ".group"),
                        .version = vt_field_text(document, item, ".version"),
                        .kind = vt_field_text(document, item, ".kind"),
                        .namespace_ = vt_field_text(document, item, ".namespace"),
                        .name = vt_field_text(document, item, ".name"),
                        .hook = vitals_value_bool(vt_field(document, item, ".hook")) };
    return out->kind.size && out->name.size;
}

/* A name that is not part of the document is put into the arena. false: no memory. */
static bool read_entry(vt_members *members, const vitals_value *item, vt_arena *arena,
                       vt_member *out, bool *malformed) {
    char scratch[256];
    vt_text version = vt_field_text(members->document, item, ".v");
    *malformed = !vt_inventory_id_read(vt_field_text(members->document, item, ".id"), scratch, out);
    if (*malformed) return true;
    if (version.size) out->version = version;
    if (out->name.bytes != scratch) return true;
    out->name = vt_arena_copy(arena, out->name);
    return out->name.bytes != NULL;
}

bool vt_members_next(vt_members *members, vt_arena *arena, vt_member *out) {
    const vitals_value *item;
    while (vt_field_next(members->list, &members->cursor, NULL, &item)) {
        bool malformed = false;
        if (members->kind == VT_APPLICATION_ARGOCD) {
            malformed = !read_resource(members, item, out);
        } else if (!read_entry(members, item, arena, out, &malformed)) {
            return false;
        }
        if (!malformed) return true;
        members->malformed++;
    }
    return false;
}
