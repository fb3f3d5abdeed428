/* One evaluation of one object, for tests of evaluators. */
#ifndef VITALS_TESTS_SUPPORT_EVALUATION_H
#define VITALS_TESTS_SUPPORT_EVALUATION_H

#include "base/run/limits.h"
#include "document/evaluation.h"

typedef struct evaluated {
    vitals_document *document;
    vt_arena arena;
    vitals_limits limits;
    vt_evaluation evaluation;
} evaluated;

/* Parse JSON, or YAML even when it starts with a brace. `diagnostics` may be NULL. */
vitals_status parse_object(vt_text text, vitals_document **out, vitals_diagnostics *diagnostics);

/* Parse `text` (JSON or YAML) and fill in an evaluation of it. false: it does not parse; what is
** wrong is printed. */
bool evaluated_begin(evaluated *e, vt_text text, int64_t now_seconds);
void evaluated_end(evaluated *e);

#endif
