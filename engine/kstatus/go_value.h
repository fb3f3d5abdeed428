/* Values as Go's fmt prints them, and apimachinery's complaints about a field's type. */
#ifndef VITALS_KSTATUS_GO_VALUE_H
#define VITALS_KSTATUS_GO_VALUE_H

#include "kstatus/kstatus.h"

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

/* unstructured.NestedFieldNoCopy with the type check of NestedString, NestedInt64 or NestedSlice
** (`want` VT_STRING, VT_INTEGER, VT_ARRAY). MISTYPED appends the accessor error to `error`. */
vt_kstatus_found vt_kstatus_nested(const vt_reader *reader, vt_type want, const char *first,
                                   const char *second, const vt_value **out, vt_buffer *error);

#endif
