/*
** Doubles as exact decimals, and exact decimals as doubles, by whole-number arithmetic.
**
** Slow and simple: number.c uses it only when its fast paths do not apply.
*/
#ifndef VITALS_BASE_DECIMAL_H
#define VITALS_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A double has at most 767 significant digits. */
#define VT_DECIMAL_MOST_DIGITS 800

/* 0.d1d2d3… * 10^point. Without leading and trailing zeroes; zero has no digits. */
typedef struct vt_decimal {
    char digits[VT_DECIMAL_MOST_DIGITS]; /* '0' to '9' */
    int count;
    int point;
} vt_decimal;

/* The exact value; `value` must be finite and not negative. */
void vt_decimal_from_double(vt_decimal *decimal, double value);
/* The fewest digits that read back as `value`. */
void vt_decimal_shortest(vt_decimal *decimal, double value);
/* Round half to even at `digits` significant digits; fewer than 0 gives zero. */
void vt_decimal_round(vt_decimal *decimal, int digits);
/* The nearest double, ties to even; infinity when it is too large. */
double vt_decimal_to_double(const vt_decimal *decimal);

#endif
