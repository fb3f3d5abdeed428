/* Open texts: how an editor changes them, and its positions, which count units of UTF-16 or bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/text/lines.h"
#include "base/text/percent.h"
#include "base/text/utf8.h"
#include "lsp/lsp.h"

/* ----------------------------------------------------------------- positions */

/* The units of the character that begins at a byte, and its bytes. */
static size_t units_at(const lsp_server *server, vt_text text, size_t at, size_t *bytes) {
    const unsigned char lead = (unsigned char)text.bytes[at];
    *bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (*bytes > text.size - at) *bytes = text.size - at;
    if (server->utf8) return *bytes;
    return lead >= 0xf0 ? 2 : 1;
}

static size_t offset_in_line(const lsp_server *server, vt_text text, size_t at, int64_t character) {
    size_t bytes;
    while (at < text.size && text.bytes[at] != '\n' && character > 0) {
        if (text.bytes[at] == '\r' && at + 1 < text.size && text.bytes[at + 1] == '\n') break;
        character -= (int64_t)units_at(server, text, at, &bytes);
        at += bytes;
    }
    return at;
}

size_t position_read(const lsp_server *server, const lsp_text *text, const vitals_value *position,
                     const lsp_message *message) {
    const vt_text bytes = vt_buffer_text(&text->bytes);
    const vitals_value *line = NULL, *character = NULL;
    size_t at = 0;
    if (vitals_document_field(message->document, position, VT_TEXT(".line"), &line) ||
        vitals_document_field(message->document, position, VT_TEXT(".character"), &character)) {
        return 0;
    }
    for (int64_t left = vitals_value_integer(line); left > 0; left--) {
        const size_t end = vt_text_find_byte(bytes, '\n', at);
        if (end == SIZE_MAX) return bytes.size;
        at = end + 1;
    }
    return offset_in_line(server, bytes, at, vitals_value_integer(character));
}

static void write_position(vt_json_writer *range, const char *name, const lsp_server *server,
                           const lsp_text *text, size_t offset) {
    const vt_text bytes = vt_buffer_text(&text->bytes);
    vt_json_writer position = vt_json_add_object(range, name);
    uint64_t line = 0, units = 0;
    size_t start = 0, size;
    for (size_t i = 0; i < offset; i++) {
        if (bytes.bytes[i] != '\n') continue;
        line++;
        start = i + 1;
    }
    for (; start < offset; start += size) units += units_at(server, bytes, start, &size);
    vt_json_add_unsigned(&position, "line", line);
    vt_json_add_unsigned(&position, "character", units);
    vt_json_close(&position);
}

void range_write(vt_json_writer *out, const lsp_server *server, const lsp_text *text, size_t from,
                 size_t to) {
    vt_json_writer range = vt_json_add_object(out, "range");
    write_position(&range, "start", server, text, from);
    write_position(&range, "end", server, text, to);
    vt_json_close(&range);
}

static bool is_word(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '.' || byte == '/';
}

void finding_span(const lsp_text *text, const vitals_lint_finding *finding, size_t *from,
                  size_t *to) {
    const vt_lines lines = { vt_buffer_text(&text->bytes), NULL, 0 };
    size_t at = vt_lines_offset(&lines, finding->line, finding->column), bytes = 0;
    const lsp_server counts_bytes = { .utf8 = true };
    *from = at;
    while (at < lines.text.size && is_word(lines.text.bytes[at])) at++;
    if (at == *from && at < lines.text.size && lines.text.bytes[at] != '\n') {
        units_at(&counts_bytes, lines.text, at, &bytes);
        at += bytes;
    }
    *to = at;
}

/* --------------------------------------------------------------------- texts */

/* The path of a file: URI; of another one what is behind its scheme. */
static char *path_of(vitals_text uri) {
    vt_text rest = uri;
    const size_t colon = vt_text_find_byte(rest, ':', 0);
    if (vt_text_starts(rest, VT_TEXT("file://"))) {
        rest = vt_text_between(rest, sizeof "file://" - 1, rest.size);
    } else if (colon != SIZE_MAX) {
        rest = vt_text_between(rest, colon + 1, rest.size);
    }
    char *path = memory_copy(rest.bytes, rest.size);
    size_t size = rest.size;
    if (vt_percent_decode(path, &size, false)) path[size] = '\0';
    return path;
}

