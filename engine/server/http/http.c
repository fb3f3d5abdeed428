/* HTTP/1.1 over libmicrohttpd. */
#include "server/http/http.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/memory/memory.h"
#include "server/http/checks.h"

/* Time limits in milliseconds. The library's own is of silence; these are of the whole. */
enum {
    HEAD_MS = 15000, /* until the head of the first request is there */
    IDLE_MS = 75000, /* between requests */
    BODY_MS = 60000,
    SILENCE_SECONDS = 75,
    SWEEP_MS = 1000
};

enum {
    CONNECTION_BYTES = 16384, /* of a connection: its head must fit */
    BLOCK_BYTES = 16384,      /* of a stream */
    BODY_START_BYTES = 4096,
    SWALLOW_FACTOR = 4 /* a body that is longer than allowed by this is not even swallowed */
};

typedef struct connection connection;
struct connection {
    vt_http *http;
    connection *next, *previous;
    struct MHD_Connection *of;
    int64_t deadline_ms; /* INT64_MAX: none */
};

struct vt_http_exchange {
    vt_http *http;
    vt_http_exchange *next, *previous;
    struct MHD_Connection *of;
    connection *connection;
    vt_http_request request;
    vt_buffer in, out;
    uint64_t swallowed;
    struct MHD_Response *response; /* that waits to be queued */
    unsigned status;
    vt_http_read_fn read;
    void *read_user;
    size_t target_size; /* of the request line, as far as the library has it */
    bool started;       /* its head is there */
    bool begun;         /* `begin` accepted it */
    bool asked;         /* `answer` was called */
    bool answered;      /* the host has answered */
    bool suspended;     /* the library does not touch the connection until it is resumed */
    bool broken;        /* there was no memory: the connection is closed */
};

struct vt_http {
    vitals_allocator allocator;
    vt_http_options options;
    struct MHD_Daemon *daemon;
    connection *connections;
    vt_http_exchange *exchanges;
    size_t exchange_count;
    uint64_t refused;
    int64_t next_sweep_ms;
    bool ending;
};

static int64_t now_ms(const vt_http *http) {
    return http->options.monotonic_ms(http->options.clock_user);
}

/* ------------------------------------------------------------ header fields */

/* Of every answer. The page has no inline script and no inline style. */
static const struct {
    const char *name, *value;
} common_fields[] = {
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
};

static void add_policy(const vt_http *http, struct MHD_Response *response) {
    vt_buffer text;
    vt_buffer_init(&text, &http->allocator, 4096);
    vt_buffer_printf(
        &text,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors %s",
        http->options.frame_ancestors ? http->options.frame_ancestors : "'none'");
    const bool added = !text.failed && MHD_add_response_header(response, "Content-Security-Policy",
                                                               text.bytes) == MHD_YES;
    /* Never an answer without the policy. */
    if (!added) MHD_add_response_header(response, "Content-Security-Policy", "default-src 'none'");
    vt_buffer_done(&text);
}

static void add_common(const vt_http *http, struct MHD_Response *response, const char *type,
                       bool cached, bool close) {
    for (size_t i = 0; i < sizeof common_fields / sizeof *common_fields; i++) {
        MHD_add_response_header(response, common_fields[i].name, common_fields[i].value);
    }
    add_policy(http, response);
    if (type) MHD_add_response_header(response, "Content-Type", type);
    if (!cached) MHD_add_response_header(response, "Cache-Control", "no-store");
    if (close) MHD_add_response_header(response, "Connection", "close");
}

static void add_field(const vt_http *http, struct MHD_Response *response, const char *name,
                      vt_text value) {
    vt_buffer text;
    vt_buffer_init(&text, &http->allocator, 4096);
    vt_buffer_add(&text, value);
    if (!text.failed && text.bytes) MHD_add_response_header(response, name, text.bytes);
    vt_buffer_done(&text);
}

/* --------------------------------------------------------------- exchanges */

static void link_exchange(vt_http_exchange *exchange) {
    vt_http *http = exchange->http;
    exchange->next = http->exchanges;
    if (exchange->next) exchange->next->previous = exchange;
    http->exchanges = exchange;
    http->exchange_count++;
}

static void unlink_exchange(vt_http_exchange *exchange) {
    vt_http *http = exchange->http;
    *(exchange->previous ? &exchange->previous->next : &http->exchanges) = exchange->next;
    if (exchange->next) exchange->next->previous = exchange->previous;
    http->exchange_count--;
}

