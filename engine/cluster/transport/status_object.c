/* What an answer that is not a success means. */
#include "cluster/transport/status_object.h"

#include "base/text/message.h"
#include "cluster/transport/encoding.h"
#include "cluster/transport/request.h"
#include "cluster/watch/fields.h"

const char *vt_failure_name(vt_failure_kind kind) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VT_FAILURE_MAP(VITALS_X)
#undef VITALS_X
    };
    return (size_t)kind < VT_FAILURE_COUNT ? names[kind] : "";
}

/* ----------------------------------------------------------------- by code */

static const struct code_row {
    int from, to;
    vt_failure_kind kind;
} by_code[] = {
    { 200, 299, VT_FAILURE_NONE },         { 304, 304, VT_FAILURE_NONE },
    { 300, 399, VT_FAILURE_REDIRECTED },   { 400, 400, VT_FAILURE_INVALID },
    { 401, 401, VT_FAILURE_UNAUTHORIZED }, { 403, 403, VT_FAILURE_FORBIDDEN },
    { 404, 404, VT_FAILURE_NOT_FOUND },    { 405, 406, VT_FAILURE_UNSUPPORTED },
    { 407, 407, VT_FAILURE_PROXY },        { 409, 409, VT_FAILURE_CONFLICT },
    { 410, 410, VT_FAILURE_EXPIRED },      { 415, 415, VT_FAILURE_UNSUPPORTED },
    { 422, 422, VT_FAILURE_INVALID },      { 429, 429, VT_FAILURE_TOO_MANY },
    { 500, 599, VT_FAILURE_UNAVAILABLE },
};

static vt_failure_kind kind_of_code(int code) {
    for (size_t i = 0; i < sizeof by_code / sizeof *by_code; i++) {
        if (code >= by_code[i].from && code <= by_code[i].to) return by_code[i].kind;
    }
    return VT_FAILURE_OTHER;
}

/* ------------------------------------------------------------ metav1.Status */

/* Whether one of the causes has this reason. */
static bool has_cause(const vitals_document *document, const vitals_value *status,
                      const char *reason) {
    const vitals_value *causes = vt_field(document, status, ".details.causes"), *cause;
    uint64_t cursor = 0;
    while (vt_field_next(causes, &cursor, NULL, &cause)) {
        if (vt_text_is(vt_field_text(document, cause, ".reason"), reason)) return true;
    }
    return false;
}

/* What the Status adds to the code. client-go looks at reason and causes in the same way; older servers
** send the text without a cause. */
static void refine(const vitals_document *document, const vitals_value *status, vt_text message,
                   vt_failure *out) {
    const vt_text too_large = VT_TEXT("Too large resource version");
    const vt_text anonymous = VT_TEXT("User \"system:anonymous\"");
    if (has_cause(document, status, "ResourceVersionTooLarge") ||
        (out->code == 504 && vt_text_find(message, too_large, 0) != SIZE_MAX))
        out->kind = VT_FAILURE_VERSION_AHEAD;
    if (vt_text_is(out->reason, "Expired") || vt_text_is(out->reason, "Gone"))
        out->kind = VT_FAILURE_EXPIRED;
    if (out->kind == VT_FAILURE_FORBIDDEN && vt_text_find(message, anonymous, 0) != SIZE_MAX)
        out->kind = VT_FAILURE_NOT_LOGGED_IN;
}

/* Some Statuses come without a message. */
static vt_text message_of(vt_arena *arena, vt_text message, vt_text reason, int code) {
    vt_buffer out = vt_arena_buffer(arena);
    if (vt_text_trim(message).size) {
        vt_add_first_line(&out, message);
    } else if (reason.size) {
        vt_add_first_line(&out, reason);
    } else {
        vt_buffer_printf(&out, "the server answered with status %d", code);
    }
    return vt_buffer_whole_text(&out);
}

/* Read a Status at `value`. false: it is not one. Texts are copied, for the document goes. */
static bool read_status(const vitals_document *document, const vitals_value *value, vt_arena *arena,
                        vt_failure *out) {
    if (!vt_text_is(vt_field_text(document, value, ".kind"), "Status")) return false;
    int64_t code = vitals_value_integer(vt_field(document, value, ".code"));
    const vitals_value *wait = vt_field(document, value, ".details.retryAfterSeconds");
    vt_text message = vt_field_text(document, value, ".message");
    out->has_status = true;
    if (out->code == 0 && code > 0 && code < 1000) out->code = (int)code;
    out->kind = kind_of_code(out->code);
    if (out->kind == VT_FAILURE_NONE) out->kind = VT_FAILURE_OTHER;
    out->reason = vt_arena_copy(arena, vt_field_text(document, value, ".reason"));
    refine(document, value, message, out);
    out->message = message_of(arena, message, out->reason, out->code);
    if (vitals_value_integer(wait) > 0 && out->retry_after_seconds < 0)
        out->retry_after_seconds = vitals_value_integer(wait);
    vt_text token = vt_field_text(document, value, ".metadata.continue");
    if (out->kind == VT_FAILURE_EXPIRED && token.size) out->continue_ = vt_arena_copy(arena, token);
    return true;
}

