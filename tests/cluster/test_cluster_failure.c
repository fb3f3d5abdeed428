/* What answers mean, and when to try again. */
#include "cluster/transport/backoff.h"
#include "support/table.h"
#include "support/torture.h"

#define JSON "application/json"
#define STATUS(code, reason, message, more)                                                        \
    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","           \
    "\"message\":\"" message "\",\"reason\":\"" reason "\",\"code\":" #code more "}"

static const struct row {
    TABLE_ROW;
    int status;
    const char *type, *body;
    vt_failure_kind kind;
    const char *message; /* a part of it */
    int64_t retry;
    const char *token, *authenticate, *retry_after;
} rows[] = {
    { "a success", 200, JSON, "{\"kind\":\"PodList\"}", VT_FAILURE_NONE, "", -1 },
    { "created", 201, JSON, "{}", VT_FAILURE_NONE, "", -1 },
    { "nothing has changed", 304, NULL, "", VT_FAILURE_NONE, "", -1 },
    { "a stream has not begun", 200, "application/json;stream=watch", "", VT_FAILURE_NONE, "", -1 },
    { "no type, but JSON", 200, NULL, "  {}", VT_FAILURE_NONE, "", -1 },
    { "a login page", 200, "text/html; charset=utf-8", "<html>", VT_FAILURE_NOT_KUBERNETES,
      "text/html", -1 },
    { "no type, a page", 200, NULL, "<html>", VT_FAILURE_NOT_KUBERNETES, "login page", -1 },
    { "a redirection", 302, "text/html", "", VT_FAILURE_REDIRECTED, "not followed", -1 },
    { "credentials", 401, JSON, STATUS(401, "Unauthorized", "Unauthorized", ""),
      VT_FAILURE_UNAUTHORIZED, "Unauthorized", -1 },
    { "credentials, without a Status", 401, "text/plain", "nope\nmore", VT_FAILURE_UNAUTHORIZED,
      "status 401: nope", -1 },
    { "bearer is of the server", 401, "text/plain", "", VT_FAILURE_UNAUTHORIZED, "401", -1, NULL,
      "bearer realm=x" },
    { "basic is of a proxy", 401, "text/html", "", VT_FAILURE_PROXY, "a proxy", -1, NULL,
      "Basic realm=\"corp\"" },
    { "rights", 403, JSON,
      STATUS(403, "Forbidden", "pods is forbidden: User \\\"eve\\\" cannot list", ""),
      VT_FAILURE_FORBIDDEN, "User \"eve\"", -1 },
    { "not logged in", 403, JSON,
      STATUS(403, "Forbidden", "pods is forbidden: User \\\"system:anonymous\\\" cannot list", ""),
      VT_FAILURE_NOT_LOGGED_IN, "system:anonymous", -1 },
    { "a proxy refuses", 403, "text/html", "<html>", VT_FAILURE_PROXY, "a proxy", -1 },
    { "a proxy wants a password", 407, "text/html", "", VT_FAILURE_PROXY, "407", -1 },
    { "no such thing", 404, JSON, STATUS(404, "NotFound", "pods \\\"x\\\" not found", ""),
      VT_FAILURE_NOT_FOUND, "not found", -1 },
    { "no such path", 404, "text/plain; charset=utf-8", "404 page not found\n",
      VT_FAILURE_NOT_FOUND, "404 page not found", -1 },
    { "changed meanwhile", 409, JSON, STATUS(409, "Conflict", "changed", ""), VT_FAILURE_CONFLICT,
      "changed", -1 },
    { "expired", 410, JSON, STATUS(410, "Expired", "too old resource version: 300 (10221)", ""),
      VT_FAILURE_EXPIRED, "too old", -1 },
    { "expired, goes on", 410, JSON,
      "{\"kind\":\"Status\",\"metadata\":{\"continue\":\"abc\"},\"reason\":\"Expired\",\"code\":"
      "410}",
      VT_FAILURE_EXPIRED, "Expired", -1, "abc" },
    { "gone", 410, NULL, "", VT_FAILURE_EXPIRED, "410", -1 },
    { "the cache lags behind", 504, JSON,
      STATUS(504, "Timeout", "Timeout: Too large resource version: 9, current: 7",
             ",\"details\":{\"retryAfterSeconds\":1,\"causes\":[{\"reason\":"
             "\"ResourceVersionTooLarge\"}]}"),
      VT_FAILURE_VERSION_AHEAD, "Too large", 1, NULL, NULL, "1" },
    { "the same without a cause", 504, JSON,
      STATUS(504, "Timeout", "Too large resource version: 9, current: 7", ""),
      VT_FAILURE_VERSION_AHEAD, "Too large", -1 },
    { "too many", 429, JSON,
      STATUS(429, "TooManyRequests", "later", ",\"details\":{\"retryAfterSeconds\":7}"),
      VT_FAILURE_TOO_MANY, "later", 7 },
    { "the header counts before the Status", 429, JSON,
      STATUS(429, "TooManyRequests", "later", ",\"details\":{\"retryAfterSeconds\":7}"),
      VT_FAILURE_TOO_MANY, "later", 3, NULL, NULL, " 3 " },
    { "Retry-After as a date is not read", 503, "text/plain", "x", VT_FAILURE_UNAVAILABLE, "x", -1,
      NULL, NULL, "Sun, 06 Nov 1994 08:49:37 GMT" },
    { "invalid", 422, JSON, STATUS(422, "Invalid", "sendInitialEvents: Forbidden", ""),
      VT_FAILURE_INVALID, "sendInitialEvents", -1 },
    { "no strategic merge for custom resources", 415, JSON,
      STATUS(415, "UnsupportedMediaType", "the body", ""), VT_FAILURE_UNSUPPORTED, "the body", -1 },
    { "a page of 502", 502, "text/html", "<html>bad", VT_FAILURE_UNAVAILABLE, "status 502", -1 },
    { "an empty 503", 503, NULL, "", VT_FAILURE_UNAVAILABLE, "status 503", -1 },
    { "JSON that is cut", 500, JSON, "{\"kind\":\"Sta", VT_FAILURE_UNAVAILABLE, "status 500", -1 },
    { "JSON of something else", 500, JSON, "{\"kind\":\"Error\",\"message\":\"x\"}",
      VT_FAILURE_UNAVAILABLE, "status 500", -1 },
    { "control characters", 500, JSON, STATUS(500, "InternalError", "a\\u001b[2Jb\\nc", ""),
      VT_FAILURE_UNAVAILABLE, "a\\x1b[2Jb", -1 },
    { "a code of no kind", 499, NULL, "", VT_FAILURE_OTHER, "499", -1 },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_arena arena;
    vt_failure failure;
    vt_reply reply = { .status = row->status,
                       .content_type = vt_text_from(row->type),
                       .authenticate = vt_text_from(row->authenticate),
                       .retry_after = vt_text_from(row->retry_after),
                       .body = vt_text_from(row->body) };
    vitals_allocator memory = { 0 };
    vt_arena_init(&arena, &memory, 0);
    assert_int_equal(vt_failure_of_reply(&reply, &arena, &failure), VITALS_OK);
    assert_string_equal(vt_failure_name(failure.kind), vt_failure_name(row->kind));
    assert_true(strstr(failure.message.bytes, row->message) != NULL);
    assert_int_equal(failure.message.size == 0, row->kind == VT_FAILURE_NONE);
    assert_null(strchr(failure.message.bytes, '\n'));
    assert_int_equal(failure.retry_after_seconds, row->retry);
    assert_true(vt_text_equal(failure.continue_, vt_text_from(row->token)));
    vt_arena_done(&arena);
}

