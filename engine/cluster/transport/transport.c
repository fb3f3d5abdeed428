/*
** The transport over libcurl: the only file that knows it.
**
** A lane is a multi handle of its own, which keeps connections of its own. One for watches has a single
** connection, so that it is known which one a probe rides on, and at most 90 watches, because servers allow
** 100 streams. libcurl is driven by descriptors and its timer; it never waits.
*/
#include "cluster/transport/transport.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "base/memory/buffer.h"
#include "cluster/config/secret.h"
#include "cluster/transport/liveness.h"

enum {
    LANE_WATCHES = 90, /* kube-apiserver allows 100 streams of a connection */
    LANE_STREAMS = 100,
    CALL_CONNECTIONS = 4,
    CONNECT_MS = 10000,    /* TLS included */
    PROGRESS_SECONDS = 30, /* without a byte, and a call is given up */
    KEEPALIVE_IDLE_SECONDS = 15,
    KEEPALIVE_SECONDS = 5,
    UNANSWERED_MS = 30000, /* TCP_USER_TIMEOUT */
    HEAD_BYTES = 65536,    /* all headers of an answer */
    FAR_US = 5000,         /* a round trip from which on gzip pays */
    STARVED_MS = 2000,     /* without a connection in its lane, a watch moves to another one */
    BUFFER_BYTES = 65536
};

typedef struct curl_transport {
    vt_transport base;
    vitals_cluster_loop *loop;
} curl_transport;

typedef struct lane lane;

struct vt_endpoint {
    vitals_cluster_loop *loop;
    vt_endpoint_settings settings;
    char *settings_bytes; /* of the texts */
    size_t settings_size;
    vt_buffer origin;     /* "https://host:port", with the name for TLS */
    vt_buffer host_line;  /* "Host: …" when that name is another one */
    vt_buffer connect_to; /* and where it really is */
    struct curl_slist *connect_list;
    lane *lanes;
    vt_transport_figures figures;
    int64_t round_trip_us; /* of the first connection; 0: not known */
    bool http1;            /* the server does not multiplex */
    size_t transfers;      /* that are not freed yet */
    bool released;         /* by its owner: freed with the last lane and transfer */
    vt_garbage garbage;
};

struct lane {
    vt_endpoint *endpoint;
    lane *next;
    CURLM *multi;
    vt_transfer_kind kind;
    vt_transfer *transfers; /* linked by `next` */
    size_t count;
    vt_alarm timer; /* libcurl's */
    vt_alarm pulse; /* of the liveness */
    vt_liveness liveness;
    vt_transfer *probe;
    bool connected; /* something came from the server */
    bool draining;  /* takes nothing new */
    vt_garbage garbage;
};

struct vt_transfer {
    vt_endpoint *endpoint;
    lane *lane; /* NULL: not started, or ended */
    vt_transfer *next, *before;
    CURL *easy;
    vt_transfer_kind kind;
    struct curl_slist *headers;
    vt_transfer_events events;
    void *user;
    vt_buffer head; /* lines of the headers, each followed by NUL */
    int64_t begun_ms;
    bool head_done, over_limit, silent, ended;
    vt_alarm starved;
    vt_errand start;
    vt_garbage garbage;
    char error[CURL_ERROR_SIZE];
};

/* -------------------------------------------------------------- endpoints */

static vt_text copy_text(char **at, vt_text text) {
    if (!text.bytes) return VT_TEXT_ABSENT;
    char *copy = *at;
    if (text.size) memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    *at += text.size + 1;
    return vt_text_slice(copy, text.size);
}

enum { SETTING_TEXTS = 7 };

static void list_texts(vt_endpoint_settings *settings, vt_text *texts[SETTING_TEXTS]) {
    vt_text *const all[SETTING_TEXTS] = {
        &settings->host,       &settings->certificate_authority, &settings->client_certificate,
        &settings->client_key, &settings->tls_server_name,       &settings->proxy,
        &settings->user_agent,
    };
    memcpy(texts, all, sizeof all);
}

static bool copy_settings(vt_endpoint *endpoint, const vt_endpoint_settings *settings) {
    vt_text *texts[SETTING_TEXTS];
    endpoint->settings = *settings;
    list_texts(&endpoint->settings, texts);
    for (size_t i = 0; i < SETTING_TEXTS; i++) endpoint->settings_size += texts[i]->size + 1;
    char *at = endpoint->settings_bytes =
        vt_allocate(&endpoint->loop->allocator, endpoint->settings_size);
    if (!at) return false;
    for (size_t i = 0; i < SETTING_TEXTS; i++) *texts[i] = copy_text(&at, *texts[i]);
    return true;
}

