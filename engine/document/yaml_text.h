/* Writing one string as a YAML scalar that reads back as the same string, everywhere. */
#ifndef VITALS_DOCUMENT_YAML_TEXT_H
#define VITALS_DOCUMENT_YAML_TEXT_H

#include "base/buffer.h"

/* On one line: plain when nobody takes it for anything else, in double quotes otherwise. */
bool vt_yaml_append_string(vt_buffer *buffer, vt_text text);
/* Whether the text may be written as a literal block: more than one line, nothing to escape, and no
** white space in front. */
bool vt_yaml_fits_literal(vt_text text);
/* As a literal block whose lines stand at `column`; with its last line break. */
bool vt_yaml_append_literal(vt_buffer *buffer, vt_text text, size_t column);

#endif
