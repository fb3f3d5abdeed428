/*
** HTTP requests over connections that are shared: what the rest of the library knows of the network.
**
** A transport is a table of functions, so that tests can put a script in the place of libcurl. Requests to
** one endpoint share connections. Each rides in a lane: lists and single requests in one, watches in others,
** so that a long list never delays an event, and so that it is known which connection a watch uses.
*/
#ifndef VITALS_CLUSTER_TRANSPORT_H
#define VITALS_CLUSTER_TRANSPORT_H

#include "base/text/text.h"
#include "cluster/transport/loop.h"

/* ---------------------------------------------------------------- endpoints */

/* Where requests go and how the connection is secured. The texts are copied. */
typedef struct vt_endpoint_settings {
    bool tls;
    uint16_t port;
    vt_text host;                           /* an IPv6 address without brackets */
    vt_text certificate_authority;          /* PEM; absent: what the system trusts */
    vt_text client_certificate, client_key; /* PEM */
    vt_text tls_server_name;                /* absent: the host */
    vt_text proxy;                          /* URL; absent: none */
    vt_text user_agent;
    bool insecure;
    bool compression; /* ask for gzip where it pays */
} vt_endpoint_settings;

typedef struct vt_endpoint vt_endpoint;
typedef struct vt_transfer vt_transfer;

/* ---------------------------------------------------------------- transfers */

typedef enum vt_transfer_kind {
    VT_TRANSFER_CALL, /* a list or a single request: ended when nothing arrives for a while */
    VT_TRANSFER_WATCH /* may be silent; its connection is probed */
} vt_transfer_kind;

/* The texts are borrowed until vt_transport_start returns; the body is copied. */
typedef struct vt_transfer_request {
    vt_transfer_kind kind;
    const char *method;
    vt_text path;           /* with the query */
    const vt_text *headers; /* whole lines: "Accept: application/json" */
    size_t header_count;
    vt_text body;     /* absent: none */
    int64_t total_ms; /* 0: no limit in all */
} vt_transfer_request;

/* The headers of an answer that matter. Absent where there is none; borrowed until `head` returns. */
typedef struct vt_head {
    int status;
    vt_text content_type, retry_after, date, etag, authenticate, priority_level;
} vt_head;

/* Why there is no answer, or not all of it. */
typedef enum vt_fault {
    VT_FAULT_NONE,
    VT_FAULT_RESOLVE,     /* no such host */
    VT_FAULT_REFUSED,     /* nobody listens, or there is no way to it */
    VT_FAULT_TIMEOUT,     /* no connection, or no progress, in time */
    VT_FAULT_RESET,       /* cut off in the middle */
    VT_FAULT_STREAM,      /* this request alone was; its connection goes on */
    VT_FAULT_DEAD,        /* the connection did not answer a probe */
    VT_FAULT_TLS_UNKNOWN, /* the certificate's authority is not trusted */
    VT_FAULT_TLS_SELF,    /* the certificate is its own authority */
    VT_FAULT_TLS_NAME,
    VT_FAULT_TLS_TIME,   /* expired, or not valid yet */
    VT_FAULT_TLS_CLIENT, /* the server refuses our certificate */
    VT_FAULT_TLS,        /* another failure of TLS: versions, garbage */
    VT_FAULT_CREDENTIAL, /* our certificate or key cannot be used */
    VT_FAULT_PROXY,
    VT_FAULT_LIMIT, /* headers over a limit */
    VT_FAULT_MEMORY,
    VT_FAULT_OTHER
} vt_fault;

/* What a transfer reports, in this order: head once, bytes, end once. None of it after
** vt_transport_cancel. */
typedef struct vt_transfer_events {
    void (*head)(void *user, const vt_head *head);
    void (*warning)(void *user, vt_text text); /* each header Warning; before `head` */
    void (*bytes)(void *user, const char *bytes, size_t size);
    void (*end)(void *user, vt_fault fault, vt_text detail); /* the transfer is gone */
} vt_transfer_events;

typedef struct vt_transport_figures {
    uint64_t connections, received_bytes;
} vt_transport_figures;

typedef struct vt_transport_class {
    vitals_status (*endpoint_new)(vt_transport *transport, const vt_endpoint_settings *settings,
                                  vt_endpoint **out);
    /* Transfers that are under way go on; they end with the connections. */
    void (*endpoint_free)(vt_endpoint *endpoint);
    vitals_status (*start)(vt_endpoint *endpoint, const vt_transfer_request *request,
                           const vt_transfer_events *events, void *user, vt_transfer **out);
    void (*cancel)(vt_transfer *transfer);
    void (*figures)(const vt_endpoint *endpoint, vt_transport_figures *out);
    void (*free)(vt_transport *transport);
} vt_transport_class;

/* The head of every transport, endpoint and transfer. */
struct vt_transport {
    const vt_transport_class *class;
};

/* libcurl's. Errors: VITALS_ECONFIG, this libcurl lacks something; VITALS_ENOMEM. */
vitals_status vt_transport_curl_new(vitals_cluster_loop *loop, vt_transport **out);

#endif
