/* Fields of documents: see fields.h. */
#include "base/fields.h"

#include "base/memory.h"
#include "base/text.h"

const vitals_value *field_at(const vitals_document *document, const vitals_value *from,
                             const char *path) {
    const vitals_value *value = NULL;
    if (vitals_document_field(document, from, vt_text_from(path), &value) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    return value;
}

vitals_text field_text(const vitals_document *document, const vitals_value *from,
                       const char *path) {
    const vitals_value *value = field_at(document, from, path);
    return value ? vitals_value_string(value) : (vitals_text){ NULL, 0 };
}
