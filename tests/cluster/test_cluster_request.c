/* Paths, queries, headers, escapes and dates of requests. */
#include "base/text/percent.h"
#include "cluster/transport/clock.h"
#include "cluster/transport/encoding.h"
#include "cluster/transport/request.h"
#include "support/table.h"

static vt_buffer buffer(void) {
    vt_buffer out;
    vt_buffer_init(&out, NULL, 4096);
    return out;
}

/* -------------------------------------------------------------------- paths */

static const struct path_row {
    TABLE_ROW;
    const char *prefix, *group, *version, *resource, *namespace, *object, *subresource;
    const char *want; /* NULL: refused */
} paths[] = {
    { "core, everywhere", "", "", "v1", "pods", NULL, NULL, NULL, "/api/v1/pods" },
    { "core, in a namespace", "", "", "v1", "pods", "shop", NULL, NULL,
      "/api/v1/namespaces/shop/pods" },
    { "a group", "", "apps", "v1", "deployments", "shop", "web", NULL,
      "/apis/apps/v1/namespaces/shop/deployments/web" },
    { "a subresource", "", "argoproj.io", "v1alpha1", "rollouts", "shop", "web", "status",
      "/apis/argoproj.io/v1alpha1/namespaces/shop/rollouts/web/status" },
    { "a prefix is kept", "/k8s/clusters/c-1", "", "v1", "nodes", NULL, "n1", NULL,
      "/k8s/clusters/c-1/api/v1/nodes/n1" },
    { "names of RBAC have colons", "", "rbac.authorization.k8s.io", "v1", "clusterroles", NULL,
      "system:node", NULL, "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode" },
    { "a slash stays in its segment", "", "", "v1", "pods", "a", "x/../../secrets", NULL,
      "/api/v1/namespaces/a/pods/x%2F..%2F..%2Fsecrets" },
    { "a query stays in its segment", "", "", "v1", "pods", "a", "x?watch=1#", NULL,
      "/api/v1/namespaces/a/pods/x%3Fwatch%3D1%23" },
    { "not the parent", "", "", "v1", "pods", "..", "x", NULL, NULL },
    { "not the same", "", "", "v1", "pods", "a", ".", NULL, NULL },
    { "an empty name is not the collection", "", "", "v1", "pods", "a", "", NULL, NULL },
    { "no version", "", "", "", "pods", NULL, NULL, NULL, NULL },
};

static void path(void **state) {
    const struct path_row *row = *state;
    vt_buffer out = buffer();
    vt_request request = { vt_text_from(row->prefix),     vt_text_from(row->group),
                           vt_text_from(row->version),    vt_text_from(row->resource),
                           vt_text_from(row->namespace),  vt_text_from(row->object),
                           vt_text_from(row->subresource) };
    assert_int_equal(vt_request_add_path(&out, &request), row->want != NULL);
    if (row->want) assert_string_equal(out.bytes, row->want);
    vt_buffer_done(&out);
}

/* ------------------------------------------------------------------ queries */

static const struct query_row {
    TABLE_ROW;
    vt_list_parameters list;
    const char *want;
} queries[] = {
    { "nothing", { 0 }, "" },
    { "a page", { .limit = 500 }, "?limit=500" },
    { "the next page leaves out the version",
      { .limit = 500, .continue_ = VT_TEXT_INIT("a+b="), .resource_version = VT_TEXT_INIT("7") },
      "?limit=500&continue=a%2Bb%3D" },
    { "a page of a version says that newer ones will do",
      { .limit = 500, .resource_version = VT_TEXT_INIT("7") },
      "?limit=500&resourceVersion=7&resourceVersionMatch=NotOlderThan" },
    { "a version without a limit",
      { .resource_version = VT_TEXT_INIT("7") },
      "?resourceVersion=7" },
    { "exact",
      { .resource_version = VT_TEXT_INIT("7"), .exact = true },
      "?resourceVersion=7&resourceVersionMatch=Exact" },
    { "exact of 0 is refused by servers",
      { .resource_version = VT_TEXT_INIT("0"), .exact = true },
      "?resourceVersion=0" },
    { "exact without a version", { .exact = true }, "" },
    { "a version of 30 digits is a text",
      { .resource_version = VT_TEXT_INIT("123456789012345678901234567890") },
      "?resourceVersion=123456789012345678901234567890" },
    { "a watch",
      { .watch = true, .resource_version = VT_TEXT_INIT("7"), .timeout_seconds = 400, .limit = 5 },
      "?watch=1&allowWatchBookmarks=true&resourceVersion=7&timeoutSeconds=400" },
    { "WatchList",
      { .watch = true, .initial_events = true },
      "?watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch="
      "NotOlderThan" },
    { "selectors",
      { .label_selector = VT_TEXT_INIT("a in (b,c),!d"),
        .field_selector = VT_TEXT_INIT("metadata.name=web") },
      "?labelSelector=a%20in%20%28b%2Cc%29%2C%21d&fieldSelector=metadata.name%3Dweb" },
};

