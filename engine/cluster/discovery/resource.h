/*
** The kinds that an API server serves, and every way in which people name them.
**
** A table of resources is made by discovery (cluster/discovery/discovery.h) and never changes afterwards.
*/
#ifndef VITALS_CLUSTER_RESOURCE_H
#define VITALS_CLUSTER_RESOURCE_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"

#define VT_VERB_MAP(X)                                                                             \
    X(GET, "get")                                                                                  \
    X(LIST, "list")                                                                                \
    X(WATCH, "watch")                                                                              \
    X(PATCH, "patch")                                                                              \
    X(UPDATE, "update")                                                                            \
    X(CREATE, "create")                                                                            \
    X(DELETE, "delete")

typedef enum vt_verb {
#define VITALS_X(name, text) VT_VERB_##name,
    VT_VERB_MAP(VITALS_X)
#undef VITALS_X
        VT_VERB_COUNT
} vt_verb;

typedef struct vt_resource {
    vt_text group, version, plural, singular, kind;
    const vt_text *short_names;
    size_t short_name_count;
    const vt_text *categories;
    size_t category_count;
    const vt_text *subresources; /* "status", "scale" */
    size_t subresource_count;
    uint32_t verbs; /* bit 1 << vt_verb */
    bool namespaced;
    bool preferred; /* of the preferred version of its group */
} vt_resource;

static inline bool vt_resource_can(const vt_resource *resource, vt_verb verb) {
    return (resource->verbs >> verb & 1U) != 0;
}
/* Whether it can be followed: list and watch. */
static inline bool vt_resource_is_watchable(const vt_resource *resource) {
    return vt_resource_can(resource, VT_VERB_LIST) && vt_resource_can(resource, VT_VERB_WATCH);
}
bool vt_resource_has_subresource(const vt_resource *resource, vt_text name);

/* A group and version whose kinds are not known at the moment: the server behind it does not answer. */
typedef struct vt_stale_group {
    vt_text group, version;
} vt_stale_group;

/* In the order of the server: groups, then versions with the preferred one first. */
typedef struct vt_resource_table {
    const vt_resource *rows;
    size_t count;
    const vt_stale_group *stale;
    size_t stale_count;
} vt_resource_table;

/* The resource of a kind in the preferred version, else in another; NULL: not served. */
const vt_resource *vt_resource_of_kind(const vt_resource_table *table, vt_text group, vt_text kind);
/* The same with this very version. */
const vt_resource *vt_resource_of_version(const vt_resource_table *table, vt_text group,
                                          vt_text version, vt_text kind);

/* Secrets are read only where the user names the kind. */
bool vt_is_secret(vt_text group, vt_text kind);

/* Kinds that are left out when all are asked for, with the reason: those that Argo CD ignores by default,
** Secrets and ConfigMaps, which no rule reads, and kinds that are served twice. NULL: not left out.
** Static. */
const char *vt_resource_left_out(const vt_resource *resource);

/*
** One word of a command line, read:
**
**   KIND  KIND.GROUP  KIND.VERSION.GROUP  KIND.VERSION.      pods, deployments.apps, pods.v1.
**   KIND/NAME, and the above with /NAME                      deploy/web
**   GROUP/KIND  GROUP/VERSION/KIND  VERSION/KIND             apps/Deployment, v1/Pod
**   GROUP/KIND:NAMESPACE/NAME  KIND:NAMESPACE/NAME           as vitals prints them
**   GROUP:KIND:NAMESPACE/NAME                                as Argo CD prints them
**   all, and other categories
**
** KIND is a plural, a singular, a short name or a kind, in any case. Which of these it is, and where a word
** can be read in two ways, the table decides.
*/
typedef struct vt_reference {
    const vt_resource *const *resources; /* more than one for a category */
    size_t resource_count;
    bool every_kind;    /* `all`: every kind that can be followed and is not left out */
    vt_text namespace_; /* absent: not said */
    vt_text name;       /* absent: all of the kind */
} vt_reference;

typedef enum vt_reference_result {
    VT_REFERENCE_FOUND,
    VT_REFERENCE_UNKNOWN,   /* no such kind; `why` names the nearest, if any */
    VT_REFERENCE_STALE,     /* its group does not answer at the moment */
    VT_REFERENCE_MALFORMED, /* not one of the forms */
    VT_REFERENCE_NO_MEMORY
} vt_reference_result;

/* Read one word without commas. `out` and what it points to are in `arena` and borrow from `word` and the
** table. `why`, one sentence, is added to unless the result is FOUND. */
vt_reference_result vt_reference_read(const vt_resource_table *table, vt_text word, vt_arena *arena,
                                      vt_reference *out, vt_buffer *why);

#endif
