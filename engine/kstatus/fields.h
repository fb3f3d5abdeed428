/*
** Reading fields as upstream's Go code does, with its error texts: the accessors of apimachinery's
** unstructured package, its converter of conditions, and values as fmt prints them.
*/
#ifndef VITALS_KSTATUS_FIELDS_H
#define VITALS_KSTATUS_FIELDS_H

#include "kstatus/rule.h"

/* Upstream reads .metadata and .status for themselves, not only on the way to a field: traced. */
static inline void vt_kstatus_note_metadata(const vt_reader *reader) {
    if (reader->trace) vt_read_field(reader, vt_read_root(reader), "metadata");
}
static inline void vt_kstatus_note_status(const vt_reader *reader) {
    if (reader->trace) vt_read_field(reader, vt_read_root(reader), "status");
}

/* .spec.<field> and .status.<field>. */
static inline const vt_value *vt_kstatus_spec(const vt_kstatus_input *input, vt_text field) {
    const vt_reader *reader = &input->evaluation->reader;
    return vt_read(reader, vt_read_spec(reader), field);
}
static inline const vt_value *vt_kstatus_status(const vt_kstatus_input *input, vt_text field) {
    const vt_reader *reader = &input->evaluation->reader;
    return vt_read(reader, vt_read_status(reader), field);
}

/* KSTATUS: GetIntField and GetStringField: anything that is not an int64 (a string) gives `fallback`,
** without an error. */
static inline int64_t vt_kstatus_integer(const vt_value *value, int64_t fallback) {
    return vt_value_is_integer(value) ? value->as.integer : fallback;
}
static inline vt_text vt_kstatus_string(const vt_value *value, vt_text fallback) {
    return vt_value_is_string(value) ? vt_value_text(value) : fallback;
}

/* ------------------------------------------------------------- accessors and their errors */

/* fmt's %v of a decoded JSON value: maps as map[a:1 b:2] with sorted keys, lists as [1 2]. */
bool vt_kstatus_append_go_value(vt_buffer *buffer, const vitals_document *document,
                                const vt_value *value);

/* fmt's %T of a decoded value; null is "<nil>". */
const char *vt_kstatus_go_type(const vt_value *value);

/* The result of following keys down an object. */
typedef enum vt_kstatus_found {
    VT_KSTATUS_FOUND,   /* the leaf is there and of the wanted type */
    VT_KSTATUS_MISSING, /* the leaf or a parent is missing, or a parent is null */
    VT_KSTATUS_MISTYPED /* a parent is something else, or the leaf is of another type */
} vt_kstatus_found;

/* The lookup of a field of .metadata, .spec or .status: unstructured.NestedFieldNoCopy with the type check of
** NestedString, NestedInt64, NestedSlice or NestedMap (`want` VT_STRING, VT_INTEGER, VT_ARRAY, VT_OBJECT). */
typedef struct vt_kstatus_lookup {
    vt_kstatus_found found;
    vt_type want;
    vt_text parent_name, leaf_name;
    const vt_value *parent, *leaf;
} vt_kstatus_lookup;

static inline vt_kstatus_found vt_kstatus_classify(const vt_value *parent, const vt_value *leaf,
                                                   vt_type want) {
    if (!parent || vt_value_is_null(parent)) return VT_KSTATUS_MISSING;
    if (!vt_value_is_object(parent)) return VT_KSTATUS_MISTYPED;
    if (!leaf) return VT_KSTATUS_MISSING;
    return vt_value_is(leaf, want) ? VT_KSTATUS_FOUND : VT_KSTATUS_MISTYPED;
}

/* `leaf` is the field as it was read. */
static inline vt_kstatus_lookup vt_kstatus_lookup_metadata(const vt_reader *reader, vt_text field,
                                                           vt_type want, const vt_value *leaf) {
    const vt_value *metadata = vt_document_metadata(reader->document);
    vt_kstatus_found found = vt_kstatus_classify(metadata, leaf, want);
    return (vt_kstatus_lookup){ found, want, VT_TEXT("metadata"), field, metadata, leaf };
}
static inline vt_kstatus_lookup vt_kstatus_lookup_spec(const vt_reader *reader, vt_text field,
                                                       vt_type want, const vt_value *leaf) {
    const vt_value *spec = vt_document_spec(reader->document);
    vt_kstatus_found found = vt_kstatus_classify(spec, leaf, want);
    return (vt_kstatus_lookup){ found, want, VT_TEXT("spec"), field, spec, leaf };
}
static inline vt_kstatus_lookup vt_kstatus_lookup_status(const vt_reader *reader, vt_text field,
                                                         vt_type want, const vt_value *leaf) {
    const vt_value *status = vt_document_status(reader->document);
    vt_kstatus_found found = vt_kstatus_classify(status, leaf, want);
    return (vt_kstatus_lookup){ found, want, VT_TEXT("status"), field, status, leaf };
}

/* Append the accessor error of a lookup that was MISTYPED. */
void vt_kstatus_append_lookup_error(vt_buffer *error, const vt_reader *reader,
                                    const vt_kstatus_lookup *lookup);

/* ------------------------------------------------------------- conditions */

/* Convert .status.conditions before any rule reads one. false: it is malformed, and `error` has the
** text of apimachinery's converter. */
bool vt_kstatus_conditions_read(const vt_evaluation *evaluation, vt_conditions *out,
                                vt_text *error);

/* Whether a condition has this type and status. */
static inline bool vt_kstatus_condition_is(const vt_condition *condition, const char *type,
                                           const char *status) {
    return vt_text_is(condition->type, type) && vt_text_is(condition->status, status);
}
/* Index of the first condition with this type and status; count when there is none. */
static inline size_t vt_kstatus_conditions_find(const vt_conditions *conditions, const char *type,
                                                const char *status) {
    size_t i = 0;
    while (i < conditions->count && !vt_kstatus_condition_is(&conditions->items[i], type, status))
        i++;
    return i;
}

#endif
