#include "format.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number/decimal.h"
#include "base/number/number.h"
#include "base/text/ascii.h"

enum { NUMBER_BYTES = 400 }; /* the largest double has 309 digits before its point */

typedef struct output {
    char *bytes;
    size_t room, size; /* the size may exceed the room: it is that of the whole text */
} output;

/* %[flags][width][.precision][size]letter */
typedef struct conversion {
    bool left, zero;
    int width, precision; /* precision: -1 without one */
    int bytes;            /* of an integer */
    char letter;
} conversion;

static void add(output *out, char byte, size_t count) {
    for (; count > 0; count--, out->size++) {
        if (out->size < out->room) out->bytes[out->size] = byte;
    }
}

static void add_bytes(output *out, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) add(out, bytes[i], 1);
}

/* `sign` comes before zeroes, and after spaces. */
static void add_padded(output *out, const conversion *how, const char *sign, const char *bytes,
                       size_t size) {
    const size_t sign_size = strlen(sign), width = (size_t)how->width, used = size + sign_size;
    const size_t padding = width > used ? width - used : 0;
    if (!how->left && !how->zero) add(out, ' ', padding);
    add_bytes(out, sign, sign_size);
    if (!how->left && how->zero) add(out, '0', padding);
    add_bytes(out, bytes, size);
    if (how->left) add(out, ' ', padding);
}

/* --------------------------------------------------------------- integers */

static uint64_t natural_of(const conversion *how, va_list *arguments) {
    return how->bytes == 8 ? va_arg(*arguments, uint64_t) : va_arg(*arguments, unsigned);
}

static int64_t integer_of(const conversion *how, va_list *arguments) {
    return how->bytes == 8 ? va_arg(*arguments, int64_t) : va_arg(*arguments, int);
}

static void add_natural(output *out, const conversion *how, const char *sign, uint64_t value,
                        unsigned base) {
    const char *const digits = how->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[20];
    size_t at = sizeof text;
    do {
        text[--at] = digits[value % base];
        value /= base;
    } while (value > 0);
    add_padded(out, how, sign, text + at, sizeof text - at);
}

static void add_integer(output *out, const conversion *how, int64_t value) {
    add_natural(out, how, value < 0 ? "-" : "", value < 0 ? 0 - (uint64_t)value : (uint64_t)value,
                10);
}

/* ----------------------------------------------------------------- doubles */

/* 'f' with the digits of a decimal that is rounded already. */
static size_t put_plain(const vt_decimal *decimal, int precision, char *text) {
    size_t size = 0;
    const int first = decimal->point > 0 ? 0 : decimal->point - 1;
    for (int at = first; at < decimal->point + precision; at++) {
        if (at == decimal->point) text[size++] = '.';
        text[size++] = (char)(at >= 0 && at < decimal->count ? decimal->digits[at] : '0');
    }
    return size;
}

/* d.ddde+XX */
static size_t put_exponent(const vt_decimal *decimal, char *text) {
    size_t size = 0;
    int exponent = decimal->point - 1;
    for (int i = 0; i < decimal->count; i++) {
        if (i == 1) text[size++] = '.';
        text[size++] = decimal->digits[i];
    }
    text[size++] = 'e';
    text[size++] = exponent < 0 ? '-' : '+';
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent >= 100) text[size++] = (char)('0' + exponent / 100);
    text[size++] = (char)('0' + exponent / 10 % 10);
    text[size++] = (char)('0' + exponent % 10);
    return size;
}

/* Without zeroes at the end. */
static size_t put_general(vt_decimal *decimal, int precision, char *text) {
    vt_decimal_round(decimal, precision);
    if (decimal->count == 0) {
        text[0] = '0';
        return 1;
    }
    if (decimal->point <= -4 || decimal->point > precision) return put_exponent(decimal, text);
    return put_plain(decimal, decimal->count > decimal->point ? decimal->count - decimal->point : 0,
                     text);
}

static size_t put_fixed(vt_decimal *decimal, int precision, char *text) {
    vt_decimal_round(decimal, decimal->point + precision);
    if (decimal->count == 0) decimal->point = 0;
    return put_plain(decimal, precision, text);
}

static void add_double(output *out, const conversion *how, double value) {
    conversion plain = *how;
    const char *const sign = signbit(value) ? "-" : "";
    if (!isfinite(value)) {
        plain.zero = false;
        add_padded(out, &plain, sign, isnan(value) ? "nan" : "inf", 3);
        return;
    }
    vt_decimal decimal;
    char text[NUMBER_BYTES];
    vt_decimal_from_double(&decimal, fabs(value));
    const int precision = how->precision < 0 ? 6 : how->precision > 40 ? 40 : how->precision;
    const size_t size = how->letter == 'f' ? put_fixed(&decimal, precision, text)
                                           : put_general(&decimal, precision ? precision : 1, text);
    add_padded(out, how, sign, text, size);
}

/* ----------------------------------------------------------------- formats */