static vt_http_exchange *new_exchange(vt_http *http, struct MHD_Connection *of) {
    vt_http_exchange *exchange = vt_allocate_zeroed(&http->allocator, sizeof *exchange);
    if (!exchange) return NULL;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(of, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    exchange->http = http;
    exchange->of = of;
    exchange->connection = info ? info->socket_context : NULL;
    vt_buffer_init(&exchange->in, &http->allocator, SIZE_MAX / 2);
    vt_buffer_init(&exchange->out, &http->allocator, SIZE_MAX / 2);
    link_exchange(exchange);
    return exchange;
}

static void free_exchange(vt_http_exchange *exchange) {
    vt_http *http = exchange->http;
    if (exchange->begun) http->options.hooks.end(http->options.hooks.user, exchange);
    if (exchange->response) MHD_destroy_response(exchange->response);
    vt_buffer_done(&exchange->in);
    vt_buffer_done(&exchange->out);
    unlink_exchange(exchange);
    vt_release(&http->allocator, exchange, sizeof *exchange);
}

static void set_deadline(vt_http_exchange *exchange, int64_t ms) {
    if (!exchange->connection) return;
    exchange->connection->deadline_ms = ms < 0 ? INT64_MAX : now_ms(exchange->http) + ms;
}

/* Hand the answer to the library. It is freed when the last byte is sent. */
static enum MHD_Result queue_answer(vt_http_exchange *exchange) {
    if (exchange->broken || !exchange->response) return MHD_NO;
    set_deadline(exchange, -1);
    const enum MHD_Result result =
        MHD_queue_response(exchange->of, exchange->status, exchange->response);
    MHD_destroy_response(exchange->response);
    exchange->response = NULL;
    return result;
}

static void resume(vt_http_exchange *exchange) {
    if (!exchange->suspended) return;
    exchange->suspended = false;
    MHD_resume_connection(exchange->of);
}

static void suspend(vt_http_exchange *exchange) {
    exchange->suspended = true;
    MHD_suspend_connection(exchange->of);
}

void vt_http_respond(vt_http_exchange *exchange, vt_http_response *response) {
    const vt_http *http = exchange->http;
    vt_text content = response->constant;
    exchange->answered = true;
    if (response->body) {
        vt_buffer_done(&exchange->out);
        exchange->out = *response->body;
        vt_buffer_init(response->body, &http->allocator, response->body->most_bytes);
        content = vt_buffer_whole_text(&exchange->out);
    }
    /* The content belongs to the exchange, which outlives the answer. */
    char *bytes = NULL;
    memcpy(&bytes, &content.bytes, sizeof bytes);
    exchange->response =
        MHD_create_response_from_buffer(content.size, bytes, MHD_RESPMEM_PERSISTENT);
    exchange->status = response->status;
    exchange->broken = !exchange->response || exchange->out.failed;
    if (!exchange->broken) {
        add_common(http, exchange->response, response->type, response->cached, response->close);
        for (size_t i = 0; i < response->field_count; i++) {
            add_field(http, exchange->response, response->fields[i].name,
                      response->fields[i].value);
        }
    }
    resume(exchange);
}

static ssize_t read_stream(void *user, uint64_t position, char *to, size_t capacity) {
    vt_http_exchange *exchange = user;
    (void)position;
    if (exchange->http->ending) return MHD_CONTENT_READER_END_OF_STREAM;
    const ptrdiff_t got = exchange->read(exchange->read_user, to, capacity);
    if (got < 0) return MHD_CONTENT_READER_END_OF_STREAM;
    if (got == 0) suspend(exchange);
    return got;
}

void vt_http_stream(vt_http_exchange *exchange, const char *type, vt_http_read_fn read,
                    void *user) {
    exchange->answered = true;
    exchange->read = read;
    exchange->read_user = user;
    exchange->response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                                           read_stream, exchange, NULL);
    exchange->status = 200;
    exchange->broken = !exchange->response;
    if (exchange->response) add_common(exchange->http, exchange->response, type, false, false);
    resume(exchange);
}

void vt_http_wake(vt_http_exchange *exchange) {
    resume(exchange);
}

/* ------------------------------------------------------------------- heads */

static enum MHD_Result add_head_field(void *user, enum MHD_ValueKind kind, const char *name,
                                      size_t name_size, const char *value, size_t value_size) {
    (void)kind;
    enum { MOST_BLANKS = 64 };
    const vt_text text = value ? vt_text_slice(value, value_size) : VT_TEXT("");
    /* Both are in the buffer into which the head was read, unless the library has joined lines. */
    const uintptr_t end = (uintptr_t)name + name_size, start = (uintptr_t)value;
    const size_t between = start > end && start - end < MOST_BLANKS ? start - end : 2;
    vt_head_add(user, vt_text_slice(name, name_size), text, between);
    return MHD_YES;
}

