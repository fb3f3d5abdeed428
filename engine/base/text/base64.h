/* base64 in the standard alphabet, as Go's encoding/base64 reads and writes it: line breaks are ignored. */
#ifndef VITALS_BASE_BASE64_H
#define VITALS_BASE_BASE64_H

#include "base/memory/buffer.h"

/* With padding. */
bool vt_base64_encode(vt_buffer *out, vt_text bytes);
/* The offset that Go's CorruptInputError names, or -1 for good text. `padded`: StdEncoding, which requires padding;
** otherwise RawStdEncoding, which allows none. */
int64_t vt_base64_fault(vt_text text, bool padded);
/* Append the bytes of text with padding; false, with nothing appended, when it is not good. */
bool vt_base64_decode(vt_buffer *out, vt_text text);
/* The same of text with or without padding: it ends at the first '='. false at another byte than a digit. */
bool vt_base64_decode_digits(vt_buffer *out, vt_text text);

#endif
