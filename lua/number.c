/* Numbers to strings and back, as in gopher-lua. */
#include <math.h>

#include "base/number/number.h"
#include "base/text/ascii.h"
#include "lua/lua_internal.h"

int64_t vt_lua_number_truncate(double number) {
    if (number >= -9223372036854775808.0 && number < 9223372036854775808.0) return (int64_t)number;
    return INT64_MIN;
}

static size_t put_integer(int64_t integer, char *out) {
    char digits[24];
    size_t count = 0;
    uint64_t rest = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    size_t size = 0;
    if (integer < 0) out[size++] = '-';
    while (count > 0) out[size++] = digits[--count];
    return size;
}

/* d.ddde+XX */
static size_t put_exponent_form(const char *digits, int count, int exponent, char *out) {
    size_t size = 0;
    out[size++] = digits[0];
    if (count > 1) {
        out[size++] = '.';
        memcpy(out + size, digits + 1, (size_t)count - 1);
        size += (size_t)count - 1;
    }
    out[size++] = 'e';
    out[size++] = exponent < 0 ? '-' : '+';
    int absolute = exponent < 0 ? -exponent : exponent;
    if (absolute < 10) out[size++] = '0';
    return size + put_integer(absolute, out + size);
}

/* ddd.ddd, with leading or trailing zeroes as needed. */
static size_t put_plain_form(const char *digits, int count, int exponent, char *out) {
    size_t size = 0;
    if (exponent < 0) {
        out[size++] = '0';
        out[size++] = '.';
        for (int zero = -1; zero > exponent; zero--) out[size++] = '0';
    }
    for (int index = 0; index < count || index <= exponent; index++) {
        out[size++] = index < count ? digits[index] : '0';
        if (exponent >= 0 && index == exponent && index + 1 < count) out[size++] = '.';
    }
    return size;
}

/* Write an infinity or NaN; 0 for other numbers. */
static size_t put_special(double number, char *out) {
    if (isnan(number)) {
        memcpy(out, "NaN", 3);
        return 3;
    }
    if (isinf(number)) {
        memcpy(out, number < 0 ? "-Inf" : "+Inf", 4);
        return 4;
    }
    return 0;
}

size_t vt_lua_number_shortest(double number, char out[VT_LUA_NUMBER_BYTES]) {
    size_t size = put_special(number, out);
    if (size > 0) return size;
    if (signbit(number)) out[size++] = '-';
    if (number == 0) {
        out[size++] = '0';
        return size;
    }
    char digits[17];
    int exponent;
    int count = vt_number_shortest(fabs(number), digits, &exponent);
    exponent--; /* from 0.ddd to d.dd */
    if (exponent < -4 || exponent >= 6) {
        return size + put_exponent_form(digits, count, exponent, out + size);
    }
    return size + put_plain_form(digits, count, exponent, out + size);
}

size_t vt_lua_number_text(double number, char out[VT_LUA_NUMBER_BYTES]) {
    int64_t integer = vt_lua_number_truncate(number);
    if ((double)integer == number && number < 9223372036854775808.0) {
        return put_integer(integer, out);
    }
    return vt_lua_number_shortest(number, out);
}

/* ---- text to number */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

static vt_text trim(vt_text text) {
    size_t start = 0;
    while (start < text.size && is_blank(text.bytes[start])) start++;
    size_t end = text.size;
    while (end > start && is_blank(text.bytes[end - 1])) end--;
    return vt_text_between(text, start, end);
}

/* Cut off a prefix such as 0x and return its base, as for integer literals of Go. */
static int cut_prefix(vt_text *digits) {
    if (digits->size < 2 || digits->bytes[0] != '0') return 10;
    int base = 8;
    size_t prefix = 1;
    switch (digits->bytes[1] | 0x20) {
    case 'x':
        base = 16, prefix = 2;
        break;
    case 'b':
        base = 2, prefix = 2;
        break;
    case 'o':
        base = 8, prefix = 2;
        break;
    default:
        break;
    }
    *digits = vt_text_between(*digits, prefix, digits->size);
    return base;
}

