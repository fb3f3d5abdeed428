/* Which proxy a request goes through. libcurl's own rules differ from Go's, so that it is always given
** the answer: an empty proxy means none. */
#ifndef VITALS_CLUSTER_PROXY_H
#define VITALS_CLUSTER_PROXY_H

#include "cluster/config/connection.h"

/* HTTPS_PROXY and https_proxy and so on, the upper case first; absent when not set. */
typedef struct vt_proxy_environment {
    vt_text https, http, none;
} vt_proxy_environment;

/*
** The URL of the proxy for a connection, borrowed from one of the arguments; empty: none.
**
** proxy-url of the cluster counts before the environment and is not subject to NO_PROXY. As in Go's
** golang.org/x/net/http/httpproxy the environment never applies to localhost and loopback addresses, and
** ALL_PROXY is not read. NO_PROXY: `*`, host names (and what is below them), `.name` (only below it),
** addresses, CIDR, each with an optional port. A proxy of the environment without a scheme is http.
*/
vt_text vt_proxy_choose(const vt_connection *connection, const vt_proxy_environment *environment);

#endif