static bool is_ipv6(vt_text host) {
    return vt_text_find_byte(host, ':', 0) != SIZE_MAX;
}

static bool add_authority(vt_buffer *out, vt_text host, unsigned port) {
    const char *form = is_ipv6(host) ? "[%.*s]:%u" : "%.*s:%u";
    return vt_buffer_printf(out, form, VT_TEXT_ARG(host), port);
}

/* With a name for TLS the URL has that name, and CONNECT_TO has the way to the host. */
static bool make_origin(vt_endpoint *endpoint) {
    const vt_endpoint_settings *settings = &endpoint->settings;
    const bool renamed = settings->tls && settings->tls_server_name.size;
    vt_text name = renamed ? settings->tls_server_name : settings->host;
    const char *scheme = settings->tls ? "https://" : "http://";
    vt_buffer_add_terminated(&endpoint->origin, scheme);
    add_authority(&endpoint->origin, name, settings->port);
    if (!renamed) return !endpoint->origin.failed;
    vt_buffer_add_terminated(&endpoint->host_line, "Host: ");
    add_authority(&endpoint->host_line, settings->host, settings->port);
    add_authority(&endpoint->connect_to, name, settings->port);
    vt_buffer_add_byte(&endpoint->connect_to, ':');
    add_authority(&endpoint->connect_to, settings->host, settings->port);
    if (endpoint->connect_to.failed || endpoint->host_line.failed) return false;
    endpoint->connect_list = curl_slist_append(NULL, endpoint->connect_to.bytes);
    return endpoint->connect_list && !endpoint->origin.failed;
}

static void destroy_endpoint(void *user) {
    vt_endpoint *endpoint = user;
    const vitals_allocator allocator = endpoint->loop->allocator;
    if (endpoint->settings_bytes) {
        vt_secret_wipe(endpoint->settings_bytes, endpoint->settings_size);
        vt_release(&allocator, endpoint->settings_bytes, endpoint->settings_size);
    }
    vt_buffer_done(&endpoint->origin);
    vt_buffer_done(&endpoint->host_line);
    vt_buffer_done(&endpoint->connect_to);
    curl_slist_free_all(endpoint->connect_list);
    vt_release(&allocator, endpoint, sizeof *endpoint);
}

static vitals_status endpoint_new(vt_transport *transport, const vt_endpoint_settings *settings,
                                  vt_endpoint **out) {
    vitals_cluster_loop *loop = ((curl_transport *)transport)->loop;
    vt_endpoint *endpoint = vt_allocate_zeroed(&loop->allocator, sizeof *endpoint);
    if (!endpoint) return VITALS_ENOMEM;
    endpoint->loop = loop;
    endpoint->garbage = (vt_garbage){ .release = destroy_endpoint, .user = endpoint };
    vt_buffer_init(&endpoint->origin, &loop->allocator, SIZE_MAX / 2);
    vt_buffer_init(&endpoint->host_line, &loop->allocator, SIZE_MAX / 2);
    vt_buffer_init(&endpoint->connect_to, &loop->allocator, SIZE_MAX / 2);
    if (!copy_settings(endpoint, settings) || !make_origin(endpoint)) {
        destroy_endpoint(endpoint);
        return VITALS_ENOMEM;
    }
    *out = endpoint;
    return VITALS_OK;
}

/* Once its owner has released it, it goes with its last lane and transfer. */
static void drop_if_unused(vt_endpoint *endpoint) {
    if (endpoint->released && !endpoint->lanes && !endpoint->transfers) {
        vt_loop_discard(endpoint->loop, &endpoint->garbage);
    }
}

/* ------------------------------------------------------------------ lanes */

static void end_transfer(vt_transfer *transfer, vt_fault fault, vt_text detail);
static void finish_messages(lane *lane);
static void beat(void *user);

static void destroy_lane(void *user) {
    lane *own = user;
    vt_endpoint *endpoint = own->endpoint;
    vitals_cluster_loop *loop = endpoint->loop;
    curl_multi_cleanup(own->multi);
    vt_alarm_clear(loop, &own->timer);
    vt_release(&loop->allocator, own, sizeof *own);
    drop_if_unused(endpoint);
}

/* Take a lane without transfers out of use, with its connections. */
static void retire_lane(lane *own) {
    vt_endpoint *endpoint = own->endpoint;
    for (lane **at = &endpoint->lanes; *at; at = &(*at)->next) {
        if (*at != own) continue;
        *at = own->next;
        break;
    }
    vt_alarm_clear(endpoint->loop, &own->timer);
    vt_alarm_clear(endpoint->loop, &own->pulse);
    vt_loop_discard(endpoint->loop, &own->garbage);
    /* The lane frees the endpoint in its place. */
}

