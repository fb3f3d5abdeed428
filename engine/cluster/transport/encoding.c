/* Percent escapes, and texts that may be shown or sent. */
#include "cluster/transport/encoding.h"

#include "base/text/percent.h"
#include "base/text/quote.h"

#define LINE_MOST_BYTES 300

/* ------------------------------------------------------------------ escapes */

/* The characters of a token in RFC 7230, but for '%'. The server takes names in lower case. */
bool vt_header_key_encode(vt_buffer *out, vt_text key) {
    const size_t start = out->size;
    vt_percent_encode_but(out, key, "!#$&'*+-.^_`|~");
    for (size_t i = start; i < out->size; i++) {
        if (out->bytes[i] == '%') {
            i += 2;
        } else {
            out->bytes[i] = vt_to_lower(out->bytes[i]);
        }
    }
    return !out->failed;
}

bool vt_is_header_value(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F) return false;
    }
    return true;
}

/* ----------------------------------------------------------------- to show */

bool vt_add_first_line(vt_buffer *out, vt_text text) {
    text = vt_text_trim(text);
    vt_text line = text;
    if (vt_text_split(&text, '\n', &line)) line = vt_text_trim(line);
    return vt_quote_append_visible(out, vt_text_cut(line, LINE_MOST_BYTES));
}

bool vt_add_visible_lines(vt_buffer *out, vt_text text) {
    vt_text line;
    for (bool first = true; vt_text_split(&text, '\n', &line); first = false) {
        if (!first) vt_buffer_add_byte(out, '\n');
        vt_quote_append_visible(out, line);
    }
    return !out->failed;
}
