/* Documents for the rules: parsing them, loading them as the engine does, finding fixtures. */
#include "author/lint/lint.h"

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
    vt_source interruptible = *source;
    interruptible.interrupt = lint->interrupt;
    vitals_status status =
        vt_document_parse_source(&interruptible, &options, &document, diagnostics);
    if (!status && !vt_document_index_lines(document)) status = VITALS_ENOMEM;
    if (status == VITALS_ENOMEM || vt_diagnostics_out_of_memory(diagnostics))
        lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    if (!status) return document;
    vitals_document_free(document);
    return NULL;
}

vt_place vt_lint_loaded_place(const vt_lint_document *document, const vitals_diagnostic *found) {
    uint32_t line = found->line ? found->line + document->line - 1 : 0;
    return (vt_place){ document->file, 0, line, found->column };
}

void vt_lint_load(vitals_lint *lint, const vt_lint_document *document, vt_lint_add_fn add,
                  vitals_diagnostics *diagnostics) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vitals_status status = vitals_configuration_new(&lint->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
        vitals_configuration_set_limits(configuration, &lint->limits);
        vitals_configuration_set_interrupt(configuration, lint->interrupt.ask,
                                           lint->interrupt.user);
        status = add(lint, document, configuration, diagnostics);
    }
    if (!status) status = vitals_engine_new(configuration, &engine, diagnostics);
    if (status == VITALS_ENOMEM || vt_diagnostics_out_of_memory(diagnostics))
        lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
}

const vt_lint_document *vt_lint_next_fixture(vitals_lint *lint, const vt_lint_document *previous,
                                             vt_text group, vt_text kind) {
    const vt_lint_document *at = previous ? previous->next : lint->documents;
    for (; at && vt_lint_charge(lint, 1); at = at->next) {
        if (!at->fixture || !vt_text_equal(vitals_document_group(at->document), group)) continue;
        if (kind.size == 0 || vt_text_equal(vitals_document_kind(at->document), kind)) return at;
    }
    return NULL;
}
