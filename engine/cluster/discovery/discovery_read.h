/* Reading the documents of discovery. Inside of discovery.c. */
#ifndef VITALS_CLUSTER_DISCOVERY_READ_H
#define VITALS_CLUSTER_DISCOVERY_READ_H

#include "cluster/discovery/resource.h"

/* The kinds of one group and version. Versions of one group follow each other. */
typedef struct vt_discovery_part {
    vt_text group, version;
    const vt_resource *rows;
    size_t count;
    bool preferred; /* the server says so */
    bool stale;
    struct vt_discovery_part *next;
} vt_discovery_part;

typedef struct vt_discovery_parts {
    vt_discovery_part *first, *last;
} vt_discovery_parts;

/* Everything is copied into `arena`. Errors: VITALS_ESYNTAX, another kind of document; VITALS_ENOMEM. */

/* APIGroupDiscoveryList. */
vitals_status vt_discovery_read_aggregated(const vitals_document *document, vt_arena *arena,
                                           vt_discovery_parts *out);
/* APIVersions, or APIGroupList: groups and versions without their kinds. */
vitals_status vt_discovery_read_names(const vitals_document *document, bool core, vt_arena *arena,
                                      vt_discovery_parts *out);
/* APIResourceList: the rows of `part`. */
vitals_status vt_discovery_read_resources(const vitals_document *document, vt_arena *arena,
                                          vt_discovery_part *part);

#endif
