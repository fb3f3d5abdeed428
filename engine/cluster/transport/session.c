/* Requests to one API server as one user. */
#include "cluster/transport/session.h"

#include "base/memory/map.h"
#include "cluster/transport/encoding.h"
#include "cluster/transport/problem.h"
#include "cluster/transport/request.h"

/* The beginning of a body that says why something failed. */
enum { FAILURE_BYTES = 65536 };

static vt_clock clock_of(const vt_session *session) {
    return (vt_clock){ vt_loop_wall(session->loop), vt_loop_now(session->loop) };
}

static void pump_later(vt_session *session) {
    vt_alarm_set(session->loop, &session->pump, vt_loop_now(session->loop));
}

/* ------------------------------------------------------------ list of calls */

static void link_call(vt_call *call) {
    vt_session *session = call->session;
    call->next = NULL;
    call->before = session->last_call;
    *(call->before ? &call->before->next : &session->calls) = call;
    session->last_call = call;
}

static void unlink_call(vt_call *call) {
    vt_session *session = call->session;
    *(call->before ? &call->before->next : &session->calls) = call->next;
    *(call->next ? &call->next->before : &session->last_call) = call->before;
}

/* It is no longer on its way. */
static void take_back(vt_call *call) {
    vt_session *session = call->session;
    if (call->state == VT_CALL_SENT && call->request.kind == VT_TRANSFER_CALL) {
        session->under_way--;
    }
    call->transfer = NULL;
    if (call->state != VT_CALL_IDLE) pump_later(session);
}

static void make_idle(vt_call *call) {
    if (call->state == VT_CALL_IDLE) return;
    take_back(call);
    unlink_call(call);
    call->state = VT_CALL_IDLE;
}

/* -------------------------------------------------------------- endings */

static void end_call(vt_call *call, const vt_outcome *outcome) {
    make_idle(call);
    call->events->end(call->user, outcome);
}

static void end_with_problem(vt_call *call, const vitals_cluster_problem *problem,
                             vt_trouble trouble) {
    static const vt_failure none = { .retry_after_seconds = -1 };
    const vt_outcome outcome = { .failure = &none,
                                 .fault = VT_FAULT_OTHER,
                                 .trouble = trouble,
                                 .begun = call->begun,
                                 .problem = *problem };
    end_call(call, &outcome);
}

static void end_without_memory(vt_call *call) {
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    end_with_problem(call, &problem, VT_TROUBLE_TLS);
}

/* ------------------------------------------------------------------- gate */

/* What concerns one request says nothing about the others. Of a connection that was made and lost, calls that
** are not followed have one retry each after another; the many that are followed go easy on the server. */
static bool closes_gate(const vt_call *call, vt_fault fault) {
    const bool lost = vt_trouble_of(fault) == VT_TROUBLE_LOST;
    return fault != VT_FAULT_NONE && fault != VT_FAULT_STREAM && fault != VT_FAULT_LIMIT &&
           fault != VT_FAULT_MEMORY && (!lost || call->request.following);
}

/* The next probe is due, or before that the end of patience. */
static void set_gate_due(vt_session *session) {
    const int64_t end = session->gate_closed_ms + VT_SESSION_PATIENCE_MS;
    const int64_t probe = session->gate.open_ms;
    const bool is_patient = end < probe && vt_loop_now(session->loop) < end;
    vt_alarm_set(session->loop, &session->gate_due, is_patient ? end : probe);
}

/* Several calls fail when one connection does: only the first one, and then each probe, counts. */
static void gate_failed(vt_call *call, const vitals_cluster_problem *problem) {
    vt_session *session = call->session;
    if (session->gate.closed && !call->probing) return;
    const uint32_t random = (uint32_t)vt_loop_random(session->loop);
    const int64_t now = vt_loop_now(session->loop);
    if (!session->gate.closed) session->gate_closed_ms = now;
    vt_gate_failed(&session->gate, now, random);
    if (!call->request.following && session->gate.open_ms > now + VT_SESSION_PROBE_MS)
        session->gate.open_ms = now + VT_SESSION_PROBE_MS;
    session->gate_failure = problem->failure;
    vt_buffer_clear(&session->gate_text);
    vt_buffer_add(&session->gate_text, problem->text);
    set_gate_due(session);
    call->probing = false;
}

