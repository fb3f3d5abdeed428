/*
** How evaluators read an object: through a reader, which records every access in a trace.
**
** Without a trace a read costs one branch more than the lookup itself. With one, the trace holds
** every field that was read, present or missing, so that `explain`, coverage and "which fields does
** this verdict depend on" need no second implementation of any rule.
*/
#ifndef VITALS_DOCUMENT_READER_H
#define VITALS_DOCUMENT_READER_H

#include "document/document.h"

typedef struct vt_reader {
    const vitals_document *document;
    vitals_trace *trace; /* NULL: not traced */
} vt_reader;

/* Read a member and record the access; for a reader with a trace. */
const vt_value *vt_read_traced(const vt_reader *reader, const vt_value *object, vt_text key);

/* A member of an object; NULL when missing or when `object` is not an object. */
static inline const vt_value *vt_read(const vt_reader *reader, const vt_value *object,
                                      vt_text key) {
    if (reader->trace) return vt_read_traced(reader, object, key);
    return vt_document_field(reader->document, object, key);
}
#define vt_read_field(reader, object, literal) vt_read((reader), (object), VT_TEXT(literal))
/* A member on the way to another one. Of a path only the last access is recorded, since only its
** value is used: that is this one if the member is missing. */
static inline const vt_value *vt_read_through(const vt_reader *reader, const vt_value *object,
                                              vt_text key) {
    const vt_value *value = vt_document_field(reader->document, object, key);
    return value || !reader->trace ? value : vt_read_traced(reader, object, key);
}
/* A part of the object: the access is recorded only when it is missing. */
static inline const vt_value *vt_read_part(const vt_reader *reader, const vt_value *part,
                                           vt_text name) {
    if (part || !reader->trace) return part;
    return vt_read_traced(reader, vt_document_root(reader->document), name);
}
/* On the way through .metadata, .spec and .status. */
static inline const vt_value *vt_read_metadata(const vt_reader *reader) {
    return vt_read_part(reader, vt_document_metadata(reader->document), VT_TEXT("metadata"));
}
static inline const vt_value *vt_read_spec(const vt_reader *reader) {
    return vt_read_part(reader, vt_document_spec(reader->document), VT_TEXT("spec"));
}
static inline const vt_value *vt_read_status(const vt_reader *reader) {
    return vt_read_part(reader, vt_document_status(reader->document), VT_TEXT("status"));
}
/* Their fields that were looked up when the document was parsed. */
static inline const vt_value *vt_read_deletion_timestamp(const vt_reader *reader) {
    if (!reader->trace) return vt_document_parts(reader->document)->deletion_timestamp;
    return vt_read_field(reader, vt_read_metadata(reader), "deletionTimestamp");
}
static inline const vt_value *vt_read_generation(const vt_reader *reader) {
    if (!reader->trace) return vt_document_parts(reader->document)->generation;
    return vt_read_field(reader, vt_read_metadata(reader), "generation");
}
static inline const vt_value *vt_read_observed_generation(const vt_reader *reader) {
    if (!reader->trace) return vt_document_parts(reader->document)->observed_generation;
    return vt_read_field(reader, vt_read_status(reader), "observedGeneration");
}
static inline const vt_value *vt_read_conditions(const vt_reader *reader) {
    if (!reader->trace) return vt_document_parts(reader->document)->conditions;
    return vt_read_field(reader, vt_read_status(reader), "conditions");
}
/* An element of an array, from 0. */
const vt_value *vt_read_at(const vt_reader *reader, const vt_value *array, size_t index);
static inline const vt_value *vt_read_root(const vt_reader *reader) {
    return vt_document_root(reader->document);
}

/* Events recorded by rules. All accept a NULL trace. Texts are copied; documents must live until
** the trace is cleared, since paths and values are written only when they are requested. Reading a
** field again does not record it again. When memory runs out or limit trace_bytes is reached, events
** are dropped: see vt_trace_is_complete and vitals_trace_limit. */
void vt_trace_considered(vitals_trace *trace, vitals_source source, vt_text text);
/* `value` was read from `parent`: by `key` when that is not absent, otherwise by `index`. */
void vt_trace_read(vitals_trace *trace, const vitals_document *document, const vt_value *parent,
                   vt_text key, size_t index, const vt_value *value);
void vt_trace_decided(vitals_trace *trace, vitals_source source, vt_text row, uint32_t line);
/* A sub-expression and its value. `offset`, in the whole expression, becomes the event's line. */
void vt_trace_expression(vitals_trace *trace, vt_text expression, uint32_t offset, vt_text value);
void vt_trace_print(vitals_trace *trace, vt_text text);
/* What a note of rules says, as it was recorded: nothing is written for it. `parent` and `value` are of a READ;
** texts are borrowed. false: there is none, or it is not a note of rules. */
typedef struct vt_trace_note {
    vitals_trace_kind kind;
    const vt_value *parent, *value;
    size_t index;
    uint32_t line;
    vt_text key, path, shown, text;
} vt_trace_note;
bool vt_trace_note_at(const vitals_trace *trace, size_t index, vt_trace_note *out);
/* A line of a script was executed; for coverage. A trace keeps a set of lines. */
void vt_trace_line(vitals_trace *trace, uint32_t line);
bool vt_trace_has_line(const vitals_trace *trace, uint32_t line);
/* Whether memory never ran out. */
bool vt_trace_is_complete(const vitals_trace *trace);
/* `trace` may be NULL. */
void vt_trace_set_limits(vitals_trace *trace, const vitals_limits *limits);

#endif
