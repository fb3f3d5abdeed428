/* Suspending and resuming: the merge patches. */
#include "cluster/actions/patch.h"

#include "base/text/json_writer.h"
#include "base/text/message.h"
#include "base/text/quote.h"
#include "cluster/actions/suspendable.h"
#include "cluster/transport/request.h"
#include "cluster/watch/fields.h"

static const char merge_patch[] = "application/merge-patch+json";

/* ------------------------------------------------------------------- patches */

/* The annotations of a patch: the switch itself where it is one, and the reason, which goes with it. */
static void add_metadata(vt_json_writer *object, const vt_suspend_row *row,
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

static vt_text make_body(const vt_suspend_row *row, const vt_patch_options *options,
                         bool has_message, const char *status, vt_arena *arena) {
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
static const vt_patch *make_patches(const vt_suspend_row *row, const vt_patch_options *options,
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
        vitals_value_string(vt_suspend_annotation(options->object, vt_suspend_message_annotation));
    if (options->to == VT_SUSPEND)
        return suspended && (!options->message.size || vt_text_equal(message, options->message));
    bool paused =
        status && vitals_value_count(vt_field(options->object, NULL, ".status.pauseConditions"));
    return !suspended && !paused && !message.bytes;
}

/* An Application that is not synced automatically has nothing to suspend; the patch would turn it on. */
static bool is_manual_application(const vt_suspend_row *row, const vitals_document *object) {
    return row->about.needs_force && !vt_field(object, NULL, ".spec.syncPolicy.automated");
}

vitals_status vt_patch_switch(vt_text group, vt_text kind, const vt_patch_options *options,
                              vt_arena *arena, const vt_patch **out, vt_buffer *why) {
    const vt_suspend_row *row = vt_suspend_row_of(group, kind);
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
    bool has_message = !object || vt_suspend_annotation(object, vt_suspend_message_annotation);
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
    const vt_suspend_row *row =
        vt_suspend_row_of(vitals_document_group(object), vitals_document_kind(object));
    if (!row || !add_manager(out, object)) return false;
    vt_buffer_printf(out, ": it will reset %s unless it is suspended too", row->about.where);
    return !out->failed;
}
