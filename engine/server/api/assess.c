/* POST /v1/assess: objects in, verdicts out, on a thread. */
#include "server/api/routes.h"

typedef struct assessment {
    vitals_engine *engine;
    vitals_call call;
    vitals_allocator allocator;
    const vitals_limits *limits;
    vt_buffer body, out;
    vitals_stream *stream;
    vitals_verdict *verdict;
    vitals_diagnostics *diagnostics;
    vitals_set *set; /* what rules may look up: profiles flux and kstatus */
    size_t assessed, errors;
} assessment;

static void free_assessment(assessment *self) {
    const vitals_allocator allocator = self->allocator;
    vt_buffer_done(&self->body);
    vt_buffer_done(&self->out);
    vitals_stream_free(self->stream);
    vitals_verdict_free(self->verdict);
    vitals_diagnostics_free(self->diagnostics);
    vitals_set_free(self->set);
    vitals_engine_release(self->engine);
    vt_release(&allocator, self, sizeof *self);
}

/* ------------------------------------------------------------------- a thread */

static void add_diagnostics(assessment *self) {
    for (size_t i = 0; i < vitals_diagnostics_count(self->diagnostics); i++) {
        const vitals_diagnostic *each = vitals_diagnostics_at(self->diagnostics, i);
        if (each->severity != VITALS_SEVERITY_ERROR) continue;
        vt_json_writer line = vt_json_open_object(&self->out);
        vt_json_writer error = vt_json_add_object(&line, "error");
        vt_json_add_unsigned(&error, "document", each->document);
        vt_json_add_unsigned(&error, "line", each->line);
        vt_json_add_unsigned(&error, "column", each->column);
        if (each->limit) vt_json_add_word(&error, "limit", each->limit);
        vt_json_add_text(&error, "text", each->text);
        vt_json_close(&error);
        vt_json_close(&line);
        vt_buffer_add_byte(&self->out, '\n');
        self->errors++;
    }
    vitals_diagnostics_clear(self->diagnostics);
}

static vitals_status assess_one(assessment *self, vitals_worker *worker,
                                const vitals_document *document) {
    vt_text line;
    vitals_status status = vitals_assess(worker, document, &self->call, self->verdict);
    if (status == VITALS_OK) status = vitals_verdict_json(self->verdict, &line);
    if (status != VITALS_OK) return status;
    vt_buffer_add(&self->out, line);
    vt_buffer_add_byte(&self->out, '\n');
    self->assessed++;
    return VITALS_OK;
}

static vitals_status add_no_kind(assessment *self, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    return vitals_diagnostics_add(
        self->diagnostics,
        &(vitals_diagnostic){ .severity = VITALS_SEVERITY_ERROR,
                              .rule = "object-without-kind",
                              .file = "",
                              .document = origin.document,
                              .line = origin.line,
                              .column = 1,
                              .text = VT_TEXT("this is not a Kubernetes object: it has no kind") });
}

/* One object: assessed, or put into the set until all are there. */
static vitals_status take(assessment *self, vitals_worker *worker, vitals_document **document) {
    if (vitals_document_kind(*document).size == 0) return add_no_kind(self, *document);
    if (!self->set) return assess_one(self, worker, *document);
    const vitals_status status = vitals_set_put(self->set, *document);
    if (status == VITALS_OK) *document = NULL;
    return status;
}

static bool is_fatal(vitals_status status) {
    return status == VITALS_ENOMEM || status == VITALS_ESTOPPED;
}

static vitals_status assess_pieces(assessment *self, vitals_worker *worker) {
    vitals_document *document = NULL;
    vitals_status status;
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_event event;
        status = vitals_stream_next(self->stream, &piece, self->diagnostics);
        if (status == VITALS_ENOTFOUND || is_fatal(status)) break;
        if (status == VITALS_OK) {
            status = vitals_piece_parse(piece, &document, &event, self->diagnostics);
        }
        if (status == VITALS_OK && event < VITALS_EVENT_BOOKMARK) {
            status = take(self, worker, &document);
        }
        vitals_piece_free(piece);
        add_diagnostics(self);
        if (is_fatal(status)) break;
    }
    vitals_document_free(document);
    return is_fatal(status) ? status : VITALS_OK;
}

static vitals_status assess_set(assessment *self, vitals_worker *worker) {
    const vitals_document *document;
    vitals_status status = VITALS_OK;
    uint64_t cursor = 0;
    self->call.set = self->set;
    while (status == VITALS_OK && (document = vitals_set_next(self->set, &cursor))) {
        status = assess_one(self, worker, document);
    }
    return status;
}

