/* Bodies of lists and watches. */
#include "cluster/transport/body.h"

#include "cluster/transport/problem.h"

static vitals_status new_stream(vt_body *body, const vt_body_options *wanted) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &body->loop->allocator;
    options.limits = body->loop->limits;
    options.format = VITALS_FORMAT_JSON;
    options.hash_seed = vt_loop_random(body->loop);
    options.drop = wanted->drop;
    options.drop_count = wanted->drop_count;
    const vitals_status status = vitals_stream_new(&options, NULL, NULL, &body->stream);
    if (status != VITALS_OK || !wanted->kind.size) return status;
    return vitals_stream_set_metadata_type(body->stream, wanted->api_version, wanted->kind);
}

vitals_status vt_body_begin(vt_body *body, vitals_cluster_loop *loop,
                            const vt_body_options *options, const vt_body_events *events,
                            void *user) {
    *body = (vt_body){ .loop = loop, .events = events, .user = user };
    vitals_status status = new_stream(body, options);
    if (status != VITALS_OK) return status;
    return vitals_diagnostics_new(&loop->allocator, &body->diagnostics);
}

void vt_body_done(vt_body *body) {
    vitals_stream_free(body->stream);
    vitals_document_free(body->document);
    vitals_diagnostics_free(body->diagnostics);
    body->stream = NULL;
    body->document = NULL;
    body->diagnostics = NULL;
}

void vt_body_stop(vt_body *body) {
    body->ended = true;
}

static void report_broken(vt_body *body) {
    const vitals_diagnostic *first = vitals_diagnostics_at(body->diagnostics, 0);
    const vitals_cluster_problem problem = vt_problem(
        first && first->limit ? VITALS_CLUSTER_FAILURE_LIMIT : VITALS_CLUSTER_FAILURE_ANSWER,
        first ? first->text : VT_TEXT("an object cannot be read"));
    body->events->broken(body->user, &problem);
    vitals_diagnostics_clear(body->diagnostics);
}

/* Whether a status concerns one object only. */
static bool is_of_one(vitals_status status) {
    return status == VITALS_ESYNTAX || status == VITALS_ELIMIT;
}

static vitals_status take_piece(vt_body *body, const vitals_piece *piece) {
    vitals_event event = VITALS_EVENT_NONE;
    vitals_status status = vitals_piece_parse(piece, &body->document, &event, body->diagnostics);
    if (status == VITALS_OK) {
        body->events->object(body->user, event, &body->document);
    } else if (is_of_one(status)) {
        report_broken(body);
        status = VITALS_OK;
    }
    return status;
}

static vitals_status drain(vt_body *body) {
    while (!body->ended) {
        vitals_piece *piece = NULL;
        vitals_status status = vitals_stream_next(body->stream, &piece, body->diagnostics);
        if (status == VITALS_OK) status = take_piece(body, piece);
        vitals_piece_free(piece);
        if (status == VITALS_EAGAIN || status == VITALS_ENOTFOUND) break;
        if (is_of_one(status)) {
            report_broken(body);
        } else if (status != VITALS_OK) {
            body->ended = true;
            return status;
        }
    }
    return VITALS_OK;
}

vitals_status vt_body_feed(vt_body *body, const char *bytes, size_t size) {
    if (body->ended) return VITALS_OK;
    vitals_status status = vitals_stream_feed(body->stream, bytes, size);
    return status == VITALS_OK ? drain(body) : status;
}

vitals_status vt_body_end(vt_body *body) {
    if (body->ended) return VITALS_OK;
    vitals_status status = vitals_stream_end(body->stream);
    return status == VITALS_OK ? drain(body) : status;
}

/* ------------------------------------------------------------------- pages */

static const vitals_value *field(const vitals_document *document, vt_text path) {
    const vitals_value *value = NULL;
    return vitals_document_field(document, NULL, path, &value) == VITALS_OK ? value : NULL;
}

vitals_status vt_page_of(const vt_body *body, vt_page *out) {
    vitals_text text = vitals_stream_list_metadata(body->stream);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &body->loop->allocator;
    options.format = VITALS_FORMAT_JSON;
    vitals_document *document = NULL;
    if (!text.bytes) return VITALS_ENOTFOUND;
    vitals_status status = vitals_document_parse(text.bytes, text.size, &options, &document, NULL);
    if (status != VITALS_OK) {
        vitals_document_free(document);
        return status == VITALS_ENOMEM ? status : VITALS_ENOTFOUND;
    }
    const vitals_value *remaining = field(document, VT_TEXT(".remainingItemCount"));
    *out = (vt_page){
        .resource_version = vitals_value_string(field(document, VT_TEXT(".resourceVersion"))),
        .continue_ = vitals_value_string(field(document, VT_TEXT(".continue"))),
        .remaining = remaining ? vitals_value_integer(remaining) : -1,
        .document = document,
    };
    return VITALS_OK;
}

/* ------------------------------------------------------------------ events */

vt_text vt_object_version(const vitals_document *document) {
    return vitals_value_string(field(document, VT_TEXT(".metadata.resourceVersion")));
}

bool vt_ends_initial_events(const vitals_document *bookmark) {
    return vt_text_is(vitals_document_annotation(bookmark, VT_TEXT("k8s.io/initial-events-end")),
                      "true");
}

static bool is_number(vt_text text) {
    return text.size && vt_text_skip_digits(text, 0) == text.size;
}

bool vt_version_went_back(vt_text then, vt_text now) {
    if (!is_number(then) || !is_number(now)) return false;
    if (then.size != now.size) return now.size < then.size;
    return vt_text_compare(now, then) < 0;
}