static void events(void **state) {
    (void)state;
    static const struct {
        const char *json;
        vt_failure_kind kind;
    } cases[] = {
        { STATUS(410, "Expired", "too old", ""), VT_FAILURE_EXPIRED },
        { STATUS(410, "Gone", "too old", ""), VT_FAILURE_EXPIRED },
        { STATUS(429, "TooManyRequests", "x", ""), VT_FAILURE_TOO_MANY },
        { STATUS(500, "InternalError", "x", ""), VT_FAILURE_UNAVAILABLE },
        { STATUS(504, "Timeout", "Too large resource version", ""), VT_FAILURE_VERSION_AHEAD },
        { STATUS(403, "Forbidden", "x", ""), VT_FAILURE_FORBIDDEN },
        { STATUS(200, "", "", ""), VT_FAILURE_OTHER },
        { "{\"kind\":\"Status\",\"reason\":\"Expired\"}", VT_FAILURE_EXPIRED },
        { "{\"kind\":\"Pod\"}", VT_FAILURE_OTHER },
        { "{}", VT_FAILURE_OTHER },
    };
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) {
        vitals_document *document = NULL;
        vt_arena arena;
        vt_failure failure;
        vitals_allocator memory = { 0 };
        vt_arena_init(&arena, &memory, 0);
        assert_int_equal(
            vitals_document_parse(cases[i].json, strlen(cases[i].json), NULL, &document, NULL),
            VITALS_OK);
        assert_int_equal(vt_failure_of_event(document, &arena, &failure), VITALS_OK);
        assert_int_equal(failure.kind, cases[i].kind);
        assert_true(failure.message.size > 0);
        vitals_document_free(document);
        vt_arena_done(&arena);
    }
}

