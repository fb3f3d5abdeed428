/* kubectl's label selectors: a=b, a==b, a!=b, a in (b,c), a notin (b,c), a, !a. */
#ifndef CLI_INPUT_LABELS_H
#define CLI_INPUT_LABELS_H

#include "input/selection.h"

bool labels_parse(const char *text, label_term **terms, size_t *count, char *problem,
                  size_t problem_bytes);
void labels_done(label_term *terms, size_t count);
/* `value` of the label that the term names; NULL when the object has none. */
bool label_term_matches(const label_term *term, const char *value);

#endif