/* strconv.ParseInt(text, 0, 64): underscores are allowed between digits. */
static bool parse_go_integer(vt_text text, int64_t *out) {
    bool negative = text.size > 0 && text.bytes[0] == '-';
    if (negative || (text.size > 0 && text.bytes[0] == '+')) {
        text = vt_text_between(text, 1, text.size);
    }
    bool digit_before = text.size > 1 && text.bytes[0] == '0'; /* a prefix counts as a digit */
    int base = cut_prefix(&text);
    uint64_t value = 0;
    bool any = false;
    for (size_t index = 0; index < text.size; index++) {
        char c = text.bytes[index];
        if (c == '_') {
            if (!digit_before || index + 1 == text.size || text.bytes[index + 1] == '_') {
                return false;
            }
            continue;
        }
        uint64_t digit = (uint64_t)vt_digit_value(c);
        if (digit >= (uint64_t)base || value > (UINT64_MAX - digit) / (uint64_t)base) return false;
        value = value * (uint64_t)base + digit;
        any = digit_before = true;
    }
    if (!any || value > (uint64_t)INT64_MAX + (negative ? 1 : 0)) return false;
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

/* The infinities and NaN of strconv.ParseFloat. */
static bool parse_special(vt_text text, double *out) {
    vt_text bare = text;
    bool negative = text.size > 0 && text.bytes[0] == '-';
    if (negative || (text.size > 0 && text.bytes[0] == '+')) {
        bare = vt_text_between(text, 1, text.size);
    }
    if (vt_text_equal_fold(bare, VT_TEXT("inf")) || vt_text_equal_fold(bare, VT_TEXT("infinity"))) {
        *out = negative ? -INFINITY : INFINITY;
        return true;
    }
    if (vt_text_equal_fold(text, VT_TEXT("nan"))) {
        *out = NAN;
        return true;
    }
    return false;
}

static bool is_hex_digit(char c) {
    return vt_digit_value(c) < 16;
}

/* Underscores are between two digits, or between the prefix 0x and a digit. */
static bool has_good_underscores(vt_text text, size_t first_digit) {
    for (size_t at = 0; at < text.size; at++) {
        if (text.bytes[at] != '_') continue;
        bool after = at == first_digit || (at > first_digit && is_hex_digit(text.bytes[at - 1]));
        if (!after || at + 1 == text.size || !is_hex_digit(text.bytes[at + 1])) return false;
    }
    return true;
}

/* mantissa * 2^exponent. */
typedef struct binary_number {
    uint64_t mantissa;
    int64_t exponent;
    bool truncated; /* digits that are not 0 follow */
} binary_number;

/* The digits before the p. false: there are none. */
static bool read_mantissa(vt_text text, size_t *at, binary_number *out) {
    bool any = false, point = false;
    for (; *at < text.size; ++*at) {
        char c = text.bytes[*at];
        if (c == '_') continue;
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_hex_digit(c)) break;
        any = true;
        bool fits = out->mantissa >> 60 == 0;
        if (fits) out->mantissa = out->mantissa * 16 + (uint64_t)vt_digit_value(c);
        out->truncated = out->truncated || (!fits && c != '0');
        out->exponent += (fits ? 0 : 4) - (point ? 4 : 0);
    }
    return any;
}

/* What is behind the p. GO: readFloat stops to count where it has more than 10,000. */
static bool read_exponent(vt_text text, size_t at, int64_t *out) {
    enum { MOST = 10000 };
    bool negative = at < text.size && text.bytes[at] == '-';
    if (negative || (at < text.size && text.bytes[at] == '+')) at++;
    if (at == text.size || text.bytes[at] == '_') return false;
    int64_t exponent = 0;
    for (; at < text.size; at++) {
        if (text.bytes[at] == '_') continue;
        int digit = vt_digit_value(text.bytes[at]);
        if (digit > 9) return false;
        if (exponent < MOST) exponent = exponent * 10 + digit;
    }
    *out += negative ? -exponent : exponent;
    return true;
}

