/* base64 in the standard alphabet. */
#include "base/text/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool vt_base64_encode(vt_buffer *out, vt_text bytes) {
    for (size_t i = 0; i < bytes.size; i += 3) {
        const size_t left = bytes.size - i < 3 ? bytes.size - i : 3;
        char four[4];
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) {
            group = group << 8 | (k < left ? (unsigned char)bytes.bytes[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            four[k] = k <= left ? alphabet[group >> (18 - 6 * k) & 63] : '=';
        }
        vt_buffer_add_bytes(out, four, sizeof four);
    }
    return !out->failed;
}

/* The value of a digit, 0 to 63; -1 for any other byte. */
static int digit_value(char byte) {
    if (byte >= 'A' && byte <= 'Z') return byte - 'A';
    if (byte >= 'a' && byte <= 'z') return byte - 'a' + 26;
    if (vt_is_digit(byte)) return byte - '0' + 52;
    return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

static bool is_line_break(char byte) {
    return byte == '\n' || byte == '\r';
}

static size_t skip_line_breaks(vt_text text, size_t at) {
    while (at < text.size && is_line_break(text.bytes[at])) at++;
    return at;
}

/* The padding whose first = is before `at` must be complete and end the text. */
static int64_t padding_fault(vt_text text, size_t at, int have) {
    if (have < 2) return (int64_t)at - 1;
    if (have == 2) {
        at = skip_line_breaks(text, at);
        if (at == text.size) return (int64_t)at;
        if (text.bytes[at] != '=') return (int64_t)at - 1;
        at++;
    }
    at = skip_line_breaks(text, at);
    return at < text.size ? (int64_t)at : -1;
}

/* GO: (*Encoding).Decode: digits in groups of four. */
int64_t vt_base64_fault(vt_text text, bool padded) {
    int have = 0;
    for (size_t at = 0; at < text.size; at++) {
        const char byte = text.bytes[at];
        if (digit_value(byte) >= 0) {
            have = (have + 1) % 4;
        } else if (padded && byte == '=') {
            return padding_fault(text, at + 1, have);
        } else if (!is_line_break(byte)) {
            return (int64_t)at;
        }
    }
    return have == 0 || (have > 1 && !padded) ? -1 : (int64_t)text.size - have;
}

/* The digits are written to the buffer's room: a call for each byte would take most of the time. */
bool vt_base64_decode_digits(vt_buffer *out, vt_text text) {
    uint32_t group = 0, bits = 0;
    bool good = true;
    if (!vt_buffer_reserve(out, text.size / 4 * 3 + text.size % 4 * 3 / 4)) return false;
    char *to = out->bytes + out->size;
    for (size_t i = 0; good && i < text.size && text.bytes[i] != '='; i++) {
        if (is_line_break(text.bytes[i])) continue;
        const int digit = digit_value(text.bytes[i]);
        good = digit >= 0;
        if (!good) continue;
        group = group << 6 | (uint32_t)digit;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        *to++ = (char)(group >> bits);
    }
    out->size = (size_t)(to - out->bytes);
    out->bytes[out->size] = '\0';
    return good;
}

bool vt_base64_decode(vt_buffer *out, vt_text text) {
    return vt_base64_fault(text, true) < 0 && vt_base64_decode_digits(out, text);
}
