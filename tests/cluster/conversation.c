/* Scripted conversations. */
#include "cluster/conversation.h"

#include <stdio.h>
#include <stdlib.h>

#include "cluster/cluster.h"
#include "support/table.h"

enum { MOST_REQUESTS = 512, MOST_HEADERS = 16 };

struct vt_endpoint {
    conversation *own;
};

struct vt_transfer {
    conversation *own;
    struct vt_transfer *next;
    vt_transfer_events events;
    void *user;
    char *method, *path, *headers;
};

struct conversation {
    vt_transport transport; /* first */
    vitals_allocator allocator;
    vitals_cluster_loop *loop;
    vitals_cluster *cluster;
    vitals_cluster_watcher *watcher;
    vitals_diagnostics *diagnostics;
    int64_t now_ms;
    vt_transfer *waiting; /* not answered, the oldest first */
    vt_transfer *current; /* of the last `>` */
    char log[65536], requests[1 << 18];
    vt_head head; /* headers of the answers */
    char values[4][256];
    bool tolerant, lost;
};

/* ------------------------------------------------------------------ the log */

void conversation_note(conversation *own, const char *format, ...) {
    const size_t used = strlen(own->log);
    va_list arguments;
    if (sizeof own->log - used < 300) return;
    if (used) memcpy(own->log + used, "; ", 3);
    va_start(arguments, format);
    vsnprintf(own->log + strlen(own->log), 280, format, arguments);
    va_end(arguments);
}

#define TEXT(text) (int)(text).size, (text).bytes ? (text).bytes : ""

static void on_scope_added(void *user, vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    conversation_note(user, "scope %.*s%s%.*s", TEXT(about.resource.resource),
                      about.namespace_.size ? " in " : "", TEXT(about.namespace_));
}

static void on_scope_removed(void *user, vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    conversation_note(user, "no scope %.*s", TEXT(about.resource.resource));
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    (void)watcher;
    conversation *own = user;
    if (problem)
        conversation_note(own, "resolved %s: %.*s", vitals_cluster_failure_name(problem->failure),
                          TEXT(problem->text));
    if (problem && problem->failure == VITALS_CLUSTER_FAILURE_MEMORY) own->lost = true;
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    (void)scope;
    conversation_note(user, "begin");
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    static const char marks[] = { '.', '+', '~', '-' };
    const vitals_text kind = vitals_document_kind(*document);
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    const bool other = kind.size && !vt_text_equal(kind, about.resource.kind);
    conversation_note(user, "%c%.*s%s%.*s", marks[change], TEXT(vitals_document_name(*document)),
                      other ? " is a " : "", other ? (int)kind.size : 0, kind.bytes);
}

static void on_synced(void *user, vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    conversation_note(user, "synced %.*s%s", TEXT(about.resource_version),
                      about.snapshot ? "" : " mixed");
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    conversation *own = user;
    (void)scope;
    conversation_note(own, "%s%s%s", vitals_live_state_name(state), problem ? " " : "",
                      problem ? vitals_cluster_failure_name(problem->failure) : "");
    if (problem && problem->failure == VITALS_CLUSTER_FAILURE_MEMORY) own->lost = true;
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    conversation *own = user;
    (void)scope;
    conversation_note(own, "broken");
    if (problem->failure == VITALS_CLUSTER_FAILURE_MEMORY) own->lost = true;
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    conversation_note(user, "ready");
}

/* ------------------------------------------------------------ the transport */

static vitals_status endpoint_new(vt_transport *transport, const vt_endpoint_settings *settings,
                                  vt_endpoint **out) {
    (void)settings;
    *out = malloc(sizeof **out);
    (*out)->own = (conversation *)transport;
    return VITALS_OK;
}

static void endpoint_free(vt_endpoint *endpoint) {
    free(endpoint);
}

static char *join_headers(const vt_transfer_request *request) {
    char *all = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&all, &size);
    for (size_t i = 0; i < request->header_count; i++) {
        fprintf(memory, "%.*s\n", TEXT(request->headers[i]));
    }
    if (request->body.bytes) fprintf(memory, "\n%.*s", TEXT(request->body));
    fclose(memory);
    return all;
}

