/*
** Text to numbers and back, without locale, in the exact forms of Go's strconv.
** Parsers consume the whole text or fail.
*/
#ifndef VITALS_BASE_NUMBER_H
#define VITALS_BASE_NUMBER_H

#include "base/memory/buffer.h"

/* [+-]?digits in `base` 2 to 36, without a sign for uint64. Returns false when it is not a number
** or does not fit. */
bool vt_number_parse_int64(vt_text text, int base, int64_t *out);
bool vt_number_parse_uint64(vt_text text, int base, uint64_t *out);
/* Decimal floating point as JSON and CEL write it, correctly rounded: digits, fraction,
** exponent; a sign; nothing else. Overflow gives an infinity and returns true. */
bool vt_number_parse_double(vt_text text, double *out);
/* The same in hexadecimal: 0x1.8p3. Go's must have an exponent, C's need not. */
bool vt_number_parse_hexadecimal(vt_text text, bool needs_exponent, double *out);

/* The layouts of strconv.FormatFloat(value, layout, precision, 64). Precision -1 is the
** shortest text that reads back the same. Infinities are +Inf and -Inf, not-a-number NaN.
** Layouts: 'e', 'f', 'g' ('g' uses exponent form when exp < -4 or exp >= 6 for precision -1). */
bool vt_number_append_double(vt_buffer *buffer, double value, char layout, int precision);
/* As encoding/json writes a float64: 'f', or 'e' below 1e-6 and from 1e21 on. */
bool vt_number_append_json_double(vt_buffer *buffer, double value);

/* Shortest decimal digits of a finite value above 0: value = 0.d1d2d3… * 10^exponent.
** Returns how many digits were written, at most 17. */
int vt_number_shortest(double value, char digits[17], int *exponent);

/* strconv.ParseBool: exactly 1 t T TRUE true True 0 f F FALSE false False. */
bool vt_number_parse_bool(vt_text text, bool *out);

#endif