static void gate_worked(vt_call *call) {
    vt_session *session = call->session;
    const bool was_closed = session->gate.closed;
    vt_gate_worked(&session->gate);
    call->probing = false;
    vt_alarm_clear(session->loop, &session->gate_due);
    if (was_closed) pump_later(session);
}

static void drop_probe(vt_call *call) {
    if (!call->probing) return;
    call->probing = false;
    vt_gate_dropped(&call->session->gate);
    pump_later(call->session);
}

/* ---------------------------------------------------------------- answers */

static bool keep_head(vt_call *call, const vt_head *head) {
    const vt_text *const from[] = { &head->content_type, &head->retry_after, &head->date,
                                    &head->authenticate, &head->priority_level };
    vt_text *const to[] = { &call->head.content_type, &call->head.retry_after, &call->head.date,
                            &call->head.authenticate, &call->head.priority_level };
    call->head = (vt_head){ .status = head->status };
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) {
        if (!from[i]->bytes) continue;
        *to[i] = vt_arena_copy(&call->arena, *from[i]);
        if (!to[i]->bytes) return false;
    }
    return true;
}

static vt_reply reply_of(const vt_call *call) {
    return (vt_reply){ .status = call->head.status,
                       .content_type = call->head.content_type,
                       .retry_after = call->head.retry_after,
                       .authenticate = call->head.authenticate,
                       .priority_level = call->head.priority_level,
                       .body = vt_buffer_text(&call->body) };
}

static void on_head(void *user, const vt_head *head) {
    vt_call *call = user;
    vt_failure failure;
    gate_worked(call);
    call->session->answered = true;
    vt_buffer_clear(&call->body);
    if (!keep_head(call, head)) return;
    const vt_reply reply = reply_of(call);
    if (vt_failure_of_reply(&reply, &call->arena, &failure) != VITALS_OK) return;
    if (failure.kind != VT_FAILURE_NONE && head->status != 304) return;
    call->begun = true;
    if (call->events->begin) call->events->begin(call->user, head);
}

static void on_bytes(void *user, const char *bytes, size_t size) {
    vt_call *call = user;
    if (call->begun) {
        if (call->events->bytes) call->events->bytes(call->user, bytes, size);
        return;
    }
    const size_t room = FAILURE_BYTES - call->body.size;
    vt_buffer_add_bytes(&call->body, bytes, size < room ? size : room);
}

/* Once for each text. */
static void on_warning(void *user, vt_text text) {
    vt_session *session = ((vt_call *)user)->session;
    const uint64_t hash = vt_hash(text, 0);
    for (size_t i = 0; i < session->warned_count; i++) {
        if (session->warned[i] == hash) return;
    }
    if (session->warned_count == VT_SESSION_WARNINGS) return;
    session->warned[session->warned_count++] = hash;
    const size_t quote = vt_text_find_byte(text, '"', 0);
    vt_text inner = quote == SIZE_MAX ? text : vt_text_between(text, quote + 1, text.size);
    const size_t end = vt_text_find_byte(inner, '"', 0);
    vt_buffer line;
    vt_buffer_init(&line, &session->loop->allocator, 4096);
    vt_add_first_line(&line, vt_text_between(inner, 0, end));
    vt_loop_log(session->loop, VITALS_CLUSTER_WARNING, vt_buffer_text(&line));
    vt_buffer_done(&line);
}

