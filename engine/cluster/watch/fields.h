/* Reading the fields of documents by their paths. What is not there, or of another type, is absent, NULL,
** false or 0. */
#ifndef VITALS_CLUSTER_FIELDS_H
#define VITALS_CLUSTER_FIELDS_H

#include "base/text/text.h"

/* `from` NULL: the root of the document. */
static inline const vitals_value *vt_field(const vitals_document *document,
                                           const vitals_value *from, const char *path) {
    const vitals_value *value = NULL;
    if (vitals_document_field(document, from, vt_text_from(path), &value) != VITALS_OK) return NULL;
    return value;
}

static inline vt_text vt_field_text(const vitals_document *document, const vitals_value *from,
                                    const char *path) {
    return vitals_value_string(vt_field(document, from, path));
}

/* The next item of a list or member of a map; false at the end. */
static inline bool vt_field_next(const vitals_value *container, uint64_t *cursor, vt_text *key,
                                 const vitals_value **value) {
    return vitals_value_next(container, cursor, key, value) == VITALS_OK;
}

#endif
