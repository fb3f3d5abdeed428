/* Diagnostics as single lines that an editor can jump to. */
#include "base/problems.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const severity_words[] = {
    [VITALS_SEVERITY_ERROR] = "",
    [VITALS_SEVERITY_WARNING] = "warning: ",
    [VITALS_SEVERITY_NOTE] = "note: ",
};

void problems_done(cli_problems *problems) {
    vt_buffer_done(&problems->lines);
    coverage_done(&problems->unread);
    problems->errors = 0;
}

void problems_clear(cli_problems *problems) {
    vt_buffer_clear(&problems->lines);
    coverage_clear(&problems->unread);
    problems->errors = problems->named = 0;
}

static void add_place(vt_buffer *out, const vitals_diagnostic *diagnostic) {
    const bool named = diagnostic->file && *diagnostic->file;
    vt_quote_append_visible(out, vt_text_from(named ? diagnostic->file : "vitals"));
    if (named && diagnostic->line) vt_buffer_printf(out, ":%u", diagnostic->line);
    if (named && diagnostic->line && diagnostic->column)
        vt_buffer_printf(out, ":%u", diagnostic->column);
    vt_buffer_add_terminated(out, ": ");
}

static void add_document_and_limit(vt_buffer *out, const vitals_diagnostic *diagnostic) {
    if (!diagnostic->document && !diagnostic->limit) return;
    vt_buffer_add_terminated(out, " (");
    if (diagnostic->document) vt_buffer_printf(out, "document %u", diagnostic->document);
    if (diagnostic->limit) {
        vt_buffer_printf(out, "%slimit %s", diagnostic->document ? ", " : "", diagnostic->limit);
    }
    vt_buffer_add_terminated(out, ")");
}

/* Some texts have several lines, such as the errors of CEL with the place marked below. The further ones
** are indented, so that each error begins at the left. */
static void add_lines(vt_buffer *out, vitals_text text) {
    while (text.size && text.bytes[text.size - 1] == '\n') text.size--;
    for (;;) {
        const char *end = text.size ? memchr(text.bytes, '\n', text.size) : NULL;
        const size_t size = end ? (size_t)(end - text.bytes) : text.size;
        vt_quote_append_visible(out, (vitals_text){ text.bytes, size });
        if (!end) return;
        vt_buffer_add_terminated(out, "\n   ");
        text = (vitals_text){ end + 1, text.size - size - 1 };
    }
}

/* The error as a part that was not read; without a file something was not found. */
static void note_unread(cli_problems *problems, const char *file, uint32_t line, uint32_t column,
                        vt_buffer *reason) {
    const bool named = file && *file;
    problems->named += named;
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    part.state = named ? VITALS_COVERAGE_UNREADABLE : VITALS_COVERAGE_LOST;
    part.what = vt_text_from(named ? file : NULL);
    part.line = line;
    part.column = line ? column : 0;
    part.reason = vt_text_from(vt_buffer_string(reason));
    coverage_add(&problems->unread, &part);
    vt_buffer_done(reason);
}

void problems_add(cli_problems *problems, const vitals_diagnostic *diagnostic) {
    vt_buffer *out = &problems->lines;
    add_place(out, diagnostic);
    vt_buffer_add_terminated(out, severity_words[diagnostic->severity]);
    add_lines(out, diagnostic->text);
    add_document_and_limit(out, diagnostic);
    vt_buffer_add_terminated(out, "\n");
    if (diagnostic->severity != VITALS_SEVERITY_ERROR) return;
    vt_buffer reason = BUFFER_INIT;
    const vitals_text first = text_first_line(diagnostic->text);
    vt_buffer_add_bytes(&reason, first.bytes, first.size);
    add_document_and_limit(&reason, diagnostic);
    note_unread(problems, diagnostic->file, diagnostic->line, diagnostic->column, &reason);
    problems->errors++;
}

void problems_add_all(cli_problems *problems, const char *file, vitals_status status,
                      const vitals_diagnostics *diagnostics) {
    const size_t count = vitals_diagnostics_count(diagnostics);
    const size_t lost = vitals_diagnostics_lost(diagnostics);
    for (size_t i = 0; i < count; i++) {
        problems_add(problems, vitals_diagnostics_at(diagnostics, i));
    }
    if (lost) {
        problems_add_error(problems, file, "%zu more", lost);
    }
    if (status != VITALS_OK && problems->errors == 0) {
        problems_add_error(problems, file, "%s", vitals_status_text(status));
    }
}

static void add_error(cli_problems *problems, const char *file, const char *line) {
    vt_quote_append_visible(&problems->lines, vt_text_from(file ? file : "vitals"));
    vt_buffer_add_terminated(&problems->lines, ": ");
    add_lines(&problems->lines, vt_text_from(line));
    vt_buffer_add_terminated(&problems->lines, "\n");
    problems->errors++;
}

void problems_add_error(cli_problems *problems, const char *file, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add_error(problems, file, line);
    vt_buffer reason = BUFFER_INIT;
    vt_buffer_add_terminated(&reason, line);
    note_unread(problems, file, 0, 0, &reason);
}

void problems_add_known(cli_problems *problems, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add_error(problems, NULL, line);
    problems->named++;
}

void problems_print_unread(cli_problems *problems, size_t *total, cli_coverage *coverage,
                           size_t most) {
    if (coverage) coverage_take(coverage, &problems->unread, most);
    if (coverage) coverage->errors += problems->named;
    problems_print(problems, total);
}

void problems_print(cli_problems *problems, size_t *total) {
    if (problems->lines.size && *total < PROBLEMS_SHOWN) {
        fwrite(problems->lines.bytes, 1, problems->lines.size, stderr);
    }
    *total += problems->errors;
    problems_clear(problems);
}

void problems_print_rest(size_t total) {
    if (total > PROBLEMS_SHOWN) {
        fprintf(stderr, "vitals: %zu errors in all; only the first are shown\n", total);
    }
}
