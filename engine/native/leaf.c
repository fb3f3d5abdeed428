/* Single values as Go reads them: numbers and quantities. */
#include "base/number/number.h"
#include "base/text/ascii.h"
#include "native/typed.h"

/* ------------------------------------------------------------- numbers */

int64_t vt_native_int64(const vt_value *value) {
    if (vt_value_is_integer(value)) return value->as.integer;
    if (!vt_value_is(value, VT_DOUBLE)) return 0;
    /* Go on amd64 gives the least integer for what does not fit. */
    double number = value->as.number;
    return number >= -0x1p63 && number < 0x1p63 ? (int64_t)number : INT64_MIN;
}

int64_t vt_native_wrap32(int64_t value) {
    uint32_t low = (uint32_t)((uint64_t)value & UINT32_MAX);
    return low <= INT32_MAX ? (int64_t)low : (int64_t)low - ((int64_t)UINT32_MAX + 1);
}

int64_t vt_native_int32(const vt_value *value) {
    return vt_native_wrap32(vt_native_int64(value));
}

/* ------------------------------------------------------------- quantities */

static size_t skip_sign(vt_text text, size_t at) {
    return at < text.size && (text.bytes[at] == '+' || text.bytes[at] == '-') ? at + 1 : at;
}

/* Sets of letters, as bits. */
#define LETTER(letter) (UINT64_C(1) << ((letter) - '@'))
#define LARGE_LETTERS                                                                              \
    (LETTER('M') | LETTER('G') | LETTER('T') | LETTER('P') | LETTER('E')) /* of both kinds */
#define BINARY_LETTERS (LETTER('K') | LARGE_LETTERS)
#define DECIMAL_LETTERS (LETTER('n') | LETTER('u') | LETTER('m') | LETTER('k') | LARGE_LETTERS)

static inline bool is_among(char byte, uint64_t letters) {
    unsigned at = (unsigned char)byte - (unsigned)'@';
    return at < 64 && letters >> at & 1;
}

static bool is_suffix_letter(char byte) {
    return is_among(byte, DECIMAL_LETTERS | BINARY_LETTERS | LETTER('e') | LETTER('i'));
}

/* The decimal exponent of e5, E+5, e-5, as Go keeps it. false: not an exponent, or not an int64. */
static bool read_exponent(vt_text suffix, int64_t *exponent) {
    if (suffix.size < 2 || (suffix.bytes[0] != 'e' && suffix.bytes[0] != 'E')) return false;
    vt_text number = vt_text_slice(suffix.bytes + 1, suffix.size - 1);
    if (!vt_number_parse_int64(number, 10, exponent)) return false;
    *exponent = vt_native_wrap32(*exponent);
    return true;
}

/* Suffixes with which Go takes the long way, where a number without digits is an error. */
#define LEAST_SHORT_EXPONENT (-9)

static bool read_suffix(vt_text suffix, bool *needs_digits) {
    *needs_digits = false;
    if (suffix.size == 0) return true;
    char first = suffix.bytes[0];
    if (suffix.size == 1) return is_among(first, DECIMAL_LETTERS);
    if (suffix.size == 2 && suffix.bytes[1] == 'i') {
        *needs_digits = first == 'P' || first == 'E';
        return is_among(first, BINARY_LETTERS);
    }
    int64_t exponent;
    if (!read_exponent(suffix, &exponent)) return false;
    *needs_digits = exponent < LEAST_SHORT_EXPONENT;
    return true;
}

static vt_text trim_spaces(vt_text text) {
    size_t from = 0, to = text.size;
    while (from < to && text.bytes[from] == ' ') from++;
    while (to > from && text.bytes[to - 1] == ' ') to--;
    return vt_text_slice(text.bytes + from, to - from);
}

/* resource.ParseQuantity, as far as it can fail. It sees JSON: only spaces are trimmed, for other
** white space is escaped. */
vt_native_quantity_fault vt_native_quantity_check(vt_text text) {
    text = trim_spaces(text);
    if (text.size == 0) return VT_NATIVE_QUANTITY_FORMAT;
    size_t start = skip_sign(text, 0), at = vt_text_skip_digits(text, start);
    bool digits = at > start;
    if (at < text.size && text.bytes[at] == '.') {
        start = at + 1;
        at = vt_text_skip_digits(text, start);
        digits |= at > start;
    }
    size_t suffix = at;
    while (at < text.size && is_suffix_letter(text.bytes[at])) at++;
    at = vt_text_skip_digits(text, skip_sign(text, at));
    if (at != text.size) return VT_NATIVE_QUANTITY_FORMAT;
    bool needs_digits;
    if (!read_suffix(vt_text_slice(text.bytes + suffix, at - suffix), &needs_digits)) {
        return VT_NATIVE_QUANTITY_SUFFIX;
    }
    return needs_digits && !digits ? VT_NATIVE_QUANTITY_NUMBER : VT_NATIVE_QUANTITY_FINE;
}

static const struct {
    const char *suffix;
    double factor, divisor; /* dividing keeps "100m" as near to 0.1 as "0.1" is */
} scales[] = {
    { "", 1, 1 },        { "n", 1, 1e9 },     { "u", 1, 1e6 },     { "m", 1, 1e3 },
    { "k", 1e3, 1 },     { "M", 1e6, 1 },     { "G", 1e9, 1 },     { "T", 1e12, 1 },
    { "P", 1e15, 1 },    { "E", 1e18, 1 },    { "Ki", 0x1p10, 1 }, { "Mi", 0x1p20, 1 },
    { "Gi", 0x1p30, 1 }, { "Ti", 0x1p40, 1 }, { "Pi", 0x1p50, 1 }, { "Ei", 0x1p60, 1 },
};

static double scaled(vt_text text) {
    size_t end = text.size;
    while (end > 0 && is_suffix_letter(text.bytes[end - 1])) end--;
    vt_text suffix = vt_text_slice(text.bytes + end, text.size - end);
    double number = 0;
    if (!vt_number_parse_double(vt_text_slice(text.bytes, end), &number)) return 0;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        if (vt_text_is(suffix, scales[i].suffix)) {
            return number * scales[i].factor / scales[i].divisor;
        }
    }
    return 0;
}

double vt_native_quantity(const vt_value *value) {
    if (vt_value_is_integer(value)) return (double)value->as.integer;
    if (vt_value_is(value, VT_DOUBLE)) return value->as.number;
    vt_text text = trim_spaces(vt_value_text(value));
    return vt_native_quantity_check(text) == VT_NATIVE_QUANTITY_FINE ? scaled(text) : 0;
}
