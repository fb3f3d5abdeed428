/* The next command to type, for a shell: nothing in it comes from the cluster but plain names. */
#include "why/why.h"

/* KUBERNETES: pkg/kubelet, validateContainerLogStatus. There are logs of a container that runs or has ended; of the one
** before it, when lastState has its end. */
static bool has_previous_log(const vitals_document *pod, vt_text because) {
    const vt_value *status = vt_why_container_status(pod, because);
    const vt_value *state = vt_why_field(pod, status, "state");
    return vt_why_field(pod, vt_why_field(pod, status, "lastState"), "terminated") &&
           !vt_why_field(pod, state, "terminated");
}

static bool has_log(const vitals_document *pod, vt_text because) {
    const vt_value *status = vt_why_container_status(pod, because);
    const vt_value *state = vt_why_field(pod, status, "state");
    return vt_why_field(pod, state, "running") || vt_why_field(pod, state, "terminated");
}

static bool is_suspended(const vitals_document *object, vt_text because) {
    (void)because;
    return vt_value_is_true(vt_why_field(object, vt_document_spec(object), "suspend"));
}

static bool has_failed_operation(const vitals_document *application, vt_text because) {
    const vt_value *operation =
        vt_why_field(application, vt_document_status(application), "operationState");
    const vt_text phase = vt_why_text(application, operation, "phase");
    (void)because;
    return vt_text_is(phase, "Failed") || vt_text_is(phase, "Error") ||
           vt_text_is(phase, "Running");
}

static bool asks_for_metrics(const vitals_document *autoscaler, vt_text because) {
    (void)autoscaler;
    return vt_why_metrics_api(because) != NULL;
}

#define FLUX_KUSTOMIZE "kustomize.toolkit.fluxcd.io"
#define FLUX_HELM "helm.toolkit.fluxcd.io"
#define FLUX_SOURCE "source.toolkit.fluxcd.io"

/* %k kind.group, %n name, %N namespace as an option, %M the namespace, %c the container of the text, %q the word behind
** `says`, %a the API of an autoscaler's metrics. */
static const struct next_row {
    const char *group, *kind; /* NULL: any */
    const char *says;         /* a part of the cause's text; NULL: any */
    bool (*when)(const vitals_document *cause, vt_text because); /* NULL: always */
    const char *command;
} rows[] = {
    { "", "Pod", "exited with", has_previous_log, "kubectl logs %n%N -c %c --previous" },
    { "", "Pod", "exited with", has_log, "kubectl logs %n%N -c %c" },
    { "", "Pod", "secret \"", NULL, "kubectl get secret %q%N" },
    { "", "Pod", "configmap \"", NULL, "kubectl get configmap %q%N" },
    { "", "Pod", "persistentvolumeclaim \"", NULL, "kubectl get persistentvolumeclaim %q%N" },
    { "", "Pod", "probe failed", has_log, "kubectl logs %n%N -c %c" },
    { "", "Pod", ": not ready", has_log, "kubectl logs %n%N -c %c" },
    { NULL, NULL, "exceeded quota: ", NULL, "kubectl describe resourcequota %q%N" },
    { NULL, NULL, "exceeded quota", NULL, "kubectl describe resourcequota%N" },
    { NULL, NULL, "failed calling webhook", NULL,
      "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations" },
    { NULL, NULL, "storageclass.storage.k8s.io \"", NULL, "kubectl get storageclass" },
    { "autoscaling", "HorizontalPodAutoscaler", NULL, asks_for_metrics,
      "kubectl get apiservice %a" },
    { "argoproj.io", "Application", NULL, has_failed_operation,
      "argocd app get %n --app-namespace %M --show-operation" },
    { "argoproj.io", "Application", NULL, NULL,
      "argocd app get %n --app-namespace %M --hard-refresh" },
    { FLUX_KUSTOMIZE, "Kustomization", NULL, is_suspended, "flux resume kustomization %n%N" },
    { FLUX_KUSTOMIZE, "Kustomization", NULL, NULL,
      "flux reconcile kustomization %n%N --with-source" },
    { FLUX_HELM, "HelmRelease", NULL, is_suspended, "flux resume helmrelease %n%N" },
    { FLUX_HELM, "HelmRelease", NULL, NULL, "flux logs --kind=HelmRelease --name=%n%N" },
    { FLUX_SOURCE, "GitRepository", NULL, NULL, "flux reconcile source git %n%N" },
    { FLUX_SOURCE, "OCIRepository", NULL, NULL, "flux reconcile source oci %n%N" },
    { FLUX_SOURCE, "HelmRepository", NULL, NULL, "flux reconcile source helm %n%N" },
    { FLUX_SOURCE, "Bucket", NULL, NULL, "flux reconcile source bucket %n%N" },
    { FLUX_SOURCE, "HelmChart", NULL, NULL, "flux reconcile source chart %n%N" },
    { NULL, NULL, NULL, NULL, "kubectl describe %k/%n%N" },
};

