/*
** The door of the native checks: Argo CD's built-in health checks, in C, and checks of further kinds of
** Kubernetes, which profile combined has alone.
** Source: gitops-engine/pkg/health, as described by Argo CD 3.6; for the further kinds the API reference
** of Kubernetes.
*/
#ifndef VITALS_NATIVE_NATIVE_H
#define VITALS_NATIVE_NATIVE_H

#include "document/evaluation.h"

typedef vt_opinion (*vt_native_fn)(const vt_evaluation *evaluation);

/* One check. */
typedef struct vt_native_check {
    vt_text group, kind;
    vt_native_fn check;
    const char *const *rows; /* ids of the rows of its decision table, NULL at the end */
    bool further;            /* Argo CD has no check of the kind */
} vt_native_check;

/* The check for a group and kind, or NULL: no opinion. */
const vt_native_check *vt_native_find(vt_text group, vt_text kind);
/* The same among those of Argo CD. */
const vt_native_check *vt_native_find_argocd(vt_text group, vt_text kind);
/* Whether a check refused the version of the object, before it read a field. */
bool vt_native_is_unsupported(const vt_native_check *check, const vt_opinion *opinion);
/* All checks, in no particular order; NULL past the end. */
const vt_native_check *vt_native_at(size_t index);

/* Whether the object is being deleted: metadata.deletionTimestamp parses, and no hook finalizer
** delays the deletion. */
bool vt_native_is_deleting(const vt_reader *reader);
/* The same, also with a hook finalizer. */
bool vt_native_is_deleted(const vt_reader *reader);
/* "Pending deletion" and, from Argo CD 3.6 on, the finalizers that block it; absent: no memory. */
vt_text vt_native_deletion_message(const vt_evaluation *evaluation);

/* Hooks (gitops-engine/pkg/sync/hook): run around a sync; skipped by it; of unknown types only. */
bool vt_native_is_hook(const vt_reader *reader);
bool vt_native_is_skip_hook(const vt_reader *reader);
bool vt_native_is_ignored_hook(const vt_reader *reader);
/* An annotation by its key, with Argo CD's rules: null is "", a wrong type empties the map. */
vt_text vt_native_annotation(const vt_reader *reader, vt_text key);

#endif