static void names_the_priority_level(void **state) {
    (void)state;
    vt_arena arena;
    vt_failure failure;
    vt_reply reply = { .status = 429, .priority_level = VT_TEXT("7a-b\n") };
    vitals_allocator memory = { 0 };
    vt_arena_init(&arena, &memory, 0);
    assert_int_equal(vt_failure_of_reply(&reply, &arena, &failure), VITALS_OK);
    assert_string_equal(failure.message.bytes,
                        "the server answered with status 429 (priority level 7a-b)");
    vt_arena_done(&arena);
}

static vitals_status read_one(torture *memory, void *user) {
    const vt_reply *reply = user;
    vitals_allocator allocator = torture_allocator(memory);
    vt_arena arena;
    vt_failure failure;
    vt_arena_init(&arena, &allocator, 0);
    vitals_status status = vt_failure_of_reply(reply, &arena, &failure);
    vt_arena_done(&arena);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    vt_reply replies[] = {
        { .status = 410,
          .content_type = VT_TEXT(JSON),
          .body =
              VT_TEXT("{\"kind\":\"Status\",\"metadata\":{\"continue\":\"abc\"},\"code\":410}") },
        { .status = 429, .priority_level = VT_TEXT("x"), .content_type = VT_TEXT("text/html") },
    };
    for (size_t i = 0; i < TABLE_COUNT(replies); i++) torture_run(read_one, &replies[i]);
}

/* ----------------------------------------------------------------- backoff */

static void waits_longer_and_longer(void **state) {
    (void)state;
    static const int64_t want[] = { 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000 };
    vt_backoff backoff = { 0 };
    int64_t now = 5000;
    for (size_t i = 0; i < TABLE_COUNT(want); i++) {
        int64_t wait = vt_backoff_failed(&backoff, now, 0);
        assert_int_equal(wait, want[i]);
        now += wait;
    }
    /* Two minutes of health later it begins again. */
    assert_int_equal(vt_backoff_failed(&backoff, now + VT_BACKOFF_RESET_MS + 1, 0), 800);
}

static void jitter_is_at_most_the_wait_again(void **state) {
    (void)state;
    vt_backoff backoff = { 0 };
    assert_int_equal(vt_backoff_failed(&backoff, 0, UINT32_MAX), 1599);
    assert_int_equal(vt_backoff_failed(&backoff, 0, UINT32_MAX / 2), 2399);
    for (int i = 0; i < 1000; i++) {
        int64_t wait = vt_backoff_failed(&backoff, i, UINT32_MAX);
        assert_true(wait > 0 && wait <= VT_BACKOFF_MOST_MS);
    }
}

/* A server that is down for five minutes, followed by 150 kinds. */
static void one_trouble_for_all_kinds(void **state) {
    (void)state;
    for (uint32_t random = 0; random < 3; random++) {
        vt_gate gate = { 0 };
        unsigned attempts = 0;
        for (int kind = 0; kind < 150; kind++) {
            if (vt_gate_ask(&gate, 0) == VT_GATE_GO) attempts += kind == 0;
        }
        for (int kind = 0; kind < 150; kind++) vt_gate_failed(&gate, 100, random << 30);
        for (int64_t now = 100; now < 300000; now += 50) {
            for (int kind = 0; kind < 150; kind++) {
                vt_gate_answer answer = vt_gate_ask(&gate, now);
                assert_true(answer != VT_GATE_GO);
                if (answer != VT_GATE_PROBE) continue;
                attempts++;
                vt_gate_failed(&gate, now, random << 30);
            }
        }
        assert_in_range(attempts, 5, 20);
        /* Back again: the probe opens it for all. */
        assert_int_equal(vt_gate_ask(&gate, gate.open_ms), VT_GATE_PROBE);
        assert_int_equal(vt_gate_ask(&gate, gate.open_ms), VT_GATE_WAIT);
        vt_gate_dropped(&gate);
        assert_int_equal(vt_gate_ask(&gate, gate.open_ms), VT_GATE_PROBE);
        vt_gate_worked(&gate);
        assert_int_equal(vt_gate_ask(&gate, gate.open_ms), VT_GATE_GO);
    }
}