/* A probe alone keeps no lane. Outside of libcurl's functions. */
static void retire_if_idle(lane *own) {
    if (!own->draining && !own->endpoint->released) return;
    if (own->count == 0) {
        retire_lane(own);
    } else if (own->count == 1 && own->probe) {
        vt_transfer *probe = own->probe;
        own->probe = NULL;
        end_transfer(probe, VT_FAULT_OTHER, VT_TEXT("")); /* comes here again */
    }
}

static void on_ready(void *user, int descriptor, unsigned ready) {
    lane *own = user;
    int running;
    const int bits = ((ready & VITALS_CLUSTER_READABLE) ? CURL_CSELECT_IN : 0) |
                     ((ready & VITALS_CLUSTER_WRITABLE) ? CURL_CSELECT_OUT : 0);
    curl_multi_socket_action(own->multi, descriptor, bits, &running);
    finish_messages(own);
}

static void on_timer(void *user) {
    lane *own = user;
    int running;
    curl_multi_socket_action(own->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    finish_messages(own);
}

static int socket_changed(CURL *easy, curl_socket_t descriptor, int what, void *user, void *known) {
    (void)easy, (void)known;
    lane *own = user;
    unsigned interest = 0;
    if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) interest |= VITALS_CLUSTER_READABLE;
    if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) interest |= VITALS_CLUSTER_WRITABLE;
    return vt_loop_wait_for(own->endpoint->loop, descriptor, interest, on_ready, own) ? 0 : -1;
}

static int timer_changed(CURLM *multi, long timeout_ms, void *user) {
    (void)multi;
    lane *own = user;
    vitals_cluster_loop *loop = own->endpoint->loop;
    vt_alarm_set(loop, &own->timer, timeout_ms < 0 ? VT_NEVER : vt_loop_now(loop) + timeout_ms);
    return 0;
}

