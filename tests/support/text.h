/* Texts in arrays of fixed size. */
#ifndef VITALS_TESTS_SUPPORT_TEXT_H
#define VITALS_TESTS_SUPPORT_TEXT_H

#include <stddef.h>

/* Append to the text in `out`, an array of `size` bytes. The test fails when it does not fit. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void text_append(char *out, size_t size, const char *format, ...);

/* The decimal number that `text` starts with. The test fails when there is none, or more than `most`. */
unsigned text_number(const char *text, unsigned most);

#endif
