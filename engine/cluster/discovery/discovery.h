/*
** Discovery: which kinds a server has. A state machine that says which request comes next and reads the
** answers: the aggregated form (version 2, two requests), or the older one (one request for each group and
** version). An instance reads one server once; to discover again, make another one and give it the table
** and ETags of the first.
*/
#ifndef VITALS_CLUSTER_DISCOVERY_H
#define VITALS_CLUSTER_DISCOVERY_H

#include "base/memory/buffer.h"
#include "cluster/discovery/resource.h"

typedef struct vt_discovery vt_discovery;

/* `known` may be NULL; it is an earlier discovery whose answers are used again where the server says that
** nothing has changed, and must outlive this one. Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_discovery_new(const vitals_allocator *allocator,
                                               const vitals_limits *limits,
                                               const vt_discovery *known, vt_discovery **out);
void vt_discovery_free(vt_discovery *discovery);

/* A request to make. `path` goes behind the server's prefix. Borrowed until it is answered. */
typedef struct vt_discovery_request {
    size_t id;
    vt_text path; /* "/api", "/apis", "/apis/apps/v1" */
    const char *accept;
    vt_text if_none_match; /* an ETag, or absent */
} vt_discovery_request;

/* The next request that was not handed out yet; false: none at the moment. Several may be under way. */
bool vt_discovery_next(vt_discovery *discovery, vt_discovery_request *out);

typedef struct vt_discovery_answer {
    size_t id;
    int status;           /* of HTTP; 0: no answer came */
    vt_text content_type; /* absent when there is none */
    vt_text etag;
    vt_text body;
} vt_discovery_answer;

/*
** Hand in an answer. A group that cannot be read becomes stale; 404 of /api is not an error.
**
** Errors: VITALS_ENOMEM; VITALS_EREAD, this request alone makes discovery fail (/apis, or /api other than
** by 404): `why` has one line.
*/
VITALS_MUST_USE vitals_status vt_discovery_answered(vt_discovery *discovery,
                                                    const vt_discovery_answer *answer,
                                                    vt_buffer *why);

/* Whether all requests are answered. */
bool vt_discovery_is_done(const vt_discovery *discovery);
/* Done: whether the server said that nothing has changed since `known`. */
bool vt_discovery_is_unchanged(const vt_discovery *discovery);
/* Done: the table, borrowed. */
const vt_resource_table *vt_discovery_table(const vt_discovery *discovery);

/* What is different between two tables. */
typedef enum vt_discovery_change {
    VT_DISCOVERY_ADDED,
    VT_DISCOVERY_REMOVED,
    VT_DISCOVERY_REPLACED /* another scope, plural or verbs: follow it anew */
} vt_discovery_change;

/* Called for each watchable kind of a preferred version that was added, removed or replaced. Kinds of a
** group that is stale in the new table are not removed: nothing is known about them. */
typedef void (*vt_discovery_change_fn)(void *user, vt_discovery_change change,
                                       const vt_resource *before, const vt_resource *after);
void vt_discovery_compare(const vt_resource_table *before, const vt_resource_table *after,
                          vt_discovery_change_fn call, void *user);

/* /version: the minor version, "27+" is 27; false: not such an answer. */
bool vt_server_version_read(vt_text body, const vitals_allocator *allocator, unsigned *major,
                            unsigned *minor, vt_buffer *git_version);

#endif
