/* Quoting: Go's %q, JSON strings, and making text safe to show on a terminal. */
#ifndef VITALS_BASE_QUOTE_H
#define VITALS_BASE_QUOTE_H

#include "base/memory/buffer.h"

/* strconv.Quote: "a\"b\x00\u200b"; non-printable runes are escaped. */
bool vt_quote_append_go(vt_buffer *buffer, vt_text text);
/* strconv.QuoteToASCII: the same, and all beyond ASCII is escaped. */
bool vt_quote_append_go_ascii(vt_buffer *buffer, vt_text text);
/* strconv.Quote without the quotes, for long text that is written piece by piece. */
bool vt_quote_append_go_inside(vt_buffer *buffer, vt_text text);
/* A JSON string with its quotes. Escapes only what RFC 8259 requires; bytes that are not
** UTF-8 become U+FFFD. */
bool vt_quote_append_json(vt_buffer *buffer, vt_text text);
/* What could steer a terminal, or what it shows nothing for, as escapes: control characters as \n, \t, \x1b and so
** on, characters that change the direction of text or have no width as \u202e, bytes that are not UTF-8 as \x80. */
bool vt_quote_append_visible(vt_buffer *buffer, vt_text text);
/* Whether that escapes a code point. */
bool vt_quote_hides(uint32_t code_point);

#endif
