/* The address that a server listens on. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/run/files.h"
#include "server/http/login.h"

/* An address in the forms of both families. */
typedef struct place {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } at;
    socklen_t size;
    bool loopback;
    char name[INET6_ADDRSTRLEN + 2]; /* as in the field Host */
} place;

static bool read_port(vt_text text, in_port_t *out) {
    unsigned port = 0;
    if (text.size == 0 || text.size > 5 || vt_text_skip_digits(text, 0) != text.size) return false;
    for (size_t i = 0; i < text.size; i++) port = port * 10 + (unsigned)(text.bytes[i] - '0');
    *out = htons((uint16_t)port);
    return port <= 65535;
}

static bool read_four(const char *name, in_port_t port, place *out) {
    struct sockaddr_in *four = &out->at.four;
    if (inet_pton(AF_INET, name, &four->sin_addr) != 1) return false;
    four->sin_family = AF_INET;
    four->sin_port = port;
    out->size = sizeof *four;
    out->loopback = ntohl(four->sin_addr.s_addr) >> 24 == 127;
    snprintf(out->name, sizeof out->name, "%s", name);
    return true;
}

static bool read_six(const char *name, in_port_t port, place *out) {
    struct sockaddr_in6 *six = &out->at.six;
    if (inet_pton(AF_INET6, name, &six->sin6_addr) != 1) return false;
    six->sin6_family = AF_INET6;
    six->sin6_port = port;
    out->size = sizeof *six;
    out->loopback = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
    snprintf(out->name, sizeof out->name, "[%s]", name);
    return true;
}

/* ADDRESS:PORT, [ADDRESS]:PORT, PORT. */
static bool read_place(const char *text, place *out) {
    char name[INET6_ADDRSTRLEN] = "127.0.0.1";
    vt_text whole = vt_text_from(text);
    const char *colon = strrchr(text, ':');
    const size_t head = colon ? (size_t)(colon - text) : 0;
    vt_text address = vt_text_between(whole, 0, head);
    in_port_t port;
    memset(out, 0, sizeof *out);
    if (!read_port(vt_text_between(whole, colon ? head + 1 : 0, whole.size), &port)) return false;
    if (address.size > 2 && address.bytes[0] == '[' && address.bytes[address.size - 1] == ']') {
        address = vt_text_between(address, 1, address.size - 1);
    }
    if (vt_text_is(address, "localhost")) address = VT_TEXT_ABSENT;
    if (address.size >= sizeof name) return false;
    if (address.size) {
        memcpy(name, address.bytes, address.size);
        name[address.size] = 0;
    }
    return read_four(name, port, out) || read_six(name, port, out);
}

/* NULL: success; else why not. */
static const char *open_socket(place *at, int *out) {
    const int one = 1;
    const int descriptor = socket(at->at.any.sa_family, SOCK_STREAM, 0);
    *out = descriptor;
    if (descriptor < 0) return vt_file_reason(errno);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(descriptor, &at->at.any, at->size) == 0 && listen(descriptor, SOMAXCONN) == 0 &&
        getsockname(descriptor, &at->at.any, &at->size) == 0) {
        return NULL;
    }
    const char *why = errno == EADDRINUSE ? "the address is in use" : vt_file_reason(errno);
    close(descriptor);
    return why;
}

static const char *start(vt_server *server, const place *at, int descriptor) {
    const vt_http_options options = {
        .allocator = &server->allocator,
        .hooks = { server, vt_server_begin, vt_server_answer, vt_server_end, vt_server_is_host },
        .socket = descriptor,
        .most_connections = (unsigned)server->limits.http_connections,
        .most_of_address = at->loopback || server->options.trusted_count ? 0 : 64,
        .frame_ancestors = server->options.frame_ancestors,
        .certificate = server->options.certificate,
        .key = server->options.key,
        .monotonic_ms = server->options.monotonic_ms,
        .clock_user = server->options.user,
    };
    server->http = vt_http_new(&options);
    if (server->http) return NULL;
    close(descriptor);
    return options.certificate ? "HTTP cannot be served with this certificate and key"
                               : "HTTP cannot be served";
}

static void http_ready(void *user, int descriptor, unsigned ready) {
    (void)user, (void)descriptor, (void)ready; /* vt_server_poll runs it */
}

static void http_due(void *user) {
    (void)user;
}

static const char *open_at(vt_server *server, const char *address) {
    place at;
    int descriptor = -1;
    if (!read_place(address, &at)) return "this is not an address such as 127.0.0.1:7007";
    if (!at.loopback && !vt_login_is_needed(server) && !server->options.insecure) {
        return "everybody who reaches this address would see everything: give --login-token or "
               "--proxy-user, or --insecure-listen";
    }
    const char *why = open_socket(&at, &descriptor);
    if (!why) why = start(server, &at, descriptor);
    if (why) return why;
    const in_port_t port =
        at.at.any.sa_family == AF_INET ? at.at.four.sin_port : at.at.six.sin6_port;
    snprintf(server->url, sizeof server->url, "http%s://%s:%u/",
             server->options.certificate ? "s" : "", at.name, (unsigned)ntohs(port));
    server->own_host = vt_arena_copy(&server->texts, vt_text_from(at.name));
    server->http_timer = (vt_poller_timer){ .due = http_due, .due_ms = INT64_MAX };
    vt_poller_add_timer(server->loop, &server->http_timer);
    return vt_poller_watch(server->loop, vt_http_descriptor(server->http), VT_POLLER_READABLE,
                           http_ready, server)
               ? NULL
               : "there is no memory";
}

vitals_status vt_server_listen(vt_server *server, const char *address,
                               vitals_diagnostics *diagnostics) {
    if (server->http) return VITALS_EINVAL;
    const char *why = open_at(server, address);
    if (!why) return VITALS_OK;
    const vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR,
                                        .rule = "listen",
                                        .file = address,
                                        .text = vt_text_from(why) };
    vitals_diagnostics_add(diagnostics, &finding);
    return VITALS_ECONFIG;
}

const char *vt_server_url(const vt_server *server) {
    return server->url;
}