static void set_up_multi(lane *own) {
    const bool watches = own->kind == VT_TRANSFER_WATCH;
    const long connections = !watches ? CALL_CONNECTIONS : own->endpoint->http1 ? 0 : 1;
    curl_multi_setopt(own->multi, CURLMOPT_SOCKETFUNCTION, socket_changed);
    curl_multi_setopt(own->multi, CURLMOPT_SOCKETDATA, own);
    curl_multi_setopt(own->multi, CURLMOPT_TIMERFUNCTION, timer_changed);
    curl_multi_setopt(own->multi, CURLMOPT_TIMERDATA, own);
    curl_multi_setopt(own->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    curl_multi_setopt(own->multi, CURLMOPT_MAX_CONCURRENT_STREAMS, (long)LANE_STREAMS);
    curl_multi_setopt(own->multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections);
}

static lane *new_lane(vt_endpoint *endpoint, vt_transfer_kind kind) {
    vitals_cluster_loop *loop = endpoint->loop;
    lane *own = vt_allocate_zeroed(&loop->allocator, sizeof *own);
    CURLM *multi = own ? curl_multi_init() : NULL;
    if (!multi) {
        vt_release(&loop->allocator, own, sizeof *own);
        return NULL;
    }
    own->endpoint = endpoint;
    own->multi = multi;
    own->kind = kind;
    own->timer = (vt_alarm){ .ring = on_timer, .user = own };
    own->pulse = (vt_alarm){ .ring = beat, .user = own };
    own->garbage = (vt_garbage){ .release = destroy_lane, .user = own };
    set_up_multi(own);
    own->next = endpoint->lanes;
    endpoint->lanes = own;
    return own;
}

static bool has_room(const lane *own, vt_transfer_kind kind) {
    if (own->kind != kind || own->draining) return false;
    return kind == VT_TRANSFER_CALL || own->endpoint->http1 || own->count < LANE_WATCHES;
}

static lane *choose_lane(vt_endpoint *endpoint, vt_transfer_kind kind) {
    for (lane *at = endpoint->lanes; at; at = at->next) {
        if (has_room(at, kind)) return at;
    }
    return new_lane(endpoint, kind);
}

/* ----------------------------------------------------------------- probes */

/* Of HTTP/1.1 every watch has a connection of its own, which no probe can share: it asks the server on a new
** one. */
static bool is_probed(const lane *own) {
    return own->kind == VT_TRANSFER_WATCH && own->count > 0;
}

static void set_pulse(lane *own) {
    const int64_t due = is_probed(own) ? vt_liveness_due_ms(&own->liveness) : VT_NEVER;
    vt_alarm_set(own->endpoint->loop, &own->pulse, due);
}

static void heard(lane *own) {
    own->connected = true;
    vt_liveness_heard(&own->liveness, vt_loop_now(own->endpoint->loop));
}

/* Any answer to a probe will do; it has no credentials. */
static void probe_ended(void *user, vt_fault fault, vt_text detail) {
    lane *own = user;
    (void)detail;
    own->probe = NULL;
    if (fault == VT_FAULT_NONE) heard(own);
}

static vitals_status start_in(vt_endpoint *endpoint, lane *own, const vt_transfer_request *request,
                              const vt_transfer_events *events, void *user, vt_transfer **out);

static void send_probe(lane *own) {
    static const vt_transfer_events events = { .end = probe_ended };
    const vt_transfer_request request = { .kind = VT_TRANSFER_WATCH,
                                          .method = "GET",
                                          .path = VT_TEXT("/livez"),
                                          .total_ms = VT_LIVENESS_PROBE_MS * 2 };
    vt_liveness_asked(&own->liveness, vt_loop_now(own->endpoint->loop));
    if (!own->probe && start_in(own->endpoint, own, &request, &events, own, &own->probe)) {
        own->probe = NULL; /* no memory: the deadline stands */
    }
}

/* The connection is gone, although nobody said so. */
static void kill_lane(lane *own) {
    own->draining = true;
    while (own->transfers) {
        end_transfer(own->transfers, VT_FAULT_DEAD,
                     VT_TEXT("the server has stopped answering on this connection"));
    }
}

static void beat(void *user) {
    lane *own = user;
    switch (vt_liveness_at(&own->liveness, vt_loop_now(own->endpoint->loop))) {
    case VT_LIVENESS_ASK:
        send_probe(own);
        break;
    case VT_LIVENESS_DEAD:
        kill_lane(own);
        return;
    case VT_LIVENESS_FINE:
        break;
    }
    set_pulse(own);
}

/* ---------------------------------------------------------------- headers */

static vt_text header_value(vt_text line, const char *name) {
    vt_text head = vt_text_from(name);
    if (line.size <= head.size || line.bytes[head.size] != ':') return VT_TEXT_ABSENT;
    if (!vt_text_equal_fold(vt_text_between(line, 0, head.size), head)) return VT_TEXT_ABSENT;
    return vt_text_trim(vt_text_between(line, head.size + 1, line.size));
}

static void read_header(vt_transfer *transfer, vt_text line, vt_head *head) {
    const struct {
        const char *name;
        vt_text *at;
    } known[] = {
        { "content-type", &head->content_type },
        { "retry-after", &head->retry_after },
        { "date", &head->date },
        { "etag", &head->etag },
        { "www-authenticate", &head->authenticate },
        { "x-kubernetes-pf-prioritylevel-uid", &head->priority_level },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        vt_text value = header_value(line, known[i].name);
        if (value.bytes) *known[i].at = value;
    }
    vt_text warning = header_value(line, "warning");
    if (warning.bytes && transfer->events.warning) {
        transfer->events.warning(transfer->user, warning);
    }
}

/* What the first answer says about the server and the way to it. */
static void learn(vt_transfer *transfer) {
    vt_endpoint *endpoint = transfer->endpoint;
    long version = 0, connections = 0;
    curl_off_t connect = 0, resolved = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_VERSION, &version);
    curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connections);
    curl_easy_getinfo(transfer->easy, CURLINFO_CONNECT_TIME_T, &connect);
    curl_easy_getinfo(transfer->easy, CURLINFO_NAMELOOKUP_TIME_T, &resolved);
    endpoint->figures.connections += connections > 0 ? (uint64_t)connections : 0;
    if (version) endpoint->http1 = version != CURL_HTTP_VERSION_2_0;
    if (connections > 0 && connect > resolved) endpoint->round_trip_us = connect - resolved;
}

static void deliver_head(vt_transfer *transfer) {
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200) return;
    transfer->head_done = true;
    vt_alarm_clear(transfer->endpoint->loop, &transfer->starved);
    learn(transfer);
    vt_head head = { .status = (int)status };
    vt_text lines = vt_buffer_text(&transfer->head), line;
    while (!transfer->silent && vt_text_split(&lines, '\0', &line)) {
        read_header(transfer, line, &head);
    }
    if (!transfer->silent && transfer->events.head) transfer->events.head(transfer->user, &head);
}

