/* One API server and one identity. */
#include "cluster/config/connection.h"

#include "cluster/config/connection_make.h"
#include "cluster/config/report.h"

static const char rule[] = "kubeconfig";

/* --------------------------------------------------------------------- URLs */

static bool skip_scheme(vt_text url, bool *tls, size_t *at) {
    const vt_text https = VT_TEXT("https://"), http = VT_TEXT("http://");
    *tls = vt_text_equal_fold(vt_text_between(url, 0, https.size), https);
    bool plain = vt_text_equal_fold(vt_text_between(url, 0, http.size), http);
    *at = *tls ? https.size : http.size;
    return *tls || plain;
}

/* Only what may be in a URL: printable ASCII without spaces, quotes and backslashes. */
static bool is_plain(vt_text url) {
    for (size_t i = 0; i < url.size; i++) {
        unsigned char byte = (unsigned char)url.bytes[i];
        if (byte <= ' ' || byte >= 0x7F || strchr("\"<>\\^`{|}", byte)) return false;
    }
    return true;
}

static const char *read_port(vt_text text, vt_server *out) {
    uint32_t port = 0;
    if (text.size == 0) return NULL;
    if (text.size > 5 || vt_text_skip_digits(text, 0) != text.size)
        return "its port is not a number";
    for (size_t i = 0; i < text.size; i++) port = port * 10 + (uint32_t)(text.bytes[i] - '0');
    if (port == 0 || port > UINT16_MAX) return "its port is not between 1 and 65535";
    out->port = (uint16_t)port;
    return NULL;
}

/* HOST, HOST:PORT, [ADDRESS]:PORT */
static const char *read_authority(vt_text text, vt_server *out) {
    if (vt_text_find_byte(text, '@', 0) != SIZE_MAX) return "it holds a user name";
    size_t colon = vt_text_find_byte(text, ':', 0);
    if (text.size && text.bytes[0] == '[') {
        size_t end = vt_text_find_byte(text, ']', 0);
        if (end == SIZE_MAX) return "its address has no closing bracket";
        out->host = vt_text_between(text, 1, end);
        colon = end + 1 < text.size ? end + 1 : SIZE_MAX;
        if (colon != SIZE_MAX && text.bytes[colon] != ':')
            return "there is text behind its address";
    } else {
        out->host = vt_text_between(text, 0, colon);
    }
    if (out->host.size == 0) return "it has no host";
    return colon == SIZE_MAX ? NULL : read_port(vt_text_between(text, colon + 1, text.size), out);
}

const char *vt_server_parse(vt_text url, vt_server *out) {
    vt_server server = { .port = 80 };
    size_t at, end;
    if (url.size == 0) return "it is empty";
    if (!is_plain(url)) return "it holds characters that a URL cannot have";
    if (!skip_scheme(url, &server.tls, &at)) return "it does not begin with https://";
    if (server.tls) server.port = 443;
    for (end = at; end < url.size && !strchr("?#", url.bytes[end]);) end++;
    url = vt_text_between(url, 0, end);
    while (url.size > at && url.bytes[url.size - 1] == '/') url.size--;
    size_t slash = vt_text_find_byte(url, '/', at);
    server.url = url;
    server.prefix = slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(url, slash, url.size);
    const char *wrong = read_authority(vt_text_between(url, at, slash), &server);
    if (!wrong) *out = server;
    return wrong;
}

/* ------------------------------------------------------------------ memory */

typedef struct owned {
    vt_connection connection; /* the first member: callers have a pointer to it */
    vitals_allocator parent, secret;
    vt_arena arena;
} owned;

vt_connection *vt_connection_new(const vitals_allocator *allocator, vt_arena **arena) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    owned *made = vt_allocate_zeroed(&own, sizeof *made);
    if (!made) return NULL;
    made->parent = own;
    made->secret = vt_secret_allocator(&made->parent);
    vt_arena_init(&made->arena, &made->secret, 0);
    *arena = &made->arena;
    return &made->connection;
}