lsp_text *texts_find(const lsp_server *server, vitals_text uri) {
    lsp_text *at = server->texts;
    while (at && !vt_text_is(uri, at->uri)) at = at->next;
    return at;
}

lsp_text *texts_find_path(const lsp_server *server, const char *path) {
    lsp_text *at = server->texts;
    while (at && strcmp(at->path, path) != 0) at = at->next;
    return at;
}

/* A change shows in the findings of all files of a check. */
static void mark_dirty(lsp_server *server, lsp_text *changed) {
    char *directory = check_directory(server, changed->path);
    changed->dirty = true;
    for (lsp_text *at = server->texts; at && directory; at = at->next) {
        if (strncmp(at->path, directory, strlen(directory)) == 0) at->dirty = true;
    }
    free(directory);
}

static void set_bytes(vt_buffer *bytes, vitals_text text) {
    vt_buffer_clear(bytes);
    if (!vt_buffer_add(bytes, text)) memory_exhausted();
}

void texts_open(lsp_server *server, const lsp_message *message) {
    const vitals_text uri = message_text(message, ".params.textDocument.uri");
    if (!uri.bytes) return;
    lsp_text *text = texts_find(server, uri);
    if (!text) {
        text = memory_new(1, sizeof *text);
        text->bytes = (vt_buffer)BUFFER_INIT;
        text->uri = memory_copy(uri.bytes, uri.size);
        text->path = path_of(uri);
        text->next = server->texts;
        server->texts = text;
    }
    text->version = message_integer(message, ".params.textDocument.version");
    set_bytes(&text->bytes, message_text(message, ".params.textDocument.text"));
    mark_dirty(server, text);
}

static void apply(const lsp_server *server, lsp_text *text, const vitals_value *change,
                  const lsp_message *message) {
    const vitals_value *start = NULL, *end = NULL, *value = NULL;
    const vitals_document *document = message->document;
    vt_buffer made = BUFFER_INIT;
    if (vitals_document_field(document, change, VT_TEXT(".text"), &value) != VITALS_OK) return;
    const vitals_text put = vitals_value_string(value);
    if (vitals_document_field(document, change, VT_TEXT(".range.start"), &start) == VITALS_OK &&
        vitals_document_field(document, change, VT_TEXT(".range.end"), &end) == VITALS_OK) {
        const size_t from = position_read(server, text, start, message);
        size_t to = position_read(server, text, end, message);
        if (to < from) to = from;
        vt_buffer_add_bytes(&made, text->bytes.bytes, from);
        vt_buffer_add(&made, put);
        vt_buffer_add_bytes(&made, text->bytes.bytes + to, text->bytes.size - to);
    } else {
        vt_buffer_add(&made, put);
    }
    if (made.failed) memory_exhausted();
    vt_buffer_done(&text->bytes);
    text->bytes = made;
}

void texts_change(lsp_server *server, const lsp_message *message) {
    lsp_text *text = texts_find(server, message_text(message, ".params.textDocument.uri"));
    const vitals_value *changes = message_at(message, ".params.contentChanges"), *change;
    uint64_t cursor = 0;
    if (!text) return;
    while (vitals_value_next(changes, &cursor, NULL, &change) == VITALS_OK) {
        apply(server, text, change, message);
    }
    text->version = message_integer(message, ".params.textDocument.version");
    mark_dirty(server, text);
}

static void text_free(lsp_text *text) {
    vitals_lint_free(text->lint);
    vt_buffer_done(&text->bytes);
    free(text->uri);
    free(text->path);
    free(text);
}

void texts_close(lsp_server *server, vitals_text uri) {
    for (lsp_text **at = &server->texts; *at; at = &(*at)->next) {
        if (!vt_text_is(uri, (*at)->uri)) continue;
        lsp_text *closed = *at;
        *at = closed->next;
        mark_dirty(server, closed);
        text_free(closed);
        return;
    }
}

void texts_done(lsp_server *server) {
    while (server->texts) {
        lsp_text *text = server->texts;
        server->texts = text->next;
        text_free(text);
    }
}
