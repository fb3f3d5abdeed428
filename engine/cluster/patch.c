/* Suspending and resuming: the kinds as data, and the merge patches. */
#include "cluster/patch.h"

#include "base/json_writer.h"
#include "base/message.h"
#include "base/quote.h"
#include "cluster/fields.h"
#include "cluster/request.h"

const char vt_suspend_message_annotation[] = "suspend.vitals/message";

static const char merge_patch[] = "application/merge-patch+json";

/* --------------------------------------------------------------------- kinds */

/* How a kind is switched: what its field or annotation holds when it is suspended, and when it is not. JSON;
** NULL is null, which removes it. */
typedef struct kind_row {
    vt_suspendable about;
    const char *path; /* of the field; of an annotation its key */
    bool annotation;
    const char *on, *off;
    const char
        *resume_status; /* a patch of the subresource status that comes with resuming, or NULL */
} kind_row;

#define FLUX(group, kind)                                                                          \
    { { group, kind, "spec.suspend", false, NULL }, ".spec.suspend", false, "true", NULL, NULL }

/* Flux's resume leaves nothing behind: it removes the field, as `flux resume` does. The rows from KEDA on
** are of the documentation of these projects. */
static const kind_row kinds[] = {
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
static const kind_row crossplane = { { "*.crossplane.io", "*", "crossplane.io/paused", false,
                                       NULL },
                                     "crossplane.io/paused",
                                     true,
                                     "\"true\"",
                                     NULL,
                                     NULL };

static const kind_row *row_of(vt_text group, vt_text kind) {
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
    const kind_row *row = row_of(group, kind);
    return row ? &row->about : NULL;
}

const vt_suspendable *vt_suspendable_at(size_t index) {
    if (index < KINDS) return &kinds[index].about;
    return index == KINDS ? &crossplane.about : NULL;
}

/* -------------------------------------------------------------------- state */

static const vitals_value *annotation(const vitals_document *object, const char *key) {
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
    const kind_row *row = row_of(group, kind);
    if (!row) return false;
    const vitals_value *value =
        row->annotation ? annotation(object, row->path) : vt_field(object, NULL, row->path);
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
        vt_text text = vitals_value_string(annotation(object, keys[i]));
        if (text.size) return text;
    }
    return VT_TEXT_ABSENT;
}

/* ------------------------------------------------------------------- patches */

/* The annotations of a patch: the switch itself where it is one, and the reason, which goes with it. */
static void add_metadata(vt_json_writer *object, const kind_row *row,
                         const vt_patch_options *options, bool has_message) {
    bool suspends = options->to == VT_SUSPEND;
    bool message = suspends ? options->message.size > 0 : has_message;
    vt_text version = VT_TEXT_ABSENT;
    if (options->only_if_unchanged)
        version = vt_field_text(options->object, NULL, ".metadata.resourceVersion");
    if (!message && !version.size && !row->annotation) return;
    vt_json_writer metadata = vt_json_add_object(object, "metadata");
    vt_json_add_text_if(&metadata, "resourceVersion", version.size ? version : VT_TEXT_ABSENT);
    if (message || row->annotation) {
        vt_json_writer annotations = vt_json_add_object(&metadata, "annotations");
        const char *json = suspends ? row->on : row->off;
        if (row->annotation)
            vt_json_add_json(&annotations, row->path, vt_text_from(json ? json : "null"));
        if (message && suspends)
            vt_json_add_text(&annotations, vt_suspend_message_annotation, options->message);
        if (message && !suspends) vt_json_add_null(&annotations, vt_suspend_message_annotation);
        vt_json_close(&annotations);
    }
    vt_json_close(&metadata);
}

