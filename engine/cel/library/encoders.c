/* base64 in the standard alphabet. */
#include "base/text/ascii.h"
#include "cel/library/rows.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static vt_cel_value encode(const vt_cel_call *call) {
    vt_text bytes = vt_cel_text(call->arguments[0]);
    vt_buffer *out = vt_cel_scratch(call->state);
    for (size_t i = 0; i < bytes.size && !out->failed; i += 3) {
        if (i % 48 == 0 && !vt_cel_charge(call->state, 5)) break;
        size_t left = bytes.size - i < 3 ? bytes.size - i : 3;
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) {
            group = group << 8 | (k < left ? (unsigned char)bytes.bytes[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            vt_buffer_add_byte(out, k <= left ? alphabet[group >> (18 - 6 * k) & 63] : '=');
        }
    }
    return vt_cel_scratch_string(call->state);
}

static vt_cel_value illegal(const vt_cel_call *call, size_t at) {
    return vt_cel_fail(call->state, "illegal base64 data at input byte %zu", at);
}

/* The next byte that is not a line break; -1 at the end, or when the state is stopped. */
static int next_byte(vt_cel_state *state, vt_text text, size_t *at) {
    while (*at < text.size && (text.bytes[*at] == '\n' || text.bytes[*at] == '\r')) {
        if (!vt_cel_charge(state, 1)) return -1;
        ++*at;
    }
    if (*at % 32 == 0 && !vt_cel_charge(state, 4)) return -1;
    return *at < text.size ? (unsigned char)text.bytes[(*at)++] : -1;
}

/* After a first '=': one more when two digits were read, and then nothing. */
static bool is_good_padding(vt_cel_state *state, vt_text text, size_t at, size_t digits) {
    if (digits < 2 || (digits == 2 && next_byte(state, text, &at) != '=')) return false;
    return next_byte(state, text, &at) < 0;
}

/* GO: padding is optional. Errors are those of the decoder without padding: they point at the first
** '=', or at the last byte when one digit is left over. */
static vt_cel_value decode(const vt_cel_call *call) {
    vt_text text = vt_cel_text(call->arguments[0]);
    vt_buffer *out = vt_cel_scratch(call->state);
    uint32_t group = 0;
    size_t digits = 0, at = 0;
    for (int byte; (byte = next_byte(call->state, text, &at)) >= 0;) {
        if (byte == '=' && is_good_padding(call->state, text, at, digits)) break;
        int digit = vt_base64_value((char)byte);
        if (digit < 0) return illegal(call, at - 1);
        group = group << 6 | (uint32_t)digit;
        if (++digits < 4) continue;
        for (int shift = 16; shift >= 0; shift -= 8)
            vt_buffer_add_byte(out, (char)(group >> shift));
        digits = 0;
        group = 0;
    }
    if (digits == 1) return illegal(call, text.size - 1);
    if (digits >= 2) vt_buffer_add_byte(out, (char)(group >> (6 * digits - 8)));
    if (digits == 3) vt_buffer_add_byte(out, (char)(group >> 2));
    vt_cel_value made = vt_cel_scratch_string(call->state);
    return vt_cel_is_error(made) ? made : vt_cel_of_bytes(vt_cel_text(made));
}

const vt_cel_function vt_cel_encoder_functions[] = {
    { "base64.encode",
      "base64_encode_bytes",
      STRING,
      { BYTES },
      encode,
      0,
      0,
      FLUX | SPEC | KRO,
      "encoders",
      0,
      "the octets in base64, padded",
      "base64.encode(b'hello') == 'aGVsbG8='",
      COST_WRITES },
    { "base64.decode",
      "base64_decode_string",
      BYTES,
      { STRING },
      decode,
      0,
      0,
      FLUX | SPEC | KRO,
      "encoders",
      0,
      "the octets of base64, padded or not",
      "base64.decode('aGVsbG8') == b'hello'",
      COST_WRITES },
    VT_CEL_END,
};