static vitals_status start(vt_endpoint *endpoint, const vt_transfer_request *request,
                           const vt_transfer_events *events, void *user, vt_transfer **out) {
    conversation *own = endpoint->own;
    vt_transfer *transfer = calloc(1, sizeof *transfer), **at = &own->waiting;
    while (*at) at = &(*at)->next;
    *at = transfer;
    transfer->own = own;
    transfer->events = *events;
    transfer->user = user;
    transfer->method = strdup(request->method);
    transfer->path = strndup(request->path.bytes, request->path.size);
    transfer->headers = join_headers(request);
    const size_t used = strlen(own->requests);
    snprintf(own->requests + used, sizeof own->requests - used, "%s %s\n", transfer->method,
             transfer->path);
    *out = transfer;
    return VITALS_OK;
}

static void free_transfer(vt_transfer *transfer) {
    free(transfer->method);
    free(transfer->path);
    free(transfer->headers);
    free(transfer);
}

static void unlink_transfer(vt_transfer *transfer) {
    conversation *own = transfer->own;
    for (vt_transfer **at = &own->waiting; *at; at = &(*at)->next) {
        if (*at != transfer) continue;
        *at = transfer->next;
        break;
    }
    if (own->current == transfer) own->current = NULL;
}

static void cancel(vt_transfer *transfer) {
    unlink_transfer(transfer);
    free_transfer(transfer);
}

static void figures(const vt_endpoint *endpoint, vt_transport_figures *out) {
    (void)endpoint;
    *out = (vt_transport_figures){ 0, 0 };
}

static void free_transport(vt_transport *transport) {
    (void)transport; /* the script outlives it */
}

static const vt_transport_class class = { endpoint_new, endpoint_free, start,
                                          cancel,       figures,       free_transport };

/* ------------------------------------------------------------------ answers */

static void end_current(conversation *own, vt_fault fault, const char *detail) {
    vt_transfer *transfer = own->current;
    unlink_transfer(transfer);
    transfer->events.end(transfer->user, fault, vt_text_from(detail));
    free_transfer(transfer);
}

static void send_head(conversation *own, int code, const char *type) {
    vt_head head = own->head;
    head.status = code;
    head.content_type = vt_text_from(type);
    own->current->events.head(own->current->user, &head);
}

static void send_bytes(conversation *own, const char *bytes, size_t size) {
    if (own->current) own->current->events.bytes(own->current->user, bytes, size);
}

static void answer(conversation *own, const char *text, size_t size) {
    const int code = (int)strtol(text, NULL, 10);
    const char *body = memchr(text, ' ', size);
    body = body ? body + 1 : text + size;
    const size_t body_size = (size_t)(text + size - body);
    send_head(own, code, *body == '<' && body_size ? "text/html" : "application/json");
    if (body_size) send_bytes(own, body, body_size);
    if (own->current) end_current(own, VT_FAULT_NONE, "");
}

static void send_part(conversation *own, const char *text, size_t size) {
    char *bytes = malloc(size + 1);
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        const bool line_break = text[i] == '\\' && i + 1 < size && text[i + 1] == 'n';
        bytes[count++] = line_break ? '\n' : text[i];
        i += line_break;
    }
    send_bytes(own, bytes, count);
    free(bytes);
}

static vt_fault fault_named(const char *text, size_t size) {
    static const struct {
        const char *name;
        vt_fault fault;
    } rows[] = { { "ok", VT_FAULT_NONE },         { "reset", VT_FAULT_RESET },
                 { "stream", VT_FAULT_STREAM },   { "refused", VT_FAULT_REFUSED },
                 { "timeout", VT_FAULT_TIMEOUT }, { "dead", VT_FAULT_DEAD },
                 { "name", VT_FAULT_RESOLVE },    { "tls", VT_FAULT_TLS_UNKNOWN } };
    for (size_t i = 0; i < TABLE_COUNT(rows); i++) {
        if (strlen(rows[i].name) == size && !memcmp(rows[i].name, text, size)) return rows[i].fault;
    }
    fail_msg("no fault '%.*s'", (int)size, text);
    return VT_FAULT_OTHER;
}

static void set_header(conversation *own, const char *text, size_t size) {
    const struct {
        const char *name;
        vt_text *at;
    } rows[] = { { "retry-after: ", &own->head.retry_after },
                 { "etag: ", &own->head.etag },
                 { "date: ", &own->head.date },
                 { "www-authenticate: ", &own->head.authenticate } };
    for (size_t i = 0; i < TABLE_COUNT(rows); i++) {
        const size_t head = strlen(rows[i].name);
        if (size < head - 1 || strncmp(rows[i].name, text, head - 1) != 0) continue;
        snprintf(own->values[i], sizeof own->values[i], "%.*s",
                 size > head ? (int)(size - head) : 0, size > head ? text + head : "");
        *rows[i].at = own->values[i][0] ? vt_text_from(own->values[i]) : VT_TEXT_ABSENT;
        return;
    }
    fail_msg("no header '%.*s'", (int)size, text);
}

