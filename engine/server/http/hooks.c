/* What HTTP asks: whose request it is, which route it takes, and who answers. */
#include <arpa/inet.h>

#include "server/api/routes.h"
#include "server/feed/events.h"
#include "server/http/access.h"
#include "server/http/checks.h"
#include "server/http/login.h"
#include "server/http/page.h"

enum { SMALL_BODY_BYTES = 16384, TRIAL_BODY_BYTES = 4 << 20 };

/* A Host that is an address is this server only if that is loopback, the address it listens on, or one that
** the host has named: a page of another site cannot have it as its own origin. */
bool vt_server_is_host(void *user, vt_text host) {
    static const char *const loopback[] = { "localhost", "127.0.0.1", "[::1]" };
    const vt_server *server = user;
    const vt_text name = vt_host_name(host);
    for (size_t i = 0; i < sizeof loopback / sizeof *loopback; i++) {
        if (vt_text_equal_fold(name, vt_text_from(loopback[i]))) return true;
    }
    if (server->own_host.size && vt_text_equal_fold(name, server->own_host)) return true;
    for (size_t i = 0; i < server->options.host_count; i++) {
        const vt_text own = vt_text_from(server->options.hosts[i]);
        if (vt_text_equal_fold(name, own) || vt_text_equal_fold(host, own)) return true;
    }
    return false;
}

static uint64_t body_most(const vt_server *server, const vt_route *route) {
    if (!route || route->body == VT_BODY_NONE) return 0;
    if (route->body == VT_BODY_OBJECTS) return server->limits.http_body_bytes;
    return route->body == VT_BODY_SMALL ? SMALL_BODY_BYTES : TRIAL_BODY_BYTES;
}

/* The route, who asks, and what they may see. false: it was answered. */
static bool admit(vt_visit *visit, vt_http_request *request) {
    vt_server *server = visit->server;
    bool other_method;
    vt_text groups;
    visit->route = vt_route_find(visit, request->method, request->path, &other_method);
    request->body_most = body_most(server, visit->route);
    if (!visit->route && other_method) {
        vt_visit_fail(visit, 405, "method not allowed", "this path has another method");
        return false;
    }
    if (!visit->route && request->method != VT_HTTP_GET) {
        vt_visit_not_found(visit, "this path");
        return false;
    }
    /* The page holds nothing of the clusters; it asks for the login itself. */
    const bool open = !visit->route || (visit->route->flags & VT_ROUTE_OPEN);
    const bool in = vt_login_check(server, visit->exchange, &visit->user, &groups);
    if (!in && !open) {
        vt_visit_fail(visit, 401, "a login is needed",
                      "send the token as Authorization: Bearer, "
                      "or log in on the page");
        return false;
    }
    if (!in) return true;
    bool named;
    visit->audience = vt_access_audience(server, visit->user, groups, &named);
    if (!visit->audience && !open) {
        vt_visit_fail(visit, named ? 503 : 403, named ? "out of memory" : "not allowed",
                      named ? "try again later"
                            : "no rule of --access names this user or one of the groups");
        return false;
    }
    if (visit->route && (visit->route->flags & VT_ROUTE_WRITE) &&
        visit->audience != server->audiences) {
        vt_visit_fail(visit, 403, "not allowed", "only those who see everything may send objects");
        return false;
    }
    return true;
}

bool vt_server_begin(void *user, vt_http_exchange *exchange) {
    vt_http_request *request = vt_http_request_of(exchange);
    vt_visit *visit = vt_visit_new(user, exchange);
    request->user = visit;
    if (!visit) return false;
    return admit(visit, request);
}

void vt_server_answer(void *user, vt_http_exchange *exchange) {
    vt_visit *visit = vt_http_request_of(exchange)->user;
    (void)user;
    if (visit->route) {
        visit->route->answer(visit);
    } else {
        vt_page_answer(visit);
    }
}

void vt_server_end(void *user, vt_http_exchange *exchange) {
    vt_visit *visit = vt_http_request_of(exchange)->user;
    (void)user;
    if (!visit) return;
    vt_events_leave(visit);
    vt_visit_leave(visit);
}
