/* Evaluating CEL by lines of a batch, for golden tests and tables. */
#ifndef VITALS_TESTS_SUPPORT_CEL_H
#define VITALS_TESTS_SUPPORT_CEL_H

#include <vitals/cel.h>

#include "document/document.h"

/* One line's answer; free with cel_reply_done. */
typedef struct cel_reply {
    vitals_document *document;
    vt_text outcome, type, text, deduced;
} cel_reply;

/* Answer a line; fails the cmocka test when the line is invalid. */
cel_reply cel_evaluate(vitals_cel_batch *batch, vt_text line);
/* The same for a line from a printf format. */
cel_reply cel_evaluate_format(vitals_cel_batch *batch, const char *format, ...) VITALS_PRINTF(2, 3);
/* The same for an expression over variables, which are a JSON object. */
cel_reply cel_evaluate_expression(vitals_cel_batch *batch, const char *environment,
                                  const char *expression, const char *variables);
void cel_reply_done(cel_reply *reply);

/* The number of issues in the text of a parse error. */
uint32_t cel_count_issues(vt_text text);

vitals_cel_batch *cel_batch(void);

/* A list of lines "name: reason" of failures that are known. */
typedef struct cel_known {
    char *bytes;
    vt_text lines;
    size_t listed, seen;
} cel_known;

cel_known cel_known_read(const char *path);
/* Whether `name` is on the list. */
bool cel_known_has(cel_known *known, vt_text name);
void cel_known_done(cel_known *known);

#endif
