/*
** One API server and one identity: what a context of a kubeconfig, or the files of a service account,
** amount to once everything is merged and checked.
**
** A connection never changes. All texts belong to it; those that are not set are absent. It holds
** secrets: its memory is wiped when it is freed, and nothing here prints them.
*/
#ifndef VITALS_CLUSTER_CONNECTION_H
#define VITALS_CLUSTER_CONNECTION_H

#include "base/text/text.h"

/* The address of a server: the URL taken apart. */
typedef struct vt_server {
    vt_text url; /* as it is used: scheme, host, port if any, and prefix */
    bool tls;
    vt_text host;   /* an IPv6 address without brackets */
    uint16_t port;  /* 443 or 80 when the URL has none */
    vt_text prefix; /* in front of /api and /apis; empty, or "/k8s/clusters/c-1" */
} vt_server;

/* PEM text, or the absolute path of a file that holds it; the text counts when both are there. */
typedef struct vt_material {
    vt_text data;
    vt_text path;
} vt_material;

typedef struct vt_name_value {
    vt_text name, value;
} vt_name_value;

/* users[].user.exec */
typedef enum vt_interactive {
    VT_INTERACTIVE_NEVER,
    VT_INTERACTIVE_IF_AVAILABLE,
    VT_INTERACTIVE_ALWAYS
} vt_interactive;

typedef struct vt_plugin {
    vt_text command;
    const vt_text *arguments;
    size_t argument_count;
    const vt_name_value *environment; /* added to the parent's */
    size_t environment_count;
    vt_text api_version; /* client.authentication.k8s.io/v1 or v1beta1 */
    vt_text install_hint;
    vt_interactive interactive;
    bool provide_cluster_info;
    vt_text cluster_config; /* JSON of the cluster's extension for plugins, or absent */
} vt_plugin;

/* Impersonation: headers Impersonate-*. */
typedef struct vt_impersonation {
    vt_text user, uid;
    const vt_text *groups;
    size_t group_count;
    const vt_name_value *extra; /* one row for each value */
    size_t extra_count;
} vt_impersonation;

typedef struct vt_connection {
    vt_text context, cluster, user; /* names; empty when the kubeconfig has none */
    vt_text namespace_;             /* never empty */
    bool in_cluster;
    vt_server server;
    vt_text tls_server_name;
    bool insecure;
    bool disable_compression;
    vt_text proxy_url;
    vt_material ca; /* neither: the system's */
    vt_material certificate, key;
    vt_text token, token_file; /* the file counts as long as it can be read */
    vt_text username, password;
    const vt_plugin *plugin; /* NULL: none, or not used because of another credential */
    vt_impersonation as;
} vt_connection;

/* Take a URL apart: http or https, host, optional port, optional path; a query and a fragment are dropped.
** `url` is borrowed by `out`, with a trailing slash removed. Returns NULL, or what is wrong, static. */
const char *vt_server_parse(vt_text url, vt_server *out);

void vt_connection_free(vt_connection *connection);

/* What the library may not do on behalf of a kubeconfig that it does not trust. */
typedef struct vt_connection_policy {
    bool no_plugins; /* exec */
    bool no_files;   /* references to files */
    bool no_proxies; /* proxy-url */
} vt_connection_policy;

/* Whether the connection needs something that the policy forbids: appends one line that names it. */
bool vt_connection_is_refused(const vt_connection *connection, const vt_connection_policy *policy,
                              vitals_diagnostics *diagnostics);

/* A pod's view of its cluster. Texts that are not set are absent. */
typedef struct vt_pod {
    vt_text host, port;     /* KUBERNETES_SERVICE_HOST and _PORT */
    vt_text namespace_;     /* POD_NAMESPACE */
    vt_text namespace_file; /* the content of DIRECTORY/namespace, if it can be read */
    vt_text directory;      /* absent: /var/run/secrets/kubernetes.io/serviceaccount */
} vt_pod;

/* The connection of a pod: DIRECTORY/ca.crt and DIRECTORY/token. Whether these exist is for the caller to
** check. Errors: VITALS_ENOTFOUND, host or port are not set; VITALS_ECONFIG; VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_connection_of_pod(const vt_pod *pod,
                                                   const vitals_allocator *allocator,
                                                   vt_connection **out,
                                                   vitals_diagnostics *diagnostics);

#endif
