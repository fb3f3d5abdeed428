/* The next command to type, for a shell: nothing in it comes from the cluster but plain names. */
#include "why/why.h"

/* %k kind.group, %n name, %N namespace as an option, %c the container of the text, %q a quoted word of it. */
static const struct next_row {
    const char *group, *kind; /* NULL: any */
    const char *says;         /* a part of the cause's text; NULL: any */
    const char *command;
} rows[] = {
    { "", "Pod", "exited with", "kubectl logs %n%N -c %c --previous" },
    { "", "Pod", "secret \"", "kubectl get secret %q%N" },
    { "", "Pod", "configmap \"", "kubectl get configmap %q%N" },
    { "", "Pod", "persistentvolumeclaim \"", "kubectl get persistentvolumeclaim %q%N" },
    { "", "Pod", "probe failed", "kubectl logs %n%N -c %c" },
    { "", "Pod", ": not ready", "kubectl logs %n%N -c %c" },
    { NULL, NULL, "exceeded quota", "kubectl describe resourcequota%N" },
    { NULL, NULL, "failed calling webhook",
      "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations" },
    { NULL, NULL, "storageclass.storage.k8s.io \"", "kubectl get storageclass" },
    { "argoproj.io", "Application", NULL, "argocd app get %n --app-namespace %M --hard-refresh" },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", NULL,
      "flux reconcile kustomization %n%N --with-source" },
    { "helm.toolkit.fluxcd.io", "HelmRelease", NULL, "flux logs --kind=HelmRelease --name=%n%N" },
    { "source.toolkit.fluxcd.io", "GitRepository", NULL, "flux reconcile source git %n%N" },
    { "source.toolkit.fluxcd.io", "OCIRepository", NULL, "flux reconcile source oci %n%N" },
    { "source.toolkit.fluxcd.io", "HelmRepository", NULL, "flux reconcile source helm %n%N" },
    { NULL, NULL, NULL, "kubectl describe %k/%n%N" },
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

/* The word behind `before` up to `end`. */
static vt_text word_of(vt_text text, const char *before, char end) {
    const size_t at = vt_text_find(text, vt_text_from(before), 0);
    if (at == SIZE_MAX) return VT_TEXT_ABSENT;
    const size_t start = at + strlen(before), stop = vt_text_find_byte(text, end, start);
    return vt_text_between(text, start, stop == SIZE_MAX ? start : stop);
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

static bool add_placeholder(vt_buffer *out, char which, const vitals_document *cause,
                            vt_text because) {
    switch (which) {
    case 'k':
        return add_kind(out, cause);
    case 'n':
        return add_plain(out, vitals_document_name(cause));
    case 'N':
        return add_namespace(out, cause);
    case 'M':
        return add_plain(out, vitals_document_namespace(cause));
    case 'c':
        return add_plain(out, word_of(because, "container ", ':'));
    default:
        return add_plain(out, word_of(because, "\"", '"'));
    }
}

static bool add_command(vt_buffer *out, const char *command, const vitals_document *cause,
                        vt_text because) {
    bool ok = true;
    for (const char *at = command; *at && ok; at++) {
        ok =
            *at == '%' ? add_placeholder(out, *++at, cause, because) : vt_buffer_add_byte(out, *at);
    }
    return ok;
}

static bool fits(const struct next_row *row, const vitals_document *cause, vt_text because) {
    return (!row->kind || vt_why_is(cause, row->group, row->kind)) &&
           (!row->says || vt_text_find(because, vt_text_from(row->says), 0) != SIZE_MAX);
}

vt_text vt_why_next(vitals_why *why, const vitals_document *cause, vt_text because) {
    vt_buffer out;
    vt_text command = VT_TEXT_ABSENT;
    vt_buffer_init(&out, &why->allocator, VT_WHY_MOST_LINE_BYTES);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && vt_text_is_absent(command); i++) {
        vt_buffer_clear(&out);
        if (fits(&rows[i], cause, because) && add_command(&out, rows[i].command, cause, because)) {
            command = vt_arena_copy(&why->arena, vt_buffer_text(&out));
            if (vt_text_is_absent(command)) break;
        }
    }
    vt_buffer_done(&out);
    return command;
}