/* A number, or `*`. */
static int number_of(const char **format, va_list *arguments) {
    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    int number = 0;
    for (; vt_is_digit(**format); ++*format) number = number * 10 + (**format - '0');
    return number;
}

static int bytes_of_size(const char **format) {
    int bytes = sizeof(int);
    for (; **format && strchr("lzjt", **format); ++*format) {
        const bool is_wide = **format == 'j' || (**format == 'l' && (*format)[1] == 'l');
        const bool is_word = **format == 'l' ? sizeof(long) == 8 : sizeof(size_t) == 8;
        if (is_wide || is_word) bytes = 8;
    }
    return bytes;
}

/* After the '%'. */
static conversion read_conversion(const char **format, va_list *arguments) {
    conversion how = { .precision = -1 };
    for (; **format == '-' || **format == '0'; ++*format) {
        how.left |= **format == '-';
        how.zero |= **format == '0';
    }
    how.width = number_of(format, arguments);
    if (how.width < 0) {
        how.left = true;
        how.width = -how.width;
    }
    if (**format == '.') {
        ++*format;
        how.precision = number_of(format, arguments);
    }
    how.bytes = bytes_of_size(format);
    how.letter = **format;
    return how;
}

static void add_string(output *out, conversion *how, const char *text) {
    const size_t most = how->precision < 0 ? SIZE_MAX : (size_t)how->precision;
    size_t size = 0;
    while (size < most && text[size]) size++;
    how->zero = false;
    add_padded(out, how, "", text, size);
}

/* false: it is not one of ours. */
static bool add_argument(output *out, conversion *how, va_list *arguments) {
    switch (how->letter) {
    case 'd':
    case 'i':
        return add_integer(out, how, integer_of(how, arguments)), true;
    case 'u':
        return add_natural(out, how, "", natural_of(how, arguments), 10), true;
    case 'x':
    case 'X':
        return add_natural(out, how, "", natural_of(how, arguments), 16), true;
    case 'p':
        return add_natural(out, how, "0x", (uintptr_t)va_arg(*arguments, void *), 16), true;
    case 'c':
        return add(out, (char)va_arg(*arguments, int), 1), true;
    case 's':
        return add_string(out, how, va_arg(*arguments, const char *)), true;
    case 'f':
    case 'g':
        return add_double(out, how, va_arg(*arguments, double)), true;
    case '%':
        return add(out, '%', 1), true;
    default:
        return false;
    }
}

int vt_wasm_format(char *out, size_t size, const char *format, va_list given) {
    output written = { out, size > 0 ? size - 1 : 0, 0 };
    va_list arguments;
    va_copy(arguments, given);
    for (; *format; format++) {
        if (*format != '%') {
            add(&written, *format, 1);
            continue;
        }
        format++;
        conversion how = read_conversion(&format, &arguments);
        if (!add_argument(&written, &how, &arguments)) break;
    }
    va_end(arguments);
    if (size > 0) out[written.size < written.room ? written.size : written.room] = '\0';
    return (int)written.size;
}

/* ----------------------------------------------------------------- numbers */

static bool is_digit_of(char byte, bool hexadecimal) {
    return hexadecimal ? vt_is_hexadecimal(byte) : vt_is_digit(byte);
}

/* Past digits with at most one point; no digit: `text` itself. */
static const char *skip_digits(const char *text, bool hexadecimal) {
    const char *at = text;
    bool has_digit = false, has_point = false;
    for (; is_digit_of(*at, hexadecimal) || (*at == '.' && !has_point); at++) {
        if (*at == '.')
            has_point = true;
        else
            has_digit = true;
    }
    return has_digit ? at : text;
}

/* Past an exponent that has digits. */
static const char *skip_exponent(const char *text, char letter) {
    if ((*text | 0x20) != letter) return text;
    const char *at = text + 1;
    if (*at == '+' || *at == '-') at++;
    if (!vt_is_digit(*at)) return text;
    while (vt_is_digit(*at)) at++;
    return at;
}

double vt_wasm_double(const char *text, char **end) {
    const char *start = text;
    while (*start == ' ' || (*start >= '\t' && *start <= '\r')) start++;
    const char *digits = start + (*start == '-' || *start == '+');
    const bool hexadecimal = digits[0] == '0' && (digits[1] | 0x20) == 'x' &&
                             skip_digits(digits + 2, true) != digits + 2;
    if (hexadecimal) digits += 2;
    const char *const digits_end = skip_digits(digits, hexadecimal);
    const char *const stop =
        digits_end == digits ? text : skip_exponent(digits_end, hexadecimal ? 'p' : 'e');
    if (end) *end = (char *)(uintptr_t)stop;
    double value = 0;
    if (stop == text) return 0;
    const vt_text number = vt_text_slice(start, (size_t)(stop - start));
    (void)(hexadecimal ? vt_number_parse_hexadecimal(number, false, &value)
                       : vt_number_parse_double(number, &value));
    return value;
}
