/* Short names, plurals, and the usual kinds. */
#include "input/kinds.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Short names as `kubectl api-resources` lists them; custom kinds by their usual ones. NULL: none. */
static const struct usual_kind {
    const char *short_name, *kind;
    bool core; /* of the core group, whatever other groups have */
} usual_kinds[] = {
    { "app", "Application", false },
    { "appset", "ApplicationSet", false },
    { "cert", "Certificate", false },
    { "cj", "CronJob", false },
    { "cm", "ConfigMap", true },
    { "cr", "CertificateRequest", false },
    { "crd", "CustomResourceDefinition", false },
    { "deploy", "Deployment", false },
    { "ds", "DaemonSet", false },
    { "ep", "Endpoints", true },
    { "es", "ExternalSecret", false },
    { "ev", "Event", false },
    { "gitrepo", "GitRepository", false },
    { "helmrepo", "HelmRepository", false },
    { "hpa", "HorizontalPodAutoscaler", false },
    { "hr", "HelmRelease", false },
    { "ing", "Ingress", false },
    { "ks", "Kustomization", false },
    { "limits", "LimitRange", true },
    { "netpol", "NetworkPolicy", false },
    { "no", "Node", true },
    { "ns", "Namespace", true },
    { "pc", "PriorityClass", false },
    { "pdb", "PodDisruptionBudget", false },
    { "po", "Pod", true },
    { "pv", "PersistentVolume", true },
    { "pvc", "PersistentVolumeClaim", true },
    { "quota", "ResourceQuota", true },
    { "rc", "ReplicationController", true },
    { "ro", "Rollout", false },
    { "rs", "ReplicaSet", false },
    { "sa", "ServiceAccount", true },
    { "sc", "StorageClass", false },
    { "so", "ScaledObject", false },
    { "sts", "StatefulSet", false },
    { "svc", "Service", true },
    { "wf", "Workflow", false },
    { NULL, "APIService", false },
    { NULL, "ClusterRole", false },
    { NULL, "ClusterRoleBinding", false },
    { NULL, "ControllerRevision", false },
    { NULL, "CSIDriver", false },
    { NULL, "EndpointSlice", false },
    { NULL, "IngressClass", false },
    { NULL, "Job", false },
    { NULL, "Lease", false },
    { NULL, "MutatingWebhookConfiguration", false },
    { NULL, "Role", false },
    { NULL, "RoleBinding", false },
    { NULL, "RuntimeClass", false },
    { NULL, "Secret", true },
    { NULL, "ValidatingWebhookConfiguration", false },
    { NULL, "VolumeAttachment", false },
};

/* Whether `word` begins with at least `least` bytes of `kind`, ignoring case; `*rest` is what follows. */
static bool starts_with_kind(const char *word, vitals_text kind, size_t least, const char **rest) {
    size_t i = 0;
    while (i < kind.size && word[i] &&
           tolower((unsigned char)word[i]) == tolower((unsigned char)kind.bytes[i])) {
        i++;
    }
    *rest = word + i;
    return kind.size > 0 && i >= least;
}

/* The kind itself or its plural: pods, ingresses, networkpolicies. */
static bool is_kind_or_plural(const char *word, vitals_text kind) {
    static const char *const endings[] = { "", "s", "es", NULL };
    const char *rest = NULL;
    if (starts_with_kind(word, kind, kind.size, &rest) && choice_find(endings, rest) >= 0) {
        return true;
    }
    return kind.size && kind.bytes[kind.size - 1] == 'y' &&
           starts_with_kind(word, kind, kind.size - 1, &rest) && choice_is(rest, "ies");
}

/* kubectl lower-cases what it is given before it looks for short names. */
bool kind_is_named(const char *word, vitals_text kind) {
    if (is_kind_or_plural(word, kind)) return true;
    for (size_t i = 0; i < COUNT_OF(usual_kinds) && usual_kinds[i].short_name; i++) {
        if (choice_is(word, usual_kinds[i].short_name))
            return vt_text_is(kind, usual_kinds[i].kind);
    }
    return false;
}

bool kind_is_core(const char *word, size_t size) {
    char *name = memory_copy(word, size);
    bool core = false;
    for (size_t i = 0; i < COUNT_OF(usual_kinds) && !core; i++) {
        core = usual_kinds[i].core && kind_is_named(name, vt_text_from(usual_kinds[i].kind));
    }
    free(name);
    return core;
}

bool kind_is_usual(const char *word, size_t size) {
    char *name = memory_copy(word, size);
    bool usual = false;
    for (size_t i = 0; i < COUNT_OF(usual_kinds) && !usual; i++) {
        usual = kind_is_named(name, vt_text_from(usual_kinds[i].kind));
    }
    free(name);
    return usual;
}

void kinds_each(void (*take)(void *user, const char *name), void *user) {
    for (size_t i = 0; i < COUNT_OF(usual_kinds); i++) {
        if (usual_kinds[i].short_name) take(user, usual_kinds[i].short_name);
        take(user, usual_kinds[i].kind);
    }
}

static void offer(void *user, const char *name) {
    suggestion_offer(user, name);
}

void kind_suggest(cli_suggestion *suggestion) {
    kinds_each(offer, suggestion);
}
