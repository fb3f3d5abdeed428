/* `vitals explain`, in parts: explain.c finds the object, show_explanation.c prints. */
#ifndef CLI_OUTPUT_SHOW_EXPLANATION_H
#define CLI_OUTPUT_SHOW_EXPLANATION_H

#include <vitals/explain.h>

#include "base/coverage.h"
#include "output/terminal.h"

/* What is explained: an object, or a kind when `document` is NULL. */
typedef struct cli_explained {
    const vitals_document *document;
    vitals_text group, kind;
    const char *file;    /* where the object is, as given; NULL for a kind */
    int64_t now_seconds; /* for ages */
    vitals_profile profile;
    cli_terminal terminal;
    const cli_coverage *coverage; /* of the input, for JSON */
} cli_explained;

/* Append the explanation as text. */
void explanation_add_text(vt_buffer *out, const vitals_explanation *explanation,
                          const cli_explained *explained);
/* Append the same as one JSON object, with a line break. */
void explanation_add_json(vt_buffer *out, const vitals_explanation *explanation,
                          const cli_explained *explained);

#endif