/* One line a call, with its line break. Informational answers and those of proxies come first. */
static size_t on_header(char *bytes, size_t one, size_t size, void *user) {
    vt_transfer *transfer = user;
    (void)one;
    vt_text line = vt_text_trim(vt_text_slice(bytes, size));
    if (transfer->silent) return 0;
    heard(transfer->lane);
    if (transfer->head_done) return size; /* trailers */
    if (vt_text_starts(line, VT_TEXT("HTTP/"))) vt_buffer_clear(&transfer->head);
    if (line.size == 0) {
        deliver_head(transfer);
        return transfer->silent ? 0 : size;
    }
    vt_buffer_add(&transfer->head, line);
    if (vt_buffer_add_byte(&transfer->head, '\0')) return size;
    transfer->over_limit = transfer->head.over_ceiling;
    return 0;
}

static size_t on_bytes(char *bytes, size_t one, size_t size, void *user) {
    vt_transfer *transfer = user;
    (void)one;
    if (transfer->silent) return 0;
    heard(transfer->lane);
    transfer->endpoint->figures.received_bytes += size;
    if (transfer->events.bytes) transfer->events.bytes(transfer->user, bytes, size);
    return transfer->silent ? 0 : size;
}

/* ----------------------------------------------------------------- faults */

/* X509_V_ERR_… of OpenSSL, which libcurl hands through. Other TLS libraries leave it 0. */
static vt_fault certificate_fault(long result, vt_text detail) {
    static const struct {
        long result;
        vt_fault fault;
    } rows[] = {
        { 9, VT_FAULT_TLS_TIME },     { 10, VT_FAULT_TLS_TIME },    { 18, VT_FAULT_TLS_SELF },
        { 19, VT_FAULT_TLS_UNKNOWN }, { 20, VT_FAULT_TLS_UNKNOWN }, { 21, VT_FAULT_TLS_UNKNOWN },
        { 62, VT_FAULT_TLS_NAME },    { 64, VT_FAULT_TLS_NAME },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].result == result) return rows[i].fault;
    }
    if (vt_text_find(detail, VT_TEXT("expired"), 0) != SIZE_MAX) return VT_FAULT_TLS_TIME;
    if (vt_text_find(detail, VT_TEXT("name"), 0) != SIZE_MAX) return VT_FAULT_TLS_NAME;
    return result == 0 ? VT_FAULT_TLS_NAME : VT_FAULT_TLS_UNKNOWN;
}

/* The server ends the handshake, or with TLS 1.3 the first read, with an alert about our certificate. */
static bool is_client_alert(vt_text detail) {
    static const char *const alerts[] = {
        "alert bad certificate",         "alert certificate required", "alert unknown ca",
        "alert certificate expired",     "alert certificate revoked",  "alert certificate unknown",
        "alert unsupported certificate", "alert access denied"
    };
    for (size_t i = 0; i < sizeof alerts / sizeof alerts[0]; i++) {
        if (vt_text_find(detail, vt_text_from(alerts[i]), 0) != SIZE_MAX) return true;
    }
    return false;
}

static vt_fault fault_of_code(CURLcode code) {
    static const struct {
        CURLcode code;
        vt_fault fault;
    } rows[] = {
        { CURLE_COULDNT_RESOLVE_HOST, VT_FAULT_RESOLVE },
        { CURLE_COULDNT_RESOLVE_PROXY, VT_FAULT_PROXY },
        { CURLE_PROXY, VT_FAULT_PROXY },
        { CURLE_COULDNT_CONNECT, VT_FAULT_REFUSED },
        { CURLE_OPERATION_TIMEDOUT, VT_FAULT_TIMEOUT },
        { CURLE_PARTIAL_FILE, VT_FAULT_RESET },
        { CURLE_GOT_NOTHING, VT_FAULT_RESET },
        { CURLE_SEND_ERROR, VT_FAULT_RESET },
        { CURLE_RECV_ERROR, VT_FAULT_RESET },
        { CURLE_HTTP2, VT_FAULT_RESET },
        { CURLE_HTTP2_STREAM, VT_FAULT_STREAM },
        { CURLE_SSL_CONNECT_ERROR, VT_FAULT_TLS },
        { CURLE_SSL_CIPHER, VT_FAULT_TLS },
        { CURLE_SSL_CERTPROBLEM, VT_FAULT_CREDENTIAL },
        { CURLE_SSL_CACERT_BADFILE, VT_FAULT_CREDENTIAL },
        { CURLE_OUT_OF_MEMORY, VT_FAULT_MEMORY },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].code == code) return rows[i].fault;
    }
    return VT_FAULT_OTHER;
}