static const struct retry_row {
    TABLE_ROW;
    vt_attempt attempt;
    vt_failure failure;
    int64_t want;
} retries[] = {
    { "429 waits as long as it says",
      { true, false, 1 },
      { VT_FAILURE_TOO_MANY, 429, .retry_after_seconds = 5 },
      5000 },
    { "429 without a time",
      { true, false, 1 },
      { VT_FAILURE_TOO_MANY, 429, .retry_after_seconds = -1 },
      500 },
    { "at once", { true, false, 1 }, { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = 0 }, 0 },
    { "503 with a time",
      { true, false, 1 },
      { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = 1 },
      1000 },
    { "503 without",
      { true, false, 1 },
      { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = -1 },
      500 },
    { "503 without, the third time",
      { true, false, 3 },
      { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = -1 },
      2000 },
    { "503 without, the fourth time",
      { true, false, 4 },
      { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = -1 },
      -1 },
    { "503 without, while following",
      { true, true, 1 },
      { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = -1 },
      -1 },
    { "501 never",
      { true, false, 1 },
      { VT_FAILURE_UNAVAILABLE, 501, .retry_after_seconds = -1 },
      -1 },
    { "a cache that lags, once",
      { true, false, 1 },
      { VT_FAILURE_VERSION_AHEAD, 504, .retry_after_seconds = -1 },
      -1 },
    { "an absurd time",
      { true, false, 1 },
      { VT_FAILURE_UNAVAILABLE, 503, .retry_after_seconds = 999999999 },
      300000 },
    { "the tenth time",
      { true, false, 10 },
      { VT_FAILURE_TOO_MANY, 429, .retry_after_seconds = 5 },
      5000 },
    { "the eleventh time",
      { true, false, 11 },
      { VT_FAILURE_TOO_MANY, 429, .retry_after_seconds = 5 },
      -1 },
    { "a cache that lags",
      { true, true, 1 },
      { VT_FAILURE_VERSION_AHEAD, 504, .retry_after_seconds = 1 },
      -1 },
    { "403 never", { true, true, 1 }, { VT_FAILURE_FORBIDDEN, 403, .retry_after_seconds = 1 }, -1 },
    { "a patch never",
      { false, false, 1 },
      { VT_FAILURE_TOO_MANY, 429, .retry_after_seconds = 1 },
      -1 },
    { "lost", { true, false, 1, VT_TROUBLE_LOST }, { 0 }, 1000 },
    { "lost patch", { false, false, 1, VT_TROUBLE_LOST }, { 0 }, -1 },
    { "refused", { true, false, 1, VT_TROUBLE_REFUSED }, { 0 }, -1 },
    { "refused by a server that answered",
      { true, false, 1, VT_TROUBLE_REFUSED, .answered = true },
      { 0 },
      1000 },
    { "a name that was known", { true, false, 1, VT_TROUBLE_NAME, .answered = true }, { 0 }, 1000 },
    { "timeout", { true, false, 1, VT_TROUBLE_TIMEOUT, .answered = true }, { 0 }, -1 },
    { "refused while following", { true, true, 1, VT_TROUBLE_REFUSED }, { 0 }, 1000 },
    { "timeout while following", { true, true, 1, VT_TROUBLE_TIMEOUT }, { 0 }, 1000 },
    { "name while following", { true, true, 1, VT_TROUBLE_NAME }, { 0 }, 1000 },
    { "certificates never", { true, true, 1, VT_TROUBLE_TLS }, { 0 }, -1 },
};

static void retry(void **state) {
    const struct retry_row *row = *state;
    vt_attempt attempt = row->attempt;
    attempt.failure = &row->failure;
    assert_int_equal(vt_retry_after(&attempt), row->want);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(events),
        cmocka_unit_test(names_the_priority_level),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(waits_longer_and_longer),
        cmocka_unit_test(jitter_is_at_most_the_wait_again),
        cmocka_unit_test(one_trouble_for_all_kinds),
    };
    return TABLE_RUN("replies", check, rows) + TABLE_RUN("retries", retry, retries) +
           cmocka_run_group_tests_name("failures", others, NULL, NULL);
}
