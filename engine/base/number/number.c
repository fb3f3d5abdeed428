/* Text to numbers and back, without locale, in the exact forms of Go's strconv. */
#include "base/number/number.h"

#include <float.h>
#include <math.h>

#include "base/number/decimal.h"
#include "base/text/ascii.h"

/* ----------------------------------------------------------- whole numbers */

/* GO: strconv.ParseUint takes no sign. */
bool vt_number_parse_uint64(vt_text text, int base, uint64_t *out) {
    if (text.size == 0) return false;
    uint64_t value = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = (unsigned)vt_digit_value(text.bytes[i]);
        if (digit >= (unsigned)base) return false;
        if (value > (UINT64_MAX - digit) / (unsigned)base) return false;
        value = value * (unsigned)base + digit;
    }
    *out = value;
    return true;
}

/* The magnitude of the smallest int64 is one more than that of the largest. */
bool vt_number_parse_int64(vt_text text, int base, int64_t *out) {
    bool negative = text.size && text.bytes[0] == '-';
    if (negative || (text.size && text.bytes[0] == '+')) {
        text = vt_text_between(text, 1, text.size);
    }
    uint64_t magnitude;
    if (!vt_number_parse_uint64(text, base, &magnitude)) return false;
    if (magnitude > (uint64_t)INT64_MAX + (negative ? 1 : 0)) return false;
    *out = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

bool vt_number_parse_bool(vt_text text, bool *out) {
    static const char *const words[] = { "1", "t", "T", "TRUE",  "true",  "True",
                                         "0", "f", "F", "FALSE", "false", "False" };
    for (size_t i = 0; i < 12; i++) {
        if (!vt_text_is(text, words[i])) continue;
        *out = i < 6;
        return true;
    }
    return false;
}

/* --------------------------------------------------------- text to a double */

/* Powers of ten that a double holds exactly. */
static const double exact_powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
#define MOST_EXACT_POWER 22
#define MOST_EXACT_INTEGER (UINT64_C(1) << 53)

/* The parts of a number: digits with at most one point among them, and an exponent limited to
** ±100,000,000. */
typedef struct number_parts {
    bool negative;
    vt_text digits;
    int exponent;
} number_parts;

/* The optional exponent after the digits; false when it has no digits. */
static bool split_exponent(vt_text text, size_t at, int *exponent) {
    if (at == text.size) return true;
    if (text.bytes[at] != 'e' && text.bytes[at] != 'E') return false;
    at++;
    bool negative = at < text.size && text.bytes[at] == '-';
    if (negative || (at < text.size && text.bytes[at] == '+')) at++;
    size_t end = vt_text_skip_digits(text, at);
    if (end == at || end != text.size) return false;
    int value = 0;
    for (; at < end; at++) {
        if (value < 10000000) value = value * 10 + (text.bytes[at] - '0');
    }
    *exponent = negative ? -value : value;
    return true;
}

static bool split(vt_text text, number_parts *out) {
    size_t at = 0;
    out->negative = text.size && text.bytes[0] == '-';
    if (out->negative || (text.size && text.bytes[0] == '+')) at++;
    size_t start = at;
    at = vt_text_skip_digits(text, at);
    size_t digit_count = at - start;
    if (at < text.size && text.bytes[at] == '.') {
        size_t end = vt_text_skip_digits(text, at + 1);
        digit_count += end - at - 1;
        at = end;
    }
    out->digits = vt_text_between(text, start, at);
    out->exponent = 0;
    return digit_count > 0 && split_exponent(text, at, &out->exponent);
}

/* The decimal that `parts` represent. Digits beyond those that can matter are dropped; if one of
** them is not 0, a final 1 distinguishes the value from a tie. */
static void collect(const number_parts *parts, vt_decimal *decimal) {
    decimal->count = decimal->point = 0;
    int64_t point = 0; /* a text may have more digits than an int can count */
    bool before_point = true, dropped = false;
    for (size_t i = 0; i < parts->digits.size; i++) {
        char byte = parts->digits.bytes[i];
        if (byte == '.') {
            before_point = false;
            continue;
        }
        bool counts = decimal->count > 0 || byte != '0';
        if (counts && decimal->count < VT_DECIMAL_MOST_DIGITS - 1) {
            decimal->digits[decimal->count++] = byte;
        } else if (byte != '0') {
            dropped = true;
        }
        if (before_point) {
            point += counts;
        } else if (!counts) {
            point--;
        }
    }
    if (dropped) decimal->digits[decimal->count++] = '1';
    point += parts->exponent;
    decimal->point = point > 100000 ? 100000 : point < -100000 ? -100000 : (int)point;
}

/* Clinger's fast path: when the integer and the power of ten are both exact there is one rounding.
** Not on machines that compute with more bits than a double has, which round twice. */
static bool parse_short(const vt_decimal *decimal, double *out) {
    if (FLT_EVAL_METHOD != 0) return false;
    int exponent = decimal->point - decimal->count;
    if (decimal->count > 19 || exponent > MOST_EXACT_POWER || exponent < -MOST_EXACT_POWER) {
        return false;
    }
    uint64_t whole = 0;
    for (int i = 0; i < decimal->count; i++)
        whole = whole * 10 + (uint64_t)(decimal->digits[i] - '0');
    if (whole > MOST_EXACT_INTEGER) return false;
    *out = exponent < 0 ? (double)whole / exact_powers[-exponent]
                        : (double)whole * exact_powers[exponent];
    return true;
}

bool vt_number_parse_double(vt_text text, double *out) {
    number_parts parts;
    if (!split(text, &parts)) return false;
    vt_decimal decimal;
    collect(&parts, &decimal);
    double value;
    if (!parse_short(&decimal, &value)) value = vt_decimal_to_double(&decimal);
    *out = parts.negative ? -value : value;
    return true;
}

/* --------------------------------------------------------- a double to text */

/* The digits of a value that is an integer of at most 53 bits divided by an exact power of ten:
** division then gives the value back, and no other decimal of 15 digits does. */
static bool shortest_short(double value, vt_decimal *decimal) {
    if (value >= 1e15 || value < 1e-5) return false;
    int places = 0;
    double scaled = value;
    while (places < 17 && (scaled != floor(scaled) || scaled / exact_powers[places] != value)) {
        scaled = value * exact_powers[++places];
        if (scaled >= 1e15) return false;
    }
    if (places == 17) return false;
    uint64_t whole = (uint64_t)scaled;
    int count = 0;
    for (uint64_t rest = whole; rest; rest /= 10) count++;
    decimal->count = count;
    decimal->point = count - places;
    for (int i = count - 1; i >= 0; i--, whole /= 10) decimal->digits[i] = (char)('0' + whole % 10);
    while (decimal->count && decimal->digits[decimal->count - 1] == '0') decimal->count--;
    return true;
}

/* The shortest digits that read back as `value`, by the fast path when it applies. */
static void shortest(double value, vt_decimal *decimal) {
    if (value == 0) {
        decimal->count = decimal->point = 0;
    } else if (!shortest_short(value, decimal)) {
        vt_decimal_shortest(decimal, value);
    }
}

int vt_number_shortest(double value, char digits[17], int *exponent) {
    vt_decimal decimal;
    shortest(value, &decimal);
    memcpy(digits, decimal.digits, (size_t)decimal.count);
    *exponent = decimal.point;
    return decimal.count;
}

static char digit_of(const vt_decimal *decimal, int index) {
    return index >= 0 && index < decimal->count ? decimal->digits[index] : '0';
}

/* d.ddde±dd with `places` digits after the point. */
static void append_exponent_form(vt_buffer *buffer, const vt_decimal *decimal, int places) {
    vt_buffer_add_byte(buffer, digit_of(decimal, 0));
    if (places > 0) vt_buffer_add_byte(buffer, '.');
    for (int i = 1; i <= places; i++) vt_buffer_add_byte(buffer, digit_of(decimal, i));
    int exponent = decimal->count ? decimal->point - 1 : 0;
    vt_buffer_printf(buffer, "e%c%02d", exponent < 0 ? '-' : '+',
                     exponent < 0 ? -exponent : exponent);
}

/* ddd.ddd with `places` digits after the point. */
static void append_plain_form(vt_buffer *buffer, const vt_decimal *decimal, int places) {
    if (decimal->point <= 0) vt_buffer_add_byte(buffer, '0');
    for (int i = 0; i < decimal->point; i++) vt_buffer_add_byte(buffer, digit_of(decimal, i));
    if (places > 0) vt_buffer_add_byte(buffer, '.');
    for (int i = 0; i < places; i++) {
        vt_buffer_add_byte(buffer, digit_of(decimal, decimal->point + i));
    }
}

static int at_least_zero(int value) {
    return value > 0 ? value : 0;
}

/* 'g' chooses by the exponent. GO: strconv.FormatFloat, %e is used when exp < -4 || exp >= eprec,
** and eprec is 6 when the shortest digits are requested. */
static void append_general_form(vt_buffer *buffer, const vt_decimal *decimal, int precision) {
    int digits = precision < 0 ? decimal->count : precision;
    int most = precision < 0 ? 6 : precision;
    if (precision >= 0 && most > decimal->count && decimal->count >= decimal->point) {
        most = decimal->count;
    }
    int exponent = decimal->point - 1;
    if (exponent < -4 || exponent >= most) {
        if (digits > decimal->count) digits = decimal->count;
        append_exponent_form(buffer, decimal, digits - 1);
        return;
    }
    if (digits > decimal->point) digits = decimal->count;
    append_plain_form(buffer, decimal, at_least_zero(digits - decimal->point));
}

/* The digits that the layout and precision require. */
static void collect_digits(vt_decimal *decimal, double value, char layout, int precision) {
    if (precision < 0) {
        shortest(value, decimal);
        return;
    }
    vt_decimal_from_double(decimal, value);
    switch (layout) {
    case 'e':
        vt_decimal_round(decimal, precision + 1);
        break;
    case 'f':
        vt_decimal_round(decimal, decimal->point + precision);
        break;
    default:
        vt_decimal_round(decimal, precision ? precision : 1);
        break;
    }
}

static bool append_not_finite(vt_buffer *buffer, double value) {
    return vt_buffer_add_terminated(buffer, isnan(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf");
}

/* GO: strconv.FormatFloat */
bool vt_number_append_double(vt_buffer *buffer, double value, char layout, int precision) {
    if (!isfinite(value)) return append_not_finite(buffer, value);
    if (signbit(value)) vt_buffer_add_byte(buffer, '-');
    vt_decimal decimal;
    collect_digits(&decimal, fabs(value), layout, precision);
    switch (layout) {
    case 'e':
        append_exponent_form(buffer, &decimal,
                             precision < 0 ? at_least_zero(decimal.count - 1) : precision);
        break;
    case 'f':
        append_plain_form(buffer, &decimal,
                          precision < 0 ? at_least_zero(decimal.count - decimal.point) : precision);
        break;
    default:
        append_general_form(buffer, &decimal, precision == 0 ? 1 : precision);
        break;
    }
    return !buffer->failed;
}

/* GO: the float encoder of encoding/json */
bool vt_number_append_json_double(vt_buffer *buffer, double value) {
    double magnitude = fabs(value);
    if (magnitude == 0 || (magnitude >= 1e-6 && magnitude < 1e21)) {
        return vt_number_append_double(buffer, value, 'f', -1);
    }
    size_t start = buffer->size;
    if (!vt_number_append_double(buffer, value, 'e', -1)) return false;
    /* GO: encoding/json cleans up e-09 to e-9 */
    size_t n = buffer->size;
    if (n - start >= 4 && buffer->bytes[n - 4] == 'e' && buffer->bytes[n - 3] == '-' &&
        buffer->bytes[n - 2] == '0') {
        buffer->bytes[n - 2] = buffer->bytes[n - 1];
        buffer->bytes[--buffer->size] = '\0';
    }
    return true;
}

/* ------------------------------------------------------------- hexadecimal */

/* A number is `mantissa` * 2^`exponent`, and a little more when `has_rest`. */
typedef struct binary_number {
    uint64_t mantissa;
    int64_t exponent;
    bool has_rest;
} binary_number;

/* The digits with a point from `*at` on; what does not fit into the mantissa is the rest. */
static bool read_digits(vt_text text, size_t *at, binary_number *number) {
    bool has_digits = false, after_point = false;
    for (; *at < text.size; ++*at) {
        char byte = text.bytes[*at];
        if (byte == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (!vt_is_hexadecimal(byte)) break;
        unsigned digit = (unsigned)vt_digit_value(byte);
        bool is_full = number->mantissa >> 60 != 0;
        if (!is_full) number->mantissa = number->mantissa * 16 + digit;
        number->has_rest |= is_full && digit != 0;
        number->exponent += (is_full ? 4 : 0) - (after_point ? 4 : 0);
        has_digits = true;
    }
    return has_digits;
}

/* Beyond this, every number is 0 or infinite, whatever its digits: no text is that long. */
enum { MOST_EXPONENT = 1 << 30 };

static bool read_exponent(vt_text text, size_t at, int64_t *exponent) {
    bool negative = at < text.size && text.bytes[at] == '-';
    int64_t value = 0;
    at += negative || (at < text.size && text.bytes[at] == '+');
    if (at == text.size) return false;
    for (; at < text.size; at++) {
        unsigned digit = (unsigned)vt_digit_value(text.bytes[at]);
        if (digit > 9) return false;
        if (value < MOST_EXPONENT) value = value * 10 + digit;
    }
    *exponent += negative ? -value : value;
    return true;
}

/* The nearest double, ties to even. */
static double round_binary(const binary_number *number) {
    int bits = 0;
    while (bits < 64 && number->mantissa >> bits) bits++;
    int64_t top = number->exponent + bits; /* the number is below 2^top */
    if (bits == 0 || top < DBL_MIN_EXP - DBL_MANT_DIG) return 0;
    if (top > DBL_MAX_EXP) return HUGE_VAL;
    int most = top < DBL_MIN_EXP ? (int)(top - (DBL_MIN_EXP - DBL_MANT_DIG)) : DBL_MANT_DIG;
    if (bits <= most) return ldexp((double)number->mantissa, (int)number->exponent);
    int dropped = bits - most;
    uint64_t kept = dropped == 64 ? 0 : number->mantissa >> dropped;
    uint64_t rest = number->mantissa - (dropped == 64 ? 0 : kept << dropped);
    uint64_t half = UINT64_C(1) << (dropped - 1);
    kept += rest > half || (rest == half && (number->has_rest || kept % 2));
    return ldexp((double)kept, (int)(number->exponent + dropped));
}

bool vt_number_parse_hexadecimal(vt_text text, bool needs_exponent, double *out) {
    binary_number number = { 0, 0, false };
    bool negative = text.size > 0 && text.bytes[0] == '-';
    size_t at = negative || (text.size > 0 && text.bytes[0] == '+');
    if (text.size < at + 2 || text.bytes[at] != '0' || (text.bytes[at + 1] | 0x20) != 'x') {
        return false;
    }
    at += 2;
    if (!read_digits(text, &at, &number)) return false;
    if (at == text.size
            ? needs_exponent
            : (text.bytes[at] | 0x20) != 'p' || !read_exponent(text, at + 1, &number.exponent)) {
        return false;
    }
    *out = negative ? -round_binary(&number) : round_binary(&number);
    return true;
}
