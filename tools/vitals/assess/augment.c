/*
** `vitals assess --augment`: the objects unchanged, but with kstatus's standard conditions written
** into them. YAML documents, JSON (a List where there are several), or JSON lines.
*/
#include <string.h>

#include <vitals/kstatus.h>

#include "assess/objects.h"
#include "base/memory.h"
#include "input/command.h"

/* NULL when kstatus rejects the object: it stays as it was, and the error is reported. */
static vitals_document *augment(cli_run *run, const vitals_document *document,
                                vitals_diagnostics *diagnostics) {
    vitals_document *augmented = NULL;
    const vitals_status status = vitals_kstatus_augment(document, run->rules.call.now_seconds, NULL,
                                                        &augmented, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        vitals_origin origin;
        vitals_document_origin(document, &origin, sizeof origin);
        const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
        problems_add_error(
            &run->problems, origin.file, "%s/%s: %s", vitals_document_kind(document).bytes,
            vitals_document_name(document).size ? vitals_document_name(document).bytes : "",
            first ? first->text.bytes : vitals_status_text(status));
    }
    vitals_diagnostics_clear(diagnostics);
    return augmented;
}

static void write_document(const vitals_document *document, unsigned output, unsigned indent) {
    char *text = NULL;
    size_t size = 0;
    const vitals_status status =
        output == OUTPUT_YAML ? vitals_document_write_yaml(document, NULL, &text, &size)
                              : vitals_document_write_json(document, indent, NULL, &text, &size);
    if (status != VITALS_OK) memory_exhausted();
    terminal_write(text, size);
    if (size && text[size - 1] != '\n') terminal_write("\n", 1);
    vitals_text_free(NULL, text, size);
}

static void write_string(const char *text) {
    terminal_write(text, strlen(text));
}

/* The text before the object at `index`, and after the last one. */
static void separate(unsigned output, size_t index, size_t count) {
    if (output == OUTPUT_YAML && index > 0 && index < count) write_string("---\n");
    if (output != OUTPUT_JSON || count < 2) return;
    if (index == 0) write_string("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n");
    if (index > 0 && index < count) write_string(",\n");
    if (index == count) write_string("]}\n");
}

int augment_run(cli_run *run) {
    const unsigned output = run->options->output;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    objects_read(run, &run->objects->files);
    objects_check(run);
    const size_t count = objects_count(run);
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const vitals_document *document = objects_next(run, &next);
        vitals_document *augmented = augment(run, document, diagnostics);
        separate(output, i, count);
        write_document(augmented ? augmented : document, output, output == OUTPUT_NDJSON ? 0 : 2);
        vitals_document_free(augmented);
        problems_print(&run->problems, &run->errors);
    }
    separate(output, count, count);
    terminal_flush();
    problems_print_rest(run->errors);
    vitals_diagnostics_free(diagnostics);
    return run->errors ? EXIT_INPUT : EXIT_HEALTHY;
}
