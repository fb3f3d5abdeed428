/* Quantities of Kubernetes: parsing, adding, writing. */
#include "base/number/quantity.h"

#include <stdio.h>
#include <string.h>

#include "base/text/ascii.h"

enum { NANO = 1000000000, BINARY_STEPS = 6 };

static const char decimal_suffixes[] = "num kMGTPE"; /* 10^-9 to 10^18 by thousands */
static const char binary_suffixes[] = "KMGTPE";      /* 2^10 to 2^60, each with an i */
static const char not_a_quantity[] = "quantities must match the regular expression "
                                     "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
static const char bad_suffix[] = "unable to parse quantity's suffix";
static const char out_of_range[] = "the quantity is out of range";

/* ------------------------------------------------------------------- suffixes */

typedef struct suffix {
    vt_quantity_format format;
    int64_t exponent; /* of 10, or the number of factors 1024 */
} suffix;

/* e12: the number. false: it is none. */
static bool read_exponent(vt_text text, int64_t *out) {
    enum { MOST = 1000 };
    size_t at = text.size && (text.bytes[0] == '-' || text.bytes[0] == '+');
    const bool negative = at && text.bytes[0] == '-';
    int64_t value = 0;
    if (at == text.size) return false;
    for (; at < text.size; at++) {
        if (!vt_is_digit(text.bytes[at])) return false;
        value = value * 10 + (text.bytes[at] - '0');
        if (value > MOST) value = MOST;
    }
    *out = negative ? -value : value;
    return true;
}

static bool read_suffix(vt_text text, suffix *out) {
    const char *found;
    *out = (suffix){ VT_QUANTITY_DECIMAL, 0 };
    if (text.size == 0) return true;
    if (text.size > 1 && (text.bytes[0] == 'e' || text.bytes[0] == 'E') && text.bytes[1] != 'i') {
        out->format = VT_QUANTITY_EXPONENT;
        return read_exponent(vt_text_between(text, 1, text.size), &out->exponent);
    }
    if (text.size == 2 && text.bytes[1] == 'i' &&
        (found = strchr(binary_suffixes, text.bytes[0])) != NULL) {
        *out = (suffix){ VT_QUANTITY_BINARY, found - binary_suffixes + 1 };
        return true;
    }
    found = text.size == 1 && text.bytes[0] != ' ' ? strchr(decimal_suffixes, text.bytes[0]) : NULL;
    if (found) out->exponent = (found - decimal_suffixes) * 3 - 9;
    return found != NULL;
}

/* -------------------------------------------------------------------- numbers */

/* Digits with a point: `text` without the point, which is before digit `point`. */
typedef struct digits {
    vt_text whole, fraction;
    int64_t point;
} digits;

static unsigned digit_at(const digits *from, int64_t index) {
    if (index < 0) return 0;
    size_t at = (size_t)index;
    if (at < from->whole.size) return (unsigned)(from->whole.bytes[at] - '0');
    at -= from->whole.size;
    return at < from->fraction.size ? (unsigned)(from->fraction.bytes[at] - '0') : 0;
}

/* A number as limbs: a whole part and two of nine digits; `rest`: there are more digits. */
typedef struct limbs {
    uint64_t whole;
    uint64_t nano, small;
    bool rest, overflow;
} limbs;

static limbs read_limbs(const digits *from) {
    const int64_t end = (int64_t)(from->whole.size + from->fraction.size);
    limbs out = { 0 };
    for (int64_t i = 0; i < from->point && !out.overflow; i++) {
        out.overflow = out.whole > INT64_MAX / 10;
        out.whole = out.whole * 10 + digit_at(from, i);
        out.overflow = out.overflow || out.whole > INT64_MAX;
    }
    for (int i = 0; i < 9; i++) out.nano = out.nano * 10 + digit_at(from, from->point + i);
    for (int i = 9; i < 18; i++) out.small = out.small * 10 + digit_at(from, from->point + i);
    for (int64_t i = from->point + 18; i < end && !out.rest; i++) out.rest = digit_at(from, i) > 0;
    return out;
}

static void multiply_by_1024(limbs *value) {
    value->small *= 1024;
    value->nano = value->nano * 1024 + value->small / NANO;
    value->small %= NANO;
    value->overflow = value->overflow || value->whole > (INT64_MAX - 1024) / 1024;
    value->whole = value->whole * 1024 + value->nano / NANO;
    value->nano %= NANO;
}

static void round_up(limbs *value) {
    if (!value->small && !value->rest) return;
    value->nano++;
    value->whole += value->nano / NANO;
    value->nano %= NANO;
}

/* Cut the digits at the start off. */
static vt_text cut_digits(vt_text *text) {
    size_t size = 0;
    while (size < text->size && vt_is_digit(text->bytes[size])) size++;
    const vt_text found = vt_text_between(*text, 0, size);
    *text = vt_text_between(*text, size, text->size);
    return found;
}