/* Send once more with other credentials, or say why not. */
static void refused_credentials(vt_call *call, vt_outcome *outcome) {
    vt_session *session = call->session;
    const vt_clock now = clock_of(session);
    const bool again =
        vt_credentials_refused(session->credentials, call->credential, call->head.date, now);
    vt_text warning = vt_credentials_warning(session->credentials);
    if (warning.bytes) vt_loop_log(session->loop, VITALS_CLUSTER_WARNING, warning);
    if (again && !call->refreshed) {
        take_back(call);
        call->refreshed = true;
        call->state = VT_CALL_WAITING;
        session->figures.retries++;
        return;
    }
    vt_buffer line;
    vt_buffer_init(&line, &call->arena.allocator, 4096);
    if (vt_credentials_explain_refusal(session->credentials, now, &line)) {
        vt_text text = vt_arena_copy(&call->arena, vt_buffer_text(&line));
        if (text.bytes) outcome->problem.text = text;
    }
    vt_buffer_done(&line);
    end_call(call, outcome);
}

static void end_with_answer(vt_call *call) {
    vt_failure failure = { .kind = VT_FAILURE_NONE, .retry_after_seconds = -1 };
    vt_outcome outcome = { .failure = &failure, .begun = call->begun };
    if (!call->begun) {
        const vt_reply reply = reply_of(call);
        if (!reply.status || vt_failure_of_reply(&reply, &call->arena, &failure) != VITALS_OK) {
            end_without_memory(call);
            return;
        }
    }
    outcome.problem = vt_problem_of_failure(&failure);
    if (failure.kind == VT_FAILURE_UNAUTHORIZED) {
        refused_credentials(call, &outcome);
    } else {
        end_call(call, &outcome);
    }
}

/* It took as long as any request may, and not as long as the host said. */
static bool is_over_limit(const vt_call *call, vt_fault fault) {
    return fault == VT_FAULT_TIMEOUT && call->limit_ms &&
           vt_loop_now(call->session->loop) - call->sent_ms >= call->limit_ms;
}

static void on_end(void *user, vt_fault fault, vt_text detail) {
    vt_call *call = user;
    if (fault == VT_FAULT_NONE) {
        end_with_answer(call);
        return;
    }
    const vt_failure none = { .retry_after_seconds = -1 };
    const vt_outcome outcome = {
        .failure = &none,
        .fault = fault,
        .trouble = vt_trouble_of(fault),
        .begun = call->begun,
        .problem =
            vt_problem_of_fault(fault, detail, call->session->options.connection, &call->arena),
    };
    if (is_over_limit(call, fault)) {
        const vitals_cluster_problem problem =
            vt_problem(VITALS_CLUSTER_FAILURE_LIMIT,
                       VT_TEXT("the answer takes longer than the limit request_seconds"));
        drop_probe(call);
        end_with_problem(call, &problem, VT_TROUBLE_TLS);
        return;
    }
    if (!call->head.status && closes_gate(call, fault)) {
        gate_failed(call, &outcome.problem);
    } else if (outcome.trouble == VT_TROUBLE_LOST) {
        gate_worked(call); /* there was a connection */
    }
    drop_probe(call);
    end_call(call, &outcome);
}

/* ---------------------------------------------------------------- plugins */

static void plugin_ended(vt_session *session, const vt_command_result *result) {
    vt_credentials_ran(session->credentials, result, clock_of(session));
    vt_text warning = vt_credentials_warning(session->credentials);
    if (warning.bytes) vt_loop_log(session->loop, VITALS_CLUSTER_WARNING, warning);
    pump_later(session);
}

static void free_plugin(vt_session *session) {
    if (!session->process) return;
    if (session->process_descriptor >= 0) {
        vt_loop_wait_for(session->loop, session->process_descriptor, 0, NULL, NULL);
    }
    vt_alarm_clear(session->loop, &session->process_due);
    vt_process_free(session->process);
    session->process = NULL;
}

static void step_plugin(vt_session *session) {
    vt_command_result result;
    if (!vt_process_step(session->process, vt_loop_now(session->loop), &result)) {
        vt_alarm_set(session->loop, &session->process_due, vt_process_due(session->process));
        return;
    }
    plugin_ended(session, &result);
    free_plugin(session);
}

static void plugin_ready(void *user, int descriptor, unsigned ready) {
    (void)descriptor, (void)ready;
    step_plugin(user);
}

static void plugin_due(void *user) {
    step_plugin(user);
}

