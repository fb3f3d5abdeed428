/* One script and one object as a line of JSON, answered by a line: for tools and for tests. */
#include "base/quote.h"
#include "document/builder.h"
#include "health/engine.h"

/* The object of a line as a document of its own. */
static vitals_status object_of(vitals_worker *worker, const vitals_document *line,
                               const vt_value *object, vitals_document **out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &worker->allocator;
    options.limits = &worker->engine->limits;
    vt_builder builder;
    if (vt_builder_begin(&builder, &options, VT_TEXT(""), out) &&
        vt_build_copy(&builder, line, object) && vt_builder_end(&builder)) {
        return VITALS_OK;
    }
    vitals_status status = builder.status;
    vt_builder_abandon(&builder);
    return status;
}

static vitals_status write_answer(vitals_verdict *verdict, vt_text *answer) {
    vt_buffer *json = &verdict->json;
    vt_buffer_clear(json);
    if (!vt_text_is_absent(verdict->error)) {
        vt_buffer_add_terminated(json, "{\"outcome\":\"error\",\"status\":null,\"message\":null,"
                                       "\"error\":");
        vt_quote_append_json(json, verdict->error);
    } else {
        vt_buffer_add_terminated(json, "{\"outcome\":\"status\",\"status\":");
        vt_quote_append_json(json, vt_text_from(vitals_health_name(verdict->health)));
        vt_buffer_add_terminated(json, ",\"message\":");
        vt_quote_append_json(json, verdict->message);
        vt_buffer_add_terminated(json, ",\"error\":null");
    }
    vt_buffer_add_byte(json, '}');
    if (json->failed) return VITALS_ENOMEM;
    *answer = vt_buffer_text(json);
    return VITALS_OK;
}

/* Run what a parsed line asks for. */
static vitals_status answer_line(vitals_worker *worker, const vitals_document *line,
                                 const vitals_call *call, vitals_text *answer,
                                 vitals_diagnostics *diagnostics) {
    const vt_value *script = vt_document_find(line, "script", NULL);
    const vt_value *object = vt_document_find(line, "object", NULL);
    if (!vt_value_is_string(script) || !object) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "script-line",
                    vt_document_place(line, vt_document_root(line)), NULL,
                    VT_TEXT("it needs a string \"script\" and an \"object\""));
        return VITALS_ESYNTAX;
    }
    vitals_document *document = NULL;
    vitals_status status = object_of(worker, line, object, &document);
    if (!status) {
        bool open = vt_value_is_true(vt_document_find(line, "open_libs", NULL));
        status =
            vitals_run_script(worker, vt_value_text(script), open, document, call, worker->verdict);
    }
    if (!status) status = write_answer(worker->verdict, answer);
    vitals_document_free(document);
    return status;
}

vitals_status vitals_run_script_line(vitals_worker *worker, vitals_text line,
                                     const vitals_call *call, vitals_text *answer,
                                     vitals_diagnostics *diagnostics) {
    if (!worker || !line.bytes || !answer) return VITALS_EINVAL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &worker->allocator;
    options.limits = &worker->engine->limits;
    options.format = VITALS_FORMAT_JSON;
    vitals_status status =
        vitals_document_parse(line.bytes, line.size, &options, &worker->document, diagnostics);
    return status ? status : answer_line(worker, worker->document, call, answer, diagnostics);
}