/* Cut sign, digits and point off a text, which is then the suffix. */
static bool cut_number(vt_text *text, digits *number) {
    const bool sign = text->size && (text->bytes[0] == '-' || text->bytes[0] == '+');
    const bool negative = sign && text->bytes[0] == '-';
    if (sign) *text = vt_text_between(*text, 1, text->size);
    *number = (digits){ .whole = cut_digits(text) };
    if (text->size && text->bytes[0] == '.') {
        *text = vt_text_between(*text, 1, text->size);
        number->fraction = cut_digits(text);
    }
    return negative;
}

const char *vt_quantity_parse(vt_text text, vt_quantity *out) {
    digits number;
    suffix ending;
    *out = (vt_quantity){ .format = VT_QUANTITY_DECIMAL };
    if (text.size == 0) return not_a_quantity;
    out->negative = cut_number(&text, &number);
    for (size_t i = 0; i < text.size; i++) {
        if (!text.bytes[i] || !strchr("eEinumkKMGTP-+0123456789", text.bytes[i])) {
            return not_a_quantity;
        }
    }
    if (!read_suffix(text, &ending)) return bad_suffix;
    const bool binary = ending.format == VT_QUANTITY_BINARY;
    number.point = (int64_t)number.whole.size + (binary ? 0 : ending.exponent);
    limbs value = read_limbs(&number);
    for (int64_t i = 0; binary && i < ending.exponent; i++) multiply_by_1024(&value);
    round_up(&value);
    if (value.overflow && !binary) return out_of_range;
    out->whole = value.overflow ? INT64_MAX : value.whole;
    out->nano = value.overflow ? 0 : (uint32_t)value.nano;
    out->format = ending.format;
    if (binary && out->whole == 0) out->format = VT_QUANTITY_DECIMAL;
    if (out->whole == 0 && out->nano == 0) out->negative = false;
    return NULL;
}

/* --------------------------------------------------------------------- adding */

static bool is_zero(const vt_quantity *quantity) {
    return quantity->whole == 0 && quantity->nano == 0;
}

static bool is_less(const vt_quantity *a, const vt_quantity *b) {
    return a->whole != b->whole ? a->whole < b->whole : a->nano < b->nano;
}

bool vt_quantity_add(vt_quantity *sum, const vt_quantity *other) {
    if (is_zero(sum)) {
        *sum = *other;
        return true;
    }
    const vt_quantity large = is_less(sum, other) ? *other : *sum;
    const vt_quantity small = is_less(sum, other) ? *sum : *other;
    const bool adds = sum->negative == other->negative;
    int64_t nano = (int64_t)large.nano + (adds ? (int64_t)small.nano : -(int64_t)small.nano);
    uint64_t whole = adds ? large.whole + small.whole : large.whole - small.whole;
    whole += nano >= NANO;
    whole -= nano < 0;
    nano += nano < 0 ? NANO : nano >= NANO ? -(int64_t)NANO : 0;
    sum->whole = whole;
    sum->nano = (uint32_t)nano;
    sum->negative = large.negative && (whole || nano);
    return whole <= INT64_MAX;
}

/* -------------------------------------------------------------------- writing */

/* As digits and a multiple of three as exponent. Returns the bytes written. */
static int write_decimal(char *out, size_t size, uint64_t whole, uint32_t nano, int *exponent) {
    int places = 9;
    *exponent = 0;
    if (nano == 0) {
        for (; whole % 1000 == 0; *exponent += 3) whole /= 1000;
        return snprintf(out, size, "%llu", (unsigned long long)whole);
    }
    for (; nano % 1000 == 0; places -= 3) nano /= 1000;
    *exponent = -places;
    if (whole == 0) return snprintf(out, size, "%u", nano);
    return snprintf(out, size, "%llu%0*u", (unsigned long long)whole, places, nano);
}

static int write_binary(char *out, size_t size, uint64_t whole) {
    int steps = 0;
    for (; whole % 1024 == 0 && steps < BINARY_STEPS; steps++) whole /= 1024;
    const int used = snprintf(out, size, "%llu", (unsigned long long)whole);
    return used +
           (steps ? snprintf(out + used, size - (size_t)used, "%ci", binary_suffixes[steps - 1])
                  : 0);
}

static int write_suffixed(char *out, size_t size, const vt_quantity *quantity) {
    int exponent = 0;
    int used = write_decimal(out, size, quantity->whole, quantity->nano, &exponent);
    char *end = out + used;
    const size_t rest = size - (size_t)used;
    if (!exponent) return used;
    if (quantity->format == VT_QUANTITY_EXPONENT)
        return used + snprintf(end, rest, "e%d", exponent);
    return used + snprintf(end, rest, "%c", decimal_suffixes[exponent / 3 + 3]);
}

vt_text vt_quantity_text(const vt_quantity *quantity, char text[VT_QUANTITY_TEXT_BYTES]) {
    const bool binary =
        quantity->format == VT_QUANTITY_BINARY && quantity->nano == 0 && quantity->whole >= 1024;
    if (is_zero(quantity)) return VT_TEXT("0");
    text[0] = '-';
    char *out = text + quantity->negative;
    const size_t size = VT_QUANTITY_TEXT_BYTES - (size_t)quantity->negative;
    const int used =
        binary ? write_binary(out, size, quantity->whole) : write_suffixed(out, size, quantity);
    return vt_text_slice(text, (size_t)used + quantity->negative);
}
