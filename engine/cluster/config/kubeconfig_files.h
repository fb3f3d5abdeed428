/* The files of a kubeconfig as they were read. Inside of kubeconfig.c and connect.c. */
#ifndef VITALS_CLUSTER_KUBECONFIG_FILES_H
#define VITALS_CLUSTER_KUBECONFIG_FILES_H

#include "base/memory/memory.h"
#include "cluster/config/kubeconfig.h"

typedef struct vt_kubeconfig_file {
    vitals_document *document;
    vt_text path;      /* NUL-terminated */
    vt_text directory; /* with its slash at the end */
} vt_kubeconfig_file;

/* A cluster, user or context: the value below its name. */
typedef struct vt_kubeconfig_entry {
    vt_text name;
    const vitals_value *value; /* NULL: the entry has a name only */
    const vt_kubeconfig_file *file;
} vt_kubeconfig_entry;

typedef struct vt_kubeconfig_list {
    vt_kubeconfig_entry *entries;
    size_t count, capacity;
} vt_kubeconfig_list;

typedef enum vt_kubeconfig_sort {
    VT_KUBECONFIG_CLUSTERS,
    VT_KUBECONFIG_USERS,
    VT_KUBECONFIG_CONTEXTS,
    VT_KUBECONFIG_SORTS
} vt_kubeconfig_sort;

struct vt_kubeconfig {
    vitals_allocator parent, secret; /* documents and texts are in wiped memory */
    const vitals_limits *limits;
    vt_arena arena; /* files and their paths */
    vitals_document **documents;
    size_t document_count, document_capacity;
    vt_kubeconfig_list lists[VT_KUBECONFIG_SORTS];
    vt_text current;
};

/* NULL: there is none of this name. */
const vt_kubeconfig_entry *vt_kubeconfig_entry_of(const vt_kubeconfig *kubeconfig,
                                                  vt_kubeconfig_sort sort, vt_text name);

#endif
