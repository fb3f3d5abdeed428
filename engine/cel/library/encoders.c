/* base64 in the standard alphabet. */
#include "base/text/base64.h"
#include "cel/library/rows.h"

static vt_cel_value encode(const vt_cel_call *call) {
    enum { STEP = 48 }; /* bytes, a number of whole groups */
    vt_text bytes = vt_cel_text(call->arguments[0]);
    vt_buffer *out = vt_cel_scratch(call->state);
    for (size_t i = 0; i < bytes.size && vt_cel_charge(call->state, 5); i += STEP) {
        if (!vt_base64_encode(out, vt_text_between(bytes, i, i + STEP))) break;
    }
    return vt_cel_scratch_string(call->state);
}

/* Four for each 32 bytes, and one for each line break. */
static bool charge_reading(vt_cel_state *state, vt_text text) {
    for (size_t at = 0; at < text.size; at++) {
        const bool breaks = text.bytes[at] == '\n' || text.bytes[at] == '\r';
        if (at % 32 == 0 && !vt_cel_charge(state, 4)) return false;
        if (breaks && !vt_cel_charge(state, 1)) return false;
    }
    return true;
}

/* CEL-GO: padding is optional. Errors come from the decoder without padding, so they point at the first
** '=', or at the last byte when one digit is left over. */
static vt_cel_value decode(const vt_cel_call *call) {
    vt_text text = vt_cel_text(call->arguments[0]);
    vt_buffer *out = vt_cel_scratch(call->state);
    if (charge_reading(call->state, text)) {
        const int64_t fault = vt_base64_fault(text, true) < 0 ? -1 : vt_base64_fault(text, false);
        if (fault >= 0) {
            return vt_cel_fail(call->state, "illegal base64 data at input byte %lld",
                               (long long)fault);
        }
        (void)vt_base64_decode_digits(out, text);
    }
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