/* Names that need no quotes in any shell. */
static bool is_plain(vt_text word) {
    for (size_t i = 0; i < word.size; i++) {
        const char c = word.bytes[i];
        if (!vt_is_letter(c) && !vt_is_digit(c) && !strchr(".-_:", c)) return false;
    }
    return word.size > 0 && word.bytes[0] != '-';
}

static bool add_plain(vt_buffer *out, vt_text word) {
    return is_plain(word) && vt_buffer_add(out, word);
}

/* The word behind `before`, up to a quote or a comma. */
static vt_text word_behind(vt_text text, const char *before) {
    const size_t at = vt_text_find(text, vt_text_from(before), 0);
    if (at == SIZE_MAX) return VT_TEXT_ABSENT;
    size_t end = at + strlen(before);
    while (end < text.size && text.bytes[end] != '"' && text.bytes[end] != ',') end++;
    return vt_text_between(text, at + strlen(before), end);
}

/* deployment.apps: as kubectl takes it. */
static bool add_kind(vt_buffer *out, const vitals_document *object) {
    const vt_text kind = vitals_document_kind(object), group = vitals_document_group(object);
    if (!is_plain(kind)) return false;
    for (size_t i = 0; i < kind.size; i++) {
        const char c = kind.bytes[i];
        vt_buffer_add_byte(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
    return !group.size || (vt_buffer_add_byte(out, '.') && add_plain(out, group));
}

static bool add_namespace(vt_buffer *out, const vitals_document *object) {
    const vt_text namespace_ = vitals_document_namespace(object);
    return !namespace_.size ||
           (vt_buffer_add_terminated(out, " -n ") && add_plain(out, namespace_));
}

static bool add_placeholder(vt_buffer *out, char which, const struct next_row *row,
                            const vitals_document *cause, vt_text because) {
    switch (which) {
    case 'k':
        return add_kind(out, cause);
    case 'n':
        return add_plain(out, vitals_document_name(cause));
    case 'N':
        return add_namespace(out, cause);
    case 'M':
        return add_plain(out, vitals_document_namespace(cause));
    case 'a':
        return vt_buffer_add_terminated(out, vt_why_metrics_api(because));
    case 'c':
        return add_plain(out, vt_why_text(cause, vt_why_container_status(cause, because), "name"));
    default:
        return add_plain(out, word_behind(because, row->says));
    }
}

static bool add_command(vt_buffer *out, const struct next_row *row, const vitals_document *cause,
                        vt_text because) {
    bool ok = true;
    for (const char *at = row->command; *at && ok; at++) {
        ok = *at == '%' ? add_placeholder(out, *++at, row, cause, because)
                        : vt_buffer_add_byte(out, *at);
    }
    return ok;
}

static bool fits(const struct next_row *row, const vitals_document *cause, vt_text because) {
    return (!row->kind || vt_why_is(cause, row->group, row->kind)) &&
           (!row->says || vt_text_find(because, vt_text_from(row->says), 0) != SIZE_MAX) &&
           (!row->when || row->when(cause, because));
}

vt_text vt_why_next(vitals_why *why, const vitals_document *cause, vt_text because) {
    vt_buffer out;
    vt_text command = VT_TEXT_ABSENT;
    vt_buffer_init(&out, &why->allocator, VT_WHY_MOST_LINE_BYTES);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && vt_text_is_absent(command); i++) {
        vt_buffer_clear(&out);
        if (fits(&rows[i], cause, because) && add_command(&out, &rows[i], cause, because)) {
            command = vt_arena_copy(&why->arena, vt_buffer_text(&out));
            if (vt_text_is_absent(command)) break;
        }
    }
    vt_buffer_done(&out);
    return command;
}
