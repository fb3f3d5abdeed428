/*
** Suspending and resuming: which kinds can be, and the patches that do it. Where VITALS_CLUSTER_WRITE is off
** there are no patches (patch.c): vt_patch_switch, _add_query and _add_undone_by.
**
** All are merge patches, as flux, kubectl and argo-rollouts send them. Server-side apply would take the
** field away from the GitOps controller that owns it.
*/
#ifndef VITALS_CLUSTER_PATCH_H
#define VITALS_CLUSTER_PATCH_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"

typedef enum vt_switch { VT_SUSPEND, VT_RESUME } vt_switch;

/* One kind that can be suspended: a row of the table. Static. */
typedef struct vt_suspendable {
    const char *group, *kind; /* kind "*": every kind of the group */
    const char *where;        /* "spec.suspend": shown in messages */
    bool needs_force;         /* --force-kind: the switch is not reversed by resuming it */
    const char *note;         /* what suspending means here, one sentence; NULL: nothing special */
} vt_suspendable;

/* NULL: the kind cannot be suspended. */
const vt_suspendable *vt_suspendable_of(vt_text group, vt_text kind);
/* For listing; NULL past the end. */
const vt_suspendable *vt_suspendable_at(size_t index);

/* A patch to send. `body` and `next` are in the arena of the call. */
typedef struct vt_patch {
    const char *content_type;
    const char *subresource; /* NULL: the object itself */
    vt_text body;
    /* After this one, or NULL. When `if_not_found` is set and this one answers 404, that one is sent in
    ** place of the rest. */
    const struct vt_patch *next;
    const struct vt_patch *if_not_found;
} vt_patch;

typedef struct vt_patch_options {
    vt_switch to;
    vt_text message; /* the reason, an annotation of ours; absent: none */
    bool force_kind;
    /* What the decision rests on, or NULL: resourceVersion is then not sent. A 409 means to read again. */
    const vitals_document *object;
    bool only_if_unchanged; /* send the resourceVersion of `object` */
} vt_patch_options;

/* The annotation that holds the reason. */
extern const char vt_suspend_message_annotation[];

/*
** The patches that switch an object of this kind. `*out` NULL: nothing to do, the object is so already.
** Errors: VITALS_ENOTFOUND, the kind cannot be suspended; VITALS_EINVAL, it needs `force_kind`, or its
** object is needed and not given; VITALS_ENOMEM. `why` gets one sentence.
*/
VITALS_MUST_USE vitals_status vt_patch_switch(vt_text group, vt_text kind,
                                              const vt_patch_options *options, vt_arena *arena,
                                              const vt_patch **out, vt_buffer *why);

/* Append the query of a patch: fieldManager, fieldValidation and, for a dry run, dryRun=All. */
bool vt_patch_add_query(vt_buffer *out, bool dry_run);

/* Whether the object is suspended by its own switch. */
bool vt_patch_is_suspended(vt_text group, vt_text kind, const vitals_document *object);

/* The reason and who gave it: our annotation, else Flux's. Borrowed; absent when there is none. */
vt_text vt_patch_message_of(const vitals_document *object);

/* Append "managed by Kustomization flux-system/apps: it will reset spec.suspend unless it is suspended too"
** when a GitOps controller will undo the patch. false: nothing will, or no memory. */
bool vt_patch_add_undone_by(vt_buffer *out, const vitals_document *object);

#endif
