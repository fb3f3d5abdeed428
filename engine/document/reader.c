/* Reading an object, with a note of every look. */
#include "document/reader.h"

#include <stdarg.h>

const vt_value *vt_read(const vt_reader *reader, const vt_value *object, vt_text key) {
    const vt_value *value = vt_document_get(reader->document, object, key);
    if (reader->trace && object) {
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

/* A path that breaks off is noted where it did. */
const vt_value *vt_read_path(const vt_reader *reader, const vt_value *start, ...) {
    va_list keys;
    va_start(keys, start);
    const vt_value *parent = NULL, *value = start;
    const char *last = NULL;
    for (const char *key = va_arg(keys, const char *); key && value;
         key = va_arg(keys, const char *)) {
        parent = value;
        last = key;
        value = vt_document_get(reader->document, value, vt_text_from(key));
    }
    va_end(keys);
    if (reader->trace && parent) {
        vt_trace_read(reader->trace, reader->document, parent, vt_text_from(last), 0, value);
    }
    return value;
}

const vt_value *vt_read_root(const vt_reader *reader) {
    return vt_document_root(reader->document);
}