/* Rounded to the nearest double, ties to even. */
static double round_binary(binary_number number) {
    enum { LEAST_EXPONENT = -1022, BITS = 53 };
    if (number.mantissa == 0) return 0;
    for (; number.mantissa >> 63 == 0; number.exponent--) number.mantissa <<= 1;
    int64_t top = number.exponent + 63;
    if (top > 2000) return INFINITY;
    int64_t bits = top >= LEAST_EXPONENT ? BITS : BITS + top - LEAST_EXPONENT;
    if (bits < 0) return 0;
    unsigned dropped = (unsigned)(64 - bits);
    uint64_t kept = dropped == 64 ? 0 : number.mantissa >> dropped;
    uint64_t rest =
        dropped == 64 ? number.mantissa : number.mantissa << (64 - dropped) >> (64 - dropped);
    uint64_t half = UINT64_C(1) << (dropped - 1);
    if (rest > half || (rest == half && (number.truncated || kept & 1))) kept++;
    return ldexp((double)kept, (int)number.exponent + (int)dropped);
}

/* 0x1.8p3: Go's hexadecimal floating point numbers, whose exponent is mandatory. */
static bool parse_hexadecimal_float(vt_text text, double *out) {
    binary_number number = { 0, 0, false };
    bool negative = text.size > 0 && text.bytes[0] == '-';
    size_t at = negative || (text.size > 0 && text.bytes[0] == '+') ? 1 : 0;
    if (text.size < at + 2 || text.bytes[at] != '0' || (text.bytes[at + 1] | 0x20) != 'x') {
        return false;
    }
    at += 2;
    if (!has_good_underscores(text, at) || !read_mantissa(text, &at, &number)) return false;
    if (at == text.size || (text.bytes[at] | 0x20) != 'p') return false;
    if (!read_exponent(text, at + 1, &number.exponent)) return false;
    double value = round_binary(number);
    *out = negative ? -value : value;
    return !isinf(value);
}

/* Copy without underscores; each must be between two digits. */
static bool strip_underscores(vt_text text, char out[64], vt_text *stripped) {
    size_t size = 0;
    for (size_t index = 0; index < text.size; index++) {
        if (text.bytes[index] == '_') {
            if (index == 0 || index + 1 == text.size || vt_digit_value(text.bytes[index - 1]) > 9 ||
                vt_digit_value(text.bytes[index + 1]) > 9) {
                return false;
            }
            continue;
        }
        if (size == 64) return false;
        out[size++] = text.bytes[index];
    }
    *stripped = vt_text_slice(out, size);
    return true;
}

/* strconv.ParseFloat(text, 64) */
static bool parse_go_float(vt_text text, double *out) {
    if (parse_special(text, out) || parse_hexadecimal_float(text, out)) return true;
    char scratch[64];
    if (vt_text_find_byte(text, '_', 0) != SIZE_MAX && !strip_underscores(text, scratch, &text)) {
        return false;
    }
    return vt_number_parse_double(text, out) && !isinf(*out);
}

bool vt_lua_number_parse(vt_text text, double *out) {
    text = trim(text);
    int64_t integer;
    if (parse_go_integer(text, &integer)) {
        *out = (double)integer;
        return true;
    }
    return parse_go_float(text, out);
}

/* ARGO: baselib tonumber: a string with a point is a floating point number, whatever the base. */
bool vt_lua_number_convert(vt_text text, int base, double *out) {
    text = trim(text);
    if (vt_text_find_byte(text, '.', 0) != SIZE_MAX) return parse_go_float(text, out);
    if (base == 0) {
        base = 10;
        if (text.size >= 2 && text.bytes[0] == '0' && (text.bytes[1] | 0x20) == 'x') {
            base = 16;
            text = vt_text_between(text, 2, text.size);
        }
    }
    int64_t integer;
    if (base < 2 || base > 36 || !vt_number_parse_int64(text, base, &integer)) return false;
    *out = (double)integer;
    return true;
}
