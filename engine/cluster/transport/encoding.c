/* base64, percent escapes, and texts that may be shown or sent. */
#include "cluster/transport/encoding.h"

#include "base/text/ascii.h"
#include "base/text/quote.h"

#define LINE_MOST_BYTES 300

/* ------------------------------------------------------------------- base64 */

static size_t skip_breaks(vt_text text, size_t at) {
    while (at < text.size && (text.bytes[at] == '\n' || text.bytes[at] == '\r')) at++;
    return at;
}

/* After the first '=' of a group with `digits` digits: a second one when there were two, then nothing. */
static bool is_padded(vt_text text, size_t at, size_t digits) {
    if (digits < 2) return false;
    if (digits == 2) {
        at = skip_breaks(text, at);
        if (at == text.size || text.bytes[at++] != '=') return false;
    }
    return skip_breaks(text, at) == text.size;
}

static bool add_group(vt_buffer *out, uint32_t group, size_t digits) {
    group <<= 6 * (4 - digits);
    for (size_t i = 0; i + 1 < digits; i++) {
        if (!vt_buffer_add_byte(out, (char)(group >> (16 - 8 * i)))) return false;
    }
    return true;
}

bool vt_base64_decode(vt_buffer *out, vt_text text) {
    uint32_t group = 0;
    size_t digits = 0;
    for (size_t at = skip_breaks(text, 0); at < text.size; at = skip_breaks(text, at)) {
        char byte = text.bytes[at++];
        if (byte == '=') return is_padded(text, at, digits) && add_group(out, group, digits);
        int digit = vt_base64_value(byte);
        if (digit < 0) return false;
        group = group << 6 | (uint32_t)digit;
        if (++digits < 4) continue;
        if (!add_group(out, group, 4)) return false;
        group = 0;
        digits = 0;
    }
    return digits == 0;
}

bool vt_base64_encode(vt_buffer *out, vt_text bytes) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t left = bytes.size - i < 3 ? bytes.size - i : 3;
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) {
            group = group << 8 | (k < left ? (unsigned char)bytes.bytes[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            vt_buffer_add_byte(out, k <= left ? alphabet[group >> (18 - 6 * k) & 63] : '=');
        }
    }
    return !out->failed;
}

/* ------------------------------------------------------------------ escapes */

static bool add_escaped(vt_buffer *out, char byte) {
    static const char digits[] = "0123456789ABCDEF";
    const unsigned char value = (unsigned char)byte;
    const char escape[3] = { '%', digits[value >> 4], digits[value & 15] };
    return vt_buffer_add_bytes(out, escape, sizeof escape);
}

/* `also`: the bytes beside letters and digits that stay. */
static bool encode(vt_buffer *out, vt_text text, const char *also, bool lower) {
    for (size_t i = 0; i < text.size; i++) {
        char byte = text.bytes[i];
        bool stays = vt_is_alphanumeric(byte) || (byte && strchr(also, byte));
        if (stays) {
            vt_buffer_add_byte(out, lower ? vt_to_lower(byte) : byte);
        } else {
            add_escaped(out, byte);
        }
    }
    return !out->failed;
}

bool vt_percent_encode(vt_buffer *out, vt_text text) {
    return encode(out, text, "-._~", false);
}

/* The characters of a token in RFC 7230, but for '%'. The server takes names in lower case. */
bool vt_header_key_encode(vt_buffer *out, vt_text key) {
    return encode(out, key, "!#$&'*+-.^_`|~", true);
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
