/* Values as Go's fmt prints them, and apimachinery's complaints about a field's type. */
#ifndef VITALS_KSTATUS_GO_VALUE_H
#define VITALS_KSTATUS_GO_VALUE_H

#include "kstatus/result.h"

/* fmt's %v of a decoded JSON value: maps as map[a:1 b:2] with sorted keys, lists as [1 2]. */
bool vt_kstatus_append_go_value(vt_buffer *buffer, const vitals_document *document,
                                const vt_value *value);

/* fmt's %T of a decoded value; null is "<nil>". */
const char *vt_kstatus_go_type(const vt_value *value);

/* What became of following keys down an object. */
typedef enum vt_kstatus_found {
    VT_KSTATUS_FOUND,   /* `*out` is the leaf; it may be null */
    VT_KSTATUS_MISSING, /* the leaf or a parent is missing, or a parent is null */
    VT_KSTATUS_MISTYPED /* a parent is something else, or the leaf not what was wanted */
} vt_kstatus_found;

/* A look at a field of .metadata or .status: unstructured.NestedFieldNoCopy with the type check of
** NestedString, NestedInt64 or NestedSlice (`want` VT_STRING, VT_INTEGER, VT_ARRAY). */
typedef struct vt_kstatus_look {
    vt_kstatus_found found;
    vt_type want;
    vt_text parent_name, leaf_name;
    const vt_value *parent, *leaf;
} vt_kstatus_look;

static inline vt_kstatus_found vt_kstatus_judge(const vt_value *parent, const vt_value *leaf,
                                                vt_type want) {
    if (!parent || vt_value_is_null(parent)) return VT_KSTATUS_MISSING;
    if (!vt_value_is_object(parent)) return VT_KSTATUS_MISTYPED;
    if (!leaf) return VT_KSTATUS_MISSING;
    return vt_value_is(leaf, want) ? VT_KSTATUS_FOUND : VT_KSTATUS_MISTYPED;
}

/* `leaf` is what was read of the field. */
static inline vt_kstatus_look vt_kstatus_look_at_metadata(const vt_reader *reader, vt_text field,
                                                          vt_type want, const vt_value *leaf) {
    const vt_value *metadata = vt_document_metadata(reader->document);
    vt_kstatus_found found = vt_kstatus_judge(metadata, leaf, want);
    return (vt_kstatus_look){ found, want, VT_TEXT("metadata"), field, metadata, leaf };
}
static inline vt_kstatus_look vt_kstatus_look_at_status(const vt_reader *reader, vt_text field,
                                                        vt_type want, const vt_value *leaf) {
    const vt_value *status = vt_document_status(reader->document);
    vt_kstatus_found found = vt_kstatus_judge(status, leaf, want);
    return (vt_kstatus_look){ found, want, VT_TEXT("status"), field, status, leaf };
}

/* The accessor error of a look that was MISTYPED. */
void vt_kstatus_append_look(vt_buffer *error, const vt_reader *reader, const vt_kstatus_look *look);

#endif
