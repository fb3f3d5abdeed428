/* Messages: a header with Content-Length, and JSON. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lsp/lsp.h"

enum { MOST_BYTES = 16 << 20, MOST_HEADER = 4096 };

static void take_away(vt_buffer *buffer, size_t size) {
    memmove(buffer->bytes, buffer->bytes + size, buffer->size - size);
    buffer->size -= size;
}

static bool end_input(lsp_server *server, const char *why) {
    fprintf(stderr, "vitals lsp: %s\n", why);
    server->ended = true;
    server->input.size = 0;
    return false;
}

/* The size of the body, and where it begins; false: the header is not whole, or broken. */
static bool read_header(lsp_server *server, size_t *start, size_t *size) {
    static const char name[] = "content-length:";
    const vt_text input = vt_buffer_text(&server->input);
    const size_t end = vt_text_find(input, VT_TEXT("\r\n\r\n"), 0);
    if (end == SIZE_MAX && input.size < MOST_HEADER) return false;
    vt_text rest = vt_text_between(input, 0, end == SIZE_MAX ? 0 : end), line;
    *size = SIZE_MAX;
    *start = end + 4;
    while (vt_text_split(&rest, '\n', &line)) {
        const vt_text head = vt_text_between(line, 0, sizeof name - 1);
        if (!vt_text_equal_fold(head, VT_TEXT("Content-Length:"))) continue;
        char digits[24] = "";
        const size_t length = line.size - head.size < sizeof digits ? line.size - head.size : 23;
        memcpy(digits, line.bytes + head.size, length);
        *size = strtoul(digits, NULL, 10);
    }
    if (*size > MOST_BYTES) return end_input(server, "a message without a usable Content-Length");
    return true;
}

static void parse(lsp_message *message, const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    const vitals_status status =
        vitals_document_parse(bytes, size, &options, &message->document, NULL);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        vitals_document_free(message->document);
        message->document = NULL;
        return;
    }
    message->method = message_text(message, ".method");
    const vitals_value *id = message_at(message, ".id");
    if (id && vitals_value_write_json(message->document, id, 0, NULL, &message->id_text,
                                      &message->id_size) == VITALS_OK) {
        message->id = (vitals_text){ message->id_text, message->id_size };
    }
}

bool wire_take(lsp_server *server, lsp_message *message) {
    size_t start, size;
    *message = (lsp_message){ .document = NULL };
    if (!read_header(server, &start, &size)) return false;
    if (server->input.size < start + size) return false;
    parse(message, server->input.bytes + start, size);
    take_away(&server->input, start + size);
    return true;
}

bool wire_is_cancelled(lsp_server *server, vitals_text id) {
    const vt_buffer all = server->input;
    bool cancelled = false;
    size_t start, size;
    if (vt_text_find(vt_buffer_text(&all), VT_TEXT("$/cancelRequest"), 0) == SIZE_MAX) return false;
    while (!cancelled && read_header(server, &start, &size) && server->input.size >= start + size) {
        lsp_message message = { .document = NULL };
        char *wanted = NULL;
        size_t wanted_size = 0;
        parse(&message, server->input.bytes + start, size);
        const vitals_value *value = message_at(&message, ".params.id");
        if (vt_text_is(message.method, "$/cancelRequest") && value &&
            vitals_value_write_json(message.document, value, 0, NULL, &wanted, &wanted_size) ==
                VITALS_OK) {
            cancelled = vt_text_equal(id, vt_text_slice(wanted, wanted_size));
            vitals_text_free(NULL, wanted, wanted_size);
        }
        wire_free(&message);
        server->input.bytes += start + size;
        server->input.size -= start + size;
    }
    server->input = all;
    return cancelled;
}

void wire_free(lsp_message *message) {
    if (message->id_text) vitals_text_free(NULL, message->id_text, message->id_size);
    vitals_document_free(message->document);
}

bool wire_read(lsp_server *server) {
    if (server->ended) return false;
    if (!vt_buffer_reserve(&server->input, 65536)) memory_exhausted();
    ssize_t got;
    do {
        got = read(STDIN_FILENO, server->input.bytes + server->input.size, 65536);
    } while (got < 0 && errno == EINTR);
    if (got > 0) server->input.size += (size_t)got;
    if (got <= 0) server->ended = true;
    return got > 0;
}

bool wire_has_input(void *user) {
    const lsp_server *server = user;
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    return !server->ended && poll(&input, 1, 0) > 0;
}

void wire_send(const vt_buffer *body) {
    if (body->failed) memory_exhausted();
    printf("Content-Length: %zu\r\n\r\n", body->size);
    fwrite(body->bytes, 1, body->size, stdout);
    fflush(stdout);
}

const vitals_value *message_at(const lsp_message *message, const char *path) {
    const vitals_value *value = NULL;
    if (vitals_document_field(message->document, NULL, vt_text_from(path), &value) != VITALS_OK) {
        return NULL;
    }
    return value;
}

vitals_text message_text(const lsp_message *message, const char *path) {
    return vitals_value_string(message_at(message, path));
}

int64_t message_integer(const lsp_message *message, const char *path) {
    return vitals_value_integer(message_at(message, path));
}
