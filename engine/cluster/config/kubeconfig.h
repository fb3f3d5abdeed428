/*
** kubeconfig: files merged, one context chosen, flags on top. Pure: files are handed in as text, and
** nothing reads the environment.
**
** Rules are those of client-go's tools/clientcmd. Where it would guess (a server without a scheme, no
** configuration at all) this reports an error instead; docs/exact.md has the list.
*/
#ifndef VITALS_CLUSTER_KUBECONFIG_H
#define VITALS_CLUSTER_KUBECONFIG_H

#include "base/memory/arena.h"
#include "cluster/config/connection.h"

typedef struct vt_kubeconfig vt_kubeconfig;

/* Where files are looked for. Absent texts are not set. */
typedef struct vt_kubeconfig_places {
    vt_text flag;     /* --kubeconfig: this file alone, which must exist */
    vt_text variable; /* KUBECONFIG: paths joined by ':'; files that are missing are skipped */
    vt_text home;     /* HOME: its .kube/config */
} vt_kubeconfig_places;

typedef struct vt_kubeconfig_paths {
    const vt_text *paths; /* NUL-terminated, without duplicates, in the order of precedence */
    size_t count;
    bool must_exist;
} vt_kubeconfig_paths;

/* The files to read. Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_kubeconfig_find(const vt_kubeconfig_places *places,
                                                 vt_arena *arena, vt_kubeconfig_paths *out);

/* An empty kubeconfig. `allocator` and `limits` may be NULL. Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_kubeconfig_new(const vitals_allocator *allocator,
                                                const vitals_limits *limits, vt_kubeconfig **out);
/* Overwrites what it held. */
void vt_kubeconfig_free(vt_kubeconfig *kubeconfig);

/*
** Add a file, YAML or JSON. The first file that names a cluster, user or context wins as a whole, and so
** does the first one that sets current-context. Relative paths in the file start from the directory of
** `path`, which is absolute. An empty file adds nothing.
**
** Errors: VITALS_ESYNTAX; VITALS_ECONFIG, not a kubeconfig or a name twice in one list; VITALS_ELIMIT;
**         VITALS_ENOMEM. All errors of a file are reported; the file then adds nothing.
*/
VITALS_MUST_USE vitals_status vt_kubeconfig_add(vt_kubeconfig *kubeconfig, const char *path,
                                                vt_text text, vitals_diagnostics *diagnostics);

/* Whether no file had a cluster, user or context. */
bool vt_kubeconfig_is_empty(const vt_kubeconfig *kubeconfig);
/* The contexts in the order of the files; absent past the end. */
vt_text vt_kubeconfig_context_at(const vt_kubeconfig *kubeconfig, size_t index);
/* The server of the context at `index`, as it is written; absent when there is none. */
vt_text vt_kubeconfig_server_at(const vt_kubeconfig *kubeconfig, size_t index);
/* Absent when no file sets it. */
vt_text vt_kubeconfig_current(const vt_kubeconfig *kubeconfig);

typedef enum vt_choice { VT_NOT_SAID, VT_YES, VT_NO } vt_choice;

/* The flags of kubectl that replace parts of a context; absent texts replace nothing. Paths are absolute:
** on the command line they start from the working directory, which the caller knows. */
typedef struct vt_overrides {
    vt_text context, cluster, user, namespace_;
    vt_text server, tls_server_name, certificate_authority, proxy_url;
    vt_choice insecure, disable_compression;
    vt_text token, token_file, username, password, client_certificate, client_key;
    vt_text as, as_uid;
    const vt_text *as_groups;
    size_t as_group_count;
} vt_overrides;

/*
** Choose a context and check what it amounts to. `overrides` may be NULL. The connection is independent
** of the kubeconfig; the caller frees it.
**
** Errors: VITALS_ENOTFOUND, there is no configuration at all: neither a context nor a server is given (no
**         diagnostic: the caller knows which files it looked for); VITALS_ECONFIG; VITALS_ENOMEM. All
**         errors are reported.
*/
VITALS_MUST_USE vitals_status vt_kubeconfig_connect(const vt_kubeconfig *kubeconfig,
                                                    const vt_overrides *overrides,
                                                    const vitals_allocator *allocator,
                                                    vt_connection **out,
                                                    vitals_diagnostics *diagnostics);

#endif