static void run_plugin(vt_session *session) {
    static const char *const empty[] = { NULL };
    const char *const *environment = session->options.environment;
    const vt_command *command = vt_credentials_command(session->credentials);
    vitals_status status =
        vt_process_start(command, environment ? environment : empty, &session->loop->allocator,
                         vt_loop_now(session->loop), &session->process);
    if (status == VITALS_OK) {
        session->process_descriptor = vt_process_descriptor(session->process);
        if (session->process_descriptor < 0 ||
            vt_loop_wait_for(session->loop, session->process_descriptor, VITALS_CLUSTER_READABLE,
                             plugin_ready, session)) {
            vt_credentials_started(session->credentials);
            step_plugin(session);
            return;
        }
        free_plugin(session);
    }
    plugin_ended(session,
                 &(vt_command_result){ .end = VT_COMMAND_NOT_STARTED, .why = "out of memory" });
}

/* ---------------------------------------------------------------- sending */

static vitals_status renew_endpoint(vt_session *session) {
    const vt_identity identity = vt_credentials_identity(session->credentials);
    if (session->endpoint && identity.number == session->identity) return VITALS_OK;
    const vt_connection *connection = session->options.connection;
    const vt_transport_class *class = session->loop->transport->class;
    const vt_endpoint_settings settings = {
        .tls = connection->server.tls,
        .port = connection->server.port,
        .host = connection->server.host,
        .certificate_authority = identity.ca,
        .client_certificate = identity.certificate,
        .client_key = identity.key,
        .tls_server_name = connection->tls_server_name,
        .proxy = session->options.proxy,
        .user_agent = session->options.user_agent,
        .insecure = connection->insecure,
        .compression = session->options.compression,
    };
    vt_endpoint *endpoint;
    vitals_status status = class->endpoint_new(session->loop->transport, &settings, &endpoint);
    if (status != VITALS_OK) return status;
    /* What is under way may end; new connections have the new certificate. */
    if (session->endpoint) class->endpoint_free(session->endpoint);
    session->endpoint = endpoint;
    session->identity = identity.number;
    return VITALS_OK;
}

enum { OWN_HEADERS = 3, MOST_HEADERS = 64 };

static size_t add_own_header(vt_call *call, vt_text *headers, size_t count, const char *name,
                             vt_text value) {
    if (!value.bytes) return count;
    headers[count] = VT_JOIN(&call->arena, vt_text_from(name), value);
    return count + 1;
}

/* false: no memory, or more headers than anybody needs. */
static bool make_headers(vt_call *call, vt_text *headers, size_t *count) {
    const vt_call_request *request = &call->request;
    *count = add_own_header(call, headers, 0, "Accept: ", vt_text_from(request->accept));
    *count = add_own_header(call, headers, *count,
                            "Content-Type: ", vt_text_from(request->content_type));
    *count = add_own_header(call, headers, *count, "If-None-Match: ", request->if_none_match);
    for (size_t i = 0; i < *count; i++) {
        if (!headers[i].bytes) return false;
    }
    for (size_t i = 0;; i++) {
        vt_text header = vt_credentials_header(call->session->credentials, i);
        if (!header.bytes) return true;
        if (*count == MOST_HEADERS) return false;
        headers[(*count)++] = header;
    }
}

/* No request takes for ever, however little of an answer comes at a time. */
static int64_t limit_ms(const vitals_cluster_loop *loop) {
    const uint64_t seconds = vt_loop_limit(loop, "request_seconds");
    return seconds < INT32_MAX / 1000 ? (int64_t)seconds * 1000 : INT32_MAX;
}

static bool start_transfer(vt_call *call) {
    static const vt_transfer_events events = { on_head, on_warning, on_bytes, on_end };
    vt_session *session = call->session;
    const vt_call_request *request = &call->request;
    vt_text headers[MOST_HEADERS];
    vt_transfer_request transfer = {
        .kind = request->kind,
        .method = request->method,
        .path = VT_JOIN(&call->arena, session->options.connection->server.prefix, request->path),
        .headers = headers,
        .body = request->body,
        .total_ms = request->total_ms,
    };
    if (!transfer.path.bytes || !make_headers(call, headers, &transfer.header_count)) return false;
    if (!transfer.total_ms && request->kind == VT_TRANSFER_CALL) {
        transfer.total_ms = session->options.timeout_ms;
        if (!transfer.total_ms) transfer.total_ms = call->limit_ms = limit_ms(session->loop);
    }
    return session->loop->transport->class->start(session->endpoint, &transfer, &events, call,
                                                  &call->transfer) == VITALS_OK;
}

