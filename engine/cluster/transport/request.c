/* Paths, queries and headers of requests to the API server. */
#include "cluster/transport/request.h"

#include <sys/utsname.h>

#include "base/text/percent.h"
#include "cluster/transport/encoding.h"

/* -------------------------------------------------------------------- paths */

/* A segment must not lead to another directory; what else it holds is escaped. An empty one would name the
** collection in place of the object. */
static bool add_segment(vt_buffer *out, vt_text segment) {
    if (segment.size == 0 || vt_text_is(segment, ".") || vt_text_is(segment, "..")) {
        out->failed = true;
        return false;
    }
    vt_buffer_add_byte(out, '/');
    return vt_percent_encode(out, segment);
}

bool vt_request_add_path(vt_buffer *out, const vt_request *request) {
    vt_buffer_add(out, request->prefix);
    if (request->group.size == 0) {
        vt_buffer_add_terminated(out, "/api");
    } else {
        vt_buffer_add_terminated(out, "/apis");
        add_segment(out, request->group);
    }
    add_segment(out, request->version);
    if (request->namespace_.size) {
        vt_buffer_add_terminated(out, "/namespaces");
        add_segment(out, request->namespace_);
    }
    add_segment(out, request->resource);
    if (!vt_text_is_absent(request->name)) add_segment(out, request->name);
    if (request->subresource.size) add_segment(out, request->subresource);
    return !out->failed;
}

/* ------------------------------------------------------------------ queries */

bool vt_request_add_parameter(vt_buffer *out, size_t start, const char *name, vt_text value) {
    vt_text sofar = vt_text_between(vt_buffer_text(out), start, out->size);
    bool first = vt_text_find_byte(sofar, '?', 0) == SIZE_MAX;
    vt_buffer_add_byte(out, first ? '?' : '&');
    vt_buffer_add_terminated(out, name);
    vt_buffer_add_byte(out, '=');
    return vt_percent_encode(out, value);
}

static void add_text(vt_buffer *out, size_t start, const char *name, vt_text value) {
    if (value.size) vt_request_add_parameter(out, start, name, value);
}

static void add_number(vt_buffer *out, size_t start, const char *name, uint64_t value) {
    if (!value) return;
    vt_request_add_parameter(out, start, name, VT_TEXT(""));
    vt_buffer_printf(out, "%llu", (unsigned long long)value);
}

/* resourceVersionMatch, or NULL: the server refuses it without a resourceVersion, with a continue token, and
** Exact of "0"; with a limit it would take a version to mean exactly that one. */
static const char *match_of(const vt_list_parameters *list) {
    if (list->initial_events) return "NotOlderThan";
    if (list->continue_.size || !list->resource_version.size || list->watch) return NULL;
    if (vt_text_is(list->resource_version, "0")) return NULL;
    if (list->exact) return "Exact";
    return list->limit ? "NotOlderThan" : NULL;
}

bool vt_request_add_list_query(vt_buffer *out, const vt_list_parameters *list) {
    const size_t start = out->size;
    const char *match = match_of(list);
    if (list->watch) {
        vt_request_add_parameter(out, start, "watch", VT_TEXT("1"));
        vt_request_add_parameter(out, start, "allowWatchBookmarks", VT_TEXT("true"));
        if (list->initial_events)
            vt_request_add_parameter(out, start, "sendInitialEvents", VT_TEXT("true"));
    } else {
        add_number(out, start, "limit", list->limit);
        add_text(out, start, "continue", list->continue_);
    }
    if (!list->continue_.size || list->watch)
        add_text(out, start, "resourceVersion", list->resource_version);
    if (match) vt_request_add_parameter(out, start, "resourceVersionMatch", vt_text_from(match));
    add_text(out, start, "labelSelector", list->label_selector);
    add_text(out, start, "fieldSelector", list->field_selector);
    add_number(out, start, "timeoutSeconds", list->timeout_seconds);
    return !out->failed;
}

/* ------------------------------------------------------------------ headers */

const char vt_accept_json[] = "application/json";
const char vt_accept_discovery[] =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
const char vt_accept_metadata_list[] =
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
const char vt_accept_metadata[] =
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/* The name of the system as Go's programs write it: linux, amd64. */
static vt_text machine_of(const char *machine) {
    static const struct {
        const char *unix_name, *go_name;
    } names[] = { { "x86_64", "amd64" }, { "aarch64", "arm64" }, { "i686", "386" } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(machine, names[i].unix_name) == 0) return vt_text_from(names[i].go_name);
    }
    return vt_text_from(machine);
}

bool vt_request_add_user_agent(vt_buffer *out) {
    struct utsname about;
    vt_buffer_printf(out, "vitals/%s", vitals_version());
    if (uname(&about) < 0) return !out->failed;
    vt_buffer_add_terminated(out, " (");
    for (const char *at = about.sysname; *at; at++) vt_buffer_add_byte(out, vt_to_lower(*at));
    vt_buffer_add_byte(out, '/');
    vt_buffer_add(out, machine_of(about.machine));
    return vt_buffer_add_byte(out, ')');
}

/* ------------------------------------------------------------- content types */

vt_text vt_media_type(vt_text content_type) {
    vt_text type;
    return vt_text_split(&content_type, ';', &type) ? vt_text_trim(type) : VT_TEXT_ABSENT;
}

static vt_text unquoted(vt_text value) {
    if (value.size >= 2 && value.bytes[0] == '"' && value.bytes[value.size - 1] == '"')
        return vt_text_between(value, 1, value.size - 1);
    return value;
}

vt_text vt_media_parameter(vt_text content_type, const char *name) {
    vt_text part;
    if (!vt_text_split(&content_type, ';', &part)) return VT_TEXT_ABSENT;
    while (vt_text_split(&content_type, ';', &part)) {
        vt_text key = VT_TEXT_ABSENT;
        if (vt_text_split(&part, '=', &key) && !vt_text_is_absent(part) &&
            vt_text_equal_fold(vt_text_trim(key), vt_text_from(name)))
            return unquoted(vt_text_trim(part));
    }
    return VT_TEXT_ABSENT;
}
