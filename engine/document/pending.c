/* The YAML writer has not landed yet. */
#include "document/document.h"

bool vt_document_append_yaml(const vitals_document *document, const vt_value *value,
                             unsigned indent, vt_buffer *buffer) {
    (void)indent;
    return vt_document_append_json(document, value, 2, buffer);
}
