/* The table of routes, and finding one. */
#include "server/api/routes.h"

#include "base/text/percent.h"
#include "server/http/checks.h"

#define JSON "application/json"

static const vt_route_query assess_queries[] = {
    { "profile", "combined, argocd, flux or kstatus; default: that of the server" },
    { "explain", "1: the message of an expression names the values that it read" },
    { NULL, NULL }
};

static const vt_route_query event_queries[] = {
    { "after", "resume after this id, as the field Last-Event-ID does" },
    { "cluster", "only this cluster" },
    { "app", "CLUSTER/NAMESPACE/NAME: the resources of this application as well; repeatable" },
    { "resources", "1: resources as well" },
    { "format", "ndjson: a line of JSON for each event, for scripts" },
    { NULL, NULL }
};

static const vt_route_query list_queries[] = {
    { "health", "statuses, joined by commas" },
    { "cluster", "only this cluster" },
    { "q", "text in the namespace, the kind or the name" },
    { "limit", "rows of a page, at most 20,000; default: 5,000" },
    { "after", "the member `next` of the page before" },
    { NULL, NULL }
};

static const vt_route_query push_queries[] = {
    { "every", "the sender will send something, if only an empty body of events, at least every so "
               "many seconds; without "
               "it, quiet is not silence" },
    { NULL, NULL }
};

static const vt_route_query moment_queries[] = {
    { "at", "the moment, as RFC 3339" },
    { "window", "seconds before and after it, at most 86,400; default: 300" },
    { NULL, NULL }
};

static const vt_route_query summary_queries[] = {
    { "raw", "1: counts by health as it is, not as it settled" }, { NULL, NULL }
};

static const vt_route_query application_queries[] = {
    { "kind", "Application, Kustomization, HelmRelease or App, where two have these names" },
    { NULL, NULL }
};

