/*
** What the module uses of printf and strtod. Those of libc compute with 128-bit floating point, which takes a
** tenth of the module.
*/
#ifndef VITALS_WASM_FORMAT_H
#define VITALS_WASM_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* vsnprintf with the conversions d i u x X c s p f g %, the flags - and 0, width, precision, and the sizes l, ll, z,
** j and t. Another conversion ends the text there. */
int vt_wasm_format(char *out, size_t size, const char *format, va_list arguments);

/* strtod of the C locale, without infinities and not-a-numbers. */
double vt_wasm_double(const char *text, char **end);

#endif
