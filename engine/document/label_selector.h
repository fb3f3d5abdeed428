/*
** Label selectors. Both forms, the LabelSelector inside an object and kubectl's text, become one
** list of requirements, all of which must hold.
*/
#ifndef VITALS_DOCUMENT_LABEL_SELECTOR_H
#define VITALS_DOCUMENT_LABEL_SELECTOR_H

#include "base/memory/arena.h"
#include "document/document.h"

typedef enum vt_label_operator {
    VT_LABEL_IN,
    VT_LABEL_NOT_IN,
    VT_LABEL_EXISTS,
    VT_LABEL_DOES_NOT_EXIST,
    VT_LABEL_UNKNOWN /* an operator that Kubernetes does not have: never holds */
} vt_label_operator;

typedef struct vt_label_requirement {
    vt_text key;
    vt_label_operator operation;
    const vt_text *values; /* of IN and NOT_IN */
    size_t value_count;
} vt_label_requirement;

/* Without requirements it matches every object. */
typedef struct vt_label_selector {
    const vt_label_requirement *requirements;
    size_t count;
} vt_label_selector;

/* Read a metav1.LabelSelector, that is its matchLabels and matchExpressions, as apimachinery's
** LabelSelectorAsSelector does. Values that are not strings match no label. The texts stay those of
** `document`, the rest is the arena's. false: out of memory. */
bool vt_label_selector_read(const vitals_document *document, const vt_value *object,
                            vt_arena *arena, vt_label_selector *out);

/* Parse kubectl's grammar: a=b, a==b, a!=b, a in (b,c), a notin (b,c), a, !a, joined by commas. The
** texts stay those of `text`. VITALS_ESYNTAX: the requirement that starts at byte `*offset` cannot be
** read. VITALS_ENOMEM. */
vitals_status vt_label_selector_parse(vt_text text, vt_arena *arena, vt_label_selector *out,
                                      size_t *offset);

/* A copy of everything in one block of `*bytes`, which the caller releases. NULL: no memory. */
vt_label_selector *vt_label_selector_copy(const vt_label_selector *selector,
                                          const vitals_allocator *allocator, size_t *bytes);

/* Whether a requirement asks for one value of one label, as each of matchLabels does. */
static inline bool vt_label_requirement_is_pair(const vt_label_requirement *requirement) {
    return requirement->operation == VT_LABEL_IN && requirement->value_count == 1;
}
/* Whether it holds for the value of its label; absent when the object does not have the label. */
bool vt_label_requirement_holds(const vt_label_requirement *requirement, vt_text label);

/* Whether it matches the labels of an object. As in Kubernetes, an object without the label
** satisfies NOT_IN. Allocates nothing. */
bool vt_label_selector_matches(const vt_label_selector *selector, const vitals_document *object);

#endif
