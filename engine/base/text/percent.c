/* Percent escapes, %XX. */
#include "base/text/percent.h"

bool vt_percent_add(vt_buffer *out, char byte) {
    static const char digits[] = "0123456789ABCDEF";
    const unsigned char value = (unsigned char)byte;
    const char escape[3] = { '%', digits[value >> 4], digits[value & 15] };
    return vt_buffer_add_bytes(out, escape, sizeof escape);
}

bool vt_percent_encode_but(vt_buffer *out, vt_text text, const char *stays) {
    for (size_t i = 0; i < text.size; i++) {
        const char byte = text.bytes[i];
        if (vt_is_alphanumeric(byte) || (byte && strchr(stays, byte))) {
            vt_buffer_add_byte(out, byte);
        } else {
            vt_percent_add(out, byte);
        }
    }
    return !out->failed;
}

bool vt_percent_encode(vt_buffer *out, vt_text text) {
    return vt_percent_encode_but(out, text, "-._~");
}

int vt_percent_byte(vt_text text) {
    const char *at = text.bytes;
    if (text.size < 3 || *at != '%' || !vt_is_hexadecimal(at[1]) || !vt_is_hexadecimal(at[2])) {
        return -1;
    }
    const int byte = vt_digit_value(at[1]) * 16 + vt_digit_value(at[2]);
    return byte ? byte : -1;
}

bool vt_percent_decode(char *bytes, size_t *size, bool plus) {
    size_t out = 0;
    for (size_t i = 0; i < *size; i++) {
        char c = bytes[i];
        if (c == '%') {
            const int byte = vt_percent_byte(vt_text_slice(bytes + i, *size - i));
            if (byte < 0) return false;
            c = (char)byte;
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        bytes[out++] = c;
    }
    *size = out;
    return true;
}
