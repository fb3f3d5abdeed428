/* Label selectors: matchLabels and matchExpressions. */
#ifndef VITALS_KSTATUS_SELECTOR_H
#define VITALS_KSTATUS_SELECTOR_H

#include "kstatus/kstatus.h"

/* Whether a metav1.LabelSelector matches an object's labels. `{}` matches everything; an operator
** that does not exist matches nothing. */
bool vt_kstatus_selector_matches(const vitals_document *selector_document, const vt_value *selector,
                                 const vitals_document *object);

#endif
