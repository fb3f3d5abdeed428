/* Reading an object, with a note of every look. */
#include "document/reader.h"

const vt_value *vt_read_traced(const vt_reader *reader, const vt_value *object, vt_text key) {
    const vt_value *value = vt_document_get(reader->document, object, key);
    if (object) {
        vt_trace_read(reader->trace, reader->document, object, key, 0, value);
    }
    return value;
}

const vt_value *vt_read_at(const vt_reader *reader, const vt_value *array, size_t index) {
    const vt_value *value = vt_array_at(array, index);
    if (reader->trace && array) {
        vt_trace_read(reader->trace, reader->document, array, VT_TEXT_ABSENT, index, value);
    }
    return value;
}

const vt_value *vt_read_root(const vt_reader *reader) {
    return vt_document_root(reader->document);
}