static vt_fault fault_of(const vt_transfer *transfer, CURLcode code, vt_text detail) {
    long tunnel = 0, verified = 0;
    if (code == CURLE_OK) return VT_FAULT_NONE;
    if (transfer->over_limit) return VT_FAULT_LIMIT;
    if (transfer->head.failed) return VT_FAULT_MEMORY;
    curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &tunnel);
    if (tunnel && tunnel != 200) return VT_FAULT_PROXY;
    if (is_client_alert(detail)) return VT_FAULT_TLS_CLIENT;
    if (code != CURLE_PEER_FAILED_VERIFICATION) return fault_of_code(code);
    curl_easy_getinfo(transfer->easy, CURLINFO_SSL_VERIFYRESULT, &verified);
    return certificate_fault(verified, detail);
}

/* -------------------------------------------------------------- transfers */

static void destroy_transfer(vt_transfer *transfer) {
    vt_endpoint *endpoint = transfer->endpoint;
    const vitals_allocator allocator = endpoint->loop->allocator;
    curl_easy_cleanup(transfer->easy);
    for (struct curl_slist *at = transfer->headers; at; at = at->next) {
        vt_secret_wipe(at->data, strlen(at->data));
    }
    curl_slist_free_all(transfer->headers);
    vt_buffer_done(&transfer->head);
    vt_release(&allocator, transfer, sizeof *transfer);
    endpoint->transfers--;
    drop_if_unused(endpoint);
}

static void join_lane(vt_transfer *transfer, lane *own) {
    if (own->count++ == 0) vt_liveness_begin(&own->liveness, vt_loop_now(own->endpoint->loop));
    transfer->lane = own;
    transfer->before = NULL;
    transfer->next = own->transfers;
    if (own->transfers) own->transfers->before = transfer;
    own->transfers = transfer;
}

static void leave_lane(vt_transfer *transfer) {
    lane *own = transfer->lane;
    if (!own) return;
    *(transfer->before ? &transfer->before->next : &own->transfers) = transfer->next;
    if (transfer->next) transfer->next->before = transfer->before;
    transfer->lane = NULL;
    own->count--;
    curl_multi_remove_handle(own->multi, transfer->easy);
    set_pulse(own);
    retire_if_idle(own);
}

/* Outside of libcurl's functions. */
static void end_transfer(vt_transfer *transfer, vt_fault fault, vt_text detail) {
    vitals_cluster_loop *loop = transfer->endpoint->loop;
    const bool silent = transfer->silent;
    transfer->silent = transfer->ended = true;
    vt_alarm_clear(loop, &transfer->starved);
    vt_loop_forget(loop, &transfer->start);
    leave_lane(transfer);
    vt_loop_discard(loop, &transfer->garbage);
    if (!silent && transfer->events.end) transfer->events.end(transfer->user, fault, detail);
}

static void finish_messages(lane *own) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(own->multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        const CURLcode code = message->data.result;
        char *private = NULL;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &private);
        vt_transfer *transfer = (vt_transfer *)(void *)private;
        vt_text detail =
            vt_text_from(transfer->error[0] ? transfer->error : curl_easy_strerror(code));
        end_transfer(transfer, fault_of(transfer, code, detail), detail);
    }
}

/* Not within libcurl's functions: when the loop is left. */
static void clean_up_cancelled(void *user) {
    vt_transfer *transfer = user;
    if (!transfer->ended) {
        transfer->ended = true;
        leave_lane(transfer);
    }
    destroy_transfer(transfer);
}

static void cancel(vt_transfer *transfer) {
    vitals_cluster_loop *loop = transfer->endpoint->loop;
    transfer->silent = true;
    vt_alarm_clear(loop, &transfer->starved);
    vt_loop_forget(loop, &transfer->start);
    vt_loop_discard(loop, &transfer->garbage);
}

static void set_starved(vt_transfer *transfer) {
    vitals_cluster_loop *loop = transfer->endpoint->loop;
    if (transfer->kind == VT_TRANSFER_WATCH && !transfer->endpoint->http1) {
        vt_alarm_set(loop, &transfer->starved, vt_loop_now(loop) + STARVED_MS);
    }
}

/* When the loop is left: outside of libcurl's functions. */
static void add_to_lane(void *user) {
    vt_transfer *transfer = user;
    lane *own = transfer->lane;
    if (!own) {
        own = choose_lane(transfer->endpoint, transfer->kind);
        if (own) join_lane(transfer, own);
    }
    if (!own || curl_multi_add_handle(own->multi, transfer->easy) != CURLM_OK) {
        end_transfer(transfer, VT_FAULT_MEMORY, VT_TEXT("out of memory"));
        return;
    }
    set_starved(transfer);
    set_pulse(own);
}