/* clang-format off */
const vt_route vt_routes[] = {
    { VT_HTTP_POST, "/v1/assess", vt_answer_assess,
      "Assess objects and keep nothing: a verdict for each, one a line.",
      assess_queries, "Verdict", "application/x-ndjson", VT_BODY_OBJECTS, 0 },
    { VT_HTTP_POST, "/v1/eval", vt_answer_eval,
      "Try a rule on an object: the explanation of the verdict. Only with --eval; at most 500 ms and 16 MiB.",
      NULL, "Explanation", JSON, VT_BODY_TRIAL, 0 },
    { VT_HTTP_PUT, "/v1/clusters/{c}/objects", vt_answer_put_objects,
      "All objects of a cluster of --push: what is not among them is gone.",
      push_queries, "Taken", JSON, VT_BODY_OBJECTS, VT_ROUTE_WRITE },
    { VT_HTTP_POST, "/v1/clusters/{c}/events", vt_answer_events_in,
      "Watch events of a cluster of --push: {\"type\": ADDED, MODIFIED or DELETED, \"object\"}, one a line. None is a sign of life.",
      push_queries, "Taken", JSON, VT_BODY_OBJECTS, VT_ROUTE_WRITE },
    { VT_HTTP_GET, "/v1/summary", vt_answer_summary,
      "Counts by settled status, of all and of each cluster; settings; limits.",
      summary_queries, "Summary", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/applications", vt_answer_applications,
      "Applications, the worst first.",
      list_queries, "Applications", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/applications/{c}/{ns}/{app}", vt_answer_application,
      "One application with its resources.",
      application_queries, "ApplicationDetails", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/applications/{c}/{ns}/{app}/history", vt_answer_application_history,
      "Its changes, likewise, and how long it took to recover.",
      application_queries, "History", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/history", vt_answer_changes_at,
      "What changed around a moment. Only with --history.",
      moment_queries, "Moment", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/resources", vt_answer_resources,
      "Resources, the worst first.",
      list_queries, "Resources", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/resources/{c}/{id}", vt_answer_resource,
      "One resource with the explanation of its health.",
      NULL, "ResourceDetails", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/resources/{c}/{id}/object", vt_answer_object,
      "Its object.",
      NULL, NULL, "application/yaml", VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/resources/{c}/{id}/history", vt_answer_history,
      "Its changes: those of the file of --history, else the last ones since the server started.",
      NULL, "History", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/rules", vt_answer_rules,
      "The rules in force, and how many resources each decides.",
      NULL, "Rules", JSON, VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/metrics", vt_answer_metrics,
      "Metrics for Prometheus.",
      NULL, NULL, "text/plain; version=0.0.4", VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/badge/{c}/{ns}/{app}.svg", vt_answer_badge,
      "The status of an application as a picture.",
      application_queries, NULL, "image/svg+xml", VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/v1/session", vt_answer_session,
      "Whether a login is needed, and who is logged in.",
      NULL, "Session", JSON, VT_BODY_NONE, VT_ROUTE_OPEN },
    { VT_HTTP_POST, "/v1/session", vt_answer_login,
      "Exchange the token for a cookie, which EventSource can send.",
      NULL, "Session", JSON, VT_BODY_SMALL, VT_ROUTE_OPEN },
    { VT_HTTP_GET, "/v1/openapi.json", vt_answer_openapi,
      "This document.",
      NULL, NULL, JSON, VT_BODY_NONE, VT_ROUTE_OPEN },
    { VT_HTTP_GET, "/readyz", vt_answer_readyz,
      "Every source was listed once; 503 until then. What the process has given up.",
      NULL, NULL, JSON, VT_BODY_NONE, VT_ROUTE_OPEN },
    { VT_HTTP_GET, "/v1/events", vt_answer_events,
      "What changes, as server-sent events.",
      event_queries, NULL, "text/event-stream", VT_BODY_NONE, 0 },
    { VT_HTTP_GET, "/healthz", vt_answer_healthz,
      "The process answers.",
      NULL, NULL, "text/plain; charset=utf-8", VT_BODY_NONE, VT_ROUTE_OPEN },
    { VT_HTTP_OTHER, NULL, NULL, NULL, NULL, NULL, NULL, VT_BODY_NONE, 0 },
};
/* clang-format on */

/* Take a segment as a parameter. false: it does not decode, or there is no memory. */
static bool take_parameter(vt_visit *visit, size_t index, vt_text segment) {
    const vt_text copy = vt_arena_copy(&visit->memory, segment);
    size_t size = segment.size;
    char *bytes;
    memcpy(&bytes, &copy.bytes, sizeof bytes);
    if (!bytes || !vt_percent_decode(bytes, &size, false)) return false;
    visit->parameters[index] = (vt_text){ bytes, size };
    return true;
}

static bool path_matches(vt_visit *visit, const char *pattern, vt_text path) {
    vt_text rest = vt_text_from(pattern), part, segment;
    size_t parameters = 0;
    while (vt_text_split(&rest, '/', &part)) {
        if (!vt_text_split(&path, '/', &segment)) return false;
        const bool braced = part.size && part.bytes[0] == '{';
        const size_t close = braced ? vt_text_find_byte(part, '}', 0) : 0;
        const vt_text tail = vt_text_between(part, close + 1, part.size);
        if (!braced) {
            if (!vt_text_equal(part, segment)) return false;
        } else if (segment.size <= tail.size || !vt_text_ends(segment, tail) ||
                   !take_parameter(visit, parameters++,
                                   vt_text_between(segment, 0, segment.size - tail.size))) {
            return false;
        }
    }
    return vt_text_is_absent(path);
}

const vt_route *vt_route_find(vt_visit *visit, vt_http_method method, vt_text path,
                              bool *other_method) {
    *other_method = false;
    for (const vt_route *route = vt_routes; route->path; route++) {
        if (!path_matches(visit, route->path, path)) continue;
        if (route->method == method) return route;
        *other_method = true;
    }
    return NULL;
}