/* ------------------------------------------------------------------- lines */

static int64_t wall(void *user) {
    return 1700000000000 + ((conversation *)user)->now_ms;
}

static int64_t monotonic(void *user) {
    return ((conversation *)user)->now_ms;
}

/* What is due now, and what that makes due. */
static void ring(conversation *own) {
    for (int i = 0; i < 20; i++) vitals_cluster_loop_timer_due(own->loop);
}

/* Alarm by alarm, as time would. */
static void pass(conversation *own, int64_t ms) {
    const int64_t until = own->now_ms + ms;
    while (own->loop->alarms && own->loop->alarms->due_ms <= until) {
        if (own->loop->alarms->due_ms > own->now_ms) own->now_ms = own->loop->alarms->due_ms;
        vitals_cluster_loop_timer_due(own->loop);
    }
    own->now_ms = until;
    ring(own);
}

static void expect_request(conversation *own, const char *text, size_t size) {
    char wanted[2048];
    const bool method = *text != '/';
    snprintf(wanted, sizeof wanted, "%s%.*s", method ? "" : "GET ", (int)size, text);
    ring(own);
    for (vt_transfer *at = own->waiting; at; at = at->next) {
        char found[2048];
        snprintf(found, sizeof found, "%s %s", at->method, at->path);
        if (strcmp(found, wanted) != 0) continue;
        own->current = at;
        return;
    }
    own->current = NULL;
    if (own->tolerant) {
        own->lost = true;
        return;
    }
    fail_msg("expected %s\nwaiting: %s %s\nlog: %s\nrequests:\n%s", wanted,
             own->waiting ? own->waiting->method : "", own->waiting ? own->waiting->path : "none",
             own->log, own->requests);
}

static void expect_log(conversation *own, const char *text, size_t size) {
    if (own->tolerant) {
        own->log[0] = '\0';
        return;
    }
    if (strlen(own->log) != size || memcmp(own->log, text, size) != 0) {
        fail_msg("expected: %.*s\nreported: %s", (int)size, text, own->log);
    }
    own->log[0] = '\0';
}

static void expect_header(conversation *own, const char *text, size_t size, bool there) {
    char wanted[1024];
    snprintf(wanted, sizeof wanted, "%.*s", (int)size, text);
    if (!own->current || own->tolerant) return;
    if ((strstr(own->current->headers, wanted) != NULL) != there) {
        fail_msg("header '%s' in:\n%s", wanted, own->current->headers);
    }
}

static void run_line(conversation *own, char what, const char *text, size_t size) {
    if (!own->current && strchr("<{.}", what)) {
        if (!own->tolerant) fail_msg("no request is waiting for %c %.*s", what, (int)size, text);
        return;
    }
    vt_loop_enter(own->loop);
    switch (what) {
    case '<':
        answer(own, text, size);
        break;
    case '{':
        send_head(own, (int)strtol(text, NULL, 10), "application/json");
        break;
    case '.':
        send_part(own, text, size);
        break;
    case '}':
        end_current(own, fault_named(text, size), "detail");
        break;
    default:
        break;
    }
    vt_loop_leave(own->loop);
    ring(own);
}

static void run_check(conversation *own, char what, const char *text, size_t size) {
    switch (what) {
    case '>':
        expect_request(own, text, size);
        break;
    case 'h':
    case 'n':
        expect_header(own, text, size, what == 'h');
        break;
    case 'H':
        set_header(own, text, size);
        break;
    case '@':
        pass(own, (int)strtol(text, NULL, 10));
        break;
    case '=':
        expect_log(own, text, size);
        break;
    case '-':
        if (own->waiting && !own->tolerant) fail_msg("waiting: %s", own->waiting->path);
        break;
    case 'x':
        vitals_cluster_watcher_free(own->watcher);
        own->watcher = NULL;
        ring(own);
        break;
    default:
        run_line(own, what, text, size);
    }
}