static void send_now(vt_call *call, bool probing) {
    vt_session *session = call->session;
    call->probing = probing;
    call->begun = false;
    call->limit_ms = 0;
    call->sent_ms = vt_loop_now(session->loop);
    call->head = (vt_head){ .status = 0 };
    vt_arena_empty(&call->arena);
    if (renew_endpoint(session) != VITALS_OK || !start_transfer(call)) {
        drop_probe(call);
        end_without_memory(call);
        return;
    }
    call->state = VT_CALL_SENT;
    call->credential = vt_credentials_number(session->credentials);
    session->figures.requests++;
    if (call->request.kind == VT_TRANSFER_CALL) session->under_way++;
}

/* Credentials come first: a plugin runs once for all that wait. false: wait. */
static bool has_credentials(vt_session *session, bool *failed) {
    switch (vt_credentials_state_at(session->credentials, clock_of(session))) {
    case VT_CREDENTIALS_READY:
        return true;
    case VT_CREDENTIALS_RUN:
        run_plugin(session);
        return false;
    case VT_CREDENTIALS_PENDING:
        return false;
    case VT_CREDENTIALS_FAILED:
        break;
    }
    *failed = true;
    return false;
}

static void fail_at_gate(vt_call *call) {
    const vt_session *session = call->session;
    const vitals_cluster_problem problem =
        vt_problem(session->gate_failure, vt_buffer_text(&session->gate_text));
    end_with_problem(call, &problem, VT_TROUBLE_TLS);
}

/* A server that never answered is not there, or is another one: that is said at once. */
static bool waits_at_gate(const vt_call *call) {
    const vt_session *session = call->session;
    if (call->request.following) return true;
    return session->answered &&
           vt_loop_now(session->loop) - session->gate_closed_ms < VT_SESSION_PATIENCE_MS;
}

/* Returns whether the state of the call has changed, and with it perhaps the list. */
static bool try_to_send(vt_call *call) {
    vt_session *session = call->session;
    const bool full = session->under_way >= VT_SESSION_CALLS;
    if (call->request.kind == VT_TRANSFER_CALL && full) return false;
    switch (vt_gate_ask(&session->gate, vt_loop_now(session->loop))) {
    case VT_GATE_GO:
        send_now(call, false);
        return true;
    case VT_GATE_PROBE:
        send_now(call, true);
        return true;
    case VT_GATE_WAIT:
        break;
    }
    if (waits_at_gate(call)) return false;
    fail_at_gate(call);
    return true;
}

static vt_call *next_waiting(vt_call *call) {
    while (call && call->state != VT_CALL_WAITING) call = call->next;
    return call;
}

static void fail_without_credentials(vt_session *session, vt_call *call) {
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_CREDENTIALS, vt_credentials_error(session->credentials));
    end_with_problem(call, &problem, VT_TROUBLE_TLS);
}

static void pump(void *user) {
    vt_session *session = user;
    for (vt_call *call = next_waiting(session->calls); call;) {
        bool failed = false, changed;
        if (has_credentials(session, &failed)) {
            changed = try_to_send(call);
        } else if (failed) {
            fail_without_credentials(session, call);
            changed = true;
        } else {
            return;
        }
        call = next_waiting(changed ? session->calls : call->next);
    }
}

static void gate_due(void *user) {
    vt_session *session = user;
    pump_later(session);
    if (vt_loop_now(session->loop) < session->gate.open_ms) set_gate_due(session);
}

/* ------------------------------------------------------------------ calls */

