/* The type and value of a YAML scalar as in sigs.k8s.io/yaml: YAML 1.1 without base 60. */
#ifndef VITALS_DOCUMENT_YAML_SCALAR_H
#define VITALS_DOCUMENT_YAML_SCALAR_H

#include "base/memory/buffer.h"

typedef enum vt_yaml_kind {
    VT_YAML_NULL,
    VT_YAML_BOOL,
    VT_YAML_INTEGER,  /* fits int64 */
    VT_YAML_UNSIGNED, /* fits uint64 only */
    VT_YAML_FLOAT,    /* any double, infinities and not-a-number included */
    VT_YAML_STRING
} vt_yaml_kind;

typedef struct vt_yaml_scalar {
    vt_yaml_kind kind;
    bool boolean;
    int64_t integer;
    uint64_t magnitude; /* UNSIGNED */
    double number;      /* FLOAT */
    vt_text text;       /* STRING; borrowed from the source or from the scratch buffer */
} vt_yaml_scalar;

/* Resolve a plain scalar without a tag. `scratch` is overwritten. Returns false when memory runs
** out. */
bool vt_yaml_resolve(vt_text text, vt_buffer *scratch, vt_yaml_scalar *out);

/*
** Resolve a scalar with a tag ("tag:yaml.org,2002:int"), plain or quoted. Returns false, with Go's
** message in `error`, when the scalar does not match its tag, and false when memory runs out.
*/
bool vt_yaml_resolve_tagged(vt_text tag, vt_text text, vt_buffer *scratch, vt_yaml_scalar *out,
                            vt_buffer *error);

/* The JSON text of a number, as encoding/json writes the Go value. Appends nothing for other
** types. */
bool vt_yaml_append_number(const vt_yaml_scalar *scalar, vt_buffer *buffer);

/* Whether YAML 1.1 libraries read the text as a timestamp: a date, or a date and a time. */
bool vt_yaml_is_timestamp(vt_text text);

#endif
