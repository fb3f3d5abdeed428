/*
** Rights: what could not be read, as one line and as JSON; and the ClusterRole that a command needs.
*/
#ifndef VITALS_CLUSTER_ACCESS_H
#define VITALS_CLUSTER_ACCESS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "cluster/resource.h"

/* ------------------------------------------------- what could not be read */

#define VT_UNREAD_MAP(X)                                                                           \
    X(FORBIDDEN, "forbidden")                                                                      \
    X(UNAUTHORIZED, "unauthorized")                                                                \
    X(STALE, "stale")           /* the server of the group does not answer */                      \
    X(NOT_SERVED, "not-served") /* the kind is gone */                                             \
    X(FAILED, "failed")

typedef enum vt_unread_reason {
#define VITALS_X(name, text) VT_UNREAD_##name,
    VT_UNREAD_MAP(VITALS_X)
#undef VITALS_X
        VT_UNREAD_COUNT
} vt_unread_reason;

const char *vt_unread_name(vt_unread_reason reason);

typedef struct vt_unread {
    vt_text group, resource;
    vt_text namespace_; /* absent: everywhere */
    vt_unread_reason reason;
    bool asked_for; /* by name, or part of the application: counts for the exit status */
} vt_unread;

typedef struct vt_access vt_access;

VITALS_MUST_USE vitals_status vt_access_new(const vitals_allocator *allocator, vt_access **out);
void vt_access_free(vt_access *access);
/* Note that something could not be read; one row for each group, resource and namespace, the last reason
** counts. Texts are copied. Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_access_note(vt_access *access, const vt_unread *row);
/* It can be read again. */
void vt_access_clear(vt_access *access, vt_text group, vt_text resource, vt_text namespace_);
size_t vt_access_count(const vt_access *access);
/* In the order in which they were noted; false past the end. */
bool vt_access_at(const vt_access *access, size_t index, vt_unread *out);
/* Whether anything that was asked for is among them: exit status 3. */
bool vt_access_misses_wanted(const vt_access *access);
/* Append "12 kinds could not be read (forbidden: secrets, roles.rbac.authorization.k8s.io, …)" with at most
** five names a reason; nothing when there is nothing. */
bool vt_access_add_line(const vt_access *access, vt_buffer *out);
/* Append [{"group","resource","namespace","reason"}]. */
bool vt_access_add_json(const vt_access *access, vt_buffer *out);

/* Append the body of a SelfSubjectAccessReview. Absent texts mean any. */
bool vt_access_add_review(vt_buffer *out, const char *verb, vt_text group, vt_text resource,
                          vt_text namespace_);
/* Read its answer: whether it is allowed. false also for anything else than such an answer. */
bool vt_access_is_allowed(vt_text body, const vitals_allocator *allocator);

/* ------------------------------------------------------------ ClusterRoles */

#define VT_PURPOSE_MAP(X)                                                                          \
    X(GET, "get")                                                                                  \
    X(WAIT, "wait")                                                                                \
    X(SUSPEND, "suspend")                                                                          \
    X(SERVE, "serve")

typedef enum vt_purpose {
#define VITALS_X(name, text) VT_PURPOSE_##name,
    VT_PURPOSE_MAP(VITALS_X)
#undef VITALS_X
        VT_PURPOSE_COUNT
} vt_purpose;

/* false: no purpose has this name. */
bool vt_purpose_from_name(vt_text name, vt_purpose *out);

/*
** Append a ClusterRole named `name` as YAML: what the purpose needs of the kinds that the server has,
** without wildcards, one rule for each group and set of verbs, in the order of groups. Never Secrets.
** Kinds of stale groups are named in a comment.
*/
bool vt_access_add_role(vt_buffer *out, const vt_resource_table *table, vt_purpose purpose,
                        vt_text name, const vitals_allocator *allocator);

/*
** Append the difference between a ClusterRole and what the purpose needs: a line "+ verb resource.group" for
** each right that is missing, and "- …" for each that is not needed. Wildcards of the role count as what
** they allow and are reported. `*same`: there is no difference. Errors: VITALS_ECONFIG, the document is not
** a ClusterRole; VITALS_ENOMEM.
*/
VITALS_MUST_USE vitals_status vt_access_compare_role(vt_buffer *out, const vitals_document *role,
                                                     const vt_resource_table *table,
                                                     vt_purpose purpose,
                                                     const vitals_allocator *allocator, bool *same);

#endif
