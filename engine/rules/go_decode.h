/*
** Decoding into a struct as Go's encoding/json does: which key sets which field, and the text of the
** first error. Keys are in byte order, since sigs.k8s.io/yaml goes through a JSON map.
*/
#ifndef VITALS_HEALTH_GO_DECODE_H
#define VITALS_HEALTH_GO_DECODE_H

#include "base/run/interrupt.h"
#include "document/document.h"

typedef enum vt_go_type {
    VT_GO_STRING,
    VT_GO_BOOL,
    VT_GO_STRINGS, /* []string */
    VT_GO_STRUCTS  /* a list of structs with the fields `element` */
} vt_go_type;

typedef struct vt_go_struct vt_go_struct;

typedef struct vt_go_field {
    const char *name; /* as in JSON; matched without case */
    vt_go_type type;
    const char *type_name;       /* as Go prints it: "string", "[]v1alpha1.KnownTypeField" */
    const vt_go_struct *element; /* STRUCTS */
    bool takes_scalars;          /* sigs.k8s.io/yaml turns scalars into text for this target */
} vt_go_field;

struct vt_go_struct {
    const char *name;          /* "rawResourceOverride" */
    const char *type_name;     /* "v1alpha1.rawResourceOverride" */
    const vt_go_field *fields; /* ends with one without a name */
};

typedef struct vt_go_decoder {
    const vitals_document *document;
    vt_arena *arena;
    vt_text error; /* the first one, or absent */
    const vt_value *error_at;
    bool no_memory;
    vt_interrupt interrupt;
    bool stopped;   /* by the host */
    size_t objects; /* so far */
} vt_go_decoder;

/* Keys of an object, sorted; NULL: no memory, or the host stopped the decoder. */
const vt_value **vt_go_sorted_keys(vt_go_decoder *decoder, const vt_value *object);

/* Decode `object` into values[i] for fields[i]: the last key that fits a field and is not null.
** false: `decoder->error` is set, `no_memory`, or `stopped`. A null object sets nothing. */
bool vt_go_decode_struct(vt_go_decoder *decoder, const vt_go_struct *type, const vt_value *object,
                         const vt_value **values);
/* A list of structs at the top level. */
bool vt_go_decode_structs(vt_go_decoder *decoder, const vt_go_struct *element,
                          const char *type_name, const vt_value *list);
/* "json: cannot unmarshal number into Go value of type …". */
void vt_go_cannot(vt_go_decoder *decoder, const vt_value *value, const char *type_name);

#endif
