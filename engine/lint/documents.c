/* Documents for the rules: parsing them, loading them as the engine does, finding fixtures. */
#include "lint/lint.h"

vitals_diagnostics *vt_lint_diagnostics(vitals_lint *lint) {
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(&lint->allocator, &diagnostics)) lint->no_memory = true;
    return diagnostics;
}

vitals_document *vt_lint_parse(vitals_lint *lint, const vt_source *source, const char *file,
                               vitals_format format, vitals_diagnostics *diagnostics) {
    vitals_limits limits = lint->limits;
    limits.document_bytes = limits.configuration_bytes;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &lint->allocator;
    options.limits = &limits;
    options.file = file;
    options.format = format;
    vitals_document *document = NULL;
    vitals_status status = vt_document_parse_source(source, &options, &document, diagnostics);
    if (!status && !vt_document_index_lines(document)) status = VITALS_ENOMEM;
    if (status == VITALS_ENOMEM || vt_diagnostics_out_of_memory(diagnostics))
        lint->no_memory = true;
    if (!status) return document;
    vitals_document_free(document);
    return NULL;
}

/* The text of a document after as many line breaks as its file has lines before it, so that whatever
** parses it alone reports lines of the file. */
static vt_text padded_text(vitals_lint *lint, const vt_lint_document *document) {
    size_t before = document->line - 1;
    vt_text text = document->text;
    char *bytes = vt_lint_allocate(lint, before + text.size + 1);
    if (!bytes) return VT_TEXT("");
    memset(bytes, '\n', before);
    if (text.size) memcpy(bytes + before, text.bytes, text.size);
    return vt_text_slice(bytes, before + text.size);
}

void vt_lint_load(vitals_lint *lint, const vt_lint_document *document, vt_lint_add_fn add,
                  vitals_diagnostics *diagnostics) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vt_text text = padded_text(lint, document);
    if (lint->no_memory) return;
    vitals_status status = vitals_configuration_new(&lint->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
        vitals_configuration_set_limits(configuration, &lint->limits);
        status = add(configuration, document->file, text.bytes, text.size, diagnostics);
    }
    if (!status) status = vitals_engine_new(configuration, &engine, diagnostics);
    if (status == VITALS_ENOMEM || vt_diagnostics_out_of_memory(diagnostics))
        lint->no_memory = true;
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
}

const vt_lint_document *vt_lint_next_fixture(const vitals_lint *lint,
                                             const vt_lint_document *previous, vt_text group,
                                             vt_text kind) {
    const vt_lint_document *at = previous ? previous->next : lint->documents;
    for (; at; at = at->next) {
        if (!at->fixture || !vt_text_equal(vitals_document_group(at->document), group)) continue;
        if (kind.size == 0 || vt_text_equal(vitals_document_kind(at->document), kind)) return at;
    }
    return NULL;
}
