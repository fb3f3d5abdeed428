/* What a YAML scalar means: the typing of sigs.k8s.io/yaml, which is YAML 1.1 without base 60. */
#ifndef VITALS_DOCUMENT_YAML_SCALAR_H
#define VITALS_DOCUMENT_YAML_SCALAR_H

#include "base/buffer.h"

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

/* The type of a plain scalar without a tag. `scratch` is overwritten. false: no memory. */
bool vt_yaml_resolve(vt_text text, vt_buffer *scratch, vt_yaml_scalar *out);

/*
** The type of a scalar with a tag ("tag:yaml.org,2002:int"), plain or quoted. What does not fit its
** tag gives false, with Go's text for it in `error`, unless that failed for want of memory.
*/
bool vt_yaml_resolve_tagged(vt_text tag, vt_text text, vt_buffer *scratch, vt_yaml_scalar *out,
                            vt_buffer *error);

/* The JSON text of a number, as encoding/json writes the Go value. Appends nothing for others. */
bool vt_yaml_append_number(const vt_yaml_scalar *scalar, vt_buffer *buffer);

/* A date, or a date and a time, in one of the forms that YAML 1.1 libraries take for a timestamp. */
bool vt_yaml_is_timestamp(vt_text text);

#endif
