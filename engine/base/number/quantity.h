/*
** Quantities of Kubernetes: "500m", "1.5Gi", "12e6". Exact to a billionth.
** K8S: k8s.io/apimachinery/pkg/api/resource/quantity.go, whose numbers have no end; here 2^63 is out of range.
*/
#ifndef VITALS_BASE_QUANTITY_H
#define VITALS_BASE_QUANTITY_H

#include "base/text/text.h"

/* How a quantity is written. */
typedef enum vt_quantity_format {
    VT_QUANTITY_EXPONENT, /* 12e6 */
    VT_QUANTITY_DECIMAL,  /* 12M */
    VT_QUANTITY_BINARY    /* 12Mi */
} vt_quantity_format;

enum { VT_QUANTITY_TEXT_BYTES = 40 };

typedef struct vt_quantity {
    bool negative;
    uint64_t whole; /* below 2^63 */
    uint32_t nano;
    vt_quantity_format format;
} vt_quantity;

/* NULL: success; otherwise why the text is not a quantity. A value between two billionths is rounded away
** from zero; one with a binary suffix that is too large becomes 2^63 - 1. */
const char *vt_quantity_parse(vt_text text, vt_quantity *out);
/* Add to `sum`, which takes the format of the first quantity that is not added to zero. false: the result is
** out of range. */
bool vt_quantity_add(vt_quantity *sum, const vt_quantity *other);
/* The canonical form, in `text`: without a fraction, with the largest suffix. */
vt_text vt_quantity_text(const vt_quantity *quantity, char text[VT_QUANTITY_TEXT_BYTES]);

#endif