static vt_http_method method_of(const char *name) {
    static const struct {
        const char *name;
        vt_http_method method;
    } methods[] = { { "GET", VT_HTTP_GET },
                    { "HEAD", VT_HTTP_GET },
                    { "POST", VT_HTTP_POST },
                    { "PUT", VT_HTTP_PUT },
                    { "DELETE", VT_HTTP_DELETE } };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i].name, name) == 0) return methods[i].method;
    }
    return VT_HTTP_OTHER;
}

/* A refusal as a problem of RFC 9457; the connection is closed, since what follows may be smuggled. */
static void refuse(vt_http_exchange *exchange, vt_refusal_of_head refusal) {
    vt_buffer body;
    vt_buffer_init(&body, &exchange->http->allocator, SIZE_MAX / 2);
    vt_buffer_printf(&body, "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%u}\n",
                     refusal.text, refusal.status);
    vt_http_response response = {
        .status = refusal.status, .type = "application/problem+json", .body = &body, .close = true
    };
    exchange->http->refused++;
    vt_http_respond(exchange, &response);
    vt_buffer_done(&body);
}

static void read_peer(vt_http_exchange *exchange) {
    unsigned char address[16];
    static const unsigned char mapped_loopback[13] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127
    };
    static const unsigned char loopback[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    vt_http_peer(exchange, address);
    exchange->request.loopback_peer = memcmp(address, loopback, sizeof loopback) == 0 ||
                                      memcmp(address, mapped_loopback, 13) == 0;
}

/* Check the head. Status 0: nothing is wrong. */
static vt_refusal_of_head check_head(vt_http_exchange *exchange, vt_head *head) {
    const vt_http *http = exchange->http;
    const vt_http_request *request = &exchange->request;
    vt_refusal_of_head refusal = vt_head_check(head);
    if (refusal.status) return refusal;
    if (!vt_path_is_safe(request->path)) {
        return (vt_refusal_of_head){ 400, "the path is not a path of this server" };
    }
    if (!http->options.hooks.is_host(http->options.hooks.user, head->host)) {
        return (vt_refusal_of_head){ 421,
                                     "this server does not have the name in Host; see --host" };
    }
    const bool has_body = request->method != VT_HTTP_GET;
    return vt_head_check_site(head, has_body, request->tls);
}

/* The library calls this with the request line, before the fields are there. */
static void *line_arrives(void *user, const char *target, struct MHD_Connection *of) {
    vt_http_exchange *exchange = new_exchange(user, of);
    if (!exchange) return NULL;
    exchange->target_size = strlen(target);
    set_deadline(exchange, HEAD_MS);
    return exchange;
}