vitals_status vt_failure_of_event(const vitals_document *status, vt_arena *arena, vt_failure *out) {
    vt_failure failure = {
        VT_FAILURE_OTHER, 0, VT_TEXT(""), VT_TEXT(""), -1, VT_TEXT_ABSENT, false
    };
    if (!read_status(status, NULL, arena, &failure))
        failure.message =
            vt_arena_copy(arena, VT_TEXT("the watch ended with an error that is not a Status"));
    if (vt_text_is_absent(failure.message) || vt_text_is_absent(failure.reason))
        return VITALS_ENOMEM;
    *out = failure;
    return VITALS_OK;
}

/* ------------------------------------------------------------------ replies */

static bool is_json(vt_text content_type) {
    vt_text type = vt_media_type(content_type);
    return vt_text_equal_fold(type, VT_TEXT("application/json")) ||
           vt_text_ends(type, VT_TEXT("+json"));
}

/* Whether something else than the API server answered: it always sends a Status with a refusal. */
static bool is_of_proxy(const vt_reply *reply, const vt_failure *failure) {
    if (failure->has_status) return false;
    if (reply->status == 403) return true;
    return reply->status == 401 && reply->authenticate.size &&
           !vt_text_equal_fold(vt_text_between(reply->authenticate, 0, 6), VT_TEXT("Bearer"));
}

/* The value of Retry-After in seconds; -1: none, or a date, which the API server never sends. */
static int64_t read_seconds(vt_text text) {
    text = vt_text_trim(text);
    if (text.size == 0 || text.size > 9 || vt_text_skip_digits(text, 0) != text.size) return -1;
    int64_t seconds = 0;
    for (size_t i = 0; i < text.size; i++) seconds = seconds * 10 + (text.bytes[i] - '0');
    return seconds;
}

static vt_text explain(vt_arena *arena, const vt_reply *reply, vt_failure_kind kind) {
    vt_buffer out = vt_arena_buffer(arena);
    vt_text type = vt_media_type(reply->content_type);
    if (kind == VT_FAILURE_NOT_KUBERNETES) {
        vt_buffer_add_terminated(&out, "the answer is not from a Kubernetes API server but ");
        vt_add_first_line(&out, type.size ? type : VT_TEXT("of no type"));
        vt_buffer_add_terminated(&out, ", such as a login page");
        return vt_buffer_whole_text(&out);
    }
    vt_buffer_printf(&out, "%s answered with status %d",
                     kind == VT_FAILURE_PROXY ? "a proxy in front of the server" : "the server",
                     reply->status);
    if (kind == VT_FAILURE_REDIRECTED)
        vt_buffer_add_terminated(&out, ", a redirection, which is not followed with credentials");
    if (vt_text_equal_fold(type, VT_TEXT("text/plain")) && vt_text_trim(reply->body).size) {
        vt_buffer_add_terminated(&out, ": ");
        vt_add_first_line(&out, reply->body);
    }
    return vt_buffer_whole_text(&out);
}

/* A body that does not parse is as good as none. */
static vitals_status read_body(const vt_reply *reply, vt_arena *arena, vt_failure *out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    if (!is_json(reply->content_type)) return VITALS_OK;
    options.allocator = &arena->allocator;
    options.format = VITALS_FORMAT_JSON;
    vitals_status status =
        vitals_document_parse(reply->body.bytes, reply->body.size, &options, &document, NULL);
    if (status == VITALS_OK) read_status(document, NULL, arena, out);
    vitals_document_free(document);
    return status == VITALS_ENOMEM ? status : VITALS_OK;
}

/* Priority and fairness say by whose queue a request was refused. */
static void add_priority_level(const vt_reply *reply, vt_arena *arena, vt_failure *failure) {
    if (failure->kind != VT_FAILURE_TOO_MANY || !reply->priority_level.size) return;
    vt_buffer out = vt_arena_buffer(arena);
    vt_buffer_add(&out, failure->message);
    vt_buffer_add_terminated(&out, " (priority level ");
    vt_add_first_line(&out, reply->priority_level);
    vt_buffer_add_byte(&out, ')');
    failure->message = vt_buffer_whole_text(&out);
}

static bool is_success(const vt_reply *reply) {
    if (kind_of_code(reply->status) != VT_FAILURE_NONE) return false;
    if (reply->status == 304 || reply->status == 204) return true;
    vt_text body = vt_text_trim(reply->body);
    if (reply->content_type.size) return is_json(reply->content_type);
    return body.size == 0 || body.bytes[0] == '{';
}

vitals_status vt_failure_of_reply(const vt_reply *reply, vt_arena *arena, vt_failure *out) {
    vt_failure failure = { VT_FAILURE_NONE, reply->status, VT_TEXT(""), VT_TEXT(""), -1,
                           VT_TEXT_ABSENT,  false };
    if (!is_success(reply)) {
        failure.kind = kind_of_code(reply->status);
        failure.retry_after_seconds = read_seconds(reply->retry_after);
        if (failure.kind == VT_FAILURE_NONE) failure.kind = VT_FAILURE_NOT_KUBERNETES;
        vitals_status status = read_body(reply, arena, &failure);
        if (status != VITALS_OK) return status;
        if (is_of_proxy(reply, &failure)) failure.kind = VT_FAILURE_PROXY;
        if (!failure.has_status) failure.message = explain(arena, reply, failure.kind);
        add_priority_level(reply, arena, &failure);
    }
    if (vt_text_is_absent(failure.message) || vt_text_is_absent(failure.reason))
        return VITALS_ENOMEM;
    *out = failure;
    return VITALS_OK;
}
