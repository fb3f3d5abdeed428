/*
** The JSON of one object: a line of -o ndjson, an item of -o json and -o yaml. What the library writes
** (vitals_verdict_json) goes up to its last member, `counted`; the command line knows more, which
** follows. docs/schema/verdict.schema.json describes the whole.
**
** Many objects are kept until the end. Their JSON is kept without what answers hold anyway: a line
** that begins with a comma continues after the member `input`, of a cluster with that member, and a byte
** ANSWER_SINCE is the time `since`. Such lines of different objects are often equal.
*/
#ifndef CLI_OUTPUT_ANSWER_JSON_H
#define CLI_OUTPUT_ANSWER_JSON_H

#include "output/answer.h"

/* JSON has no such byte. */
#define ANSWER_SINCE '\1'

/* What the other objects say about one. All may be NULL. */
typedef struct answer_relations {
    const cli_answer *owner; /* of the input */
    const char *owner_uid;   /* where the input is not known as a whole */
    const char *application;
    const char *event; /* of the watch: "MODIFIED" */
    const char *because;
} answer_relations;

/* The value of cli_answer.line, for the caller to free. The identity may be filled or not. */
char *answer_json_line(const cli_answer *answer, const vitals_document *document,
                       vitals_verdict *verdict);
/* For an object that should exist and does not, as `answer` says. */
char *answer_json_missing(const cli_answer *answer, const vitals_document *desired,
                          const char *message);
/* For an object of a cluster that is gone. */
char *answer_json_removed(const cli_answer *answer, vitals_text resource_version);

/* Append the whole object, without a line break. */
void answer_add_json(vt_buffer *out, const cli_answer *answer, const answer_relations *relations);
/* The same for an answer without a line, from its document and verdict. */
void answer_add_json_of(vt_buffer *out, const cli_answer *answer, const vitals_document *document,
                        vitals_verdict *verdict, const answer_relations *relations);

#endif