/* The bytes of the head as it was sent; 0: not known. */
static size_t head_size(struct MHD_Connection *of) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(of, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static enum MHD_Result begin(vt_http_exchange *exchange, struct MHD_Connection *of, const char *url,
                             const char *method, const char *version) {
    const vt_http *http = exchange->http;
    vt_head head = { .line = strlen(method) + exchange->target_size + strlen(version) + 4,
                     .size = head_size(of) };
    exchange->started = true;
    exchange->request.method = method_of(method);
    exchange->request.path = vt_text_from(url);
    exchange->request.tls = http->options.certificate != NULL;
    read_peer(exchange);
    set_deadline(exchange, BODY_MS);
    MHD_get_connection_values_n(of, MHD_HEADER_KIND, add_head_field, &head);
    const vt_refusal_of_head refusal = check_head(exchange, &head);
    if (refusal.status) {
        refuse(exchange, refusal);
        return queue_answer(exchange);
    }
    exchange->begun = true;
    if (!http->options.hooks.begin(http->options.hooks.user, exchange)) {
        return queue_answer(exchange);
    }
    if (head.length > exchange->request.body_most) {
        refuse(exchange, (vt_refusal_of_head){ 413, "the body is longer than the limit "
                                                    "http_body_bytes, or none is expected" });
        return queue_answer(exchange);
    }
    return MHD_YES;
}

/* ------------------------------------------------------------------ bodies */

/* A body that becomes too long is swallowed: an answer is possible after it only. */
static enum MHD_Result add_body(vt_http_exchange *exchange, const char *data, size_t *size) {
    const uint64_t most = exchange->request.body_most;
    exchange->swallowed += *size;
    if (exchange->swallowed > most * SWALLOW_FACTOR + BODY_START_BYTES) return MHD_NO;
    if (exchange->swallowed > most) {
        vt_buffer_done(&exchange->in);
    } else {
        vt_buffer_add_bytes(&exchange->in, data, *size);
    }
    *size = 0;
    return exchange->in.failed ? MHD_NO : MHD_YES;
}

static enum MHD_Result ask(vt_http_exchange *exchange) {
    const vt_http *http = exchange->http;
    exchange->asked = true;
    if (exchange->swallowed > exchange->request.body_most) {
        refuse(exchange, (vt_refusal_of_head){ 413, "the body is longer than the limit "
                                                    "http_body_bytes" });
        return queue_answer(exchange);
    }
    exchange->request.body = vt_buffer_text(&exchange->in);
    http->options.hooks.answer(http->options.hooks.user, exchange);
    if (exchange->answered) return queue_answer(exchange);
    set_deadline(exchange, -1);
    suspend(exchange);
    return MHD_YES;
}

static enum MHD_Result serve(void *user, struct MHD_Connection *of, const char *url,
                             const char *method, const char *version, const char *data,
                             size_t *data_size, void **state) {
    vt_http *http = user;
    vt_http_exchange *exchange = *state;
    if (http->ending || !exchange) return MHD_NO;
    if (!exchange->started) return begin(exchange, of, url, method, version);
    if (*data_size) return add_body(exchange, data, data_size);
    if (!exchange->asked) return ask(exchange);
    return exchange->answered ? queue_answer(exchange) : MHD_NO;
}

static void completed(void *user, struct MHD_Connection *of, void **state,
                      enum MHD_RequestTerminationCode code) {
    vt_http_exchange *exchange = *state;
    (void)user, (void)of, (void)code;
    if (!exchange) return;
    set_deadline(exchange, IDLE_MS);
    free_exchange(exchange);
    *state = NULL;
}

/* -------------------------------------------------------------- connections */

static void connection_begins(vt_http *http, struct MHD_Connection *of, void **state) {
    connection *self = vt_allocate_zeroed(&http->allocator, sizeof *self);
    *state = self;
    if (!self) return; /* it then has the library's limit of silence alone */
    self->http = http;
    self->of = of;
    self->deadline_ms = now_ms(http) + HEAD_MS;
    self->next = http->connections;
    if (self->next) self->next->previous = self;
    http->connections = self;
}

static void connection_ends(connection *self) {
    vt_http *http = self->http;
    *(self->previous ? &self->previous->next : &http->connections) = self->next;
    if (self->next) self->next->previous = self->previous;
    vt_release(&http->allocator, self, sizeof *self);
}

static void connection_changed(void *user, struct MHD_Connection *of, void **state,
                               enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        connection_begins(user, of, state);
    } else if (*state) {
        connection_ends(*state);
        *state = NULL;
    }
}

/* End connections whose time is over: the library notices that the socket is shut down. */
static void sweep(vt_http *http) {
    const int64_t now = now_ms(http);
    if (now < http->next_sweep_ms) return;
    http->next_sweep_ms = now + SWEEP_MS;
    for (connection *each = http->connections; each; each = each->next) {
        if (each->deadline_ms > now) continue;
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(each->of, MHD_CONNECTION_INFO_CONNECTION_FD);
        each->deadline_ms = INT64_MAX;
        if (info) shutdown(info->connect_fd, SHUT_RDWR);
    }
}

/* ------------------------------------------------------------------- server */

/* Paths and queries stay as they were sent: an encoded slash is not a slash. */
static size_t keep_encoded(void *user, struct MHD_Connection *of, char *text) {
    (void)user, (void)of;
    return strlen(text);
}

static void log_nothing(void *user, const char *format, va_list arguments) {
    (void)user, (void)format, (void)arguments;
}

static struct MHD_Daemon *start(vt_http *http) {
    const vt_http_options *options = &http->options;
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem items[] = {
        { MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)log_nothing, NULL },
        { MHD_OPTION_LISTEN_SOCKET, options->socket, NULL },
        { MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_BYTES, NULL },
        { MHD_OPTION_CONNECTION_LIMIT, options->most_connections, NULL },
        { MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->most_of_address, NULL },
        { MHD_OPTION_CONNECTION_TIMEOUT, SILENCE_SECONDS, NULL },
        { MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, http },
        { MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)connection_changed, http },
        { MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)line_arrives, http },
        { MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)keep_encoded, http },
        { MHD_OPTION_END, 0, NULL },
        { MHD_OPTION_END, 0, NULL },
        { MHD_OPTION_END, 0, NULL },
    };
    if (options->certificate) {
        const size_t end = sizeof items / sizeof *items - 3;
        flags |= MHD_USE_TLS;
        void *key = NULL, *certificate = NULL;
        memcpy(&key, &options->key, sizeof key);
        memcpy(&certificate, &options->certificate, sizeof certificate);
        items[end] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_KEY, 0, key };
        items[end + 1] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_CERT, 0, certificate };
    }
    return MHD_start_daemon(flags, 0, NULL, NULL, serve, http, MHD_OPTION_ARRAY, items,
                            MHD_OPTION_END);
}

