/* Values of Kubernetes that are neither text nor numbers: quantities, versions, URLs and named formats. */
#ifndef VITALS_CEL_OPAQUE_H
#define VITALS_CEL_OPAQUE_H

#include "base/text/message.h"
#include "cel/run/state.h"

/* A decimal number of any size: the digits times a power of ten. */
typedef struct vt_cel_quantity {
    bool negative;
    bool is_small;  /* K8S: kept as an int64 and a scale, which isInteger() asks for */
    bool is_sum;    /* K8S: add() and sub() give a pointer, which == does not take on its right */
    uint8_t format; /* vt_quantity_format */
    int32_t exponent;
    vt_text digits; /* without leading zeroes; empty: zero */
} vt_cel_quantity;

typedef struct vt_cel_semver {
    uint64_t major, minor, patch;
    vt_text prerelease, build; /* without - and +; absent: none */
} vt_cel_semver;

/* A URL as Go's net/url splits it. */
typedef struct vt_cel_url {
    vt_text scheme, host, escaped_path, query;
    vt_text text; /* url.String() */
} vt_cel_url;

/* The names of the named formats, in the order of the table that has their rules. */
#define VT_CEL_NAMED_FORMAT_COUNT 13
extern const char *const vt_cel_named_formats[VT_CEL_NAMED_FORMAT_COUNT];

/* By value; both are of one of these kinds. */
bool vt_cel_quantity_equal(vt_cel_state *state, const vt_cel_quantity *a, const vt_cel_quantity *b);
bool vt_cel_semver_equal(vt_cel_state *state, const vt_cel_semver *a, const vt_cel_semver *b);

/* 1536Mi, in the canonical form of the format if it fits there. */
void vt_cel_quantity_append(vt_buffer *buffer, const vt_cel_quantity *number);
/* quantity("1536Mi"), semver("1.2.3"), url("/a"), format.uuid(). */
void vt_cel_opaque_append(vt_buffer *buffer, vt_cel_value value);

#endif
