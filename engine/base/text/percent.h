/* Percent escapes, %XX. */
#ifndef VITALS_BASE_PERCENT_H
#define VITALS_BASE_PERCENT_H

#include "base/memory/buffer.h"

bool vt_percent_add(vt_buffer *out, char byte);
/* Append a text with everything but letters, digits and `stays` as escapes. */
bool vt_percent_encode_but(vt_buffer *out, vt_text text, const char *stays);
/* The same with -._~, for segments of paths and values of queries. */
bool vt_percent_encode(vt_buffer *out, vt_text text);
/* The byte that %XX at the start of a text stands for; -1: it is not that. Neither is %00. */
int vt_percent_byte(vt_text text);
/* Decode a text in its place; with `plus`, + is a blank. false: an escape is not whole. */
bool vt_percent_decode(char *bytes, size_t *size, bool plus);

#endif