/* The objects around a field: ".spec.a.b" is {"spec":{"a":{"b":JSON}}}. */
static void add_field(vt_json_writer *object, const char *path, const char *json) {
    enum { MOST_DEPTH = 5, NAME_BYTES = 32 };
    vt_json_writer open[MOST_DEPTH];
    vt_text rest = vt_text_from(path + 1), name;
    size_t depth = 0;
    open[0] = *object;
    while (vt_text_split(&rest, '.', &name) && depth + 1 < MOST_DEPTH && name.size < NAME_BYTES) {
        char key[NAME_BYTES];
        memcpy(key, name.bytes, name.size);
        key[name.size] = '\0';
        if (vt_text_is_absent(rest)) {
            vt_json_add_json(&open[depth], key, vt_text_from(json ? json : "null"));
            break;
        }
        open[depth + 1] = vt_json_add_object(&open[depth], key);
        depth++;
    }
    for (; depth > 0; depth--) vt_json_close(&open[depth]);
    *object = open[0];
}

static vt_text make_body(const kind_row *row, const vt_patch_options *options, bool has_message,
                         const char *status, vt_arena *arena) {
    vt_buffer body = vt_arena_buffer(arena);
    vt_json_writer object = vt_json_open_object(&body);
    add_metadata(&object, row, options, has_message);
    if (!row->annotation)
        add_field(&object, row->path, options->to == VT_SUSPEND ? row->on : row->off);
    if (status) vt_json_add_json(&object, "status", vt_text_from(status));
    vt_json_close(&object);
    return vt_buffer_whole_text(&body);
}

static vt_patch *new_patch(vt_arena *arena, vt_text body, const char *subresource) {
    vt_patch *patch = vt_arena_allocate_zeroed(arena, sizeof *patch);
    if (!patch || !body.bytes) return NULL;
    patch->content_type = merge_patch;
    patch->subresource = subresource;
    patch->body = body;
    return patch;
}

/* A Rollout is resumed in two steps, the status first, as the plugin of Argo Rollouts does. Without the
** subresource, in older versions, that answers 404, and one patch does both. */
static const vt_patch *make_patches(const kind_row *row, const vt_patch_options *options,
                                    bool has_message, vt_arena *arena) {
    vt_patch *own = new_patch(arena, make_body(row, options, has_message, NULL, arena), NULL);
    if (!own || options->to == VT_SUSPEND || !row->resume_status) return own;
    vt_text status = vt_arena_copy(arena, vt_text_from(row->resume_status));
    vt_patch *first = new_patch(arena, status, "status");
    vt_patch *both = new_patch(
        arena, make_body(row, options, has_message, "{\"pauseConditions\":null}", arena), NULL);
    if (!first || !both) return NULL;
    first->next = own;
    first->if_not_found = both;
    return first;
}

/* -------------------------------------------------------------------- switch */

static vitals_status refuse_kind(vt_text group, vt_text kind, vt_buffer *why) {
    vt_quote_append_visible(why, kind);
    if (group.size) {
        vt_buffer_add_byte(why, '.');
        vt_quote_append_visible(why, group);
    }
    vt_buffer_add_terminated(why,
                             " cannot be suspended: no field or annotation that does so is known");
    return VITALS_ENOTFOUND;
}

static vitals_status refuse(vt_buffer *why, const char *text) {
    vt_buffer_add_terminated(why, text);
    return VITALS_EINVAL;
}

/* Whether there is nothing to do: it is so already, and the reason does not change. */
static bool is_done(vt_text group, vt_text kind, const vt_patch_options *options, bool status) {
    bool suspended = vt_patch_is_suspended(group, kind, options->object);
    vt_text message =
        vitals_value_string(annotation(options->object, vt_suspend_message_annotation));
    if (options->to == VT_SUSPEND)
        return suspended && (!options->message.size || vt_text_equal(message, options->message));
    bool paused =
        status && vitals_value_count(vt_field(options->object, NULL, ".status.pauseConditions"));
    return !suspended && !paused && !message.bytes;
}

