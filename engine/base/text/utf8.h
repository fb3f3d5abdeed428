/* UTF-8: decoding, validating, counting, repairing. */
#ifndef VITALS_BASE_UTF8_H
#define VITALS_BASE_UTF8_H

#include "base/memory/buffer.h"

#define VT_UTF8_INVALID UINT32_C(0xFFFFFFFF)

/* The code point at `*offset`, which moves past it. An invalid byte gives VT_UTF8_INVALID and
** moves by one, as Go's range over a string does. Precondition: *offset < text.size. */
uint32_t vt_utf8_next(vt_text text, size_t *offset);
/* Offset of the first byte that is not valid UTF-8; surrogates and overlong forms are not valid.
** text.size when all of it is valid. Fast for ASCII. */
size_t vt_utf8_valid_prefix(vt_text text);
/* Code points in `text`; an invalid byte counts as one. */
size_t vt_utf8_count(vt_text text);
/* Offset of the code point at `index`, from 0; text.size when there are fewer. */
size_t vt_utf8_offset(vt_text text, size_t index);
/* Write one code point, 1 to 4 bytes, and return how many; 0 for surrogates and > 0x10FFFF. */
size_t vt_utf8_encode(uint32_t code_point, char out[4]);
bool vt_utf8_append(vt_buffer *buffer, uint32_t code_point);
/* Append `text` with each invalid byte replaced by U+FFFD, as Go's encoding/json does. */
bool vt_utf8_append_valid(vt_buffer *buffer, vt_text text);

#endif
