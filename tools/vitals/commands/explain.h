/* `vitals explain`, in parts: cmd_explain.c finds the object, show_explanation.c prints. */
#ifndef CLI_COMMANDS_EXPLAIN_H
#define CLI_COMMANDS_EXPLAIN_H

#include <vitals/explain.h>

#include "output/terminal.h"

/* What is explained: an object, or with `document` NULL a kind. */
typedef struct cli_explained {
    const vitals_document *document;
    vitals_text group, kind;
    const char *file;    /* where the object is, as it was named; NULL for a kind */
    int64_t now_seconds; /* for ages */
    vitals_profile profile;
    cli_terminal terminal;
} cli_explained;

/* Append the explanation for people. */
void explanation_add_text(cli_text *out, const vitals_explanation *explanation,
                          const cli_explained *explained);
/* Append the same as one JSON object, with a line break. */
void explanation_add_json(cli_text *out, const vitals_explanation *explanation,
                          const cli_explained *explained);

#endif
