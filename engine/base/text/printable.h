/* Code points that Go prints unescaped. */
#ifndef VITALS_BASE_PRINTABLE_H
#define VITALS_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdint.h>

/* unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
bool vt_is_printable(uint32_t code_point);

#endif
