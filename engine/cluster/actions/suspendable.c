/* The kinds that can be suspended, as data, and whether an object is. */
#include "cluster/actions/suspendable.h"

#include "cluster/watch/fields.h"

const char vt_suspend_message_annotation[] = "suspend.vitals/message";

/* --------------------------------------------------------------------- kinds */

#define FLUX(group, kind)                                                                          \
    { { group, kind, "spec.suspend", false, NULL }, ".spec.suspend", false, "true", NULL, NULL }

/* Flux's resume leaves nothing behind: it removes the field, as `flux resume` does. The rows from KEDA on
** are of the documentation of these projects. */
static const vt_suspend_row kinds[] = {
    FLUX("kustomize.toolkit.fluxcd.io", "Kustomization"),
    FLUX("helm.toolkit.fluxcd.io", "HelmRelease"),
    FLUX("source.toolkit.fluxcd.io", "GitRepository"),
    FLUX("source.toolkit.fluxcd.io", "OCIRepository"),
    FLUX("source.toolkit.fluxcd.io", "Bucket"),
    FLUX("source.toolkit.fluxcd.io", "HelmRepository"),
    FLUX("source.toolkit.fluxcd.io", "HelmChart"),
    FLUX("image.toolkit.fluxcd.io", "ImageRepository"),
    FLUX("image.toolkit.fluxcd.io", "ImagePolicy"),
    FLUX("image.toolkit.fluxcd.io", "ImageUpdateAutomation"),
    FLUX("notification.toolkit.fluxcd.io", "Receiver"),
    FLUX("notification.toolkit.fluxcd.io", "Alert"),
    FLUX("notification.toolkit.fluxcd.io", "Provider"),
    { { "batch", "CronJob", "spec.suspend", false, "no new Jobs are started; running ones go on" },
      ".spec.suspend",
      false,
      "true",
      "false",
      NULL },
    { { "batch", "Job", "spec.suspend", false, "its running Pods are deleted" },
      ".spec.suspend",
      false,
      "true",
      "false",
      NULL },
    { { "apps", "Deployment", "spec.paused", false, "rollouts stop; its Pods go on" },
      ".spec.paused",
      false,
      "true",
      NULL,
      NULL },
    { { "argoproj.io", "Rollout", "spec.paused", false, NULL },
      ".spec.paused",
      false,
      "true",
      "false",
      "{\"status\":{\"pauseConditions\":null}}" },
    { { "argoproj.io", "CronWorkflow", "spec.suspend", false, NULL },
      ".spec.suspend",
      false,
      "true",
      "false",
      NULL },
    { { "argoproj.io", "Workflow", "spec.suspend", false, NULL },
      ".spec.suspend",
      false,
      "true",
      NULL,
      NULL },
    { { "argoproj.io", "Application", "spec.syncPolicy.automated.enabled", true,
        "automated syncs stop; Argo CD before 3.1 does not know this field" },
      ".spec.syncPolicy.automated.enabled",
      false,
      "false",
      NULL,
      NULL },
    { { "keda.sh", "ScaledObject", "autoscaling.keda.sh/paused", false, NULL },
      "autoscaling.keda.sh/paused",
      true,
      "\"true\"",
      NULL,
      NULL },
    { { "keda.sh", "ScaledJob", "autoscaling.keda.sh/paused", false, NULL },
      "autoscaling.keda.sh/paused",
      true,
      "\"true\"",
      NULL,
      NULL },
    { { "cluster.x-k8s.io", "Cluster", "spec.paused", false, NULL },
      ".spec.paused",
      false,
      "true",
      "false",
      NULL },
    { { "cluster.x-k8s.io", "*", "cluster.x-k8s.io/paused", false, NULL },
      "cluster.x-k8s.io/paused",
      true,
      "\"true\"",
      NULL,
      NULL },
    { { "infrastructure.cluster.x-k8s.io", "*", "cluster.x-k8s.io/paused", false, NULL },
      "cluster.x-k8s.io/paused",
      true,
      "\"true\"",
      NULL,
      NULL },
    { { "controlplane.cluster.x-k8s.io", "*", "cluster.x-k8s.io/paused", false, NULL },
      "cluster.x-k8s.io/paused",
      true,
      "\"true\"",
      NULL,
      NULL },
    { { "machine.openshift.io", "MachineHealthCheck", "cluster.x-k8s.io/paused", false, NULL },
      "cluster.x-k8s.io/paused",
      true,
      "\"\"",
      NULL,
      NULL },
    { { "machineconfiguration.openshift.io", "MachineConfigPool", "spec.paused", false, NULL },
      ".spec.paused",
      false,
      "true",
      "false",
      NULL },
    { { "policy.karmada.io", "PropagationPolicy", "spec.suspension.dispatching", false, NULL },
      ".spec.suspension.dispatching",
      false,
      "true",
      NULL,
      NULL },
    { { "policy.karmada.io", "ClusterPropagationPolicy", "spec.suspension.dispatching", false,
        NULL },
      ".spec.suspension.dispatching",
      false,
      "true",
      NULL,
      NULL },
    { { "work.karmada.io", "Work", "spec.suspendDispatching", false, NULL },
      ".spec.suspendDispatching",
      false,
      "true",
      NULL,
      NULL },
    { { "postgresql.cnpg.io", "ScheduledBackup", "spec.suspend", false, NULL },
      ".spec.suspend",
      false,
      "true",
      "false",
      NULL },
    { { "kueue.x-k8s.io", "ClusterQueue", "spec.stopPolicy", false,
        "no new workloads are admitted; admitted ones go on" },
      ".spec.stopPolicy",
      false,
      "\"Hold\"",
      "\"None\"",
      NULL },
    { { "kueue.x-k8s.io", "LocalQueue", "spec.stopPolicy", false,
        "no new workloads are admitted; admitted ones go on" },
      ".spec.stopPolicy",
      false,
      "\"Hold\"",
      "\"None\"",
      NULL },
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* Crossplane pauses every managed and composite resource by one annotation. Their groups end so. */
static const vt_suspend_row crossplane = { { "*.crossplane.io", "*", "crossplane.io/paused", false,
                                             NULL },
                                           "crossplane.io/paused",
                                           true,
                                           "\"true\"",
                                           NULL,
                                           NULL };

const vt_suspend_row *vt_suspend_row_of(vt_text group, vt_text kind) {
    for (size_t i = 0; i < KINDS; i++) {
        bool any = strcmp(kinds[i].about.kind, "*") == 0;
        if (vt_text_is(group, kinds[i].about.group) &&
            (any || vt_text_is(kind, kinds[i].about.kind)))
            return &kinds[i];
    }
    return vt_text_ends(group, VT_TEXT(".crossplane.io")) ||
                   vt_text_ends(group, VT_TEXT(".upbound.io"))
               ? &crossplane
               : NULL;
}

const vt_suspendable *vt_suspendable_of(vt_text group, vt_text kind) {
    const vt_suspend_row *row = vt_suspend_row_of(group, kind);
    return row ? &row->about : NULL;
}

const vt_suspendable *vt_suspendable_at(size_t index) {
    if (index < KINDS) return &kinds[index].about;
    return index == KINDS ? &crossplane.about : NULL;
}

/* -------------------------------------------------------------------- state */

const vitals_value *vt_suspend_annotation(const vitals_document *object, const char *key) {
    const vitals_value *map = vt_field(object, NULL, ".metadata.annotations"), *value;
    uint64_t cursor = 0;
    vt_text name;
    while (vt_field_next(map, &cursor, &name, &value)) {
        if (vt_text_is(name, key)) return vitals_value_string(value).bytes ? value : NULL;
    }
    return NULL;
}

/* Whether a value is the one that `json` of the table stands for. */
static bool is_json(const vitals_value *value, const char *json) {
    vt_text text = vt_text_from(json);
    if (!value || !json) return false;
    if (json[0] == '"')
        return vt_text_equal(vitals_value_string(value), vt_text_between(text, 1, text.size - 1));
    return vitals_value_type_of(value) == VITALS_VALUE_BOOL &&
           vitals_value_bool(value) == (json[0] == 't');
}

bool vt_patch_is_suspended(vt_text group, vt_text kind, const vitals_document *object) {
    const vt_suspend_row *row = vt_suspend_row_of(group, kind);
    if (!row) return false;
    const vitals_value *value = row->annotation ? vt_suspend_annotation(object, row->path)
                                                : vt_field(object, NULL, row->path);
    /* Cluster API and Crossplane look at the annotation alone, whatever it says but "false". */
    if (row->annotation) return value && !vt_text_is(vitals_value_string(value), "false");
    return is_json(value, row->on);
}

/* Ours, then the ones that Flux's proposals use. */
vt_text vt_patch_message_of(const vitals_document *object) {
    static const char *const keys[] = { vt_suspend_message_annotation,
                                        "suspend.toolkit.fluxcd.io/message",
                                        "reconcile.fluxcd.io/suspended" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        vt_text text = vitals_value_string(vt_suspend_annotation(object, keys[i]));
        if (text.size) return text;
    }
    return VT_TEXT_ABSENT;
}