static void query(void **state) {
    const struct query_row *row = *state;
    vt_buffer out = buffer();
    vt_buffer_add_terminated(&out, "/odd?prefix");
    size_t start = out.size;
    assert_true(vt_request_add_list_query(&out, &row->list));
    assert_string_equal(out.bytes + start, row->want);
    vt_buffer_done(&out);
}

/* -------------------------------------------------------------------- texts */

static const struct text_row {
    TABLE_ROW;
    bool (*add)(vt_buffer *out, vt_text text);
    const char *text, *want;
} texts[] = {
    { "percent", vt_percent_encode, "aZ0-._~ /\xC3\xA9", "aZ0-._~%20%2F%C3%A9" },
    { "header key", vt_header_key_encode, "Example.com/Scopes%x", "example.com%2Fscopes%25x" },
    { "header key with UTF-8", vt_header_key_encode, "\xC3\xA9", "%C3%A9" },
    { "first line", vt_add_first_line, "\n one\x1b[2J \ntwo", "one\\x1b[2J" },
    { "no line", vt_add_first_line, "", "" },
    { "lines", vt_add_visible_lines, "one\ntw\ro\x07", "one\ntw\\ro\\x07" },
};

static void text(void **state) {
    const struct text_row *row = *state;
    vt_buffer out = buffer();
    assert_true(row->add(&out, vt_text_from(row->text)));
    assert_string_equal(vt_buffer_text(&out).bytes, row->want);
    vt_buffer_done(&out);
}

static void header_values(void **state) {
    (void)state;
    assert_true(vt_is_header_value(VT_TEXT("Bearer abc.def-_\xC3\xA9\t~")));
    assert_false(vt_is_header_value(VT_TEXT("abc\r\nHost: evil")));
    assert_false(vt_is_header_value(VT_TEXT("abc\n")));
    assert_false(vt_is_header_value(VT_TEXT("a\0b")));
    assert_false(vt_is_header_value(VT_TEXT("a\x7F")));
}

/* -------------------------------------------------------------------- dates */

static const struct date_row {
    TABLE_ROW;
    const char *text;
    int64_t want; /* 0: refused */
} dates[] = {
    { "RFC 9110's example", "Sun, 06 Nov 1994 08:49:37 GMT", 784111777 },
    { "white space", " Sun, 06 Nov 1994 08:49:37 GMT\r\n", 784111777 },
    { "leap day", "Thu, 29 Feb 2024 23:59:59 GMT", 1709251199 },
    { "older form", "Sunday, 06-Nov-94 08:49:37 GMT", 0 },
    { "another zone", "Sun, 06 Nov 1994 08:49:37 CET", 0 },
    { "no month", "Sun, 06 Nop 1994 08:49:37 GMT", 0 },
    { "no digits", "Sun, 0x Nov 1994 08:49:37 GMT", 0 },
    { "hour 24", "Sun, 06 Nov 1994 24:49:37 GMT", 0 },
    { "empty", "", 0 },
    { "cut", "Sun, 06 Nov 1994 08:49:37", 0 },
};

static void date(void **state) {
    const struct date_row *row = *state;
    int64_t seconds = 0;
    assert_int_equal(vt_http_date_parse(vt_text_from(row->text), &seconds), row->want != 0);
    assert_int_equal(seconds, row->want);
}

/* ------------------------------------------------------------- media types */

static void media_types(void **state) {
    (void)state;
    vt_text type = VT_TEXT("application/json;g=apidiscovery.k8s.io; V=v2 ; as=\"X\"");
    assert_true(vt_text_is(vt_media_type(type), "application/json"));
    assert_true(vt_text_is(vt_media_parameter(type, "g"), "apidiscovery.k8s.io"));
    assert_true(vt_text_is(vt_media_parameter(type, "v"), "v2"));
    assert_true(vt_text_is(vt_media_parameter(type, "as"), "X"));
    assert_true(vt_text_is_absent(vt_media_parameter(type, "charset")));
    assert_true(vt_text_is_absent(vt_media_type(VT_TEXT_ABSENT)));
    assert_true(vt_text_is_absent(vt_media_parameter(VT_TEXT_ABSENT, "g")));
}

/* Servers print for people when the agent begins with curl or Wget. */
static void user_agent(void **state) {
    (void)state;
    vt_buffer out = buffer();
    assert_true(vt_request_add_user_agent(&out));
    assert_memory_equal(out.bytes, "vitals/", 7);
    assert_non_null(strstr(out.bytes, vitals_version()));
    assert_true(vt_text_ends(vt_buffer_text(&out), VT_TEXT(")")));
    assert_true(vt_is_header_value(vt_buffer_text(&out)));
    vt_buffer_done(&out);
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(header_values),
                                         cmocka_unit_test(media_types),
                                         cmocka_unit_test(user_agent) };
    return TABLE_RUN("paths", path, paths) + TABLE_RUN("queries", query, queries) +
           TABLE_RUN("texts", text, texts) + TABLE_RUN("dates", date, dates) +
           cmocka_run_group_tests_name("headers", others, NULL, NULL);
}
