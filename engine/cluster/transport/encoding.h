/* Percent escapes, and texts that may be shown or sent. */
#ifndef VITALS_CLUSTER_ENCODING_H
#define VITALS_CLUSTER_ENCODING_H

#include "base/memory/buffer.h"

/* The rule of client-go's headerKeyEscape: what may be in the name of a header stays, in lower case;
** everything else, and %, is escaped. For Impersonate-Extra-KEY. */
bool vt_header_key_encode(vt_buffer *out, vt_text key);
/* Whether a text may be the value of a header: no control characters but tabs. */
bool vt_is_header_value(vt_text text);

/* Append the first line of a text, at most 300 bytes of it, with control characters escaped. */
bool vt_add_first_line(vt_buffer *out, vt_text text);
/* The same for all lines: line breaks stay, everything else that a terminal would act on is escaped. */
bool vt_add_visible_lines(vt_buffer *out, vt_text text);

#endif
