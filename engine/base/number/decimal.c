/* Doubles as exact decimals and back, in arbitrary-precision integer arithmetic. */
#include "base/number/decimal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------ large numbers */

/* 4352 bits. The largest operands are below 2^3800: 800 digits shifted by the 1074 binary places of
** the smallest double, or its 54 bits scaled by the 1124 decimal places that 800 digits may
** need. */
#define MOST_LIMBS 136

typedef struct natural {
    uint32_t limbs[MOST_LIMBS]; /* the lowest first */
    int count;
} natural;

static void set(natural *n, uint64_t value) {
    n->count = 0;
    for (; value; value >>= 32) n->limbs[n->count++] = (uint32_t)value;
}

/* n = n * factor + addend */
static void multiply_add(natural *n, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && n->count < MOST_LIMBS) n->limbs[n->count++] = (uint32_t)carry;
}

static void multiply_power_of_five(natural *n, int power) {
    const uint32_t five_to_13 = 1220703125;
    for (; power >= 13; power -= 13) multiply_add(n, five_to_13, 0);
    for (; power > 0; power--) multiply_add(n, 5, 0);
}

static void shift_left(natural *n, int bits) {
    if (n->count == 0) return;
    int whole = bits / 32;
    if (n->count + whole > MOST_LIMBS) whole = MOST_LIMBS - n->count;
    memmove(n->limbs + whole, n->limbs, (size_t)n->count * sizeof *n->limbs);
    memset(n->limbs, 0, (size_t)whole * sizeof *n->limbs);
    n->count += whole;
    if (bits % 32) multiply_add(n, UINT32_C(1) << bits % 32, 0);
}

/* n = n / 10^9, and the remainder. */
static uint32_t divide_by_billion(natural *n) {
    uint64_t rest = 0;
    for (int i = n->count - 1; i >= 0; i--) {
        rest = rest << 32 | n->limbs[i];
        n->limbs[i] = (uint32_t)(rest / 1000000000);
        rest %= 1000000000;
    }
    while (n->count && n->limbs[n->count - 1] == 0) n->count--;
    return (uint32_t)rest;
}

static int compare(const natural *a, const natural *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
    return 0;
}

/* ------------------------------------------------------------------ doubles */

/* value = mantissa * 2^exponent */
typedef struct binary {
    uint64_t mantissa;
    int exponent;
} binary;

static binary decompose(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7FF);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 0) return (binary){ fraction, -1074 };
    return (binary){ fraction | UINT64_C(1) << 52, exponent - 1075 };
}

/* ------------------------------------------------------- doubles to decimals */

static void trim(vt_decimal *decimal) {
    while (decimal->count && decimal->digits[decimal->count - 1] == '0') decimal->count--;
    if (decimal->count == 0) decimal->point = 0;
}

/* Write `n` as digits; the decimal point is `places` digits left of their end. Overwrites `n`. */
static void write_digits(vt_decimal *decimal, natural *n, int places) {
    char reversed[VT_DECIMAL_MOST_DIGITS + 9];
    int count = 0;
    while (n->count && count + 9 <= (int)sizeof reversed) {
        uint32_t nine = divide_by_billion(n);
        for (int i = 0; i < 9; i++, nine /= 10) reversed[count++] = (char)('0' + nine % 10);
    }
    while (count && reversed[count - 1] == '0') count--;
    for (int i = 0; i < count && i < VT_DECIMAL_MOST_DIGITS; i++) {
        decimal->digits[i] = reversed[count - 1 - i];
    }
    decimal->count = count < VT_DECIMAL_MOST_DIGITS ? count : VT_DECIMAL_MOST_DIGITS;
    decimal->point = count - places;
    trim(decimal);
}

/* mantissa / 2^places is mantissa * 5^places / 10^places. */
static void from_binary(vt_decimal *decimal, binary value) {
    natural n;
    set(&n, value.mantissa);
    if (value.exponent >= 0) {
        shift_left(&n, value.exponent);
        write_digits(decimal, &n, 0);
    } else {
        multiply_power_of_five(&n, -value.exponent);
        write_digits(decimal, &n, -value.exponent);
    }
}

void vt_decimal_from_double(vt_decimal *decimal, double value) {
    from_binary(decimal, decompose(value));
}

static void round_down(vt_decimal *decimal, int digits) {
    if (digits < decimal->count) decimal->count = digits;
    trim(decimal);
}

static void round_up(vt_decimal *decimal, int digits) {
    if (digits >= decimal->count) return;
    for (int i = digits - 1; i >= 0; i--) {
        if (decimal->digits[i] == '9') continue;
        decimal->digits[i]++;
        decimal->count = i + 1;
        return;
    }
    decimal->digits[0] = '1'; /* all nines */
    decimal->count = 1;
    decimal->point++;
}

