/* Paths, queries and headers of requests to the API server. */
#ifndef VITALS_CLUSTER_REQUEST_H
#define VITALS_CLUSTER_REQUEST_H

#include "base/memory/buffer.h"

/* What a request is about. Absent texts are left out. */
typedef struct vt_request {
    vt_text prefix; /* of the server, or absent */
    vt_text group;  /* empty: the core group */
    vt_text version;
    vt_text resource;   /* plural */
    vt_text namespace_; /* absent or empty: all, or the resource has none */
    vt_text name;
    vt_text subresource;
} vt_request;

/* PREFIX/api/VERSION or PREFIX/apis/GROUP/VERSION, then [/namespaces/NS]/RESOURCE[/NAME[/SUBRESOURCE]].
** Segments are escaped; one that is "." or ".." makes `out` fail. */
bool vt_request_add_path(vt_buffer *out, const vt_request *request);

/* The parameters of a list or watch. 0 and absent are left out. */
typedef struct vt_list_parameters {
    uint64_t limit;
    vt_text continue_;
    vt_text resource_version; /* absent: the newest; "0": any */
    bool exact;               /* resourceVersionMatch=Exact */
    vt_text label_selector, field_selector;
    bool watch;          /* with bookmarks */
    bool initial_events; /* WatchList: the objects come first, then a bookmark */
    uint64_t timeout_seconds;
} vt_list_parameters;

/*
** Append "?a=b&c=d", or nothing. What the server refuses is never sent: with `continue_` no
** resourceVersion; resourceVersionMatch only with a resourceVersion; not Exact of "0". A limit together
** with a resourceVersion means NotOlderThan, which the server would not assume. A watch has no limit.
*/
bool vt_request_add_list_query(vt_buffer *out, const vt_list_parameters *parameters);

/* Append one more parameter: "?name=value" or "&name=value", by what `out` ends in since `start`. */
bool vt_request_add_parameter(vt_buffer *out, size_t start, const char *name, vt_text value);

/* Values of Accept. */
extern const char vt_accept_json[];
extern const char vt_accept_discovery[];     /* aggregated, version 2, or the older form */
extern const char vt_accept_metadata_list[]; /* PartialObjectMetadataList */
extern const char vt_accept_metadata[];      /* of one object, and of a watch */

/* Append "vitals/VERSION (SYSTEM/MACHINE)"; the server's fairness and audit logs group by it. */
bool vt_request_add_user_agent(vt_buffer *out);

/* A value of Content-Type: the media type in lower case, and one of its parameters, without quotes, or
** absent. Both borrowed from `content_type`; the media type keeps its case. */
vt_text vt_media_type(vt_text content_type);
vt_text vt_media_parameter(vt_text content_type, const char *name);

#endif
