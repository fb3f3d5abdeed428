/*
** HTTP/1.1: a request in, a response or a stream out. http.c alone includes <microhttpd.h>, so that
** another library can replace it in one file.
**
** A connection is served in this order: the head of a request is read and checked (server/http/checks.h);
** `begin` refuses it or accepts its body; the body is read; `answer` is called and, at once or later,
** vt_http_respond or vt_http_stream; `end` is called once for each `begin`.
**
** Threads: one at a time, all of it. Nothing blocks.
*/
#ifndef VITALS_SERVER_HTTP_H
#define VITALS_SERVER_HTTP_H

#include "base/memory/buffer.h"

typedef struct vt_http vt_http;
/* A request and its answer. */
typedef struct vt_http_exchange vt_http_exchange;

typedef enum vt_http_method {
    VT_HTTP_GET, /* HEAD as well: the body is then left out */
    VT_HTTP_POST,
    VT_HTTP_PUT,
    VT_HTTP_DELETE,
    VT_HTTP_OTHER
} vt_http_method;

/* What is known of a request. Texts are borrowed until `end`. */
typedef struct vt_http_request {
    vt_http_method method;
    vt_text path;       /* as it was sent: still percent-encoded, without the query */
    vt_text body;       /* in `answer` */
    uint64_t body_most; /* `begin` sets it: the longest body that is accepted; 0: none */
    bool tls;
    bool loopback_peer;
    void *user; /* the host's own */
} vt_http_request;

enum { VT_HTTP_FIELDS = 6 };

/* An answer. Start from zero. */
typedef struct vt_http_response {
    unsigned status;
    const char *type; /* of the content, static; NULL: there is none */
    vt_buffer *body;  /* its content is taken over; NULL: empty */
    /* Static content instead of `body`. */
    vt_text constant;
    /* Header fields beside those of every answer. Names are static, values are copied. */
    struct {
        const char *name;
        vt_text value;
    } fields[VT_HTTP_FIELDS];
    size_t field_count;
    bool cached; /* `fields` has its own Cache-Control */
    bool close;  /* the connection ends with this answer */
} vt_http_response;

/* Fill `to` with what comes next of a stream. 0: nothing now, vt_http_wake asks again; -1: the end. */
typedef ptrdiff_t (*vt_http_read_fn)(void *user, char *to, size_t capacity);

typedef struct vt_http_hooks {
    void *user;
    /* false: the answer was given, and no body is read. */
    bool (*begin)(void *user, vt_http_exchange *exchange);
    /* Answer now or later. */
    void (*answer)(void *user, vt_http_exchange *exchange);
    /* The exchange is over, answered or not, and is freed afterwards. */
    void (*end)(void *user, vt_http_exchange *exchange);
    /* Whether a value of the field Host is this server. */
    bool (*is_host)(void *user, vt_text host);
} vt_http_hooks;

typedef struct vt_http_options {
    const vitals_allocator *allocator;
    vt_http_hooks hooks;
    int socket;                                 /* that listens; it is closed with the server */
    unsigned most_connections, most_of_address; /* 0: no limit of its own */
    const char *frame_ancestors;                /* NULL: 'none' */
    const char *certificate, *key;              /* PEM texts for TLS; NULL: none. Borrowed. */
    int64_t (*monotonic_ms)(void *user);
    void *clock_user;
} vt_http_options;

/* Texts of the options are borrowed as long as the server lives. NULL: no memory, or the library cannot
** be used. */
vt_http *vt_http_new(const vt_http_options *options);
/* Ends all exchanges. */
void vt_http_free(vt_http *http);

/* Becomes readable when vt_http_run has work. */
int vt_http_descriptor(const vt_http *http);
/* When vt_http_run has work although nothing arrives, in milliseconds from now; -1: never. */
int64_t vt_http_timeout_ms(vt_http *http);
void vt_http_run(vt_http *http);
/* Exchanges that were begun and have not ended. */
size_t vt_http_exchanges(const vt_http *http);
/* Requests that were refused by the checks of server/http/checks.h so far. */
uint64_t vt_http_refused(const vt_http *http);

vt_http_request *vt_http_request_of(vt_http_exchange *exchange);
/* The value of a header field, absent when it is not there; the first one of several. */
vt_text vt_http_field(const vt_http_exchange *exchange, const char *name);
/* The values of a query by their index, as they were sent; false past the end. */
bool vt_http_query(const vt_http_exchange *exchange, size_t index, vt_text *name, vt_text *value);
/* The address of the client as 16 bytes, IPv4 as ::ffff:a.b.c.d. */
void vt_http_peer(const vt_http_exchange *exchange, unsigned char address[16]);

/* The body becomes the caller's: what `to` held is freed. */
void vt_http_take_body(vt_http_exchange *exchange, vt_buffer *to);

/* Answer, once. Without memory the connection is closed. */
void vt_http_respond(vt_http_exchange *exchange, vt_http_response *response);
/* Answer with a stream of this type. `read` is called until the exchange ends. */
void vt_http_stream(vt_http_exchange *exchange, const char *type, vt_http_read_fn read, void *user);
/* There is more to read of a stream. */
void vt_http_wake(vt_http_exchange *exchange);

#endif