/*
** A watch that has no connection yet, although others of its lane have one: that connection takes no new
** streams, because the server said GOAWAY, and the lane may have no second one. Another lane may.
*/
static void on_starved(void *user) {
    vt_transfer *transfer = user;
    lane *own = transfer->lane;
    curl_off_t sent = 0;
    if (!own || !own->connected || own->count < 2 || own->probe == transfer) return;
    curl_easy_getinfo(transfer->easy, CURLINFO_PRETRANSFER_TIME_T, &sent);
    if (sent > 0) return;
    own->draining = true;
    leave_lane(transfer);
    add_to_lane(transfer);
}

/* ---------------------------------------------------------------- options */

static int tune_socket(void *user, curl_socket_t descriptor, curlsocktype purpose) {
    (void)user, (void)purpose;
#ifdef TCP_USER_TIMEOUT
    const unsigned unanswered = UNANSWERED_MS;
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered, sizeof unanswered);
#endif
    return CURL_SOCKOPT_OK;
}

/* Programs that are started must not inherit connections. */
static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)user, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void set_connection(CURL *easy, const vt_endpoint *endpoint) {
    const vt_endpoint_settings *settings = &endpoint->settings;
    const long version = settings->tls ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, settings->tls ? "https" : "http");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, version);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, (long)KEEPALIVE_IDLE_SECONDS);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, (long)KEEPALIVE_SECONDS);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, tune_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    /* libcurl would read variables of the environment and exempt hosts by rules of its own. */
    curl_easy_setopt(easy, CURLOPT_PROXY, settings->proxy.bytes ? settings->proxy.bytes : "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (endpoint->connect_list) {
        curl_easy_setopt(easy, CURLOPT_CONNECT_TO, endpoint->connect_list);
    }
}

static void set_blob(CURL *easy, CURLoption option, vt_text text) {
    if (!text.size) return;
    union {
        const char *shown;
        void *data;
    } bytes = { text.bytes };
    struct curl_blob blob = { bytes.data, text.size, CURL_BLOB_COPY };
    curl_easy_setopt(easy, option, &blob);
}

static void set_tls(CURL *easy, const vt_endpoint_settings *settings) {
    if (!settings->tls) return;
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, settings->insecure ? 0L : 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, settings->insecure ? 0L : 2L);
    set_blob(easy, CURLOPT_CAINFO_BLOB, settings->certificate_authority);
    if (settings->client_certificate.size) {
        curl_easy_setopt(easy, CURLOPT_SSLCERTTYPE, "PEM");
        curl_easy_setopt(easy, CURLOPT_SSLKEYTYPE, "PEM");
        set_blob(easy, CURLOPT_SSLCERT_BLOB, settings->client_certificate);
        set_blob(easy, CURLOPT_SSLKEY_BLOB, settings->client_key);
    }
}

static void set_kind(vt_transfer *transfer, const vt_transfer_request *request) {
    CURL *easy = transfer->easy;
    const vt_endpoint *endpoint = transfer->endpoint;
    if (request->total_ms > 0) {
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->total_ms);
    }
    if (request->kind == VT_TRANSFER_WATCH) return;
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)BUFFER_BYTES);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)PROGRESS_SECONDS);
    /* A watch may come as several members of gzip, which libcurl cannot read. */
    if (endpoint->settings.compression && endpoint->round_trip_us > FAR_US) {
        curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
    }
}

static bool add_header(vt_transfer *transfer, vt_text line) {
    char *copy = NULL;
    vt_buffer bytes;
    size_t size;
    vt_buffer_init(&bytes, &transfer->endpoint->loop->allocator, HEAD_BYTES);
    vt_buffer_add(&bytes, line);
    copy = vt_buffer_take(&bytes, &size);
    struct curl_slist *longer = copy ? curl_slist_append(transfer->headers, copy) : NULL;
    if (copy) {
        vt_secret_wipe(copy, size);
        vt_release(&transfer->endpoint->loop->allocator, copy, size + 1);
    }
    vt_buffer_done(&bytes);
    if (longer) transfer->headers = longer;
    return longer != NULL;
}

