/* One evaluation of one object. */
#include "support/evaluation.h"

#include <stdio.h>
#include <string.h>

#include "base/run/limits.h"

vitals_status parse_object(vt_text text, vitals_document **out, vitals_diagnostics *diagnostics) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    if (vitals_document_parse(text.bytes, text.size, &options, out, NULL) == VITALS_OK)
        return VITALS_OK;
    options.format = VITALS_FORMAT_YAML;
    return vitals_document_parse(text.bytes, text.size, &options, out, diagnostics);
}

bool evaluated_begin(evaluated *e, vt_text text, int64_t now_seconds) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_allocator allocator = { NULL, NULL };
    memset(e, 0, sizeof *e);
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) return false;
    vitals_status status = parse_object(text, &e->document, diagnostics);
    for (size_t i = 0; status != VITALS_OK && i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, i);
        fprintf(stderr, "%u:%u: %s\n", one->line, one->column, one->text.bytes);
    }
    vitals_diagnostics_free(diagnostics);
    vt_arena_init(&e->arena, &allocator, 0);
    e->limits = vt_limits_or_default(NULL);
    e->evaluation.reader.document = e->document;
    e->evaluation.arena = &e->arena;
    e->evaluation.limits = &e->limits;
    e->evaluation.now_seconds = now_seconds;
    return status == VITALS_OK;
}

void evaluated_end(evaluated *e) {
    vitals_document_free(e->document);
    vt_arena_done(&e->arena);
}
