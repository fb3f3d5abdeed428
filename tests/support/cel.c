/* Batches of CEL for tests. */
#include "support/cel.h"

#include <stdarg.h>
#include <stdio.h>

#include "support/files.h"
#include "support/table.h"

uint32_t cel_count_issues(vt_text text) {
    uint32_t count = 0;
    for (size_t at = 0; at < text.size; at++)
        count += vt_text_starts(vt_text_between(text, at, text.size), VT_TEXT("ERROR: <input>:"));
    return count;
}

vitals_cel_batch *cel_batch(void) {
    vitals_cel_batch *batch = NULL;
    assert_int_equal(vitals_cel_batch_new(NULL, NULL, &batch), VITALS_OK);
    return batch;
}

cel_reply cel_evaluate(vitals_cel_batch *batch, vt_text line) {
    cel_reply reply = { .document = NULL };
    vt_text answer;
    assert_int_equal(vitals_cel_batch_answer(batch, line, &answer, NULL), VITALS_OK);
    assert_int_equal(vitals_document_parse(answer.bytes, answer.size, NULL, &reply.document, NULL),
                     VITALS_OK);
    reply.outcome = vt_value_text(vt_document_find(reply.document, "outcome", NULL));
    reply.type = vt_value_text(vt_document_find(reply.document, "type", NULL));
    reply.text = vt_value_text(vt_document_find(reply.document, "text", NULL));
    reply.deduced = vt_value_text(vt_document_find(reply.document, "deduced", NULL));
    return reply;
}

cel_reply cel_evaluate_format(vitals_cel_batch *batch, const char *format, ...) {
    vt_buffer line;
    vt_buffer_init(&line, NULL, SIZE_MAX / 2);
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_vprintf(&line, format, arguments);
    va_end(arguments);
    cel_reply reply = cel_evaluate(batch, vt_buffer_text(&line));
    vt_buffer_done(&line);
    return reply;
}

cel_reply cel_evaluate_expression(vitals_cel_batch *batch, const char *environment,
                                  const char *expression, const char *variables) {
    vt_buffer quoted;
    vt_buffer_init(&quoted, NULL, SIZE_MAX / 2);
    for (const char *at = expression; *at; at++) {
        if (*at == '"' || *at == '\\') vt_buffer_add_byte(&quoted, '\\');
        vt_buffer_add_byte(&quoted, *at);
    }
    cel_reply reply = cel_evaluate_format(batch, "{\"env\":\"%s\",\"expr\":\"%s\",\"vars\":%s}",
                                          environment, quoted.bytes, variables);
    vt_buffer_done(&quoted);
    return reply;
}

void cel_reply_done(cel_reply *reply) {
    vitals_document_free(reply->document);
}

/* A line that counts: neither empty nor a comment. */
static bool next_entry(vt_text *rest, vt_text *name) {
    vt_text line;
    while (next_line(rest, &line)) {
        if (line.size == 0 || line.bytes[0] == '#') continue;
        *name = vt_text_between(line, 0, vt_text_find_byte(line, ':', 0));
        return true;
    }
    return false;
}

cel_known cel_known_read(const char *path) {
    cel_known known = { 0 };
    size_t size = 0;
    known.bytes = file_read(path, &size);
    assert_non_null(known.bytes);
    known.lines = (vt_text){ known.bytes, size };
    vt_text rest = known.lines, name;
    while (next_entry(&rest, &name)) known.listed++;
    return known;
}

bool cel_known_has(cel_known *known, vt_text wanted) {
    vt_text rest = known->lines, name;
    while (next_entry(&rest, &name)) {
        if (!vt_text_equal(name, wanted)) continue;
        known->seen++;
        return true;
    }
    return false;
}

void cel_known_done(cel_known *known) {
    free(known->bytes);
}