static bool set_headers(vt_transfer *transfer, const vt_transfer_request *request) {
    const vt_endpoint *endpoint = transfer->endpoint;
    for (size_t i = 0; i < request->header_count; i++) {
        if (!add_header(transfer, request->headers[i])) return false;
    }
    if (endpoint->host_line.size && !add_header(transfer, vt_buffer_text(&endpoint->host_line))) {
        return false;
    }
    /* libcurl would wait for 100 Continue before it sends a body. */
    if (request->body.bytes && !add_header(transfer, VT_TEXT("Expect:"))) return false;
    return curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK;
}

static bool set_request(vt_transfer *transfer, const vt_transfer_request *request) {
    CURL *easy = transfer->easy;
    vt_buffer url;
    vt_buffer_init(&url, &transfer->endpoint->loop->allocator, SIZE_MAX / 2);
    vt_buffer_add(&url, vt_buffer_text(&transfer->endpoint->origin));
    vt_buffer_add(&url, request->path);
    bool set = !url.failed && curl_easy_setopt(easy, CURLOPT_URL, url.bytes) == CURLE_OK;
    vt_buffer_done(&url);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    if (request->body.bytes) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body.size);
        set =
            set && curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, request->body.bytes) == CURLE_OK;
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, transfer->endpoint->settings.user_agent.bytes);
    return set && set_headers(transfer, request);
}

static void set_callbacks(vt_transfer *transfer) {
    CURL *easy = transfer->easy;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
}

static vt_transfer *new_transfer(vt_endpoint *endpoint, vt_transfer_kind kind,
                                 const vt_transfer_events *events, void *user) {
    vitals_cluster_loop *loop = endpoint->loop;
    vt_transfer *transfer = vt_allocate_zeroed(&loop->allocator, sizeof *transfer);
    if (!transfer) return NULL;
    endpoint->transfers++;
    transfer->endpoint = endpoint;
    transfer->kind = kind;
    transfer->events = *events;
    transfer->user = user;
    transfer->garbage = (vt_garbage){ .release = clean_up_cancelled, .user = transfer };
    transfer->start = (vt_errand){ .run = add_to_lane, .user = transfer };
    transfer->starved = (vt_alarm){ .ring = on_starved, .user = transfer };
    vt_buffer_init(&transfer->head, &loop->allocator, HEAD_BYTES);
    transfer->easy = curl_easy_init();
    return transfer;
}

/* `own`: NULL, or the lane that it must use. */
static vitals_status start_in(vt_endpoint *endpoint, lane *own, const vt_transfer_request *request,
                              const vt_transfer_events *events, void *user, vt_transfer **out) {
    vt_transfer *transfer = new_transfer(endpoint, request->kind, events, user);
    if (!transfer) return VITALS_ENOMEM;
    if (!transfer->easy || !set_request(transfer, request)) {
        destroy_transfer(transfer);
        return VITALS_ENOMEM;
    }
    set_callbacks(transfer);
    set_connection(transfer->easy, endpoint);
    set_tls(transfer->easy, &endpoint->settings);
    set_kind(transfer, request);
    if (own) join_lane(transfer, own);
    vt_loop_defer(endpoint->loop, &transfer->start);
    *out = transfer;
    return VITALS_OK;
}

static vitals_status start(vt_endpoint *endpoint, const vt_transfer_request *request,
                           const vt_transfer_events *events, void *user, vt_transfer **out) {
    return start_in(endpoint, NULL, request, events, user, out);
}

/* -------------------------------------------------------------- transport */

static void endpoint_free(vt_endpoint *endpoint) {
    endpoint->released = true;
    for (lane *at = endpoint->lanes, *next; at; at = next) {
        next = at->next;
        retire_if_idle(at);
    }
    drop_if_unused(endpoint);
}

static void figures(const vt_endpoint *endpoint, vt_transport_figures *out) {
    *out = endpoint->figures;
}

static void free_transport(vt_transport *transport) {
    curl_transport *own = (curl_transport *)transport;
    const vitals_allocator allocator = own->loop->allocator;
    vt_release(&allocator, own, sizeof *own);
    curl_global_cleanup();
}

vitals_status vt_transport_curl_new(vitals_cluster_loop *loop, vt_transport **out) {
    static const vt_transport_class class = { endpoint_new, endpoint_free, start,
                                              cancel,       figures,       free_transport };
    /* Counted by libcurl; safe from several threads since 7.84. */
    if (!(curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_THREADSAFE)) {
        return VITALS_ECONFIG;
    }
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return VITALS_ENOMEM;
    curl_transport *own = vt_allocate_zeroed(&loop->allocator, sizeof *own);
    if (!own) {
        curl_global_cleanup();
        return VITALS_ENOMEM;
    }
    own->base.class = &class;
    own->loop = loop;
    *out = &own->base;
    return VITALS_OK;
}