vitals_status conversation_run(conversation *own, const char *lines) {
    ring(own);
    while (*lines && !own->lost) {
        const size_t size = strcspn(lines, "\n");
        const size_t skip = size > 1 ? 2 : size;
        if (size) run_check(own, lines[0], lines + skip, size - skip);
        lines += size + (lines[size] == '\n');
    }
    return own->lost ? VITALS_ENOMEM : VITALS_OK;
}

/* --------------------------------------------------------------- life cycle */

static const char default_kubeconfig[] =
    "{\"apiVersion\":\"v1\",\"kind\":\"Config\",\"current-context\":\"c\","
    "\"contexts\":[{\"name\":\"c\",\"context\":{\"cluster\":\"k\",\"user\":\"u\",\"namespace\":"
    "\"shop\"}}],"
    "\"clusters\":[{\"name\":\"k\",\"cluster\":{\"server\":\"https://api:6443\"}}],"
    "\"users\":[{\"name\":\"u\",\"user\":{\"token\":\"hunter2\"}}]}";

static vitals_status open(conversation *own, const conversation_options *options) {
    vitals_cluster_loop_options loop = VITALS_CLUSTER_LOOP_OPTIONS_INIT;
    vitals_cluster_options cluster = VITALS_CLUSTER_OPTIONS_INIT;
    loop.allocator = options->allocator;
    loop.user = own;
    loop.wall_ms = wall;
    loop.monotonic_ms = monotonic;
    vitals_status status = vt_loop_new(&loop, &own->loop);
    if (status != VITALS_OK) return status;
    own->transport.class = &class;
    own->loop->transport = &own->transport;
    cluster.kubeconfig_text = options->kubeconfig ? options->kubeconfig : default_kubeconfig;
    cluster.user_agent = "test";
    return vitals_cluster_new(own->loop, &cluster, &own->cluster, own->diagnostics);
}

static vitals_status watch(conversation *own, const vitals_cluster_selection *selection) {
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    events.user = own;
    events.scope_added = on_scope_added;
    events.scope_removed = on_scope_removed;
    events.resolved = on_resolved;
    events.begin = on_begin;
    events.object = on_object;
    events.synced = on_synced;
    events.state = on_state;
    events.broken = on_broken;
    events.ready = on_ready;
    return vitals_cluster_watch(own->cluster, selection, &events, &own->watcher);
}

vitals_status conversation_new(const conversation_options *options, conversation **out) {
    conversation *own = calloc(1, sizeof *own);
    own->now_ms = 1000000;
    own->tolerant = options->tolerant;
    assert_int_equal(vitals_diagnostics_new(NULL, &own->diagnostics), VITALS_OK);
    vitals_status status = open(own, options);
    if (status == VITALS_OK && options->selection) status = watch(own, options->selection);
    if (status != VITALS_OK) {
        const vitals_diagnostic *first = vitals_diagnostics_at(own->diagnostics, 0);
        if (status != VITALS_ENOMEM) fail_msg("%d: %s", status, first ? first->text.bytes : "");
        conversation_free(own);
        return status;
    }
    *out = own;
    return VITALS_OK;
}

void conversation_free(conversation *own) {
    vitals_cluster_loop_free(own->loop);
    assert_null(own->waiting);
    vitals_diagnostics_free(own->diagnostics);
    free(own);
}

vitals_cluster *conversation_cluster(conversation *own) {
    return own->cluster;
}

vitals_cluster_loop *conversation_loop(conversation *own) {
    return own->loop;
}

const char *conversation_waiting(conversation *own) {
    ring(own);
    own->current = own->waiting;
    return own->current ? own->current->path : NULL;
}

int64_t conversation_now(const conversation *own) {
    return own->now_ms;
}

const char *conversation_requests(const conversation *own) {
    return own->requests;
}

/* ---------------------------------------------------------------- discovery */

