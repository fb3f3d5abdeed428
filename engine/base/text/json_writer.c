/* JSON objects and arrays, written member by member. */
#include "base/text/json_writer.h"

#include <string.h>

#include "base/text/quote.h"

static vt_json_writer open_at(vt_buffer *out, const char *ends, uint8_t depth) {
    vt_buffer_add_byte(out, ends[0]);
    return (vt_json_writer){ out, ends[1], true, depth };
}

vt_json_writer vt_json_open_object(vt_buffer *out) {
    return open_at(out, "{}", 0);
}

vt_json_writer vt_json_open_laid_out(vt_buffer *out) {
    return open_at(out, "{}", 1);
}

static void add_line_break(vt_buffer *out, unsigned depth) {
    vt_buffer_add_byte(out, '\n');
    vt_buffer_add_repeated(out, '\t', depth);
}

void vt_json_close(vt_json_writer *writer) {
    if (writer->depth && writer->end == '}') add_line_break(writer->out, writer->depth - 1U);
    vt_buffer_add_byte(writer->out, writer->end);
}

/* The comma and the name in front of a value, laid out. */
static void begin_laid_out(vt_json_writer *writer, const char *name) {
    if (!writer->first) vt_buffer_add_terminated(writer->out, name ? "," : ", ");
    writer->first = false;
    if (!name) return;
    add_line_break(writer->out, writer->depth);
    vt_buffer_printf(writer->out, "\"%s\":\t", name);
}

/* The comma and the name in front of a value. */
static void begin(vt_json_writer *writer, const char *name) {
    vt_buffer *out = writer->out;
    if (writer->depth) {
        begin_laid_out(writer, name);
        return;
    }
    const size_t name_bytes = name ? strlen(name) : 0;
    if (!vt_buffer_has_room(out, name_bytes + 4) && !vt_buffer_reserve(out, name_bytes + 4)) return;
    char *at = out->bytes + out->size;
    if (!writer->first) *at++ = ',';
    writer->first = false;
    if (name) {
        *at++ = '"';
        memcpy(at, name, name_bytes);
        at += name_bytes;
        *at++ = '"';
        *at++ = ':';
    }
    *at = '\0';
    out->size = (size_t)(at - out->bytes);
}

static uint8_t depth_below(const vt_json_writer *writer) {
    return writer->depth ? (uint8_t)(writer->depth + 1) : 0;
}

vt_json_writer vt_json_add_object(vt_json_writer *writer, const char *name) {
    begin(writer, name);
    return open_at(writer->out, "{}", depth_below(writer));
}

vt_json_writer vt_json_add_array(vt_json_writer *writer, const char *name) {
    begin(writer, name);
    return open_at(writer->out, "[]", depth_below(writer));
}

void vt_json_add_text(vt_json_writer *writer, const char *name, vt_text text) {
    begin(writer, name);
    vt_quote_append_json(writer->out, vt_text_is_absent(text) ? VT_TEXT("") : text);
}

void vt_json_add_text_if(vt_json_writer *writer, const char *name, vt_text text) {
    if (!vt_text_is_absent(text)) vt_json_add_text(writer, name, text);
}

void vt_json_add_word(vt_json_writer *writer, const char *name, const char *text) {
    vt_json_add_text(writer, name, vt_text_from(text));
}

void vt_json_add_integer(vt_json_writer *writer, const char *name, int64_t number) {
    begin(writer, name);
    vt_buffer_add_integer(writer->out, number);
}

void vt_json_add_unsigned(vt_json_writer *writer, const char *name, uint64_t number) {
    begin(writer, name);
    vt_buffer_printf(writer->out, "%llu", (unsigned long long)number);
}

void vt_json_add_bool(vt_json_writer *writer, const char *name, bool value) {
    vt_json_add_json(writer, name, value ? VT_TEXT("true") : VT_TEXT("false"));
}

void vt_json_add_null(vt_json_writer *writer, const char *name) {
    vt_json_add_json(writer, name, VT_TEXT("null"));
}

void vt_json_add_json(vt_json_writer *writer, const char *name, vt_text json) {
    begin(writer, name);
    vt_buffer_add(writer->out, json);
}