void vt_call_init(vt_call *call, vt_session *session, const vt_call_events *events, void *user) {
    const vitals_allocator *allocator = &session->loop->allocator;
    *call = (vt_call){ .session = session, .events = events, .user = user };
    vt_buffer_init(&call->texts, allocator, SIZE_MAX / 2);
    vt_buffer_init(&call->body, allocator, SIZE_MAX / 2);
    vt_arena_init(&call->arena, allocator, 0);
}

void vt_call_cancel(vt_call *call) {
    if (!call->session || call->state == VT_CALL_IDLE) return;
    if (call->transfer) call->session->loop->transport->class->cancel(call->transfer);
    drop_probe(call);
    make_idle(call);
}

void vt_call_done(vt_call *call) {
    if (!call->session) return;
    vt_call_cancel(call);
    vt_buffer_done(&call->texts);
    vt_buffer_done(&call->body);
    vt_arena_done(&call->arena);
    call->session = NULL;
}

/* The buffer may move while it is filled, so that texts point into it only afterwards. */
vitals_status vt_call_copy_request(vt_call_request *request, vt_buffer *bytes) {
    vt_text *const texts[] = { &request->path, &request->body, &request->if_none_match };
    vt_buffer_clear(bytes);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        vt_buffer_add(bytes, *texts[i]);
        vt_buffer_add_byte(bytes, '\0');
    }
    const char *at = bytes->bytes;
    if (bytes->failed) return VITALS_ENOMEM;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i]->bytes) texts[i]->bytes = at;
        at += texts[i]->size + 1;
    }
    return VITALS_OK;
}

vitals_status vt_call_start(vt_call *call, const vt_call_request *request) {
    call->request = *request;
    vitals_status status = vt_call_copy_request(&call->request, &call->texts);
    if (status != VITALS_OK) return status;
    call->refreshed = call->probing = call->begun = false;
    call->transfer = NULL;
    call->state = VT_CALL_WAITING;
    link_call(call);
    pump_later(call->session);
    return VITALS_OK;
}

/* --------------------------------------------------------------- sessions */

static bool copy_options(vt_session *session) {
    vt_session_options *options = &session->options;
    const size_t proxy = options->proxy.size;
    vt_buffer_add(&session->texts, options->proxy);
    vt_buffer_add_byte(&session->texts, '\0');
    vt_buffer_add(&session->texts, options->user_agent);
    if (session->texts.failed) return false;
    const char *bytes = session->texts.bytes;
    options->user_agent = vt_text_slice(bytes + proxy + 1, options->user_agent.size);
    options->proxy = proxy ? vt_text_slice(bytes, proxy) : VT_TEXT_ABSENT;
    return true;
}

vitals_status vt_session_new(vitals_cluster_loop *loop, const vt_session_options *options,
                             vt_session **out) {
    vt_session *session = vt_allocate_zeroed(&loop->allocator, sizeof *session);
    if (!session) return VITALS_ENOMEM;
    session->loop = loop;
    session->options = *options;
    session->pump = (vt_alarm){ .ring = pump, .user = session };
    session->gate_due = (vt_alarm){ .ring = gate_due, .user = session };
    session->process_due = (vt_alarm){ .ring = plugin_due, .user = session };
    vt_buffer_init(&session->texts, &loop->allocator, SIZE_MAX / 2);
    vt_buffer_init(&session->gate_text, &loop->allocator, SIZE_MAX / 2);
    if (!copy_options(session)) {
        vt_session_free(session);
        return VITALS_ENOMEM;
    }
    session->credentials = options->credentials;
    *out = session;
    return VITALS_OK;
}

void vt_session_stop(vt_session *session) {
    while (session->calls) vt_call_cancel(session->calls);
    vt_alarm_clear(session->loop, &session->gate_due);
    vt_alarm_clear(session->loop, &session->pump);
}

void vt_session_free(vt_session *session) {
    if (!session) return;
    vitals_cluster_loop *loop = session->loop;
    vt_session_stop(session);
    free_plugin(session);
    if (session->endpoint) loop->transport->class->endpoint_free(session->endpoint);
    vt_credentials_free(session->credentials);
    vt_buffer_done(&session->texts);
    vt_buffer_done(&session->gate_text);
    vt_release(&loop->allocator, session, sizeof *session);
}