static bool rounds_up(const vt_decimal *decimal, int digits) {
    bool half = decimal->digits[digits] == '5' && digits + 1 == decimal->count;
    if (half) return digits > 0 && (decimal->digits[digits - 1] - '0') % 2 == 1;
    return decimal->digits[digits] >= '5';
}

void vt_decimal_round(vt_decimal *decimal, int digits) {
    if (digits >= decimal->count) return;
    if (digits < 0) {
        decimal->count = decimal->point = 0;
    } else if (rounds_up(decimal, digits)) {
        round_up(decimal, digits);
    } else {
        round_down(decimal, digits);
    }
}

/* ------------------------------------------------------- decimals to doubles */

/* A double within a few units in the last place of the decimal. */
static double estimate(const vt_decimal *decimal) {
    static const double tens[] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
    static const double powers[] = { 1e16, 1e32, 1e64, 1e128, 1e256 };
    uint64_t whole = 0;
    int used = decimal->count < 18 ? decimal->count : 18;
    for (int i = 0; i < used; i++) whole = whole * 10 + (uint64_t)(decimal->digits[i] - '0');
    int exponent = decimal->point - used;
    int rest = exponent < 0 ? -exponent : exponent;
    double value = (double)whole;
    value = exponent < 0 ? value / tens[rest % 16] : value * tens[rest % 16];
    for (int i = 0; i < 5; i++) {
        if ((rest >> (4 + i) & 1) == 0) continue;
        value = exponent < 0 ? value / powers[i] : value * powers[i];
    }
    return value > DBL_MAX ? DBL_MAX : value;
}

/* The digits as a whole number, nine at a time. */
static void set_digits(natural *n, const vt_decimal *decimal) {
    n->count = 0;
    for (int i = 0; i < decimal->count;) {
        uint32_t factor = 1, part = 0;
        for (; i < decimal->count && factor < 1000000000; i++, factor *= 10) {
            part = part * 10 + (uint32_t)(decimal->digits[i] - '0');
        }
        multiply_add(n, factor, part);
    }
}

/* The decimal against the point halfway between `value` and the next double above it: both sides
** are multiplied until they are whole numbers. Negative, 0 or positive. */
static int compare_with_half_above(const vt_decimal *decimal, double value) {
    natural left, right;
    set_digits(&left, decimal);
    binary half = decompose(value);
    half.mantissa = half.mantissa * 2 + 1;
    half.exponent -= 1;
    set(&right, half.mantissa);

    /* digits * 10^tens ? mantissa * 2^exponent, and 10^tens is 5^tens * 2^tens */
    int tens = decimal->point - decimal->count;
    multiply_power_of_five(tens > 0 ? &left : &right, tens > 0 ? tens : -tens);
    int twos = tens - half.exponent;
    shift_left(twos > 0 ? &left : &right, twos > 0 ? twos : -twos);
    return compare(&left, &right);
}

static bool is_odd(double value) {
    return decompose(value).mantissa % 2 == 1;
}

double vt_decimal_to_double(const vt_decimal *decimal) {
    if (decimal->count == 0 || decimal->point < -330) return 0;
    if (decimal->point > 310) return INFINITY;
    double value = estimate(decimal);
    for (;;) { /* up, while the decimal lies past the point halfway to the next double */
        int order = compare_with_half_above(decimal, value);
        if (order < 0 || (order == 0 && !is_odd(value))) break;
        if (value == DBL_MAX) return INFINITY;
        value = nextafter(value, INFINITY);
        if (order == 0) return value;
    }
    while (value > 0) { /* down, while it lies below the point halfway to the one before */
        double below = nextafter(value, 0);
        int order = compare_with_half_above(decimal, below);
        if (order > 0 || (order == 0 && !is_odd(value))) break;
        value = below;
    }
    return value;
}

/* ---------------------------------------------------------- shortest digits */

static bool reads_back(const vt_decimal *decimal, double value) {
    return vt_decimal_to_double(decimal) == value;
}

void vt_decimal_shortest(vt_decimal *decimal, double value) {
    vt_decimal exact;
    vt_decimal_from_double(&exact, value);
    bool is_power_of_two = decompose(value).mantissa == UINT64_C(1) << 52;
    for (int digits = 1; digits < exact.count; digits++) {
        *decimal = exact;
        vt_decimal_round(decimal, digits);
        if (reads_back(decimal, value)) return;
        if (!is_power_of_two) continue;
        /* The gap below a power of two is half the gap above: the nearest decimal of so many
        ** digits may miss below while the one above still hits. */
        *decimal = exact;
        round_up(decimal, digits);
        if (reads_back(decimal, value)) return;
    }
    *decimal = exact;
}
