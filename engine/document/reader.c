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

/* A part that is missing ends the path. */
static const vt_value *part(const vt_reader *reader, const vt_value *value, vt_text name) {
    if (value || !reader->trace) return value;
    return vt_read_traced(reader, vt_read_root(reader), name);
}

const vt_value *vt_read_metadata(const vt_reader *reader) {
    return part(reader, vt_document_metadata(reader->document), VT_TEXT("metadata"));
}
const vt_value *vt_read_spec(const vt_reader *reader) {
    return part(reader, vt_document_spec(reader->document), VT_TEXT("spec"));
}
const vt_value *vt_read_status(const vt_reader *reader) {
    return part(reader, vt_document_status(reader->document), VT_TEXT("status"));
}
