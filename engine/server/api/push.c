/* Objects that come over HTTP: PUT a snapshot, POST events. */
#include "server/api/routes.h"
#include "server/feed/files.h"

/* The source that a visit names; NULL: it was answered. */
static vt_source *source_of(vt_visit *visit) {
    vt_server *server = visit->server;
    vt_source *source = vt_server_find_source(server, visit->parameters[0]);
    if (!source || !source->pushed) {
        vt_visit_fail(visit, 404, "not found",
                      "there is no cluster of this name among those of --push");
        return NULL;
    }
    if (!source->scope &&
        vitals_live_scope_add(server->live, source->id, NULL, &source->scope) != VITALS_OK) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return NULL;
    }
    return source;
}

static vitals_status take_body(vt_visit *visit, vt_intake *intake) {
    const vt_text body = vt_http_request_of(visit->exchange)->body;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_stream *stream = NULL;
    options.allocator = &visit->server->allocator;
    options.limits = &visit->server->limits;
    options.drop = vt_intake_drop;
    options.drop_count = VT_INTAKE_DROP;
    vitals_status status = vitals_stream_new(&options, NULL, NULL, &stream);
    if (status == VITALS_OK) status = vitals_stream_feed(stream, body.bytes, body.size);
    if (status == VITALS_OK) status = vitals_stream_end(stream);
    if (status == VITALS_OK) status = vt_intake_pieces(intake, stream);
    vitals_stream_free(stream);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

static void send_taken(vt_visit *visit, const vt_intake *intake) {
    enum { MOST_ERRORS = 20 };
    vt_json_writer writer = vt_json_open_object(&visit->out);
    const bool good = intake->errors == 0;
    if (!good) {
        vt_json_add_word(&writer, "type", "about:blank");
        vt_json_add_word(&writer, "title", "some objects could not be read");
        vt_json_add_unsigned(&writer, "status", 400);
    }
    vt_json_add_unsigned(&writer, "objects", intake->objects);
    vt_json_writer errors = vt_json_add_array(&writer, "errors");
    for (size_t i = 0; i < MOST_ERRORS && i < vitals_diagnostics_count(intake->diagnostics); i++) {
        const vitals_diagnostic *each = vitals_diagnostics_at(intake->diagnostics, i);
        if (each->severity != VITALS_SEVERITY_ERROR) continue;
        vt_json_add_text(&errors, NULL,
                         vt_arena_printf(&visit->memory, "%u:%u: %.*s", each->line, each->column,
                                         VT_TEXT_ARG(vt_text_cut(each->text, 1024))));
    }
    vt_json_close(&errors);
    vt_json_close(&writer);
    vt_http_response response = { .status = good ? 200 : 400,
                                  .type = good ? "application/json" : "application/problem+json",
                                  .body = &visit->out };
    vt_http_respond(visit->exchange, &response);
}

enum { MOST_EVERY_S = 86400 };

/* `whole`: what is not in the body is gone, unless something in it could not be read. */
static void take(vt_visit *visit, bool whole) {
    vt_server *server = visit->server;
    vt_source *source = source_of(visit);
    if (!source) return;
    vt_intake intake = { server, source, source->scope, NULL, 0, 0, true };
    source->every_ms = (int64_t)vt_visit_query_number(visit, "every", 0, MOST_EVERY_S) * 1000;
    vitals_status status = vitals_diagnostics_new(&server->allocator, &intake.diagnostics);
    if (status == VITALS_OK && whole) status = vitals_live_begin(server->live, source->scope);
    if (status == VITALS_OK) status = take_body(visit, &intake);
    if (status == VITALS_OK && whole && intake.errors == 0) {
        status = vitals_live_synced(server->live, source->scope);
    }
    source->errors = intake.errors;
    vt_server_touch(server, source->id);
    if (status == VITALS_OK) {
        send_taken(visit, &intake);
    } else {
        vt_visit_fail(visit, 503, "not taken", "%s", vitals_status_text(status));
    }
    vitals_diagnostics_free(intake.diagnostics);
}

void vt_answer_put_objects(vt_visit *visit) {
    take(visit, true);
}

void vt_answer_events_in(vt_visit *visit) {
    take(visit, false);
}