static const char core[] =
    "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/"
    "v2\",\"items\":[{\"metadata\":{},"
    "\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\",\"resources\":["
    "{\"resource\":\"pods\",\"responseKind\":{\"group\":\"\",\"version\":\"v1\",\"kind\":\"Pod\"},"
    "\"scope\":\"Namespaced\",\"singularResource\":\"pod\",\"verbs\":[\"get\",\"list\",\"patch\","
    "\"watch\"],\"shortNames\":[\"po\"],\"categories\":[\"all\"]},"
    "{\"resource\":\"secrets\",\"responseKind\":{\"group\":\"\",\"version\":\"v1\",\"kind\":"
    "\"Secret\"},\"scope\":\"Namespaced\",\"singularResource\":\"secret\",\"verbs\":[\"get\","
    "\"list\",\"watch\"]},"
    "{\"resource\":\"configmaps\",\"responseKind\":{\"group\":\"\",\"version\":\"v1\",\"kind\":"
    "\"ConfigMap\"},\"scope\":\"Namespaced\",\"singularResource\":\"configmap\",\"verbs\":[\"get\","
    "\"list\",\"watch\"]},"
    "{\"resource\":\"namespaces\",\"responseKind\":{\"group\":\"\",\"version\":\"v1\",\"kind\":"
    "\"Namespace\"},\"scope\":\"Cluster\",\"singularResource\":\"namespace\",\"verbs\":[\"get\","
    "\"list\",\"watch\"]}"
    "]}]}]}";
static const char apps[] =
    "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/"
    "v2\",\"items\":[{\"metadata\":{\"name\":\"apps\"},"
    "\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\",\"resources\":["
    "{\"resource\":\"deployments\",\"responseKind\":{\"group\":\"apps\",\"version\":\"v1\","
    "\"kind\":\"Deployment\"},\"scope\":\"Namespaced\",\"singularResource\":\"deployment\","
    "\"verbs\":[\"get\",\"list\",\"patch\",\"watch\"],\"shortNames\":[\"deploy\"],\"categories\":["
    "\"all\"]}"
    "]}]}]}";
static const char discovery_type[] =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

static void answer_with(conversation *own, const char *path, const char *type, const char *body) {
    expect_request(own, path, strlen(path));
    if (!own->current) return;
    vt_loop_enter(own->loop);
    send_head(own, 200, type);
    send_bytes(own, body, strlen(body));
    if (own->current) end_current(own, VT_FAULT_NONE, "");
    vt_loop_leave(own->loop);
    ring(own);
}

static const char flux[] =
    "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/"
    "v2\",\"items\":[{\"metadata\":{\"name\":\"kustomize.toolkit.fluxcd.io\"},"
    "\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\",\"resources\":["
    "{\"resource\":\"kustomizations\",\"responseKind\":{\"group\":\"kustomize.toolkit.fluxcd.io\","
    "\"version\":\"v1\",\"kind\":\"Kustomization\"},\"scope\":\"Namespaced\",\"singularResource\":"
    "\"kustomization\",\"verbs\":[\"get\",\"list\",\"patch\",\"watch\"],\"shortNames\":[\"ks\"]}"
    "]}]},{\"metadata\":{\"name\":\"apps\"},"
    "\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\",\"resources\":["
    "{\"resource\":\"statefulsets\",\"responseKind\":{\"group\":\"apps\",\"version\":\"v1\","
    "\"kind\":\"StatefulSet\"},\"scope\":\"Namespaced\",\"singularResource\":\"statefulset\","
    "\"verbs\":[\"get\",\"list\",\"watch\"]}"
    "]}]}]}";

static void discover(conversation *own, int version, const char *groups) {
    char body[128];
    snprintf(body, sizeof body, "{\"major\":\"1\",\"minor\":\"%d\",\"gitVersion\":\"v1.%d.4\"}",
             version, version);
    answer_with(own, "/version", "application/json", body);
    answer_with(own, "/api", discovery_type, core);
    answer_with(own, "/apis", discovery_type, groups);
}

void conversation_discover(conversation *own, int version) {
    discover(own, version, apps);
}

void conversation_discover_kinds(conversation *own, unsigned count) {
    char *groups = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&groups, &size);
    fputs("{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\","
          "\"items\":[{\"metadata\":{\"name\":\"x.io\"},\"versions\":[{\"version\":\"v1\","
          "\"freshness\":\"Current\",\"resources\":[",
          memory);
    for (unsigned i = 0; i < count; i++) {
        fprintf(memory,
                "%s{\"resource\":\"k%03u\",\"responseKind\":{\"group\":\"x.io\",\"version\":"
                "\"v1\",\"kind\":\"K%03u\"},\"scope\":\"Namespaced\",\"singularResource\":"
                "\"k%03u\",\"verbs\":[\"get\",\"list\",\"watch\"]}",
                i ? "," : "", i, i, i);
    }
    fputs("]}]}]}", memory);
    fclose(memory);
    discover(own, 26, groups);
    free(groups);
}

void conversation_discover_flux(conversation *own, int version) {
    discover(own, version, flux);
}
