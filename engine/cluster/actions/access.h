/* Rights: the ClusterRole that a command needs. */
#ifndef VITALS_CLUSTER_ACCESS_H
#define VITALS_CLUSTER_ACCESS_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "cluster/discovery/resource.h"

#define VT_PURPOSE_MAP(X)                                                                          \
    X(GET, "get")                                                                                  \
    X(WAIT, "wait")                                                                                \
    X(SUSPEND, "suspend")                                                                          \
    X(SERVE, "serve")                                                                              \
    X(WHY, "why")

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
