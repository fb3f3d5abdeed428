/*
** What an application lists, and how Argo CD tracks: functions of documents. What to list and watch follows from
** the application's own object.
*/
#ifndef VITALS_CLUSTER_APPLICATION_H
#define VITALS_CLUSTER_APPLICATION_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "cluster/discovery/resource.h"

/* ---------------------------------------------------------------- tracking */

typedef enum vt_tracking_method {
    VT_TRACKING_ANNOTATION,
    VT_TRACKING_LABEL,
    VT_TRACKING_ANNOTATION_AND_LABEL
} vt_tracking_method;

/* The settings of argocd-cm that say how Argo CD tracks. Texts are borrowed from the document. */
typedef struct vt_tracking_settings {
    vt_tracking_method method;
    vt_text instance_label;  /* never absent */
    vt_text installation_id; /* absent: none */
} vt_tracking_settings;

/* `configmap` may be NULL: the defaults of Argo CD 3. */
vt_tracking_settings vt_tracking_settings_of(const vitals_document *configmap);

/* ------------------------------------------------------------- applications */

typedef enum vt_application_kind {
    VT_APPLICATION_ARGOCD,
    VT_APPLICATION_KUSTOMIZATION,
    VT_APPLICATION_HELMRELEASE
} vt_application_kind;

typedef struct vt_application {
    vt_application_kind kind;
    vt_text namespace_, name;
    vt_text destination_server, destination_name; /* Argo CD; absent: not said */
    vt_text destination_namespace;
    bool elsewhere;     /* its objects are in another cluster than this object */
    bool has_inventory; /* it lists its objects */
} vt_application;

/* false: the document is not one of them. All texts are borrowed from it. */
bool vt_application_read(const vitals_document *document, vt_application *out);

/* Argument of --app: NAME, NAMESPACE/NAME, or KIND/NAME and KIND/NAMESPACE/NAME with application, app,
** kustomization, ks, helmrelease, hr. `any_kind`: no kind was said. false: malformed. */
typedef struct vt_application_word {
    bool any_kind;
    vt_application_kind kind;
    vt_text namespace_; /* absent: not said */
    vt_text name;
} vt_application_word;
bool vt_application_word_read(vt_text word, vt_application_word *out);

/* An object that an application, or an inventory, names. */
typedef struct vt_member {
    vt_text group, version, kind, namespace_, name; /* version: absent when it is not said */
    bool hook;                                      /* Argo CD */
} vt_member;

/* Read the members one after another. */
typedef struct vt_members {
    const vitals_document *document;
    const vitals_value *list;
    uint64_t cursor;
    vt_application_kind kind;
    size_t malformed; /* entries that were skipped */
} vt_members;

/* status.resources of an Application, status.inventory.entries of the others. `application` is what
** vt_application_read made of the document. */
void vt_members_begin(vt_members *members, const vitals_document *document,
                      const vt_application *application);
/* false at the end, or without memory for a name in which `__` stands for `:`, which is put into
** `arena`. */
bool vt_members_next(vt_members *members, vt_arena *arena, vt_member *out);

/* One id of an inventory: NAMESPACE_NAME_GROUP_KIND, where `__` in the name stands for `:`. `scratch` gets
** such a name. false: malformed. */
bool vt_inventory_id_read(vt_text id, char scratch[256], vt_member *out);

/* ----------------------------------------------------- what is to be read */

/* One list and watch: a resource in one namespace, or everywhere. */
typedef struct vt_scope {
    const vt_resource *resource;
    vt_text namespace_;   /* absent: cluster-scoped, or everywhere */
    const vt_text *names; /* one request for each with metadata.name=; none: the whole namespace */
    size_t name_count;
} vt_scope;

typedef struct vt_scopes {
    const vt_scope *rows;
    size_t count;
    const vt_member *unknown; /* of kinds that the server does not have, or not at the moment */
    size_t unknown_count;
} vt_scopes;

enum { VT_SCOPE_MOST_NAMES = 5 };

/* Group members, but for Secrets, into as few requests as it takes: up to 5 objects of a kind in a namespace
** by name, else the namespace. In the order of the first member. Everything is in `arena`; texts are borrowed from the
** members. Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_scopes_of(const vt_resource_table *table, const vt_member *members,
                                           size_t count, vt_arena *arena, vt_scopes *out);

#endif