/* An Application that is not synced automatically has nothing to suspend; the patch would turn it on. */
static bool is_manual_application(const kind_row *row, const vitals_document *object) {
    return row->about.needs_force && !vt_field(object, NULL, ".spec.syncPolicy.automated");
}

vitals_status vt_patch_switch(vt_text group, vt_text kind, const vt_patch_options *options,
                              vt_arena *arena, const vt_patch **out, vt_buffer *why) {
    const kind_row *row = row_of(group, kind);
    const vitals_document *object = options->object;
    if (!row) return refuse_kind(group, kind, why);
    if (row->about.needs_force && !options->force_kind)
        return refuse(why,
                      "an Application has no switch of its own: --force-kind turns its automated "
                      "syncs off");
    if ((options->only_if_unchanged || row->about.needs_force) && !object)
        return refuse(why, "the object must be read before");
    *out = NULL;
    if (object && (is_manual_application(row, object) ||
                   is_done(group, kind, options, row->resume_status != NULL)))
        return VITALS_OK;
    bool has_message = !object || annotation(object, vt_suspend_message_annotation);
    *out = make_patches(row, options, has_message, arena);
    return *out ? VITALS_OK : VITALS_ENOMEM;
}

bool vt_patch_add_query(vt_buffer *out, bool dry_run) {
    const size_t start = out->size;
    vt_request_add_parameter(out, start, "fieldManager", VT_TEXT("vitals"));
    vt_request_add_parameter(out, start, "fieldValidation", VT_TEXT("Strict"));
    if (dry_run) vt_request_add_parameter(out, start, "dryRun", VT_TEXT("All"));
    return !out->failed;
}

/* ---------------------------------------------------------------- controllers */

static void add_object(vt_buffer *out, const char *kind, vt_text namespace_, vt_text name) {
    vt_buffer_printf(out, "managed by %s ", kind);
    if (namespace_.size) {
        vt_quote_append_visible(out, namespace_);
        vt_buffer_add_byte(out, '/');
    }
    vt_quote_append_visible(out, name);
}

/* The application in a tracking id: NAME, or NAMESPACE_NAME. */
static void add_argocd(vt_buffer *out, vt_text tracking_id) {
    vt_text name = vt_text_between(tracking_id, 0, vt_text_find_byte(tracking_id, ':', 0));
    size_t cut = vt_text_find_byte(name, '_', 0);
    vt_text namespace_ = cut == SIZE_MAX ? VT_TEXT("") : vt_text_between(name, 0, cut);
    if (cut != SIZE_MAX) name = vt_text_between(name, cut + 1, name.size);
    add_object(out, "Application", namespace_, name);
}

/* The labels by which Flux marks what it applies. */
static const struct manager {
    const char *kind, *name, *namespace_;
} managers[] = {
    { "Kustomization", "kustomize.toolkit.fluxcd.io/name",
      "kustomize.toolkit.fluxcd.io/namespace" },
    { "HelmRelease", "helm.toolkit.fluxcd.io/name", "helm.toolkit.fluxcd.io/namespace" },
};

static bool add_manager(vt_buffer *out, const vitals_document *object) {
    for (size_t i = 0; i < sizeof managers / sizeof *managers; i++) {
        vt_text name = vitals_document_label(object, vt_text_from(managers[i].name));
        if (!name.size) continue;
        add_object(out, managers[i].kind,
                   vitals_document_label(object, vt_text_from(managers[i].namespace_)), name);
        return true;
    }
    vt_text id = vitals_document_annotation(object, VT_TEXT("argocd.argoproj.io/tracking-id"));
    if (!id.size) return false;
    add_argocd(out, id);
    return true;
}

bool vt_patch_add_undone_by(vt_buffer *out, const vitals_document *object) {
    const kind_row *row = row_of(vitals_document_group(object), vitals_document_kind(object));
    if (!row || !add_manager(out, object)) return false;
    vt_buffer_printf(out, ": it will reset %s unless it is suspended too", row->about.where);
    return !out->failed;
}
