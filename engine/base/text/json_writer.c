/* JSON objects and arrays, written member by member. */
#include "base/text/json_writer.h"

#include <string.h>

#include "base/text/quote.h"

vt_json_writer vt_json_open_object(vt_buffer *out) {
    vt_buffer_add_byte(out, '{');
    return (vt_json_writer){ out, '}', true };
}

void vt_json_close(vt_json_writer *writer) {
    vt_buffer_add_byte(writer->out, writer->end);
}

/* The comma and the name in front of a value. */
static void begin(vt_json_writer *writer, const char *name) {
    vt_buffer *out = writer->out;
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

vt_json_writer vt_json_add_object(vt_json_writer *writer, const char *name) {
    begin(writer, name);
    return vt_json_open_object(writer->out);
}

vt_json_writer vt_json_add_array(vt_json_writer *writer, const char *name) {
    begin(writer, name);
    vt_buffer_add_byte(writer->out, '[');
    return (vt_json_writer){ writer->out, ']', true };
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