void vt_connection_free(vt_connection *connection) {
    owned *made = (owned *)connection;
    if (!made) return;
    vitals_allocator allocator = made->parent;
    vt_arena_done(&made->arena);
    vt_release(&allocator, made, sizeof *made);
}

/* ------------------------------------------------------------------ policy */

static const char *file_of(const vt_connection *connection) {
    const struct {
        const char *what;
        vt_text path;
    } files[] = {
        { "certificate-authority", connection->ca.path },
        { "client-certificate", connection->certificate.path },
        { "client-key", connection->key.path },
        { "tokenFile", connection->token_file },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i].path.size) return files[i].what;
    }
    return NULL;
}

bool vt_connection_is_refused(const vt_connection *connection, const vt_connection_policy *policy,
                              vitals_diagnostics *diagnostics) {
    const char *what = NULL, *file = connection->in_cluster ? NULL : file_of(connection);
    if (policy->no_plugins && connection->plugin) what = "runs a program (exec)";
    if (policy->no_files && file) what = file;
    if (policy->no_proxies && connection->proxy_url.size) what = "names a proxy (proxy-url)";
    if (!what) return false;
    vt_report(diagnostics, VITALS_SEVERITY_ERROR, rule, NULL,
              what == file ? "context \"%.*s\" refers to a file (%s), which is not allowed here"
                           : "context \"%.*s\" %s, which is not allowed here",
              VT_TEXT_ARG(connection->context), what);
    return true;
}

/* -------------------------------------------------------------------- pods */

static const char service_account[] = "/var/run/secrets/kubernetes.io/serviceaccount";

static vt_text pod_url(const vt_pod *pod, vt_arena *arena) {
    bool six = vt_text_find_byte(pod->host, ':', 0) != SIZE_MAX;
    return VT_JOIN(arena, VT_TEXT("https://"), six ? VT_TEXT("[") : VT_TEXT(""), pod->host,
                   six ? VT_TEXT("]:") : VT_TEXT(":"), pod->port);
}

static vt_text pod_namespace(const vt_pod *pod) {
    vt_text file = vt_text_trim(pod->namespace_file);
    if (pod->namespace_.size) return pod->namespace_;
    return file.size ? file : VT_TEXT("default");
}

vitals_status vt_connection_of_pod(const vt_pod *pod, const vitals_allocator *allocator,
                                   vt_connection **out, vitals_diagnostics *diagnostics) {
    vt_arena *arena;
    if (!pod->host.size || !pod->port.size) return VITALS_ENOTFOUND;
    vt_connection *made = vt_connection_new(allocator, &arena);
    if (!made) return VITALS_ENOMEM;
    vt_text directory = pod->directory.size ? pod->directory : vt_text_from(service_account);
    vt_text url = pod_url(pod, arena);
    made->context = made->cluster = made->user = VT_TEXT("");
    made->in_cluster = true;
    made->namespace_ = vt_arena_copy(arena, pod_namespace(pod));
    made->ca.path = VT_JOIN(arena, directory, VT_TEXT("/ca.crt"));
    made->token_file = VT_JOIN(arena, directory, VT_TEXT("/token"));
    vitals_status status = VITALS_OK;
    if (!url.bytes || !made->namespace_.bytes || !made->ca.path.bytes || !made->token_file.bytes) {
        status = VITALS_ENOMEM;
    } else {
        const char *wrong = vt_server_parse(url, &made->server);
        if (!wrong && made->server.prefix.size) wrong = "there is a path in them";
        if (wrong) {
            status = VITALS_ECONFIG;
            vt_report(diagnostics, VITALS_SEVERITY_ERROR, rule, NULL,
                      "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT do not give a URL: %s",
                      wrong);
        }
    }
    if (status == VITALS_OK) {
        *out = made;
    } else {
        vt_connection_free(made);
    }
    return status;
}
