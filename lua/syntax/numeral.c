/* The values of numerals. */
#include <math.h>

#include "base/number.h"
#include "lua/syntax/token.h"

/* Digits of `base` with at least one among them, that fit an int64. */
static bool whole_number(vt_text digits, int base, double *out) {
    int64_t value;
    if (digits.size == 0 || !vt_number_parse_int64(digits, base, &value)) return false;
    *out = (double)value;
    return true;
}

double vt_lua_numeral_value(vt_text text, bool *octal) {
    *octal = false;
    text = vt_text_trim(text); /* the byte that an exponent without digits has eaten */
    double value;
    if (text.size > 1 && text.bytes[0] == '0') {
        if (text.bytes[1] == 'x' || text.bytes[1] == 'X') {
            return whole_number(vt_text_between(text, 2, text.size), 16, &value) ? value : NAN;
        }
        if (whole_number(vt_text_between(text, 1, text.size), 8, &value)) {
            *octal = true;
            return value;
        }
    }
    /* ARGO: a number too large for a double is an error of ParseFloat, and so NaN. */
    return vt_number_parse_double(text, &value) && isfinite(value) ? value : NAN;
}
