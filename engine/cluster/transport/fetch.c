/* Requests whose answer is taken as a whole. */
#include "cluster/transport/fetch.h"

#include "cluster/transport/problem.h"

static void report(vt_fetch *fetch, const vt_failure *failure,
                   const vitals_cluster_problem *problem) {
    const vt_fetched fetched = {
        .problem = problem,
        .failure = failure,
        .status = fetch->status,
        .content_type = vt_buffer_text(&fetch->content_type),
        .etag = vt_buffer_text(&fetch->etag),
        .body = problem ? VT_TEXT_ABSENT : vt_buffer_text(&fetch->body),
    };
    fetch->done(fetch->user, &fetched);
}

static void on_begin(void *user, const vt_head *head) {
    vt_fetch *fetch = user;
    fetch->status = head->status;
    vt_buffer_clear(&fetch->body);
    vt_buffer_clear(&fetch->content_type);
    vt_buffer_clear(&fetch->etag);
    vt_buffer_add(&fetch->content_type, head->content_type);
    vt_buffer_add(&fetch->etag, head->etag);
}

static void on_bytes(void *user, const char *bytes, size_t size) {
    vt_fetch *fetch = user;
    vt_buffer_add_bytes(&fetch->body, bytes, size);
}

/* What libcurl could not know. */
static bool is_too_long(const vt_fetch *fetch, vitals_cluster_problem *problem) {
    if (!fetch->body.failed && !fetch->content_type.failed && !fetch->etag.failed) return false;
    *problem = fetch->body.over_ceiling
                   ? vt_problem(VITALS_CLUSTER_FAILURE_LIMIT,
                                VT_TEXT("the answer is longer than the limit document_bytes"))
                   : vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    return true;
}

static void on_end(void *user, const vt_outcome *outcome) {
    vt_fetch *fetch = user;
    vitals_cluster_problem problem;
    if (vt_outcome_worked(outcome)) {
        report(fetch, outcome->failure, is_too_long(fetch, &problem) ? &problem : NULL);
        return;
    }
    const vt_attempt attempt = {
        .get = strcmp(fetch->request.method, "GET") == 0,
        .following = fetch->request.following,
        .tried = fetch->tried,
        .trouble = outcome->trouble,
        .failure = outcome->failure,
        .answered = fetch->call.session->answered,
    };
    const int64_t wait = vt_retry_after(&attempt);
    if (wait < 0) {
        if (outcome->failure->kind != VT_FAILURE_NONE) fetch->status = outcome->failure->code;
        report(fetch, outcome->failure, &outcome->problem);
        return;
    }
    vitals_cluster_loop *loop = fetch->call.session->loop;
    vt_alarm_set(loop, &fetch->again, vt_loop_now(loop) + wait);
}

static void send_again(void *user) {
    vt_fetch *fetch = user;
    fetch->tried++;
    fetch->call.session->figures.retries++;
    if (vt_call_start(&fetch->call, &fetch->request) == VITALS_OK) return;
    static const vt_failure none = { .retry_after_seconds = -1 };
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    report(fetch, &none, &problem);
}

void vt_fetch_init(vt_fetch *fetch, vt_session *session, vt_fetch_fn done, void *user) {
    static const vt_call_events events = { on_begin, on_bytes, on_end };
    vitals_cluster_loop *loop = session->loop;
    const uint64_t most = vt_loop_limit(loop, "document_bytes");
    *fetch = (vt_fetch){ .done = done, .user = user };
    vt_call_init(&fetch->call, session, &events, fetch);
    fetch->again = (vt_alarm){ .ring = send_again, .user = fetch };
    vt_buffer_init(&fetch->texts, &loop->allocator, SIZE_MAX / 2);
    vt_buffer_init(&fetch->body, &loop->allocator, most < SIZE_MAX / 2 ? most : SIZE_MAX / 2);
    vt_buffer_init(&fetch->content_type, &loop->allocator, SIZE_MAX / 2);
    vt_buffer_init(&fetch->etag, &loop->allocator, SIZE_MAX / 2);
}

void vt_fetch_cancel(vt_fetch *fetch) {
    if (!fetch->call.session) return;
    vt_alarm_clear(fetch->call.session->loop, &fetch->again);
    vt_call_cancel(&fetch->call);
}

void vt_fetch_done(vt_fetch *fetch) {
    if (!fetch->call.session) return;
    vt_fetch_cancel(fetch);
    vt_call_done(&fetch->call);
    vt_buffer_done(&fetch->texts);
    vt_buffer_done(&fetch->body);
    vt_buffer_done(&fetch->content_type);
    vt_buffer_done(&fetch->etag);
}

vitals_status vt_fetch_start(vt_fetch *fetch, const vt_call_request *request) {
    fetch->status = 0;
    fetch->tried = 1;
    fetch->request = *request;
    vt_buffer_clear(&fetch->body);
    vitals_status status = vt_call_copy_request(&fetch->request, &fetch->texts);
    return status == VITALS_OK ? vt_call_start(&fetch->call, &fetch->request) : status;
}