static vitals_status open_stream(assessment *self, vitals_interrupt_fn interrupt, void *user) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &self->allocator;
    options.limits = self->limits;
    options.interrupt = interrupt;
    options.interrupt_user = user;
    vitals_status status = vitals_stream_new(&options, NULL, NULL, &self->stream);
    if (status == VITALS_OK) {
        status = vitals_stream_feed(self->stream, self->body.bytes ? self->body.bytes : "",
                                    self->body.size);
    }
    return status == VITALS_OK ? vitals_stream_end(self->stream) : status;
}

static vitals_status run(vt_pool_task *task, vitals_worker *worker, vitals_interrupt_fn interrupt,
                         void *user) {
    assessment *self = vt_visit_of_task(task)->job;
    self->call.interrupt = interrupt;
    self->call.interrupt_user = user;
    vitals_status status = vitals_worker_use(worker, self->engine);
    if (status == VITALS_OK) status = open_stream(self, interrupt, user);
    if (status == VITALS_OK) status = assess_pieces(self, worker);
    if (status == VITALS_OK && self->set) status = assess_set(self, worker);
    return status;
}

/* ----------------------------------------------------------------- the answer */

static void given_up(vt_visit *visit) {
    free_assessment(visit->job);
}

/* 400: nothing could be assessed. The errors are lines of JSON already. */
static void send_errors(vt_visit *visit, assessment *self) {
    vt_json_writer problem = vt_json_open_object(&visit->out);
    vt_json_add_word(&problem, "type", "about:blank");
    vt_json_add_word(&problem, "title", "no object could be read");
    vt_json_add_unsigned(&problem, "status", 400);
    vt_json_writer errors = vt_json_add_array(&problem, "errors");
    vt_text rest = vt_buffer_text(&self->out), line;
    while (vt_text_split(&rest, '\n', &line)) {
        if (line.size) vt_json_add_json(&errors, NULL, line);
    }
    vt_json_close(&errors);
    vt_json_close(&problem);
    vt_http_response response = { .status = 400,
                                  .type = "application/problem+json",
                                  .body = &visit->out };
    vt_http_respond(visit->exchange, &response);
}

static void answer(vt_visit *visit, vitals_status status) {
    assessment *self = visit->job;
    if (status != VITALS_OK || self->out.failed) {
        vt_visit_fail(visit, 503, "not assessed", "%s", vitals_status_text(status));
    } else if (self->assessed == 0 && self->errors) {
        send_errors(visit, self);
    } else {
        vt_buffer_done(&visit->out);
        visit->out = self->out;
        vt_buffer_init(&self->out, &self->allocator, SIZE_MAX / 2);
        vt_visit_send(visit, "application/x-ndjson");
    }
    free_assessment(self);
}

/* ?profile= and ?explain=. false: it was answered. */
static bool read_call(vt_visit *visit, vitals_call *call) {
    const vt_server *server = visit->server;
    const vt_text profile = vt_visit_query(visit, "profile");
    *call = server->options.call;
    call->now_seconds = vt_server_wall_ms(server) / 1000;
    call->explain = vt_visit_query_flag(visit, "explain");
    call->set = NULL;
    call->trace = NULL;
    if (profile.size == 0 || vitals_profile_from_name(profile.bytes, &call->profile) == VITALS_OK) {
        return true;
    }
    vt_visit_fail(visit, 400, "no such profile",
                  "the profiles are combined, argocd, flux and kstatus");
    return false;
}

void vt_answer_assess(vt_visit *visit) {
    vt_server *server = visit->server;
    vitals_call call;
    if (!read_call(visit, &call)) return;
    assessment *self = vt_allocate_zeroed(&server->allocator, sizeof *self);
    if (!self) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    self->allocator = server->allocator;
    self->engine = vitals_engine_retain(server->options.engine);
    self->call = call;
    self->limits = &server->limits;
    vt_buffer_init(&self->body, &server->allocator, SIZE_MAX / 2);
    vt_buffer_init(&self->out, &server->allocator, SIZE_MAX / 2);
    visit->job = self;
    const bool looks_up =
        call.profile == VITALS_PROFILE_FLUX || call.profile == VITALS_PROFILE_KSTATUS;
    if (vitals_verdict_new(&server->allocator, &self->verdict) != VITALS_OK ||
        vitals_diagnostics_new(&server->allocator, &self->diagnostics) != VITALS_OK ||
        (looks_up && vitals_set_new(&server->allocator, &self->set) != VITALS_OK)) {
        free_assessment(self);
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    vt_http_take_body(visit->exchange, &self->body);
    vt_visit_work(visit, run, answer, given_up);
}