vt_http *vt_http_new(const vt_http_options *options) {
    const vitals_allocator allocator = vt_allocator_or_default(options->allocator);
    vt_http *http = vt_allocate_zeroed(&allocator, sizeof *http);
    if (!http) return NULL;
    http->allocator = allocator;
    http->options = *options;
    http->daemon = start(http);
    if (http->daemon) return http;
    vt_release(&allocator, http, sizeof *http);
    return NULL;
}

void vt_http_free(vt_http *http) {
    if (!http) return;
    http->ending = true;
    /* The library cannot stop while a connection is suspended. */
    for (vt_http_exchange *each = http->exchanges; each; each = each->next) resume(each);
    MHD_run(http->daemon);
    MHD_stop_daemon(http->daemon);
    while (http->exchanges) free_exchange(http->exchanges);
    while (http->connections) connection_ends(http->connections);
    const vitals_allocator allocator = http->allocator;
    vt_release(&allocator, http, sizeof *http);
}

int vt_http_descriptor(const vt_http *http) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

int64_t vt_http_timeout_ms(vt_http *http) {
    MHD_UNSIGNED_LONG_LONG wait;
    const int64_t own = http->connections ? SWEEP_MS : -1;
    if (MHD_get_timeout(http->daemon, &wait) != MHD_YES) return own;
    return own >= 0 && wait > SWEEP_MS ? own : (int64_t)wait;
}

void vt_http_run(vt_http *http) {
    MHD_run(http->daemon);
    sweep(http);
}

size_t vt_http_exchanges(const vt_http *http) {
    return http->exchange_count;
}

uint64_t vt_http_refused(const vt_http *http) {
    return http->refused;
}

/* ----------------------------------------------------------------- requests */

vt_http_request *vt_http_request_of(vt_http_exchange *exchange) {
    return &exchange->request;
}

vt_text vt_http_field(const vt_http_exchange *exchange, const char *name) {
    const char *value = NULL;
    size_t size = 0;
    if (MHD_lookup_connection_value_n(exchange->of, MHD_HEADER_KIND, name, strlen(name), &value,
                                      &size) != MHD_YES ||
        !value) {
        return VT_TEXT_ABSENT;
    }
    return vt_text_trim(vt_text_slice(value, size));
}

typedef struct query_search {
    size_t wanted, at;
    vt_text name, value;
    bool found;
} query_search;

static enum MHD_Result find_query(void *user, enum MHD_ValueKind kind, const char *name,
                                  size_t name_size, const char *value, size_t value_size) {
    query_search *search = user;
    (void)kind;
    if (search->at++ != search->wanted) return MHD_YES;
    search->name = vt_text_slice(name, name_size);
    search->value = value ? vt_text_slice(value, value_size) : VT_TEXT("");
    search->found = true;
    return MHD_NO;
}

bool vt_http_query(const vt_http_exchange *exchange, size_t index, vt_text *name, vt_text *value) {
    query_search search = { .wanted = index };
    MHD_get_connection_values_n(exchange->of, MHD_GET_ARGUMENT_KIND, find_query, &search);
    *name = search.name;
    *value = search.value;
    return search.found;
}

void vt_http_take_body(vt_http_exchange *exchange, vt_buffer *to) {
    vt_buffer_done(to);
    *to = exchange->in;
    vt_buffer_init(&exchange->in, &exchange->http->allocator, SIZE_MAX / 2);
    exchange->request.body = VT_TEXT("");
}

void vt_http_peer(const vt_http_exchange *exchange, unsigned char address[16]) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->of, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    memset(address, 0, 16);
    if (!info || !info->client_addr) return;
    if (info->client_addr->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, info->client_addr, sizeof six);
        memcpy(address, &six.sin6_addr, 16);
    } else if (info->client_addr->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, info->client_addr, sizeof four);
        address[10] = address[11] = 0xff;
        memcpy(address + 12, &four.sin_addr, 4);
    }
}
