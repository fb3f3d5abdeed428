/* Writing one string as a YAML scalar that reads back as the same string, everywhere. */
#ifndef VITALS_DOCUMENT_YAML_TEXT_H
#define VITALS_DOCUMENT_YAML_TEXT_H

#include "base/memory/buffer.h"

/* Whether every reader takes the text for the same string without quotes. */
bool vt_yaml_is_plain(vt_text text);
/* On one line: plain where it can be, otherwise in double quotes. */
bool vt_yaml_append_string(vt_buffer *buffer, vt_text text);
/* Whether the text can be written as a literal block: more than one line, nothing to escape, and no
** leading white space. */
bool vt_yaml_fits_literal(vt_text text);
/* As a literal block with lines indented to `column`, including the last line break. */
bool vt_yaml_append_literal(vt_buffer *buffer, vt_text text, size_t column);

#endif
